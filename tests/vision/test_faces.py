"""Faces lie where the world frame says, and cubes hide each other as solid bodies do."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from calibration.camera import CameraPose, plain_lens
from rules.games.babel import Face
from vision.faces import FaceSite, face_corners, face_frames, hidden_by, in_picture, sightlines, view_angles_deg
from vision.games.babel.standing.candidates import CANDIDATE_CELLS

cells = st.tuples(st.integers(0, 1), st.integers(0, 1), st.integers(0, 5))


@given(cells, st.sampled_from(list(Face)))
def test_a_face_frame_is_right_handed_and_looks_outward(cell, face):
    centre, right, up, normal = face_frames([FaceSite(cell, face)])[0]
    assert_allclose(np.cross(right, up), normal)
    assert tuple(normal.astype(int)) == face.offset
    assert_allclose(centre - normal / 2, np.array(cell) - [0.5, 0.5, -0.5])


def test_corners_start_upper_left_and_go_clockwise_seen_from_outside():
    corners = face_corners([FaceSite((0, 0, 0), Face.S)])[0]
    assert corners.tolist() == [[-1, -1, 1], [0, -1, 1], [0, -1, 0], [-1, -1, 0]]


def shares_of(pose, occupied):
    lines = sightlines(CANDIDATE_CELLS, pose)
    shares = lines.visible_shares(occupied)
    return {
        (site.cell, site.face): share for site, share in zip(lines.sites, shares, strict=True) if site.cell in occupied
    }


def test_a_single_cube_shows_the_three_faces_turned_to_the_camera(camera_at):
    shares = shares_of(camera_at((-6, -7, 4)), [(0, 0, 0)])
    assert {face for _, face in shares} == {Face.W, Face.S, Face.U}
    assert set(shares.values()) == {1.0}


def test_a_cube_hides_the_face_that_it_stands_on_and_the_one_behind_it(camera_at):
    shares = shares_of(camera_at((-6, -7, 4)), [(0, 0, 0), (0, 0, 1), (1, 1, 0), (1, 0, 0), (0, 1, 0)])
    assert shares[(0, 0, 0), Face.U] == 0
    assert shares[(1, 0, 0), Face.W] == 0
    assert shares[(0, 0, 0), Face.S] == 1
    assert shares[(1, 1, 0), Face.U] == 0


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=50)
@given(st.floats(-1.5, 7.5), st.floats(0.0, 360.0))
def test_no_camera_sees_a_face_that_another_cube_touches_however_flat_it_looks_at_it(camera_at, height, heading_deg):
    x, y = 8 * np.cos(np.radians(heading_deg)), 8 * np.sin(np.radians(heading_deg))
    tower = [(x, y, z) for x in (0, 1) for y in (0, 1) for z in range(6)]
    for (cell, face), share in shares_of(camera_at((x, y, height)), tower).items():
        assert share == 0 or face.beside(cell) not in tower


def test_a_cube_behind_the_camera_hides_nothing():
    """The line from the point goes on through the camera into the cube."""
    point = np.array([[[-0.5, -10.0, 0.5]]])
    assert not hidden_by(point, [(0, 0, 0)], np.array([-0.5, -5.0, 0.5])).any()
    assert hidden_by(point, [(0, 0, 0)], np.array([-0.5, 5.0, 0.5])).all()


def test_the_faces_in_view_are_those_of_cubes_that_stand(camera_at):
    lines = sightlines(CANDIDATE_CELLS, camera_at((-6, -7, 4)))
    tower = [(0, 0, 0), (1, 0, 0)]
    in_view = lines.sites_in_view(tower, 0.3)
    assert {site.cell for site in in_view} == set(tower)
    assert FaceSite((1, 0, 0), Face.W) not in in_view
    assert lines.sites_in_view([], 0.0) == ()


def test_of_no_cells_no_face_is_in_view(camera_at):
    lines = sightlines([], camera_at((-6, -7, 4)))
    assert (lines.sites, lines.visible_shares([]).shape) == ((), (0,))


def test_what_lies_outside_the_picture_is_not_in_view(camera_at):
    pose = camera_at((-6, -7, 4), focal_px=4000.0)
    lines = sightlines([(0, 0, 5)], pose)
    assert lines.visible_shares([(0, 0, 5)]).max() == 0


def test_what_lies_behind_the_camera_is_not_in_view(camera_at):
    pose = camera_at((-6, -7, 4))
    ahead = pose.centre + 3 * pose.rotation[2]
    behind = pose.centre - 3 * pose.rotation[2]
    assert in_picture(np.stack([ahead, behind]), pose).tolist() == [True, False]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=30)
@given(st.sets(cells, min_size=1, max_size=10), cells)
def test_one_more_cube_never_shows_more_of_the_others(camera_at, stack, extra):
    lines = sightlines(CANDIDATE_CELLS, camera_at((5.0, -6.0, 5.0)))
    before = lines.visible_shares(sorted(stack))
    after = lines.visible_shares(sorted(stack | {extra}))
    assert np.all(after <= before)


@pytest.mark.parametrize(("face", "angle"), [(Face.S, 0.0), (Face.U, 90.0), (Face.N, 180.0)])
def test_view_angles_count_from_the_normal(camera_at, face, angle):
    site = FaceSite((1, 0, 0), face)
    centre = face_frames([site])[0, 0]
    pose = camera_at((centre[0], -80.0, centre[2]))
    assert view_angles_deg([site], pose)[0] == pytest.approx(angle, abs=0.5)


def test_what_distortion_folds_back_into_the_picture_is_not_in_it():
    lens = plain_lens(1000.0, (1280, 960), k1=-0.12)
    pose = CameraPose(lens, np.eye(3), np.zeros(3))
    points = np.array([[0.0, 0.0, 1.0], [2.8, 0.0, 1.0]])
    assert ((pose.project(points) > 0) & (pose.project(points) < lens.size_wh)).all()
    assert in_picture(points, pose).tolist() == [True, False]
