"""A camera that was moved is told from one that stands."""

from dataclasses import replace

import numpy as np
import pytest

from calibration.mat import BABEL_MAT
from vision.camera_moves import has_clearly_moved, has_moved, markers_in_place


def test_a_moved_camera_is_told_from_one_that_stands(camera_at):
    assert not has_moved(camera_at((6.0, -6.0, 6.0)), camera_at((6.005, -6.0, 6.0)))
    assert has_moved(camera_at((6.0, -6.0, 6.0)), camera_at((6.6, -6.0, 6.0)))


@pytest.mark.parametrize(("shift_px", "is_clear"), [(6.0, False), (40.0, True)])
def test_a_camera_that_was_clearly_moved_is_told_from_a_picture_that_is_a_little_off(camera_at, shift_px, is_clear):
    pose = camera_at((6.0, -6.0, 6.0))
    matrix = pose.lens.matrix.copy()
    matrix[0, 2] += shift_px
    after = replace(pose, lens=replace(pose.lens, matrix=matrix))
    assert has_moved(pose, after)
    assert has_clearly_moved(pose, after) is is_clear


@pytest.mark.parametrize(("shift_px", "in_place"), [(1.0, 2), (12.0, 0)])
def test_markers_that_lie_where_they_lay_say_that_nothing_moved(camera_at, shift_px, in_place):
    pose = camera_at((-6, -6, 7))
    corners = np.concatenate([BABEL_MAT.marker_corners(number) for number in (1, 5)])
    assert markers_in_place(pose, corners, pose.project(corners) + np.array([shift_px, 0.0])) == in_place


def test_a_picture_of_another_size_is_of_a_camera_that_may_have_moved(camera_at):
    pose = camera_at((6.0, -6.0, 6.0))
    # Cut off below, it shows the rest where it was.
    assert has_moved(pose, replace(pose, lens=replace(pose.lens, size_wh=(1280, 900))))


def test_a_marker_of_which_one_corner_lies_elsewhere_does_not_lie_in_its_place(camera_at):
    pose = camera_at((-6, -6, 7))
    corners = np.concatenate([BABEL_MAT.marker_corners(number) for number in (1, 5)])
    seen_xy = pose.project(corners)
    seen_xy[6] += (9.0, 9.0)
    assert markers_in_place(pose, corners, seen_xy) == 1
