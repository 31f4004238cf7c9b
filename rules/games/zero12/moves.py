"""Moves and their text: runs of cubes, passes, mistakes that were taken back, and slides of the sliding puzzle."""

import re
from dataclasses import dataclass

from rules.errors import NotationError, shortened
from rules.game import move_word

from .squares import SIDE, Direction, Square, named_square, square_name


@dataclass(frozen=True, slots=True)
class Run:
    """Cubes laid one after the other in one direction. Which colours, the card says.

    Attributes
    ----------
    start : (column, row)
        The square laid first.
    direction : Direction or None
        None for a run of one, unless the rule set wants one said.
    length : int
        Cubes, 1 to 12.
    colours : str
        The codes laid, where somebody said them; empty for those that the card asks for.

    Raises
    ------
    ValueError
        If a run of several cubes has no direction, or the codes are not as many as the cubes.
    """

    start: Square
    direction: Direction | None = None
    length: int = 1
    colours: str = ""

    def __post_init__(self) -> None:
        if not 1 <= self.length <= SIDE or (self.length > 1 and self.direction is None):
            raise ValueError(f"a run has 1 to {SIDE} cubes, and a direction if there are several")
        if self.colours and len(self.colours) != self.length:
            raise ValueError("a run has a code for each cube")

    @property
    def squares(self) -> tuple[Square, ...]:
        """The squares in the order of laying, perhaps beyond the board."""
        if self.direction is None:
            return (self.start,)
        return tuple(self.direction.beside(self.start, i) for i in range(self.length))


@dataclass(frozen=True, slots=True)
class Pass:
    """A turn without cubes."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A wrong run that was laid and taken back (rule 5); kept, for it makes its player play twice."""

    run: Run


@dataclass(frozen=True, slots=True)
class Slide:
    """In the sliding puzzle: the cube of this square goes to the empty one beside it."""

    square: Square


Move = Run | Pass | Mistake | Slide

_RUN = re.compile(r"(?P<start>[a-l][0-9]{1,2})(?:(?P<way>[nesw]{1,2})(?P<length>[0-9]{0,2}))?(?:=(?P<codes>[0-2]+))?")
_EXPECTED = (
    "expected a square, for a run of several cubes a direction N, E, S or W and their number, such as a1 or a1E3; "
    "or pass, or ! and a wrong run that was taken back, or slide:a1"
)


def parse_move(text: str) -> Move:
    """The move that a text describes, in capital letters or not.

    Raises
    ------
    NotationError
        Saying what was expected.

    Examples
    --------
    >>> parse_move("a1E3")
    Run(start=(0, 0), direction=<Direction.E: (1, 0)>, length=3, colours='')
    >>> parse_move("A1 e 3") == parse_move("a1E3")
    True
    >>> parse_move("b2E13")
    Traceback (most recent call last):
        ...
    rules.errors.NotationError: 'b2E13': 13 cubes; a run has 1 to 12
    """
    word = move_word(text).lower()
    if word == "pass":
        return Pass()
    if word.startswith("slide:"):
        return Slide(_square(word.removeprefix("slide:"), text))
    if word.startswith("!"):
        return Mistake(_run(word[1:], text))
    return _run(word, text)


def move_notation(move: Move) -> str:
    """The text that `parse_move` reads back.

    Examples
    --------
    >>> move_notation(Mistake(Run((0, 0), Direction.N, 2, "01")))
    '!a1N2=01'
    """
    match move:
        case Pass():
            return "pass"
        case Slide(square):
            return f"slide:{square_name(square)}"
        case Mistake(run):
            return f"!{move_notation(run)}"
        case Run(start, direction, length, colours):
            way = f"{direction.name}{length}" if direction else ""
            return f"{square_name(start)}{way}{'=' if colours else ''}{colours}"


def _run(text: str, whole: str) -> Run:
    match = _RUN.fullmatch(text)
    way = match and match["way"] and match["way"].upper()
    if match is None or way not in (None, *Direction.__members__):
        raise NotationError(f"{shortened(whole)!r} is no move; {_EXPECTED}")
    start = _square(match["start"], whole)
    length = int(match["length"] or 1)
    if not 1 <= length <= SIDE:
        raise NotationError(f"{whole!r}: {length} cubes; a run has 1 to {SIDE}")
    codes = match["codes"] or ""
    if codes and len(codes) != length:
        raise NotationError(
            f"{shortened(whole)!r}: {len(codes)} codes after `=` for a run of {length}; expected one each"
        )
    return Run(start, Direction[way] if way else None, length, codes)


def _square(name: str, whole: str) -> Square:
    square = named_square(name)
    if square is None:
        raise NotationError(f"{shortened(whole)!r}: {shortened(name)!r} is no square; expected a1 to l12")
    return square
