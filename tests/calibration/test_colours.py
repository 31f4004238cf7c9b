"""The mat's white is found between markers and cubes, and gains are sums on the opponent axes."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from calibration.colours import linear_light, mat_white, opponent

colours = st.tuples(*[st.floats(0.02, 1.0)] * 3)


def test_linear_light_follows_the_standard():
    # IEC 61966-2-1: code 188 is half the light, code 10 lies on the straight part.
    assert_allclose(linear_light(np.array([188, 10], np.uint8)), [0.5029, 10 / 255 / 12.92], atol=2e-4)


@given(colours, colours)
def test_a_gain_adds_on_the_opponent_axes(colour, gain):
    product = np.multiply(colour, gain)
    expected = opponent(np.array(colour)) + opponent(np.array(gain))
    if product.min() > 0.004:
        assert_allclose(opponent(product), expected, atol=1e-9)


def test_brightness_moves_only_the_first_axis():
    dim, bright = opponent(np.array([[0.1, 0.2, 0.05], [0.3, 0.6, 0.15]]))
    assert dim[0] < bright[0]
    assert_allclose(dim[1:], bright[1:])


def test_the_white_is_the_paper_and_not_the_shadow_on_it(mat_picture, camera_at):
    pose = camera_at((-6, -6, 6))
    gray = mat_picture(pose)
    frame = np.stack([gray, gray, gray], axis=-1)
    frame[:, :560] = (frame[:, :560] * 0.5).astype(np.uint8)  # a shadow over less than half of the sheet
    white = mat_white(frame, pose)
    assert_allclose(white, linear_light(np.full(3, 235, np.uint8)), rtol=0.03)


def test_no_paper_in_view_is_an_answer(camera_at):
    pose = camera_at((-6, -6, 6), focal_px=60000.0)
    assert mat_white(np.zeros((960, 1280, 3), np.uint8), pose) is None


def test_what_is_too_dark_to_measure_stays_finite():
    assert np.isfinite(opponent(np.zeros(3))).all()
    assert opponent(np.zeros(3))[1:] == pytest.approx([0, 0])
