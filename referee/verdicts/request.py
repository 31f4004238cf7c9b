"""What a person asks of `check` about a photo of a board, whichever game it is."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class CheckRequest:
    """How a photo of a board is to be judged.

    Attributes
    ----------
    photo : Path
    card : Path or None
        The file of a 012x012 card.
    asked : tuple of str
        Decisions of the rule set, each `name=value`.
    before : str or None
        The position before, in notation: then the turns in between are judged.
    profile : str or None
        The name of the profile that the photo is read with.
    annotate : Path or None
        Where to save the photo with the reading on it.
    as_json : bool
    """

    photo: Path
    card: Path | None = None
    asked: tuple[str, ...] = ()
    before: str | None = None
    profile: str | None = None
    annotate: Path | None = None
    as_json: bool = False
