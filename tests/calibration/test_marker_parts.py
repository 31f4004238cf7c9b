"""The mat is found by parts of its markers, where the border or something else leaves hardly any whole."""

import numpy as np
import pytest

from calibration.camera import plain_lens
from calibration.locating import NO_MARKER, locate_mat
from calibration.marker_parts import locate_by_parts, locate_whole_or_parts
from calibration.markers import find_markers

# Where a tower stands: the lower and upper corners of its lowest level.
TOWER = np.array([[x, y, z] for x in (-1.0, 1.0) for y in (-1.0, 1.0) for z in (0.0, 1.0)])


@pytest.fixture
def near(camera_at):
    """A camera so near that it has no marker whole in view."""
    return camera_at((-4, -1, 5), 1000.0, (640, 480), target=(0, 0, 0))


def off_px(located, pose):
    """How far from where a pose has the tower's corners another has them, at the most."""
    return np.linalg.norm(located.pose.project(TOWER) - pose.project(TOWER), axis=1).max()


def test_the_pose_follows_from_markers_that_the_border_cuts_off(mat_picture, near):
    picture = mat_picture(near)
    assert not find_markers(picture).marker_ids
    located = locate_by_parts(picture)
    assert len(located.sighting.marker_ids) >= 4
    assert off_px(located, near) < 1.5
    # Corners out of the picture lie where the pose has them.
    assert located.reprojection_error_px < 1.0


def test_a_known_lens_is_kept(mat_picture, near):
    located = locate_by_parts(mat_picture(near), near.lens)
    assert located.is_lens_known
    assert located.pose.lens is near.lens
    assert off_px(located, near) < 3.0


def test_markers_of_which_something_covers_a_corner_count_by_the_rest(mat_picture, camera_at):
    pose = camera_at((-6, -7, 8))
    picture = mat_picture(pose)
    for corners_xy in locate_mat(picture).sighting.corners_xy:
        # As a cube does that hides a corner.
        column, row = np.rint(corners_xy[0]).astype(int)
        picture[row - 14 : row + 14, column - 14 : column + 14] = 120
    assert not find_markers(picture).marker_ids
    assert off_px(locate_by_parts(picture), pose) < 4.0


def test_a_single_marker_that_was_found_leads_to_parts_of_others(mat_picture, camera_at):
    pose = camera_at((-4, -4, 4), 900.0, (640, 480), target=(0, 0, 0))
    picture = mat_picture(pose, hidden_ids=(2, 6))
    whole = find_markers(picture)
    assert whole.marker_ids == (5,)
    located = locate_by_parts(picture, None, whole)
    assert {5, 4, 7} <= {*located.sighting.marker_ids}
    assert off_px(located, pose) < 2.0


def test_one_part_alone_is_no_mat(mat_picture, near):
    hidden = [number for number in range(8) if number != 5]
    assert locate_by_parts(mat_picture(near, hidden_ids=hidden)) is None


@pytest.mark.parametrize("texture", ["even", "noise", "checks"])
def test_without_a_mat_none_is_found(texture):
    rng = np.random.default_rng(3)
    rows, columns = np.mgrid[:480, :640]
    pictures = {
        "even": np.full((480, 640), 120, np.uint8),
        "noise": rng.integers(0, 256, (480, 640), np.uint8),
        "checks": (((rows // 24 + columns // 24) % 2) * 255).astype(np.uint8),
    }
    assert locate_by_parts(pictures[texture], plain_lens(600.0, (640, 480))) is None


def test_parts_are_looked_for_where_less_than_two_markers_are_whole(mat_picture, camera_at, near):
    assert len(locate_whole_or_parts(mat_picture(near)).sighting.marker_ids) >= 4
    picture = mat_picture(camera_at((-4, -4, 4), 900.0, (640, 480), target=(0, 0, 0)), hidden_ids=(2, 6))
    assert len(locate_mat(picture).sighting.marker_ids) == 1
    assert len(locate_whole_or_parts(picture).sighting.marker_ids) > 1
    assert locate_whole_or_parts(np.full((480, 640), 120, np.uint8)) is NO_MARKER
    # Where enough are whole, these are enough.
    far = mat_picture(camera_at((-6, -7, 8)))
    assert locate_whole_or_parts(far).sighting.marker_ids == locate_mat(far).sighting.marker_ids
