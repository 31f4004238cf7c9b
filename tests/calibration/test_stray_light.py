"""Light that lies over a whole picture is taken away as far as black ink and the darkest pixels show it."""

import cv2
import numpy as np
import pytest
from numpy.testing import assert_allclose

from calibration.linear_light import LINEAR_LIGHT, linear_light
from calibration.stray_light import ink_light, without_stray_light

WHITE, INK, PAINT = 235, 40, (60, 90, 140)
EYE = (-6, -6, 7)


@pytest.fixture
def clean_frame(mat_picture, camera_at):
    """The mat as printers print it, with something painted on it, shape (height, width, 3)."""
    gray = mat_picture(camera_at(EYE))
    frame = np.repeat(np.maximum(gray, INK)[..., None], 3, axis=-1)
    frame[420:540, 580:700] = PAINT
    return frame


def veiled(frame, strength, tint=(1.0, 1.0, 1.0)):
    """The frame with so much of the paper's light over it, exposed until the paper is as bright as before."""
    paper = LINEAR_LIGHT[WHITE]
    light = (LINEAR_LIGHT[frame] + strength * paper * np.array(tint)) / (1 + strength * np.array(tint))
    return np.rint(np.interp(light, LINEAR_LIGHT, np.arange(256))).astype(np.uint8)


def test_ink_is_what_the_darkest_border_sends(clean_frame, camera_at):
    pose = camera_at(EYE)
    assert_allclose(ink_light(clean_frame, pose), linear_light(np.full(3, INK, np.uint8)), rtol=0.02)
    cv2.circle(clean_frame, tuple(int(v) for v in pose.project(np.array([[2.25, 2.25, 0.0]]))[0]), 60, (250,) * 3, -1)
    assert_allclose(ink_light(clean_frame, pose), linear_light(np.full(3, INK, np.uint8)), rtol=0.02)


def test_a_clean_picture_is_left_as_it_is(clean_frame, camera_at):
    assert without_stray_light(clean_frame, camera_at(EYE)) is clean_frame


@pytest.mark.parametrize("blue", [5, 10, 13, 14, 16, 20, 25])
def test_a_lamp_that_lacks_a_colour_casts_no_stray_light(clean_frame, camera_at, blue):
    clean_frame[..., 0] = blue
    assert without_stray_light(clean_frame, camera_at(EYE)) is clean_frame


@pytest.mark.parametrize("blue", [14, 20, 40])
def test_what_a_lamp_lacks_is_not_wiped_out_where_there_is_stray_light(clean_frame, camera_at, blue):
    spoilt = veiled(clean_frame, 0.3)
    spoilt[..., 0] = blue
    mended = without_stray_light(spoilt, camera_at(EYE))
    assert mended is not spoilt
    assert abs(mended[480, 380].astype(int) - spoilt[480, 380]).max() <= 2


@pytest.mark.parametrize("strength", [0.1, 0.25, 0.4])
@pytest.mark.parametrize("tint", [(1.0, 1.0, 1.0), (1.1, 1.0, 0.8)])
def test_light_that_lies_over_a_picture_is_taken_away(clean_frame, camera_at, strength, tint):
    spoilt = veiled(clean_frame, strength, tint)
    mended = without_stray_light(spoilt, camera_at(EYE))
    paper, paint = (np.s_[480, 380], np.s_[480, 640])
    assert_allclose(mended[paper], spoilt[paper], atol=2)
    before, after = abs(spoilt[paint] - np.array(PAINT)).max(), abs(mended[paint] - np.array(PAINT)).max()
    # Ink is taken to be a little brighter than it is here, so a little is left.
    assert after < 0.4 * before


def test_no_more_is_taken_away_than_the_darkest_pixels_have(clean_frame, camera_at):
    grey_print = np.maximum(clean_frame, 110)
    grey_print[420:540, 580:700] = 8
    assert_allclose(without_stray_light(grey_print, camera_at(EYE)), grey_print, atol=8)


def test_of_a_colour_in_which_something_is_dark_nothing_is_taken_away(clean_frame, camera_at):
    grey_print = np.maximum(clean_frame, 110)
    grey_print[420:540, 580:700] = (110, 110, 8)
    blue, green, red = np.moveaxis(without_stray_light(grey_print, camera_at(EYE)).astype(int) - grey_print, -1, 0)
    assert abs(red).max() <= 8
    assert min(blue.min(), green.min()) < -30


def test_where_no_ink_or_paper_is_in_view_nothing_is_taken_away(clean_frame, camera_at):
    pose = camera_at(EYE, focal_px=60000.0)
    assert ink_light(clean_frame, pose) is None
    assert without_stray_light(clean_frame, pose) is clean_frame
    bare = np.full_like(clean_frame, 200)
    assert without_stray_light(bare, camera_at(EYE)) is bare
