"""What lies behind a bulge is known: its own rim on the far side, and faces beside it that are seen flat."""

import numpy as np
import pytest

from rules.games.babel import Face
from vision.faces import FaceSite
from vision.games.babel.telling.behind_bulges import behind_bulges, behind_other_bulges

SITES = [FaceSite((0, 0, 0), Face.S), FaceSite((1, 0, 0), Face.S)]
NONE, FIRST, SECOND = np.array([False, False]), np.array([True, False]), np.array([False, True])


def test_nothing_is_hidden_where_there_is_no_bulge(camera_at):
    assert not behind_bulges(SITES, NONE, camera_at((-2, -7, 4)), 40).any()


def test_seen_straight_on_a_bulge_hides_no_more_than_its_foot(camera_at):
    hidden = behind_bulges(SITES, FIRST, camera_at((-0.5, -60, 0.5)), 40)
    steps = (np.arange(40) + 0.5) / 40 - 0.5
    distances = np.hypot(*np.meshgrid(steps, steps))
    assert hidden[0][distances < 0.25].all()
    assert not hidden[0][distances > 0.4].any()
    assert not hidden[1].any()


def test_seen_from_the_right_it_hides_what_is_left_of_it(camera_at):
    hidden = behind_bulges(SITES, FIRST, camera_at((6, -3, 0.5)), 40)[0]
    assert hidden[20, :5].any()
    assert not hidden[20, 35:].any()
    assert not hidden[:4].any()


def test_it_hides_a_part_of_the_face_beside_it_where_both_are_seen_flat(camera_at):
    flat = behind_bulges(SITES, SECOND, camera_at((30, -3, 0.5)), 40)
    assert flat[0, 20].any()
    assert not behind_bulges(SITES, SECOND, camera_at((1, -9, 0.5)), 40)[0].any()


@pytest.mark.parametrize("eye", [(-9, -0.5, 3), (8, -0.5, 4), (-0.5, 9, 3)])
def test_it_hides_what_lies_beyond_it_whichever_way_an_upper_face_is_turned(camera_at, eye):
    # The patch of an upper face is turned so that the camera looks from below.
    site = [FaceSite((0, 0, 0), Face.U)]
    hidden = behind_bulges(site, np.array([True]), camera_at(eye), 40)[0]
    assert hidden[:10].sum() > hidden[-10:].sum()


def test_of_another_face_it_hides_as_much_and_of_its_own_nothing(camera_at):
    flat = camera_at((30, -3, 0.5))
    everything = behind_bulges(SITES, SECOND, flat, 20)
    by_others = behind_other_bulges(SITES, SECOND, flat, 20, 1.0)
    assert (by_others[0] == everything[0]).all()
    assert by_others[0].any()
    assert not by_others[1].any()


def test_two_bulges_hide_parts_of_each_other(camera_at):
    both = np.array([True, True])
    one_way = behind_other_bulges(SITES, both, camera_at((30, -3, 0.5)), 20, 1.0)
    other_way = behind_other_bulges(SITES, both, camera_at((-30, -3, 0.5)), 20, 1.0)
    assert one_way[0].any()
    assert not one_way[1].any()
    assert (one_way[0] == other_way[1][:, ::-1]).all()


def test_it_hides_a_part_of_the_face_that_touches_its_own_at_a_corner(camera_at):
    aslant = [FaceSite((0, 0, 0), Face.S), FaceSite((1, 0, 1), Face.S)]
    hidden = behind_bulges(aslant, SECOND, camera_at((30, -3, 31)), 40)[0]
    assert hidden[:10, -10:].any()
    assert not hidden[-10:, -10:].any()


def test_it_hides_nothing_that_is_nearer_to_the_camera(camera_at):
    stairs = [FaceSite((0, 0, 1), Face.U), FaceSite((0, 1, 0), Face.U)]
    hidden = behind_bulges(stairs, SECOND, camera_at((-0.5, -6, 8)), 40)
    assert not hidden[0].any()
    assert hidden[1].any()
