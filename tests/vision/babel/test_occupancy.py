"""Given what each face says, the set of cubes is found; what no camera could see is not claimed."""

from dataclasses import replace

import numpy as np
import pytest

from rules.games.babel import Face
from vision.face_network import SHARE_IN_VIEW, SHARE_OUT_OF_VIEW
from vision.faces import FaceSite, sightlines
from vision.games.babel.standing.candidates import CANDIDATE_CELLS, TOWER_CELLS
from vision.games.babel.standing.occupancy import (
    FaceOdds,
    Occupancy,
    find_occupancy,
    open_corners,
    presence_of,
    rather_empty,
    with_bare_ground,
)


def answers_for(lines, occupied, certainty=4.0):
    """Log-odds as a good network gives them: sure of faces in view and of places without one, undecided between."""
    own = np.array([site.cell in occupied for site in lines.sites])
    shares = np.where(own, lines.visible_shares(sorted(occupied)), 0.0)
    return certainty * np.interp(shares, [SHARE_OUT_OF_VIEW, SHARE_IN_VIEW], [-1.0, 1.0])


@pytest.mark.parametrize("count", [1, 2, 5, 8, 13, 24])
@pytest.mark.parametrize("eye", [(-6, -7, 4), (8, 1, 5), (2, 8, 8)])
def test_towers_of_all_heights(camera_at, count, eye):
    occupied = set(TOWER_CELLS[:count])
    lines = sightlines(CANDIDATE_CELLS, camera_at(eye, focal_px=700.0))
    found = find_occupancy(lines, FaceOdds.alike(answers_for(lines, occupied)))
    missing = occupied - set(found.cells)
    assert set(found.cells) <= occupied
    assert all(
        lines.visible_shares(sorted(occupied))[i] < SHARE_IN_VIEW
        for i, s in enumerate(lines.sites)
        if s.cell in missing
    )


def test_a_cube_beside_the_footprint_is_found(camera_at):
    occupied = {*TOWER_CELLS[:4], (-1, 0, 0)}
    lines = sightlines(CANDIDATE_CELLS, camera_at((-6, -7, 4)))
    assert (-1, 0, 0) in find_occupancy(lines, FaceOdds.alike(answers_for(lines, occupied))).cells


@pytest.mark.parametrize(("east", "is_cube"), [(2.3, False), (6.0, True)])
def test_a_single_face_that_is_seen_flat_makes_no_cube_beside_the_footprint(camera_at, east, is_cube):
    """A shadow on the mat beside a tower looks like one."""
    tower = {cell for cell in TOWER_CELLS if cell[2] < 6}
    lines = sightlines(CANDIDATE_CELLS, camera_at((east, 16.0, 17.0)))
    answers = answers_for(lines, tower, certainty=6.0)
    sliver = FaceSite((1, -1, 0), Face.E)
    answers[[site.cell == sliver.cell for site in lines.sites]] = 0.0
    answers[lines.sites.index(sliver)] = 6.0
    assert (sliver.cell in find_occupancy(lines, FaceOdds.alike(answers)).cells) is is_cube


def test_two_cubes_on_one_another_beside_the_footprint_are_found_though_the_lower_alone_is_unlikely(camera_at):
    stack = {(-1, 0, 0), (-1, 0, 1)}
    lines = sightlines(CANDIDATE_CELLS, camera_at((-6, -7, 6)))
    answers = answers_for(lines, {*TOWER_CELLS[:4], *stack})
    # The upper one hides the lower one's top: where it is not reckoned with, that top speaks against a cube.
    answers[lines.sites.index(FaceSite((-1, 0, 0), Face.U))] = -6.0
    faces = [i for i, site in enumerate(lines.sites) if site.cell == (-1, 0, 0) and answers[i] > 0]
    answers[faces] = 2.0
    assert stack < set(find_occupancy(lines, FaceOdds.alike(answers)).cells)
    without = np.where([site.cell == (-1, 0, 1) for site in lines.sites], -6.0, answers)
    assert not stack & set(find_occupancy(lines, FaceOdds.alike(without)).cells)


def test_a_level_begun_too_early_is_seen_as_it_is(camera_at):
    occupied = {*TOWER_CELLS[:4], (0, 0, 1), (0, 0, 2)}
    lines = sightlines(CANDIDATE_CELLS, camera_at((-6, -7, 6)))
    found = find_occupancy(lines, FaceOdds.alike(answers_for(lines, occupied, certainty=6.0)))
    assert set(found.cells) == occupied
    # The cell beside it on level 2 is in plain view and empty: nothing is untold there.
    assert (1, 0, 1) not in found.untold


def test_a_cell_before_which_something_stands_is_not_empty(camera_at):
    occupied = {*TOWER_CELLS[:4], (0, 0, 1), (0, 0, 2)}
    lines = sightlines(CANDIDATE_CELLS, camera_at((-6, -7, 6)))
    answers = answers_for(lines, occupied, certainty=6.0)
    # A hand covers the cell beside the cube on level 2, and the top below it that would show it to be empty.
    covered = [FaceSite((1, 0, 1), face) for face in Face] + [FaceSite((1, 0, 0), Face.U)]
    answers[[lines.sites.index(site) for site in covered if site in lines.sites]] = -6.0
    assert (1, 0, 1) in find_occupancy(lines, FaceOdds.alike(answers)).untold


def test_a_corner_behind_which_bare_ground_is_seen_is_empty(camera_at):
    occupied = {(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)}
    lines = sightlines(CANDIDATE_CELLS, camera_at((-7, 8, 9)))
    odds = FaceOdds.alike(answers_for(lines, occupied))
    found = find_occupancy(lines, odds)
    assert found.untold == ((1, 1, 0),)
    # Nobody sees a face there that would be in view.
    assert rather_empty(lines, odds, found) == found.untold
    nowhere = np.zeros(len(lines.sites), bool)
    assert with_bare_ground(found, lines, odds, nowhere).untold == found.untold
    everywhere = np.ones(len(lines.sites), bool)
    assert with_bare_ground(found, lines, odds, everywhere).untold == ()


@pytest.mark.parametrize(("log_odds", "untold"), [(-5.0, ()), (-4.0, ((1, 1, 0),))])
def test_one_clear_face_and_bare_ground_in_its_place_make_a_corner_empty(camera_at, log_odds, untold):
    occupied = {(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)}
    lines = sightlines(CANDIDATE_CELLS, camera_at((-7, 8, 9)))
    answers = answers_for(lines, occupied)
    of_corner = np.array([site.cell == (1, 1, 0) for site in lines.sites])
    hidden_by_it = lines.visible_shares(sorted(occupied)) > lines.visible_shares([*sorted(occupied), (1, 1, 0)])
    answers[of_corner | hidden_by_it] = 0.0
    # One face of the corner alone tells, and only there the ground is seen.
    answers[lines.sites.index(FaceSite((1, 1, 0), Face.U))] = log_odds
    odds = FaceOdds.alike(answers)
    found = find_occupancy(lines, odds)
    assert found.untold == ((1, 1, 0),)
    assert with_bare_ground(found, lines, odds, of_corner & (answers < 0)).untold == untold


@pytest.mark.parametrize(("log_odds", "is_open"), [(-1.0, True), (-2.0, True), (-5.0, False)])
def test_an_empty_corner_of_one_level_is_open_where_little_speaks_against_a_cube(camera_at, log_odds, is_open):
    occupied = {(0, 0, 0), (1, 1, 0)}
    lines = sightlines(CANDIDATE_CELLS, camera_at((-7, 8, 9)))
    answers = answers_for(lines, occupied)
    of_corner = np.array([site.cell == (1, 0, 0) for site in lines.sites])
    answers[of_corner] = 0.0
    answers[lines.sites.index(FaceSite((1, 0, 0), Face.U))] = log_odds
    odds = FaceOdds.alike(answers)
    found = find_occupancy(lines, odds)
    assert set(found.cells) == occupied
    assert open_corners(lines, odds, found) == ((1, 0, 0),) * is_open


def test_of_a_higher_tower_corners_are_told_as_hidden_ones(camera_at):
    lines = sightlines(CANDIDATE_CELLS, camera_at((-7, 8, 9)))
    odds = FaceOdds.alike(np.zeros(len(lines.sites)))
    assert open_corners(lines, odds, Occupancy(((0, 0, 0), (0, 0, 1)), (1.0, 1.0), ())) == ()


def test_a_corner_behind_the_tower_is_not_denied(camera_at):
    occupied = {*TOWER_CELLS[:4], (0, 0, 1), (1, 0, 1), (0, 1, 1), (0, 0, 2)}
    lines = sightlines(CANDIDATE_CELLS, camera_at((-9, -9, 1.6)))
    odds = FaceOdds.alike(answers_for(lines, occupied))
    found = find_occupancy(lines, odds)
    assert (1, 1, 1) in {*found.cells, *found.untold}
    assert rather_empty(lines, odds, found) == ()


def test_an_empty_mat_holds_no_cube(camera_at):
    lines = sightlines(CANDIDATE_CELLS, camera_at((-6, -7, 4)))
    assert find_occupancy(lines, FaceOdds.alike(np.full(len(lines.sites), -3.0))).cells == ()


def test_one_wrong_face_does_not_bring_down_the_tower(camera_at):
    occupied = set(TOWER_CELLS[:8])
    lines = sightlines(CANDIDATE_CELLS, camera_at((-6, -7, 4)))
    answers = answers_for(lines, occupied)
    wrong = next(i for i, site in enumerate(lines.sites) if site.cell == (0, 0, 0))
    answers[wrong] = -50.0
    assert set(find_occupancy(lines, FaceOdds.alike(answers)).cells) >= {(0, 0, 0), (0, 0, 1)}


def test_a_corner_is_not_empty_while_two_cubes_might_stand_there(camera_at):
    # The upper of the two would hide the lower: that the lower one's top is not in view says nothing.
    lines = sightlines(CANDIDATE_CELLS, camera_at((-6, -6, 7)))
    answers = answers_for(lines, set(TOWER_CELLS[:8]), certainty=8.0)
    corner = [i for i, site in enumerate(lines.sites) if site.cell == (1, 1, 1)]
    answers[corner] = np.minimum(answers[corner], -1.0)
    found = find_occupancy(lines, FaceOdds.alike(answers))
    assert (1, 1, 0) in {*found.cells, *found.untold}


def test_a_sliver_that_is_there_does_not_speak_for_seeing_the_whole_face(camera_at):
    occupied = {*TOWER_CELLS[:4], (0, 0, 1), (1, 0, 1), (0, 1, 1)}
    lines = sightlines(CANDIDATE_CELLS, camera_at((-7, -6, 6)))
    truth = answers_for(lines, occupied)
    shares = lines.visible_shares(sorted(occupied))
    own = np.array([site.cell in occupied for site in lines.sites])
    # Told what stands before it, the network is sure of each sliver; not told, it sees no whole face there.
    partly = np.where(own & (shares > SHARE_OUT_OF_VIEW) & (shares < 1), 6.0, truth)
    whole = np.where(own & (shares < 1), -2.0, truth)
    assert set(find_occupancy(lines, FaceOdds(whole, partly)).cells) == occupied


@pytest.mark.parametrize(("is_hidden", "nats"), [(False, 4 / 3 * 4.5), (True, 4.5)])
def test_a_whole_face_makes_its_cube_surer_than_the_network_says_and_one_hidden_in_part_does_not(
    camera_at, is_hidden, nats
):
    lines = sightlines([(0, 0, 0)], camera_at((-6, -7, 4)))
    only = np.array([4.5 if site.face is Face.U else 0.0 for site in lines.sites])
    odds = FaceOdds.alike(only)
    if is_hidden:
        lines = replace(lines, in_picture=lines.in_picture & ~np.uint64(1))
    (presence,) = presence_of(lines, odds, [(0, 0, 0)])
    assert np.log(presence / (1 - presence)) == pytest.approx(nats)
