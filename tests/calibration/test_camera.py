"""Projection keeps to OpenCV's frame, and a lens scales with its picture."""

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from calibration.camera import CameraPose, Lens


def test_the_point_looked_at_is_in_the_middle(camera_at):
    pose = camera_at((-6, -6, 4))
    assert_allclose(pose.project(np.array([0.0, 0.0, 0.5])), [639.5, 479.5], atol=1e-6)
    assert_allclose(pose.centre, [-6, -6, 4], atol=1e-9)


@pytest.mark.parametrize(("place", "elevation_deg"), [((3, 0, 3), 45), ((0, -1, np.sqrt(3)), 60), ((0.001, 0, 9), 90)])
def test_a_camera_stands_as_high_as_it_is_seen_from_the_middle_of_the_world(camera_at, place, elevation_deg):
    assert camera_at(place).elevation_deg == pytest.approx(elevation_deg, abs=0.01)


def test_up_in_the_world_is_up_in_the_picture(camera_at):
    low, high = camera_at((-6, -6, 4)).project(np.array([[0.0, 0.0, 0.0], [0.0, 0.0, 2.0]]))
    assert high[1] < low[1]


@given(st.integers(0, 2**32 - 1))
def test_projection_is_that_of_opencv(seed):
    random = np.random.default_rng(seed)
    rotation_vector = random.uniform(-3, 3, 3)
    rotation = cv2.Rodrigues(rotation_vector)[0]
    matrix = np.array([[random.uniform(300, 3000), 0, 640], [0, random.uniform(300, 3000), 480], [0, 0, 1]])
    distortion = random.uniform([-0.3, -0.1, -0.01, -0.01, -0.05], [0.3, 0.1, 0.01, 0.01, 0.05])
    in_camera = random.uniform([-4, -3, 5], [4, 3, 20], (20, 3))
    translation = random.uniform(-5, 5, 3)
    points = (in_camera - translation) @ rotation
    pose = CameraPose(Lens(matrix, distortion, (1280, 960)), rotation, translation)
    expected, _ = cv2.projectPoints(points, rotation_vector, translation, matrix, distortion)
    assert_allclose(pose.project(points), expected[:, 0], atol=1e-6)


def test_no_points_are_projected_to_none(camera_at):
    assert camera_at((-6, -6, 4)).project(np.empty((0, 4, 3))).shape == (0, 4, 2)


def test_depth_is_the_distance_along_the_axis(camera_at):
    pose = camera_at((-3, 0, 0.5))
    assert_allclose(pose.depth(np.array([[0.0, 0.0, 0.5], [1.0, 5.0, 0.5]])), [3.0, 4.0])


def test_a_resized_picture_shows_a_point_at_the_same_place(camera_at):
    pose = camera_at((-6, -6, 4))
    half = pose.lens.scaled_to((640, 480))
    assert half.size_wh == (640, 480)
    # The middle of pixel 0 of the half-size picture lies between pixels 0 and 1 of the other.
    assert_allclose(half.matrix[0, 2], (639.5 + 0.5) / 2 - 0.5)


@given(st.integers(200, 4000), st.integers(200, 4000))
def test_scaling_there_and_back_changes_nothing(width, height):
    lens = Lens(np.array([[900.0, 0, 600], [0, 900, 400], [0, 0, 1]]), np.zeros(5), (1200, 800))
    assert_allclose(lens.scaled_to((width, height)).scaled_to((1200, 800)).matrix, lens.matrix, rtol=1e-9)


@pytest.mark.parametrize("quarters", [-1, 1, 2, 3, 4])
def test_a_turned_camera_sees_every_point_where_the_turned_picture_has_it(camera_at, quarters):
    pose = camera_at((-6, -6, 4))
    matrix = np.add(pose.lens.matrix, [[0, 0, 30], [0, 10, -20], [0, 0, 0]])
    lens = Lens(matrix, np.array([0.1, -0.05, 0.01, -0.02, 0.03]), (1280, 960))
    pose = CameraPose(lens, pose.rotation, pose.translation)
    points = np.array([[0.3, -0.7, 0.0], [1.0, 1.0, 3.0], [-1.0, 0.5, 5.0]])
    expected, width = pose.project(points), 1280
    for _ in range(quarters % 4):
        expected = np.column_stack([expected[:, 1], width - 1 - expected[:, 0]])
        width = 1280 + 960 - width
    turned = pose.turned(quarters)
    assert_allclose(turned.project(points), expected, atol=1e-6)
    assert_allclose(turned.centre, pose.centre, atol=1e-9)
    assert turned.lens.size_wh[0] == width


def test_a_camera_in_a_mirror_sees_every_point_where_the_flipped_picture_has_it(camera_at):
    pose = camera_at((-6, -6, 4))
    matrix = np.add(pose.lens.matrix, [[0, 0, 30], [0, 10, -20], [0, 0, 0]])
    lens = Lens(matrix, np.array([0.1, -0.05, 0.01, -0.02, 0.03]), (1280, 960))
    pose = CameraPose(lens, pose.rotation, pose.translation)
    points = np.array([[0.3, -0.7, 0.0], [1.0, 1.0, 3.0], [-1.0, 0.5, 5.0]])
    across, down = pose.project(points).T
    mirrored = pose.mirrored()
    assert_allclose(mirrored.project(points * [-1, 1, 1]), np.column_stack([1279 - across, down]), atol=1e-6)
    assert_allclose(mirrored.centre, pose.centre * [-1, 1, 1], atol=1e-9)


def test_a_shift_counts_in_cube_edges_as_they_are_seen(camera_at):
    pose = camera_at((-6, -6, 4))
    points = np.array([[0.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
    across = pose.rotation[0] * 0.1
    moved = CameraPose(pose.lens, pose.rotation, pose.translation + pose.rotation @ across)
    assert_allclose(moved.shift_from(pose, points), 0.1, rtol=0.1)
    assert pose.shift_from(pose, points) == 0.0


def test_a_cropped_lens_shows_the_part_as_the_whole(camera_at):
    whole = camera_at((-6, -6, 4), k1=-0.1)
    part = CameraPose(whole.lens.cropped(np.array([200.0, 30.0]), (900, 800)), whole.rotation, whole.translation)
    points = np.array([[-1.0, -1.0, 0.0], [1.0, 0.5, 3.0]])
    assert_allclose(part.project(points), whole.project(points) - [200.0, 30.0])
    assert part.lens.size_wh == (900, 800)


def test_what_was_done_to_a_picture_is_told_by_its_lens(camera_at):
    """Cropped by 200 px at the left and 30 at the top, and then made 1.25 times as wide."""
    whole = camera_at((-6, -6, 4)).lens
    assert_allclose(whole.edit, np.zeros(3), atol=1e-12)
    part = whole.cropped(np.array([200.0, 30.0]), (1080, 930)).scaled_to((1350, 930))
    assert_allclose(part.edit, [-100 * 1.25 / 1350, -15 / 1350, np.log(1.25)], atol=1e-3)


def test_an_edited_lens_is_that_of_the_edited_picture(camera_at):
    edit = np.array([0.12, -0.07, 0.2])
    edited = camera_at((-6, -6, 4)).lens.edited(edit)
    assert_allclose(edited.edit, edit)
    assert edited.size_wh == (1280, 960)
    assert_allclose(edited.edited(-edit).matrix, camera_at((-6, -6, 4)).lens.matrix)


@pytest.mark.parametrize(
    ("distortion", "widest"),
    [
        ((0.0, 0.0, 0.0), np.inf),
        ((0.1, 0.0, 0.0), np.inf),
        ((-0.12, 0.0, 0.0), 5 / 3),
        ((-0.4, 0.2, 0.0), np.inf),
        ((1e-310, 0.0, 0.0), np.inf),
        ((-0.12, 0.0, 1e-310), 5 / 3),
    ],
)
def test_a_lens_shows_no_more_than_its_distortion_leaves_in_order(distortion, widest):
    k1, k2, k3 = distortion
    matrix = np.array([[1000.0, 0, 639.5], [0, 1000.0, 479.5], [0, 0, 1]])
    pose = CameraPose(Lens(matrix, np.array([k1, k2, 0.0, 0.0, k3]), (1280, 960)), np.eye(3), np.zeros(3))
    assert pose.lens.widest_tangent == pytest.approx(widest)
    aside = np.array([[[0.0, 0.0, 1.0], [1.6, 0.0, 1.0]], [[2.8, 0.0, 1.0], [0.0, 0.0, -1.0]]])
    assert pose.can_show(aside).tolist() == [[True, True], [widest > 2.8, False]]


@pytest.mark.parametrize(("wide", "is_square"), [(1.0, True), (1.02, True), (1.04, False), (0.96, False), (0.5, False)])
def test_pixels_are_square_unless_they_are_clearly_wider_or_narrower(wide, is_square):
    matrix = np.array([[900.0 * wide, 0, 639.5], [0, 900.0, 479.5], [0, 0, 1]])
    assert Lens(matrix, np.zeros(5), (1280, 960)).has_square_pixels is is_square


def test_what_lies_right_beside_the_camera_has_a_place_but_cannot_be_shown(camera_at):
    pose = camera_at((-6, -6, 4), k1=-0.1)
    beside = pose.centre + 2.0 * pose.rotation[0]
    assert pose.depth(beside) == pytest.approx(0.0, abs=1e-12)
    assert np.isfinite(CameraPose(pose.lens, np.eye(3), np.zeros(3)).project(np.array([[2.0, 1.0, 0.0]]))).all()
    assert not pose.can_show(beside)


def test_what_a_lens_folds_back_comes_out_at_the_outermost_place_it_shows(camera_at):
    pose = camera_at((-6.0, -6.0, 4.0), k1=-0.3)
    directions = np.array([[0.3, 0.4, 1.0], [1.2, 0.9, 1.0], [12.0, 9.0, 1.0]])
    seen = pose.project_outermost((directions - pose.translation) @ pose.rotation)
    middle = pose.lens.matrix[:2, 2]
    assert_allclose(seen[0], pose.project(((directions - pose.translation) @ pose.rotation)[:1])[0])
    widest = pose.lens.widest_tangent
    assert_allclose(seen[1:] - middle, 2 * [1000 * widest * (1 - 0.3 * widest**2) * np.array([0.8, 0.6])])


def test_the_error_of_a_pose_is_the_distance_in_the_picture(camera_at):
    pose = camera_at((-6, -6, 4))
    points = np.array([[-1.0, -1.0, 0.0], [1.0, 0.5, 3.0]])
    assert pose.reprojection_error_px(points, pose.project(points) + np.array([3.0, -4.0])) == pytest.approx(5.0)
