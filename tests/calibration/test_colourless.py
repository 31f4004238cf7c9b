"""Filters and burnt out pictures leave hardly any colour."""

import cv2
import numpy as np
import pytest

from calibration.colourless import has_hardly_colour, is_grey


@pytest.mark.parametrize("tone_bgr", [(0.72, 0.9, 1.0), (1.0, 0.95, 0.85), (1.0, 1.0, 1.0)])
def test_a_picture_of_one_tone_has_hardly_colour(tone_bgr):
    generator = np.random.default_rng(4)
    colours = cv2.GaussianBlur(generator.normal(0, 255, (400, 400, 3)).astype(np.float32), (0, 0), 9)
    picture = np.clip(120 + 4 * colours, 0, 255).astype(np.uint8)
    assert not has_hardly_colour(picture)
    tones = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)[..., None] * np.array(tone_bgr)
    assert has_hardly_colour(tones.astype(np.uint8))
    # One thing in colour is enough.
    tones[100:200, 100:200] *= (1.2, 0.7, 0.6)
    assert not has_hardly_colour(tones.astype(np.uint8))


def test_a_burnt_out_picture_has_hardly_colour():
    assert has_hardly_colour(np.full((100, 100, 3), 255, np.uint8))


@pytest.mark.parametrize("channel", [0, 1, 2])
def test_a_thing_that_differs_in_one_colour_alone_is_coloured(channel):
    picture = np.random.default_rng(4).integers(60, 200, (80, 80, 1)).repeat(5, axis=0).repeat(5, axis=1)
    picture = picture.repeat(3, axis=2).astype(np.uint8)
    assert has_hardly_colour(picture)
    picture[100:200, 100:200, channel] //= 2
    assert not has_hardly_colour(picture)


def test_a_picture_is_grey_if_all_of_it_is_and_there_is_light_to_tell_it_by():
    tones = np.random.default_rng(4).integers(60, 200, (400, 400, 1), np.uint8).repeat(3, axis=2)
    assert is_grey(tones)
    # Of the dark one cannot say: there all channels agree.
    assert not is_grey(tones // 4)
    # A fiftieth of the picture is red.
    tones[:80, :100] = (30, 30, 180)
    assert not is_grey(tones)


def test_a_single_pixel_is_grey_or_not():
    assert is_grey(np.full((1, 1, 3), 200, np.uint8))
    assert not is_grey(np.full((1, 1, 3), (30, 30, 180), np.uint8))
