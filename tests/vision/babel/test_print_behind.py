"""A cube before a marker is not there if the marker is seen; where something hides it, or none is behind, it may be."""

import cv2
import numpy as np
import pytest

from calibration.locating import ON_OUTLINE, Place, locate_mat
from rules.games.babel import Face
from vision.faces import FaceSite, face_corners
from vision.games.babel.standing.print_behind import _looks_printed, shows_print

BEFORE_THE_NORTH, BEFORE_PAPER = (0, 0, 1), (0, 0, 0)


@pytest.fixture
def pose(camera_at):
    return camera_at((-0.5, -7, 5))


@pytest.fixture
def frame(mat_picture, pose):
    return np.repeat(mat_picture(pose)[..., None], 3, axis=2)


def shown(frame, cells, place=ON_OUTLINE):
    mat = locate_mat(np.ascontiguousarray(frame[..., 0])).told_from(place)
    return shows_print(frame, cells, mat).tolist()


def with_cube(frame, pose, cell, code):
    """The picture with the faces of a cube painted in one grey."""
    corners_xy = pose.project(face_corners([FaceSite(cell, face) for face in Face]).reshape(-1, 3))
    return cv2.fillConvexPoly(frame.copy(), cv2.convexHull(np.rint(corners_xy).astype(np.int32)), (code,) * 3)


def test_a_marker_that_is_seen_says_that_nothing_stands_before_it(frame):
    assert shown(frame, [BEFORE_PAPER, BEFORE_THE_NORTH]) == [False, True]


@pytest.mark.parametrize("code", [30, 120, 235])
def test_before_a_marker_that_is_hidden_a_cube_may_stand(frame, pose, code):
    assert shown(with_cube(frame, pose, BEFORE_THE_NORTH, code), [BEFORE_THE_NORTH]) == [False]


def test_what_another_cube_hides_is_not_asked_about(frame):
    # Seen from here it stands behind one nearer by, which would hide the marker too.
    assert shown(frame, [(0, -1, 1), (0, -1, 2), (0, 0, 1)])[-1] is False


def test_a_picture_without_contrast_shows_no_print(frame):
    pale = (200 + frame.astype(float) / 20).astype(np.uint8)
    mat = locate_mat(np.ascontiguousarray(frame[..., 0]))
    assert shows_print(pale, [BEFORE_THE_NORTH], mat).tolist() == [False]


def test_what_stands_beside_the_outline_is_looked_at_where_it_stands(frame):
    half_turn = Place(turn_deg=180.0)
    assert shown(frame, [BEFORE_THE_NORTH, (1, 1, 1)], half_turn) == [False, True]


def test_what_stands_a_cube_farther_north_is_looked_at_there(frame):
    assert shown(frame, [(0, -1, 1)], Place(y=1.0)) == [True]


@pytest.mark.parametrize("is_ink", [True, False])
def test_points_of_one_colour_alone_show_no_print(is_ink):
    assert not _looks_printed(np.linspace(0.02, 0.1, 100), np.full(100, is_ink))
