"""The sky that is found explains what was sent, and what a face catches adds up as it must."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from rules.games.babel import Face
from vision.faces import FaceSite
from vision.sky import brightness, faces_under_sky, ground_under_sky, points_of_squares

TOWER = [(0, 0, 0), (1, 0, 0), (0, 0, 1)]


def even_sky(lights):
    """As bright everywhere as lights the ground with 1, the ground beyond the mat as bright as paper in it."""
    sky = np.full(lights, 2 / (lights - 4))
    sky[-4:] = 0.82
    return sky


def test_open_ground_is_lit_by_all_of_an_even_sky():
    ground = ground_under_sky([])
    assert_allclose(ground @ even_sky(ground.shape[1]), 1.0)


def test_ground_under_a_tower_is_dark_and_far_from_it_lighter_than_near_it():
    ground = ground_under_sky(TOWER)
    light = ground @ even_sky(ground.shape[1])
    x, y, _ = points_of_squares().mean(axis=1).T
    under = (abs(x + 0.5) < 0.4) & (abs(y + 0.5) < 0.4)
    assert light[under].max() < 0.02  # What comes in through the joint below the cubes.
    south = abs(x + 0.5) < 0.2
    beside, beyond = light[south & (abs(y + 1.2) < 0.2)], light[south & (y < -2.7)]
    assert beside.max() < beyond.min()


@pytest.mark.parametrize(("face", "expected"), [(Face.U, 1.0), (Face.S, 0.5 + 0.5 * 0.82), (Face.E, 0.5 + 0.5 * 0.82)])
def test_a_side_is_lit_by_half_the_sky_and_half_by_the_ground(face, expected):
    """A vertical plane sees half of each: view factors of 1/2."""
    cells = [(0, 0, 0)]
    caught = faces_under_sky([FaceSite((0, 0, 0), face)], cells, ground_under_sky([]))
    assert caught[0] @ even_sky(caught.shape[1]) == pytest.approx(expected, rel=0.03)


def test_a_face_that_another_cube_stands_before_catches_less():
    face = FaceSite((0, 0, 1), Face.E)
    alone, shaded = (faces_under_sky([face], cells, ground_under_sky(cells)) for cells in (TOWER, [*TOWER, (1, 0, 1)]))
    sky = even_sky(alone.shape[1])
    assert shaded[0] @ sky < 0.1 * (alone[0] @ sky)


def test_lights_are_found_by_the_shadows_that_they_throw():
    random = np.random.default_rng(5)
    ground = ground_under_sky(TOWER)
    true = np.zeros(ground.shape[1])
    true[random.choice(len(true) - 4, 2, replace=False)] = 1.0
    sent = ground @ true
    found = brightness(ground, sent, np.ones(len(sent)))
    assert (found >= 0).all()
    assert np.median(abs(ground @ found - sent) / sent.max()) < 0.04
    assert set(np.flatnonzero(true)) <= set(np.argsort(found)[-4:])


def test_no_light_is_made_up_where_nothing_is_sent():
    ground = ground_under_sky(TOWER)
    assert_allclose(ground @ brightness(ground, np.zeros(len(ground)), np.ones(len(ground))), 0.0, atol=1e-6)
