"""What a photo shows of the nine columns, before any rule is asked: the type between seeing and judging."""

from dataclasses import dataclass

import numpy as np

from calibration.arrays import FloatArray
from calibration.camera import CameraPose
from rules.games.tours import TILES, Tile

#: What lies on a square is told from here on.
SURE = 0.9


@dataclass(frozen=True, slots=True, eq=False)
class ColumnReading:
    """What is seen of one square.

    Attributes
    ----------
    chances : float64 array of shape (n, 27)
        How well it is explained by 0, 1, 2, ... tiles with each of `rules.games.tours.TILES` on top; unnormalised.
        A face that tells the height says nothing of it for another tile. The first row, of no tile, is of one value.
    """

    chances: FloatArray

    @property
    def heights(self) -> FloatArray:
        """How likely it holds 0, 1, 2, ... tiles, shape (n,)."""
        return _shares(self.chances.max(axis=1))

    @property
    def tops(self) -> FloatArray:
        """How likely each of `rules.games.tours.TILES` lies on top, if any tile does, shape (27,)."""
        return _shares(self.chances[1:].max(axis=0))

    def height(self, sure_from: float = SURE) -> int | None:
        """How many tiles lie there; None if that is not so sure."""
        likeliest = int(self.heights.argmax())
        return likeliest if self.heights[likeliest] >= sure_from else None

    def top(self, sure_from: float = SURE) -> Tile | None:
        """The tile on top of a column; None if that is not so sure."""
        likeliest = int(self.tops.argmax())
        return TILES[likeliest] if self.tops[likeliest] >= sure_from else None


def _shares(chances: FloatArray) -> FloatArray:
    return np.asarray(chances / chances.sum())


@dataclass(frozen=True, slots=True, eq=False)
class TableReading:
    """What lies on each square.

    Attributes
    ----------
    pose : CameraPose
        Of the photo as it was given, in squares from the mat's middle.
    columns : tuple of ColumnReading
        One for each square, in the order of `rules.games.tours.SQUARES`.
    """

    pose: CameraPose
    columns: tuple[ColumnReading, ...]
