"""What can happen in a game: a tile is drawn, placed or put aside, and columns fall.

Built by the notation and by positions.
"""

from dataclasses import dataclass

from .tiles import SQUARES, Tile

Square = int
"""Index into `SQUARES`."""


@dataclass(frozen=True, slots=True)
class Aim:
    """With the option `drawing="unseen"`: the player names the square before drawing."""

    square: Square

    def __str__(self) -> str:
        return f"aim={SQUARES[self.square]}"


@dataclass(frozen=True, slots=True)
class Draw:
    """Chance: the player whose turn it is turns up this tile of the own pile."""

    tile: Tile

    def __str__(self) -> str:
        return f"draw={self.tile}"


@dataclass(frozen=True, slots=True)
class Place:
    """The drawn tile is laid on a square or on the column there.

    Attributes
    ----------
    square : Square
    tile : Tile or None
        None in short for the drawn one, whichever it is; a legal move that is listed names it.
    """

    square: Square
    tile: Tile | None = None

    def __str__(self) -> str:
        return SQUARES[self.square] if self.tile is None else f"{SQUARES[self.square]}={self.tile}"


@dataclass(frozen=True, slots=True)
class Reserve:
    """The drawn tile fits nowhere and goes to the player's reserve."""

    tile: Tile

    def __str__(self) -> str:
        return f"reserve={self.tile}"


@dataclass(frozen=True, slots=True)
class Fall:
    """Columns have become lower; all that fell goes to the reserve of the player who caused it.

    Attributes
    ----------
    player : int
        Who caused it, counted from 1.
    heights : tuple of (Square, int)
        The columns that fell, by square, with the tiles that still stand there, 0 or more.
    """

    player: int
    heights: tuple[tuple[Square, int], ...]

    def __str__(self) -> str:
        columns = ",".join(f"{SQUARES[square]}.{height}" for square, height in self.heights)
        return f"fall={self.player}:{columns}"


Move = Aim | Draw | Place | Reserve | Fall
