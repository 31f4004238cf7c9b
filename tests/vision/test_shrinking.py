"""Making pictures smaller: how large they come out, and that nothing is invented."""

import numpy as np
import pytest

from vision.shrinking import shrunk


@pytest.mark.parametrize(
    ("shape", "smaller"), [((400, 800, 3), (100, 200, 3)), ((800, 400), (200, 100)), ((3, 4000, 3), (1, 200, 3))]
)
def test_the_longer_side_is_as_asked_for_and_the_shape_kept(shape, smaller):
    assert shrunk(np.zeros(shape, np.uint8), 200).shape == smaller


def test_a_picture_that_is_no_larger_stays_as_it_is():
    picture = np.zeros((20, 30, 3), np.uint8)
    assert shrunk(picture, 30) is picture


def test_pixels_are_averaged():
    stripes = np.zeros((40, 40), np.uint8)
    stripes[::2] = 200
    assert np.all(shrunk(stripes, 20) == 100)
