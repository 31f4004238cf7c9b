"""A known set's paints settle types that sets in general leave open, and change nothing where nothing is known."""

import numpy as np
import pytest

from calibration.paints import UNKNOWN_PAINTS, USUAL_PAINTS, Paints
from vision.games.babel.paint_evidence import with_paints

#: Six cubes of two faces each, on two sides.
TYPES = np.array([0, 1, 2, 3, 4, 0])
CUBES = np.repeat(np.arange(6), 2)
SIDES = np.tile([0, 4], 6)
LIGHTS = np.array([[-0.5, 0.2, -0.3], [0, 0, 0], [0, 0, 0], [0, 0, 0], [0.1, 0.1, -0.1]])


def colours_of(deviations, types=TYPES):
    return (USUAL_PAINTS + deviations)[types[CUBES]] + LIGHTS[SIDES]


def sure_but_of_the_last(first, second):
    """A network sure of all cubes but the last, which is one type or the other."""
    logs = np.full((6, 5), -12.0)
    logs[np.arange(6), TYPES] = 0.0
    logs[5] = -12.0
    logs[5, [first, second]] = 0.0
    return logs


def test_what_is_not_known_changes_nothing():
    before = sure_but_of_the_last(0, 1)
    after = with_paints(before, colours_of(np.zeros((5, 3))), CUBES, SIDES, UNKNOWN_PAINTS)
    np.testing.assert_allclose(after, before - np.logaddexp.reduce(before, axis=1, keepdims=True), atol=1e-9)


@pytest.mark.parametrize(("grey", "white", "last"), [(0.5, 0.3, 0), (-0.3, -0.5, 1)])
def test_a_colour_midway_between_two_usual_paints_is_settled_by_those_of_the_set(grey, white, last):
    deviations = np.zeros((5, 3))
    deviations[0, 0], deviations[1, 0] = grey, white
    types = np.array([0, 1, 2, 3, 4, last])
    paints = Paints(deviations, np.full(5, 0.9))
    after = with_paints(sure_but_of_the_last(0, 1), colours_of(deviations, types), CUBES, SIDES, paints)
    assert after[5].argmax() == last
    assert (after[:5].argmax(axis=1) == TYPES[:5]).all()


def test_one_lone_face_is_weighed_too():
    after = with_paints(np.log(np.full((1, 5), 0.2)), USUAL_PAINTS[[4]], np.array([0]), np.array([2]), UNKNOWN_PAINTS)
    np.testing.assert_allclose(np.exp(after).sum(), 1)
