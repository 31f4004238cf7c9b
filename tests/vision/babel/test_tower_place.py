"""A tower beside the mat's outline, or turned on it, is found where it stands; one that stands right stays.

A mat that is said to lie elsewhere stands for a tower that does.
"""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np
import pytest
from numpy.testing import assert_allclose

from calibration.colours import grey
from calibration.locating import ON_OUTLINE, Place, locate_mat
from vision.games.babel.finding import tower_place
from vision.games.babel.finding.tower_place import is_well_placed, on_other_print, placed
from vision.games.babel.reader import see
from vision.games.babel.standing.one_view import stand

DEVELOP = Path(__file__).parents[3] / "samples" / "photos" / "develop"


def photo(name):
    frame_bgr = cv2.imread(str(DEVELOP / f"{name}.jpg"))
    assert frame_bgr is not None, f"sample {name} is missing"
    return frame_bgr


@pytest.fixture(scope="module")
def frame():
    return photo("develop_17")


@pytest.fixture(scope="module")
def mat(frame):
    return locate_mat(grey(frame))


@pytest.mark.parametrize(("shift_xy", "turn_deg"), [((0.3, -0.25), 12.0), ((-0.2, 0.3), -14.0), ((0.0, 0.35), 0.0)])
def test_a_tower_beside_the_outline_is_read_as_one_on_it(frame, mat, shift_xy, turn_deg):
    elsewhere = mat.told_from(Place(*shift_xy, turn_deg))
    straight, beside = see(frame, mat=mat).tell(), see(frame, mat=elsewhere).tell()
    types = [{cube.cell: cube.likeliest_type for cube in reading.cubes} for reading in (straight, beside)]
    assert types[0] == types[1]
    corners = np.array([[x, y, 0.0] for x in (-1, 1) for y in (-1, 1)])
    assert_allclose(beside.pose.project(corners), straight.pose.project(corners), atol=1.5)


def test_a_tower_that_stands_right_is_looked_for_nowhere_else(frame, mat):
    standing = stand(frame, mat.pose)
    assert is_well_placed(standing)
    assert placed(frame, mat, standing) == (mat, standing)


def test_an_empty_mat_stays_where_it_is(mat_picture, camera_at):
    empty = np.repeat(mat_picture(camera_at((-6, -6, 7)))[..., None], 3, axis=-1)
    mat = locate_mat(grey(empty))
    standing = stand(empty, mat.pose)
    assert not is_well_placed(standing)
    assert placed(empty, mat, standing) == (mat, standing)


def test_a_place_that_explains_two_levels_but_not_the_tower_is_not_taken(frame, mat, monkeypatch):
    monkeypatch.setattr(tower_place, "_likeliest_place", lambda *_: Place(0.3, 0.3, 12.0))
    standing = stand(frame, mat.pose)
    assert placed(frame, mat, standing) == (mat, standing)


@pytest.mark.parametrize(("gain", "is_better"), [(4.0, False), (6.0, True)])
def test_another_place_or_size_must_explain_clearly_more(frame, mat, monkeypatch, gain, is_better):
    standing, there = SimpleNamespace(score=50.0), SimpleNamespace(score=50.0 + gain)
    place = Place(0.3, 0.3, 12.0)
    monkeypatch.setattr(tower_place, "_likeliest_place", lambda *_: place)
    monkeypatch.setattr(tower_place, "refined", lambda *_: mat.pose)
    monkeypatch.setattr(tower_place, "stand", lambda *_: there)
    moved, found = placed(frame, mat, standing)
    expected = there if is_better else standing
    assert (moved.place, found) == (place if is_better else ON_OUTLINE, expected)
    assert on_other_print(frame, mat, standing) is expected


def test_a_tall_tower_on_a_mat_printed_too_small_is_read_to_its_top():
    picture = photo("develop_35")
    mat = locate_mat(grey(picture))
    # A mat that is taken for smaller than it is stands for one printed at 95 %: cubes are larger on it.
    smaller = replace(
        mat, pose=replace(mat.pose, translation=0.95 * mat.pose.translation), corners_xyz=0.95 * mat.corners_xyz
    )
    true_size, too_small = see(picture, mat=mat).tell(), see(picture, mat=smaller).tell()
    types = [{cube.cell: cube.likeliest_type for cube in reading.cubes} for reading in (true_size, too_small)]
    assert types[0] == types[1]
    corners = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (0, 6)], float)
    assert_allclose(too_small.pose.project(corners), true_size.pose.project(corners), atol=2.0)
