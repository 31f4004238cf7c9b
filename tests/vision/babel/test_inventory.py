"""The box's inventory decides between likely types and never against clear evidence."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.games.babel import TYPES
from vision.games.babel.telling.inventory import with_inventory

log_probabilities = st.lists(st.lists(st.floats(-9, 0), min_size=5, max_size=5), min_size=1, max_size=3)


def literal(logs):
    """All assignments of types, each weighed as a row of draws from one box: a tenth for a cube that it cannot hold."""
    box = [kind.in_box for kind in TYPES]
    totals = np.zeros((len(logs), len(TYPES)))
    for types in product(range(len(TYPES)), repeat=len(logs)):
        weight, drawn = 1.0, [0] * len(TYPES)
        for row, type in zip(logs, types, strict=True):
            left = 1 - drawn[type] / box[type]
            weight *= np.exp(row[type]) * (left if left > 0 else 0.1)
            drawn[type] += 1
        for i, type in enumerate(types):
            totals[i, type] += weight
    return totals / totals.sum(axis=1, keepdims=True)


@settings(deadline=None)
@given(log_probabilities)
def test_it_agrees_with_counting_all_assignments(logs):
    assert np.exp(with_inventory(np.array(logs))) == pytest.approx(literal(logs), abs=1e-9)


def clear(type, sureness=0.999):
    return np.log([sureness if t == type else (1 - sureness) / 4 for t in range(len(TYPES))])


def test_a_third_black_cube_that_is_clearly_seen_stays_black():
    assert np.exp(with_inventory(np.array([clear(2)] * 3)))[:, 2].min() > 0.8


def test_six_greys_make_a_seventh_in_doubt_a_white():
    doubtful = np.log([0.55, 0.42, 0.01, 0.01, 0.01])
    assert np.argmax(with_inventory(np.array([clear(0)] * 6 + [doubtful]))[6]) == 1


def test_a_whole_box_and_more_is_still_told():
    logs = np.array([clear(kind.number) for kind in TYPES for _ in range(kind.in_box)] + [clear(4)])
    assert (with_inventory(logs).argmax(axis=1) == logs.argmax(axis=1)).all()


def test_cubes_beyond_what_the_box_holds_leave_it_as_empty_for_the_next():
    """Three blacks, of which it holds two, and a fourth cube in doubt."""
    logs = np.array([clear(2)] * 3 + [np.log([0.3, 0.05, 0.6, 0.025, 0.025])])
    assert np.exp(with_inventory(logs)) == pytest.approx(literal(logs), abs=1e-9)


def test_how_likely_all_types_of_a_cube_are_together_does_not_count():
    logs = np.array([clear(2), clear(0, 0.6), clear(2, 0.5)])
    assert with_inventory(logs - [[1000.0], [0.0], [2000.0]]) == pytest.approx(with_inventory(logs))
