"""What evidence says of a cube: as much as is likely, and never a cube that there is not."""

from dataclasses import replace

import numpy as np
import pytest

from rules.games.babel import Cube, Face
from vision.games.babel.evidence import (
    LIKELIER,
    SAID,
    SURE,
    Contradiction,
    CubeEvidence,
    FaceEvidence,
    SeenTower,
    cube_as_likely,
    said_or_sure,
)

LIKELY = (SAID + SURE) / 2


# A grey cube has no bulge: `Cube` refuses it with one.
@pytest.mark.parametrize(("type", "bulges"), [(0, set()), (1, {Face.E})])
def test_likely_marks_are_said_where_a_cube_can_have_them(type, bulges):
    told = said_or_sure(lambda least: Cube(type, frozenset({Face.E} if least <= LIKELY else set())))
    assert told == Cube(type, frozenset(bulges))


def of_types(*probabilities):
    """A cube of which colours alone tell."""
    return CubeEvidence((0, 0, 0), 1.0, probabilities, tuple(np.log(probabilities)), (), ())


@pytest.mark.parametrize(
    ("likeliest", "told", "judged"),
    [(LIKELIER, None, None), (LIKELIER + 0.01, 1, None), (SAID - 0.01, 1, None), (SAID, 1, 1)],
)
def test_a_type_is_told_once_likelier_than_all_others_together_and_judged_once_it_is_clearly_so(
    likeliest, told, judged
):
    cube = of_types((1 - likeliest) / 2, likeliest, (1 - likeliest) / 2, 1e-9, 1e-9)
    seen = SeenTower(cubes=(cube,), hidden=(), cut_off=False, too_dark=False)
    assert seen.likely_types.get(cube.cell) == told
    assert (seen.tower[cube.cell], cube.is_type_doubtful) == (Cube(judged), judged is None)


@pytest.mark.parametrize(("face", "likely"), [(None, {}), (Face.E, {(0, 0, 0): 1})])
def test_no_type_is_told_of_a_cube_on_which_views_contradict_each_other(face, likely):
    unclear = Contradiction((0, 0, 0), face, ((0, "grey"), (1, "white")))
    cube = of_types(0.05, 0.8, 0.05, 0.05, 0.05)
    seen = SeenTower(cubes=(cube,), hidden=(), cut_off=False, too_dark=False, contradictions=(unclear,))
    assert seen.likely_types == likely


@pytest.mark.parametrize(
    ("bulge", "bulges", "hollows"),
    [(0.6, {Face.U}, set()), (0.55, set(), set()), (0.45, set(), set()), (0.4, set(), {Face.U})],
)
def test_a_mark_is_told_either_way_once_it_is_likely_enough(bulge, bulges, hollows):
    told = cube_as_likely(np.full(5, 0.2), {Face.U: bulge}, [Face.U], 0.6)
    assert told == Cube(None, frozenset(bulges), frozenset(hollows))


def seen_tower(*cubes, **known):
    return SeenTower(cubes=cubes, **{"hidden": (), "cut_off": False, "too_dark": False} | known)


def test_levels_count_cubes_out_of_view_too():
    cube = of_types(*[0.2] * 5)
    assert [seen_tower(cube, hidden=hidden).levels for hidden in ((), ((0, 0, 3),))] == [1, 4]
    assert seen_tower().levels == 1


@pytest.mark.parametrize(
    ("presence", "on_mat", "is_known"), [(1.0, False, True), (0.5, False, False), (0.5, True, True)]
)
def test_without_a_mat_cubes_that_are_surely_there_show_where_the_footprint_is(presence, on_mat, is_known):
    one = of_types(*[0.2] * 5)
    across = replace(one, cell=(1, 1, 0), presence=presence)
    assert seen_tower(one, across, on_mat=on_mat).is_footprint_known is is_known
    assert not seen_tower(one, replace(one, cell=(2, 1, 0)), on_mat=False).is_footprint_known


@pytest.mark.parametrize(("is_foot_open", "is_sure"), [(False, True), (True, False)])
def test_no_cell_is_sure_where_a_further_level_may_be_hidden_below(is_foot_open, is_sure):
    tower = seen_tower(one_sided=True, is_foot_open=is_foot_open)
    assert (tower.cell_confidence >= SURE) is is_sure


def test_no_cell_is_sure_where_the_tower_may_stand_elsewhere():
    assert seen_tower(misplaced=True).cell_confidence < SURE


def test_off_the_mats_outline_only_cubes_that_fill_it_both_ways_show_where_the_footprint_is():
    one = of_types(*[0.2] * 5)
    beside, across = replace(one, cell=(1, 0, 0)), replace(one, cell=(1, 1, 0))
    assert seen_tower(one, beside).is_footprint_known
    assert not seen_tower(one, beside, off_outline=True).is_footprint_known
    assert seen_tower(one, across, off_outline=True).is_footprint_known


@pytest.mark.parametrize("bulge", [0.01, 0.99])
def test_a_mark_on_which_views_contradict_each_other_is_left_unknown_and_no_other(bulge):
    faces = tuple(FaceEvidence(face, np.zeros((4, 2)), 1.0, 30.0, 0.0, bulge) for face in (Face.E, Face.U))
    cube = replace(of_types(*[0.2] * 5), faces=faces)
    unclear = Contradiction(cube.cell, Face.E, ((0, "bulge"), (1, "hollow")))
    told = seen_tower(cube, contradictions=(unclear,)).tower[cube.cell]
    assert told.mark(Face.E) is None
    assert told.mark(Face.U) is faces[1].mark is not None
