from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.tile_set import TileSize
from vision.games.tours.planes import Column, in_view, lattice, seen_at
from vision.patches import Pyramid

SIZE = TileSize(length=0.86, width=0.65, height=0.48)
STEPS = np.linspace(0, 1, 2001)[:, None]


@pytest.fixture(scope="module")
def far_camera(camera_round):
    """All columns are in its picture."""
    return partial(camera_round, distance=12.0, focal_px=600.0)


azimuths, elevations = st.floats(0, 360), st.floats(35, 85)
columns = st.builds(Column, st.floats(-1.1, 1.1), st.floats(-1.1, 1.1), st.floats(0.2, 5))
points = st.tuples(st.floats(-1.4, 1.4), st.floats(-1.4, 1.4), st.floats(0, 3)).map(np.array)


def passes(column, point, camera_xyz, wider):
    """Whether the way from a point to the camera leads through a column that is so much wider, step by step."""
    way = point + STEPS * (camera_xyz - point)
    half = np.array([SIZE.width, SIZE.length]) / 2 + wider
    inside = (abs(way[:, :2] - [column.x, column.y]) < half).all(axis=1)
    return bool((inside & (way[:, 2] > -wider) & (way[:, 2] < column.top + wider)).any())


@given(azimuths, elevations, columns, points)
def test_a_point_is_hidden_if_the_way_to_the_camera_leads_through_a_column(
    far_camera, azimuth, elevation, column, point
):
    pose = far_camera(azimuth, elevation)
    is_seen = bool(in_view(point, pose, [column], SIZE))
    if passes(column, point, pose.centre, -0.03):
        assert not is_seen
    elif not passes(column, point, pose.centre, 0.03):
        assert is_seen


@given(azimuths, elevations, columns, points)
def test_a_column_hides_nothing_before_it_nor_above_it(far_camera, azimuth, elevation, column, point):
    pose = far_camera(azimuth, elevation)
    to_camera = pose.centre[:2] / np.linalg.norm(pose.centre[:2])
    reach = np.hypot(SIZE.width, SIZE.length) / 2
    before = np.append(np.array([column.x, column.y]) + (reach + 0.01) * to_camera, point[2])
    assert in_view(before, pose, [column], SIZE)
    assert in_view(np.append(point[:2], column.top + 0.01), pose, [column], SIZE)


@given(azimuths, elevations, st.lists(columns, max_size=4), points)
def test_what_one_column_hides_no_other_shows_again(far_camera, azimuth, elevation, standing, point):
    pose = far_camera(azimuth, elevation)
    alone = [bool(in_view(point, pose, [column], SIZE)) for column in standing]
    assert bool(in_view(point, pose, standing, SIZE)) == all(alone)


def test_of_a_square_right_behind_a_high_column_little_is_in_view_and_of_its_neighbours_all(far_camera):
    pose = far_camera(-90, 50)
    ground = {
        (x, y): in_view(lattice((12, 16), 0.05, np.array([x, y, 0.0])), pose, [Column(0, 0, 2.0)], SIZE).mean()
        for x in (-1, 0, 1)
        for y in (-1, 1)
    }
    assert ground[0, 1] < 0.2
    assert {share for square, share in ground.items() if square != (0, 1)} == {1.0}


def test_what_is_outside_of_the_picture_is_not_in_view(far_camera):
    pose = far_camera(-90, 60)
    assert in_view(np.zeros((1, 3)), pose, [], SIZE).all()
    assert not in_view(np.array([[19.0, 0, 0], [-19, 0, 0], [0, -30, 0]]), pose, [], SIZE).any()


@given(st.floats(-180, 180))
def test_a_lattice_is_turned_about_its_middle(turn_deg):
    middle = np.array([0.3, -0.2, 1.5])
    straight, turned = (lattice((5, 7), 0.1, middle, deg) for deg in (0.0, turn_deg))
    assert turned.shape == (7, 5, 3)
    np.testing.assert_allclose(turned.mean(axis=(0, 1)), middle, atol=1e-9)
    one, other = (np.linalg.norm(points - middle, axis=-1) for points in (straight, turned))
    np.testing.assert_allclose(one, other, atol=1e-9)
    along = straight[0, 0] - straight[-1, 0], turned[0, 0] - turned[-1, 0]
    # From the South to the North, and against the clock from there.
    np.testing.assert_allclose(along[0], [0, 0.6, 0], atol=1e-9)
    turn = np.radians(turn_deg)
    np.testing.assert_allclose(along[1], [-0.6 * np.sin(turn), 0.6 * np.cos(turn), 0], atol=1e-9)


def test_a_plane_is_seen_straight_on_with_the_north_up(far_camera):
    pose = far_camera(-60, 45)
    grid = lattice((41, 41), 0.05, np.zeros(3))
    picture = np.full((960, 1280, 3), 30, np.uint8)
    # A light spot in the North-East.
    spot = np.rint(pose.project(np.array([0.5, 0.3, 0.0]))).astype(int)
    picture[spot[1] - 15 : spot[1] + 16, spot[0] - 15 : spot[0] + 16] = [60, 120, 240]
    seen = seen_at(Pyramid(picture), pose, grid)
    assert seen.shape == (41, 41, 3)
    row, column = 20 - round(0.3 / 0.05), 20 + round(0.5 / 0.05)
    assert seen[row, column].tolist() == pytest.approx([60, 120, 240], abs=3)
    assert np.argwhere(seen[..., 2] > 150).mean(axis=0) == pytest.approx([row, column], abs=0.6)


def test_outside_of_the_picture_its_border_is_seen(far_camera):
    picture = np.full((960, 1280, 3), 90, np.uint8)
    seen = seen_at(Pyramid(picture), far_camera(-90, 60), lattice((5, 5), 1.0, np.array([40.0, 0, 0])))
    assert np.unique(seen).tolist() == [90]
