"""What is left of cut markers tells which way the tower stands on the mat; where there is no mat, nothing does."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.locating import NO_MARKER, locate_mat
from vision.games.babel.finding.cut_markers import quarters_on_mat
from vision.games.babel.reader import read
from vision.games.babel.turning import turned_pose

DEVELOP = Path(__file__).parents[3] / "samples" / "photos" / "develop"


@pytest.fixture
def close_pose(camera_at):
    """A camera so close that the picture cuts every marker."""
    return camera_at((0.0, -6.0, 7.0), focal_px=2650.0, target=(0.0, 0.0, 0.0))


@pytest.mark.parametrize("quarters", range(4))
def test_the_turn_is_told_though_no_marker_is_whole(mat_picture, close_pose, quarters):
    picture = mat_picture(close_pose)
    assert locate_mat(picture) is NO_MARKER
    assert quarters_on_mat(picture, turned_pose(close_pose, -quarters), []) == quarters


def test_markers_a_little_beside_their_place_are_read(mat_picture, close_pose, camera_at):
    beside = camera_at((-0.1, -6.1, 7.0), focal_px=2650.0, target=(-0.1, -0.1, 0.0))
    assert quarters_on_mat(mat_picture(close_pose), beside, []) == 0


def test_what_cubes_hide_is_not_asked(mat_picture, close_pose):
    wall = [(x, y, z) for x in range(-3, 5) for y in (-2, -3) for z in range(6)]
    assert quarters_on_mat(mat_picture(close_pose), close_pose, wall) is None


@pytest.mark.parametrize("seed", range(5))
def test_other_patterns_are_no_mat(mat_picture, close_pose, seed):
    rng = np.random.default_rng(seed)
    squares = rng.choice([40, 230], (12, 16)).astype(np.uint8)
    table = cv2.resize(squares, close_pose.lens.size_wh, interpolation=cv2.INTER_NEAREST)
    assert quarters_on_mat(table, close_pose, []) is None
    assert quarters_on_mat(mat_picture(close_pose, hidden_ids=range(8)), close_pose, []) is None


@pytest.mark.parametrize("first", [12, 16])
def test_the_mat_of_another_game_is_not_this_one(mat_picture, close_pose, monkeypatch, first):
    draw = cv2.aruco.generateImageMarker
    with monkeypatch.context() as drawn:
        drawn.setattr(cv2.aruco, "generateImageMarker", lambda kind, number, size: draw(kind, number + first, size))
        picture = mat_picture(close_pose)
    assert quarters_on_mat(picture, close_pose, []) is None


def test_a_photo_that_cuts_every_marker_is_read_in_the_mats_frame():
    """The tower of develop_02 with a little of what is round it."""
    photo = cv2.imread(str(DEVELOP / "develop_02.jpg"))
    cut = np.ascontiguousarray(photo[130:803, 168:961])
    assert locate_mat(cv2.cvtColor(cut, cv2.COLOR_BGR2GRAY)) is NO_MARKER
    truth = json.loads((DEVELOP / "develop_02.json").read_text())
    reading = read(cut)
    assert reading.on_mat
    assert {cube.cell: cube.likeliest_type for cube in reading.cubes} == {
        tuple(cube["cell"]): cube["type"] for cube in truth["cubes"]
    }
