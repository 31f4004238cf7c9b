"""Judging towers without a history, against a checker that lists every arrangement."""

import math
import random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rules.games.babel import (
    CELLS,
    TYPES,
    Cube,
    Face,
    Fact,
    Options,
    Tower,
    best_legal,
    bulge_sets,
    certain_by_hands,
    count_arrangements,
    judge,
    parse_fields,
    parse_tower,
    seen_faults,
    tower_notation,
)

CHOICES = st.lists(st.integers(0, 10_000), max_size=24)
MASKS = st.lists(st.integers(0, 127), min_size=24, max_size=24)
OPTIONS = st.builds(
    Options, st.sampled_from(["adjacent", "opposite", "both"]), st.sampled_from(["corner", "T", "both"])
)


def ways(tower, options):
    """How many towers agree with a partly known one."""
    sets = {type: bulge_sets(type, options) for type in range(5)}
    return math.prod(sum(cube.could_be(b) for type in range(5) for b in sets[type]) for cube in tower.values())


@given(CHOICES)
@settings(max_examples=60, deadline=None)
def test_every_tower_of_legal_placements_is_legal(play, choices):
    judgement = judge(play(choices).position.tower)
    assert judgement.verdict == "legal"
    assert judgement.arrangements == 1
    assert judgement.witness == judgement.certain


@given(CHOICES, MASKS)
@settings(max_examples=60, deadline=None)
def test_hiding_faces_never_makes_a_legal_tower_illegal(play, hide, choices, masks):
    tower = play(choices).position.tower
    judgement = judge(hide(tower, masks))
    assert judgement.verdict != "illegal"
    assert judgement.arrangements >= 1
    assert judge(judgement.witness).verdict == "legal"
    for cell, cube in judgement.certain.items():
        assert cube.could_be(tower[cell].bulges)
        assert cube.could_be(judgement.witness[cell].bulges)


@given(st.lists(st.integers(0, 10_000), min_size=1, max_size=7), MASKS, st.integers(0, 6), st.integers(0, 38), OPTIONS)
@settings(max_examples=120, deadline=None)
def test_arrangements_verdict_and_certainty_agree_with_listing_them(
    play, hide, completions, broken_rules, choices, masks, number, change, options
):
    tower = play(choices, options).position.tower
    if change:
        every = [Cube(type, bulges) for type in range(5) for bulges in bulge_sets(type, options)]
        cell = list(tower)[number % len(tower)]
        tower = tower.placed(cell, every[change % len(every)])
    tower = hide(tower, masks)
    assume(ways(tower, options) <= 2000)
    legal = [found for found in completions(tower, options) if not broken_rules(found)]
    judgement = judge(tower, options)
    assert judgement.arrangements == len(legal)
    assert (judgement.verdict == "illegal") == (not legal) == bool(judgement.faults)
    if legal:
        assert judgement.witness in legal
        for cell, cube in judgement.certain.items():
            for face in Face:
                marks = {found[cell].mark(face) for found in legal}
                assert cube.mark(face) == (marks.pop() if len(marks) == 1 else None)
            types = {found[cell].type for found in legal}
            assert cube.type == (types.pop() if len(types) == 1 else None)


@given(st.lists(st.integers(0, 10_000), min_size=2, max_size=6), MASKS, st.tuples(*[st.integers(0, 2)] * 5))
@settings(max_examples=60, deadline=None)
def test_counts_keep_to_the_limits(play, hide, completions, broken_rules, choices, masks, limits):
    tower = hide(play(choices).position.tower, masks)
    assume(ways(tower, Options()) <= 2000)
    legal = [found for found in completions(tower) if not broken_rules(found, limits)]
    candidates = {
        cell: [(type, b, 0.0) for type in range(5) for b in bulge_sets(type) if cube.could_be(b)]
        for cell, cube in tower.items()
    }
    assert count_arrangements(candidates, limits) == len(legal)


def test_a_finished_tower_has_hollows_on_top_although_rule_8_would_allow_bulges():
    # 44 faces touch and the box holds 44 bulges, so none is left for the top (games of 24 cubes, by counting).
    inside = {frozenset({cell, face.beside(cell)}) for cell in CELLS for face in Face if face.beside(cell) in CELLS}
    assert len(inside) == sum(kind.bulge_count * kind.in_box for kind in TYPES) == 44
    judgement = judge(Tower.from_cubes({cell: Cube(None) for cell in CELLS}))
    assert judgement.verdict == "undetermined"
    assert all(Face.U in judgement.certain[cell].hollows for cell in CELLS if cell[2] == 5)


@pytest.mark.parametrize(
    ("tower", "verdict", "rule", "by"),
    [
        ("-,-,-,-", "legal", None, None),
        ("3ENU,-,-,-", "legal", None, None),
        ("3?,-,-,-", "legal", None, None),
        ("?,-,-,-", "undetermined", None, None),
        ("0,4?,-,-", "illegal", 5, "deduced"),
        ("0,0,-,-", "illegal", 6, "seen"),
        ("0,2?,0,0", "illegal", 6, "seen"),
        ("0,2?,2?,0/4?,4?,4?,4?", "illegal", 6, "deduced"),
        ("0,2?,2?,0/?,?,?,?", "undetermined", None, None),
        ("1?,3Un?,-,1u?", "illegal", 5, "deduced"),
        ("0,2?,2?,2?", "illegal", 1, "seen"),
        ("0,3E?,-,-", "illegal", 6, "deduced"),
        ("?,-,-,?", "illegal", 7, "seen"),
    ],
)
def test_verdicts(tower, verdict, rule, by):
    judgement = judge(parse_tower(tower))
    assert judgement.verdict == verdict
    assert judgement.proof
    if rule:
        assert (rule, by) in {(fault.rule, fault.by) for fault in judgement.faults}


def test_a_deduced_fault_names_no_more_cubes_than_needed():
    # A 4 above the ground shows hollows outside only if all its other faces are bulges, so two of them cannot touch.
    judgement = judge(parse_tower("0,1W,1S,3WSU/4?,4?,-,-"))
    (fault,) = judgement.faults
    assert (fault.rule, fault.cell, fault.faces, fault.by) == (6, (1, 0, 1), (Face.W,), "deduced")
    assert fault.facts == (Fact((0, 0, 1), None, 4), Fact((1, 0, 1), None, 4))
    assert "the blue cubes in a1 b1 on level 2: a joint lies between them" in fault.message


def test_a_cube_that_the_box_no_longer_holds_is_deduced():
    # Both black cubes stand on the ground; the cube of unknown type has a bulge below and to the East and no other.
    judgement = judge(parse_tower("0,2?,2?,0/?u,?w,?S,-"))
    (fault,) = judgement.faults
    assert (fault.rule, fault.by) == (1, "deduced")
    assert judge(parse_tower("0,1W,1S,3WSU/?u,?w,?S,-")).verdict == "undetermined"


def test_each_group_of_cubes_at_fault_is_named_beside_what_is_seen():
    judgement = judge(parse_tower("0,4?,-,1N"))
    assert {(fault.rule, fault.by) for fault in judgement.faults} == {(5, "seen"), (5, "deduced")}


def test_a_part_out_of_view_leaves_the_verdict_open_unless_a_fault_is_seen():
    assert judge(parse_tower("0,-,-,0"), all_in_view=False).verdict == "undetermined"
    assert judge(parse_tower("?W,-,-,0"), all_in_view=False).verdict == "illegal"


@given(st.lists(st.integers(0, 10_000), min_size=1, max_size=6), st.integers(0, 2**32))
@settings(max_examples=60, deadline=None)
def test_the_best_legal_tower_is_the_heaviest_of_all(play, broken_rules, choices, seed):
    tower = play(choices).position.tower
    chance = random.Random(seed)
    every = [(type, bulges) for type in range(5) for bulges in bulge_sets(type)]
    candidates = {}
    for cell, cube in tower.items():
        # Black cubes weigh most, so that the box's two must be shared out.
        drawn = [(cube.type, cube.bulges), chance.choice(every), (2, chance.choice(bulge_sets(2)))]
        candidates[cell] = [(type, b, chance.random() + (type == 2)) for type, b in dict.fromkeys(drawn)]
    best = None
    chosen = [[]]
    for choices_here in candidates.values():
        chosen = [[*row, candidate] for row in chosen for candidate in choices_here]
    for row in chosen:
        found = Tower.from_cubes({cell: Cube(type, b) for cell, (type, b, _) in zip(candidates, row, strict=True)})
        weight = sum(candidate[2] for candidate in row)
        if not broken_rules(found) and (best is None or weight > best[0]):
            best = (weight, found)
    assert best is not None
    weight, found = best_legal(candidates)
    assert weight == pytest.approx(best[0])
    assert not seen_faults(found)


def test_the_box_is_shared_out_where_most_cubes_look_black():
    tower = judge(Tower.from_cubes({cell: Cube(None) for cell in CELLS})).witness
    every = [(type, b) for type in range(5) for b in bulge_sets(type)]
    candidates = {cell: [(type, b, float(type == 2)) for type, b in every] for cell in tower}
    weight, found = best_legal(candidates)
    assert weight == 2.0
    assert judge(found).verdict == "legal"


def test_no_tower_is_best_where_none_is_legal():
    grey = [(0, frozenset(), 0.0)]
    assert best_legal({(0, 0, 0): grey, (1, 0, 0): grey}) is None
    assert best_legal({(0, 0, 0): grey, (1, 1, 0): grey}) is None
    assert best_legal({(2, 0, 0): grey}) is None


@given(CHOICES, MASKS)
@settings(max_examples=20, deadline=None)
def test_the_square_s_symmetries_change_no_judgement(play, hide, symmetries, choices, masks):
    tower = hide(play(choices).position.tower, masks)
    first = judge(tower)
    for symmetry in symmetries:
        turned = judge(symmetry(tower))
        assert (turned.verdict, turned.arrangements) == (first.verdict, first.arrangements)
        assert turned.certain == symmetry(first.certain), tower_notation(tower)


def test_a_type_that_follows_is_told_apart_from_one_that_is_open():
    unseen = "1s?,2es?,?,1e?/4s?,0,?,2e?/0,4WNUD,?,0/3s?,1es?,?,4e?/1s?,3es?,?,1e?/3su?,0,-,3Ue?"
    assert "not known, but certain if the tower is legal." in judge(parse_tower(unseen)).proof
    assert judge(parse_tower("0,?,?,0")).proof.startswith("The types of b1 a2 on level 1 are not known. ")


def test_levels_on_which_the_same_types_are_open_are_told_once():
    proof = judge(parse_tower("?,?,3n?,1n?/?,?,3n?,1n?/?,2es?,1n?,2n?/-,-,4n?,1n?")).proof
    assert proof.startswith("The types of a1 on levels 1 to 3 are not known. The types of b1 on levels 1 to 2 are not")


@given(CHOICES, st.sets(st.sampled_from(CELLS)))
@settings(max_examples=60, deadline=None)
def test_what_follows_from_the_hands_is_what_was_placed(play, choices, unknown):
    position = play(choices).position
    seen = {c: Cube(None, cube.bulges) if c in unknown else cube for c, cube in position.tower.items()}
    told = certain_by_hands(Tower.from_cubes(seen), position.hands)
    hidden_types = {position.tower[c].type for c, cube in seen.items() if cube.type is None}
    for cell, true in position.tower.items():
        assert told[cell].type == true.type or (told[cell].type is None and len(hidden_types) > 1)
        assert told[cell].bulges <= true.bulges
        assert not told[cell].hollows & true.bulges


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        # What a legal tower and the hands leave: the white cube has the bulge, the grey one none.
        ("?E,?,-,- 32132:23132", "1E,0,-,-"),
        # Which of the two is the white one does not follow, but that its bulge lies between them.
        ("?,?,-,- 32132:23132", "?wnsud,?ensud,-,-"),
    ],
)
def test_types_follow_from_the_hands_where_several_are_unknown(fields, told):
    position = parse_fields(fields)
    assert certain_by_hands(position.tower, position.hands) == parse_tower(told)


@pytest.mark.parametrize("tower", ["1E,?Nw,-,-", "1E,?,-,?"])
def test_nothing_follows_from_hands_that_do_not_fit_the_tower(tower):
    # They leave one white and one grey cube: grey ones have no bulge, and there are three cubes.
    assert certain_by_hands(parse_tower(tower), ((3, 2, 1, 3, 2), (2, 3, 1, 3, 2))) is None


@pytest.mark.parametrize("hands", ["33131:33131", "32132:32132", "23132:23132"])
def test_no_arrangement_leaves_hands_that_what_is_known_of_the_cubes_forbids(hands):
    # Blue ones on the ground would need their upper faces, of two white ones one would need two bulges, grey have none.
    fields = parse_fields(f"?Nu,?Nu,-,- {hands}")
    assert certain_by_hands(fields.tower, fields.hands) is None
    assert not judge(fields.tower).faults
