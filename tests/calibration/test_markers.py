"""Markers are found, each once, with their corners where half the light of a blurred edge is."""

import cv2
import numpy as np
import pytest

from calibration.linear_light import LINEAR_LIGHT, linear_light
from calibration.locating import locate_mat
from calibration.markers import find_markers
from calibration.mat import BABEL_MAT, MARKER_DICTIONARY


def blurred(picture, blur_px):
    """A picture as a lens blurs it: the light, not the codes."""
    light = cv2.GaussianBlur(linear_light(picture), (0, 0), blur_px)
    return np.rint(np.interp(light, LINEAR_LIGHT, np.arange(256))).astype(np.uint8)


def test_corners_are_found_without_a_shift(mat_picture, camera_at):
    pose = camera_at((-6, -6, 4))
    located = locate_mat(mat_picture(pose))
    shift_px = np.mean(located.corners_xy - pose.project(located.corners_xyz), axis=0)
    assert abs(shift_px).max() < 0.15


@pytest.mark.parametrize("blur_px", [1.0, 1.5, 2.0])
def test_where_a_lens_blurs_the_light_corners_stay_where_they_are(mat_picture, camera_at, blur_px):
    pose = camera_at((-4, -5, 7))
    sighting = find_markers(blurred(mat_picture(pose), blur_px))
    assert len(sighting.marker_ids) == 8
    expected_xy = [pose.project(BABEL_MAT.marker_corners(number)) for number in sighting.marker_ids]
    # Refined by codes they lie 0.9, 1.4 and 1.8 px inside the marker.
    assert np.linalg.norm(sighting.corners_xy - expected_xy, axis=-1).mean() < 0.2 * blur_px


def test_a_marker_that_is_seen_twice_is_left_out(mat_picture, camera_at):
    picture = mat_picture(camera_at((0.1, -6, 6)))
    sighting = find_markers(picture)
    corners = sighting.corners_xy[list(sighting.marker_ids).index(0)]
    left, top = np.floor(corners.min(axis=0)).astype(int) - 12
    right, bottom = np.ceil(corners.max(axis=0)).astype(int) + 12
    copy = picture[top:bottom, left:right].copy()
    picture[40 : 40 + copy.shape[0], 40 : 40 + copy.shape[1]] = 235
    picture[52 : 28 + copy.shape[0], 52 : 28 + copy.shape[1]] = copy[12:-12, 12:-12]
    assert 0 not in find_markers(picture).marker_ids


@pytest.fixture
def cut_off(mat_picture, camera_at):
    """A picture of which the left border cuts off a corner of marker 3, and where the marker's corners are in it."""
    pose = camera_at((-8, -2, 9))
    corners_xy = pose.project(BABEL_MAT.marker_corners(3))
    left = int(corners_xy[:, 0].min() + 0.08 * np.ptp(corners_xy[:, 0]))
    return blurred(mat_picture(pose), 1.0)[:, left:].copy(), corners_xy - [left, 0]


def test_a_corner_that_the_border_cuts_off_is_found_outside_of_the_picture(cut_off):
    picture, corners_xy = cut_off
    assert corners_xy[:, 0].min() < -5
    sighting = find_markers(picture)
    # The cells of the drawn marker are rounded to the sheet's pixels.
    np.testing.assert_allclose(sighting.corners_xy[sighting.marker_ids.index(3)], corners_xy, atol=0.7)


def test_a_marker_that_is_cut_off_and_fits_badly_is_left_out(cut_off, monkeypatch):
    monkeypatch.setattr(cv2, "findTransformECC", lambda _, light, start, *rest: (0.7, start))
    assert 3 not in find_markers(cut_off[0]).marker_ids


def test_at_the_right_border_corners_that_are_cut_off_are_found_outside_too(mat_picture, camera_at):
    pose = camera_at((8, -2, 9))
    corners_xy = pose.project(BABEL_MAT.marker_corners(2))
    right = int(corners_xy[:, 0].max() - 0.08 * np.ptp(corners_xy[:, 0]))
    sighting = find_markers(blurred(mat_picture(pose), 1.0)[:, :right].copy())
    found_xy = sighting.corners_xy[sighting.marker_ids.index(2)]
    assert found_xy[:, 0].max() > right
    np.testing.assert_allclose(found_xy, corners_xy, atol=0.7)


def test_markers_of_other_mats_are_none_of_this_one():
    dictionary = cv2.aruco.getPredefinedDictionary(MARKER_DICTIONARY)
    picture = np.full((300, 500), 235, np.uint8)
    for number, left in ((4, 50), (9, 300)):
        picture[100:200, left : left + 100] = cv2.aruco.generateImageMarker(dictionary, number, 100)
    assert find_markers(picture).marker_ids == (4,)
