"""The ground and both rows of a tower's columns are where its faces and its outline show them."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.camera import CameraPose, plain_lens, rotation_about_vertical
from referee.bench.truth import load_truth
from rules.games.babel import Face
from vision.faces import face_corners, sightlines, view_angles_deg
from vision.games.babel.finding.tower_frame import (
    has_lowest_level,
    is_foot_cut,
    is_one_sided,
    likelihood,
    may_go_on_below,
    on_both_rows,
    with_doubt_below,
)
from vision.games.babel.finding.tower_pose import LocatedTower
from vision.games.babel.standing import one_view
from vision.games.babel.standing.candidates import CANDIDATE_CELLS, TOWER_CELLS
from vision.games.babel.standing.occupancy import FaceOdds, Occupancy, find_occupancy
from vision.games.babel.standing.one_view import Standing
from vision.vanishing_points import rotation_looking

PHOTOS = Path(__file__).parents[3] / "samples/photos/develop"
COLUMN_CORNERS = np.array([[x, y, 0.0] for x in (-1, 1) for y in (-1, 1)])


def stands(log_odds_of_lowest_level, heading_deg=45.0, beside=()):
    """Two levels of four cubes, of which the lower one's faces are as likely as this, and cubes that surely stand
    beside the footprint; from the South-West or so."""
    rotation = rotation_looking(25.0, 0.0, heading_deg)
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


@pytest.mark.parametrize(("edges_below", "is_cut"), [(-1.0, True), (0.5, False), (2.0, False)])
def test_a_picture_that_ends_at_the_foot_does_not_show_whether_a_level_is_below(edges_below, is_cut):
    pose = stands(6.0).pose
    (_, ends_y), *_ = pose.project(np.array([[-1.0, -1.0, -edges_below]]))
    assert is_foot_cut(replace(pose, lens=replace(pose.lens, size_wh=(800, int(ends_y))))) is is_cut


@pytest.mark.parametrize("name", ["develop_08", "develop_17", "develop_18"])
def test_a_tower_may_go_on_below_where_a_strip_of_a_further_level_shows(name):
    truth = load_truth(PHOTOS / f"{name}.json")
    frame_bgr = cv2.imread(str(PHOTOS / f"{name}.jpg"))
    cells = [cube.cell for cube in truth.cubes]

    def as_found(frame_bgr, levels_missed):
        lift = truth.pose.rotation @ np.array([0.0, 0.0, levels_missed])
        pose = replace(truth.pose, translation=truth.pose.translation + lift)
        seen = tuple((x, y, z - levels_missed) for x, y, z in cells if z >= levels_missed)
        lines = sightlines(seen, pose)
        occupancy = Occupancy(seen, (1.0,) * len(seen), ())
        return may_go_on_below(
            frame_bgr, Standing(pose, lines, FaceOdds.alike(np.full(len(lines.sites), 6.0)), occupancy)
        )

    nearest = min(COLUMN_CORNERS, key=lambda corner: np.linalg.norm(truth.pose.centre - corner))
    ((_, hidden_y),) = truth.pose.project(nearest[None] + (0.0, 0.0, 0.7))
    behind_a_card_bgr = frame_bgr.copy()
    behind_a_card_bgr[round(hidden_y) :] = (60, 120, 40)
    assert as_found(behind_a_card_bgr, levels_missed=1)
    assert not as_found(frame_bgr, levels_missed=0)


def test_what_a_cube_beside_the_footprint_hides_tells_nothing_of_the_lowest_level():
    def with_nothing_seen_in_front(standing):
        is_in_front = np.array([site.cell == (0, 0, 0) for site in standing.lines.sites])
        return replace(standing, odds=FaceOdds.alike(np.where(is_in_front, -6.0, standing.odds.whole)))

    alone = with_nothing_seen_in_front(stands(5.0))
    behind_two = with_nothing_seen_in_front(stands(5.0, beside=((-1, 0, 0), (0, -1, 0))))
    assert not has_lowest_level(white_on_black(alone), alone)
    assert has_lowest_level(white_on_black(behind_two), behind_two)


def test_a_cube_that_may_be_in_the_footprint_is_taken_to_be_in_it():
    pose = stands(6.0).pose

    def alone(cell):
        lines = sightlines([cell], pose)
        return Standing(pose, lines, FaceOdds.alike(np.full(len(lines.sites), 6.0)), Occupancy((cell,), (1.0,), ()))

    assert likelihood(alone((0, 0, 0))) > likelihood(alone((-1, 0, 0))) > 0


@pytest.mark.parametrize(("is_flat_one_doubtful", "is_there"), [(True, True), (False, False)])
def test_a_lowest_level_is_told_by_the_faces_that_are_not_seen_flat(is_flat_one_doubtful, is_there):
    standing = stands(5.0, heading_deg=78.0)
    is_flat = view_angles_deg(standing.lines.sites, standing.pose) > 80.0
    is_doubtful = np.array([site.cell[2] == 0 for site in standing.lines.sites]) & (is_flat == is_flat_one_doubtful)
    assert is_doubtful.any()
    odds = FaceOdds.alike(np.where(is_doubtful, 0.0, standing.odds.whole))
    standing = replace(standing, odds=odds)
    assert has_lowest_level(white_on_black(standing), standing) is is_there


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

    for name in ("ask_presence", "ask_again"):
        monkeypatch.setattr(one_view, name, answer)
    shifted = CameraPose(true.lens, true.rotation, true.translation - true.rotation @ np.array(steps, float))
    found, standing = on_both_rows(np.zeros((960, 1280, 3), np.uint8), LocatedTower(shifted, False))
    assert np.allclose(found.pose.translation, true.translation)
    assert (standing.pose, set(standing.occupancy.cells)) == (found.pose, set(tower))
    assert is_moved is not np.allclose(shifted.translation, true.translation)
