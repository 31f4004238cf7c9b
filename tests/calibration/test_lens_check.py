"""A lens is used only for pictures that it may have taken."""

import numpy as np
import pytest

from calibration.camera import Lens
from calibration.lens_check import fitting_lens


@pytest.mark.parametrize(("factor", "fits"), [(1.0, True), (1.01, True), (1.25, False), (0.75, False)])
def test_the_right_focal_length_fits_and_another_does_not(mat_picture, camera_at, factor, fits):
    pose = camera_at((-5, -5, 4), 900)
    matrix = pose.lens.matrix.copy()
    matrix[[0, 1], [0, 1]] *= factor
    lens = Lens(matrix, pose.lens.distortion, pose.lens.size_wh)
    assert fitting_lens(mat_picture(pose), [lens]) is (lens if fits else None)


def test_of_two_lenses_that_fit_the_better_one_is_taken(mat_picture, camera_at):
    pose = camera_at((-5, -5, 4), 900)
    matrix = pose.lens.matrix.copy()
    matrix[[0, 1], [0, 1]] *= 1.01
    nearly = Lens(matrix, pose.lens.distortion, pose.lens.size_wh)
    picture = mat_picture(pose)
    assert fitting_lens(picture, [nearly, pose.lens]) is pose.lens
    assert fitting_lens(picture, [nearly]) is nearly


def test_without_a_mat_the_likeliest_is_taken(camera_at):
    lens = camera_at((-5, -5, 4)).lens
    assert fitting_lens(np.full((960, 1280), 128, np.uint8), [lens, lens.turned(2)]) is lens
