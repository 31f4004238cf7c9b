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
from rules.games.babel import Face
from vision.faces import FaceSite
from vision.games.babel.finding import tower_place
from vision.games.babel.finding.tower_place import (
    is_at_border,
    is_well_placed,
    is_well_sized,
    looks_like_cubes,
    on_other_print,
    placed,
)
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


@pytest.mark.parametrize(
    "there",
    [Place(0.31, -0.24, 13.0), Place(-0.38, 0.02, -12.0), Place(0.0, 0.42, 12.0), Place(0.0, 0.0, -20.0), ON_OUTLINE],
)
def test_a_place_is_looked_for_in_ever_smaller_steps(monkeypatch, there):
    """Where the picture is explained the better the nearer a place is."""
    asked = []

    def score(_, place):
        asked.append(place)
        return -np.hypot(place.x - there.x, place.y - there.y) - abs(place.turn_deg - there.turn_deg) / 60

    mat = SimpleNamespace(told_from=lambda place: SimpleNamespace(pose=place))
    monkeypatch.setattr(tower_place, "_score", score)
    found = tower_place._likeliest_place(np.zeros((8, 8, 3), np.uint8), mat)
    assert (found.x, found.y) == pytest.approx((there.x, there.y), abs=0.03)
    assert found.turn_deg == pytest.approx(there.turn_deg, abs=1.1)
    assert len(asked) == len(set(asked)) < 45


def standing_with(log_odds_by_level):
    """A tower of one column, two faces of each cube in view."""
    sites = [FaceSite((0, 0, z), face) for z in range(len(log_odds_by_level)) for face in (Face.S, Face.W)]
    return SimpleNamespace(
        occupancy=SimpleNamespace(cells=frozenset(site.cell for site in sites)),
        faces_in_view=sites,
        log_odds_of=lambda asked: np.array([log_odds_by_level[site.cell[2]] for site in asked]),
    )


@pytest.mark.parametrize(
    ("log_odds", "is_placed", "is_sized"),
    [
        ((5.0, 5.0, 5.0), True, True),
        # A tall tower on cubes taken for too small: its top lies off.
        ((6.0, 6.0, 6.0, 3.5, 3.0), True, False),
        ((1.0, 1.0, 1.0, 6.0, 6.0), False, True),
        ((2.0, 5.5), True, True),
        ((2.0, 4.5), False, False),
    ],
)
def test_how_well_a_tower_is_placed_is_told_by_all_faces_and_its_size_by_the_uppermost(log_odds, is_placed, is_sized):
    standing = standing_with(log_odds)
    assert (is_well_placed(standing), is_well_sized(standing)) == (is_placed, is_sized)


def test_of_levels_without_a_face_in_view_nothing_looks_like_cubes():
    assert looks_like_cubes(standing_with((5.0, 5.0)), 3.0, lowest=1)
    assert not looks_like_cubes(standing_with((5.0, 5.0)), 3.0, lowest=2)


@pytest.mark.parametrize(("gains", "best"), [((8.0, 6.0), 0), ((6.0, 12.0), 1), ((6.0, 9.0), 0), ((-3.0, 2.0), None)])
def test_of_sizes_the_one_that_explains_clearly_most_is_taken(monkeypatch, gains, best):
    standing = SimpleNamespace(score=50.0)
    there = [SimpleNamespace(score=50.0 + gain) for gain in gains]
    tried = []

    def refined(_, asked, __, log_size):
        assert asked is standing
        tried.append(log_size)
        return there[len(tried) - 1]

    monkeypatch.setattr(tower_place, "refined", refined)
    monkeypatch.setattr(tower_place, "stand", lambda _, pose: pose)
    found = on_other_print(np.zeros((8, 8, 3), np.uint8), None, standing)
    assert found is (standing if best is None else there[best])
    assert sorted(tried) == [-0.05, 0.05]


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


@pytest.mark.parametrize(
    ("place", "is_there"),
    [(ON_OUTLINE, False), (Place(-0.25, 0.2, 12.0), False), (Place(0.0, -0.31), True), (Place(0.0, 0.0, -15.0), True)],
)
def test_beyond_the_places_tried_first_a_tower_may_stand_farther_still(place, is_there):
    assert is_at_border(place) is is_there
