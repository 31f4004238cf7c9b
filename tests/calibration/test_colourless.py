"""Filters and burnt out pictures leave hardly any colour."""

import cv2
import numpy as np
import pytest

from calibration.colourless import has_hardly_colour


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
