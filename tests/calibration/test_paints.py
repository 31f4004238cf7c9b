"""Paints are told from the light on them as far as the faces allow, and otherwise stay the usual ones."""

import numpy as np
import pytest

from calibration.paints import LIGHT_SPREAD, UNKNOWN_PAINTS, USUAL_PAINTS, estimate_paints

TYPES = np.tile(np.arange(5), 8)
LIGHTS = np.repeat(np.arange(8), 5)


def faces(deviations, lights):
    return USUAL_PAINTS[TYPES] + deviations[TYPES] + lights[LIGHTS]


def test_without_faces_nothing_is_known():
    assert estimate_paints(np.empty((0, 3)), np.empty(0, int), np.empty(0, int)) is UNKNOWN_PAINTS


def test_deviations_are_found_under_any_light():
    # What lifts all paints alike cannot be told from light, so the deviations sum to nothing.
    deviations = np.array([[0.2, 0, 0], [-0.2, 0.1, 0], [0, -0.1, 0.1], [0, 0, -0.1], [0, 0, 0]])
    lights = np.random.default_rng(7).normal(0, LIGHT_SPREAD, (8, 3))
    lights -= lights.mean(axis=0)
    found = estimate_paints(faces(deviations, lights), TYPES, LIGHTS)
    assert found.deviations == pytest.approx(deviations, abs=0.06)
    assert (found.information > 0.5).all()


def test_a_type_that_was_not_seen_stays_usual():
    seen = TYPES != 3
    found = estimate_paints(faces(np.full((5, 3), 0.1), np.zeros((8, 3)))[seen], TYPES[seen], LIGHTS[seen])
    assert found.information[3] == 0
    assert abs(found.deviations[3]).max() < 1e-9


def test_more_faces_tell_more():
    one = estimate_paints(USUAL_PAINTS, np.arange(5), np.zeros(5, int))
    many = estimate_paints(USUAL_PAINTS[TYPES], TYPES, LIGHTS)
    assert (many.information > one.information).all()
