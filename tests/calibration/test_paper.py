"""The mat's white is found between markers and cubes, and shadows do not count."""

import numpy as np
from numpy.testing import assert_allclose

from calibration.linear_light import linear_light
from calibration.paper import mat_white


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
