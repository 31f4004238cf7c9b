"""Paper seen behind a place says that it is empty; what is covered, off the mat or behind a cube says nothing."""

import numpy as np
import pytest

from calibration.locating import ON_OUTLINE, Place
from calibration.paper import mat_white
from rules.games.babel import Face
from vision.faces import FaceSite
from vision.games.babel.standing.paper_behind import shows_paper

TOP, SIDE = FaceSite((1, 1, 0), Face.U), FaceSite((1, 1, 0), Face.W)


@pytest.fixture
def pose(camera_at):
    return camera_at((-6, -7, 8))


@pytest.fixture
def frame(mat_picture, pose):
    gray = mat_picture(pose)
    return np.stack([gray, gray, gray], axis=-1)


def shown(frame, pose, sites, cells=()):
    return shows_paper(frame, sites, cells, pose, ON_OUTLINE, mat_white(frame, pose)).tolist()


def test_blank_paper_shows_that_a_corner_is_empty(frame, pose):
    assert shown(frame, pose, [TOP, SIDE]) == [True, True]


def test_paper_in_the_shadow_of_the_tower_is_paper(frame, pose):
    shaded = (frame * 0.6).astype(np.uint8)
    assert shows_paper(shaded, [SIDE], (), pose, ON_OUTLINE, mat_white(frame, pose)).tolist() == [True]


def test_what_is_burnt_out_is_no_paper(frame, pose):
    burnt = np.full_like(frame, 255)
    assert shows_paper(burnt, [TOP, SIDE], (), pose, ON_OUTLINE, mat_white(burnt, pose)).tolist() == [False, False]


@pytest.mark.parametrize("colour_bgr", [(120, 150, 210), (60, 60, 200), (30, 30, 30)])
def test_a_hand_before_a_corner_is_no_paper(frame, pose, colour_bgr):
    white = mat_white(frame, pose)
    covered = np.full_like(frame, colour_bgr)
    assert shows_paper(covered, [TOP, SIDE], (), pose, ON_OUTLINE, white).tolist() == [False, False]


def test_behind_a_cube_no_paper_is_seen(frame, pose):
    assert shown(frame, pose, [TOP, SIDE], [(0, 0, 0), (0, 0, 1), (0, 1, 0), (1, 0, 0)]) == [False, False]


def test_beside_the_outline_what_is_printed_on_the_mat_is_known_for_no_paper(camera_at, mat_picture):
    pose, place = camera_at((-6, -7, 6)), Place(0.3, 0.3, 12.0)
    frame = np.repeat(mat_picture(pose)[..., None], 3, axis=2)
    of_tower = pose.told_from(np.array([place.x, place.y, 0.0]), place.turn_deg)
    sites = [FaceSite((0, 1, 0), Face.W), FaceSite((1, 0, 0), Face.S), FaceSite((1, 0, 0), Face.U)]
    assert shows_paper(frame, sites, (), of_tower, place, mat_white(frame, pose)).tolist() == [True, True, True]


def test_the_table_beyond_the_mat_tells_nothing(camera_at, mat_picture):
    level = camera_at((-9, -10, 2))
    frame = np.repeat(mat_picture(level)[..., None], 3, axis=2)
    above_the_camera = FaceSite((0, 0, 4), Face.W)
    assert shown(frame, level, [FaceSite((1, 1, 1), Face.U), above_the_camera]) == [False, False]
