"""Finished towers are judged by what cameras at their corners see."""

import numpy as np
from click.testing import CliRunner

from rules.games.babel import Face, Mark
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


def test_what_is_misread_is_one_type_that_the_marks_allow() -> None:
    rng = np.random.default_rng(3)
    seen = seen_from(tower_of(random_legal_tower(rng, 24)), VIEWS["two opposite corners"])
    other = misread(seen, rng)
    (changed,) = (cell for cell in seen if seen[cell] != other[cell])
    assert seen[changed].type != other[changed].type
    for face in Face:
        if seen[changed].mark(face) is Mark.BULGE:
            assert other[changed].mark(face) is Mark.BULGE


def test_no_legal_tower_is_called_illegal_and_each_is_timed() -> None:
    for timed in measure(2, 1):
        assert timed.verdicts.total() == len(timed.seconds) == 2
        if "misread" not in timed.seen:
            assert not timed.verdicts["illegal"]


def test_the_table_has_a_row_for_each_way() -> None:
    result = CliRunner().invoke(deductions, ["--count", "1"])
    assert result.exit_code == 0
    assert result.output.count("corner") == 4
