"""Lenses of sample cameras show something in every corner of the picture."""

import numpy as np
import pytest

from samples.camera import lens_that_reaches, random_camera


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


BOX = np.array([[x, y, z] for x in (-1.0, 1.0) for y in (-1.0, 1.0) for z in (0.0, 3.0)])


@pytest.mark.parametrize("seed", range(8))
def test_a_camera_farther_away_shows_the_tower_as_much_smaller_and_whole(seed: int) -> None:
    def box_xy(farther: tuple[float, float] | None) -> np.ndarray:
        drawn = np.random.default_rng(seed), BOX, BOX, (800, 600), np.array([0.0, 0.0, 1.0]), (0.0, 6.0)
        camera = random_camera(*drawn, farther)
        pixels = camera.project(BOX)
        assert camera.is_in_picture(pixels).all()
        return pixels

    near, far = np.ptp(box_xy((1.0, 1.0)), axis=0), np.ptp(box_xy((3.0, 3.0)), axis=0)
    assert near.max() / far.max() == pytest.approx(3.0, rel=0.3)


def test_what_is_seen_from_farther_away_lies_anywhere_in_the_picture() -> None:
    def middle_xy(seed: int) -> np.ndarray:
        drawn = np.random.default_rng(seed), BOX, BOX, (800, 600), np.array([0.0, 0.0, 1.0]), (0.0, 6.0)
        return random_camera(*drawn, (3.0, 3.0)).project(BOX).mean(axis=0)

    middles = np.array([middle_xy(seed) for seed in range(40)])
    assert (np.ptp(middles, axis=0) > (400, 300)).all()
