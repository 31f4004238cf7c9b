"""Cells and the faces of cubes, as every game of stacked cubes has them. Used by its rules and by vision."""

from collections.abc import Iterable
from enum import Enum

Cell = tuple[int, int, int]
"""(x, y, z): x to the East, y to the North, z the level, 0 on the ground. Of two by two columns x and y are 0 or 1."""


def from_the_ground(cell: Cell) -> tuple[int, int, int]:
    """Sorts cells as one counts them: level by level, each from the South-West, first along East.

    Examples
    --------
    >>> sorted([(0, 0, 1), (0, 1, 0), (1, 0, 0)], key=from_the_ground)
    [(1, 0, 0), (0, 1, 0), (0, 0, 1)]
    """
    x, y, z = cell
    return z, y, x


class Face(Enum):
    """A face of a cube, named by the direction that it looks to; the value is the step to the neighbour there."""

    E = (1, 0, 0)
    """East, +x."""
    W = (-1, 0, 0)
    """West, -x."""
    N = (0, 1, 0)
    """North, +y."""
    S = (0, -1, 0)
    """South, -y."""
    U = (0, 0, 1)
    """Up, +z."""
    D = (0, 0, -1)
    """Down, -z."""

    @property
    def offset(self) -> Cell:
        """Step (dx, dy, dz) to the cell that this face looks to."""
        return self.value

    @property
    def opposite(self) -> "Face":
        """The face on the other side of the cube."""
        x, y, z = self.value
        return Face((-x, -y, -z))

    def beside(self, cell: Cell) -> Cell:
        """The cell that this face of a cube in `cell` looks to."""
        return (cell[0] + self.value[0], cell[1] + self.value[1], cell[2] + self.value[2])


def left_standing(cells: Iterable[Cell], cell: Cell) -> list[Cell]:
    """The cells that are left once a cube and whatever stands on it are taken away.

    Examples
    --------
    >>> left_standing([(0, 0, 0), (1, 0, 0), (0, 0, 1), (0, 0, 2)], (0, 0, 1))
    [(0, 0, 0), (1, 0, 0)]
    """
    return [other for other in cells if other[:2] != cell[:2] or other[2] < cell[2]]
