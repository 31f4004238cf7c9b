"""From what is seen on the squares to heights and tops, and to the camera that explains it."""

import numpy as np
import pytest

from calibration.camera import CameraPose
from calibration.colours import grey
from calibration.locating import locate_mat, located_by
from calibration.tile_mat import TILE_MAT, middle_of
from calibration.tile_set import TileSet
from rules.games.tours import TILES, Tile
from vision.games.tours.columns import (
    MOST_HEIGHT,
    Look,
    SquareSight,
    column_by,
    column_reading,
    log_of_faces,
    poses_by,
    see_squares,
    shares_of_looks,
)
from vision.games.tours.looking import Sighting
from vision.patches import Pyramid

TABLE = "??7c,-,?2c/-,???5c,9c/6c,?4c,1c *"
# Two of them, side by side, tell hardly how far off the camera is.
FEW = (24, 28)


@pytest.fixture(scope="module")
def circles(tile_set):
    """One family alone is looked for in a third of the time."""
    return TileSet(tile_set.size, {tile: face for tile, face in tile_set.faces.items() if tile.family == "c"})


@pytest.fixture(scope="module")
def pose(camera_round):
    return camera_round(-100, 62)


@pytest.fixture(scope="module")
def picture(pose, draw_table, lying):
    return draw_table(
        pose, TABLE, lying, hidden_markers=[marker for marker in TILE_MAT.marker_ids if marker not in FEW]
    )


def located(picture, lens=None):
    return locate_mat(grey(picture), lens, TILE_MAT)


def test_few_markers_leave_several_focal_lengths_and_a_known_lens_leaves_one(picture, pose):
    few = [found.lens.matrix[0, 0] for found in poses_by(located(picture))]
    assert len(few) > 1
    assert few[0] == located(picture).pose.lens.matrix[0, 0]
    assert min(few) < pose.lens.matrix[0, 0] < max(few)
    (known,) = poses_by(located(picture, pose.lens))
    np.testing.assert_array_equal(known.lens.matrix, pose.lens.matrix)


def test_all_markers_leave_one_focal_length(pose, draw_table):
    (found,) = poses_by(located(draw_table(pose, "-,-,-/-,-,-/-,-,- *")))
    assert found.lens.matrix[0, 0] == pytest.approx(pose.lens.matrix[0, 0], rel=0.02)


def test_the_true_focal_length_explains_the_faces_best(picture, pose, circles):
    mat, pyramid = located(picture, pose.lens), Pyramid(picture)
    logs = {}
    for zoom in (1.0, 1.19):
        seen_by = located_by(pose.lens.zoomed(zoom), mat).pose
        logs[zoom] = log_of_faces(seen_by, see_squares(pyramid, seen_by, circles), circles.size)
    assert max(logs, key=logs.get) == 1.0


def a_face(alike, corners_xy):
    return Sighting(np.array(alike), np.asarray(corners_xy), 0.0)


def test_a_square_on_which_nothing_is_seen_may_hold_anything(pose, circles):
    reading = column_reading(SquareSight((), ()), 4, pose, circles)
    np.testing.assert_allclose(reading.heights, 1 / (MOST_HEIGHT + 1))
    np.testing.assert_allclose(reading.tops, 1 / len(TILES))
    assert reading.height() is None and reading.top() is None


@pytest.mark.parametrize("height", [1, 2, 5])
@pytest.mark.parametrize("upside_down", [0, 9])
def test_a_face_that_is_seen_tells_height_and_top(pose, circles, height, upside_down):
    size = circles.size
    half = np.array([0.75, 1.0]) * 64 * size.step / 2
    flat = np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]]) * half
    corners = pose.project(np.column_stack([flat, np.full(4, height * size.height)]))
    alike = np.full(18, 0.1)
    alike[3 + upside_down] = 0.9
    reading = column_reading(SquareSight((a_face(alike, corners),), ()), 4, pose, circles)
    assert (reading.height(), reading.top()) == (height, Tile("c", 4))
    # What is like nothing tells nothing.
    reading = column_reading(SquareSight((a_face(np.full(18, 0.2), corners),), ()), 4, pose, circles)
    assert reading.height() is None and reading.top() is None
    # Two faces that are as alike as each other leave the top open, and not the height.
    alike[5] = alike[3 + upside_down]
    reading = column_reading(SquareSight((a_face(alike, corners),), ()), 4, pose, circles)
    assert (reading.height(), reading.top()) == (height, None)


def test_a_column_that_ends_close_below_the_camera_is_told(pose, circles):
    size = circles.size
    half = np.array([0.75, 1.0]) * 64 * size.step / 2
    flat = np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]]) * half
    height = 6
    # A camera that looks straight down from two tiles' lengths above the top.
    above = CameraPose(
        pose.lens, np.diag([1.0, -1.0, -1.0]), np.array([0.0, 0.0, height * size.height + 2 * size.length])
    )
    corners = above.project(np.column_stack([flat, np.full(4, height * size.height)]))
    reading = column_reading(SquareSight((a_face(np.eye(18)[2] * 0.9, corners),), ()), 4, above, circles)
    assert (reading.height(), reading.top()) == (height, Tile("c", 3))


def test_a_cross_tells_that_a_square_is_empty(pose, circles):
    size = circles.size
    half = np.array([0.75, 1.0]) * 64 * size.step / 2
    flat = np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]]) * half
    corners = pose.project(np.column_stack([flat, np.zeros(4)]))
    reading = column_reading(SquareSight((), (a_face([0.9], corners),)), 4, pose, circles)
    assert reading.height() == 0 and reading.top() is None
    # One that lies beside its square is none.
    assert column_reading(SquareSight((), (a_face([0.9], corners),)), 5, pose, circles).height() is None


def test_a_face_that_another_column_explains_better_is_not_taken_for_this_one_s(pose, circles):
    """From low down a face on one square is seen near the middle of another, as if it lay higher there."""
    size = circles.size
    half = np.array([0.75, 1.0]) * 64 * size.step / 2
    flat = np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]]) * half
    square, height = 1, 4
    corners = pose.project(np.column_stack([flat + middle_of(square), np.full(4, height * size.height)]))
    face = SquareSight((a_face(np.eye(18)[2] * 0.8, corners),), ())
    assert column_reading(face, square, pose, circles).height() == height
    for other in set(range(9)) - {square}:
        assert column_reading(face, other, pose, circles).height() is None


def test_places_of_the_camera_that_are_as_likely_leave_open_what_they_disagree_on(pose, circles):
    size = circles.size
    half = np.array([0.75, 1.0]) * 64 * size.step / 2
    flat = np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]]) * half

    def look(height):
        corners = pose.project(np.column_stack([flat, np.full(4, height * size.height)]))
        sight = SquareSight((a_face(np.eye(18)[2] * 0.8, corners),), ())
        return Look(pose, (*[SquareSight((), ())] * 4, sight, *[SquareSight((), ())] * 4))

    looks = look(3), look(4)
    shares = shares_of_looks(looks, size)
    np.testing.assert_allclose(shares, 0.5, atol=0.05)
    seen = column_by(looks, shares, 4, circles)
    assert (seen.height(), seen.top()) == (None, Tile("c", 3))
    # What is seen by one place alone is told by it.
    blind = Look(pose, (SquareSight((), ()),) * 9)
    shares = shares_of_looks((look(3), blind), size)
    assert column_by((look(3), blind), shares, 4, circles).height() == 3
