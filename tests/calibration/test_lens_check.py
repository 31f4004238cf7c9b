"""A lens is used only for pictures that it may have taken."""

import numpy as np
import pytest

from calibration.camera import Lens
from calibration.lens_check import lens_fits


@pytest.mark.parametrize(("factor", "fits"), [(1.0, True), (1.01, True), (1.25, False), (0.75, False)])
def test_the_right_focal_length_fits_and_another_does_not(mat_picture, camera_at, factor, fits):
    pose = camera_at((-5, -5, 4), 900)
    matrix = pose.lens.matrix.copy()
    matrix[[0, 1], [0, 1]] *= factor
    assert lens_fits(mat_picture(pose), Lens(matrix, pose.lens.distortion, pose.lens.size_wh)) is fits


def test_without_a_mat_it_cannot_be_told(camera_at):
    assert lens_fits(np.full((960, 1280), 128, np.uint8), camera_at((-5, -5, 4)).lens) is None
