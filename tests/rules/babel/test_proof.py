"""Proofs that a tower is illegal: what they name forbids every arrangement, and no part of it could be left out."""

import math

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rules.games.babel import CELLS, Cube, Face, Fact, Mark, Options, Tower, bulge_sets, judge, parse_tower
from rules.games.babel.arrangements import BOX
from rules.games.babel.facts import CUBE, NO_CUBE, in_words, known_facts
from rules.games.babel.proof import forbids

CHOICES = st.lists(st.integers(0, 10_000), min_size=4, max_size=24)
CHANGES = st.lists(st.tuples(st.integers(0, 23), st.integers(0, 38)), min_size=1, max_size=3)
EVERY = [(type, bulges) for type in range(5) for bulges in bulge_sets(type)]


def changed(tower, changes, whole):
    """The tower with some cubes exchanged; of the others the type is known, or all of them if `whole`."""
    cells = list(tower)
    cubes = {cell: cube if whole else Cube(cube.type) for cell, cube in tower.items()}
    for number, choice in changes:
        type, bulges = EVERY[choice]
        cubes[cells[number % len(cells)]] = Cube(type, bulges) if whole else Cube(type)
    return Tower.from_cubes(cubes)


def without(facts, fact):
    """The facts without one; its cube still stands there, unless that is all that was known of it."""
    rest = [other for other in facts if other != fact]
    if fact.said != CUBE:
        rest.append(Fact(fact.cell, None, CUBE))
    return rest


def known_cube(facts, cell):
    """What facts say of one cube."""
    said = {fact.face: fact.said for fact in facts if fact.cell == cell and fact.said != CUBE}
    bulges, hollows = (frozenset(face for face in Face if said.get(face) is mark) for mark in Mark)
    return Cube(said.get(None), bulges, hollows)


@given(CHOICES, CHANGES, st.booleans())
@settings(max_examples=80, deadline=None)
def test_the_shortest_proof_forbids_every_arrangement_and_none_of_it_is_superfluous(play, choices, changes, whole):
    tower = changed(play(choices).position.tower, changes, whole)
    judgement = judge(tower)
    assume(judgement.verdict == "illegal")
    facts = min((fault.facts for fault in judgement.faults), key=len)
    assert facts
    assert set(facts) <= set(known_facts(tower, tower))
    assert forbids(facts)
    for fact in facts:
        assert not forbids(without(facts, fact)), fact


def test_what_the_box_holds_makes_colours_superfluous():
    """Six whites and both blacks: whatever else stood in b1 and a2 on level 2, the joints could not be filled."""
    (fault,) = judge(parse_tower("1?,1?,1?,2?/2?,1?,1?,3?/-,-,-,0")).faults
    for fact in fault.facts:
        if fact.said != CUBE:
            assert not forbids(without(fault.facts, fact)), fact


@given(CHOICES, CHANGES)
@settings(max_examples=40, deadline=None)
def test_every_fault_has_its_proof(play, choices, changes):
    tower = changed(play(choices).position.tower, changes, whole=False)
    for fault in judge(tower).faults:
        assert set(fault.facts) <= set(known_facts(tower, tower))
        assert forbids(fault.facts)


@given(CHOICES, CHANGES, st.lists(st.integers(0, 127), min_size=24, max_size=24))
@settings(max_examples=40, deadline=None)
def test_what_follows_beside_a_fault_that_is_seen_does_not_rest_on_it(play, hide, choices, changes, masks):
    """But for the box: where rule 1 is named, it is what no longer fits."""
    faults = judge(hide(changed(play(choices).position.tower, changes, whole=True), masks)).faults
    deduced = [fault for fault in faults if fault.by == "deduced"]
    assume(deduced)
    waived = frozenset((f.cell, face) for f in faults if f.by == "seen" and f.rule in (5, 6) for face in f.faces)
    for fault in deduced:
        assert forbids(fault.facts, limits=BOX if fault.rule == 1 else [24] * 5, waived=waived)


@given(st.lists(st.integers(0, 10_000), min_size=2, max_size=6), CHANGES, st.sets(st.integers(0, 40)))
@settings(max_examples=60, deadline=None)
def test_what_facts_forbid_is_what_no_listed_tower_does(play, completions, broken_rules, choices, changes, left):
    tower = changed(play(choices).position.tower, changes, whole=False)
    facts = [fact for number, fact in enumerate(known_facts(tower, tower)) if number not in left]
    named = Tower.from_cubes({cell: known_cube(facts, cell) for cell in {fact.cell for fact in facts}})
    sizes = [sum(cube.could_be(b) and cube.type in (None, t) for t, b in EVERY) for cube in named.values()]
    assume(math.prod(sizes) <= 3000)
    # Cells without a cube bind nobody here, so rules about where cubes stand are not asked.
    fits = any(not broken_rules(found) & {1, 5, 6} for found in completions(named))
    assert forbids(facts) == (not fits)


@pytest.mark.parametrize(
    ("tower", "facts"),
    [
        ("1S,-,-,-", [Fact((0, 0, 0), Face.S, Mark.BULGE)]),
        ("0,0,-,-", [Fact((1, 0, 0), Face.W, Mark.HOLLOW), Fact((0, 0, 0), Face.E, Mark.HOLLOW)]),
        ("4?,-,-,-", [Fact((0, 0, 0), None, 4), *(Fact(c, None, NO_CUBE) for c in CELLS[1:4])]),
        ("4?,4?,-,-", [*(Fact(c, None, 4) for c in CELLS[:2]), *(Fact(c, None, NO_CUBE) for c in CELLS[2:4])]),
        ("0,-,-,-/?,-,-,-", [Fact((0, 0, 1), None, CUBE), Fact((1, 0, 0), None, NO_CUBE)]),
        ("0,-,0,0/0,-,0,0/0,-,-,-", [Fact((0, 0, 2), None, CUBE), Fact((1, 0, 1), None, NO_CUBE)]),
        (
            "?,-,-,?",
            [
                Fact((1, 1, 0), None, CUBE),
                Fact((0, 0, 0), None, CUBE),
                Fact((1, 0, 0), None, NO_CUBE),
                Fact((0, 1, 0), None, NO_CUBE),
            ],
        ),
        ("?,-,-,- +2,0,0=?", [Fact((2, 0, 0), None, CUBE)]),
        ("?,2?,2?,2?", [Fact(cell, None, 2) for cell in CELLS[1:4]]),
    ],
)
def test_a_fault_that_is_seen_rests_on_what_shows_it(tower, facts):
    assert set(facts) in [set(fault.facts) for fault in judge(parse_tower(tower)).faults]


def test_of_a_type_too_often_one_more_than_the_box_holds_is_named_though_fewer_forbid_the_tower():
    tower = "2NU,2WN,1U,1W/0,4WNUD,3ESU,1D/3ESU,3WNU,3ESU,1D/4ENUD,1U,0,4WSUD/0,3WNU,4ESUD,0/3END,0,0,3WSD"
    fault = judge(parse_tower(tower)).faults[0]
    assert fault.rule == 1
    assert [fact.said for fact in fault.facts] == [3] * 7
    assert any(forbids(without(fault.facts, fact)) for fact in fault.facts)


@pytest.mark.parametrize(
    ("tower", "reason"),
    [
        ("0?,0?,0?,0?", "meet"),
        ("1?,0?,0?,1?", "2 joints lie between them, each for one bulge, but they can turn at most 1 to each other."),
        ("0,1W,1S,3WSU/4?,4?,-,-", "a joint lies between them, each for one bulge, but they must turn at least 2"),
        ("0,4?,-,-", "However it is turned, the blue cube in b1 on level 1 shows a bulge on the outside"),
    ],
)
def test_the_reason_is_told_in_words(tower, reason):
    assert reason in judge(parse_tower(tower)).proof


def test_a_single_face_on_which_a_bulge_must_lie_is_told_as_such():
    (fault,) = judge(parse_tower("2Uws?,-,-,-"), Options(type2="opposite")).faults
    assert fault.message.endswith("a1 on level 1 shows a bulge on the outside, at face D.")


def test_facts_are_named_by_level_colour_and_mark():
    facts = [
        Fact((0, 0, 2), None, 3),
        Fact((1, 0, 2), None, 3),
        Fact((0, 1, 2), None, CUBE),
        Fact((1, 1, 2), Face.N, Mark.HOLLOW),
        Fact((1, 1, 2), Face.U, Mark.HOLLOW),
    ]
    assert in_words(facts) == (
        "the beige cubes in a1 b1 on level 3, the cube in a2 on level 3, the cube in b2 on level 3 with hollows at N U"
    )


@pytest.mark.parametrize(
    ("tower", "facts"),
    [
        ("2EW,0,-,-", {(None, 2), (Face.E, Mark.BULGE), (Face.W, Mark.BULGE)}),
        ("-,-,-,- +2,0,0=2EW", {(None, 2), (Face.E, Mark.BULGE), (Face.W, Mark.BULGE)}),
        (
            "-,-,-,- +2,0,0=?EWnsu",
            {
                (Face.E, Mark.BULGE),
                (Face.W, Mark.BULGE),
                (Face.N, Mark.HOLLOW),
                (Face.S, Mark.HOLLOW),
                (Face.U, Mark.HOLLOW),
            },
        ),
    ],
)
def test_a_cube_that_no_box_holds_is_told_by_what_alone_says_so_wherever_it_stands(tower, facts):
    fault = judge(parse_tower(tower), Options(type2="adjacent")).faults[0]
    assert fault.rule == 1
    assert {(fact.face, fact.said) for fact in fault.facts} <= facts
    assert {fact.cell for fact in fault.facts} == {fault.cell}
