"""What a photo shows of the nine columns, before any rule is asked: the type between seeing and judging."""

from dataclasses import dataclass

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
    heights : float64 array of shape (n,)
        How likely it holds 0, 1, 2, ... tiles.
    tops : float64 array of shape (27,)
        How likely each of `rules.games.tours.TILES` lies on top, if any tile does.
    """

    heights: FloatArray
    tops: FloatArray

    def height(self, sure_from: float = SURE) -> int | None:
        """How many tiles lie there; None if that is not so sure."""
        likeliest = int(self.heights.argmax())
        return likeliest if self.heights[likeliest] >= sure_from else None

    def top(self, sure_from: float = SURE) -> Tile | None:
        """The tile on top of a column; None if that is not so sure."""
        likeliest = int(self.tops.argmax())
        return TILES[likeliest] if self.tops[likeliest] >= sure_from else None


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
