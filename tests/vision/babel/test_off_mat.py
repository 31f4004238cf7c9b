"""Of several poses, the one under which there is a tower is taken; where there is none, none is claimed."""

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.camera import CameraPose, Lens, plain_lens, rotation_about_vertical
from rules.games.babel import Face
from vision.faces import cell_centre, face_corners, sightlines, view_angles_deg
from vision.games.babel import off_mat, one_view
from vision.games.babel.candidates import CANDIDATE_CELLS, TOWER_CELLS
from vision.games.babel.occupancy import FaceOdds, Occupancy, find_occupancy
from vision.games.babel.off_mat import (
    NO_OUTLINE,
    NO_TOWER,
    find_tower,
    is_one_sided,
    on_both_rows,
    place_tower,
    with_doubt_below,
)
from vision.games.babel.one_view import Standing
from vision.tower_outline import outline_xy
from vision.tower_pose import WHOLE, LocatedTower
from vision.vanishing_points import turned

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


@pytest.mark.parametrize("quarters", [1, 2])
def test_a_tower_is_found_in_a_picture_that_is_turned(sample, quarters):
    frame_bgr, true, levels, cubes = sample
    found = find_tower(np.ascontiguousarray(np.rot90(frame_bgr, quarters)), None, None)
    assert found
    assert found.is_upright_known
    assert miss(found.pose.turned(-quarters), true, levels, cubes) < 0.012


def test_a_camera_below_the_table_sees_no_tower(sample, monkeypatch):
    frame_bgr, true, *_ = sample
    below = CameraPose(true.lens, true.rotation, true.translation + true.rotation @ np.array([0.0, 0.0, 20.0]))
    judged = off_mat._Judged(LocatedTower(below, False), score=150.0, top=0.0, faces=25)
    monkeypatch.setattr(off_mat, "_upright", lambda *_: judged)
    monkeypatch.setattr(off_mat, "_turned", lambda *_: None)
    assert find_tower(frame_bgr, None, None) is NO_TOWER


def test_which_side_of_a_low_tower_is_up_is_open_where_two_turned_ones_are_alike(sample, monkeypatch):
    frame_bgr, true, *_ = sample
    scores = {1: 65.0, 2: 0.0, 3: 68.0}

    def judged(*arguments):
        return off_mat._Judged(LocatedTower(true, False), scores[arguments[-1]], top=20.0, faces=12)

    monkeypatch.setattr(off_mat, "_upright", lambda *_: None)
    monkeypatch.setattr(off_mat, "_turned", judged)
    assert not find_tower(frame_bgr, None, None).is_upright_known
    scores[1] = 50.0
    assert find_tower(frame_bgr, None, None).is_upright_known


@pytest.mark.parametrize(("turned_score", "is_known"), [(120.0, True), (145.0, False), (155.0, False)])
def test_which_end_is_up_is_open_where_both_explain_the_picture_alike(sample, monkeypatch, turned_score, is_known):
    frame_bgr, true, *_ = sample

    def judged(score):
        return off_mat._Judged(LocatedTower(true, False), score, top=0.0, faces=25)

    monkeypatch.setattr(off_mat, "_upright", lambda *_: judged(150.0))
    monkeypatch.setattr(off_mat, "_turned", lambda *_: judged(turned_score))
    assert find_tower(frame_bgr, None, None).is_upright_known is is_known


@pytest.mark.parametrize(("height", "is_known"), [(0.2, True), (1.2, False)])
def test_a_turned_picture_was_not_taken_from_right_above_the_table(sample, monkeypatch, height, is_known):
    frame_bgr, true, *_ = sample

    def judged(centre_z):
        up = np.array([0.0, 0.0, true.centre[2] - centre_z])
        pose = CameraPose(true.lens, true.rotation, true.translation + true.rotation @ up)
        return off_mat._Judged(LocatedTower(pose, False), 150.0, top=0.0, faces=25)

    monkeypatch.setattr(off_mat, "_upright", lambda *_: judged(4.8))
    monkeypatch.setattr(off_mat, "_turned", lambda *_: judged(height))
    assert find_tower(frame_bgr, None, None).is_upright_known is is_known


def test_where_the_whole_picture_shows_none_its_middle_is_searched(sample, monkeypatch):
    frame_bgr, true, levels, cubes = sample
    looked_at = []

    def towers_in(gray, lens, hint, count, part):
        looked_at.append(part)
        return iter([LocatedTower(true, False)] if part != WHOLE else [])

    monkeypatch.setattr(off_mat, "find_towers", towers_in)
    assert miss(find_tower(frame_bgr, None, None).pose, true, levels, cubes) < 0.012
    assert looked_at == [WHOLE, (-0.25, -0.25, 0.25, 0.25)]


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


def test_a_chess_board_is_no_tower_though_many_of_its_squares_look_a_little_like_faces():
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    board = cv2.aruco.CharucoBoard((7, 5), 1.0, 0.7, dictionary).generateImage((700, 500), None, 20)
    corners = [
        np.float32(xy)
        for xy in ([[0, 0], [700, 0], [700, 500], [0, 500]], [[120, 90], [520, 60], [600, 380], [60, 420]])
    ]
    lying = cv2.warpPerspective(board, cv2.getPerspectiveTransform(*corners), (640, 480), borderValue=150)
    frame_bgr = cv2.cvtColor(cv2.GaussianBlur(lying, (0, 0), 0.8), cv2.COLOR_GRAY2BGR)
    assert find_tower(frame_bgr, None, None) is NO_TOWER


def test_points_that_are_no_outline_are_refused(sample):
    frame_bgr, *_ = sample
    assert place_tower(frame_bgr, np.array([[0, 0], [9, 9], [0, 9], [9, 0], [5, 5], [2, 2]]) * 40.0, None, None) is (
        NO_OUTLINE
    )


def test_an_outline_in_which_no_face_of_a_cube_lies_is_refused(sample):
    frame_bgr, true, levels, _ = sample
    assert place_tower(np.full_like(frame_bgr, 120), outline_xy(true, levels), None, None) is NO_OUTLINE


def stands(log_odds_of_lowest_level, heading_deg=45.0, beside=()):
    """Two levels of four cubes, of which the lower one's faces are as likely as this, and cubes that surely stand
    beside the footprint; from the South-West or so."""
    rotation = turned(25.0, 0.0, heading_deg)
    away = rotation_about_vertical(heading_deg - 45.0) @ np.array([-6.0, -6.0, 5.0])
    pose = CameraPose(plain_lens(900.0, (800, 600)), rotation, -rotation @ away)
    lines = sightlines((*TOWER_CELLS, *beside), pose)
    likely = (log_odds_of_lowest_level, 6.0, *5 * [-6.0])
    odds = FaceOdds.alike(np.array([6.0 if s.cell in beside else likely[s.cell[2]] for s in lines.sites]))
    return Standing(pose, lines, odds, find_occupancy(lines, odds))


def white_on_black(standing):
    """A picture of the lowest level."""
    width, height = standing.pose.lens.size_wh
    frame_bgr = np.zeros((height, width, 3), np.uint8)
    lowest = [site for site in standing.lines.sites if site.cell[2] == 0 and site.face is not Face.U]
    for corners_xy in standing.pose.project(face_corners(lowest)):
        cv2.fillConvexPoly(frame_bgr, np.round(corners_xy).astype(np.int32), (255, 255, 255))
    return frame_bgr


def test_a_lowest_level_as_likely_as_a_mirror_image_is_in_doubt():
    sure, doubtful = (with_doubt_below(white_on_black(s), s) for s in (stands(5.0), stands(3.0)))
    assert sure.cells == doubtful.cells
    assert [cell[2] for cell in sure.cells] == [0, 0, 0, 0, 1, 1, 1, 1]
    assert min(sure.presence[:4]) > 0.99
    assert max(doubtful.presence[:4]) < 0.9
    assert doubtful.presence[4:] == stands(3.0).occupancy.presence[4:]


def test_a_lowest_level_that_looks_like_the_table_round_it_is_in_doubt():
    standing = stands(5.0)
    bare = np.full_like(white_on_black(standing), 128)
    assert max(with_doubt_below(bare, standing).presence[:4]) < 0.9


@pytest.mark.parametrize(("heading_deg", "is_one"), [(45.0, False), (60.0, False), (90.0, True)])
def test_from_before_one_side_the_other_is_not_in_view(heading_deg, is_one):
    assert is_one_sided(stands(6.0, heading_deg)) is is_one


def test_what_a_cube_beside_the_footprint_hides_tells_nothing_of_the_lowest_level():
    def with_nothing_seen_in_front(standing):
        is_in_front = np.array([site.cell == (0, 0, 0) for site in standing.lines.sites])
        return replace(standing, odds=FaceOdds.alike(np.where(is_in_front, -6.0, standing.odds.whole)))

    alone = with_nothing_seen_in_front(stands(5.0))
    behind_two = with_nothing_seen_in_front(stands(5.0, beside=((-1, 0, 0), (0, -1, 0))))
    assert not off_mat._has_lowest_level(white_on_black(alone), alone)
    assert off_mat._has_lowest_level(white_on_black(behind_two), behind_two)


def test_a_cube_that_may_be_in_the_footprint_is_taken_to_be_in_it():
    pose = stands(6.0).pose

    def alone(cell):
        lines = sightlines([cell], pose)
        return Standing(pose, lines, FaceOdds.alike(np.full(len(lines.sites), 6.0)), Occupancy((cell,), (1.0,), ()))

    assert off_mat._score(alone((0, 0, 0))) > off_mat._score(alone((-1, 0, 0))) > 0


@pytest.mark.parametrize(("is_flat_one_doubtful", "is_there"), [(True, True), (False, False)])
def test_a_lowest_level_is_told_by_the_faces_that_are_not_seen_flat(is_flat_one_doubtful, is_there):
    standing = stands(5.0, heading_deg=78.0)
    is_flat = view_angles_deg(standing.lines.sites, standing.pose) > 80.0
    is_doubtful = np.array([site.cell[2] == 0 for site in standing.lines.sites]) & (is_flat == is_flat_one_doubtful)
    assert is_doubtful.any()
    odds = FaceOdds.alike(np.where(is_doubtful, 0.0, standing.odds.whole))
    standing = replace(standing, odds=odds)
    assert off_mat._has_lowest_level(white_on_black(standing), standing) is is_there


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
    judged = off_mat._Judged(LocatedTower(true, False), score, top, faces)
    monkeypatch.setattr(off_mat, "_judged", lambda *_: judged)
    monkeypatch.setattr(off_mat, "find_towers", lambda *_: iter([judged.located]))
    assert (find_tower(frame_bgr, None, None) is not NO_TOWER) is is_claimed


@pytest.mark.parametrize(
    ("score", "top", "looks"),
    [(45.0, 18.0, 1), (45.0, 12.0, 2), (65.0, 12.0, 1), (65.0, 5.0, 2), (105.0, 5.0, 1)],
)
def test_a_tower_is_looked_for_no_further_once_one_is_clear(sample, monkeypatch, score, top, looks):
    """A half of a tower may pass for one; it has few upper faces."""
    frame_bgr, true, *_ = sample
    judged = off_mat._Judged(LocatedTower(true, False), score, top, faces=10 if score < 60 else 16)
    asked = []

    def towers_in(*arguments):
        asked.append(arguments[-1])
        return iter([judged.located] * 3)

    monkeypatch.setattr(off_mat, "find_towers", towers_in)
    monkeypatch.setattr(off_mat, "_judged", lambda *_: judged)
    assert off_mat._upright(frame_bgr, None, None) is judged
    assert len(asked) == looks


@pytest.mark.parametrize(
    ("tower", "steps", "is_moved"),
    [
        pytest.param(TOWER_CELLS[:12], (0, 0, 0), False, id="all four columns were found"),
        pytest.param(TOWER_CELLS[:12], (1, 0, 0), True, id="only the Eastern row was found"),
        pytest.param(TOWER_CELLS[:12], (0, -1, 0), True, id="only the Southern row was found"),
        pytest.param([c for c in TOWER_CELLS[:12] if c[1] == 0], (0, 0, 0), False, id="there is but one row"),
    ],
)
def test_a_tower_of_which_one_row_was_found_has_its_footprint_on_both(monkeypatch, camera_at, tower, steps, is_moved):
    true = camera_at((-7, -6, 6))
    lines = sightlines(CANDIDATE_CELLS, true)
    seen = [s for s, share in zip(lines.sites, lines.visible_shares(tower), strict=True) if s.cell in tower and share]
    seen_xy = true.project(face_corners(seen).mean(axis=1))

    def answer(_, sites, pose, *__):
        asked_xy = pose.project(face_corners(sites).mean(axis=1))
        away_px = np.linalg.norm(asked_xy[:, None] - seen_xy, axis=-1).min(axis=1)
        return np.where(away_px < 1.0, 5.0, -5.0)

    monkeypatch.setattr(one_view, "ask_presence", answer)
    shifted = CameraPose(true.lens, true.rotation, true.translation - true.rotation @ np.array(steps, float))
    found, standing = on_both_rows(np.zeros((960, 1280, 3), np.uint8), LocatedTower(shifted, False))
    assert np.allclose(found.pose.translation, true.translation)
    assert (standing.pose, set(standing.occupancy.cells)) == (found.pose, set(tower))
    assert is_moved is not np.allclose(shifted.translation, true.translation)
