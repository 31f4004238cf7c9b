"""What all filmed games have in common: cameras that move, arms, and cubes in the air."""

import numpy as np
import pytest

from calibration.camera import CameraPose
from samples.camera import Camera, look_at
from samples.filming import (
    SIZE,
    arm_from,
    between_cameras,
    bumped,
    places_fields,
    tip_at,
    with_carried,
    with_hand,
    with_lifted,
)


@pytest.fixture
def camera():
    rotation, translation = look_at(np.array([0.0, -8.0, 10.0]), np.zeros(3), 0.0)
    return Camera(900.0, (0.0, 0.0), rotation, translation, *SIZE)


def test_finger_tips_come_from_outside_the_picture_to_their_goal(camera):
    arm = arm_from(np.random.default_rng(1), np.radians(90))
    goal_xy = np.array([300.0, 200.0])
    # Below the picture, as angles go clockwise from the right.
    assert tip_at(arm, goal_xy, 0.0)[1] > SIZE[1]
    np.testing.assert_allclose(tip_at(arm, goal_xy, 1.0), goal_xy)
    picture = np.full((*SIZE[::-1], 3), 0.4, np.float32)
    assert np.array_equal(with_hand(picture, camera, arm, np.zeros(3), tip_at(arm, goal_xy, 0.0)), picture)
    there = with_hand(picture, camera, arm, np.zeros(3), goal_xy)
    assert np.abs(there[230, 300] - 0.4).max() > 0.02


def test_a_carried_cube_looks_as_in_its_place_and_nothing_else_is_moved():
    base = np.full((*SIZE[::-1], 3), 0.4, np.float32)
    shown = base.copy()
    shown[300:340, 400:440] = (0.7, 0.1, 0.1)
    # Its shadow lies outside its outline, and stays behind.
    shown[300:340, 440:460] = 0.2
    corners_xy = np.array([[400.0, 300.0], [440.0, 300.0], [440.0, 340.0], [400.0, 340.0]])
    carried = with_carried(base, base, shown, corners_xy, np.array([100.0, -50.0]))
    np.testing.assert_allclose(carried[270, 520], (0.7, 0.1, 0.1), atol=0.02)
    np.testing.assert_allclose(carried[320, 420], 0.4)
    np.testing.assert_allclose(carried[270, 550], 0.4)


def test_a_lifted_piece_is_all_that_lies_between_its_corners():
    picture = np.full((*SIZE[::-1], 3), 0.4, np.float32)
    # In its place it looks just as what lay under it, and beside it lies something else.
    alone = np.full_like(picture, 0.4)
    alone[300:340, 400:440] = 0.41
    alone[:, :390] = 0.9
    corners_xy = np.array([[400.0, 300.0], [440.0, 300.0], [440.0, 340.0], [400.0, 340.0], [420.0, 320.0]])
    lifted = with_lifted(picture, alone, corners_xy, np.array([-200.0, 100.0]))
    np.testing.assert_allclose(lifted[405:435, 205:235], 0.41)
    np.testing.assert_allclose(lifted[405:435, 130:190], 0.4)


def test_a_camera_in_motion_ends_where_it_rests_next(camera):
    cameras = (camera, bumped(np.random.default_rng(2), camera))
    asked = []

    def still(place):
        asked.append(place)
        picture = np.zeros((*SIZE[::-1], 3), np.float32)
        x, y = np.round(cameras[place].project(np.zeros((1, 3)))[0]).astype(int)
        picture[y - 4 : y + 5, x - 4 : x + 5] = 1
        return picture

    ends = [cameras[0].project(np.zeros((1, 3)))[0], cameras[1].project(np.zeros((1, 3)))[0]]
    for place in (0.2, 0.8):
        rows, columns = np.nonzero(between_cameras(cameras, place, still)[..., 0] > 0.5)
        wanted = ends[0] + place * (ends[1] - ends[0])
        np.testing.assert_allclose([columns.mean(), rows.mean()], wanted, atol=2.5)
    assert asked == [0, 1]


def test_a_truth_tells_from_which_frame_on_the_camera_rests_somewhere(camera):
    poses: list[CameraPose] = [camera.pose, camera.pose]
    places = [0.0, 0.0, 0.4, 1.1, 1.0, 1.0]
    assert [told["first_frame"] for told in places_fields(poses, places)] == [0, 4]
