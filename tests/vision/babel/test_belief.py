"""Colour and marks of a cube are joined by what cubes can be, and by nothing else."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.games.babel import Face
from vision.games.babel.evidence import CubeEvidence, FaceEvidence
from vision.games.babel.telling.belief import alone, join, of_one_box
from vision.games.babel.telling.inventory import with_inventory

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


def test_a_third_black_cube_in_doubt_is_another_by_what_its_box_holds_and_so_are_its_marks():
    black = join([math.log(p) for p in (0.004, 0.004, 0.98, 0.006, 0.006)], {})
    in_doubt = join([math.log(p) for p in (0.3, 0.05, 0.6, 0.025, 0.025)], {Face.U: 0.0, Face.S: 0.0})
    alone_each = [black, black, in_doubt]
    types = np.array([belief.types for belief in alone_each])
    first, second, third = of_one_box(alone_each)
    assert np.array([first.types, second.types, third.types]) == pytest.approx(np.exp(with_inventory(np.log(types))))
    assert (np.argmax(in_doubt.types), np.argmax(third.types)) == (2, 0)
    # Grey ones have no bulges.
    assert set(third.bulges) == {Face.U, Face.S}
    assert third.bulges[Face.U] < 0.7 * in_doubt.bulges[Face.U]
    assert sum(math.exp(log) for number, _, log in third.whole if number == 0) == pytest.approx(third.types[0])


def test_a_cube_alone_is_what_its_colours_and_its_marks_say():
    likely = (-6.0, -6.0, 0.0, -6.0, -6.0)
    faces = tuple(
        FaceEvidence(face, np.zeros((4, 2)), 1.0, 30.0, odds, 0.5) for face, odds in ((Face.U, 4.0), (Face.S, -4.0))
    )
    belief = alone(CubeEvidence((0, 0, 0), 1.0, (0.2,) * 5, likely, faces, ()))
    assert np.argmax(belief.types) == 2
    assert belief.bulges[Face.U] > 0.9 > 0.1 > belief.bulges[Face.S]
