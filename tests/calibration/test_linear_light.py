"""Codes and light as the standard has them."""

import numpy as np
from numpy.testing import assert_allclose

from calibration.linear_light import linear_light


def test_linear_light_follows_the_standard():
    # IEC 61966-2-1: code 188 is half the light, code 10 lies on the straight part.
    assert_allclose(linear_light(np.array([188, 10], np.uint8)), [0.5029, 10 / 255 / 12.92], atol=2e-4)
