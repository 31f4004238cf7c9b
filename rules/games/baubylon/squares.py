"""Squares of the ground and their names. Everything else in this folder builds on it.

A square is (x, y): x counts columns a, b, c ... from the West, y rows 1, 2, 3 ... from the South, both from 0 inside.
"""

import re
from string import ascii_lowercase

Square = tuple[int, int]
"""(x, y): x to the East, y to the North; (0, 0) is a1."""

MOST_SIDE = len(ascii_lowercase)
"""A ground has at most as many columns, and as many rows, as there are letters."""

_NAME = re.compile(r"([a-z])([1-9][0-9]?)")


def square_name(square: Square) -> str:
    """The column's letter and the row's number.

    Examples
    --------
    >>> square_name((2, 0))
    'c1'
    """
    return f"{ascii_lowercase[square[0]]}{square[1] + 1}"


def square_of(name: str) -> Square | None:
    """The square of this name, None if it is no square's.

    Examples
    --------
    >>> square_of("c1"), square_of("1c")
    ((2, 0), None)
    """
    match = _NAME.fullmatch(name.lower())
    if match is None or int(match[2]) > MOST_SIDE:
        return None
    return ascii_lowercase.index(match[1]), int(match[2]) - 1


def neighbours(square: Square) -> tuple[Square, Square, Square, Square]:
    """The squares to the East, West, North and South, whether or not they are on the ground."""
    x, y = square
    return (x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)
