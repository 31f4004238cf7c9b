"""Points of the table give the camera's pose: exactly where its lens is known, and the lens too where they are many."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from calibration.focal_prior import focal_prior
from calibration.mat import BABEL_MAT
from calibration.plane_pose import pose_and_lens, pose_with_lens

MAT = np.concatenate([BABEL_MAT.marker_corners(number) for number in range(8)])


@pytest.mark.parametrize("corners", [4, 32])
def test_with_a_known_lens_one_marker_is_enough(camera_at, corners):
    true = camera_at((-6, -5, 5))
    found = pose_with_lens(MAT[:corners], true.project(MAT[:corners]), true.lens)
    assert_allclose(found.centre, true.centre, atol=1e-4)


def test_the_focal_length_and_k1_are_found_along_with_the_pose(camera_at):
    true = camera_at((-6, -5, 5), focal_px=1500.0, k1=-0.05)
    found = pose_and_lens(MAT, true.project(MAT), true.lens.size_wh, focal_prior(true.lens.size_wh))
    assert found.lens.matrix[0, 0] == pytest.approx(1500.0, rel=2e-3)
    assert found.lens.distortion[0] == pytest.approx(-0.05, abs=5e-3)
    assert_allclose(found.centre, true.centre, rtol=5e-3)


def test_no_camera_above_the_table_sees_it_mirrored(camera_at):
    true = camera_at((-6, -5, 5))
    mirrored = (true.lens.size_wh[0] - 1, 0) + true.project(MAT) * (-1, 1)
    assert pose_with_lens(MAT, mirrored, true.lens) is None
    assert pose_and_lens(MAT, mirrored, true.lens.size_wh, focal_prior(true.lens.size_wh)) is None
