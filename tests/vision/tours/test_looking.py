"""On a square the face that lies there is seen, where it lies, and the cross only where no tile does."""

import numpy as np
import pytest

from calibration.camera import rotation_about_vertical
from calibration.tile_mat import middle_of
from calibration.tile_set import FACE_WH
from rules.games.tours import Tile
from vision.games.tours.face_bank import face_bank, ground_bank
from vision.games.tours.looking import View, sightings
from vision.games.tours.planes import Column
from vision.patches import Pyramid

TABLE = "??7b,-,?2c/-,???5w,9c/6b,-,1w *"


@pytest.fixture(scope="module")
def view(camera_round, draw_table, lying):
    pose = camera_round(-60, 60)
    return View(Pyramid(draw_table(pose, TABLE, lying)), pose)


@pytest.fixture(scope="module")
def bank(tile_set):
    return face_bank(tile_set)


@pytest.mark.parametrize(("square", "height", "tile"), [(0, 3, "7b"), (4, 4, "5w"), (5, 1, "9c")])
def test_the_face_that_lies_there_is_the_most_alike(view, bank, tile_set, lying, square, height, tile):
    size = tile_set.size
    best, *others = sightings(view, bank, square, size.height * np.arange(1, 9))
    assert bank.tiles[best.alike.argmax()] == Tile(tile[1], int(tile[0]))
    assert best.alike.max() > 0.75
    assert all(other.alike.max() <= best.alike.max() for other in others)
    # Where it is seen, and whichever way up.
    half = np.array(FACE_WH) * size.step / 2
    flat = np.column_stack([np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]]) * half, np.zeros(4)])
    east, north, turn_deg = lying[square]
    middle = np.append(middle_of(square) + np.array([east, north]), height * size.height)
    corners = view.pose.project(flat @ rotation_about_vertical(turn_deg).T + middle)
    off = np.linalg.norm(best.corners_xy - corners, axis=1)
    assert off.max() < 4
    assert np.linalg.norm((best.corners_xy - corners).mean(axis=0)) < 1.5


def test_the_cross_is_seen_on_an_empty_square_only(view, tile_set):
    ground = ground_bank(tile_set)
    alike = {square: sightings(view, ground, square, (0.0,))[0].alike.max() for square in (1, 2, 5)}
    assert alike[1] > 0.9
    assert max(alike[2], alike[5]) < 0.6


def test_a_cross_behind_a_column_is_seen_if_it_is_known_what_hides_it(view, tile_set, lying):
    x, y = middle_of(4) + lying[4, :2]
    behind = View(view.pyramid, view.pose, (Column(x, y, 4 * tile_set.size.height),))
    alike = [
        max((seen.alike.max() for seen in sightings(each, ground_bank(tile_set), 3, (0.0,))), default=0.0)
        for each in (view, behind)
    ]
    assert alike[1] > max(0.8, alike[0])


def test_what_a_column_hides_is_not_looked_for(view, bank, tile_set):
    level = (tile_set.size.height,)
    assert sightings(view, bank, 8, level)
    # A high column that is taken to stand on the square South of it hides all of it.
    hidden = View(view.pyramid, view.pose, (Column(1.0, 0.0, 6.0), Column(0.0, 0.0, 6.0)))
    assert not sightings(hidden, bank, 8, level)
    # Nothing is looked for at no height.
    assert sightings(view, bank, 8, ()) == []


def test_a_face_that_is_half_hidden_is_found_by_the_rest(view, bank, tile_set):
    # What hides it in truth is not asked: a column to the South-East of c3, which covers its right half.
    columns = (Column(1.58, 0.35, 2.0),)
    (best, *_) = sightings(View(view.pyramid, view.pose, columns), bank, 8, (tile_set.size.height,))
    assert bank.tiles[best.alike.argmax()] == Tile("w", 1)
