"""The verdict accuses only of what is sure; doubt is said, and a deduced fault must beat every legal tower."""

import math
from collections import Counter
from dataclasses import replace
from types import SimpleNamespace

import pytest

from referee.verdicts.advice import advise, advise_tower
from referee.verdicts.checking import advise_check, shown_cubes
from referee.verdicts.doubts import contradictions_in_words, to_look_at
from referee.verdicts.odds import DEDUCED_NATS, nats_against_legal
from referee.verdicts.verdict import ACCUSE, deliver, fault_confidence
from rules.games.babel import (
    Face,
    Fact,
    Mark,
    Options,
    Position,
    is_outer,
    judge,
    next_player,
    parse_position,
    parse_tower,
    possible_hands,
)
from vision.games.babel.evidence import Contradiction, CubeEvidence, Reading

OPTIONS = Options()
# From the South-East the camera of these tests sees the faces S, E and U.
# Four cubes without bulges leave the joints of level 1 open, four blue ones fill those of level 2 twice.
TWO_DEDUCED = "0,0,0,0/4ENUD,4WNUD,4ESUD,4WSUD"
LEGAL = "2EN,0,1E,1S/-,-,-,1D"
OUTER_BULGE = "2EN,1S,1E,1S/-,-,-,1D"


def with_mark(reading: Reading, cell: tuple[int, int, int], face: Face, bulge_probability: float) -> Reading:
    """The reading with another probability for one mark."""

    def changed(cube):
        faces = (replace(f, bulge_probability=bulge_probability) if f.face is face else f for f in cube.faces)
        return replace(cube, faces=tuple(faces)) if cube.cell == cell else cube

    return replace(reading, cubes=tuple(changed(cube) for cube in reading.cubes))


def with_types(reading: Reading, cell: tuple[int, int, int], probabilities: tuple[float, ...]) -> Reading:
    """The reading with other probabilities for one cube's type, by its colours too."""
    logs = tuple(math.log(max(probability, 1e-9)) for probability in probabilities)
    cubes = (
        replace(cube, type_probabilities=probabilities, type_log_likelihoods=logs) if cube.cell == cell else cube
        for cube in reading.cubes
    )
    return replace(reading, cubes=tuple(cubes))


def test_a_legal_tower_is_legal_with_what_is_hidden_left_open(read_like):
    verdict = deliver(read_like(LEGAL), OPTIONS)
    assert verdict.verdict == "legal"
    assert verdict.faults == ()


def with_presence(reading: Reading, cell: tuple[int, int, int], presence: float) -> Reading:
    """The reading with another probability that a cube is there."""
    cubes = (replace(cube, presence=presence) if cube.cell == cell else cube for cube in reading.cubes)
    return replace(reading, cubes=tuple(cubes))


def test_a_cube_that_may_not_be_there_is_no_doubt_where_the_tower_is_legal_without_it(read_like):
    reading = with_presence(read_like(LEGAL), (1, 1, 1), 0.7)
    verdict = deliver(reading, OPTIONS)
    assert verdict.verdict == "legal"
    assert "b2 on level 2; the tower is legal either way" in verdict.proof
    # Without what it stands on, level 2 would be begun too early.
    verdict = deliver(with_presence(read_like(LEGAL), (1, 0, 0), 0.7), OPTIONS)
    assert verdict.verdict == "undetermined"
    assert "not sure that a cube stands at b1 on level 1" in verdict.proof


def test_what_may_be_spare_beside_the_tower_is_no_fault_and_is_to_be_taken_away(read_like):
    reading = read_like("1E,0,1E,1S +2,0,0=0")
    assert deliver(with_presence(reading, (2, 0, 0), 0.99999), OPTIONS).verdict == "illegal"
    verdict = deliver(with_presence(reading, (2, 0, 0), 0.5), OPTIONS)
    assert (verdict.verdict, verdict.faults) == ("undetermined", ())
    assert "East of b1 on level 1 may be spare: take it away from the tower" in verdict.proof


def test_a_level_is_legal_above_a_cell_that_does_not_show_with_the_condition_told(read_like):
    seen = read_like(LEGAL)
    corner = (0, 1, 0)
    reading = replace(seen, cubes=tuple(cube for cube in seen.cubes if cube.cell != corner), hidden=(corner,))
    verdict = deliver(reading, OPTIONS)
    assert verdict.verdict == "legal"
    assert "whether a cube stands at a2 on level 1; if not, the level above was begun too early" in verdict.proof
    assert "does not show" not in deliver(seen, OPTIONS).proof


def test_a_tower_is_not_legal_above_a_cell_that_looks_empty(read_like):
    seen = read_like(LEGAL)
    corner = (0, 1, 0)
    front = tuple(cube for cube in seen.cubes if cube.cell != corner)
    verdict = deliver(replace(seen, cubes=front, hidden=(corner,), rather_empty=(corner,)), OPTIONS)
    assert verdict.verdict == "undetermined"
    assert "looks as if no cube stood at a2 on level 1; if so, the level above was begun too early" in verdict.proof
    assert "looks as if" not in deliver(seen, OPTIONS).proof


def test_a_cube_that_may_not_be_there_is_not_missed_where_another_may_be_out_of_view(read_like):
    reading = replace(with_presence(read_like(LEGAL), (1, 0, 0), 0.7), cut_off=True)
    assert "b1 on level 1; the tower is legal either way" in deliver(reading, OPTIONS).proof


def test_a_bulge_as_sure_as_a_hollow_was_that_passed_for_one_accuses_nobody(read_like):
    assert deliver(read_like(OUTER_BULGE, confidence=0.998), OPTIONS).verdict == "undetermined"


def test_a_bulge_seen_on_the_outside_is_illegal_by_rule_5(read_like):
    reading = read_like(OUTER_BULGE)
    verdict = deliver(reading, OPTIONS)
    assert verdict.verdict == "illegal"
    fault = verdict.faults[0]
    assert (fault.rule, fault.cell, fault.faces, fault.by) == (5, (1, 0, 0), (Face.S,), "seen")
    assert fault_confidence(fault, reading, OPTIONS) >= ACCUSE


@pytest.mark.parametrize(("confidence", "faces"), [(0.97, (Face.E, Face.S)), (0.9, (Face.S,))])
def test_of_two_bulges_on_the_outside_a_sure_one_is_enough(read_like, confidence, faces):
    reading = with_mark(read_like("1E,2ES,-,-"), (1, 0, 0), Face.E, confidence)
    (fault,) = deliver(reading, OPTIONS).faults
    assert (fault.rule, fault.faces, fault.facts) == (5, faces, (Fact((1, 0, 0), Face.S, Mark.BULGE),))
    assert fault_confidence(fault, reading, OPTIONS) >= ACCUSE
    assert fault.message.endswith(f" {' '.join(face.name for face in faces)}.")


def test_two_bulges_on_the_outside_of_which_none_is_sure_are_a_doubt(read_like):
    reading = read_like("1E,2ES,-,-")
    for face in (Face.E, Face.S):
        reading = with_mark(reading, (1, 0, 0), face, 0.9)
    verdict = deliver(reading, OPTIONS)
    assert (verdict.verdict, verdict.faults) == ("undetermined", ())
    assert "at faces E S." in verdict.proof


@pytest.mark.parametrize(("confidence", "cells"), [(0.97, [(1, 0, 0), (1, 1, 0)]), (0.9, [(1, 0, 0)])])
def test_a_further_fault_in_view_need_not_be_as_sure_as_the_one_that_accuses(read_like, confidence, cells):
    reading = with_mark(read_like("2EN,1S,0,1E/-,-,-,1D"), (1, 1, 0), Face.E, confidence)
    assert [fault.cell for fault in deliver(reading, OPTIONS).faults] == cells


@pytest.mark.parametrize(
    ("place", "why"),
    [({"on_mat": False}, "Without the mat"), ({"off_outline": True}, "So far beside the mat's outline")],
)
@pytest.mark.parametrize("tower", ["-,0,-,1E", "-,1E,-,0"])
def test_without_the_mats_outline_what_is_outside_of_two_cubes_is_not_known(read_like, tower, place, why):
    reading = read_like(tower)
    assert deliver(reading, OPTIONS).verdict == "illegal"
    verdict = deliver(replace(reading, **place), OPTIONS)
    assert verdict.verdict == "undetermined"
    assert f"{why} it does not show where on the footprint" in verdict.proof


def test_without_the_mat_cubes_that_fill_the_footprint_both_ways_have_an_outside(read_like):
    reading = replace(read_like(OUTER_BULGE), on_mat=False)
    assert reading.is_footprint_known
    assert deliver(reading, OPTIONS).verdict == "illegal"


def test_without_the_mat_what_two_cubes_leave_free_may_be_hidden_behind_them(read_like):
    reading = read_like("0,-,-,-/1U,-,-,-")
    assert 4 in {fault.rule for fault in deliver(reading, OPTIONS).faults}
    assert deliver(replace(reading, on_mat=False), OPTIONS).faults == ()


@pytest.mark.parametrize(("on_mat", "verdict"), [(True, "illegal"), (False, "undetermined")])
def test_without_the_mat_nothing_is_deduced_where_one_side_of_a_tower_shows(read_like, on_mat, verdict):
    # Two grey cubes below two blue ones; the two cubes behind the grey ones do not show.
    seen = read_like("0,0,0,0/4ENUD,4WNUD,-,-")
    front, behind = ([cube for cube in seen.cubes if cube.cell[1] == y] for y in (0, 1))
    hidden = (*seen.hidden, *(cube.cell for cube in behind))
    reading = replace(seen, cubes=tuple(front), hidden=hidden, on_mat=on_mat)
    assert deliver(reading, OPTIONS).verdict == verdict


def test_without_the_mat_the_footprint_is_not_known_by_a_cube_that_may_not_be_there(read_like):
    reading = replace(read_like("0,1W,1S,-"), on_mat=False)
    assert reading.is_footprint_known
    assert not with_presence(reading, (0, 1, 0), 0.7).is_footprint_known


def test_that_two_cubes_stand_apart_rests_on_no_third_one_being_there(read_like):
    verdict = deliver(replace(read_like("0,-,-,0"), is_corner_open=True), OPTIONS)
    assert (verdict.verdict, verdict.faults) == ("undetermined", ())
    assert any(reason.startswith("Not sure, but it may be") for reason in verdict.reasons)


@pytest.mark.parametrize("doubtful", [(0, 0, 0), (1, 1, 0)])
def test_that_two_cubes_stand_apart_rests_on_both(read_like, doubtful):
    reading = read_like("0,-,-,0")
    assert [fault.rule for fault in deliver(reading, OPTIONS).faults] == [7]
    cubes = (replace(cube, presence=0.9) if cube.cell == doubtful else cube for cube in reading.cubes)
    assert deliver(replace(reading, cubes=tuple(cubes)), OPTIONS).faults == ()


def with_doubt_below(reading):
    cubes = (replace(cube, presence=0.85) if cube.cell[2] == 0 else cube for cube in reading.cubes)
    return replace(reading, cubes=tuple(cubes))


def test_that_a_level_is_begun_early_rests_on_the_lowest_one(read_like):
    # Were the lowest level a mirror image on the table, the next one would be the first.
    reading = read_like("0,0,-,1E/0,0,-,-")
    assert 4 in {fault.rule for fault in deliver(reading, OPTIONS).faults}
    assert 4 not in {fault.rule for fault in deliver(with_doubt_below(reading), OPTIONS).faults}


def test_what_only_follows_rests_on_the_lowest_level(read_like):
    reading = read_like(TWO_DEDUCED)
    assert deliver(reading, OPTIONS).verdict == "illegal"
    assert deliver(with_doubt_below(reading), OPTIONS).verdict == "undetermined"


def test_that_a_cube_stands_too_high_rests_on_those_below_it(read_like, camera_at):
    reading = read_like("/".join(7 * ["1U,-,-,-"]), pose=camera_at((14.0, -16.0, 12.0)))
    assert 3 in {fault.rule for fault in deliver(reading, OPTIONS).faults}
    assert 3 not in {fault.rule for fault in deliver(with_doubt_below(reading), OPTIONS).faults}


def test_a_first_cube_that_may_be_beige_is_not_accused_of_being_blue(read_like):
    reading = read_like("4ENUD,-,-,-")
    assert 2 in {fault.rule for fault in deliver(reading, OPTIONS).faults}
    verdict = deliver(with_types(reading, (0, 0, 0), (0.0, 0.0, 0.0, 0.03, 0.97)), OPTIONS)
    assert (verdict.verdict, verdict.faults) == ("undetermined", ())


def test_that_the_first_cube_was_blue_rests_on_all_on_the_ground(read_like):
    reading = read_like("4ENUD,4NWUD,-,-")
    (fault,) = (fault for fault in judge(reading.tower, OPTIONS).faults if fault.rule == 2)
    assert fault_confidence(fault, reading, OPTIONS) > 0.999
    for cell in ((0, 0, 0), (1, 0, 0)):
        doubtful = with_types(reading, cell, (0.0, 0.0, 0.0, 0.1, 0.9))
        assert fault_confidence(fault, doubtful, OPTIONS) == pytest.approx(0.9, abs=1e-3)


def test_an_outer_mark_that_is_said_to_be_a_hollow_is_no_doubt(read_like):
    reading = with_mark(read_like(LEGAL), (1, 0, 0), Face.S, 0.3)
    assert deliver(reading, OPTIONS).verdict == "legal"


@pytest.mark.parametrize("bulge_probability", [0.45, 0.6, 0.95])
def test_a_doubtful_bulge_does_not_accuse(read_like, bulge_probability):
    reading = with_mark(read_like(OUTER_BULGE), (1, 0, 0), Face.S, bulge_probability)
    verdict = deliver(reading, OPTIONS)
    assert verdict.verdict == "undetermined"
    assert verdict.faults == ()
    assert "b1 on level 1" in verdict.proof


def test_a_third_black_cube_is_reported_when_all_three_are_sure(read_like):
    reading = read_like("2NU,2EU,0,2SU", confidence=0.9999)
    reading = replace(reading, cubes=tuple(replace(cube, presence=0.9999) for cube in reading.cubes))
    rules = {fault.rule for fault in deliver(reading, OPTIONS).faults}
    assert 1 in rules


@pytest.mark.parametrize(
    ("is_plain", "on_mat", "is_accused"), [(True, True, True), (False, True, False), (True, False, False)]
)
def test_a_cube_too_many_need_not_be_as_sure_where_nothing_may_mislead(read_like, is_plain, on_mat, is_accused):
    reading = replace(read_like("2NU,2EU,0,2SU", confidence=0.9992), is_plain=is_plain, on_mat=on_mat)
    assert (1 in {fault.rule for fault in deliver(reading, OPTIONS).faults}) is is_accused


@pytest.mark.parametrize(("sure", "verdict"), [(0.9993, "undetermined"), (0.9998, "illegal")])
def test_a_fault_that_rests_on_a_mark_must_be_surer_than_others(read_like, sure, verdict):
    """On the ground, lit by the paper below, a hollow looks like a bulge."""
    reading = read_like(OUTER_BULGE, confidence=sure)
    reading = replace(reading, cubes=tuple(replace(cube, presence=1.0) for cube in reading.cubes))
    assert deliver(reading, OPTIONS).verdict == verdict


def test_a_bulge_on_the_outside_must_be_sure_where_nothing_may_mislead_too(read_like):
    reading = replace(read_like(OUTER_BULGE, confidence=0.995), is_plain=True)
    assert deliver(reading, OPTIONS).verdict == "undetermined"


@pytest.mark.parametrize(("on_mat", "is_accused"), [(True, True), (False, False)])
def test_without_the_mat_one_light_may_make_pale_cubes_look_alike(read_like, on_mat, is_accused):
    reading = read_like("0,0,0,0/0,0,0,0/0,0,0,0", confidence=0.99999)
    sure = replace(reading, on_mat=on_mat, cubes=tuple(replace(cube, presence=0.99999) for cube in reading.cubes))
    named = {fault.rule for fault in deliver(sure, OPTIONS).faults if not fault.faces}
    assert (1 in named) == is_accused


def test_of_many_cubes_too_many_the_surest_are_enough(read_like):
    reading = with_types(read_like("2NU,2EU,2WU,2SU", confidence=0.9999), (0, 0, 0), (0.3, 0.0, 0.7, 0.0, 0.0))
    assert 1 in {fault.rule for fault in deliver(reading, OPTIONS).faults}


def test_marks_tell_apart_what_colours_leave_open(read_like):
    # By its colour alone a third black cube may be grey; a grey one has no bulge.
    reading = with_types(read_like("2NU,2EU,0,2SU", confidence=0.9999), (1, 1, 0), (0.07, 0.0, 0.93, 0.0, 0.0))
    assert 1 in {fault.rule for fault in deliver(reading, OPTIONS).faults}


def test_what_a_box_holds_makes_no_surplus_less_sure(read_like):
    reading = read_like("2NU,2EU,0,2SU", confidence=0.9999)
    doubted = (0.01, 0.0, 0.99, 0.0, 0.0)
    cubes = (replace(cube, type_probabilities=doubted) if cube.type == 2 else cube for cube in reading.cubes)
    assert 1 in {fault.rule for fault in deliver(replace(reading, cubes=tuple(cubes)), OPTIONS).faults}


def test_that_a_box_holds_no_such_cube_is_only_as_sure_as_its_marks(read_like):
    # Two photos, one from either side, show bulges on opposite faces of a black cube; the set has adjacent ones.
    reading = with_mark(read_like("2SN,0,-,-"), (0, 0, 0), Face.S, 0.97)
    black, grey = reading.cubes
    opposite = (replace(face, face=Face.N) for face in black.faces if face.face is Face.S)
    reading = replace(reading, cubes=(replace(black, faces=(*black.faces, *opposite)), grey))
    (fault,) = (fault for fault in judge(reading.tower, OPTIONS).faults if fault.rule == 1)
    assert fault_confidence(fault, reading, OPTIONS) == pytest.approx(0.97**2, abs=1e-3)


def test_a_third_black_cube_that_may_be_grey_is_a_doubt(read_like):
    reading = read_like("2EN,2WN,0,0/2DN,-,-,-")
    doubtful = with_types(reading, (0, 0, 1), (0.07, 0.0, 0.93, 0.0, 0.0))
    assert all(fault.rule != 1 for fault in deliver(doubtful, OPTIONS).faults)


def test_an_unknown_type_is_named_with_the_two_colours_it_may_have(read_like):
    reading = with_types(read_like(LEGAL), (1, 0, 0), (0.55, 0.45, 0.0, 0.0, 0.0))
    verdict = deliver(reading, OPTIONS)
    assert verdict.verdict == "undetermined"
    assert "grey or white" in verdict.proof


def test_a_tower_that_leaves_the_picture_is_undetermined(read_like):
    assert deliver(replace(read_like(LEGAL), cut_off=True), OPTIONS).verdict == "undetermined"


def test_a_photo_that_is_too_dark_accuses_of_nothing(read_like):
    verdict = deliver(replace(read_like(OUTER_BULGE), too_dark=True), OPTIONS)
    assert (verdict.verdict, verdict.faults) == ("undetermined", ())
    assert "is dark" in verdict.proof


def test_a_photo_that_is_too_bright_accuses_of_nothing_and_calls_nothing_legal(read_like):
    for notation in (OUTER_BULGE, LEGAL):
        verdict = deliver(replace(read_like(notation), too_bright=True), OPTIONS)
        assert (verdict.verdict, verdict.faults) == ("undetermined", ())
        assert "burnt out" in verdict.proof


def test_a_photo_without_colour_accuses_of_nothing(read_like):
    verdict = deliver(replace(read_like(OUTER_BULGE), colourless=True), OPTIONS)
    assert (verdict.verdict, verdict.faults) == ("undetermined", ())
    assert "Hardly any colour" in verdict.proof


def test_what_hardly_looks_like_cubes_accuses_of_nothing_and_is_called_nothing_legal(read_like):
    for notation in (OUTER_BULGE, LEGAL):
        verdict = deliver(replace(read_like(notation), misplaced=True), OPTIONS)
        assert (verdict.verdict, verdict.faults) == ("undetermined", ())
        assert "neither cropped, stretched nor straightened" in verdict.proof


def test_one_side_without_the_mat_accuses_of_nothing(read_like):
    verdict = deliver(replace(read_like(OUTER_BULGE), on_mat=False, one_sided=True), OPTIONS)
    assert (verdict.verdict, verdict.faults) == ("undetermined", ())
    assert "photograph a corner" in verdict.proof


def test_nothing_is_accused_where_something_stands_before_the_tower(read_like):
    verdict = deliver(replace(read_like(OUTER_BULGE), covered=((0, 0, 0),)), OPTIONS)
    assert (verdict.verdict, verdict.faults) == ("undetermined", ())
    assert "a1 on level 1" in verdict.proof
    assert "take away what stands before the tower" in verdict.proof


def test_of_photos_of_different_towers_nothing_more_is_said(read_like):
    cells = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
    found = tuple(Contradiction(cell, None, ((0, "grey"), (1, "blue"))) for cell in cells)
    reading = replace(read_like(OUTER_BULGE), contradictions=found)
    verdict = deliver(reading, OPTIONS)
    assert (verdict.verdict, verdict.faults) == ("undetermined", ())
    assert verdict.proof.endswith("Leave out those of another tower.")
    assert (verdict.arrangements, verdict.witness, verdict.certain) == (0, None, reading.tower)


def test_on_a_cube_of_which_the_photos_contradict_each_other_no_fault_rests(read_like):
    reading = read_like(OUTER_BULGE)
    (fault,) = deliver(reading, OPTIONS).faults
    elsewhere, there = (
        replace(reading, contradictions=(Contradiction(cell, None, ((0, "a cube"), (1, "no cube"))),))
        for cell in [(1, 1, 1), fault.cell]
    )
    judged = deliver(elsewhere, OPTIONS, ["a.jpg", "b.jpg"])
    assert judged.faults == (fault,)
    assert "about b2 on level 2: a.jpg shows a cube, b.jpg shows no cube." in judged.proof
    assert deliver(there, OPTIONS).verdict == "undetermined"


def test_a_fault_counts_though_the_tower_leaves_the_picture(read_like):
    assert deliver(replace(read_like(OUTER_BULGE), cut_off=True), OPTIONS).verdict == "illegal"


def test_a_deduced_fault_needs_every_legal_tower_to_be_far_less_likely(read_like):
    reading = read_like(TWO_DEDUCED)
    assert nats_against_legal(reading, OPTIONS) > DEDUCED_NATS
    verdict = deliver(reading, OPTIONS)
    assert verdict.verdict == "illegal"
    assert {fault.rule for fault in verdict.faults} == {6}
    assert {fault.by for fault in verdict.faults} == {"deduced"}


def test_beside_a_fault_in_view_only_what_follows_from_sure_facts_is_spoken_out(read_like):
    reading = read_like(TWO_DEDUCED + "/-,1S,-,-")
    faults = deliver(reading, OPTIONS).faults
    assert {(fault.rule, fault.by) for fault in faults} == {(5, "seen"), (6, "deduced")}
    doubted = with_types(reading, (0, 0, 0), (0.96, 0.01, 0.01, 0.01, 0.01))
    kept = deliver(doubted, OPTIONS).faults
    assert kept == tuple(fault for fault in faults if (0, 0, 0) not in {fact.cell for fact in fault.facts})
    assert len(kept) < len(faults)
    assert {(fault.rule, fault.by) for fault in kept} == {(5, "seen"), (6, "deduced")}


def test_a_deduced_fault_that_one_misread_colour_explains_is_a_doubt(read_like):
    reading = read_like(TWO_DEDUCED, confidence=0.6)
    assert deliver(reading, OPTIONS).verdict == "undetermined"


def test_a_colour_that_is_taken_for_another_on_every_cube_accuses_nobody(read_like):
    # Four cubes are sure to be grey, each by itself; but if this paint's white looks grey, the tower is legal.
    reading = read_like("0,0,0,0")
    assert nats_against_legal(reading, OPTIONS) < DEDUCED_NATS
    assert deliver(reading, OPTIONS).verdict == "undetermined"


def test_a_side_on_which_all_marks_look_alike_accuses_nobody(read_like):
    # Six white cubes with the same doubtful bulge on one side: one light explains them all.
    reading = read_like("0,1E,0,0/0,1E,0,0/0,1E,0,0", confidence=0.95)
    assert not any(fault.by == "deduced" for fault in deliver(reading, OPTIONS).faults)


def misled(cube: CubeEvidence, log_odds: float) -> CubeEvidence:
    """The cube, if it can have a bulge, as in a light that makes a hollow on its outside look like one."""
    outer = [face for face in cube.faces if is_outer(cube.cell, face.face) and face.face is not Face.U]
    if cube.type == 0 or not outer:
        return cube
    wrong = outer[0]
    faces = (replace(f, bulge_log_odds=log_odds, bulge_probability=0.99) if f is wrong else f for f in cube.faces)
    gain = log_odds - wrong.bulge_log_odds
    whole = ((number, bulges, log + gain * (wrong.face in bulges)) for number, bulges, log in cube.whole)
    return replace(cube, faces=tuple(faces), whole=tuple(whole))


def test_a_light_that_misleads_the_marks_of_all_sides_accuses_nobody(read_like):
    reading = read_like(LEGAL)
    reading = replace(reading, cubes=tuple(misled(cube, 6.0) for cube in reading.cubes))
    assert nats_against_legal(reading, OPTIONS) < DEDUCED_NATS
    assert deliver(reading, OPTIONS).verdict == "undetermined"


def test_in_how_many_ways_a_type_can_lie_unseen_does_not_count_against_it(read_like):
    # Three white cubes that look grey with odds of 2 nats each: 6 nats, whatever the six ways of white.
    likely = {0: math.log(0.88), 1: math.log(0.12)}
    reading = read_like(LEGAL)
    cubes = []
    for cube in reading.cubes:
        if cube.type == 1:
            logs = tuple(likely.get(number, -9.0) for number in range(5))
            ways = Counter(number for number, _, _ in cube.whole)
            whole = (
                (n, b, log - cube.type_log_likelihoods[n] + logs[n] - math.log(ways[n])) for n, b, log in cube.whole
            )
            cube = replace(cube, type_log_likelihoods=logs, whole=tuple(whole))
        cubes.append(cube)
    assert nats_against_legal(replace(reading, cubes=tuple(cubes)), OPTIONS) < 6.1


def test_a_legal_reading_is_no_less_likely_than_the_likeliest(read_like):
    assert nats_against_legal(read_like(LEGAL), OPTIONS) == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize("tower", [OUTER_BULGE, TWO_DEDUCED, "2NU,2EU,0,2SU", "0,-,-,0"])
def test_confidences_are_probabilities_and_the_highest_are_spoken_out(read_like, tower):
    reading = read_like(tower)
    confidences = [fault_confidence(fault, reading, OPTIONS) for fault in judge(reading.tower, OPTIONS).faults]
    assert confidences
    assert all(0 <= confidence <= 1 for confidence in confidences)
    assert len(deliver(reading, OPTIONS).faults) == sum(confidence >= ACCUSE for confidence in confidences)


def test_cubes_that_a_legal_tower_would_have_otherwise_are_asked_about(read_like):
    verdict = deliver(read_like("0,0,0,0", confidence=0.91), OPTIONS)
    assert verdict.verdict == "undetermined"
    assert "It would be legal if" in verdict.proof
    assert "not grey" in verdict.proof
    assert "please look there once more" in verdict.proof


@pytest.mark.parametrize("confidence", [0.6, 0.8, 0.99995])
def test_a_deduced_fault_is_spoken_out_at_the_stated_odds_and_not_before(read_like, confidence):
    reading = read_like(TWO_DEDUCED, confidence=confidence)
    far = nats_against_legal(reading, OPTIONS) >= DEDUCED_NATS
    assert far == (confidence == 0.99995)
    assert (deliver(reading, OPTIONS).verdict == "illegal") == far


def test_types_that_one_light_washes_out_accuse_nobody(read_like):
    # Grey, beige and grey, where white, grey and white would be legal: no two types that look alike explain it.
    reading = read_like("-,0,3WND,0")
    assert nats_against_legal(reading, OPTIONS) < DEDUCED_NATS
    assert deliver(reading, OPTIONS).verdict == "undetermined"


def test_no_deduced_fault_rests_on_a_cube_that_may_not_be_there(read_like):
    reading = read_like(TWO_DEDUCED)
    (first, *others) = reading.cubes
    faults = deliver(replace(reading, cubes=(replace(first, presence=0.9), *others)), OPTIONS).faults
    assert faults
    assert first.cell not in {fact.cell for fault in faults for fact in fault.facts}


def test_a_cube_that_may_not_be_there_makes_no_legal_tower_unlikely(read_like):
    # Legal without the blue cube on top, and with it in no way that its colours and the marks in view leave.
    on_top, reading = (0, 0, 1), read_like("3ENU,1W,1W,1U/4WSUD,-,-,-")
    there = with_presence(reading, on_top, 1.0)
    assert nats_against_legal(there, OPTIONS) >= DEDUCED_NATS
    assert nats_against_legal(with_presence(reading, on_top, 0.92), OPTIONS) == pytest.approx(math.log(0.92 / 0.08))
    about = Contradiction(on_top, None, ((0, "a cube"), (1, "no cube")))
    disputed = replace(there, contradictions=(about,))
    assert nats_against_legal(disputed, OPTIONS) == pytest.approx(0, abs=1e-6)


def test_no_placement_is_suggested_where_a_cube_may_not_be_there(read_like):
    reading = with_presence(read_like(LEGAL), (1, 1, 1), 0.7)
    check = SimpleNamespace(seen=reading, judgement=deliver(reading, OPTIONS))
    advice = advise_check(check, None)
    assert (advice.to_move, advice.suggestions) == (None, ())
    assert "not sure that a cube stands at b2 on level 2" in advice.remark


def test_nothing_is_suggested_on_an_illegal_tower_for_that_also_where_a_cube_may_not_be_there(read_like):
    reading = with_presence(read_like(OUTER_BULGE), (1, 1, 1), 0.7)
    check = SimpleNamespace(seen=reading, judgement=deliver(reading, OPTIONS))
    assert advise_check(check, None).remark == "No suggestion: the tower breaks a rule."


def test_nothing_is_suggested_where_the_photos_contradict_each_other_on_three_cubes(read_like):
    cells = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
    found = tuple(Contradiction(cell, None, ((0, "grey"), (1, "blue"))) for cell in cells)
    reading = replace(read_like(LEGAL), contradictions=found)
    check = SimpleNamespace(seen=reading, judgement=deliver(reading, OPTIONS))
    assert "hardly show the same tower" in advise_check(check, None).remark


def test_a_placement_is_suggested_where_photos_contradict_each_other_about_a_mark_alone(read_like):
    about = Contradiction((1, 0, 0), Face.S, ((0, "a hollow"), (1, "a bulge")))
    reading = replace(read_like(LEGAL), contradictions=(about,))
    check = SimpleNamespace(seen=reading, judgement=deliver(reading, OPTIONS))
    assert advise_check(check, None).suggestions


def with_opposite_bulges(reading: Reading, cell: tuple[int, int, int]) -> Reading:
    """The reading with the bulge in the South of a cube shown in the North too, as by a second photo."""

    def changed(cube):
        north = (replace(face, face=Face.N) for face in cube.faces if face.face is Face.S)
        return replace(cube, faces=(*cube.faces, *north)) if cube.cell == cell else cube

    return replace(reading, cubes=tuple(map(changed, reading.cubes)))


def test_a_cube_that_the_box_does_not_hold_breaks_rule_1_though_its_bulges_are_outside(read_like):
    reading = with_opposite_bulges(read_like("2SN,0,-,-"), (0, 0, 0))
    named = {fault.rule: fault for fault in deliver(reading, OPTIONS).faults}
    assert set(named[1].faces) == {Face.S, Face.N}
    assert named[1].message != named[5].message


def test_that_a_box_holds_no_such_cube_must_be_as_sure_as_other_faults_of_marks(read_like):
    reading = with_opposite_bulges(read_like("2SN,0,-,-", confidence=0.9994), (0, 0, 0))
    plain = replace(reading, is_plain=True, cubes=tuple(replace(cube, presence=1.0) for cube in reading.cubes))
    assert deliver(plain, OPTIONS).verdict == "undetermined"


@pytest.mark.parametrize("doubt", ["presence", "type"])
def test_that_a_box_holds_no_such_cube_is_only_as_sure_as_the_cube_and_its_type(read_like, doubt):
    reading = with_opposite_bulges(read_like("2SN,0,-,-"), (0, 0, 0))
    (fault,) = (fault for fault in judge(reading.tower, OPTIONS).faults if fault.rule == 1)
    cell = (0, 0, 0)
    doubted = {"presence": with_presence(reading, cell, 0.9), "type": with_types(reading, cell, (0.1, 0, 0.9, 0, 0))}
    assert fault_confidence(fault, doubted[doubt], OPTIONS) == pytest.approx(0.9, abs=1e-3)


def test_that_the_first_cube_was_blue_rests_on_the_cubes_being_there(read_like):
    reading = read_like("4ENUD,4NWUD,-,-")
    (fault,) = (fault for fault in judge(reading.tower, OPTIONS).faults if fault.rule == 2)
    doubtful = with_presence(reading, (1, 0, 0), 0.9)
    assert fault_confidence(fault, doubtful, OPTIONS) == pytest.approx(0.9, abs=1e-3)


def test_of_a_type_of_which_there_are_too_many_the_surest_cubes_count(read_like):
    reading = read_like("2NU,2EU,2WU,2SU")
    fault = next(fault for fault in judge(reading.tower, OPTIONS).faults if fault.rule == 1)
    sure = fault_confidence(fault, reading, OPTIONS)
    one_unsure = with_presence(reading, (1, 0, 0), 0.92)
    assert fault_confidence(fault, one_unsure, OPTIONS) == pytest.approx(sure)
    two_unsure = with_presence(one_unsure, (0, 1, 0), 0.91)
    assert fault_confidence(fault, two_unsure, OPTIONS) == pytest.approx(0.92, abs=1e-3)


def test_without_the_mat_no_light_makes_black_cubes_look_like_others(read_like):
    reading = read_like("2NU,2EU,0,2SU")
    fault = next(fault for fault in judge(reading.tower, OPTIONS).faults if fault.rule == 1)
    without = fault_confidence(fault, replace(reading, on_mat=False), OPTIONS)
    assert without == fault_confidence(fault, reading, OPTIONS)


def test_without_the_mat_a_low_tower_may_be_legal_wherever_it_stands(read_like):
    reading = replace(read_like("0,1W,-,-"), on_mat=False)
    assert not reading.is_footprint_known
    verdict = deliver(reading, OPTIONS)
    assert verdict.verdict == "legal"
    assert "where on the footprint" not in verdict.proof


def test_without_the_mat_a_cell_that_looks_empty_may_be_none_of_the_footprint(read_like):
    reading = replace(read_like("0,1W,-,-"), on_mat=False, rather_empty=((0, 1, 0),))
    assert "looks as if" not in deliver(reading, OPTIONS).proof


def test_above_a_cell_out_of_the_picture_no_level_was_begun_too_early(read_like):
    reading = read_like("0,-,-,-/1D,-,-,-")
    assert 4 in {fault.rule for fault in deliver(reading, OPTIONS).faults}
    verdict = deliver(replace(reading, cut_off=True), OPTIONS)
    assert verdict.verdict == "undetermined"
    assert "Not sure, but it may be" not in verdict.proof


def test_a_fault_that_is_not_sure_is_said_with_that_alone(read_like):
    reasons = deliver(with_mark(read_like(OUTER_BULGE), (1, 0, 0), Face.S, 0.95), OPTIONS).reasons
    assert len(reasons) == len(set(reasons))
    assert [reason for reason in reasons if "outside" in reason] == [reasons[-1]]
    assert reasons[-1].startswith("Not sure, but it may be")


@pytest.mark.parametrize("cell", [(0, 0, 0), (1, 1, 0)])
def test_no_fault_rests_on_either_cube_of_which_the_photos_contradict_each_other(read_like, cell):
    reading = read_like("0,-,-,0")
    (fault,) = deliver(reading, OPTIONS).faults
    disputed = replace(reading, contradictions=(Contradiction(cell, None, ((0, "a cube"), (1, "no cube"))),))
    assert fault_confidence(fault, disputed, OPTIONS) == 0.0


def test_a_fault_rests_on_a_cube_of_which_the_photos_contradict_each_other_about_another_mark(read_like):
    about = Contradiction((1, 0, 0), Face.E, ((0, "a hollow"), (1, "a bulge")))
    assert deliver(replace(read_like(OUTER_BULGE), contradictions=(about,)), OPTIONS).verdict == "illegal"


def test_a_bulge_on_the_outside_rests_on_its_cube_being_there(read_like):
    reading = with_presence(read_like(OUTER_BULGE), (1, 0, 0), 0.95)
    assert deliver(reading, OPTIONS).verdict == "undetermined"


def test_without_the_mat_no_cube_is_known_to_lie_beside_the_tower(read_like):
    reading = read_like("0,-,-,- +2,0,0=1U")
    (fault,) = (fault for fault in judge(reading.tower, OPTIONS).faults if fault.rule == 3)
    assert fault_confidence(fault, reading, OPTIONS) > 0.99
    assert fault_confidence(fault, replace(reading, on_mat=False), OPTIONS) == 0.0


def test_of_many_places_where_something_stands_before_the_tower_three_are_named(read_like):
    covered = ((0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0))
    assert "at a1 on level 1, b1 on level 1, a2 on level 1: take" in (
        deliver(replace(read_like(LEGAL), covered=covered), OPTIONS).proof
    )


def test_below_a_cube_that_is_seen_a_hidden_one_is_known_to_stand(read_like):
    seen = read_like(LEGAL)
    under = (1, 1, 0)
    reading = replace(seen, cubes=tuple(cube for cube in seen.cubes if cube.cell != under), hidden=(under,))
    verdict = deliver(reading, OPTIONS)
    assert verdict.verdict == "legal"
    assert "does not show whether" not in verdict.proof


@pytest.mark.parametrize("face", [Face.E, Face.U])
def test_a_mark_that_is_not_on_the_outside_may_be_open(read_like, face):
    reading = with_mark(read_like("0,-,1S,-"), (0, 0, 0), face, 0.5)
    assert any(one.mark is None for cube in reading.cubes for one in cube.faces)
    verdict = deliver(reading, OPTIONS)
    assert verdict.verdict == "legal"
    assert "The mark on face" not in verdict.proof


def test_the_marks_of_a_cube_beside_the_tower_do_not_matter(read_like):
    reading = with_mark(read_like("0,1W,-,- +2,0,0=0"), (2, 0, 0), Face.E, 0.5)
    assert "The mark on face" not in deliver(replace(reading, too_dark=True), OPTIONS).proof


def test_of_a_cube_of_which_the_photos_contradict_each_other_no_more_is_asked(read_like):
    about = Contradiction((1, 0, 0), None, ((0, "a cube"), (1, "no cube")))
    reading = replace(with_presence(read_like(LEGAL), (1, 0, 0), 0.5), contradictions=(about,))
    proof = deliver(reading, OPTIONS).proof
    assert "contradict each other about b1 on level 1" in proof
    assert "not sure that a cube stands at b1 on level 1" not in proof


def test_photos_without_names_are_counted_from_1(read_like):
    about = Contradiction((1, 0, 0), None, ((0, "a cube"), (1, "no cube")))
    (told,) = contradictions_in_words(replace(read_like(LEGAL), contradictions=(about,)))
    assert told.endswith("about b1 on level 1: photo 1 shows a cube, photo 2 shows no cube.")


def test_only_marks_that_were_told_are_to_be_looked_at_again(read_like):
    reading = read_like("0,0,0,0", confidence=0.91)
    unclear = replace(
        reading,
        cubes=tuple(
            replace(cube, faces=tuple(replace(face, bulge_probability=0.5) for face in cube.faces))
            for cube in reading.cubes
        ),
    )
    (told,) = to_look_at(unclear, OPTIONS)
    assert "face" not in told


def test_a_tower_that_leaves_the_picture_gets_no_advice():
    tower = parse_tower("1E,0,-,-")
    advice = advise_tower(tower, judge(tower, OPTIONS, all_in_view=False), None, OPTIONS, all_in_view=False)
    assert (advice.to_move, advice.suggestions) == (None, ())
    assert "out of view" in advice.remark


def test_a_tower_that_is_legal_in_no_way_as_it_was_read_gets_no_advice():
    # Three black cubes that are not sure: nothing accuses, but the box does not hold them.
    tower = parse_tower("2?,2?,2?,-")
    judgement = replace(judge(tower), verdict="undetermined", certain=tower)
    advice = advise_tower(tower, judgement, None, OPTIONS)
    assert advice.suggestions == ()
    assert "as it was read, the tower breaks a rule" in advice.remark


def test_hands_are_asked_for_where_a_type_is_not_known():
    tower = parse_tower("1E,?,-,-")
    advice = advise_tower(tower, judge(tower, OPTIONS), None, OPTIONS)
    assert advice.remark.endswith("so the hands are not either; give --hands, what both still hold.")


def test_what_a_hidden_cube_is_follows_from_the_hands():
    tower, known = parse_tower("1E,?,-,-"), parse_position("1E,0,-,- 32132:23132")
    advice = advise_tower(tower, judge(tower, OPTIONS), known.hands, OPTIONS)
    assert advice == advise(known)


def test_a_cube_that_the_player_may_not_hold_is_not_suggested():
    # Either player may have placed the black cube.
    tower = parse_tower("2NU,1W,1E,1S/1E,-,-,-")
    advice = advise_tower(tower, judge(tower, OPTIONS), None, OPTIONS)
    assert "2 pairs of hands are possible" in advice.remark
    assert {suggestion.placement.type for suggestion in advice.suggestions} == {1, 3, 4}


def test_how_soon_a_game_ends_is_told_for_the_hands_with_which_it_lasts_longest():
    # White on the cell b1 loses in 6 placements if the player to move still holds a black cube, otherwise in 2.
    tower = parse_tower("2NU,1W,1E,1S/1E,-,-,-")
    advice = advise_tower(tower, judge(tower, OPTIONS), None, OPTIONS)
    (white,) = (one for one in advice.suggestions if (one.placement.cell, one.placement.type) == ((1, 0, 1), 1))
    assert (white.outcome, white.plies) == ("loss", 6)
    assert white.reason == "whichever cubes the players hold, in at most 6 placements"


@pytest.mark.parametrize(
    "notation",
    [
        "2NU,1W,1E,1S/1E,-,-,-",
        "1E,0,2SU,2WS/3END,-,1U,-",
        "2NU,2WN,1U,1W/1U,3WND,3ESU,-",
        "0,1W,2SU,2WS/1D,3WND,-,-",
        "1E,2NU,1S,1W",
        "2EN,1N,1U,2WU/-,3WND,0,-",
    ],
)
def test_without_hands_what_holds_for_all_of_them_is_advised_best_first(notation):
    tower = parse_tower(notation)
    judgement, player = judge(tower, OPTIONS), next_player(tower)
    certain = judgement.certain
    each = [advise(Position(certain, hands, player, OPTIONS)) for hands in possible_hands(certain)]
    told = advise_tower(tower, judgement, None, OPTIONS)
    first, *others = ({one.placement: one.outcome for one in advice.suggestions} for advice in each)
    common = {place: outcome for place, outcome in first.items() if all(o.get(place) == outcome for o in others)}
    assert {one.placement: one.outcome for one in told.suggestions} == common
    scores = [one.score for one in told.suggestions]
    assert scores == sorted(scores, reverse=True)
    ends = {(advice.outcome, advice.plies) for advice in each}
    assert (told.outcome, told.plies) == (ends.pop() if len(ends) == 1 else (None, None))
    assert ("--hands" in told.remark) == any(advice != each[0] for advice in each)


def test_of_a_tower_that_is_sure_all_that_follows_is_shown(read_like):
    reading = read_like(LEGAL)
    judgement = deliver(reading, OPTIONS)
    shown = shown_cubes(reading, judgement)
    assert {cell: cube.type for cell, cube in shown.items()} == {c: cube.type for c, cube in judgement.certain.items()}
    assert all(shown[c].mark(face) is cube.mark(face) for c, cube in judgement.certain.items() for face in Face)


def test_nothing_is_shown_that_follows_from_what_is_told_with_doubt(read_like):
    reading = read_like(LEGAL, confidence=0.8)
    judgement = deliver(reading, OPTIONS)
    shown = shown_cubes(reading, judgement)
    assert {cell: cube.type for cell, cube in shown.items()} == {c: cube.type for c, cube in reading.tower.items()}
    seen = {(cube.cell, face.face) for cube in reading.cubes for face in cube.faces}
    known = {(cell, face) for cell, cube in shown.items() for face in Face if cube.mark(face)}
    # No outer face of a legal tower has a bulge, whatever was read.
    assert known == seen | {(cell, face) for cell in shown for face in Face if is_outer(cell, face)}
    assert known < {(cell, face) for cell, cube in judgement.certain.items() for face in Face if cube.mark(face)}


def test_by_the_rules_nothing_follows_for_a_tower_that_may_break_one(read_like):
    reading = read_like(OUTER_BULGE, confidence=0.95)
    judgement = deliver(reading, OPTIONS)
    assert judgement.verdict == "undetermined"
    shown = shown_cubes(reading, judgement)
    assert all(shown[cell].mark(face) is cube.mark(face) for cell, cube in reading.tower.items() for face in Face)
