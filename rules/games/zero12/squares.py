"""The board as numbers: squares, directions, and sets of squares as the bits of one integer.

The board has a rim of one square all round, so that the frame is a set of squares like any other and a shift is a step.
Used by everything in this folder.
"""

from collections.abc import Iterable, Iterator
from enum import Enum

SIDE = 12
"""Squares along a side of the board."""

Square = tuple[int, int]
"""(column, row), counted from 0 at the South-West corner: column to the East, row to the North."""

SquareSet = int
"""Squares as bits; see `bit`."""

_STRIDE = SIDE + 2
_COLUMNS = "abcdefghijkl"


class Direction(Enum):
    """A way to go from square to square; the value is the step. Diagonals can be said, but no run may go that way."""

    N = (0, 1)
    """North, to higher rows."""
    E = (1, 0)
    """East, to later columns."""
    S = (0, -1)
    """South."""
    W = (-1, 0)
    """West."""
    NE = (1, 1)
    """Diagonal."""
    SE = (1, -1)
    """Diagonal."""
    SW = (-1, -1)
    """Diagonal."""
    NW = (-1, 1)
    """Diagonal."""

    @property
    def is_straight(self) -> bool:
        """Whether it runs along the board's sides."""
        return 0 in self.value

    @property
    def shift(self) -> int:
        """How much higher the bit of the next square is; negative for S and W."""
        return self.value[0] + _STRIDE * self.value[1]

    @property
    def opposite(self) -> "Direction":
        """The way back."""
        column, row = self.value
        return Direction((-column, -row))

    def beside(self, square: Square, steps: int = 1) -> Square:
        """The square so many steps further, possibly off the board."""
        return square[0] + steps * self.value[0], square[1] + steps * self.value[1]


STRAIGHT = tuple(direction for direction in Direction if direction.is_straight)
"""N, E, S, W."""

STEPS = tuple(direction.shift for direction in STRAIGHT)
"""Their steps from bit to bit, in the same order; 0 stands for no direction."""

ALONE = 0
"""The step of a run of one."""


def is_on_board(square: Square) -> bool:
    """Whether the board has this square."""
    return 0 <= square[0] < SIDE and 0 <= square[1] < SIDE


def bit(square: Square) -> SquareSet:
    """The set of this one square.

    Examples
    --------
    >>> bit((1, 0)) << Direction.N.shift == bit((1, 1))
    True
    """
    return 1 << (square[1] + 1) * _STRIDE + square[0] + 1


SQUARES = tuple((column, row) for row in range(SIDE) for column in range(SIDE))
"""All squares from a1 to l1, then a2, and so on; the order of their bits."""

BOARD: SquareSet = sum(map(bit, SQUARES))
"""All squares."""

FRAME: SquareSet = sum(1 << i for i in range(_STRIDE**2)) & ~BOARD
"""The rim round the board."""

_SQUARE_OF_BIT = {bit(square).bit_length() - 1: square for square in SQUARES}
_LINES = {
    abs(step): tuple(sum(1 << abs(step) * i for i in range(length)) for length in range(SIDE + 1)) for step in STEPS
}


def squares_in(squares: SquareSet) -> Iterator[Square]:
    """The squares of a set, from a1 to l12.

    Examples
    --------
    >>> list(squares_in(bit((1, 0)) | bit((0, 1))))
    [(1, 0), (0, 1)]
    """
    for low in bits_in(squares):
        yield _SQUARE_OF_BIT[low.bit_length() - 1]


def bits_in(squares: SquareSet) -> Iterator[SquareSet]:
    """The sets of one square each that make up a set, lowest bit first."""
    while squares:
        low = squares & -squares
        yield low
        squares ^= low


def shifted(squares: SquareSet, shift: int) -> SquareSet:
    """All squares of a set moved; what leaves the board comes to lie on or beyond the rim."""
    return squares << shift if shift >= 0 else squares >> -shift


def line(start: SquareSet, step: int, length: int) -> SquareSet:
    """The squares of a straight line on the board.

    Parameters
    ----------
    start : SquareSet
        One square.
    step : int
        One of `STEPS`, or `ALONE` for one square.
    length : int
        1 to 12.
    """
    if length == 1:
        return start
    low = start if step > 0 else start >> -step * (length - 1)
    return low * _LINES[abs(step)][length]


def square_name(square: Square) -> str:
    """Column letter and row number.

    Examples
    --------
    >>> square_name((0, 0)), square_name((11, 11))
    ('a1', 'l12')
    """
    return f"{_COLUMNS[square[0]]}{square[1] + 1}"


def named_square(name: str) -> Square | None:
    """The square of that name, as `square_name` writes it; None if there is none.

    Examples
    --------
    >>> named_square("c10"), named_square("m1"), named_square("a01")
    ((2, 9), None, None)
    """
    return _SQUARES_BY_NAME.get(name)


def squares_named(names: Iterable[str]) -> SquareSet:
    """The squares of these names; what is none is left out.

    Examples
    --------
    >>> square_names(squares_named(["c10", "m1", "a2"]))
    ('a2', 'c10')
    """
    squares = map(named_square, names)
    return sum(bit(square) for square in set(squares) if square is not None)


_SQUARES_BY_NAME = {square_name(square): square for square in SQUARES}


def square_names(squares: SquareSet) -> tuple[str, ...]:
    """Names of the squares of a set, from a1 to l12."""
    return tuple(map(square_name, squares_in(squares)))
