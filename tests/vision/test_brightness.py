"""How bright a picture has become is told by what both pictures measured."""

import numpy as np
import pytest

from vision.brightness import gains_between
from vision.differing import CHANGED, steadied


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


def chequered():
    """A picture full of details."""
    squares = np.kron(np.indices((15, 20)).sum(0) % 2, np.ones((12, 16)))
    return np.repeat(np.where(squares == 0, 60, 150).astype(np.uint8)[..., None], 3, axis=2)


@pytest.mark.parametrize("covered_px", [0, 120, 210, 250])
def test_what_covers_most_of_a_picture_does_not_tell_how_bright_it_has_become(covered_px):
    """As a dark sleeve before the camera, which then exposes longer."""
    before = chequered()
    now = np.clip(before * 1.4, 0, 255).astype(np.uint8)
    now[:, :covered_px] = (70, 45, 40)
    assert gains_between(before, now) == pytest.approx([1.4] * 3, abs=0.02)
    _, changed = steadied(now, before, CHANGED)
    assert changed[:, :covered_px].mean() == pytest.approx(1.0, abs=0.05) if covered_px else not changed.any()
    assert not changed[:, covered_px + 2 :].any()
