"""Cells next to, below and above cubes are those of the same columns."""

import pytest

from rules.games.babel import COLUMNS, Cube, Tower
from vision.games.babel.standing.candidates import (
    TOWER_LEVELS,
    is_carried,
    next_cells,
    top_level,
    tops,
    with_hidden_corners,
    with_supports,
)

STEPS = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1), (2, 0, 0), (2, 0, 1)]


def test_a_cube_stands_on_the_ground_or_on_another():
    assert [is_carried(cell, STEPS) for cell in ((5, 5, 0), (0, 0, 2), (1, 0, 2), (1, 1, 1))] == [
        True,
        True,
        False,
        False,
    ]


def test_tops_are_the_cubes_that_carry_none():
    assert tops(STEPS) == [(1, 0, 0), (0, 1, 0), (0, 0, 1), (2, 0, 1)]


def test_the_next_cell_of_each_column_is_its_lowest_free_one():
    assert set(next_cells(STEPS)) == {(0, 0, 2), (1, 0, 1), (0, 1, 1), (1, 1, 0)}
    first, *others = COLUMNS
    full = [(*first, z) for z in range(TOWER_LEVELS)]
    assert set(next_cells(full)) == {(*column, 0) for column in others}


@pytest.mark.parametrize(("cells", "top"), [([], 0), (STEPS, 1), ([(2, 0, 3), (0, 0, 0)], 0)])
def test_the_top_level_is_that_of_the_footprint(cells, top):
    assert top_level(cells) == top


def test_corners_are_filled_below_the_top_level_alone_and_where_they_would_not_be_seen():
    seen = Tower.from_cubes({cell: Cube(0) for cell in ((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1), (0, 0, 2))})
    none_seen = set(with_hidden_corners(seen, lambda cell: False))
    assert none_seen == {(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)} | {(0, 0, 2)}
    # Nothing hovers: where the ground would be seen, no cube stands above it.
    assert set(with_hidden_corners(seen, lambda cell: cell == (1, 1, 0))) == none_seen - {(1, 1, 0), (1, 1, 1)}


def test_what_stands_on_nothing_that_is_seen_stands_on_cubes_of_which_nothing_is_known():
    assert dict(with_supports({(0, 0, 2): Cube(4), (0, 0, 1): Cube(1)})) == {
        (0, 0, 0): Cube(None),
        (0, 0, 1): Cube(1),
        (0, 0, 2): Cube(4),
    }
