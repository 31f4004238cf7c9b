"""From what is seen on the squares to heights and tops."""

import numpy as np
import pytest

from calibration.camera import CameraPose
from calibration.tile_mat import middle_of
from rules.games.tours import TILES, Tile
from vision.games.tours.columns import MOST_HEIGHT, SquareSight, column_reading
from vision.games.tours.looking import Sighting


@pytest.fixture(scope="module")
def pose(camera_round):
    return camera_round(-100, 62)


def a_face(alike, corners_xy, in_view=1.0):
    return Sighting(np.array(alike), np.asarray(corners_xy), 0.0, in_view)


def test_a_square_on_which_nothing_is_seen_may_hold_anything(pose, circles):
    reading = column_reading(SquareSight((), ()), 4, pose, circles)
    np.testing.assert_allclose(reading.heights, 1 / (MOST_HEIGHT + 1))
    np.testing.assert_allclose(reading.tops, 1 / len(TILES))
    assert reading.height() is None and reading.top() is None


@pytest.mark.parametrize("height", [1, 2, 5])
@pytest.mark.parametrize("upside_down", [0, 9])
def test_a_face_that_is_seen_tells_height_and_top(pose, circles, height, upside_down):
    size = circles.size
    half = np.array([0.75, 1.0]) * 64 * size.step / 2
    flat = np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]]) * half
    corners = pose.project(np.column_stack([flat, np.full(4, height * size.height)]))
    alike = np.full(18, 0.1)
    alike[3 + upside_down] = 0.9
    reading = column_reading(SquareSight((a_face(alike, corners),), ()), 4, pose, circles)
    assert (reading.height(), reading.top()) == (height, Tile("c", 4))
    # What is like nothing tells nothing.
    reading = column_reading(SquareSight((a_face(np.full(18, 0.2), corners),), ()), 4, pose, circles)
    assert reading.height() is None and reading.top() is None
    # Two faces that are as alike as each other leave the top open, and not the height.
    alike[5] = alike[3 + upside_down]
    reading = column_reading(SquareSight((a_face(alike, corners),), ()), 4, pose, circles)
    assert (reading.height(), reading.top()) == (height, None)


def test_of_a_face_that_is_half_hidden_less_is_believed(pose, circles):
    """Half of the 2 of circles on its other half is as much alike as the whole where it lies."""
    size = circles.size
    half = np.array([0.75, 1.0]) * 64 * size.step / 2
    flat = np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]]) * half
    whole, part = (
        a_face(np.eye(18)[1] * alike, pose.project(np.column_stack([flat, np.full(4, height * size.height)])), in_view)
        for alike, height, in_view in ((0.92, 2, 0.9), (0.96, 1, 0.5))
    )
    assert column_reading(SquareSight((part,), ()), 4, pose, circles).height() == 1
    assert column_reading(SquareSight((part, whole), ()), 4, pose, circles).height() == 2


def test_a_column_that_ends_close_below_the_camera_is_told(pose, circles):
    size = circles.size
    half = np.array([0.75, 1.0]) * 64 * size.step / 2
    flat = np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]]) * half
    height = 6
    # A camera that looks straight down from two tiles' lengths above the top.
    above = CameraPose(
        pose.lens, np.diag([1.0, -1.0, -1.0]), np.array([0.0, 0.0, height * size.height + 2 * size.length])
    )
    corners = above.project(np.column_stack([flat, np.full(4, height * size.height)]))
    reading = column_reading(SquareSight((a_face(np.eye(18)[2] * 0.9, corners),), ()), 4, above, circles)
    assert (reading.height(), reading.top()) == (height, Tile("c", 3))


def test_a_cross_tells_that_a_square_is_empty(pose, circles):
    size = circles.size
    half = np.array([0.75, 1.0]) * 64 * size.step / 2
    flat = np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]]) * half
    corners = pose.project(np.column_stack([flat, np.zeros(4)]))
    reading = column_reading(SquareSight((), (a_face([0.9], corners),)), 4, pose, circles)
    assert reading.height() == 0 and reading.top() is None
    # One that lies beside its square is none.
    assert column_reading(SquareSight((), (a_face([0.9], corners),)), 5, pose, circles).height() is None


def test_a_face_that_another_column_explains_better_is_not_taken_for_this_one_s(pose, circles):
    """From low down a face on one square is seen near the middle of another, as if it lay higher there."""
    size = circles.size
    half = np.array([0.75, 1.0]) * 64 * size.step / 2
    flat = np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]]) * half
    square, height = 1, 4
    corners = pose.project(np.column_stack([flat + middle_of(square), np.full(4, height * size.height)]))
    face = SquareSight((a_face(np.eye(18)[2] * 0.8, corners),), ())
    assert column_reading(face, square, pose, circles).height() == height
    for other in set(range(9)) - {square}:
        assert column_reading(face, other, pose, circles).height() is None
