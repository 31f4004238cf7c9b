"""Lenses of sample cameras show something in every corner of the picture."""

import numpy as np
import pytest

from samples.camera import lens_that_reaches


@pytest.mark.parametrize("distortion", [(0.0, 0.0), (-0.12, 0.03), (0.04, -0.02), (-0.05, 0.0)])
def test_a_usual_lens_stays_as_it_was_drawn(distortion: tuple[float, float]) -> None:
    assert lens_that_reaches(0.75, *distortion) == distortion


def test_a_lens_whose_widest_rays_end_before_the_corners_is_weakened_until_they_reach_them() -> None:
    corner = 1.18
    k1, k2 = lens_that_reaches(corner, -0.12, -0.02)
    assert k1 / k2 == pytest.approx(6.0)
    assert -0.12 < k1 < -0.05
    radii = np.linspace(0.0, 2.0, 1000)
    assert (radii * (1 + k1 * radii**2 + k2 * radii**4)).max() > corner
