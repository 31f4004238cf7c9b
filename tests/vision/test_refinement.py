"""A tower that stands a little beside its place on the mat is found where it stands, and in photos very nearly so."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.camera import CameraPose, plain_lens
from calibration.colours import grey
from calibration.locating import LocatedMat, locate_mat
from calibration.markers import MatSighting
from calibration.mat import BABEL_MAT
from calibration.rotation import rotation_of
from referee.bench.photo import corner_errors_px
from referee.bench.truth import load_truth
from vision import refinement
from vision.faces import cell_centre, face_corners, sightlines, view_angles_deg
from vision.games.babel.finding.tower_pose import LocatedTower
from vision.refinement import ROUND_THE_EDGES, ROUND_THE_OUTLINE, follow_edges, refine_pose

DEVELOP = Path(__file__).parents[2] / "samples" / "photos" / "develop"
CELLS = [(x, y, z) for z in range(3) for x in (0, 1) for y in (0, 1)]


def beside(pose, shift_xy, turn_deg):
    """The pose in the frame of a tower that was shifted and turned on the mat."""
    angle = np.radians(turn_deg)
    turn = np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1]])
    return CameraPose(pose.lens, pose.rotation @ turn, pose.rotation @ [*shift_xy, 0] + pose.translation)


def picture_of(tower_pose, sites, radius=0.035):
    """Cubes with rounded edges but for those on the ground: hulls of balls with flat faces on them, farthest first."""
    width, height = tower_pose.lens.size_wh
    frame = np.full((height, width), 200, np.uint8)
    ball = np.random.default_rng(0).normal(size=(400, 3))
    ball *= radius / np.linalg.norm(ball, axis=1, keepdims=True)
    signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
    for cell in sorted(CELLS, key=lambda cell: -tower_pose.depth(cell_centre(cell)[None])[0]):
        surface = cell_centre(cell) + ((0.5 - radius) * signs[:, None] + ball).reshape(-1, 3)
        if cell[2] == 0:
            surface = np.concatenate([surface, cell_centre(cell) + 0.5 * signs[signs[:, 2] < 0]])
        fill(frame, cv2.convexHull(tower_pose.project(surface).astype(np.float32))[:, 0], 60)
        for i, corners in enumerate(face_corners([site for site in sites if site.cell == cell])):
            middle = corners.mean(axis=0)
            fill(frame, tower_pose.project(middle + (1 - 2 * radius) * (corners - middle)), 70 + 30 * i)
    return frame


def fill(frame, outline_xy, grey):
    cv2.fillConvexPoly(frame, np.round(16 * outline_xy).astype(np.int32), grey, cv2.LINE_AA, shift=4)


@pytest.fixture
def scene(camera_at):
    pose = camera_at((7.0, -8.0, 7.0))
    corners = np.concatenate([BABEL_MAT.marker_corners(number) for number in (0, 1, 5)])
    sighting = MatSighting((0, 1, 5), pose.project(corners).reshape(-1, 4, 2))
    lines = sightlines(CELLS, pose)
    in_view = [site for site, share in zip(lines.sites, lines.visible_shares(CELLS), strict=True) if share > 0.3]
    return LocatedMat(pose, sighting, corners, 0.0, is_lens_known=False), in_view


def worst_px(said, true, sites):
    corners = face_corners(sites)
    return np.linalg.norm(said.project(corners) - true.project(corners), axis=-1).max()


@pytest.mark.parametrize(
    ("shift_xy", "turn_deg"), [((0.0, 0.0), 0.0), ((0.04, -0.03), 0.0), ((-0.03, 0.02), 1.2), ((0.05, 0.05), -1.0)]
)
def test_the_pose_moves_with_the_tower(scene, shift_xy, turn_deg):
    located, in_view = scene
    true = beside(located.pose, shift_xy, turn_deg)
    refined = follow_edges(picture_of(true, in_view), located, CELLS, in_view)
    assert worst_px(refined, true, in_view) < 2.5
    if shift_xy != (0.0, 0.0):
        assert worst_px(refined, true, in_view) < worst_px(located.pose, true, in_view) / 2


@pytest.mark.parametrize("print_scale", [0.96, 1.04])
def test_a_mat_not_printed_at_full_size_does_not_shift_the_cubes(scene, print_scale):
    located, in_view = scene
    pose = located.pose
    true = CameraPose(pose.lens, pose.rotation, pose.translation * print_scale)
    refined = follow_edges(picture_of(true, in_view), located, CELLS, in_view)
    assert worst_px(located.pose, true, in_view) > 5.0
    assert worst_px(refined, true, in_view) < 2.5
    assert np.linalg.norm(refined.centre) / np.linalg.norm(pose.centre) == pytest.approx(print_scale, abs=0.01)


def test_where_the_picture_shows_no_edge_the_markers_hold_the_camera(scene):
    located, in_view = scene
    pose = located.pose
    beside_it = replace(located, pose=CameraPose(pose.lens, pose.rotation, pose.translation + np.array([0.03, 0, 0])))
    blank = np.full(pose.lens.size_wh[::-1], 200, np.uint8)
    refined = follow_edges(blank, beside_it, CELLS, in_view)
    assert np.abs(beside_it.pose.project(located.corners_xyz) - located.corners_xy).max() > 1.0
    assert np.abs(refined.project(located.corners_xyz) - located.corners_xy).max() < 0.3


def test_where_no_edge_is_in_view_the_first_pose_stands(scene):
    located, in_view = scene
    frame_gray = picture_of(located.pose, in_view)
    assert follow_edges(frame_gray, located, CELLS, []) is located.pose
    assert refine_pose(cv2.cvtColor(frame_gray, cv2.COLOR_GRAY2BGR), located, CELLS, []) is located.pose


def test_cubes_with_rounded_edges_are_as_large_as_they_are(scene):
    located, in_view = scene
    unheld = LocatedTower(located.pose, is_lens_known=True)
    frame_gray = picture_of(located.pose, in_view)
    refined = follow_edges(frame_gray, unheld, CELLS, in_view, ROUND_THE_EDGES)
    corners = face_corners(in_view).reshape(-1, 3)
    found, true = np.ptp(refined.project(corners), axis=0), np.ptp(located.pose.project(corners), axis=0)
    # Taken for sharp ones, they would be 0.9 % smaller.
    assert found / true == pytest.approx([1.0, 1.0], abs=0.003)


def test_a_known_lens_stays_as_it_is(scene):
    located, in_view = scene
    known = replace(located, is_lens_known=True)
    frame_gray = picture_of(beside(located.pose, (0.04, -0.03), 1.0), in_view)
    refined = follow_edges(frame_gray, known, CELLS, in_view)
    assert refined.lens.matrix == pytest.approx(located.pose.lens.matrix, rel=1e-3)


def test_a_picture_without_edges_leaves_the_pose(scene):
    located, in_view = scene
    blank = np.full(located.pose.lens.size_wh[::-1], 128, np.uint8)
    assert worst_px(follow_edges(blank, located, CELLS, in_view), located.pose, in_view) < 0.1


def test_faces_too_flat_to_tell_leave_the_pose(scene):
    located, in_view = scene
    flat = [site for site in in_view if view_angles_deg([site], located.pose)[0] > 83.0]
    blank = np.full(located.pose.lens.size_wh[::-1], 128, np.uint8)
    assert follow_edges(blank, located, CELLS, flat) is located.pose


@pytest.fixture(params=[5, 14, 21, 28, 30])
def photographed(request):
    """A committed photo of the mat, its truth, and the camera as the mat alone tells it."""
    path = DEVELOP / f"develop_{request.param:02}.jpg"
    frame_bgr = cv2.imread(str(path))
    return frame_bgr, load_truth(path.with_suffix(".json")), locate_mat(grey(frame_bgr))


def mean_error_edges(pose, truth):
    """How far its corners are from where they are told to be, in the mean, in cube edges: cubes stand up to a fortieth
    beside their cells."""
    edge_px = truth.pose.lens.matrix[0, 0] / np.linalg.norm(truth.pose.centre)
    return corner_errors_px(truth, pose).mean() / edge_px


def seen_by(pose, truth):
    """The cells of a tower, and the faces in view."""
    cells = [cube.cell for cube in truth.cubes]
    return cells, sightlines(cells, pose).sites_in_view(cells, 0.3)


def by_itself(located):
    """A tower without its mat, its first pose a little beside."""
    return LocatedTower(located.pose.told_from(np.array([0.03, -0.03, 0.02]), 1.0), is_lens_known=False)


def test_a_tower_in_a_photo_is_found_where_it_stands(photographed):
    # Number 28 is seen steeply: the lit rims of its hollows are much clearer than the joints beside them.
    frame_bgr, truth, located = photographed
    cells, in_view = seen_by(located.pose, truth)
    followed = follow_edges(grey(frame_bgr), located, cells, in_view)
    refined = refine_pose(frame_bgr, located, cells, in_view)
    assert mean_error_edges(followed, truth) < 0.06
    assert mean_error_edges(refined, truth) < 0.022


def test_without_a_mat_a_tower_in_a_photo_is_found_where_it_stands_too(photographed):
    frame_bgr, truth, located = photographed
    cells, in_view = seen_by(located.pose, truth)
    refined = refine_pose(frame_bgr, by_itself(located), cells, in_view, ROUND_THE_EDGES)
    assert mean_error_edges(refined, truth) < 0.022


def cropped(number, left, bottom):
    """A committed photo without so much of it, in shares of its sides, at the left and below, and its truth."""
    path = DEVELOP / f"develop_{number:02}.jpg"
    whole_bgr, truth = cv2.imread(str(path)), load_truth(path.with_suffix(".json"))
    height, width = whole_bgr.shape[:2]
    frame_bgr = np.ascontiguousarray(whole_bgr[: round((1 - bottom) * height), round(left * width) :])
    lens = truth.pose.lens.cropped(np.array([round(left * width), 0.0]), (frame_bgr.shape[1], frame_bgr.shape[0]))
    return frame_bgr, replace(truth, pose=replace(truth.pose, lens=lens))


def seen_straight(pose, sites):
    """The pose that explains best where the faces are seen if the lens's middle were the picture's."""
    lens, corners = plain_lens(pose.lens.matrix[0, 0], pose.lens.size_wh), face_corners(sites).reshape(-1, 3)
    _, turn, translation = cv2.solvePnP(corners, pose.project(corners), lens.matrix, None)
    return CameraPose(lens, rotation_of(turn[:, 0]), translation[:, 0])


@pytest.mark.parametrize("number", [9, 18, 25])
@pytest.mark.parametrize("has_mat", [False, True])
def test_a_photo_that_was_cropped_aside_is_known_for_one(number, has_mat):
    frame_bgr, truth = cropped(number, left=0.25, bottom=0.1)
    cells, in_view = seen_by(truth.pose, truth)
    first = locate_mat(grey(frame_bgr)) if has_mat else LocatedTower(seen_straight(truth.pose, in_view), False)
    refined = refine_pose(frame_bgr, first, cells, in_view, ROUND_THE_OUTLINE if has_mat else ROUND_THE_EDGES)
    assert refined.lens.edit == pytest.approx(truth.pose.lens.edit, abs=0.07)
    assert mean_error_edges(refined, truth) < 0.016


def test_a_photo_as_it_was_taken_is_not_held_for_an_edited_one(photographed):
    frame_bgr, truth, located = photographed
    cells, in_view = seen_by(located.pose, truth)
    for first, reaches in ((located, ROUND_THE_OUTLINE), (by_itself(located), ROUND_THE_EDGES)):
        refined = refine_pose(frame_bgr, first, cells, in_view, reaches)
        assert refined.lens.edit == pytest.approx(np.zeros(3), abs=1e-3)


def test_where_there_is_no_tower_the_pose_moves_little(scene):
    located, in_view = scene
    frame_bgr = np.full((*located.pose.lens.size_wh[::-1], 3), 128, np.uint8)
    assert worst_px(refine_pose(frame_bgr, located, CELLS, in_view), located.pose, in_view) < 5.0


def test_a_pose_that_lies_on_the_edges_is_not_drawn_to_others(scene):
    located, in_view = scene
    unheld = LocatedTower(located.pose, is_lens_known=False)
    frame_gray = picture_of(located.pose, in_view)
    # The shadow of something else runs along each side, a sixth of an edge within it.
    for corners in located.pose.project(face_corners(in_view)):
        inner = np.round(corners.mean(axis=0) + 0.7 * (corners - corners.mean(axis=0))).astype(np.int32)
        cv2.polylines(frame_gray, [inner[:2]], False, 255, 3, cv2.LINE_AA)
    near = follow_edges(frame_gray, unheld, CELLS, in_view, ROUND_THE_EDGES)
    far = follow_edges(frame_gray, unheld, CELLS, in_view, ROUND_THE_OUTLINE)
    assert worst_px(near, located.pose, in_view) < worst_px(far, located.pose, in_view) / 3


def changes_with(**said):
    """Changes of `_moved`, all 0 but for those said by their names."""
    places, lens = ("rx", "ry", "rz", "tx", "ty", "tz"), ("log_focal", "k1")
    tower, edit = ("east", "north", "turn", "log_size"), ("across", "down", "log_stretch")
    return np.array([said.get(name, 0.0) for name in (*places, *lens, *tower, *edit)])


def test_a_tower_is_moved_on_the_mat_turned_and_counted_in_its_own_cubes(scene):
    located, _ = scene
    points = np.random.default_rng(1).uniform(-1, 1, (10, 3))
    turn_deg, size = 3.0, 1.04
    moved = refinement._moved(
        located.pose,
        changes_with(east=0.05, north=-0.02, turn=np.radians(turn_deg), log_size=np.log(size)),
    )
    turn = np.radians(turn_deg)
    about = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    on_mat = size * points @ about.T + [0.05, -0.02, 0.0]
    assert moved.project(points) == pytest.approx(located.pose.project(on_mat))


def test_a_camera_is_moved_by_its_place_and_its_lens(scene):
    located, _ = scene
    pose = located.pose
    moved = refinement.moved_camera(pose, changes_with(tx=0.1, tz=-0.2, log_focal=np.log(1.1), k1=0.03))
    assert moved.translation == pytest.approx(pose.translation + np.array([0.1, 0.0, -0.2]))
    assert moved.lens.matrix[0, 0] == pytest.approx(1.1 * pose.lens.matrix[0, 0])
    assert moved.lens.distortion.tolist() == [0.03, 0.0, 0.0, 0.0, 0.0]
    edited = refinement.moved_camera(pose, changes_with(across=0.2, log_stretch=0.1)).lens.edit
    assert edited - pose.lens.edit == pytest.approx([0.2, 0.0, 0.1], abs=1e-6)


@pytest.mark.parametrize(
    ("said", "is_edited"),
    [
        ({}, [False, False, False]),
        ({"across": 0.09, "down": -0.09, "log_stretch": 0.02}, [False, False, False]),
        ({"across": -0.11}, [True, True, False]),
        ({"down": 0.11}, [True, True, False]),
        ({"log_stretch": -0.04}, [False, False, True]),
    ],
)
def test_a_photo_clearly_was_cropped_aside_or_stretched_from_some_changes_on(scene, said, is_edited):
    located, _ = scene
    assert refinement._is_edited(located, changes_with(**said)).tolist() == is_edited


def test_less_is_left_open_of_a_lens_that_is_known_and_of_one_that_no_marker_holds(scene):
    located, _ = scene
    known, by_markers, unheld = (
        refinement._Prior.of(held, 0.02).spreads
        for held in (replace(located, is_lens_known=True), located, LocatedTower(located.pose, is_lens_known=False))
    )
    assert (known[:2] < by_markers[:2] / 100).all()
    assert unheld[0] == by_markers[0]
    assert unheld[1] < by_markers[1]
    assert known[2:].tolist() == by_markers[2:].tolist() == unheld[2:].tolist()
    assert by_markers[5] == 0.02
