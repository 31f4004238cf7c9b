import numpy as np

from rules.games.tours import TILES
from vision.games.tours.evidence import ColumnReading


def reading(height: int, height_share: float, top: int, top_share: float) -> ColumnReading:
    heights, tops = (
        np.full(count, (1 - share) / (count - 1)) for count, share in ((17, height_share), (len(TILES), top_share))
    )
    heights[height], tops[top] = height_share, top_share
    return ColumnReading(heights[:, None] * tops)


def test_what_is_sure_is_told_and_nothing_else() -> None:
    assert reading(3, 0.95, 5, 0.92).height() == 3
    assert reading(3, 0.95, 5, 0.92).top() == TILES[5]
    assert reading(3, 0.85, 5, 0.5).height() is None
    assert reading(3, 0.85, 5, 0.5).top() is None


def test_who_asks_for_less_is_told_more() -> None:
    assert reading(0, 0.6, 7, 0.4).height(0.5) == 0
    assert reading(0, 0.6, 7, 0.4).top(0.3) == TILES[7]


def test_a_tile_that_is_likely_at_one_height_alone_tells_that_height() -> None:
    chances = np.full((17, len(TILES)), 0.001)
    chances[0] = 0.1
    chances[4, 7] = 0.9
    seen = ColumnReading(chances)
    assert (seen.height(0.8), seen.top()) == (4, TILES[7])
    np.testing.assert_allclose(seen.heights[:2], [0.1 / (0.1 + 0.9 + 15 * 0.001), 0.001 / (0.1 + 0.9 + 15 * 0.001)])
