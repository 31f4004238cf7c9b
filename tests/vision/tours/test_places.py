"""Squares are read again by themselves, from all places that the camera may be at, until one is left."""

import numpy as np
import pytest

from calibration.camera import CameraPose
from calibration.colours import grey
from calibration.locating import locate_mat, located_by
from calibration.tile_mat import TILE_MAT
from rules.games.tours import Tile, parse_position
from vision.games.tours.columns import SquareSight, see_squares
from vision.games.tours.looking import Sighting
from vision.games.tours.places import Place, joined, look_at_squares, places_of
from vision.patches import Pyramid

TABLE = "??7c,-,?2c/-,???5c,9c/6c,?4c,1c *"
HEIGHTS = tuple(map(len, parse_position(TABLE).columns))
# Two of them, side by side, tell hardly how far off the camera is.
FEW = (24, 28)


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


def focal(place):
    return place.pose.lens.matrix[0, 0]


def test_few_markers_leave_several_focal_lengths_and_a_known_lens_leaves_one(picture, pose):
    few = [focal(place) for place in places_of(located(picture))]
    assert len(few) > 1
    assert few[0] == located(picture).pose.lens.matrix[0, 0]
    assert min(few) < pose.lens.matrix[0, 0] < max(few)
    (known,) = places_of(located(picture, pose.lens))
    np.testing.assert_array_equal(known.pose.lens.matrix, pose.lens.matrix)


def test_all_markers_leave_one_focal_length(pose, draw_table):
    (found,) = places_of(located(draw_table(pose, "-,-,-/-,-,-/-,-,- *")))
    assert focal(found) == pytest.approx(pose.lens.matrix[0, 0], rel=0.02)


def test_look_by_look_the_true_focal_length_is_found(picture, pose, circles):
    mat = located(picture, pose.lens)
    places = tuple(Place(located_by(pose.lens.zoomed(zoom), mat).pose) for zoom in (1.3, 1.0))
    logs = []
    for square in (4, 0):
        places = look_at_squares(picture, places, circles, HEIGHTS, (square,)).places
        assert focal(places[0]) == pytest.approx(pose.lens.matrix[0, 0])
        logs.append(places[0].log)
    assert logs[0] < logs[1] <= 0
    assert np.exp([place.log for place in places]).sum() == pytest.approx(1, abs=0.02)


def test_of_one_square_is_told_what_a_look_at_all_tells(picture, pose, circles):
    places = (Place(pose),)
    whole = look_at_squares(picture, places, circles)
    assert set(whole.columns) == set(range(9))
    alone = look_at_squares(picture, places, circles, HEIGHTS, (4, 5))
    assert set(alone.columns) == {4, 5}
    for square, seen in alone.columns.items():
        assert seen.height() == whole.columns[square].height() == HEIGHTS[square]
        assert seen.top() == whole.columns[square].top()


def test_known_columns_hide_what_is_behind_them(picture, pose, circles):
    farther, nearer = 7, 4
    pyramid = Pyramid(picture)
    heights = [*HEIGHTS]
    heights[nearer] = 12
    assert see_squares(pyramid, pose, circles, HEIGHTS, (farther,))[farther].faces
    behind = see_squares(pyramid, pose, circles, heights, (farther,))[farther]
    # What hides it reaches higher than any face that is looked for there and would be the right one.
    assert all(face.plane > HEIGHTS[farther] * circles.size.height for face in behind.faces)
    # A nearer column that is asked about itself hides by what is seen of it.
    assert see_squares(pyramid, pose, circles, heights, (farther, nearer))[farther].faces


def test_places_are_told_for_the_size_that_is_looked_at(picture, pose, circles):
    larger = pose.scaled_to((2560, 1920))
    reading = look_at_squares(picture, (Place(larger),), circles, HEIGHTS, (4,))
    assert reading.columns[4].height() == HEIGHTS[4]
    assert reading.places[0].pose.lens.size_wh == (1280, 960)


def moved(pose, *shift_xyz):
    """The camera so far elsewhere: what it saw at one point, it sees at one so far beside it."""
    return CameraPose(pose.lens, pose.rotation, pose.translation - pose.rotation @ shift_xyz)


@pytest.fixture(scope="module")
def sight(pose, circles):
    """The 3 of circles on the middle square, three tiles high."""
    size = circles.size
    half = np.array([0.75, 1.0]) * 64 * size.step / 2
    flat = np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]]) * half
    corners = pose.project(np.column_stack([flat, np.full(4, 3 * size.height)]))
    return {4: SquareSight((Sighting(np.eye(18)[2] * 0.8, corners, 0.0, 1.0),), ())}


def test_places_of_the_camera_that_are_as_likely_leave_open_what_they_disagree_on(pose, circles, sight):
    higher = moved(pose, 0, 0, circles.size.height)
    reading = joined((Place(pose), Place(higher)), sight, circles)
    np.testing.assert_allclose(np.exp([place.log for place in reading.places]), 0.5, atol=0.05)
    seen = reading.columns[4]
    assert (seen.height(), seen.top()) == (None, Tile("c", 3))
    assert seen.heights[3] == pytest.approx(seen.heights[4], rel=0.1)


def test_a_place_from_which_nothing_is_as_it_must_be_is_believed_less(pose, circles, sight):
    beside = moved(pose, 0.4, 0.0, 0.0)
    for places in ((Place(pose), Place(beside)), (Place(beside), Place(pose))):
        reading = joined(places, sight, circles)
        assert reading.columns[4].height() == 3
        assert reading.places[0].pose is pose


def test_what_was_seen_before_counts_and_unlikely_places_are_left_out(pose, circles, sight):
    higher = moved(pose, 0, 0, circles.size.height)
    reading = joined((Place(pose), Place(higher, -6.0)), sight, circles)
    assert reading.columns[4].height() == 3
    (left,) = reading.places
    assert left.pose is pose and left.log == pytest.approx(0, abs=0.01)
