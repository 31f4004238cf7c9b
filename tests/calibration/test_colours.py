"""Gains are sums on the opponent axes, and colours are measured by what white sends of each."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from calibration.colours import opponent, white_balanced

colours = st.tuples(*[st.floats(0.02, 1.0)] * 3)
# The product of two is still bright enough to be told from black.
bright_colours = st.tuples(*[st.floats(0.07, 1.0)] * 3)


@given(bright_colours, bright_colours)
def test_a_gain_adds_on_the_opponent_axes(colour, gain):
    product = np.multiply(colour, gain)
    expected = opponent(np.array(colour)) + opponent(np.array(gain))
    assert_allclose(opponent(product), expected, atol=1e-9)


def test_brightness_moves_only_the_first_axis():
    dim, bright = opponent(np.array([[0.1, 0.2, 0.05], [0.3, 0.6, 0.15]]))
    assert dim[0] < bright[0]
    assert_allclose(dim[1:], bright[1:])


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


def test_no_more_than_a_bright_face_sends_is_made_up_for_a_colour_that_white_does_not_send():
    white = np.array([0.9, 0.8, 1e-6])
    red, green, blue = white_balanced(white * [0.2, 1.5, 0.0], white)
    assert (red, green) == pytest.approx((0.2, 1.5))
    assert blue == pytest.approx(1.65, rel=1e-3)
