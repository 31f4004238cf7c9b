"""Patches are cut upright and at the right place, from pictures of any size."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from rules.games.babel import Face
from vision.face_network import (
    CLOSE_LOOK,
    FIRST_LOOK,
    PLANES,
    ask_again,
    ask_marks,
    ask_presence,
    cut_colours,
    cut_patches,
    face_planes,
    normalised,
)
from vision.faces import FaceSite, face_corners, face_points
from vision.patches import Pyramid, cut, open_squares, patch_frames, square_lattice, view_vectors


def picture_of_face(pose, site):
    """Black, with the face's four quarters grey 40 (upper left), 90, 160 (lower left) and 230."""
    frame = np.zeros((960, 1280), np.uint8)
    for right, up, value in [(-0.25, 0.25, 40), (0.25, 0.25, 90), (-0.25, -0.25, 160), (0.25, -0.25, 230)]:
        square = np.array([[-1, 1, 0], [1, 1, 0], [1, -1, 0], [-1, -1, 0]]) * 0.25 + [right, up, 0]
        corners = pose.project(face_points([site], square[None]))[0]
        cv2.fillConvexPoly(frame, np.rint(corners).astype(np.int32), value)
    return frame


@pytest.mark.parametrize("face", [Face.S, Face.W])
@pytest.mark.parametrize("focal_px", [500.0, 1100.0, 2500.0])
def test_a_face_is_set_upright(camera_at, face, focal_px):
    pose = camera_at((-6, -7, 4), focal_px=focal_px)
    site = FaceSite((0, 0, 0), face)
    patch = cut(picture_of_face(pose, site), [site], square_lattice(20, 1.0)[None], 1 / 20, pose)[0]
    quarters = [patch[4:6, 4:6], patch[4:6, 14:16], patch[14:16, 4:6], patch[14:16, 14:16]]
    assert [int(np.median(quarter)) for quarter in quarters] == pytest.approx([40, 90, 160, 230], abs=6)


def test_colour_keeps_its_channels(camera_at):
    pose = camera_at((-6, -7, 4))
    frame = np.full((960, 1280, 3), (10, 120, 240), np.uint8)
    patch = cut(frame, [FaceSite((0, 0, 0), Face.S)], square_lattice(4, 1.0)[None], 0.25, pose)
    assert patch.shape == (1, 4, 4, 3)
    assert patch.reshape(-1, 3).tolist() == [[10, 120, 240]] * 16


@pytest.mark.parametrize("distance", [0.5, 1.0, 2.0])
def test_of_a_pyramid_the_same_is_cut_as_of_its_picture(camera_at, distance):
    pose, sites = camera_at((-6 * distance, -7 * distance, 4)), [FaceSite((0, 0, z), Face.S) for z in range(3)]
    frame = np.random.default_rng(5).integers(0, 256, (960, 1280, 3), np.uint8)
    pyramid = Pyramid.of(frame)
    for _ in range(2):
        assert (cut_colours(pyramid, sites, pose, CLOSE_LOOK) == cut_colours(frame, sites, pose, CLOSE_LOOK)).all()
        assert ask_presence(pyramid, sites, pose) == pytest.approx(ask_presence(frame, sites, pose), abs=1e-4)


def test_each_level_of_a_pyramid_is_half_as_large():
    pyramid = Pyramid(np.zeros((960, 1280, 3), np.uint8))
    assert [pyramid.level(halvings).shape for halvings in (2, 0)] == [(240, 320, 3), (960, 1280, 3)]
    assert pyramid.grey.level(1).shape == (480, 640)


def test_a_face_beside_the_camera_is_cut_without_a_word(camera_at):
    eye = np.array([0.3, -6.0 + 1e-14, 0.5])
    pose = camera_at(eye, k1=-0.1, target=eye + np.array([0.0, 1.0, 0.0]))
    patch = cut(
        np.full((960, 1280), 90, np.uint8), [FaceSite((0, -5, 0), Face.S)], square_lattice(4, 1.0)[None], 0.25, pose
    )
    assert (patch == 90).all()


def test_what_is_finer_than_a_patch_s_pixels_is_grey_in_it(camera_at):
    pose = camera_at((-6, -7, 4))
    rows, columns = np.indices((960, 1280))
    checked = np.uint8(255 * ((rows + columns) % 2))
    patch = cut(checked, [FaceSite((0, 0, 0), Face.S)], square_lattice(8, 1.0)[None], 1 / 8, pose)
    assert abs(patch.astype(int) - 127).max() < 16


def test_no_faces_give_no_patches(camera_at):
    assert cut_patches(np.zeros((960, 1280), np.uint8), [], camera_at((-6, -7, 4)), 40, 1.8).shape == (
        0,
        PLANES,
        40,
        40,
    )


def test_about_no_faces_nothing_is_asked(camera_at):
    frame, pose = np.zeros((960, 1280, 3), np.uint8), camera_at((-6, -7, 4))
    assert ask_presence(frame, [], pose).shape == ask_again(frame, [], pose, ()).shape == (0,)


def test_patches_of_any_number_of_rows_are_cut(camera_at):
    offsets = np.zeros((1, 33_000, 2, 3))
    patch = cut(
        np.full((960, 1280), 90, np.uint8), [FaceSite((0, 0, 0), Face.S)], offsets, 0.01, camera_at((-6, -7, 4))
    )
    assert patch.shape == (1, 33_000, 2)
    assert (patch == 90).all()


def test_the_view_vector_points_to_the_camera(camera_at):
    pose = camera_at((-6, -7, 4))
    sites = [FaceSite((0, 0, 0), face) for face in (Face.S, Face.W, Face.U)]
    views = view_vectors(sites, pose)
    assert np.linalg.norm(views, axis=1) == pytest.approx(1.0, abs=1e-6)
    assert (views[:, 2] > 0).all()
    # Seen from the South-West, the camera stands to the left of the South face and to the right of the West one.
    assert views[0, 0] < 0 < views[1, 0]


def test_brightness_and_contrast_do_not_matter():
    generator = np.random.default_rng(3)
    patches = generator.uniform(0, 120, (5, PLANES, 40, 40)).astype(np.float32)
    brighter = patches * 1.5 + 20
    assert np.abs(normalised(patches, 1.8) - normalised(brighter, 1.8)).max() < 0.1


def test_corners_project_to_where_the_patch_comes_from(camera_at):
    pose = camera_at((-6, -7, 4))
    site = FaceSite((1, 0, 2), Face.S)
    frame = np.zeros((960, 1280), np.uint8)
    cv2.fillConvexPoly(frame, np.rint(pose.project(face_corners([site]))[0]).astype(np.int32), 255)
    patch = cut(frame, [site], square_lattice(18, 1.8)[None], 0.1, pose)[0]
    assert patch[5:13, 5:13].min() > 200
    assert patch[:3].max() < 20


@pytest.mark.parametrize("place", [(-1, -7, 4), (7, 1, 4), (1, 7, 4), (-7, -1, 4)])
def test_upper_faces_are_turned_until_the_camera_looks_from_below(camera_at, place):
    site = FaceSite((0, 0, 0), Face.U)
    view = view_vectors([site], camera_at(place))[0]
    assert view[1] < -abs(view[0])
    _, right, up, outward = patch_frames([site], camera_at(place))[0]
    assert np.cross(right, up) == pytest.approx(outward)


@pytest.mark.parametrize("look", [FIRST_LOOK, CLOSE_LOOK])
def test_the_lights_colour_hardly_shows_in_how_colours_differ(look):
    generator = np.random.default_rng(4)
    patches = generator.uniform(60, 160, (3, PLANES, look.side_px, look.side_px)).astype(np.float32)
    colours = generator.uniform(80, 120, (3, look.side_px, look.side_px, 3)).astype(np.float32)
    is_open = np.ones((3, look.open_squares, look.open_squares), np.bool_)
    plain = face_planes(patches, colours, is_open, look)[:, PLANES:-1]
    tinted = face_planes(patches, colours + np.float32([0, 20, 40]), is_open, look)[:, PLANES:-1]
    assert abs(plain.mean(axis=(2, 3))).max() < 0.1
    assert abs(plain - tinted).max() < 0.35


@pytest.mark.parametrize(("look", "least"), [(FIRST_LOOK, 0.05), (CLOSE_LOOK, 0.02)])
def test_what_differs_by_its_colour_alone_is_told_to_the_network(camera_at, look, least):
    pose, site = camera_at((-6, -7, 4)), FaceSite((0, 0, 0), Face.S)
    plain = np.full((960, 1280, 3), 128, np.uint8)
    # A blue that is as bright.
    blue = cv2.fillConvexPoly(plain.copy(), np.rint(pose.project(face_corners([site]))[0]).astype(int), (200, 114, 128))
    assert (cv2.cvtColor(blue, cv2.COLOR_BGR2GRAY) == 128).all()
    assert abs(ask_again(blue, [site], pose, (), look) - ask_again(plain, [site], pose, (), look)) > least


@pytest.mark.parametrize("look", [FIRST_LOOK, CLOSE_LOOK])
def test_what_is_asked_again_is_answered_alike_in_a_mirror(camera_at, look):
    right, left = (FaceSite(cell, Face.S) for cell in ((1, 0, 0), (0, 0, 0)))
    pose = camera_at((0, -8, 4), target=(0, 0, 0.5))
    frame = np.random.default_rng(6).integers(60, 160, (960, 1280, 3), np.uint8)
    # Turned about the middle of the lens, which lies on a pixel.
    flipped = np.roll(frame[:, ::-1], 1, axis=1)
    assert ask_again(frame, [right], pose, [left.cell], look) == pytest.approx(
        ask_again(flipped, [left], pose, [right.cell], look), abs=0.05
    )


def test_the_marks_of_some_faces_are_told_as_among_all(camera_at):
    pose, sites = camera_at((-6, -7, 4)), [FaceSite((0, 0, z), Face.S) for z in range(4)]
    frame = np.random.default_rng(5).integers(60, 160, (960, 1280, 3), np.uint8)
    shown = (
        cut_patches(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), sites, pose, CLOSE_LOOK.side_px, CLOSE_LOOK.side_edges),
        cut_colours(frame, sites, pose, CLOSE_LOOK),
        open_squares(sites, (), pose, CLOSE_LOOK.open_squares, CLOSE_LOOK.side_edges),
        view_vectors(sites, pose),
    )
    every = ask_marks(*shown)
    assert ask_marks(*(part[[3, 1]] for part in shown)) == pytest.approx(every[[3, 1]], abs=1e-4)
    assert ask_marks(*(part[:0] for part in shown)).shape == (0,)
    assert every != pytest.approx(ask_again(frame, sites, pose, (), CLOSE_LOOK), abs=0.1)


def test_what_a_cube_hides_of_a_face_behind_it_is_not_open(camera_at):
    pose = camera_at((0.5, -9, 12))
    site = FaceSite((1, 1, 0), Face.U)
    is_open = open_squares([site], [(1, 0, 0), (1, 0, 1)], pose, 10, 1.0)[0]
    assert is_open[0].all()
    assert not is_open[-1].any()
    assert open_squares([site], [(1, 1, 0), (1, 0, 0)], pose, 10, 1.0).all()


def test_what_is_out_of_the_picture_is_not_open(camera_at):
    pose = camera_at((0, -9, 3))
    site = FaceSite((0, 0, 0), Face.S)
    middle_x = pose.project(face_corners([site])[0])[:, 0].mean()
    matrix = pose.lens.matrix - np.array([[0, 0, middle_x], [0, 0, 0], [0, 0, 0]])
    cut_off = replace(pose, lens=replace(pose.lens, matrix=matrix))
    is_open = open_squares([site], (), cut_off, 10, 1.0)[0]
    assert not is_open[:, :4].any()
    assert is_open[:, 6:].all()
