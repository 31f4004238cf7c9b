"""Colour and marks of a cube are joined by what cubes can be, and by nothing else."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.games.babel import Face
from vision.games.babel.telling.belief import join, of_one_box

EVEN = [math.log(0.2)] * 5
log_odds = st.floats(-8, 8)


@given(st.lists(st.floats(-9, 0), min_size=5, max_size=5), st.dictionaries(st.sampled_from(list(Face)), log_odds))
def test_probabilities_are_probabilities(types, bulges):
    belief = join(types, bulges)
    assert belief.types.sum() == pytest.approx(1)
    assert set(belief.bulges) == set(bulges)
    assert all(0 <= p <= 1 + 1e-9 for p in belief.bulges.values())


def test_a_sure_bulge_rules_out_grey():
    assert join(EVEN, {Face.U: 12.0}).types[0] < 1e-4


def test_a_grey_cube_by_its_colour_makes_a_doubtful_bulge_a_hollow():
    grey = [math.log(p) for p in (0.96, 0.01, 0.01, 0.01, 0.01)]
    assert join(grey, {Face.U: -2.0}).bulges[Face.U] < 0.1


def test_a_bulge_on_the_outside_is_not_explained_away():
    # Rule 5 forbids it; the belief knows no rules.
    white = [math.log(p) for p in (0.01, 0.96, 0.01, 0.01, 0.01)]
    assert join(white, {Face.S: 6.0, Face.W: -6.0}).bulges[Face.S] > 0.98


def test_an_even_mark_leaves_what_is_usual_for_a_colour():
    # A white cube, turned anyhow, shows a bulge on one face in six.
    white = [math.log(p) for p in (1e-9, 1.0, 1e-9, 1e-9, 1e-9)]
    assert join(white, {Face.U: 0.0}).bulges[Face.U] == pytest.approx(1 / 6, abs=1e-6)


def test_opposite_hollows_are_possible_only_with_fewer_than_four_bulges():
    belief = join(EVEN, dict.fromkeys((Face.E, Face.W), -9.0))
    assert belief.types[4] < 1e-4


def test_a_box_of_no_cubes_tells_nothing():
    assert of_one_box([]) == ()


def test_a_type_that_is_impossible_stays_so_whatever_the_box_holds():
    (belief,) = of_one_box([join([0.0, -2000.0, -2000.0, -2000.0, -2000.0], {})])
    assert belief.types.tolist() == pytest.approx([1.0, 0.0, 0.0, 0.0, 0.0])
