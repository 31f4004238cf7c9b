"""Of several poses, the one under which there is a tower is taken; where there is none, none is claimed."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.camera import CameraPose, Lens, rotation_about_vertical
from vision.faces import cell_centre
from vision.games.babel.off_mat import NO_OUTLINE, NO_TOWER, find_tower, place_tower
from vision.tower_outline import outline_xy

DEVELOP = Path(__file__).parents[2] / "samples" / "photos" / "develop"


@pytest.fixture(scope="module")
def sample():
    """A committed photo, its true pose at that size, its levels, and the middles of its cubes."""
    frame_bgr = cv2.imread(str(DEVELOP / "develop_01.jpg"))
    truth = json.loads((DEVELOP / "develop_01.json").read_text())
    camera = truth["camera"]
    lens = Lens(np.array(camera["K"]), np.array(camera["dist"]), (camera["width"], camera["height"]))
    pose = CameraPose(lens, np.array(camera["R"]), np.array(camera["t"])).scaled_to(frame_bgr.shape[1::-1])
    levels = 1 + max(cube["cell"][2] for cube in truth["cubes"])
    return frame_bgr, pose, levels, truth["cubes"]


def miss(pose, true, levels, cubes):
    """Largest distance of a cube's middle, over the tower's height, in the quarter turn that fits best."""
    middles = np.array([cube["center"] for cube in cubes])
    cells = np.array([cell_centre(tuple(cube["cell"])) for cube in cubes])
    height = np.ptp(true.project(np.array([[0.0, 0.0, 0.0], [0.0, 0.0, levels]]))[:, 1])
    turned = [cells @ rotation_about_vertical(90.0 * quarter).T for quarter in range(4)]
    return min(np.linalg.norm(pose.project(c) - true.project(middles), axis=-1).max() for c in turned) / height


def test_the_tower_is_found_without_a_look_at_the_mat(sample):
    frame_bgr, true, levels, cubes = sample
    found = find_tower(frame_bgr, None, None)
    assert found
    assert miss(found.pose, true, levels, cubes) < 0.012


def test_an_outline_by_hand_need_not_be_exact(sample):
    frame_bgr, true, levels, cubes = sample
    beside = np.array([[3, -2], [-4, 3], [2, 4], [-3, -3], [4, 1], [-2, 3]], np.float64)
    placed = place_tower(frame_bgr, outline_xy(true, levels) + beside, None, None)
    assert placed
    assert miss(placed.pose, true, levels, cubes) < 0.012


def test_where_no_tower_stands_none_is_claimed():
    stripes = np.tile(np.repeat(np.uint8([90, 160]), 40), (480, 8))
    boxes = cv2.rectangle(cv2.rectangle(stripes // 2, (100, 120), (300, 400), 220, -1), (320, 200), (520, 420), 90, -1)
    assert find_tower(cv2.cvtColor(boxes, cv2.COLOR_GRAY2BGR), None, None) is NO_TOWER


def test_points_that_are_no_outline_are_refused(sample):
    frame_bgr, *_ = sample
    assert place_tower(frame_bgr, np.array([[0, 0], [9, 9], [0, 9], [9, 0], [5, 5], [2, 2]]) * 40.0, None, None) is (
        NO_OUTLINE
    )
