"""Colours, wear and the marks' radius are those of the cubes that are known to stand there."""

import cv2
import numpy as np
import pytest

from calibration.colours import opponent
from calibration.locating import ON_OUTLINE, Place
from calibration.paints import FACE_SPREAD, USUAL_PAINTS
from calibration.paper import mat_white
from rules.games.babel import Face
from vision.faces import FaceSite, face_points, sightlines
from vision.games.babel.telling.known_tower import KnownFaces, _is_clipped, known_faces, mark_radius, worn_share

CELLS = ((0, 0, 0), (1, 0, 0))


def painted(pose, linear_by_cell, paper=200):
    """A picture of paper with flat squares where the cubes' faces are, each in its colour."""
    frame = np.full((960, 1280, 3), paper, np.uint8)
    lines = sightlines(CELLS, pose)
    for site in lines.sites_in_view(CELLS, 0.3):
        corners = face_points([site], 0.5 * np.array([[[-1, 1, 0], [1, 1, 0], [1, -1, 0], [-1, -1, 0]]], float))
        code = round(255 * linear_by_cell[site.cell] ** (1 / 2.2))
        cv2.fillConvexPoly(frame, np.rint(pose.project(corners)[0]).astype(np.int32), (code, code, code))
    return frame


def test_colours_are_over_the_mats_white_and_only_of_known_cubes(camera_at):
    pose = camera_at((4, -6, 5))
    frame = painted(pose, {(0, 0, 0): 0.1, (1, 0, 0): 0.4})
    both = known_faces(frame, pose, ON_OUTLINE, {(0, 0, 0): 0, (1, 0, 0): 1}, CELLS)
    lightness = [both.colours[both.types == number, 0].mean() for number in (0, 1)]
    assert lightness[1] - lightness[0] == pytest.approx(np.log(4), abs=0.15)
    assert abs(both.colours[:, 1:]).max() < 0.05
    one = known_faces(frame, pose, ON_OUTLINE, {(0, 0, 0): None, (1, 0, 0): 1}, CELLS)
    assert {site.cell for site in one.sites} == {(1, 0, 0)}
    assert one.sides.tolist() == [list(Face).index(site.face) for site in one.sites]


def test_white_is_that_of_the_mats_own_paper_where_the_tower_stands_beside_its_outline(camera_at, mat_picture):
    pose, place = camera_at((4, -6, 5)), Place(0.3, -0.25, 12.0)
    frame = np.repeat(mat_picture(pose)[..., None], 3, axis=2)
    tower_pose = pose.told_from(np.array([place.x, place.y, 0.0]), place.turn_deg)
    faces = known_faces(frame, tower_pose, place, {(0, 0, 0): 0, (1, 0, 0): 1}, CELLS)
    np.testing.assert_allclose(faces.white, mat_white(frame, pose), rtol=1e-6)


def test_nothing_known_is_an_answer(camera_at):
    pose = camera_at((4, -6, 5))
    frame = painted(pose, {(0, 0, 0): 0.1, (1, 0, 0): 0.4})
    assert known_faces(frame, pose, ON_OUTLINE, {(0, 0, 0): None, (1, 0, 0): None}, CELLS) is None


def faces_of(number, edges):
    """One face of a type whose edges look as given."""
    return KnownFaces((FaceSite((0, 0, 0), Face.U),), np.array([number]), USUAL_PAINTS[[number]], edges, np.ones(3))


@pytest.mark.parametrize("share", [0.0, 0.25, 1.0])
def test_wear_is_the_share_of_edges_that_show_wood(share):
    edges = np.tile(USUAL_PAINTS[4], (1, 100, 1))
    edges[0, : round(100 * share)] = USUAL_PAINTS[3]
    photos = [faces_of(4, edges)]
    assert worn_share(photos, USUAL_PAINTS, 4) == share
    # Wood has no paint to lose, and of types out of view nothing is said.
    assert worn_share(photos, USUAL_PAINTS, 3) == 0
    assert worn_share(photos, USUAL_PAINTS, 0) == 0


def test_a_photo_without_a_type_tells_nothing_of_its_wear():
    worn = faces_of(4, np.tile(USUAL_PAINTS[3], (1, 100, 1)))
    other = faces_of(0, np.tile(USUAL_PAINTS[0], (1, 100, 1)))
    assert worn_share([worn, other], USUAL_PAINTS, 4) == 1


def test_a_bright_edge_is_no_wear():
    edges = np.tile(USUAL_PAINTS[2] + [6 * FACE_SPREAD[0], 0, 0], (1, 50, 1))
    assert worn_share([faces_of(2, edges)], USUAL_PAINTS, 2) == 0


@pytest.mark.parametrize("radius", [0.21, 0.3])
def test_the_radius_is_that_of_the_marks_outline(camera_at, radius):
    pose = camera_at((3, -4, 4), focal_px=1400.0)
    frame = painted(pose, {(0, 0, 0): 0.3, (1, 0, 0): 0.3})
    sites = sightlines(CELLS, pose).sites_in_view(CELLS, 0.9)
    angles = np.linspace(0, 2 * np.pi, 80)
    circle = np.stack([radius * np.cos(angles), radius * np.sin(angles), np.zeros(80)], axis=-1)
    for site in sites:
        outline = np.rint(pose.project(face_points([site], circle[None]))[0]).astype(np.int32)
        cv2.fillConvexPoly(frame, outline, (90, 90, 90))
    assert mark_radius(frame, sites, pose) == pytest.approx(radius, abs=0.015)
    assert mark_radius(np.full((960, 1280, 3), 128, np.uint8), sites, pose) is None


def test_where_faces_change_alike_all_over_no_circle_stands_out(camera_at):
    pose = camera_at((3, -4, 4), focal_px=1400.0)
    noise = np.random.default_rng(3).integers(40, 200, (960, 1280, 1), np.uint8).repeat(3, axis=2)
    assert mark_radius(noise, sightlines(CELLS, pose).sites_in_view(CELLS, 0.9), pose) is None


@pytest.mark.parametrize(
    ("over_white", "white", "is_clipped"),
    [
        (0.5, 0.6, False),
        (0.007, 0.3, True),
        (0.007, 0.9, False),
        (0.005, 0.9, True),
        (1.1, 0.9, True),
        (1.1, 0.6, False),
    ],
)
@pytest.mark.parametrize("channel", [0, 1, 2])
def test_a_face_of_which_one_colour_was_cut_off_is_left_out(over_white, white, is_clipped, channel):
    colour = np.full(3, 0.3)
    colour[channel] = over_white
    assert _is_clipped(opponent(colour[None]), np.full(3, white)).tolist() == [is_clipped]
