"""What was said of a tower, fact by fact: what counts as right, and every miss in words."""

from dataclasses import replace

import numpy as np
import pytest

from referee.bench.facts import Facts, MarkAnswer, TypeAnswer, compare_facts, unread_facts
from referee.bench.truth import RULE_NAMES, TrueCube, Truth
from rules.games.babel import Cube, Face, Mark

RIGHT, WRONG = TypeAnswer(1, 1, True, 1.0), TypeAnswer(1, 0, True, 1.0)
HOLLOW, MISSED = MarkAnswer(Mark.HOLLOW, Mark.HOLLOW, 0.0, 1.0), MarkAnswer(Mark.HOLLOW, None, 0.0, 0.0)


@pytest.mark.parametrize(
    ("facts", "types_right", "all_right"),
    [
        (Facts((RIGHT,), (HOLLOW,), 0, ()), True, True),
        (Facts((RIGHT, WRONG), (HOLLOW,), 0, ()), False, False),
        (Facts((RIGHT,), (HOLLOW,), 1, ()), False, False),
        (Facts((RIGHT,), (HOLLOW, MISSED), 0, ()), True, False),
    ],
)
def test_a_tower_is_right_only_if_all_of_it_is_and_no_cube_is_too_many(facts, types_right, all_right):
    assert (facts.types_right, facts.all_right) == (types_right, all_right)


@pytest.fixture
def truth(pose):
    """A grey cube, a white one beside it whose bulge shows in the East, and one behind them that does not show."""
    cubes = (
        TrueCube((0, 0, 0), 0, frozenset(), (Face.S, Face.U), np.zeros(3), 0.0),
        TrueCube((1, 0, 0), 1, frozenset({Face.E}), (Face.S, Face.E, Face.U), np.zeros(3), 0.0),
        TrueCube((0, 1, 0), 0, frozenset(), (), np.zeros(3), 0.0),
    )
    return Truth(cubes, False, True, (), True, pose, "")


def test_of_a_true_cube_only_the_marks_show_that_are_on_visible_faces():
    cube = TrueCube((0, 0, 0), 2, frozenset({Face.N, Face.W}), (Face.S, Face.N), np.zeros(3), 0.0)
    assert cube.visible == Cube(2, frozenset({Face.N}), frozenset({Face.S}))
    assert (cube.mark(Face.N), cube.mark(Face.S)) == (Mark.BULGE, Mark.HOLLOW)


def test_faults_of_truth_files_are_named_as_their_rules_are_on_the_sheet():
    names = "outside level_early outer_bulge hollow_hollow bulge_bulge ground_diagonal ground_four first_four too_many"
    assert [RULE_NAMES[name] for name in names.split()] == [3, 4, 5, 6, 6, 7, 5, 2, 1]


def test_of_a_faultless_reading_there_is_no_miss(truth, read_like):
    facts = compare_facts(truth, read_like("0,1E,0,-").cubes)
    assert (facts.misses, facts.extra_cubes, facts.all_right) == ((), 0, True)
    assert (len(facts.types), len(facts.marks)) == (2, 5)
    assert all(answer.confidence > 0.9 for answer in (*facts.types, *facts.marks))


def test_no_answer_is_surer_than_that_it_is_of_its_cell(truth, read_like):
    facts = compare_facts(truth, read_like("0,1E,0,-").cubes, cell_confidence=0.8)
    assert {answer.confidence for answer in (*facts.types, *facts.marks)} == {0.8}


def test_every_miss_is_told_in_words(truth, read_like):
    first, second, _ = read_like("0,1U,0,-").cubes
    faces = tuple(replace(face, bulge_probability=0.5) for face in first.faces if face.face is not Face.U)
    unsure = replace(first, type_probabilities=(0.5, 0.5, 0.0, 0.0, 0.0), faces=faces)
    beside = replace(first, cell=(1, 1, 0))
    facts = compare_facts(truth, (unsure, second, beside))
    assert facts.misses == (
        "a1 on level 1: type unsure, is 0",
        "a1 on level 1 face S: unsure, is hollow",
        "a1 on level 1 face U: not seen, is hollow",
        "b1 on level 1 face E: hollow, is bulge",
        "b1 on level 1 face U: bulge, is hollow",
        "b2 on level 1: no cube there",
    )
    assert facts.extra_cubes == 1
    assert [answer.said for answer in facts.types] == [None, 1]


def test_a_cube_that_is_not_seen_is_one_miss(truth, read_like):
    facts = compare_facts(truth, [cube for cube in read_like("0,1E,-,-").cubes if cube.cell == (0, 0, 0)])
    assert facts.misses == ("b1 on level 1: not seen, is a 1",)
    assert [answer.found for answer in facts.types] == [True, False]
    assert [answer.said for answer in facts.marks].count(None) == 3


def test_where_nothing_is_read_all_is_missed_for_one_reason(truth):
    facts = unread_facts(truth, "no marker found")
    assert facts.misses == ("no marker found",)
    assert not any(answer.found for answer in facts.types)
