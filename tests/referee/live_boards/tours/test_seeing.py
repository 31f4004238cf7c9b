"""What a look tells of columns of tiles, beside what was known of them."""

import numpy as np
import pytest

from referee.live_boards.tours.game import EMPTY
from referee.live_boards.tours.seeing import first_columns, seen_columns
from rules.games.tours import TILES, Tile
from rules.games.tours.tiles import Column
from vision.games.tours.columns import MOST_HEIGHT
from vision.games.tours.evidence import ColumnReading

FIVE, FOUR, THREE = Tile("b", 5), Tile("b", 4), Tile("b", 3)


def reading(height: int, top: Tile | None = None, chance: float = 0.99999) -> ColumnReading:
    """A reading that is as sure as this of the height, and of the tile if one is named."""
    heights = np.full(MOST_HEIGHT + 1, (1 - chance) / MOST_HEIGHT)
    heights[height] = chance
    tops = np.full(len(TILES), 1 / len(TILES))
    if top is not None:
        tops[:] = (1 - chance) / (len(TILES) - 1)
        tops[TILES.index(top)] = chance
    return ColumnReading(heights[:, None] * tops)


def known(*columns: Column) -> tuple[Column, ...]:
    return (*columns, *EMPTY[len(columns) :])


@pytest.mark.parametrize(
    ("before", "seen", "after"),
    [
        ((), reading(0), ()),
        ((), reading(1, FIVE), (FIVE,)),
        ((FIVE,), reading(2, FOUR), (FIVE, FOUR)),
        ((FIVE,), reading(3, THREE), (FIVE, None, THREE)),
        ((FIVE, FOUR, THREE), reading(1, FIVE), (FIVE,)),
        ((FIVE, FOUR), reading(0), ()),
        ((None, FOUR), reading(3, THREE), (None, FOUR, THREE)),
    ],
)
def test_a_column_that_was_looked_at_keeps_its_hidden_tiles(before: Column, seen: ColumnReading, after: Column) -> None:
    board = seen_columns({1: seen}, known((THREE,), before))
    assert board.laid == known((THREE,), after)
    assert (board.doubtful, board.is_plain, board.may_accuse) == (0, True, True)


def test_what_is_not_sure_is_in_doubt_and_stays_as_it_was() -> None:
    board = seen_columns({0: reading(2, FOUR, 0.3), 3: reading(1, FIVE)}, known((FIVE,)))
    assert board.laid == known((FIVE,), (), (), (FIVE,))
    assert board.doubtful == 1


def test_nobody_is_accused_by_a_look_that_is_not_all_but_certain_of_what_has_changed() -> None:
    board = seen_columns({0: reading(2, FOUR, 0.99), 3: reading(0, None, 0.93)}, known((FIVE,)))
    assert board.laid == known((FIVE, FOUR))
    assert not board.is_plain
    assert not board.may_accuse
    assert board.unproven == 0b1001


def test_of_a_first_look_only_tops_are_known() -> None:
    board = first_columns({0: reading(3, FIVE), 1: reading(0), 2: reading(2, FOUR, 0.5), 3: reading(1, None)})
    assert board.laid == known((None, None, FIVE))
    assert (board.doubtful, board.unproven) == (0b1100, 0)
    assert first_columns({0: reading(3, FIVE, 0.99)}).unproven == 1


def test_a_tile_that_is_there_for_sure_is_laid_whichever_it_is() -> None:
    seen = reading(2, FOUR)
    heights = seen.heights[:, None] * np.ones(len(TILES))
    board = seen_columns({0: ColumnReading(heights)}, known((FIVE,)))
    assert board.laid == known((FIVE, None))
    assert board.doubtful == 1
    # Of one that lies there already it is no news.
    assert seen_columns({0: ColumnReading(heights)}, known((FIVE, FOUR))).laid == known((FIVE, FOUR))


def test_a_second_tile_at_once_must_be_seen_the_more_clearly() -> None:
    one, other = reading(2, FOUR, 0.9999), reading(1, THREE, 0.96)
    assert seen_columns({0: one, 1: other}, known((FIVE,))).laid == known((FIVE, FOUR))
    assert seen_columns({1: other}, known((FIVE,))).laid == known((FIVE,), (THREE,))
    clear = seen_columns({0: one, 1: reading(1, THREE)}, known((FIVE,)))
    assert clear.laid == known((FIVE, FOUR), (THREE,))
    # What falls may take others with it.
    fallen = seen_columns({0: reading(0, None, 0.99), 1: reading(0, None, 0.99)}, known((FIVE,), (THREE,)))
    assert fallen.laid == EMPTY
