"""What has happened to a tower: cubes out of view are taken to stand only if somebody may have placed them."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from rules.games.babel import LEVELS, Cube, Face
from vision.faces import FaceSite, face_corners
from vision.games.babel import following
from vision.games.babel.evidence import CubeEvidence, FaceEvidence, Reading
from vision.games.babel.following import airspace, behind, compare, seen_to_be_empty, tower_room, unlike_told
from vision.games.babel.memory import CubeMemory
from vision.games.babel.standing.candidates import TOWER_CELLS
from vision.games.babel.telling.belief import join


def seen_at(cell, pose, bulge_log_odds=-5.0):
    """A white cube of which the upper side is in view."""
    belief = join([-9.0, 0.0, -9.0, -9.0, -9.0], {Face.U: bulge_log_odds})
    corners_xy = pose.project(face_corners([FaceSite(cell, Face.U)]))[0]
    face = FaceEvidence(Face.U, corners_xy, 1.0, 40.0, bulge_log_odds, belief.bulges[Face.U])
    return CubeEvidence(cell, 0.999, tuple(map(float, belief.types)), (0.0,) * 5, (face,), belief.whole)


def changed_at(pose, sites, share=1.0):
    """That the pixels of some faces have changed, or the middle of each, this share of it."""
    width, height = pose.lens.size_wh
    changed = np.zeros((height, width), np.uint8)
    for polygon in pose.project(face_corners(sites)):
        middle = polygon.mean(axis=0)
        cv2.fillConvexPoly(changed, np.rint(middle + np.sqrt(share) * (polygon - middle)).astype(np.int32), 1)
    return changed.astype(bool)


def test_a_level_begun_too_early_is_not_made_good_by_a_cube_that_nobody_placed(camera_at):
    pose = camera_at((-6, -7, 4))
    ground = [seen_at(cell, pose) for cell in ((0, 0, 0), (1, 0, 0), (0, 1, 0))]
    known = {cube.cell: CubeMemory().seen(cube) for cube in ground}
    above = seen_at((0, 0, 1), pose)
    reading = Reading(pose=pose, cubes=(*ground, above), hidden=((1, 1, 0),), cut_off=False, too_dark=False)
    alone = compare(known, reading, None, may_hide=False)
    assert [cube.cell for cube in alone.added] == [(0, 0, 1)]
    assert alone.hidden == ()
    assert alone.unseen == ((1, 1, 0),)
    placed = compare(known, reading, None, may_hide=True)
    assert (placed.hidden, placed.unseen) == (((1, 1, 0),), ())


def test_of_several_cubes_that_came_at_once_one_may_have_come_out_of_view(camera_at):
    pose = camera_at((-6, -7, 4))
    first, *others = [seen_at(cell, pose) for cell in ((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1))]
    known = {first.cell: CubeMemory().seen(first)}
    reading = Reading(pose=pose, cubes=(first, *others), hidden=((1, 1, 0),), cut_off=False, too_dark=False)
    assert compare(known, reading, None, may_hide=False).hidden == ((1, 1, 0),)


def test_a_cell_that_would_be_in_view_holds_no_cube_that_nobody_placed(camera_at):
    """As in a light in which the reader is not sure that paper is paper; what carries a cube is there all the same."""
    pose, cell = camera_at((-6, -7, 4)), (1, 1, 0)
    ground = [seen_at(cell, pose) for cell in ((0, 0, 0), (1, 0, 0), (0, 1, 0))]
    known = {cube.cell: CubeMemory().seen(cube) for cube in ground}
    cubes = (*ground, seen_at((0, 0, 1), pose))
    reading = Reading(pose=pose, cubes=cubes, hidden=(cell,), rather_empty=(cell,), cut_off=False, too_dark=False)
    seen = compare(known, reading, None, may_hide=True)
    assert (seen.hidden, seen.unseen) == ((), (cell,))
    over_it = replace(reading, cubes=(*ground, seen_at((1, 1, 1), pose)))
    assert compare(known, over_it, None, may_hide=False).hidden == (cell,)


def test_what_a_new_cube_stands_on_is_there_for_none_hovers(camera_at):
    pose = camera_at((-6, -7, 4))
    ground = [seen_at(cell, pose) for cell in ((0, 0, 0), (1, 0, 0), (0, 1, 0))]
    known = {cube.cell: CubeMemory().seen(cube) for cube in ground}
    above = seen_at((1, 1, 1), pose)
    reading = Reading(pose=pose, cubes=(*ground, above), hidden=((1, 1, 0),), cut_off=False, too_dark=False)
    assert compare(known, reading, None, may_hide=False).hidden == ((1, 1, 0),)


def test_nothing_is_taken_to_stand_out_of_view_where_nothing_is_new(camera_at):
    pose = camera_at((-6, -7, 4))
    cube = seen_at((0, 0, 0), pose)
    reading = Reading(pose=pose, cubes=(cube,), hidden=((1, 1, 0),), cut_off=False, too_dark=False)
    difference = compare({cube.cell: CubeMemory().seen(cube)}, reading, None, may_hide=True)
    assert difference.is_nothing


def test_what_lies_under_a_cube_that_stands_is_not_gone(camera_at):
    pose = camera_at((-6, -7, 4))
    column = [seen_at((0, 0, level), pose) for level in range(3)]
    known = {cube.cell: CubeMemory().seen(cube) for cube in column}
    below = tuple(cube.cell for cube in column[:2])
    reading = Reading(pose=pose, cubes=(column[2],), hidden=below, cut_off=False, too_dark=False)
    assert compare(known, reading, None).removed == ()


def test_what_carries_a_cube_that_is_seen_is_not_gone_though_it_was_not_read(camera_at):
    pose = camera_at((-6, -7, 4))
    column = [seen_at((0, 0, level), pose) for level in range(3)]
    known = {cube.cell: CubeMemory().seen(cube) for cube in column}
    for seen, gone in (((column[2],), ()), ((column[0],), ((0, 0, 1), (0, 0, 2)))):
        reading = Reading(pose=pose, cubes=seen, hidden=(), cut_off=False, too_dark=False)
        assert compare(known, reading, None).removed == gone


def test_what_may_stand_behind_something_is_not_gone(camera_at):
    """A mug was put down before the tower: the reader says that a cube may stand there."""
    pose = camera_at((-6, -7, 4))
    ground = [seen_at(cell, pose) for cell in ((0, 0, 0), (1, 0, 0))]
    known = {cube.cell: CubeMemory().seen(cube) for cube in ground}
    for hidden, gone in (((), ((1, 0, 0),)), (((1, 0, 0),), ())):
        reading = Reading(pose=pose, cubes=(ground[0],), hidden=hidden, cut_off=False, too_dark=False)
        assert compare(known, reading, None).removed == gone


def test_a_change_where_the_next_cube_can_stand_must_have_a_cause(camera_at):
    pose = camera_at((-6, -7, 4))
    cube = seen_at((0, 0, 0), pose)
    reading = Reading(pose=pose, cubes=(cube,), hidden=(), cut_off=False, too_dark=False)
    known = {cube.cell: CubeMemory().seen(cube)}
    on_top = changed_at(pose, [FaceSite((0, 0, 1), Face.U), FaceSite((0, 0, 1), Face.S)])
    elsewhere = changed_at(pose, [FaceSite((4, 1, 0), Face.U)])
    rows = np.flatnonzero(on_top.any(axis=1))
    a_little = on_top & (np.arange(on_top.shape[0]) < np.quantile(rows, 0.2))[:, None]
    assert compare(known, reading, on_top).is_unexplained
    assert not compare(known, reading, a_little).is_unexplained
    assert not compare(known, reading, elsewhere).is_unexplained


@pytest.mark.parametrize(("share", "is_clear"), [(0.0, False), (0.07, False), (0.2, True), (1.0, True)])
def test_a_new_cube_is_clear_only_where_enough_of_its_pixels_have_changed(camera_at, share, is_clear):
    pose = camera_at((-6, -7, 4))
    old, new = seen_at((0, 0, 0), pose), seen_at((1, 0, 0), pose)
    reading = Reading(pose=pose, cubes=(old, new), hidden=(), cut_off=False, too_dark=False)
    changed = changed_at(pose, [FaceSite(new.cell, Face.U)], share)
    difference = compare({old.cell: CubeMemory().seen(old)}, reading, changed)
    assert difference.added == (new,)
    assert difference.is_clear is is_clear


def test_new_cubes_are_clear_only_where_the_pixels_of_each_are_known_to_have_changed(camera_at):
    pose = camera_at((-6, -7, 4))
    old, *new = (seen_at(cell, pose) for cell in ((0, 0, 0), (1, 0, 0), (0, 1, 0)))
    known = {old.cell: CubeMemory().seen(old)}
    reading = Reading(pose=pose, cubes=(old, *new), hidden=(), cut_off=False, too_dark=False)
    one, both = ([FaceSite(cube.cell, Face.U) for cube in cubes] for cubes in (new[:1], new))
    for changed, is_clear in ((changed_at(pose, both), True), (changed_at(pose, one), False), (None, False)):
        difference = compare(known, reading, changed)
        assert (difference.added, difference.is_clear) == (tuple(new), is_clear)


@pytest.mark.parametrize(("share", "is_new"), [(0.0, False), (0.07, False), (0.2, True)])
def test_what_lay_beside_the_tower_before_is_no_cube_of_it(camera_at, share, is_new):
    pose = camera_at((-6, -7, 4))
    old, beside = seen_at((0, 0, 0), pose), seen_at((2, 0, 0), pose)
    reading = Reading(pose=pose, cubes=(old, beside), hidden=(), cut_off=False, too_dark=False)
    known = {old.cell: CubeMemory().seen(old)}
    assert compare(known, reading, changed_at(pose, [FaceSite(beside.cell, Face.U)], share)).added == (beside,) * is_new
    assert compare(known, reading, None).added == (beside,)


@pytest.mark.parametrize(("share", "is_gone"), [(0.0, False), (0.07, False), (0.2, True), (1.0, True)])
def test_a_cube_is_gone_only_where_enough_of_its_pixels_have_changed(camera_at, share, is_gone):
    pose = camera_at((-6, -7, 4))
    left, missing = seen_at((0, 0, 0), pose), seen_at((1, 0, 0), pose)
    known = {cube.cell: CubeMemory().seen(cube) for cube in (left, missing)}
    reading = Reading(pose=pose, cubes=(left,), hidden=(), cut_off=False, too_dark=False)
    changed = changed_at(pose, [FaceSite(missing.cell, face) for face in (Face.U, Face.S)], share)
    assert compare(known, reading, changed).removed == (missing.cell,) * is_gone


@pytest.mark.parametrize(("share", "is_turned"), [(0.0, False), (0.02, False), (0.1, True), (1.0, True)])
def test_a_cube_is_turned_only_where_enough_of_its_pixels_have_changed(camera_at, share, is_turned):
    pose = camera_at((-6, -7, 4))
    before, now = seen_at((0, 0, 0), pose), seen_at((0, 0, 0), pose, bulge_log_odds=9.0)
    reading = Reading(pose=pose, cubes=(now,), hidden=(), cut_off=False, too_dark=False)
    changed = changed_at(pose, [FaceSite(now.cell, Face.U)], share)
    difference = compare({before.cell: CubeMemory().seen(before)}, reading, changed)
    assert (difference.altered, difference.doubtful) == ((now,) * is_turned, ())


@pytest.mark.parametrize(
    ("is_last", "nats", "is_turned"), [(True, 2.0, True), (True, -2.0, False), (False, 2.0, False), (False, 9.0, True)]
)
def test_less_tells_that_the_cube_placed_last_was_turned_than_of_one_before(camera_at, is_last, nats, is_turned):
    """A face that is dark or partly in shade tells little."""
    pose = camera_at((-6, -7, 4))
    before, now = seen_at((0, 0, 0), pose), seen_at((0, 0, 0), pose, bulge_log_odds=nats)
    reading = Reading(pose=pose, cubes=(now,), hidden=(), cut_off=False, too_dark=False)
    changed = changed_at(pose, [FaceSite(now.cell, Face.U)], 0.3)
    known = {now.cell: CubeMemory().seen(before), (0, 1, 0): CubeMemory()}
    difference = compare(known, reading, changed, last=now.cell if is_last else (0, 1, 0))
    assert difference.altered == (now,) * is_turned


@pytest.mark.parametrize("nats", [2.0, 6.0, 20.0])
def test_a_grey_cube_that_looks_as_before_is_not_doubtful_where_an_earlier_one_is_gone(camera_at, nats):
    """Grey has but one arrangement, so a surely grey cube that is turned is as likely as one that is not."""
    pose = camera_at((-6, -7, 4))
    hollow = replace(seen_at((0, 0, 0), pose, -nats), type_log_likelihoods=(0.0, -nats, -nats, -nats, -nats))
    known = {hollow.cell: CubeMemory().seen(hollow), (1, 0, 0): CubeMemory().seen(seen_at((1, 0, 0), pose))}
    changed = changed_at(pose, [FaceSite((1, 0, 0), face) for face in (Face.U, Face.S)])
    changed |= changed_at(pose, [FaceSite(hollow.cell, Face.U)], 0.1)
    reading = Reading(pose=pose, cubes=(hollow,), hidden=(), cut_off=False, too_dark=False)
    difference = compare(known, reading, changed)
    assert (difference.removed, difference.altered, difference.doubtful) == (((1, 0, 0),), (), ())


def test_where_another_cube_came_little_does_not_tell_that_the_last_one_was_turned(camera_at):
    pose = camera_at((-6, -7, 4))
    before, now = seen_at((0, 0, 0), pose), seen_at((0, 0, 0), pose, bulge_log_odds=2.0)
    new = seen_at((1, 0, 0), pose)
    reading = Reading(pose=pose, cubes=(now, new), hidden=(), cut_off=False, too_dark=False)
    changed = changed_at(pose, [FaceSite(cube.cell, Face.U) for cube in (now, new)])
    difference = compare({now.cell: CubeMemory().seen(before)}, reading, changed, last=now.cell)
    assert (difference.added, difference.altered) == ((new,), ())


def test_a_cube_that_one_face_tells_to_be_turned_is_doubtful_where_another_is_gone(camera_at):
    pose = camera_at((-6, -7, 4))
    before, now, gone = seen_at((0, 0, 0), pose), seen_at((0, 0, 0), pose, bulge_log_odds=9.0), seen_at((1, 0, 0), pose)
    known = {cube.cell: CubeMemory().seen(cube) for cube in (before, gone)}
    reading = Reading(pose=pose, cubes=(now,), hidden=(), cut_off=False, too_dark=False)
    sites = [FaceSite(now.cell, Face.U), FaceSite(gone.cell, Face.U), FaceSite(gone.cell, Face.S)]
    difference = compare(known, reading, changed_at(pose, sites))
    assert (difference.removed, difference.altered, difference.doubtful) == ((gone.cell,), (), (now.cell,))


@pytest.mark.parametrize(("share", "is_doubtful"), [(0.02, False), (0.1, True), (None, True)])
def test_a_cube_that_one_face_tells_to_be_turned_is_doubtful_where_another_came(camera_at, share, is_doubtful):
    pose = camera_at((-6, -7, 4))
    before, now, new = seen_at((0, 0, 0), pose), seen_at((0, 0, 0), pose, bulge_log_odds=9.0), seen_at((1, 0, 0), pose)
    reading = Reading(pose=pose, cubes=(now, new), hidden=(), cut_off=False, too_dark=False)
    changed = None
    if share is not None:
        turned, come = ([FaceSite(cube.cell, Face.U)] for cube in (now, new))
        changed = changed_at(pose, turned, share) | changed_at(pose, come)
    difference = compare({before.cell: CubeMemory().seen(before)}, reading, changed)
    assert (difference.added, difference.altered) == ((new,), ())
    assert difference.doubtful == (now.cell,) * is_doubtful


@pytest.mark.parametrize("covered", [{}, {Face.E: (6.0, 1)}])
def test_a_cube_of_which_only_the_colour_looks_different_is_doubtful_where_another_came(camera_at, covered):
    """Its marks are what they were, as of a black cube where a beige one with a bulge more out of view stood."""
    pose = camera_at((-6, -7, 4))
    marks = {Face.U: 6.0, Face.S: 6.0, Face.W: -6.0}
    before = CubeMemory((-6.0, -6.0, -6.0, 0.0, -6.0), 1, {face: (odds, 1) for face, odds in marks.items()} | covered)
    now = seen_at((0, 0, 0), pose)
    faces = tuple(replace(now.faces[0], face=face, bulge_log_odds=odds) for face, odds in marks.items())
    now = replace(now, type_log_likelihoods=(-6.0, -6.0, 0.0, -6.0, -6.0), faces=faces)
    new = seen_at((1, 0, 0), pose)
    changed = changed_at(pose, [FaceSite(cube.cell, Face.U) for cube in (now, new)])
    reading = Reading(pose=pose, cubes=(now, new), hidden=(), cut_off=False, too_dark=False)
    difference = compare({now.cell: before}, reading, changed)
    assert (difference.added, difference.altered, difference.doubtful) == ((new,), (), (now.cell,))


def test_where_pixels_cannot_tell_several_cubes_that_look_hardly_otherwise_are_no_other_tower(camera_at):
    """In poor light each looks a little more like another one: by 2 nats, or 1 in 8."""
    pose = camera_at((-6, -7, 4))
    cells = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
    known = {cell: CubeMemory((-6.0, -6.0, 0.0, -6.0, -6.0), 1) for cell in cells}
    seen = tuple(replace(seen_at(cell, pose), type_log_likelihoods=(-9.0, 0.0, -4.0, -9.0, -9.0)) for cell in cells)
    reading = Reading(pose=pose, cubes=seen, hidden=(), cut_off=False, too_dark=False)
    assert compare(known, reading, None).altered == ()


@pytest.mark.parametrize(("others", "is_another_tower"), [(0, False), (1, False), (2, False), (3, True), (4, True)])
def test_where_pixels_cannot_tell_only_many_other_cubes_are_another_tower(camera_at, others, is_another_tower):
    pose = camera_at((-6, -7, 4))
    cells = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)]
    white = {cell: CubeMemory().seen(seen_at(cell, pose)) for cell in cells}
    black = CubeMemory((-6.0, -6.0, 0.0, -6.0, -6.0), 1)
    known = {cell: black if n < others else white[cell] for n, cell in enumerate(cells)}
    seen = tuple(replace(seen_at(cell, pose), type_log_likelihoods=(-9.0, 0.0, -9.0, -9.0, -9.0)) for cell in cells)
    reading = Reading(pose=pose, cubes=seen, hidden=(), cut_off=False, too_dark=False)
    difference = compare(known, reading, None)
    assert len(difference.altered) == others * is_another_tower
    assert len(difference.doubtful) == others * (not is_another_tower)


@pytest.mark.parametrize(("cells", "is_within"), [([(0, 0, 0)], False), ([(0, 0, 0), (3, 0, 0)], True)])
def test_the_room_of_a_tower_takes_in_the_cubes_beside_it(camera_at, cells, is_within):
    """What comes and goes there is no thing put before the mat's markers."""
    pose = camera_at((-6, -7, 4))
    (x, y), *_ = np.rint(pose.scaled_to((320, 240)).project(np.array([[2.5, -0.5, 0.5]]))).astype(int)
    assert tower_room(cells, pose, (320, 240))[y, x] == is_within


@pytest.mark.parametrize("nats", [9.0, -5.0])
def test_where_a_cube_was_altered_those_of_which_nothing_is_known_are_doubtful(camera_at, nats):
    pose = camera_at((-6, -7, 4))
    before, now = seen_at((0, 0, 0), pose), seen_at((0, 0, 0), pose, bulge_log_odds=nats)
    unknown = seen_at((1, 0, 0), pose)
    reading = Reading(pose=pose, cubes=(now, unknown), hidden=(), cut_off=False, too_dark=False)
    changed = changed_at(pose, [FaceSite(cube.cell, Face.U) for cube in (now, unknown)], 0.5)
    difference = compare({now.cell: CubeMemory().seen(before), unknown.cell: CubeMemory()}, reading, changed)
    assert (difference.altered, difference.doubtful) == (((now,), (unknown.cell,)) if nats > 0 else ((), ()))


@pytest.mark.parametrize("is_told", [False, True])
def test_what_a_person_said_of_a_cube_is_not_doubted_for_its_looks(camera_at, is_told):
    pose = camera_at((-6, -7, 4))
    black = CubeMemory(told=Cube(2)) if is_told else CubeMemory((-6.0, -6.0, 0.0, -6.0, -6.0), 1)
    now = replace(seen_at((0, 0, 0), pose), type_log_likelihoods=(-4.0, 0.0, -4.0, -4.0, -4.0))
    new = seen_at((1, 0, 0), pose)
    reading = Reading(pose=pose, cubes=(now, new), hidden=(), cut_off=False, too_dark=False)
    changed = changed_at(pose, [FaceSite(cube.cell, Face.U) for cube in (now, new)])
    difference = compare({now.cell: black}, reading, changed)
    assert (difference.altered, difference.doubtful) == ((), () if is_told else (now.cell,))


def test_where_every_column_is_full_no_change_is_that_of_a_next_cube(camera_at):
    pose = camera_at((-6, -7, 4))
    cube = seen_at((0, 0, 0), pose)
    reading = Reading(pose=pose, cubes=(cube,), hidden=(), cut_off=False, too_dark=False)
    known = {cell: CubeMemory() for cell in TOWER_CELLS}
    assert not following._is_unexplained(known, reading, np.ones((240, 320), np.bool_))


def test_of_faces_out_of_the_picture_nothing_has_changed(camera_at):
    pose = camera_at((-6, -7, 4), focal_px=4000.0)
    sites = [FaceSite((9, 0, 0), Face.U)]
    assert following._share_of_sites(sites, np.ones((240, 320), np.bool_), pose) == 0


def test_the_room_of_a_tower_takes_in_the_next_cubes_on_it(camera_at):
    pose = camera_at((-6, -7, 4)).scaled_to((320, 240))
    room = tower_room([(0, 0, 0)], pose, (320, 240))
    heights = np.rint(pose.project(np.array([[0.0, 0.0, z] for z in (0.0, 2.0, 4.0)]))).astype(int)
    assert [bool(room[y, x]) for x, y in heights] == [True, True, False]


def test_a_thing_that_hides_a_part_of_a_cube_is_before_it(camera_at):
    pose = camera_at((-6, -7, 4))
    x, y = np.rint(pose.scaled_to((320, 240)).project(np.array([-0.5, -0.5, 0.5]))).astype(int)
    thing = np.zeros((240, 320), np.bool_)
    thing[y - 2 : y + 3, x - 2 : x + 3] = True
    assert behind(thing, [(0, 0, 0), (5, 0, 0)], pose) == {(0, 0, 0)}
    assert behind(thing & False, [(0, 0, 0)], pose) == frozenset()


def test_what_is_above_an_upper_face_that_is_surely_seen_is_empty(camera_at):
    pose = camera_at((-6, -7, 4))
    cubes = (seen_at((0, 0, 0), pose), seen_at((1, 0, 1), pose), seen_at((0, 1, 0), pose, bulge_log_odds=1.0))
    reading = Reading(pose=pose, cubes=cubes, hidden=(), cut_off=False, too_dark=False)
    above_one, above_other = ({(*column, z) for z in range(low, LEVELS)} for column, low in (((0, 0), 1), ((1, 0), 2)))
    assert seen_to_be_empty(reading) == above_one | above_other
    assert seen_to_be_empty(replace(reading, covered=((1, 0, 1),))) == above_one


GROUND = ((0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0))


def what_happened(pose, known, seen, hidden=(), changed=None):
    """Of white cubes that were known, those that are seen now, and cells out of view."""
    cubes = tuple(seen_at(cell, pose) for cell in seen)
    reading = Reading(pose=pose, cubes=cubes, hidden=tuple(hidden), cut_off=False, too_dark=False)
    return compare({cell: CubeMemory().seen(seen_at(cell, pose)) for cell in known}, reading, changed)


def test_a_cube_out_of_view_that_is_known_is_no_new_one(camera_at):
    difference = what_happened(camera_at((-6, -7, 4)), GROUND, [*GROUND[:3], (0, 0, 1)], hidden=GROUND[3:])
    assert ([cube.cell for cube in difference.added], difference.hidden, difference.unseen) == ([(0, 0, 1)], (), ())


def test_what_must_stand_out_of_view_is_told_from_the_ground_up(camera_at):
    hidden = [(1, 1, 1), (1, 1, 0)]
    seen = [(x, y, z) for z in range(2) for x, y, _ in GROUND[:3]]
    difference = what_happened(camera_at((-6, -7, 4)), seen, [*seen, (0, 0, 2)], hidden)
    assert difference.hidden == ((1, 1, 0), (1, 1, 1))


def test_of_cubes_that_are_gone_together_higher_ones_hide_none(camera_at):
    known = [*GROUND, (0, 0, 1)]
    assert what_happened(camera_at((-6, -7, 4)), known, GROUND[:3]).removed == ((1, 1, 0), (0, 0, 1))


def test_a_cube_is_gone_where_a_part_of_one_face_would_be_in_view(camera_at):
    # A cube on b1 hides about half of the upper face of b2; cubes on all others hide all of it.
    beside, around = [(1, 0, 1)], [(0, 0, 1), (1, 0, 1), (0, 1, 1)]
    pose = camera_at((-6, -7, 4))
    for higher, gone in ((beside, GROUND[3:]), (around, ())):
        assert what_happened(pose, [*GROUND, *higher], [*GROUND[:3], *higher]).removed == gone


def test_what_carries_a_cube_that_may_stand_out_of_view_is_not_gone(camera_at):
    pose = camera_at((-6, -7, 4))
    assert what_happened(pose, [(0, 0, 0), (0, 0, 1)], [(1, 1, 0)], hidden=[(0, 0, 1)]).removed == ()


def test_cubes_that_look_as_they_did_speak_against_another_tower(camera_at):
    """Three cubes that look otherwise, each by about 3.3 nats, are one, and are none beside five that do not."""
    pose = camera_at((-6, -7, 4))
    cells = [(x, y, z) for z in range(2) for x, y, _ in GROUND]
    black, white = (CubeMemory(tuple(0.0 if t == number else -6.0 for t in range(5)), 1) for number in (2, 1))
    otherwise = (-9.0, 0.0, -5.0, -9.0, -9.0)
    as_before = (-9.0, 0.0, -9.0, -9.0, -9.0)
    seen = [
        replace(seen_at(c, pose), type_log_likelihoods=otherwise if n < 3 else as_before) for n, c in enumerate(cells)
    ]
    known = {cell: black if n < 3 else white for n, cell in enumerate(cells)}
    for some, others in ((seen[:3], 3), (seen, 0)):
        reading = Reading(pose=pose, cubes=tuple(some), hidden=(), cut_off=False, too_dark=False)
        assert len(compare(known, reading, None).altered) == others


WHITE = (-9.0, 0.0, -9.0, -9.0, -9.0)


@pytest.mark.parametrize("is_else", [False, True])
def test_a_cube_of_a_sure_colour_is_turned_by_what_its_mark_alone_says(camera_at, is_else):
    """That it is any other cube, of any colour, explains its looks less well than that it was turned."""
    pose = camera_at((-6, -7, 4))
    # 3.8 nats for a turned one and 2.2 for any; 2.2 and 0.7.
    nats = 4.0 if is_else else 6.0
    before, now = (replace(seen_at((0, 0, 0), pose, odds), type_log_likelihoods=WHITE) for odds in (-5.0, nats))
    new = [seen_at((1, 0, 0), pose)] if is_else else []
    reading = Reading(pose=pose, cubes=(now, *new), hidden=(), cut_off=False, too_dark=False)
    changed = changed_at(pose, [FaceSite(cube.cell, Face.U) for cube in (now, *new)])
    difference = compare({now.cell: CubeMemory().seen(before)}, reading, changed)
    assert (difference.altered, difference.doubtful) == (((), (now.cell,)) if is_else else ((now,), ()))


@pytest.mark.parametrize("is_else", [False, True])
def test_a_cube_of_another_colour_with_another_mark_is_another(camera_at, is_else):
    pose = camera_at((-6, -7, 4))
    before = CubeMemory((-6.0, -6.0, 0.0, -6.0, -6.0), 1, {Face.U: (5.0, 1)})
    # By its mark alone it is hardly another one (1.6 nats), nor by its colour alone (0.9), but by both (3.2).
    nats = -2.0 if is_else else -5.0
    now = replace(seen_at((0, 0, 0), pose, nats), type_log_likelihoods=(-5.0, 0.0, -3.0, -5.0, -5.0))
    new = [seen_at((1, 0, 0), pose)] if is_else else []
    reading = Reading(pose=pose, cubes=(now, *new), hidden=(), cut_off=False, too_dark=False)
    changed = changed_at(pose, [FaceSite(cube.cell, Face.U) for cube in (now, *new)])
    difference = compare({now.cell: before}, reading, changed)
    assert (difference.altered, difference.doubtful) == (((), (now.cell,)) if is_else else ((now,), ()))


def test_many_small_changes_apart_from_each_other_are_no_next_cube(camera_at):
    pose = camera_at((-6, -7, 4))
    on_top = changed_at(pose, [FaceSite((0, 0, 1), face) for face in (Face.U, Face.S, Face.W)])
    rows, columns = np.indices(on_top.shape)
    scattered = on_top & (rows % 20 < 16) & (columns % 20 < 16)
    assert np.count_nonzero(scattered) > 0.6 * np.count_nonzero(on_top)
    for changed, is_unexplained in ((on_top, True), (scattered, False)):
        assert what_happened(pose, GROUND[:1], GROUND[:1], changed=changed).is_unexplained is is_unexplained


@pytest.mark.parametrize(
    ("memory", "nats", "is_unlike"),
    [
        pytest.param(CubeMemory(told=Cube(1, frozenset({Face.E}))), 9.0, True, id="told before anybody saw it"),
        pytest.param(CubeMemory(told=Cube(1, frozenset({Face.E}))), -5.0, False, id="as it was told"),
        pytest.param(CubeMemory(type_looks=1, told=Cube(1, frozenset({Face.E}))), 9.0, False, id="seen before"),
        pytest.param(CubeMemory(marks={Face.U: (-5.0, 1)}), 9.0, False, id="not told"),
    ],
)
def test_what_a_first_look_shows_of_a_cube_that_was_told_is_held_against_what_was_said(
    camera_at, memory, nats, is_unlike
):
    pose = camera_at((-6, -7, 4))
    cube, other = seen_at((0, 0, 0), pose, nats), seen_at((1, 0, 0), pose)
    reading = Reading(pose=pose, cubes=(cube, other), hidden=(), cut_off=False, too_dark=False)
    assert unlike_told({cube.cell: memory}, reading) == (cube,) * is_unlike


def test_the_tower_and_a_cube_beside_it_can_be_up_to_the_highest_level_and_two_edges_round_the_middle(camera_at):
    pose = camera_at((-9, -10, 9), target=(0.0, 0.0, 3.0)).scaled_to((320, 240))
    air = airspace(pose, (320, 240))
    inside = [(0.0, 0.0, 6.5), (-0.9, 0.9, 5.5), (1.8, -1.8, 0.0), (-1.8, 1.8, 0.0)]
    outside = [(3.0, -3.0, 0.0), (-3.0, 3.0, 0.0), (0.0, 0.0, 9.0), (1.8, -1.8, 2.5)]
    for points, is_within in ((inside, True), (outside, False)):
        assert [bool(air[y, x]) for x, y in np.rint(pose.project(np.array(points))).astype(int)] == [is_within] * 4


def test_the_room_of_a_tower_is_as_wide_as_its_footprint(camera_at):
    pose = camera_at((-6, -7, 4)).scaled_to((320, 240))
    room = tower_room([(0, 0, 0)], pose, (320, 240))
    points = np.rint(pose.project(np.array([[1.0, -1.0, 1.0], [-1.0, 1.0, 1.0], [2.0, -2.0, 1.0]]))).astype(int)
    assert [bool(room[y, x]) for x, y in points] == [True, True, False]
