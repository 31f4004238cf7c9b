"""What a person asks of `check` about photos of a board, whichever game it is."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class CheckRequest:
    """How photos of a board are to be judged.

    Attributes
    ----------
    photos : tuple of Path
        One, or several of games that join them.
    card : Path or None
        The file of a 012x012 card.
    asked : tuple of str
        Decisions of the rule set, each `name=value`.
    before : str or None
        The position before, in notation: then the turns in between are judged.
    profile : str or None
        The name of the profile that the photos are read with.
    pawns : tuple of str or None
        The colours of the players' pawns in turn, if these are to be read.
    annotate : Path or None
        Where to save the photos with the reading on them.
    as_json : bool
    """

    photos: tuple[Path, ...]
    card: Path | None = None
    asked: tuple[str, ...] = ()
    before: str | None = None
    profile: str | None = None
    pawns: tuple[str, ...] | None = None
    annotate: Path | None = None
    as_json: bool = False

    @property
    def photo(self) -> Path:
        """The photo of a board that one shows whole."""
        (photo,) = self.photos
        return photo
