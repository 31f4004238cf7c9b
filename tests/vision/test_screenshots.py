"""The photo in a screenshot is found by the noise that a camera leaves."""

import cv2
import numpy as np
import pytest

from vision.picture_parts import Part
from vision.screenshots import photo_in_screenshot


def noise(height, width):
    return np.random.default_rng(7).integers(90, 110, (height, width, 3)).astype(np.uint8)


def test_a_photo_among_messages_is_found_to_a_square_or_two():
    screen = np.full((800, 400, 3), 240, np.uint8)
    for row in range(60, 240, 30):
        cv2.putText(screen, "is this still allowed?", (20, row), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (30, 30, 30), 2)
    screen[300:560, 90:390] = noise(260, 300)
    part = photo_in_screenshot(screen)
    ends = (part.left, part.top, part.left + part.width, part.top + part.height)
    np.testing.assert_allclose(ends, (90, 300, 390, 560), atol=16)


@pytest.mark.parametrize(
    "picture",
    [
        pytest.param(noise(240, 320), id="a photo"),
        pytest.param(np.zeros((240, 320, 3), np.uint8), id="nothing but what is drawn"),
        pytest.param(noise(7, 9), id="a speck"),
    ],
)
def test_of_all_else_all_is_the_part(picture):
    height, width = picture.shape[:2]
    assert photo_in_screenshot(picture) == Part.whole((width, height))
