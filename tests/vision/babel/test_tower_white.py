"""Without white paper, the brightest of the tower's faces stand in for it."""

import cv2
import numpy as np
import pytest

from calibration.colours import DARKEST
from calibration.linear_light import linear_light
from rules.games.babel import Face
from vision.faces import FaceSite, face_corners
from vision.games.babel.telling.tower_white import tower_white


def test_white_is_the_brightest_twentieth_of_the_faces(camera_at):
    pose = camera_at((-6.0, -7.0, 5.0))
    sites = [FaceSite((0, 0, z), Face.S) for z in range(4)]
    width, height = pose.lens.size_wh
    frame_bgr = np.full((height, width, 3), (40, 60, 80), np.uint8)
    corners_xy = np.round(pose.project(face_corners(sites[1:2])[0])).astype(np.int32)
    cv2.fillConvexPoly(frame_bgr, corners_xy, (200, 210, 220))
    assert tower_white(frame_bgr, sites, pose) == pytest.approx(linear_light(np.uint8([220, 210, 200])))


def test_white_is_never_black(camera_at):
    pose = camera_at((-6.0, -7.0, 5.0))
    black = np.zeros((*pose.lens.size_wh[::-1], 3), np.uint8)
    assert (tower_white(black, [FaceSite((0, 0, 0), Face.S)], pose) == DARKEST).all()
