"""A cube's face ends where something else begins; a table goes on."""

import cv2
import numpy as np
import pytest

from rules.games.babel import Face
from vision.faces import FaceSite, face_corners, sightlines
from vision.outline_contrast import outline_contrast

CELLS = ((0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0))


@pytest.fixture
def pose(camera_at):
    return camera_at((-6.0, -7.0, 5.0))


@pytest.fixture
def sides(pose):
    return [site for site in sightlines(CELLS, pose).sites_in_view(CELLS, 0.3) if site.face is not Face.U]


def paint(pose, sites, faces_bgr, table_bgr):
    """A table with faces on it, in a colour each."""
    width, height = pose.lens.size_wh
    frame_bgr = np.full((height, width, 3), table_bgr, np.uint8)
    for site, bgr in zip(sites, faces_bgr, strict=True):
        cv2.fillConvexPoly(frame_bgr, np.round(pose.project(face_corners([site])[0])).astype(np.int32), bgr)
    return frame_bgr


@pytest.mark.parametrize(("face_bgr", "table_bgr"), [((90, 110, 130), (60, 110, 130)), ((60, 60, 60), (90, 90, 90))])
def test_faces_stand_out_from_a_table_of_another_colour(pose, sides, face_bgr, table_bgr):
    frame_bgr = paint(pose, sides, [face_bgr] * 4, table_bgr)
    assert outline_contrast(frame_bgr, sides, CELLS, pose) > 20


def test_faces_that_differ_from_the_table_by_a_grey_level_do_not_stand_out(pose, sides):
    frame_bgr = paint(pose, sides, [(121, 121, 121)] * 4, (120, 120, 120))
    assert outline_contrast(frame_bgr, sides, CELLS, pose) < 1.5


def test_faces_stand_out_from_grain_that_is_as_strong_as_their_edge(pose, sides):
    frame_bgr = paint(pose, sides, [(110, 110, 110)] * 4, (120, 120, 120))
    grain = np.random.default_rng(2).normal(0, 10, frame_bgr.shape)
    noisy_bgr = np.clip(frame_bgr + grain, 0, 255).astype(np.uint8)
    assert outline_contrast(noisy_bgr, sides, CELLS, pose) > 4


def test_nothing_stands_out_where_the_table_goes_on(pose, sides):
    frame_bgr = paint(pose, sides, [(60, 110, 130)] * 4, (60, 110, 130))
    assert outline_contrast(frame_bgr, sides, CELLS, pose) == 0


def test_the_texture_of_a_table_is_no_outline(pose, sides):
    width, height = pose.lens.size_wh
    noise = np.random.default_rng(1).normal(120, 40, (height // 8 + 1, width // 8 + 1, 3)).clip(0, 255)
    cloth = np.kron(noise, np.ones((8, 8, 1)))[:height, :width].astype(np.uint8)
    assert outline_contrast(cloth, sides, CELLS, pose) < 4


def test_where_two_sides_of_the_tower_meet_is_no_outline(pose, sides):
    # The southern side cannot be told from the table, but from the western one beside it.
    table = (120, 120, 120)
    frame_bgr = paint(pose, sides, [table if site.face is Face.S else (0, 0, 200) for site in sides], table)
    south = [site for site in sides if site.face is Face.S]
    assert outline_contrast(frame_bgr, [*south, FaceSite((0, 0, 0), Face.W)], CELLS, pose) < 1


def test_without_a_face_there_is_no_outline(pose):
    frame_bgr = np.zeros((*pose.lens.size_wh[::-1], 3), np.uint8)
    assert outline_contrast(frame_bgr, [], CELLS, pose) is None


def test_a_face_seen_too_flat_tells_nothing(camera_at):
    pose = camera_at((-1.5, -9.0, 3.0))
    (flat,) = (site for site in sightlines(CELLS[:1], pose).sites if site.face is Face.W)
    frame_bgr = paint(pose, [flat], [(0, 0, 200)], (120, 120, 120))
    assert outline_contrast(frame_bgr, [flat], CELLS[:1], pose) is None


SOUTH = FaceSite((0, 0, 0), Face.S), FaceSite((1, 0, 0), Face.S)


def beside_grey_faces(pose, *sites):
    """A table of the two southern faces' own grey, red where other faces would be."""
    return paint(pose, [*sites, *SOUTH], [(0, 0, 200)] * len(sites) + [(120, 120, 120)] * 2, (120, 120, 120))


def test_a_level_ends_at_its_left_and_at_its_right(camera_at):
    pose = camera_at((0.0, -9.0, 3.0))
    frame_bgr = beside_grey_faces(pose, FaceSite((-1, 0, 0), Face.S), FaceSite((2, 0, 0), Face.S))
    assert outline_contrast(frame_bgr, SOUTH, CELLS, pose) > 10


def test_a_level_does_not_end_where_a_cube_stands_beside_a_face(camera_at):
    # Below the face something else begins, and to its left the table goes on: half of its outline.
    pose = camera_at((0.0, -9.0, 3.0))
    frame_bgr = beside_grey_faces(pose, FaceSite((0, 0, -1), Face.S))
    assert outline_contrast(frame_bgr, SOUTH[:1], CELLS, pose) > 10
    assert outline_contrast(frame_bgr, SOUTH[:1], CELLS[:1], pose) < 1
