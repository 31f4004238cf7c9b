"""The moves of Baubylon and their text: placing a red pawn, a roll, a way, an exchange, leaving a roll unused.

Called by positions and by whatever reads a move; a move knows no position.
"""

import re
from dataclasses import dataclass
from enum import Enum

from rules.errors import NotationError, shortened
from rules.game import move_word

from .squares import Square, square_name, square_of

DIE = (1, 2, 3, 4, 5, 6)
"""What the die can show."""


class Source(Enum):
    """Where a pawn can come from that is on no square; the value is its word in a move."""

    HOME = "home"
    """Own pawns that have not entered or were thrown out. A way that ends off the building ends here too."""
    RED = "red"
    """Red pawns that the player has thrown out."""


@dataclass(frozen=True, slots=True)
class PlaceRed:
    """A red pawn put on a square before the game."""

    square: Square

    def __str__(self) -> str:
        return f"red={square_name(self.square)}"


@dataclass(frozen=True, slots=True)
class Roll:
    """What the die shows."""

    points: int

    def __str__(self) -> str:
        return f"roll={self.points}"


@dataclass(frozen=True, slots=True)
class Travel:
    """A pawn's way, of which only both ends and what it pushes off count.

    Attributes
    ----------
    start : Square or Source
        From where the top pawn goes, or whence a pawn enters.
    end : Square or Source
        `Source.HOME` where the pawn, also a red one, leaves the building.
    pushed : tuple of Square
        From which stacks a pawn is pushed off, in order; the end only, unless pushing in passing is played.

    Examples
    --------
    >>> str(Travel((0, 0), (2, 1))), str(Travel(Source.HOME, (1, 0), ((1, 0),)))
    ('a1-c2', 'homexb1')
    """

    start: Square | Source
    end: Square | Source
    pushed: tuple[Square, ...] = ()

    def __str__(self) -> str:
        start, end = (
            place.value if isinstance(place, Source) else square_name(place) for place in (self.start, self.end)
        )
        others = list(self.pushed)
        if self.end in others:
            others.remove(self.end)
        on_the_way = f":{','.join(map(square_name, others))}" if others else ""
        return f"{start}{'x' if self.end in self.pushed else '-'}{end}{on_the_way}"


@dataclass(frozen=True, slots=True)
class Exchange:
    """What a 1 does for an own pawn that is shut in.

    Attributes
    ----------
    square : Square
    level : int
        Which pawn of the stack, 1 the lowest.
    """

    square: Square
    level: int

    def __str__(self) -> str:
        return f"swap={square_name(self.square)}.{self.level}"


@dataclass(frozen=True, slots=True)
class Pass:
    """A roll left unused."""

    def __str__(self) -> str:
        return "pass"


Move = PlaceRed | Roll | Travel | Exchange | Pass

_WAY = re.compile(r"(?P<start>home|red|[a-z][0-9]+)(?P<joint>[-x])(?P<end>home|[a-z][0-9]+)(:(?P<passed>[a-z0-9,]+))?")
_EXPECTED = "`red=b2`, `roll=4`, a way such as `a1-c2`, `a1xc2`, `home-b1` or `redxb1`, `swap=c3.1`, or `pass`"


def place_words(place: Square | Source) -> str:
    """A place in a sentence.

    Examples
    --------
    >>> place_words((0, 0)), place_words(Source.HOME)
    ('a1', 'the table')
    """
    return "the table" if isinstance(place, Source) else square_name(place)


def parse_move(text: str) -> Move:
    """The move that a text describes.

    Raises
    ------
    NotationError
        With what was expected and the whole text.

    Examples
    --------
    >>> parse_move("home-b1") == Travel(Source.HOME, (1, 0)), parse_move("roll=4")
    (True, Roll(points=4))
    """
    word = move_word(text).lower()
    head, equals, rest = word.partition("=")
    move = _assignment(head, rest) if equals else Pass() if word == "pass" else _travel(word)
    if move is None:
        raise NotationError(f"{shortened(text)!r} is no move; expected {_EXPECTED}")
    return move


def _assignment(head: str, rest: str) -> Move | None:
    name, _, level = rest.partition(".")
    square = square_of(name)
    if head == "roll" and rest in map(str, DIE):
        return Roll(int(rest))
    if head == "red" and square and not level:
        return PlaceRed(square)
    if head == "swap" and square and level.isascii() and level.isdecimal() and 1 <= len(level) <= 2:
        return Exchange(square, int(level))
    return None


def _travel(word: str) -> Travel | None:
    match = _WAY.fullmatch(word)
    if match is None:
        return None
    start, end = _place(match["start"]), _place(match["end"])
    passed = [square_of(name) for name in match["passed"].split(",")] if match["passed"] else []
    pushed = [square for square in passed if square is not None]
    if start is None or end is None or len(pushed) < len(passed):
        return None
    if match["joint"] == "x":
        if isinstance(end, Source):
            return None
        pushed.append(end)
    return Travel(start, end, tuple(sorted(pushed)))


def _place(word: str) -> Square | Source | None:
    return next((source for source in Source if source.value == word), None) or square_of(word)
