"""Paints are told from the light on them as far as the faces allow, and otherwise stay the usual ones."""

import numpy as np
import pytest

from calibration.paints import (
    FACE_SPREAD,
    LIGHT_SPREAD,
    PAINT_SPREAD,
    UNKNOWN_PAINTS,
    USUAL_PAINTS,
    Paints,
    estimate_paints,
    log_evidence,
)

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


def noisy_faces(deviations, seed):
    random = np.random.default_rng(seed)
    lights = random.normal(0, LIGHT_SPREAD, (8, 3))
    return faces(deviations, lights) + random.normal(0, FACE_SPREAD, (len(TYPES), 3))


@pytest.mark.parametrize("seed", range(5))
def test_what_was_learned_of_a_set_is_likely_under_other_lights_and_other_paints_are_not(seed):
    deviations = np.random.default_rng(seed).normal(0, 2 * PAINT_SPREAD, (5, 3))
    learned = estimate_paints(noisy_faces(deviations, 10), TYPES, LIGHTS)
    later = noisy_faces(deviations, 11), TYPES, LIGHTS
    usual, own, other = (
        log_evidence(*later, paints, FACE_SPREAD)
        for paints in (UNKNOWN_PAINTS, learned, Paints(-learned.deviations, learned.information))
    )
    assert other < usual < own


def test_paints_that_nothing_is_known_of_speak_for_no_set():
    seen = noisy_faces(np.zeros((5, 3)), 1), TYPES, LIGHTS
    unknown = Paints(np.zeros((5, 3)), np.zeros(5))
    assert log_evidence(*seen, unknown, FACE_SPREAD) == log_evidence(*seen, UNKNOWN_PAINTS, FACE_SPREAD)


def test_evidence_is_the_density_of_a_normal_distribution():
    # One face of a paint that is fully known: the mean of its colour is the paint, its variance that of light and face.
    paints = Paints(np.zeros((5, 3)), np.ones(5))
    off = np.array([[0.1, -0.2, 0.3]])
    variance = FACE_SPREAD**2 + LIGHT_SPREAD**2
    density = -(np.log(2 * np.pi * variance) + off[0] ** 2 / variance).sum() / 2
    found = log_evidence(USUAL_PAINTS[[2]] + off, np.array([2]), np.array([0]), paints, FACE_SPREAD)
    assert found == pytest.approx(density)
