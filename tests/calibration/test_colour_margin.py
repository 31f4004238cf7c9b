"""Paints of a set fit its own faces better than others do, whatever the light, and near types are named."""

import numpy as np
import pytest

from calibration.colour_margin import face_spreads, without_light, worst_pair
from calibration.paints import FACE_SPREAD, LIGHT_SPREAD, UNKNOWN_PAINTS, USUAL_PAINTS, Paints

TYPES = np.tile(np.arange(5), 4)
LIGHTS = np.repeat(np.arange(4), 5)
SPREADS = np.tile(FACE_SPREAD, (5, 1))


def faces_of(deviations, seed=3, noise=0.3):
    """Faces of all types on four sides, each side with a light of its own."""
    random = np.random.default_rng(seed)
    lights = random.normal(0, [0.6, 0.2, 0.2], (4, 3))
    return USUAL_PAINTS[TYPES] + deviations[TYPES] + lights[LIGHTS] + random.normal(0, noise, (20, 3)) * FACE_SPREAD


def set_of(seed):
    return np.random.default_rng(seed).normal(0, [0.4, 0.3, 0.3], (5, 3))


def test_what_is_left_without_paint_and_light_is_the_noise():
    colours = faces_of(set_of(1), noise=0.0)
    left = without_light(colours, TYPES, LIGHTS, Paints(set_of(1), np.ones(5)))
    # A light is drawn toward none a little, so a little of it is left.
    assert abs(left).max() < 0.12


def test_spreads_are_the_usual_ones_where_nothing_was_seen_and_grow_with_what_is_left():
    even = face_spreads(faces_of(np.zeros((5, 3))), TYPES, LIGHTS, UNKNOWN_PAINTS)
    uneven = face_spreads(faces_of(np.zeros((5, 3)), noise=3.0), TYPES, LIGHTS, UNKNOWN_PAINTS)
    assert (uneven > even).all()
    nothing = np.empty((0, 3)), np.empty(0, np.int64), np.empty(0, np.int64)
    np.testing.assert_allclose(face_spreads(*nothing, UNKNOWN_PAINTS), SPREADS)


def test_the_nearest_types_are_the_worst_pair():
    deviations = np.zeros((5, 3))
    deviations[4] = USUAL_PAINTS[2] - USUAL_PAINTS[4] + 0.1  # a blue that is nearly black
    one, other, margin = worst_pair(Paints(deviations, np.ones(5)), SPREADS)
    assert (one, other) == (2, 4)
    assert margin < 1.2 < worst_pair(UNKNOWN_PAINTS, SPREADS)[2]


def test_the_margin_counts_standard_deviations_of_one_face():
    deviations = np.zeros((5, 3))
    deviations[4] = USUAL_PAINTS[2] - USUAL_PAINTS[4] + FACE_SPREAD * [0.0, 1.5, 2.0]
    assert worst_pair(Paints(deviations, np.ones(5)), SPREADS) == (2, 4, pytest.approx(2.5))


def test_a_light_that_one_face_alone_tells_of_is_believed_less_than_one_that_many_tell_of():
    brighter = np.full((20, 3), 0.2)
    left = [
        without_light(USUAL_PAINTS[types] + brighter[: len(types)], types, np.zeros_like(types), UNKNOWN_PAINTS)[0]
        for types in (TYPES[:1], TYPES)
    ]
    np.testing.assert_allclose(left[0], 0.2 * FACE_SPREAD**2 / (FACE_SPREAD**2 + LIGHT_SPREAD**2))
    assert (left[1] < left[0]).all()
