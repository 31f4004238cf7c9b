"""A building: blocks that lie or stand on each other, and the height map that they make.

Read from and written as one word. Called by everything that asks how high a square is.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from string import ascii_uppercase, digits

from rules.errors import ImpossiblePosition, counted, notation_error

from .squares import MOST_SIDE, Square, square_name, square_of

HEIGHT_DIGITS = digits + ascii_uppercase
"""How a height from 0 to 35 storeys is written in one letter."""
MOST_BLOCKS = 200
"""More blocks than this are taken for a slip of the pen; a box has 48."""

_SIZE = re.compile(r"([1-9][0-9]?)x([1-9][0-9]?)")


class Pose(Enum):
    """How a block is put down; the value is its letter."""

    EAST = "e"
    """Lying on its square and the one to the East, one storey high."""
    NORTH = "n"
    """Lying on its square and the one to the North, one storey high."""
    UPRIGHT = "u"
    """Standing on its square, two storeys high."""


@dataclass(frozen=True, slots=True)
class Block:
    """One block in its place.

    Attributes
    ----------
    square : Square
        Where it stands, or the Western or Southern of the two squares on which it lies.
    pose : Pose
    storey : int
        Height of its underside above the table; 0 on the table.
    """

    square: Square
    pose: Pose
    storey: int

    @property
    def squares(self) -> tuple[Square, ...]:
        """The one or two squares that it covers."""
        return covered(self.square, self.pose)

    @property
    def top(self) -> int:
        """Height of its upper side above the table, in storeys."""
        return self.storey + (2 if self.pose is Pose.UPRIGHT else 1)

    def __str__(self) -> str:
        return f"{square_name(self.square)}{self.pose.value}"


@dataclass(frozen=True, slots=True)
class Building:
    """A height map, and the blocks that make it where they are known.

    Attributes
    ----------
    width, depth : int
        Columns and rows of the ground.
    heights : tuple of int
        Storeys of each square, row by row from the South, each row from the West; 0 is the table.
    blocks : tuple of Block
        From below upwards; empty where only the heights are known.

    Examples
    --------
    >>> parse_building("3x1:a1e,c1u").heights
    (1, 1, 2)
    >>> str(parse_building("112"))
    '112'
    """

    width: int
    depth: int
    heights: tuple[int, ...]
    blocks: tuple[Block, ...] = ()

    @property
    def squares(self) -> tuple[Square, ...]:
        """All squares of the ground, in the order of `heights`."""
        return tuple((x, y) for y in range(self.depth) for x in range(self.width))

    def index(self, square: Square) -> int:
        """Where a square of the ground stands in `heights`."""
        return square[1] * self.width + square[0]

    def holds(self, square: Square) -> bool:
        """Whether the ground has this square."""
        return 0 <= square[0] < self.width and 0 <= square[1] < self.depth

    def height(self, square: Square) -> int:
        """Storeys above the table; 0 beside the ground."""
        return self.heights[self.index(square)] if self.holds(square) else 0

    def __str__(self) -> str:
        return building_notation(self)


def covered(square: Square, pose: Pose) -> tuple[Square, ...]:
    """The squares that a block covers."""
    x, y = square
    second = {Pose.EAST: ((x + 1, y),), Pose.NORTH: ((x, y + 1),), Pose.UPRIGHT: ()}[pose]
    return (square, *second)


def stack_blocks(width: int, depth: int, placed: Iterable[tuple[Square, Pose]]) -> Building:
    """The building that arises when blocks are put down from above, one after another.

    Parameters
    ----------
    width, depth : int
        Columns and rows of the ground.
    placed : iterable of (Square, Pose)
        Each comes to rest on the highest of what is under it.

    Raises
    ------
    ImpossiblePosition
        A block lies beyond the ground or higher than 35 storeys.

    Examples
    --------
    >>> stack_blocks(2, 1, [((0, 0), Pose.EAST), ((1, 0), Pose.UPRIGHT)]).heights
    (1, 3)
    """
    heights = dict.fromkeys(Building(width, depth, ()).squares, 0)
    blocks = []
    for square, pose in placed:
        beyond = [place for place in covered(square, pose) if place not in heights]
        if beyond:
            raise ImpossiblePosition(
                f"block {Block(square, pose, 0)} reaches beyond the ground of {width}x{depth} squares"
            )
        block = Block(square, pose, max(heights[place] for place in covered(square, pose)))
        if block.top >= len(HEIGHT_DIGITS):
            raise ImpossiblePosition(
                f"block {block} is {block.top} storeys up; heights go up to {len(HEIGHT_DIGITS) - 1}"
            )
        blocks.append(block)
        heights.update(dict.fromkeys(block.squares, block.top))
    ordered = sorted(blocks, key=lambda block: (block.storey, block.square[1], block.square[0]))
    return Building(width, depth, tuple(heights.values()), tuple(ordered))


def height_map(rows: Sequence[Sequence[int]]) -> Building:
    """The building of which only the heights are known.

    Parameters
    ----------
    rows : sequence of sequence of int
        Storeys, the Northern row first, as a map is looked at; all rows of one length.

    Examples
    --------
    >>> height_map([[1, 2], [3, 4]]).height((0, 0))
    3
    """
    return Building(len(rows[0]), len(rows), tuple(height for row in reversed(rows) for height in row))


def building_notation(building: Building) -> str:
    """The word that `parse_building` reads back: blocks if they are known, otherwise heights."""
    if building.blocks:
        return f"{building.width}x{building.depth}:{','.join(map(str, building.blocks))}"
    rows = [
        "".join(HEIGHT_DIGITS[building.height((x, y))] for x in range(building.width))
        for y in reversed(range(building.depth))
    ]
    return "/".join(rows)


@lru_cache(maxsize=64)
def parse_building(text: str) -> Building:
    """The building that a word describes.

    Parameters
    ----------
    text : str
        Heights, a row from the North after another, such as `011/121/100`, with A for 10 and so on to Z for 35; or the
        size of the ground and the blocks in the order in which they are put down, such as `3x2:a1e,a2u,a1u`.

    Raises
    ------
    NotationError
        With the place, what was expected there, and the whole text.

    Examples
    --------
    >>> parse_building("3x2:a1e,c1n,a1u").heights
    (3, 1, 1, 0, 0, 1)
    >>> parse_building("12/3")
    Traceback (most recent call last):
        ...
    rules.errors.NotationError: row 2 from the North has 1 square; expected 2 as in the first row; in '12/3'
    """
    if not text.isascii():
        raise notation_error(text, "letters that no building has", "heights such as `0121`, or size and blocks")
    size, colon, blocks = text.partition(":")
    return _parse_blocks(text, size, blocks) if colon else _parse_heights(text)


def _parse_heights(text: str) -> Building:
    rows = []
    for number, row in enumerate(text.split("/"), start=1):
        place = f"row {number} from the North"
        wrong = next((letter for letter in row if letter not in HEIGHT_DIGITS), None)
        if wrong is not None or not row:
            raise notation_error(
                text, f"{place} has {wrong or 'nothing'!r}", "heights 0 to 9 and A to Z such as `0121`"
            )
        rows.append([HEIGHT_DIGITS.index(letter) for letter in row])
        if len(row) != len(rows[0]):
            raise notation_error(
                text, f"{place} has {counted(len(row), 'square')}", f"{len(rows[0])} as in the first row"
            )
    if max(len(rows), len(rows[0])) > MOST_SIDE:
        raise notation_error(text, f"{len(rows[0])}x{len(rows)} squares", f"at most {MOST_SIDE} columns and rows")
    return height_map(rows)


def _parse_blocks(text: str, size: str, words: str) -> Building:
    match = _SIZE.fullmatch(size.lower())
    if match is None or max(int(match[1]), int(match[2])) > MOST_SIDE:
        raise notation_error(text, f"size {size!r}", f"columns and rows, each 1 to {MOST_SIDE}, such as `5x4`")
    names = words.lower().split(",")
    if len(names) > MOST_BLOCKS:
        raise notation_error(text, f"{len(names)} blocks", f"at most {MOST_BLOCKS}")
    placed = []
    for name in names:
        square = square_of(name[:-1])
        if square is None or name[-1] not in "enu":
            raise notation_error(text, f"block {name!r}", "a square and `e`, `n` or `u` such as `b2e`")
        placed.append((square, Pose(name[-1])))
    try:
        return stack_blocks(int(match[1]), int(match[2]), placed)
    except ImpossiblePosition as reason:
        raise notation_error(text, str(reason), "blocks on the ground") from None
