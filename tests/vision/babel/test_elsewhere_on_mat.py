"""A tower far beside the mat's outline is read where it stands, and nothing else on or off the mat passes for one.

A mat that is said to lie elsewhere stands for a tower that does.
"""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np
import pytest
from numpy.testing import assert_allclose

from calibration.camera import CameraPose
from calibration.colours import grey
from calibration.locating import ON_OUTLINE, Place, locate_mat
from rules.games.babel import in_footprint
from vision.faces import sightlines
from vision.games.babel import camera_and_cubes
from vision.games.babel.finding import elsewhere_on_mat
from vision.games.babel.finding.elsewhere_on_mat import found_elsewhere, squares_beside, tower_search
from vision.games.babel.finding.judged_pose import NO_TOWER
from vision.games.babel.finding.tower_pose import LocatedTower
from vision.games.babel.reader import see
from vision.games.babel.standing.candidates import CANDIDATE_CELLS
from vision.games.babel.standing.occupancy import FaceOdds, Occupancy
from vision.games.babel.standing.one_view import Standing, stand

PHOTO = Path(__file__).parents[3] / "samples" / "photos" / "develop" / "develop_17.jpg"
CORNERS = np.array([[x, y, 0.0] for x in (-1, 1) for y in (-1, 1)])


@pytest.fixture(scope="module")
def frame():
    return cv2.imread(str(PHOTO))


@pytest.fixture(scope="module")
def mat(frame):
    return locate_mat(grey(frame))


@pytest.fixture(scope="module")
def plain(frame, mat):
    return see(frame, mat=mat).tell()


def types_of(reading):
    return {cube.cell: cube.likeliest_type for cube in reading.cubes}


def lying_at(mat, place):
    """The mat as if it lay so that the tower stands elsewhere on it."""
    return replace(mat.told_from(place), place=ON_OUTLINE)


@pytest.mark.parametrize("place", [Place(1.4, -0.5), Place(-1.0, 1.3, 25.0), Place(1.0, 0.0), Place(-1.0, 1.0)])
def test_a_tower_far_beside_the_outline_is_read_where_it_stands(frame, mat, plain, monkeypatch, place):
    monkeypatch.setattr(camera_and_cubes, "locate_whole_or_parts", lambda *_: lying_at(mat, place))
    found = see(frame).tell()
    assert types_of(found) == types_of(plain)
    assert_allclose(found.pose.project(CORNERS), plain.pose.project(CORNERS), atol=4.0)


@pytest.mark.parametrize(("place", "is_off"), [(Place(0.4, -0.3, 20.0), False), (Place(0.2, -0.7), True)])
def test_a_tower_is_off_the_outline_where_another_square_of_cells_is_as_near(frame, mat, place, is_off):
    assert replace(see(frame, mat=mat), place=place).tell().off_outline is is_off


def test_where_the_mat_was_told_beforehand_a_cube_beside_its_outline_stays_one(frame, mat):
    beside = see(frame, mat=lying_at(mat, Place(1.0, 0.0))).tell()
    assert not all(in_footprint(cube.cell) for cube in beside.cubes)


@pytest.fixture
def tower_at(mat, monkeypatch):
    """Function (place) -> None: by itself a tower is found there on the mat, or none."""

    def find(place):
        tower = NO_TOWER if place is None else LocatedTower(mat.told_from(place).pose, True)
        monkeypatch.setattr(elsewhere_on_mat, "find_tower", lambda *_: tower)

    return find


def with_lens(pose, longer):
    """The same view by a lens so many times as long, from as many times as far away."""
    lens = replace(pose.lens, matrix=pose.lens.matrix * [[longer, 1, 1], [1, longer, 1], [1, 1, 1]])
    return CameraPose(lens, pose.rotation, pose.translation * [1, 1, longer])


def unseen(score):
    """What explains a picture so well, but shows no cube by which a pose could be refined."""
    return SimpleNamespace(score=score, occupancy=Occupancy((), (), ()))


@pytest.mark.parametrize("turn_deg", [20.0, 110.0, -160.0])
def test_the_mat_is_told_from_the_nearest_quarter_turn(frame, mat, tower_at, monkeypatch, turn_deg):
    there = unseen(50.0)
    monkeypatch.setattr(elsewhere_on_mat, "stand", lambda *_: there)
    monkeypatch.setattr(elsewhere_on_mat, "is_well_placed", lambda _: True)
    tower_at(Place(1.5, -2.0, turn_deg))
    moved, found = found_elsewhere(frame, mat, SimpleNamespace(score=0.0), tower_search(frame))
    assert (moved.place.x, moved.place.y, moved.place.turn_deg) == pytest.approx((1.5, -2.0, 20.0))
    assert found is there


def test_a_tower_that_is_told_to_be_too_far_away_is_moved_along_the_line_of_sight(frame, mat, monkeypatch):
    farther = LocatedTower(with_lens(mat.pose, 1.04), True)
    monkeypatch.setattr(elsewhere_on_mat, "find_tower", lambda *_: farther)
    moved, _ = found_elsewhere(frame, lying_at(mat, Place(1.4, -0.5)), SimpleNamespace(score=0.0), tower_search(frame))
    assert (moved.place.x, moved.place.y) == pytest.approx((-1.4, 0.5), abs=0.02)


@pytest.mark.parametrize("told", [0.9, 1.12])
def test_a_tower_is_read_where_it_stands_though_few_markers_tell_a_wrong_lens(frame, mat, told):
    """By that, it seems to stand a level below or above the mat."""
    rough = lying_at(replace(mat, pose=with_lens(mat.pose, told)), Place(1.4, -0.5))
    itself = LocatedTower(mat.pose, True)
    moved, there = found_elsewhere(frame, rough, SimpleNamespace(score=0.0), lambda _: itself)
    assert moved is not rough
    assert there.occupancy.cells == stand(frame, mat.pose).occupancy.cells
    assert_allclose(there.pose.project(CORNERS), mat.pose.project(CORNERS), atol=4.0)


@pytest.mark.parametrize(
    ("place", "score", "looks_well"),
    [
        (None, 50.0, True),
        # Off the paper: the other player's tower.
        (Place(3.5, 0.0), 50.0, True),
        (Place(1.5, 0.0), 4.0, True),
        (Place(1.5, 0.0), 50.0, False),
    ],
)
def test_what_is_no_tower_on_the_mat_changes_nothing(frame, mat, tower_at, monkeypatch, place, score, looks_well):
    monkeypatch.setattr(elsewhere_on_mat, "stand", lambda *_: unseen(score))
    monkeypatch.setattr(elsewhere_on_mat, "is_well_placed", lambda _: looks_well)
    tower_at(place)
    standing = SimpleNamespace(score=0.0)
    assert found_elsewhere(frame, mat, standing, tower_search(frame)) == (mat, standing)


@pytest.fixture
def standing_with(mat):
    """Function (columns of one cube, faces seen clearly): cubes and faces as the photo's camera would show them."""

    def stand_so(columns, seen=()):
        lines = sightlines(CANDIDATE_CELLS, mat.pose)
        cells = tuple((x, y, 0) for x, y in columns)
        odds = FaceOdds.alike(np.array([6.0 if (site.cell in seen) else -6.0 for site in lines.sites]))
        return Standing(mat.pose, lines, odds, Occupancy(cells, (1.0,) * len(cells), ()))

    return stand_so


@pytest.mark.parametrize(
    ("columns", "places"),
    [
        ([], []),
        ([(0, 0), (1, 1)], []),
        ([(1, 0), (2, 0), (2, 1)], [(1, 0)]),
        ([(2, 0), (2, 1)], [(1, 0)]),
        # A single one beside the outline was put down there, against rule 3.
        ([(1, 0), (2, 0)], []),
        ([(1, 1), (2, 2)], []),
        ([(0, 0), (2, 0)], []),
    ],
)
def test_columns_that_all_lie_on_another_square_may_be_a_tower_there(standing_with, columns, places):
    assert [(place.x, place.y) for place in squares_beside(standing_with(columns))] == places


@pytest.mark.parametrize(("seen", "places"), [((-1, 0, 0), []), ((-1, 0, 1), [(-1, -1), (-1, 0)])])
def test_a_face_beside_counts_above_the_ground_where_no_spare_cube_lies(standing_with, seen, places):
    standing = standing_with([(0, 0)], [seen])
    assert [(place.x, place.y) for place in squares_beside(standing)] == places
