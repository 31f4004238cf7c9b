"""What photos show of a building, before any rule is asked: the type between seeing and judging."""

from dataclasses import dataclass

import numpy as np

from calibration.arrays import FloatArray, IntArray
from calibration.building_mat import GROUND_SIDE
from calibration.camera import CameraPose
from rules.games.baubylon import Building, Square

#: How high a square is, is told from here on.
SURE = 0.9


def heights_of(building: Building) -> IntArray:
    """The storeys of a building on the whole printed ground by column and row, shape (GROUND_SIDE, GROUND_SIDE)."""
    return np.array(building.heights).reshape(GROUND_SIDE, GROUND_SIDE).T


@dataclass(frozen=True, slots=True, eq=False)
class BuildingReading:
    """How high each square of the printed ground is.

    Attributes
    ----------
    poses : tuple of CameraPose
        Of each photo as it was given, in squares from the ground's middle.
    chances : float64 array of shape (GROUND_SIDE, GROUND_SIDE, n)
        By column and row: how likely 0, 1, 2, ... storeys stand there.
    shares : float64 array of shape (GROUND_SIDE, GROUND_SIDE)
        By column and row: how much of the square's top the photo shows that shows most of it, 0..1.
    denied : tuple of float
        For each photo, of the tops of columns that it would show, how many it shows otherwise, 0..1: many where it is
        of another building.
    """

    poses: tuple[CameraPose, ...]
    chances: FloatArray
    shares: FloatArray
    denied: tuple[float, ...]

    def height(self, square: Square, sure_from: float = SURE) -> int | None:
        """How many storeys stand on a square; None if that is not so sure."""
        likeliest = int(self.chances[square].argmax())
        return likeliest if self.chances[square][likeliest] >= sure_from else None

    def unsure(self, sure_from: float = SURE) -> tuple[Square, ...]:
        """The squares of which that is not so sure, by rows from the South."""
        squares = ((x, y) for y in range(GROUND_SIDE) for x in range(GROUND_SIDE))
        return tuple(square for square in squares if self.height(square, sure_from) is None)


@dataclass(frozen=True, slots=True, eq=False)
class PawnReading:
    """Which pawns stand on each square of the printed ground.

    Attributes
    ----------
    names : tuple of str
        The colours that are told apart, red first.
    counts : float64 array of shape (GROUND_SIDE, GROUND_SIDE, n)
        By column and row: how likely no pawn, one, two, ... stand there.
    colours : float64 array of shape (GROUND_SIDE, GROUND_SIDE, n - 1, len(names))
        How likely each pawn from below, if it is there, has each colour.
    """

    names: tuple[str, ...]
    counts: FloatArray
    colours: FloatArray

    def count(self, square: Square, sure_from: float = SURE) -> int | None:
        """How many pawns stand on a square; None if that is not so sure."""
        likeliest = int(self.counts[square].argmax())
        return likeliest if self.counts[square][likeliest] >= sure_from else None

    def stack(self, square: Square, sure_from: float = SURE) -> tuple[str | None, ...] | None:
        """The colours on a square from below, None where one is not so sure; None if the number is not."""
        count = self.count(square, sure_from)
        return None if count is None else tuple(self._colour(square, level, sure_from) for level in range(count))

    def confidence(self, square: Square) -> float:
        """How likely all that is likeliest is right: the number of pawns and the colour of each, 0..1."""
        count = int(self.counts[square].argmax())
        return float(self.counts[square][count] * self.colours[square][:count].max(axis=-1).prod())

    def _colour(self, square: Square, level: int, sure_from: float) -> str | None:
        likely = self.colours[square][level]
        return self.names[int(likely.argmax())] if likely.max() >= sure_from else None
