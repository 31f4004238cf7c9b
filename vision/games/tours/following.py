"""What has become of a column that was known, by what is seen of it now. Used by live following.

What is legal is not asked: any tile may lie on any other.
"""

from dataclasses import dataclass

import numpy as np

from calibration.arrays import FloatArray
from rules.games.tours import TILES, Tile
from rules.games.tours.tiles import Column

from .columns import MOST_HEIGHT
from .evidence import ColumnReading

# What happens to a column where something stirred, before it is seen: mostly nothing, or a turn is taken, which lays
# one tile there.
_AS_BEFORE, _ONE_MORE = 0.5, 0.4
# A turn was missed, or two: for each of two and three tiles more. And for each number beyond, as nothing is impossible.
_FEW_MORE, _MANY_MORE = 0.01, 0.0005
# A fall, or a tile that is taken back: for all lower heights together.
_LOWER = 0.1
# A tile that was known has been exchanged, or was told wrongly.
_EXCHANGED = 0.002


@dataclass(frozen=True, slots=True)
class SeenColumn:
    """A column as it most probably is now.

    Attributes
    ----------
    height : int
    top : Tile or None
        None if no tile is left.
    chance : float
        How likely both are so.
    height_chance : float
        How likely the height is so, whichever tile lies on top.
    """

    height: int
    top: Tile | None
    chance: float
    height_chance: float


def column_after(reading: ColumnReading, before: Column) -> SeenColumn:
    """Join what is seen of a column with what was known of it.

    Parameters
    ----------
    reading : ColumnReading
    before : tuple of Tile or None
        The column when it was last known, from the ground up; None is a tile that is not known.
    """
    chances = reading.chances * _before_it_is_seen(before)
    chances /= chances.sum()
    by_height = chances.sum(axis=1)
    height = int(by_height.argmax())
    height_chance = float(by_height[height])
    if height == 0:
        return SeenColumn(0, None, height_chance, height_chance)
    top = int(chances[height].argmax())
    return SeenColumn(height, TILES[top], float(chances[height, top]), height_chance)


def _before_it_is_seen(before: Column) -> FloatArray:
    """How likely each height and each of `rules.games.tours.TILES` on top is, shape (17, 27), unnormalised."""
    tops = np.full((MOST_HEIGHT + 1, len(TILES)), 1 / len(TILES))
    for height, tile in enumerate(before[:MOST_HEIGHT], 1):
        if tile is not None:
            tops[height] *= _EXCHANGED
            tops[height, TILES.index(tile)] += 1 - _EXCHANGED
    return np.asarray(_of_heights(len(before))[:, None] * tops)


def _of_heights(before: int) -> FloatArray:
    """How likely a column that had this height has each, shape (17,), unnormalised."""
    more = np.arange(MOST_HEIGHT + 1) - before
    kinds = [more < 0, more == 0, more == 1, more <= 3]
    chances: FloatArray = np.select(kinds, [_LOWER / max(before, 1), _AS_BEFORE, _ONE_MORE, _FEW_MORE], _MANY_MORE)
    return chances
