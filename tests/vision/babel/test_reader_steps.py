"""What each of the reader's steps answers reaches what is told of the photo."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.testing import assert_allclose

from calibration.colours import grey
from calibration.locating import NO_MARKER, Place, locate_mat
from vision.games.babel import camera_and_cubes, reader
from vision.games.babel.finding.tower_pose import LocatedTower
from vision.games.babel.reader import NO_CUBE, see
from vision.games.babel.standing import ground_seen
from vision.games.babel.standing.candidates import TOWER_CELLS
from vision.games.babel.standing.occupancy import Occupancy
from vision.games.babel.standing.one_view import stand

PHOTO = Path(__file__).parents[3] / "samples" / "photos" / "develop" / "develop_01.jpg"
TWO_CUBES = Occupancy(TOWER_CELLS[:2], (1.0, 1.0), ())


@pytest.fixture(scope="module")
def frame():
    return cv2.imread(str(PHOTO))


@pytest.fixture(scope="module")
def mat(frame):
    return locate_mat(grey(frame))


@pytest.fixture(scope="module")
def first_look(frame, mat):
    return stand(frame, mat.pose)


@pytest.fixture(autouse=True)
def looked_at_once(monkeypatch, first_look):
    """Any further look at the same picture, and any closer one, shows the same."""
    monkeypatch.setattr(camera_and_cubes, "stand", lambda *_: first_look)
    monkeypatch.setattr(
        camera_and_cubes, "looked_closely", lambda picture, standing, pose: replace(standing, pose=pose)
    )


@pytest.fixture
def see_without_mat(monkeypatch, frame, mat, first_look):
    """Function (is_upright_known) -> what is seen where no marker is found, but the tower is."""
    monkeypatch.setattr(camera_and_cubes, "locate_whole_or_parts", lambda *_: NO_MARKER)
    monkeypatch.setattr(reader, "quarters_on_mat", lambda *_: None)

    monkeypatch.setattr(camera_and_cubes, "on_both_rows", lambda _, tower: (tower, first_look))

    def see_it(is_upright_known=True):
        monkeypatch.setattr(
            camera_and_cubes, "find_shown_tower", lambda *_: LocatedTower(mat.pose, True, is_upright_known)
        )
        return see(frame)

    return see_it


def test_the_picture_is_read_without_its_stray_light(frame, mat, monkeypatch):
    assert not see(frame, mat=mat).too_dark
    monkeypatch.setattr(reader, "without_stray_light", lambda picture, pose: picture // 4)
    assert see(frame, mat=mat).too_dark


@pytest.mark.parametrize(
    ("moved", "is_well_sized"),
    [
        pytest.param(0.0, True, id="in the first look"),
        pytest.param(1.0, True, id="after the camera has moved"),
        pytest.param(0.0, False, id="on a mat printed at another size"),
    ],
)
def test_where_cubes_stood_a_moment_ago_counts(frame, mat, monkeypatch, moved, is_well_sized):
    def as_expected(standing, expected):
        return replace(standing, occupancy=Occupancy(tuple(expected), (1.0,) * len(expected), ()))

    monkeypatch.setattr(camera_and_cubes, "near", as_expected)
    monkeypatch.setattr(camera_and_cubes, "_moved_edges", lambda *_: moved)
    monkeypatch.setattr(camera_and_cubes, "is_well_sized", lambda _: is_well_sized)
    monkeypatch.setattr(
        camera_and_cubes, "on_other_print", lambda picture, mat, standing: stand(picture, standing.pose)
    )
    assert see(frame, mat=mat, expected=TOWER_CELLS[:3]).occupancy.cells == TOWER_CELLS[:3]


@pytest.fixture
def looks(monkeypatch, first_look):
    """The pose of each look, and what was told already; any but the first shows two cubes."""
    looks = []

    def look(picture, pose, told=None):
        looks.append((pose, told))
        return replace(first_look, pose=pose, occupancy=first_look.occupancy if len(looks) == 1 else TWO_CUBES)

    monkeypatch.setattr(camera_and_cubes, "stand", look)
    monkeypatch.setattr(camera_and_cubes, "is_well_sized", lambda _: True)
    return looks


def test_where_edges_hardly_move_the_camera_one_look_is_enough(frame, mat, first_look, looks, monkeypatch):
    monkeypatch.setattr(camera_and_cubes, "_moved_edges", lambda *_: 0.02)
    assert see(frame, mat=mat).occupancy == first_look.occupancy
    assert len(looks) == 1


@pytest.mark.parametrize(("moved", "is_clear_believed"), [(0.05, True), (0.2, False)])
def test_where_edges_move_the_camera_cubes_are_looked_for_once_more(
    frame, mat, first_look, looks, monkeypatch, moved, is_clear_believed
):
    monkeypatch.setattr(camera_and_cubes, "_moved_edges", lambda *_: moved)
    sight = see(frame, mat=mat)
    assert sight.occupancy == TWO_CUBES
    _, (pose, told) = looks
    assert_allclose(pose.translation, sight.pose.translation)
    assert told == (first_look.clear_answers if is_clear_believed else {})


def test_what_a_closer_look_with_the_refined_pose_shows_counts(frame, mat, first_look, monkeypatch):
    poses = []

    def look_closely(picture, standing, pose):
        poses.append(pose)
        return replace(standing, pose=pose, occupancy=TWO_CUBES)

    monkeypatch.setattr(camera_and_cubes, "looked_closely", look_closely)
    sight = see(frame, mat=mat)
    assert sight.occupancy == TWO_CUBES
    assert_allclose(poses[0].translation, sight.pose.translation)
    assert not np.allclose(poses[0].translation, first_look.pose.translation, atol=1e-6)


def test_no_cube_stands_where_print_of_the_mat_is_seen_behind_it(frame, mat, first_look, monkeypatch):
    last = first_look.occupancy.cells[-1]
    for is_seen in (False, True):
        monkeypatch.setattr(
            ground_seen,
            "shows_print",
            lambda _, cells, __, so=is_seen: np.array([so and cell == last for cell in cells]),
        )
        assert (last in see(frame, mat=mat).occupancy.cells) is not is_seen


def test_where_bare_paper_is_seen_no_cube_stands_out_of_view(frame, mat, first_look, monkeypatch):
    behind = replace(first_look, occupancy=replace(first_look.occupancy, untold=((1, 1, 5),)))

    def emptied(occupancy, lines, odds, is_bare):
        return replace(occupancy, untold=() if is_bare.all() else occupancy.untold)

    monkeypatch.setattr(camera_and_cubes, "stand", lambda *_: behind)
    monkeypatch.setattr(ground_seen, "with_bare_ground", emptied)
    for is_bare, untold in ((False, ((1, 1, 5),)), (True, ())):
        monkeypatch.setattr(
            ground_seen, "shows_paper", lambda _, sites, *__, of_all=is_bare: np.full(len(sites), of_all)
        )
        assert see(frame, mat=mat).occupancy.untold == untold


def test_without_a_mat_a_lowest_level_in_doubt_is_told_with_doubt(see_without_mat, monkeypatch):
    monkeypatch.setattr(reader, "with_doubt_below", lambda picture, standing: TWO_CUBES)
    assert see_without_mat().occupancy == TWO_CUBES


def test_without_a_mat_nothing_is_told_by_its_paper(see_without_mat, frame, mat):
    assert not np.isnan(see(frame, mat=mat).picture.paper).all()
    assert np.isnan(see_without_mat().picture.paper).all()


def test_a_tower_without_a_mat_is_one_sided_where_it_is_open_which_end_is_up(see_without_mat):
    known, unknown = see_without_mat(), see_without_mat(is_upright_known=False)
    assert (known.one_sided, known.is_foot_open) == (False, False)
    assert (unknown.one_sided, unknown.is_foot_open) == (True, True)


@pytest.mark.parametrize("doubt", ["is_one_sided", "is_foot_cut", "may_go_on_below"])
def test_a_tower_is_one_sided_without_a_mat_only(see_without_mat, frame, mat, monkeypatch, doubt):
    monkeypatch.setattr(reader, doubt, lambda *_: True)
    without = see_without_mat()
    assert without.one_sided
    assert without.is_foot_open is (doubt != "is_one_sided")
    assert not see(frame, mat=mat).one_sided


@pytest.mark.parametrize(("x", "goes_on", "is_open"), [(0.6, True, True), (0.6, False, False), (0.2, True, False)])
def test_on_the_mat_the_foot_is_open_far_beside_the_outline_alone(frame, mat, monkeypatch, x, goes_on, is_open):
    monkeypatch.setattr(reader, "may_go_on_below", lambda *_: goes_on)
    sight = see(frame, mat=replace(mat, place=Place(x)))
    assert (sight.is_foot_open, sight.tell().misplaced, sight.one_sided) == (is_open, is_open, False)


def test_a_photo_in_one_tone_is_said_to_have_hardly_any_colour(frame, mat):
    assert not see(frame, mat=mat).tell().colourless
    sepia = (grey(frame)[..., None] * np.array([0.72, 0.9, 1.0])).astype(np.uint8)
    assert see(sepia, mat=mat).tell().colourless


@pytest.mark.parametrize("is_bare", [True, False])
def test_only_a_mat_that_is_not_plainly_bare_is_searched_for_a_tower_elsewhere(frame, monkeypatch, first_look, is_bare):
    nothing = replace(first_look, occupancy=Occupancy((), (), ()))
    searched = []
    monkeypatch.setattr(camera_and_cubes, "stand", lambda *_: nothing)
    monkeypatch.setattr(camera_and_cubes, "is_footprint_bare", lambda *_: is_bare)
    monkeypatch.setattr(camera_and_cubes, "found_elsewhere", lambda picture, mat, standing, search: (mat, standing))
    for name in ("placed", "unstretched", "uncropped"):
        monkeypatch.setattr(
            camera_and_cubes, name, lambda *_: searched.append(True) or (locate_mat(grey(frame)), nothing)
        )
    assert see(frame) is NO_CUBE
    assert bool(searched) is not is_bare


def test_a_corner_behind_is_empty_where_the_print_of_the_mat_is_seen_in_its_place(frame, mat, first_look, monkeypatch):
    behind, above, other = (0, 0, 5), (0, 0, 6), (1, 0, 5)
    untold = replace(first_look, occupancy=replace(first_look.occupancy, untold=(behind, above, other)))
    monkeypatch.setattr(camera_and_cubes, "looked_closely", lambda picture, standing, pose: replace(untold, pose=pose))
    monkeypatch.setattr(ground_seen, "with_bare_ground", lambda occupancy, *_: occupancy)
    monkeypatch.setattr(
        ground_seen, "shows_print", lambda picture, cells, mat: np.array([cell == behind for cell in cells])
    )
    # What would stand on it does not either.
    assert see(frame, mat=mat).occupancy.untold == (other,)


def test_a_picture_is_not_taken_for_an_edited_one_where_cubes_were_read_a_moment_ago(frame, mat, monkeypatch):
    monkeypatch.setattr(camera_and_cubes, "is_well_placed", lambda _: False)
    monkeypatch.setattr(camera_and_cubes, "placed", lambda picture, mat, looked: (mat, looked))
    tried = []
    monkeypatch.setattr(camera_and_cubes, "in_screenshot", lambda picture, way, mat: tried.append("shown") or way)
    monkeypatch.setattr(camera_and_cubes, "unstretched", lambda picture, way, mat: tried.append("stretched") or way)
    monkeypatch.setattr(camera_and_cubes, "uncropped", lambda picture, way, mat: tried.append("cropped") or way)
    see(frame, mat=mat, expected=TOWER_CELLS[:3])
    assert not tried
    see(frame, mat=mat)
    assert tried == ["shown", "stretched", "cropped"]
