"""What is seen of a column is joined with what was known of it: the likelier it was, the less need be seen."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.games.tours import TILES, Tile, parse_position
from vision.games.tours.columns import MOST_HEIGHT
from vision.games.tours.evidence import ColumnReading
from vision.games.tours.following import column_after

COLUMNS = st.lists(st.sampled_from((None, *TILES)), max_size=MOST_HEIGHT - 1).map(tuple)


def reading(height, top, height_share=0.9999, top_share=0.9999):
    heights, tops = (
        np.full(count, (1 - share) / (count - 1)) for count, share in ((MOST_HEIGHT + 1, height_share), (27, top_share))
    )
    heights[height], tops[TILES.index(top)] = height_share, top_share
    return ColumnReading(heights[:, None] * tops)


NOTHING_SEEN = ColumnReading(np.ones((MOST_HEIGHT + 1, len(TILES))))


@given(COLUMNS, st.integers(1, MOST_HEIGHT), st.sampled_from(TILES))
def test_what_is_seen_beyond_doubt_is_told_whatever_was_known(before, height, top):
    """That is not bent by what is legal, nor by what is usual."""
    seen = column_after(reading(height, top, 1 - 1e-9, 1 - 1e-9), before)
    assert (seen.height, seen.top) == (height, top)
    assert 0.99 < seen.chance <= seen.height_chance <= 1


@given(COLUMNS)
def test_where_nothing_is_seen_nothing_is_sure(before):
    assert column_after(NOTHING_SEEN, before).chance < 0.9


@given(COLUMNS, st.sampled_from(TILES), st.permutations(TILES))
def test_no_tile_is_likelier_on_another(before, top, others):
    """Tiles exchanged for each other in what was known and in what is seen leave the chances as they are."""
    exchanged = dict(zip(TILES, others, strict=True))
    height = len(before) + 1
    first = column_after(reading(height, top, 0.6, 0.7), before)
    second = column_after(reading(height, exchanged[top], 0.6, 0.7), tuple(tile and exchanged[tile] for tile in before))
    assert first.chance == pytest.approx(second.chance)


BEFORE = parse_position("5b4b4c,-,-/-,-,-/-,-,- *").columns[0]


def test_one_tile_more_is_told_from_less_than_several():
    seen = [column_after(reading(height, Tile("w", 4), 0.99), BEFORE) for height in (4, 5, 7)]
    assert [column.height for column in seen] == [4, 5, 7]
    assert seen[0].chance > 0.999 > seen[1].chance > 0.9 > seen[2].chance


@pytest.mark.parametrize(("height", "tile"), [(3, Tile("c", 4)), (2, Tile("b", 4))])
def test_where_a_known_tile_lay_it_is_told_from_less_than_another(height, tile):
    """One that lies there still, and one that a fall or a tile taken back leaves on top."""
    still = column_after(reading(height, tile, top_share=0.3), BEFORE)
    assert (still.height, still.top) == (height, tile) and still.chance > 0.99
    assert column_after(reading(height, Tile("w", 4), top_share=0.3), BEFORE).top == tile


def test_a_face_that_tells_the_height_says_nothing_of_it_for_another_tile():
    """Though the known height is seen, it is by a tile that is hardly ever there: that leaves all open."""
    chances = np.ones((MOST_HEIGHT + 1, len(TILES)))
    chances[3, TILES.index(Tile("w", 4))] = 50.0
    assert ColumnReading(chances).height(0.7) == 3
    assert column_after(ColumnReading(chances), BEFORE).chance < 0.7


def test_of_an_empty_square_the_height_says_all():
    seen = column_after(reading(0, TILES[0], top_share=1 / 27), BEFORE[:1])
    assert (seen.height, seen.top) == (0, None)
    assert seen.chance == seen.height_chance > 0.9


def test_a_height_is_told_though_the_tile_is_not():
    seen = column_after(reading(4, TILES[0], 0.9999, 1 / 27), BEFORE)
    assert seen.height == 4
    assert seen.height_chance > 0.99 > 0.5 > seen.chance
