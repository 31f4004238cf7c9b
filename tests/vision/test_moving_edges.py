"""Points on the edges of cubes lie where rounded edges show them, and the picture's edges are found beside them."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from rules.cubes import Face
from vision import moving_edges
from vision.edge_network import EdgeAnswers, SideEnds
from vision.faces import FaceSite, sightlines
from vision.moving_edges import EDGE_PX, Edges, Matches, edges_found, edges_in_view, not_flat, sides_told, smoothed
from vision.patches import Pyramid

CELLS = ((0, 0, 0), (0, 0, 1))


@pytest.fixture
def pose(camera_at):
    return camera_at((-0.5, -9.0, 1.0))


def upright_edge(x=0.0, points=6):
    """Points on an upright edge of a face that looks to the South."""
    heights = np.linspace(0.4, 1.6, points)
    ones = np.ones(points)
    return Edges(
        np.stack([x * ones, -ones, heights], axis=1),
        np.tile([0.0, 0, 1], (points, 1)),
        np.tile([1.0, 0, 0], (points, 1)),
    )


def dark_left_of(x_px, size_wh, other_x_px=None):
    """A picture that is dark on the left, and a little brighter once more farther right."""
    frame = np.full(size_wh[::-1], 200, np.uint8)
    if other_x_px is not None:
        frame[:, :other_x_px] = 170
    frame[:, :x_px] = 60
    return smoothed(frame)


def test_all_four_edges_of_a_face_have_points_and_corners_none(pose):
    edges = edges_in_view(CELLS[:1], [FaceSite(CELLS[0], Face.S)], pose)
    across = np.array([edges.points[:, 0] + 0.5, edges.points[:, 2] - 0.5])
    assert len(edges.points) == 32
    assert (abs(edges.points[:, 1] + 1) < 0.03).all()
    assert abs(across).max(axis=0) == pytest.approx(np.full(32, 0.5), abs=0.03)
    assert abs(across).min(axis=0).max() < 0.45
    assert np.sum(edges.along * edges.outward, axis=1) == pytest.approx(np.zeros(32))
    # Outward is away from the middle of the face.
    middle = np.array([-0.5, -1.0, 0.5])
    assert (np.sum((edges.points - middle) * edges.outward, axis=1) > 0.4).all()


def test_a_rounded_edge_is_seen_inside_of_the_cube_where_its_other_face_looks_away(camera_at):
    edges = edges_in_view(CELLS[:1], [FaceSite(CELLS[0], Face.S)], camera_at((-2.5, -8.0, 2.5)))
    up, down, right, left = (0.5 - np.sum((edges.points - [-0.5, -1.0, 0.5]) * edges.outward, axis=1)).reshape(4, 8)
    assert (right > 0.001).all()
    assert (right < 0.03).all()
    # Upper and western face are in view too; and on the ground it is the dark line below the cube that is seen.
    assert np.array([up, down, left]) == pytest.approx(np.zeros((3, 8)))


def test_what_another_cube_hides_has_no_points(camera_at):
    pose = camera_at((-3.0, -9.0, 2.0))
    hidden_site = FaceSite((0, 1, 0), Face.S)
    assert len(edges_in_view([(0, 1, 0)], [hidden_site], pose).points) == 32
    # Of a cube right before it the upper edge of the face behind is not seen either: they touch.
    assert len(edges_in_view([(0, 0, 0), (0, 1, 0)], [hidden_site], pose).points) == 0
    beside = len(edges_in_view([(-1, 0, 0), (0, 1, 0)], [hidden_site], pose).points)
    assert 0 < beside < 32


def test_faces_that_are_seen_flat_are_left_out(camera_at):
    pose = camera_at((-1.2, -9.0, 0.5))
    sites = [site for site in sightlines(CELLS[:1], pose).sites if site.face in (Face.S, Face.W)]
    assert [site.face for site in not_flat(sites, pose)] == [Face.S]
    assert len(edges_in_view(CELLS[:1], sites, pose).points) == 32


@pytest.mark.parametrize("off_px", [-7, -3, 0, 4, 8])
def test_an_edge_is_found_where_the_picture_has_it(pose, off_px):
    edges = upright_edge()
    expected = pose.project(edges.points)
    frame = dark_left_of(round(expected[0, 0]) + off_px, pose.lens.size_wh)
    found = edges_found(frame, pose, edges, 0.1)
    off = found.targets_px - np.sum(expected * found.normals_xy, axis=1)
    assert abs(found.normals_xy[:, 0]) == pytest.approx(np.ones(6), abs=1e-6)
    assert off * np.sign(found.normals_xy[:, 0]) == pytest.approx(np.full(6, off_px), abs=1.6)


def test_a_strong_edge_farther_off_than_is_looked_is_not_found(pose):
    edges = upright_edge()
    x_px = round(pose.project(edges.points)[0, 0])
    frame = dark_left_of(x_px - 25, pose.lens.size_wh, x_px + 2)
    near = edges_found(frame, pose, edges, 0.06)
    off = near.targets_px - np.sum(pose.project(edges.points) * near.normals_xy, axis=1)
    assert abs(off).max() < 5


@pytest.mark.parametrize(("outward", "is_strong_found"), [((1.0, 0.0, 0.0), True), ((0.1, 0.995, 0.0), False)])
def test_less_far_is_looked_where_a_face_is_seen_flat(pose, outward, is_strong_found):
    edges = replace(upright_edge(), outward=np.tile(outward, (6, 1)))
    x_px = round(pose.project(edges.points)[0, 0])
    frame = dark_left_of(x_px - 9, pose.lens.size_wh, x_px + 1)
    found = edges_found(frame, pose, edges, 0.1)
    off = found.targets_px - np.sum(pose.project(edges.points) * found.normals_xy, axis=1)
    assert (abs(off) > 7).all() == is_strong_found
    assert (abs(off) < 3).all() != is_strong_found


def test_however_large_cubes_are_no_edge_is_looked_for_far_off(pose):
    edges = upright_edge()
    x_px = round(pose.project(edges.points)[0, 0])
    found = edges_found(dark_left_of(x_px - 40, pose.lens.size_wh, x_px + 2), pose, edges, 1.0)
    off = found.targets_px - np.sum(pose.project(edges.points) * found.normals_xy, axis=1)
    assert abs(off).max() < 5


@pytest.mark.parametrize("side", [-1, 1])
def test_of_two_edges_alike_the_one_nearer_to_where_it_is_expected_is_found(pose, side):
    edges = upright_edge()
    x_px = round(pose.project(edges.points)[0, 0])
    frame = np.full(pose.lens.size_wh[::-1], 180, np.uint8)
    frame[:, min(x_px + 4 * side, x_px - 11 * side) : max(x_px + 4 * side, x_px - 11 * side)] = 80
    found = edges_found(smoothed(frame), pose, edges, 0.1)
    off = found.targets_px - np.sum(pose.project(edges.points) * found.normals_xy, axis=1)
    assert off * np.sign(found.normals_xy[:, 0]) == pytest.approx(np.full(6, 3.5 * side), abs=1.6)


@pytest.fixture
def told(camera_at, monkeypatch):
    """Function (offset, spread, times) -> what is told of a face's sides where the network answers so, in cube edges,
    from a camera so many times as far away."""

    def told(offset, spread, times=1.0):
        pose = camera_at((-2.5 * times, -8.0 * times, 2.5 * times))
        answers = EdgeAnswers(np.full((1, 8), offset), np.full((1, 8), spread))
        monkeypatch.setattr(moving_edges, "ask_edges", lambda *_: answers)
        site = FaceSite(CELLS[0], Face.S)
        blank = np.zeros((*pose.lens.size_wh[::-1], 3), np.uint8)
        return pose, SideEnds.of([site], pose), sides_told(Pyramid(blank), pose, [site], CELLS[:1])

    return told


@pytest.mark.parametrize("offset", [0.0, 0.04, -0.04])
def test_sides_are_where_the_network_tells_that_they_lie(told, offset):
    pose, ends, sides = told(offset, 0.05)
    points, outward = ends.points.reshape(-1, 3), ends.outward.reshape(-1, 3)
    assert (sides.points == points).all()
    moved = np.sum(pose.project(points + offset * outward) * sides.normals_xy, axis=1)
    assert sides.targets_px == pytest.approx(moved, abs=0.2)


def test_the_surer_the_network_is_the_more_a_side_counts(told):
    (*_, doubtful), (*_, likely) = (told(0.0, spread) for spread in (0.1, 0.05))
    assert likely.weights == pytest.approx(2 * doubtful.weights, rel=0.02)


def test_no_side_is_believed_to_be_surer_than_cubes_stand_in_their_cells_or_than_a_fraction_of_a_pixel(told):
    (*_, likely), (*_, sure) = (told(0.0, spread) for spread in (0.006, 1e-6))
    assert sure.weights == pytest.approx(np.sqrt(2) * likely.weights, rel=0.01)
    (*_, far) = told(0.0, 1e-6, times=8.0)
    assert far.weights == pytest.approx(np.full(8, EDGE_PX / 0.25))


def test_a_clear_edge_counts_more_than_a_faint_one(pose):
    clear, faint = upright_edge(0.0), upright_edge(-1.0)
    x_px = [round(pose.project(edges.points)[0, 0]) for edges in (clear, faint)]
    frame = np.full(pose.lens.size_wh[::-1], 200, np.uint8)
    frame[:, : x_px[0]], frame[:, : x_px[1]] = 80, 90
    both = Edges(
        *(np.concatenate([getattr(one, name) for one in (clear, faint)]) for name in ("points", "along", "outward"))
    )
    weights = edges_found(smoothed(frame), pose, both, 0.06).weights
    assert weights[:6].min() > 2 * weights[6:].max()
    assert (weights >= 0).all()
    assert (weights <= 1).all()


def test_where_there_is_no_edge_none_counts(pose):
    blank = np.full(pose.lens.size_wh[::-1], 128, np.uint8)
    assert edges_found(smoothed(blank), pose, upright_edge(), 0.1).weights.tolist() == [0.0] * 6


def test_a_dark_joint_is_found_in_its_middle(pose):
    edges = upright_edge()
    x_px = round(pose.project(edges.points)[0, 0])
    frame = np.full(pose.lens.size_wh[::-1], 180, np.uint8)
    cv2.line(frame, (x_px + 3, 0), (x_px + 3, frame.shape[0]), 40, 3)
    found = edges_found(smoothed(frame), pose, edges, 0.1)
    off = found.targets_px - np.sum(pose.project(edges.points) * found.normals_xy, axis=1)
    assert abs(off) == pytest.approx(np.full(6, 3.0), abs=1.1)


def test_of_several_matches_all_points_are_kept_in_their_order(pose):
    one = edges_found(dark_left_of(600, pose.lens.size_wh), pose, upright_edge(), 0.1)
    other = replace(one, weights=one.weights + 1)
    both = Matches.joined(one, other)
    assert both.weights.tolist() == [*one.weights, *other.weights]
    assert both.points.shape == (12, 3)
    assert both.normals_xy.shape == (12, 2)
