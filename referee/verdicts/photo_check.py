"""The verdict on a photo of a board, whichever game it is, and what `check` tells of it.

Called by the games' own ways to check a photo.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from referee.photos import Photo
from referee.playing.judging import print_lines, ways_shown
from referee.requests import Request
from rules.game import Explanation, Fault, Game, Verdict

ReadingT = TypeVar("ReadingT")
PositionT = TypeVar("PositionT")


class Judged(Protocol):
    """What is told of any position that photos show; the attributes are those of `PhotoCheck`."""

    @property
    def position(self) -> Any: ...

    @property
    def verdict(self) -> Verdict: ...

    @property
    def faults(self) -> tuple[Fault, ...]: ...

    @property
    def reasons(self) -> tuple[str, ...]: ...

    @property
    def change(self) -> Explanation[Any] | None: ...


@dataclass(frozen=True, slots=True, eq=False)
class PhotoCheck(Generic[ReadingT, PositionT]):
    """A board as its photo shows it, and the verdict on it.

    Attributes
    ----------
    photo : Photo
    reading : object
        Of the game's reader.
    position : object
        With what is told; a square that is not sure is as before, or empty.
    verdict : Verdict
    faults : tuple of Fault
        What is proven.
    reasons : tuple of str
        What could not be told, in sentences.
    change : Explanation or None
        Which turns led here from the position before, if one was given.
    """

    photo: Photo
    reading: ReadingT
    position: PositionT
    verdict: Verdict
    faults: tuple[Fault, ...]
    reasons: tuple[str, ...]
    change: Explanation[Any] | None


def may_be(faults: Iterable[Fault]) -> tuple[str, ...]:
    """Faults that are likely but not proven, in sentences."""
    return tuple(f"Not sure, but it may be: {fault.message}" for fault in faults)


def document_fields(found: Judged, request: Request, before: Any) -> dict[str, Any]:
    """What `check --json` prints of every board: the verdict, and the turns since the position before."""
    from referee.reports.game_documents import change_fields, verdict_document

    change = {} if found.change is None else change_fields(request.game, before, found.change)
    remark = " ".join(found.reasons)
    return {**verdict_document(request, found.position, found.verdict, found.faults, remark), **change}


def print_check(game: Game[Any, Any, Any], found: Judged, what: str, more: Iterable[str], saved: Path | None) -> None:
    """Print the board, the verdict, the turns, what is in doubt and where the picture was saved.

    Parameters
    ----------
    game : Game
    found : Judged
    what : str
        What was judged, in a sentence, such as "this board".
    more : iterable of str
        Lines that this game has to say.
    saved : Path or None
    """
    from referee.boards import board
    from referee.console import VERDICT_STYLES, OutputConsole
    from referee.games import notation
    from referee.reports.game_text import print_faults

    console = OutputConsole()
    console.print(board(game, found.position))
    is_seen_alone = found.verdict == "legal" and found.change is None
    words = f"LEGAL: nothing speaks against {what}." if is_seen_alone else found.verdict.upper()
    console.print(words, style=VERDICT_STYLES[found.verdict])
    print_faults(console, found.faults)
    ways = ways_shown(game, found.change) if found.change else []
    print_lines(console, [*ways, *found.reasons, *more], notation(game, found.position))
    if saved is not None:
        console.print(f"picture: {saved}", markup=False, soft_wrap=True)
