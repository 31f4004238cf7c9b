"""A tower without a mat is found by its edges and joints, wherever it stands in the picture."""

import cv2
import numpy as np
import pytest

from calibration.camera import CameraPose, Lens, plain_lens
from calibration.focal_prior import focal_prior
from rules.games.babel import Face
from vision.faces import FaceSite, cell_centre, face_corners, sightlines
from vision.games.babel.finding import tower_pose
from vision.games.babel.finding.joint_lattice import LatticeFit, edge_maps, fit_lattices
from vision.games.babel.finding.tower_outline import outline_corners, outline_xy, poses_from_outline
from vision.games.babel.finding.tower_pose import find_towers
from vision.picture_parts import Part, busiest_parts
from vision.vanishing_points import find_orientations, find_segments, rotation_looking

CELLS = [(x, y, z) for z in range(4) for x in (0, 1) for y in (0, 1)]
WIDTH, HEIGHT = 800, 600
PRIOR = focal_prior((WIDTH, HEIGHT))


def camera(place, target=(0.0, 0.0, 1.8), focal_px=760.0, size_wh=(WIDTH, HEIGHT)):
    """A camera that looks from a place at a target, level."""
    forward = np.subtract(target, place) / np.linalg.norm(np.subtract(target, place))
    heading, pitch = np.degrees([np.arctan2(forward[1], forward[0]), -np.arcsin(forward[2])])
    rotation = rotation_looking(pitch, 0.0, heading)
    matrix = np.array([[focal_px, 0, (size_wh[0] - 1) / 2], [0, focal_px, (size_wh[1] - 1) / 2], [0, 0, 1]])
    return CameraPose(Lens(matrix, np.zeros(5), size_wh), rotation, -rotation @ place)


def picture_of(pose, cells=CELLS, stripes_px=0, checks_deg=None):
    """Plain cubes of changing greys with dark joints and a disc on each face, farthest first, on a plain, striped or
    checked ground."""
    width, height = pose.lens.size_wh
    frame = np.full((height, width), 200, np.uint8)
    if stripes_px:
        # They all lean alike, which has nothing to do with the tower's axes.
        for left in range(-height // 4, width, 2 * stripes_px):
            cv2.line(frame, (left + height // 4, 0), (left, height), 90, stripes_px)
    if checks_deg is not None:
        square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * 1.5
        turn = rotation_looking(0.0, 0.0, checks_deg)[[0, 2], :2]
        for x, y in [(x, y) for x in range(-8, 8) for y in range(-8, 8) if (x + y) % 2]:
            corners = np.append((square + np.array([x, y]) * 1.5) @ turn, np.zeros((4, 1)), axis=1)
            if (pose.depth(corners) > 0.5).all():
                cv2.fillConvexPoly(frame, np.round(pose.project(corners)).astype(np.int32), 90, cv2.LINE_AA)
    lines = sightlines(cells, pose)
    sites = lines.sites_in_view(cells, 0.3)
    # Rounded edges of a radius of 0.03 make cubes look this much smaller.
    middles = np.array([cell_centre(site.cell) for site in sites])[:, None]
    corners = middles + 0.98 * (face_corners(sites) - middles)
    greys = np.random.default_rng(3).integers(60, 180, len(sites))
    for i in np.argsort(-pose.depth(corners.mean(axis=1))):
        outline = np.round(pose.project(corners[i])).astype(np.int32)
        cv2.fillConvexPoly(frame, outline, int(greys[i]))
        cv2.polylines(frame, [outline], True, 20, 2, cv2.LINE_AA)
        angles = np.linspace(0, 2 * np.pi, 24)[:, None]
        right, up = (corners[i, 1] - corners[i, 0]) / 2, (corners[i, 0] - corners[i, 3]) / 2
        ring = corners[i].mean(axis=0) + 0.5 * (np.cos(angles) * right + np.sin(angles) * up)
        cv2.fillPoly(frame, [np.round(pose.project(ring)).astype(np.int32)], int(greys[i]) - 30)
    return cv2.GaussianBlur(frame, (0, 0), 0.8)


def photo_of(*arguments, **settings):
    """`picture_of` as a camera gives it, with three channels."""
    return cv2.cvtColor(picture_of(*arguments, **settings), cv2.COLOR_GRAY2BGR)


def worst_px(said, true, cells=CELLS):
    """Largest distance of a corner of the tower, whichever of its levels is said to be the lowest."""
    corners = face_corners(sightlines(cells, true).sites)
    shifts = [np.array([0.0, 0.0, levels]) for levels in (-3, -2, -1, 0, 1)]
    return min(np.linalg.norm(said.project(corners + s) - true.project(corners), axis=-1).max() for s in shifts)


PLACES = [(-7.0, -6.0, 5.0), (-5.0, -9.0, 4.0), (-9.0, -4.5, 7.0)]


def turn_off_deg(said, true):
    """Angle between two rotations, whichever of its sides a tower turns to the camera."""
    turns = [rotation_looking(0.0, 0.0, 90.0 * quarter).T @ rotation_looking(0.0, 0.0, 0.0) for quarter in range(4)]
    return min(np.degrees(np.arccos(np.clip((np.trace(said @ turn @ true.T) - 1) / 2, -1, 1))) for turn in turns)


@pytest.mark.parametrize("place", PLACES)
def test_rotation_and_focal_length_follow_from_lines(place):
    true = camera(place)
    best = find_orientations(find_segments(picture_of(true)), (WIDTH, HEIGHT), PRIOR)[0]
    assert turn_off_deg(best.rotation, true.rotation) < 2.0
    assert best.focal_px == pytest.approx(true.lens.matrix[0, 0], rel=0.1)


@pytest.mark.parametrize("place", PLACES)
def test_a_checked_cloth_stands_before_the_tower_once_and_not_in_many_ways(place):
    true = camera(place)
    found = find_orientations(find_segments(picture_of(true, checks_deg=30.0)), (WIDTH, HEIGHT), PRIOR)
    ranks = [i for i, o in enumerate(found) if turn_off_deg(o.rotation, true.rotation) < 3.0]
    assert ranks[0] < 6


def test_the_tower_is_found_at_its_south_west_edge():
    true = camera(PLACES[1])
    found = next(next(find_towers(photo_of(true), None, 1)))
    assert worst_px(found.pose, true) < 6.0
    assert (found.pose.centre[:2] < -1).all()


def test_a_tower_anywhere_in_a_larger_picture_is_found():
    true = camera((-9.0, -8.0, 6.0), target=(2.5, -1.5, 3.0), focal_px=1300.0, size_wh=(1600, 1200))
    found = next(next(find_towers(photo_of(true), None, 1)))
    assert worst_px(found.pose, true) < 12.0


@pytest.mark.parametrize(("east", "part"), [(-2, Part(0, 0, 400, 600)), (2, Part(400, 0, 400, 600))])
def test_of_two_towers_the_one_in_the_given_part_of_the_picture_is_found(east, part):
    true = camera((-9.0, -9.0, 6.0))
    both = [(x + step, y - step, z) for step in (-2, 2) for x, y, z in CELLS]
    found = next(next(find_towers(photo_of(true, both), true.lens, 1, part)))
    its_own = CameraPose(true.lens, true.rotation, true.translation + true.rotation @ [east, -east, 0.0])
    assert worst_px(found.pose, its_own) < 8.0


def test_a_small_tower_among_many_lines_is_found_where_they_lie_densest():
    true = camera((-21.0, -17.0, 13.0), target=(2.0, -3.0, 1.0), focal_px=1500.0, size_wh=(1600, 1200))
    photo = photo_of(true)
    rng = np.random.default_rng(5)
    tower = true.project(face_corners(sightlines(CELLS, true).sites)).reshape(-1, 2)
    for x, y, angle in zip(rng.uniform(0, 1600, 60), rng.uniform(0, 1200, 60), rng.uniform(0, 90, 60), strict=True):
        if np.linalg.norm(tower - [x, y], axis=1).min() > 100:
            box = cv2.boxPoints(((x, y), (80, 50), angle))
            cv2.polylines(photo, [np.round(box).astype(np.int32)], True, (60, 60, 60), 3, cv2.LINE_AA)
    (part,) = busiest_parts(cv2.cvtColor(photo, cv2.COLOR_BGR2GRAY), [0.45])
    found = next(next(find_towers(photo, None, 1, part)))
    assert worst_px(found.pose, true) < 5.0


def test_lines_beside_the_middle_do_not_drown_a_tower_where_those_in_it_count_alone():
    true = camera((-9.0, -8.0, 6.0))
    photo = photo_of(true)
    for x, y in [(x, y) for x in range(30, WIDTH, 60) for y in (25, 65, HEIGHT - 65, HEIGHT - 25)]:
        box = cv2.boxPoints(((x, y), (52, 34), 20))
        cv2.polylines(photo, [np.round(box).astype(np.int32)], True, (60, 60, 60), 3, cv2.LINE_AA)
    by_the_middle = find_segments(cv2.cvtColor(photo, cv2.COLOR_BGR2GRAY)).within(0.5 * WIDTH)
    assert (abs(by_the_middle.middles_xy) <= 0.25 * WIDTH).all()
    found = next(next(find_towers(photo, None, 1, None, 0.5)))
    assert worst_px(found.pose, true) < 8.0


@pytest.mark.parametrize("place", [(0.2, -8.0, 6.5), (-0.8, -7.0, 7.0), (0.9, -6.5, 5.0)])
def test_a_tower_seen_from_before_one_side_is_found_by_that_side_and_its_tops(place):
    true = camera(place)
    found = next(next(find_towers(photo_of(true), None, 1)))
    # An eighth of a cube: one plane tells the focal length less well than two.
    assert worst_px(found.pose, true) < 12.0
    assert abs(found.pose.centre[0]) < 1.3


def test_one_level_seen_from_steeply_above_is_found_by_its_tops():
    true = camera((-2.2, -1.9, 4.2), target=(0.0, 0.0, 0.5), focal_px=560.0)
    found = next(next(find_towers(photo_of(true, CELLS[:4]), None, 1)))
    assert worst_px(found.pose, true, CELLS[:4]) < 8.0


def test_long_stripes_on_the_table_do_not_drown_the_tower():
    true = camera((-8.0, -7.0, 6.0))
    found = next(next(find_towers(photo_of(true, stripes_px=24), None, 1)))
    assert worst_px(found.pose, true) < 8.0


def test_a_known_lens_stays_as_it_is():
    true = camera(PLACES[0])
    found = next(next(find_towers(photo_of(true), true.lens, 1)))
    assert found.is_lens_known
    assert found.pose.lens.matrix == pytest.approx(true.lens.matrix, rel=1e-3)
    assert worst_px(found.pose, true) < 5.0


def test_a_lattice_scores_high_on_a_tower():
    picture = picture_of(camera(PLACES[0]))
    maps, segments = edge_maps(picture), find_segments(picture)
    turn = find_orientations(segments, (WIDTH, HEIGHT), PRIOR)[0]
    lens = plain_lens(turn.focal_px, (WIDTH, HEIGHT))
    assert fit_lattices(maps, segments, turn.rotation, lens, 1)[0].score > 8.0


@pytest.mark.parametrize("shift", [0.0, 3.0])
def test_of_places_with_edges_alike_the_one_that_shows_faces_comes_first(monkeypatch, shift):
    """A pattern on a table has as many edges as a tower."""
    one = camera(PLACES[0])
    poses = [CameraPose(one.lens, one.rotation, one.translation + np.array([right, 0.0, 0.0])) for right in (0.0, 3.0)]
    sites = tuple(FaceSite((0, 0, z), face) for z in range(3) for face in (Face.W, Face.S))

    def faces_in_one_place(_, asked, pose):
        return np.full(len(asked), 5.0 if pose.translation[0] == one.translation[0] + shift else -5.0)

    monkeypatch.setattr(tower_pose, "fit_lattices", lambda *_: [LatticeFit(pose, 6.0, sites) for pose in poses])
    monkeypatch.setattr(tower_pose, "ask_presence", faces_in_one_place)
    monkeypatch.setattr(tower_pose, "_refined", lambda _, located, __: located)
    first = next(next(find_towers(photo_of(one), None, 2)))
    assert first.pose.translation[0] == one.translation[0] + shift


def test_faces_are_asked_about_only_where_they_could_put_a_place_first(monkeypatch):
    one = camera(PLACES[0])
    poses = [CameraPose(one.lens, one.rotation, one.translation + np.array([right, 0.0, 0.0])) for right in (0.0, 3.0)]
    sites = tuple(FaceSite((0, 0, z), face) for z in range(3) for face in (Face.W, Face.S))
    fits = [LatticeFit(pose, score, sites) for pose, score in zip(poses, (2.0, 12.0), strict=True)]
    asked = []

    def faces_everywhere(_, asked_sites, pose):
        asked.append(pose.translation[0] - one.translation[0])
        return np.full(len(asked_sites), 5.0)

    monkeypatch.setattr(tower_pose, "fit_lattices", lambda *_: fits)
    monkeypatch.setattr(tower_pose, "ask_presence", faces_everywhere)
    monkeypatch.setattr(tower_pose, "_refined", lambda _, located, __: located)
    rounds = find_towers(photo_of(one), None, 1)
    assert next(next(rounds)).pose.translation[0] == one.translation[0] + 3.0
    assert set(asked) == {3.0}
    # The other place comes in the next round, when the first is given.
    assert next(next(rounds)).pose.translation[0] == one.translation[0]
    assert sorted(set(asked)) == [0.0, 3.0]


@pytest.mark.parametrize("blank", [0, 128, 255])
def test_nothing_is_found_where_nothing_is(blank):
    rounds = find_towers(np.full((480, 640, 3), blank, np.uint8), None, 4)
    assert [list(towers) for towers in rounds] == [[], []]


@pytest.mark.parametrize("levels", [1, 3, 6])
@pytest.mark.parametrize("place", [*PLACES, (-8.0, -7.0, 0.6)])
def test_the_outline_gives_the_pose_that_it_was_drawn_with(place, levels):
    true = camera(place, focal_px=600.0)
    found = poses_from_outline(outline_xy(true, levels), (WIDTH, HEIGHT))
    box = outline_corners(levels, True)
    assert min(np.linalg.norm(p.project(box) - true.project(box), axis=-1).max() for p in found) < 3.0


@pytest.mark.parametrize(("levels", "eye"), [(3, 3.15), (4, 3.8)])
def test_each_number_of_levels_gives_one_pose_at_most(levels, eye):
    true = camera((-6.0, -7.0, eye))
    found = poses_from_outline(outline_xy(true, levels), (WIDTH, HEIGHT))
    assert 0 < len(found) <= 6
    heights = sorted(pose.centre[2] for pose in found)
    # Poses for different numbers of levels lie apart.
    assert min(np.diff(heights), default=1.0) > 0.05


def test_an_outline_is_that_of_the_edge_that_the_camera_looks_at():
    for place in ((-6.0, -7.0, 5.0), (7.0, -6.0, 5.0), (6.0, 7.0, 5.0), (-7.0, 6.0, 5.0)):
        points = outline_xy(camera(place), 4)
        area = np.sum(points[:, 0] * np.roll(points[:, 1], -1) - points[:, 1] * np.roll(points[:, 0], -1)) / 2
        # Against the clock where y points down, and as large as the hull: no corner lies inside.
        assert -area == pytest.approx(cv2.contourArea(cv2.convexHull(points.astype(np.float32))), rel=1e-3)


def test_points_that_are_no_outline_give_no_pose():
    crossed = np.array([[10, 10], [600, 400], [10, 400], [600, 10], [300, 10], [20, 300]], np.float64)
    assert poses_from_outline(crossed, (WIDTH, HEIGHT)) == []


@pytest.mark.parametrize("spread_px", [0.0, 0.5])
def test_points_in_nearly_one_place_give_no_pose(spread_px):
    points = outline_xy(camera(PLACES[0]), 3) / 1000 * spread_px
    assert poses_from_outline(points, (WIDTH, HEIGHT)) == []
