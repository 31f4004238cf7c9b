"""Shades throw their shadow on the tower and stand in no camera's way."""

import numpy as np
import pytest

from samples.camera import Camera, look_at
from samples.lights import LIGHT_KINDS, random_light
from samples.scene import ANYWHERE, random_views, shaded
from samples.shades import Card, random_shade
from samples.towers import random_legal_tower

TOWER_CORNERS = np.array([[x, y, z] for x in (-1.0, 1.0) for y in (-1.0, 1.0) for z in (0.0, 4.0)])
BOARD = Card(np.array([0.0, 0.0, 5.0]), np.array([2.0, 0.0, 0.0]), np.array([0.0, 1.0, 0.0]))


def camera_at(position: np.ndarray) -> Camera:
    return Camera(600.0, (0.0, 0.0), *look_at(position, np.array([0.0, 0.0, 2.0]), 0.0), 640, 480)


def test_a_card_hides_what_lies_behind_it_and_nothing_beside_or_before_it() -> None:
    eye = np.array([0.0, 0.0, 10.0])
    assert BOARD.hides(np.array([[0.0, 0.0, 0.0]]), eye)
    assert BOARD.hides(np.array([[9.0, 9.0, 0.0], [3.9, 1.9, 0.0]]), eye)
    assert not BOARD.hides(np.array([[4.1, 0.0, 0.0], [0.0, 2.1, 0.0]]), eye)
    assert not BOARD.hides(np.array([[0.0, 0.0, 6.0]]), eye)


def test_a_card_has_its_corners_where_its_halves_reach() -> None:
    assert {tuple(corner) for corner in BOARD.corners} == {(x, y, 5.0) for x in (-2.0, 2.0) for y in (-1.0, 1.0)}


@pytest.mark.parametrize("seed", range(20))
def test_a_shade_stands_between_lamp_and_tower_but_not_before_the_camera(seed: int) -> None:
    rng = np.random.default_rng(seed)
    towards_lamp, distance = random_light(rng, "spot").main_lamp
    camera = camera_at(np.array([9.0, -6.0, 5.0]))
    cards = random_shade(rng, towards_lamp, distance, TOWER_CORNERS, [camera])
    assert cards
    for card in cards:
        assert not card.hides(TOWER_CORNERS, camera.position)
        from_lamp = card.corners @ towards_lamp
        assert from_lamp.min() > (TOWER_CORNERS @ towards_lamp).max()
        assert from_lamp.max() < distance


def test_a_lamp_behind_the_camera_s_back_gets_no_shade_that_hides_the_tower() -> None:
    camera = camera_at(np.array([8.0, 0.0, 2.0]))
    shades = [
        random_shade(np.random.default_rng(seed), np.array([1.0, 0.0, 0.0]), 30.0, TOWER_CORNERS, [camera])
        for seed in range(10)
    ]
    assert any(shades)
    assert not any(card.hides(TOWER_CORNERS, camera.position) for cards in shades for card in cards)


@pytest.mark.parametrize("kind", LIGHT_KINDS)
def test_every_light_has_a_main_lamp_above_the_table(kind: str) -> None:
    for seed in range(10):
        towards_lamp, distance = random_light(np.random.default_rng(seed), kind).main_lamp
        assert np.linalg.norm(towards_lamp) == pytest.approx(1.0)
        assert towards_lamp[2] > 0
        assert distance > 10


def test_a_shaded_scene_keeps_its_lamps_and_hides_nothing_of_its_surroundings() -> None:
    views = random_views(21, random_legal_tower(np.random.default_rng(21), 6), "spot", (640, 480), (ANYWHERE,) * 2)
    light = shaded(np.random.default_rng(5), views[0].light, views)
    assert light.shades
    assert light.bulbs == views[0].light.bulbs
    for scene in views:
        assert not any(card.hides(scene.surroundings_xyz, scene.camera.position) for card in light.shades)
