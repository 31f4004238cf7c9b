"""How bright a picture has become is told by what both pictures measured."""

import numpy as np
import pytest

from vision.differing import gains_between


@pytest.mark.parametrize("code", [5, 255])
def test_what_is_too_dark_or_too_bright_to_be_measured_is_as_bright_as_before(code):
    picture = np.full((180, 320, 3), code, np.uint8)
    assert gains_between(picture, picture // 2).tolist() == [1.0, 1.0, 1.0]


def test_brightness_is_compared_by_what_is_measured_both_times_and_never_by_more_than_two_and_a_half_times():
    before = np.full((180, 320, 3), 100, np.uint8)
    now = np.full_like(before, 255)
    now[:72] = 120
    assert gains_between(before, now) == pytest.approx([1.2] * 3)
    dark, bright = np.full_like(before, 30), np.full_like(before, 200)
    assert gains_between(dark, bright).tolist() == [2.5] * 3
    assert gains_between(bright, dark).tolist() == [0.4] * 3


def test_brightness_is_told_by_what_is_not_black_now():
    before = np.full((180, 320, 3), 100, np.uint8)
    now = np.full_like(before, 120)
    now[:130] = 3
    assert gains_between(before, now) == pytest.approx([1.2] * 3)


@pytest.mark.parametrize(("size_px", "gain"), [(16, 1.0), (32, 0.5)])
def test_a_few_pixels_do_not_tell_how_bright_a_picture_has_become(size_px, gain):
    before = np.full((180, 320, 3), 5, np.uint8)
    before[:size_px, :size_px] = 120
    assert gains_between(before, before // 2).tolist() == [gain] * 3
