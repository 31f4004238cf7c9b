"""Of several poses, the one under which there is a tower is taken; where there is none, none is claimed."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.camera import CameraPose, Lens, rotation_about_vertical
from vision.faces import cell_centre
from vision.games.babel.finding import off_mat
from vision.games.babel.finding.judged_pose import NO_TOWER, JudgedPose
from vision.games.babel.finding.off_mat import NO_OUTLINE, find_shown_tower, find_tower, place_tower
from vision.games.babel.finding.tower_outline import outline_xy
from vision.games.babel.finding.tower_pose import LocatedTower

DEVELOP = Path(__file__).parents[3] / "samples" / "photos" / "develop"


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


@pytest.mark.parametrize("is_found", [True, False])
def test_a_tower_not_found_in_a_screenshot_is_looked_for_in_the_photo_that_it_shows(sample, monkeypatch, is_found):
    frame_bgr, pose, _, _ = sample
    height, width = frame_bgr.shape[:2]
    screen = np.full((3 * height, width + 100, 3), 240, np.uint8)
    screen[200 : 200 + height, 50 : 50 + width] = frame_bgr
    looked_at = []

    def find(picture, lens):
        looked_at.append(picture.shape)
        part_wh = (picture.shape[1], picture.shape[0])
        is_part = is_found and picture.shape != screen.shape
        return LocatedTower(pose.scaled_to(part_wh), False) if is_part else NO_TOWER

    monkeypatch.setattr(off_mat, "find_tower", find)
    found = find_shown_tower(screen, None)
    assert len(looked_at) == 2
    if is_found:
        foot, corner_xy = np.zeros((1, 3)), np.array([50, 200])
        assert found.pose.lens.size_wh == (width + 100, 3 * height)
        np.testing.assert_allclose(found.pose.project(foot), pose.project(foot) + corner_xy, atol=30)
    else:
        assert found is NO_TOWER


def test_a_photo_that_is_no_screenshot_is_searched_once(sample, monkeypatch):
    looked_at = []
    monkeypatch.setattr(off_mat, "find_tower", lambda *_: looked_at.append(True) or NO_TOWER)
    assert find_shown_tower(sample[0], None) is NO_TOWER
    assert len(looked_at) == 1


def miss(pose, true, levels, cubes):
    """Largest distance of a cube's middle, over the tower's height, in the quarter turn that fits best."""
    middles = np.array([cube["center"] for cube in cubes])
    cells = np.array([cell_centre(tuple(cube["cell"])) for cube in cubes])
    height = np.ptp(true.project(np.array([[0.0, 0.0, 0.0], [0.0, 0.0, levels]]))[:, 1])
    turned = [cells @ rotation_about_vertical(90.0 * quarter).T for quarter in range(4)]
    return min(np.linalg.norm(pose.project(c) - true.project(middles), axis=-1).max() for c in turned) / height


def test_the_tower_is_found_without_a_look_at_the_mat(sample):
    frame_bgr, true, levels, cubes = sample
    found = find_tower(frame_bgr, None)
    assert found
    assert miss(found.pose, true, levels, cubes) < 0.012


@pytest.mark.parametrize("quarters", [1, 2])
def test_a_tower_is_found_in_a_picture_that_is_turned(sample, quarters):
    frame_bgr, true, levels, cubes = sample
    found = find_tower(np.ascontiguousarray(np.rot90(frame_bgr, quarters)), None)
    assert found
    assert found.is_upright_known
    assert miss(found.pose.turned(-quarters), true, levels, cubes) < 0.012


def test_a_camera_below_the_table_sees_no_tower(sample, monkeypatch):
    frame_bgr, true, *_ = sample
    below = CameraPose(true.lens, true.rotation, true.translation + true.rotation @ np.array([0.0, 0.0, 20.0]))
    judged = JudgedPose(LocatedTower(below, False), score=150.0, top=0.0, faces=25)
    monkeypatch.setattr(off_mat, "_upright", lambda *_: judged)
    monkeypatch.setattr(off_mat, "_turned", lambda *_: None)
    assert find_tower(frame_bgr, None) is NO_TOWER


def test_where_the_whole_picture_shows_none_a_part_of_it_is_searched(sample, monkeypatch):
    frame_bgr, true, levels, cubes = sample
    looked_at = []

    def towers_in(frame_bgr, lens, count, part=None):
        looked_at.append(part)
        return iter([[] if part is None else [LocatedTower(true, False)]])

    monkeypatch.setattr(off_mat, "find_towers", towers_in)
    assert miss(find_tower(frame_bgr, None).pose, true, levels, cubes) < 0.012
    whole, part = looked_at
    assert whole is None
    assert part.width < frame_bgr.shape[1]


def test_where_no_part_shows_one_either_the_lines_in_the_middle_count_alone(sample, monkeypatch):
    frame_bgr, true, levels, cubes = sample

    def towers_in(frame_bgr, lens, count, part=None, middle=1.0):
        return iter([[LocatedTower(true, False)] if part is None and middle < 1 else []])

    monkeypatch.setattr(off_mat, "find_towers", towers_in)
    assert miss(find_tower(frame_bgr, None).pose, true, levels, cubes) < 0.012


def test_an_outline_by_hand_need_not_be_exact(sample):
    frame_bgr, true, levels, cubes = sample
    beside = np.array([[3, -2], [-4, 3], [2, 4], [-3, -3], [4, 1], [-2, 3]], np.float64)
    placed = place_tower(frame_bgr, outline_xy(true, levels) + beside, None)
    assert placed
    assert miss(placed.pose, true, levels, cubes) < 0.012


def test_an_outline_that_is_begun_at_the_upper_right_is_not_taken_upside_down(sample):
    frame_bgr, true, levels, cubes = sample
    placed = place_tower(frame_bgr, np.roll(outline_xy(true, levels), 3, axis=0), None)
    assert placed
    assert miss(placed.pose, true, levels, cubes) < 0.012


def test_where_no_tower_stands_none_is_claimed():
    stripes = np.tile(np.repeat(np.uint8([90, 160]), 40), (480, 8))
    boxes = cv2.rectangle(cv2.rectangle(stripes // 2, (100, 120), (300, 400), 220, -1), (320, 200), (520, 420), 90, -1)
    assert find_tower(cv2.cvtColor(boxes, cv2.COLOR_GRAY2BGR), None) is NO_TOWER


def test_a_chess_board_is_no_tower_though_many_of_its_squares_look_a_little_like_faces():
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    board = cv2.aruco.CharucoBoard((7, 5), 1.0, 0.7, dictionary).generateImage((700, 500), None, 20)
    corners = [
        np.float32(xy)
        for xy in ([[0, 0], [700, 0], [700, 500], [0, 500]], [[120, 90], [520, 60], [600, 380], [60, 420]])
    ]
    lying = cv2.warpPerspective(board, cv2.getPerspectiveTransform(*corners), (640, 480), borderValue=150)
    frame_bgr = cv2.cvtColor(cv2.GaussianBlur(lying, (0, 0), 0.8), cv2.COLOR_GRAY2BGR)
    assert find_tower(frame_bgr, None) is NO_TOWER


def test_points_that_are_no_outline_are_refused(sample):
    frame_bgr, *_ = sample
    assert place_tower(frame_bgr, np.array([[0, 0], [9, 9], [0, 9], [9, 0], [5, 5], [2, 2]]) * 40.0, None) is (
        NO_OUTLINE
    )


def test_an_outline_in_which_no_face_of_a_cube_lies_is_refused(sample):
    frame_bgr, true, levels, _ = sample
    assert place_tower(np.full_like(frame_bgr, 120), outline_xy(true, levels), None) is NO_OUTLINE


@pytest.mark.parametrize(
    ("score", "top", "faces", "is_claimed"),
    [
        (24.0, 0.0, 5, False),
        (24.0, 15.0, 7, True),
        (19.0, 15.0, 5, False),
        (33.0, 12.0, 11, True),
        (33.0, 0.0, 11, False),
    ],
)
def test_where_upper_faces_are_clear_less_is_enough_for_a_tower(sample, monkeypatch, score, top, faces, is_claimed):
    frame_bgr, true, *_ = sample
    judged = JudgedPose(LocatedTower(true, False), score, top, faces)
    monkeypatch.setattr(off_mat, "judge_pose", lambda *_: judged)
    monkeypatch.setattr(off_mat, "find_towers", lambda *_: iter([[judged.located]]))
    assert (find_tower(frame_bgr, None) is not NO_TOWER) is is_claimed


@pytest.mark.parametrize(
    ("score", "top", "looks"),
    [(45.0, 18.0, 1), (45.0, 12.0, 4), (65.0, 12.0, 1), (65.0, 5.0, 4), (105.0, 5.0, 1)],
)
def test_a_tower_is_looked_for_no_further_once_one_is_clear(sample, monkeypatch, score, top, looks):
    """A half of a tower may pass for one; it has few upper faces."""
    frame_bgr, true, *_ = sample
    judged = JudgedPose(LocatedTower(true, False), score, top, faces=10 if score < 60 else 16)
    asked = []

    def towers_in(*arguments):
        asked.append(arguments)
        return iter([[judged.located] * 3])

    monkeypatch.setattr(off_mat, "find_towers", towers_in)
    monkeypatch.setattr(off_mat, "judge_pose", lambda *_: judged)
    assert off_mat._upright(frame_bgr, None) is judged
    assert len(asked) == looks


@pytest.mark.parametrize(("score", "least"), [(None, 24.0), (58.0, 20.0)])
def test_of_a_turned_picture_so_much_has_to_speak_for_a_tower_as_may_matter(sample, monkeypatch, score, least):
    frame_bgr, true, *_ = sample
    upright = score and JudgedPose(LocatedTower(true, False), score, top=0.0, faces=10)
    asked = []

    def judged(_, located, least):
        asked.append(least)
        return JudgedPose(located, 0.0, top=0.0, faces=0)

    monkeypatch.setattr(off_mat, "_upright", lambda *_: upright)
    monkeypatch.setattr(off_mat, "find_towers", lambda *_: iter([[LocatedTower(true, False)]]))
    monkeypatch.setattr(off_mat, "judge_pose", judged)
    find_tower(frame_bgr, None)
    assert asked == [least] * 3


@pytest.mark.parametrize(("score", "times"), [(150.0, 1), (30.0, 2)])
def test_what_is_found_again_is_not_judged_again(sample, monkeypatch, score, times):
    """And a clear one that is found twice ends the search, before what else might be a tower."""
    frame_bgr, true, *_ = sample
    lifted = true.told_from(np.array([0.0, 0.0, 1.0]), 0.0)
    elsewhere = true.told_from(np.array([0.0, 3.0, 0.0]), 0.0)
    places = [LocatedTower(pose, False) for pose in (true, true, lifted, elsewhere)]
    asked = []

    def judged(_, located, __):
        asked.append(located)
        return JudgedPose(located, score, top=10.0, faces=10)

    monkeypatch.setattr(off_mat, "find_towers", lambda *_: iter([places]))
    monkeypatch.setattr(off_mat, "judge_pose", judged)
    assert off_mat._upright(frame_bgr, None).located is places[0]
    assert asked == [places[0], places[3]][:times]
