"""Finished towers are judged by what cameras at their corners see."""

import numpy as np
from click.testing import CliRunner

from rules.games.babel import Face, is_outer
from samples.deductions import VIEWS, deductions, measure, misread, seen_from
from samples.towers import random_legal_tower, tower_of


def test_from_one_corner_the_farthest_column_shows_its_top_alone() -> None:
    tower = tower_of(random_legal_tower(np.random.default_rng(3), 24))
    seen = seen_from(tower, VIEWS["one corner"])
    assert seen.keys() == tower.keys()
    top = max(z for x, y, z in tower if (x, y) == (1, 1))
    for (x, y, z), cube in seen.items():
        assert (cube.type is None) is ((x, y) == (1, 1) and z < top)
        if (x, y) == (0, 1) and z < top:
            assert cube.mark(Face.W) is tower[x, y, z].mark(Face.W)


def test_what_is_misread_is_one_type_that_the_marks_seen_allow() -> None:
    tower = tower_of(random_legal_tower(np.random.default_rng(3), 24))
    sides = VIEWS["two opposite corners"]
    seen = seen_from(tower, sides)
    types = set()
    for seed in range(40):
        other = misread(tower, sides, np.random.default_rng(seed))
        (changed,) = (cell for cell in seen if seen[cell] != other[cell])
        assert seen[changed].type != other[changed].type
        for face in sides:
            if is_outer(changed, face):
                assert other[changed].mark(face) in (None, tower[changed].mark(face))
        types.add(seen[changed].type)
    # Grey and white cubes too, of which all marks follow from the type.
    assert {0, 1} <= types


def test_no_legal_tower_is_called_illegal_and_each_is_timed() -> None:
    for timed in measure(2, 1):
        assert timed.verdicts.total() == len(timed.seconds) == 2
        if "misread" not in timed.seen:
            assert not timed.verdicts["illegal"]


def test_the_table_has_a_row_for_each_way() -> None:
    result = CliRunner().invoke(deductions, ["--count", "1"])
    assert result.exit_code == 0
    assert result.output.count("corner") == 4


def test_a_seed_below_zero_is_refused() -> None:
    result = CliRunner().invoke(deductions, ["--seed", "-1"])
    assert result.exit_code == 2
    assert "x>=0" in result.output
