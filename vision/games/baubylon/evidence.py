"""What photos show of a building, before any rule is asked: the type between seeing and judging."""

from dataclasses import dataclass

from calibration.arrays import FloatArray
from calibration.building_mat import GROUND_SIDE
from calibration.camera import CameraPose
from rules.games.baubylon import Square

#: How high a square is, is told from here on.
SURE = 0.9


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
