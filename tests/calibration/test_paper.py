"""The mat's white is found between markers and cubes, shadows do not count, and it is seen whether the mat is empty."""

import cv2
import numpy as np
import pytest
from numpy.testing import assert_allclose

from calibration.camera import CameraPose, Lens
from calibration.linear_light import linear_light
from calibration.paper import is_footprint_bare, light_at, mat_white


def test_the_white_is_the_paper_and_not_the_shadow_on_it(mat_picture, camera_at):
    pose = camera_at((-6, -6, 6))
    gray = mat_picture(pose)
    frame = np.stack([gray, gray, gray], axis=-1)
    # A shadow over 63 % of the paper, darker toward the left.
    shade = np.where(np.arange(1280) < 710, np.linspace(0.3, 0.8, 1280), 1.0)
    frame = (frame * shade[:, None]).astype(np.uint8)
    white = mat_white(frame, pose)
    assert_allclose(white, linear_light(np.full(3, 235, np.uint8)), rtol=0.03)


def test_what_stands_on_the_outline_is_no_paper_however_bright(mat_picture, camera_at):
    pose = camera_at((0, -0.01, 10), focal_px=3200.0, target=(0, 0, 0))
    # In light that fades, so that what is bright in the middle would count.
    fading = mat_picture(pose) * np.linspace(1.0, 0.7, 1280)
    frame = np.repeat(fading.astype(np.uint8)[..., None], 3, axis=2)
    white = mat_white(frame, pose)
    outline = pose.project(1.1 * np.array([[-1.0, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]]))
    cv2.fillConvexPoly(frame, np.rint(outline).astype(np.int32), (255,) * 3)
    assert_allclose(mat_white(frame, pose), white)


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


@pytest.fixture
def empty_mat(mat_picture, camera_at):
    """Function (eye, light, noise) -> the picture of an empty mat in light that fades to the right, and the pose."""

    def photo(eye=(-6, -6, 6), light=1.0, noise=0.0):
        pose = camera_at(eye)
        fading = mat_picture(pose) * light * np.linspace(1.0, 0.7, 1280)
        noisy = fading + np.random.default_rng(1).normal(0, noise, fading.shape)
        return np.repeat(np.clip(noisy, 0, 255).astype(np.uint8)[..., None], 3, axis=2), pose

    return photo


@pytest.mark.parametrize("eye", [(-6, -6, 6), (0, -9, 3), (1, 2, 12)])
@pytest.mark.parametrize(("light", "noise"), [(1.0, 0.0), (0.5, 2.0)])
def test_a_mat_that_lies_empty_in_even_light_is_bare(empty_mat, eye, light, noise):
    assert is_footprint_bare(*empty_mat(eye, light, noise))


@pytest.mark.parametrize("code", [40, 150, 225, 255])
def test_a_mat_with_a_cube_on_its_outline_is_not_bare(empty_mat, code):
    frame, pose = empty_mat()
    corners_xy = np.rint(pose.project(np.array([(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)], float)))
    cube = cv2.fillConvexPoly(frame, cv2.convexHull(corners_xy.astype(np.int32)), (code,) * 3)
    assert not is_footprint_bare(cube, pose)


def test_a_mat_that_does_not_show_well_is_not_said_to_be_bare(empty_mat, camera_at):
    frame, pose = empty_mat()
    in_half_shade = frame.copy()
    in_half_shade[:, :640] //= 2
    assert not is_footprint_bare(in_half_shade, pose)
    assert not is_footprint_bare(empty_mat(light=0.04)[0], pose)
    assert not is_footprint_bare(frame, camera_at((-6, -6, 6), target=(4, -4, 0)))


def test_light_is_told_up_to_the_last_pixel_and_not_beyond():
    frame = np.arange(27, dtype=np.uint8).reshape(3, 3, 3)
    pose = CameraPose(Lens(np.array([[1.0, 0, 1], [0, 1, 1], [0, 0, 1]]), np.zeros(5), (3, 3)), np.eye(3), np.zeros(3))
    ends = np.array([[-2.0, 0, 1], [-1, 0, 1], [1, 0, 1], [2, 0, 1], [0, -2, 1], [0, -1, 1], [0, 1, 1], [0, 2, 1]])
    light = light_at(frame, pose, ends)
    assert np.isnan(light).all(axis=1).tolist() == [True, False, False, True] * 2
    assert_allclose(light[[1, 2, 5, 6]], linear_light(frame[[1, 1, 0, 2], [0, 2, 1, 1]])[:, ::-1])
