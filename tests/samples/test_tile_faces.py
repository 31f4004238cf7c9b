"""The pictures of a set: 27 that differ from each other, drawn alike by the same seed and otherwise by another."""

from dataclasses import replace
from itertools import combinations

import cv2
import numpy as np
import pytest

from rules.games.tours import TILES, Tile
from samples.tile_faces import DOT_STYLES, FACE_PX, STICK_STYLES, face_picture, random_artwork


def artwork_of(seed):
    return random_artwork(np.random.default_rng(seed), 0.75)


@pytest.fixture(scope="module", params=[1, 2])
def small_pictures(request):
    """How the faces of a set look on white, some pixels large."""
    artwork = artwork_of(request.param)
    on_white = {
        tile: 1 - picture[..., 3:] + picture[..., :3]
        for tile in TILES
        for picture in [cv2.resize(face_picture(artwork, tile), (24, 32), interpolation=cv2.INTER_AREA)]
    }
    assert len(on_white) == 27
    return on_white


def test_no_two_tiles_of_a_set_look_alike(small_pictures):
    for first, second in combinations(TILES, 2):
        assert np.abs(small_pictures[first] - small_pictures[second]).max() > 0.1, (first, second)


def test_nothing_is_drawn_over_the_rim_of_a_face(small_pictures):
    for picture in small_pictures.values():
        inside = np.s_[1:-1, 1:-1]
        picture[inside] = 1
        np.testing.assert_allclose(picture, 1, atol=0.01)


def test_the_circles_on_a_tile_can_be_counted():
    for seed in range(6):
        for value in range(2, 10):
            ink = face_picture(replace(artwork_of(seed), frame_ink=None), Tile("c", value))[..., 3]
            outlines, _ = cv2.findContours((ink > 0.5).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
            large = [outline for outline in outlines if cv2.contourArea(outline) > 250]
            is_round = [4 * np.pi * cv2.contourArea(each) / cv2.arcLength(each, True) ** 2 > 0.8 for each in large]
            assert sum(is_round) == value


def test_pictures_follow_from_the_artwork():
    first, again, other = (face_picture(artwork_of(seed), Tile("w", 8)) for seed in (3, 3, 4))
    assert first.shape == (FACE_PX, FACE_PX * 3 // 4, 4)
    np.testing.assert_array_equal(first, again)
    assert np.abs(first - other).max() > 0.3


def test_makers_differ():
    drawn = [artwork_of(seed) for seed in range(200)]
    assert {artwork.dot_style for artwork in drawn} == set(DOT_STYLES)
    assert {artwork.stick_style for artwork in drawn} == set(STICK_STYLES)
    assert 0.15 < np.mean([artwork.index_ink is not None for artwork in drawn]) < 0.35
    assert 0.15 < np.mean([artwork.is_short for artwork in drawn]) < 0.35
