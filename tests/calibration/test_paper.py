"""The mat's white is found between markers and cubes, and shadows do not count."""

import numpy as np
from numpy.testing import assert_allclose

from calibration.camera import CameraPose, Lens
from calibration.linear_light import linear_light
from calibration.paper import light_at, mat_white


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


def test_what_lies_right_beside_the_camera_sends_no_light_to_it():
    matrix = np.array([[600.0, 0, 639.5], [0, 600.0, 479.5], [0, 0, 1]])
    lens = Lens(matrix, np.array([-0.1, 0.05, 0.001, 0.001, 0.02]), (1280, 960))
    pose = CameraPose(lens, np.eye(3), np.zeros(3))
    # Seen a billion focal lengths aside, distorted by their seventh power: no whole number is as large.
    points = np.array([[1.0, 0.0, 1e-9], [0.0, 0.0, -1.0], [0.0, 0.0, 1.0]])
    light = light_at(np.full((960, 1280, 3), 255, np.uint8), pose, points)
    assert np.isnan(light[:2]).all()
    assert_allclose(light[2], 1.0)
