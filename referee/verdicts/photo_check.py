"""The verdict on a photo of a board, whichever game it is, and what `check` tells of it.

Called by the games' own ways to check a photo.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from referee.photos import Photo
from referee.playing.judging import print_lines, ways_shown
from referee.requests import Request
from referee.writing import require_written, write_each
from rules.game import Explanation, Fault, Game, Verdict

from .request import CheckRequest

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


def tell_check(
    request: CheckRequest,
    verdict: Verdict,
    picture: Callable[[Path], bytes],
    document: Callable[[], dict[str, Any]],
    print_found: Callable[[Path | None], None],
) -> int:
    """Save the picture if one is asked for, print what was found, and give the exit status.

    Parameters
    ----------
    request : CheckRequest
    verdict : Verdict
    picture : callable
        From where it is to be saved to the picture's bytes.
    document : callable
        What is printed as JSON.
    print_found : callable
        Prints for people, given where the picture was saved, None if nowhere.

    Raises
    ------
    OutputError
        If the picture cannot be saved; all else is printed first.
    """
    annotate = request.annotate
    unsaved = write_each({} if annotate is None else {annotate: lambda: picture(annotate)})
    if request.as_json:
        from referee.json_output import print_json

        print_json(document())
    else:
        print_found(None if annotate in unsaved else annotate)
    require_written(unsaved)
    return 1 if verdict == "illegal" else 0


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
