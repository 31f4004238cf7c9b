"""The mat's white is found between markers and cubes, and gains are sums on the opponent axes."""

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from calibration.colours import has_hardly_colour, mat_white, opponent, white_balanced
from calibration.linear_light import linear_light

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
    # A shadow over 63 % of the paper, darker toward the left.
    shade = np.where(np.arange(1280) < 710, np.linspace(0.3, 0.8, 1280), 1.0)
    frame = (frame * shade[:, None]).astype(np.uint8)
    white = mat_white(frame, pose)
    assert_allclose(white, linear_light(np.full(3, 235, np.uint8)), rtol=0.03)


def test_no_paper_in_view_is_an_answer(camera_at):
    pose = camera_at((-6, -6, 6), focal_px=60000.0)
    assert mat_white(np.zeros((960, 1280, 3), np.uint8), pose) is None


@given(colours, colours.map(lambda white: tuple(0.2 + 0.8 * value for value in white)))
def test_each_colour_is_measured_by_the_same_colour_of_white(paint, white):
    assert_allclose(white_balanced(np.multiply(paint, white), np.array(white)), paint)


@pytest.mark.parametrize("weak", [0, 2])
@given(paint=st.floats(0.05, 1.0), slope=st.floats(0.7, 1.4), noise=st.floats(0.0, 0.02))
def test_a_colour_that_white_does_not_send_is_what_the_other_two_make_likely(weak, paint, slope, noise):
    steady = paint * slope ** np.arange(-1.0, 2.0)
    white = np.array([0.9, 0.8, 0.7])
    white[weak] = 1e-6
    light = steady * white
    light[weak] += noise
    assert_allclose(white_balanced(light, white), steady, rtol=1e-3)


def test_the_less_a_colour_is_lit_the_less_its_noise_tells():
    def change_by_noise(left):
        white = np.array([0.9, 0.8, 0.7 * left])
        light = white * [0.5, 0.4, 0.3]
        return abs(np.log(white_balanced(light * [1, 1, 1.5], white) / white_balanced(light, white))).max()

    changes = [change_by_noise(left) for left in (1.0, 0.1, 0.05, 0.01)]
    assert changes == sorted(changes, reverse=True)
    assert changes[-1] < 0.1 * changes[0]


def test_what_two_weak_colours_say_is_left_as_it_is():
    white = np.array([0.9, 1e-6, 1e-6])
    light = white * [0.5, 0.4, 0.3]
    assert_allclose(white_balanced(light, white), [0.5, 0.4, 0.3], rtol=1e-3)


def test_what_is_too_dark_to_measure_stays_finite():
    assert np.isfinite(opponent(np.zeros(3))).all()
    assert opponent(np.zeros(3))[1:] == pytest.approx([0, 0])


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
