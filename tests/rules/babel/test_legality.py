"""Each rule by its number, in placements and in towers seen without their history."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import IllegalMove
from rules.games.babel import (
    CELLS,
    TYPES,
    Cube,
    Options,
    Placement,
    Position,
    Tower,
    bulge_sets,
    parse_placement,
    parse_position,
    parse_tower,
    seen_faults,
)

CHOICES = st.lists(st.integers(0, 10_000), max_size=24)


@pytest.mark.parametrize(
    ("position", "placement", "rules"),
    [
        ("-,-,-,-", "a1.1=4ENUD", [2, 5]),
        ("-,-,-,-", "a1.2=0", [4]),
        ("-,-,-,-", "+2,0,0=0", [3]),
        ("-,-,-,-", "a1.7=0", [3]),
        ("-,-,-,-", "a1.1=1W", [5]),
        ("-,-,-,-", "a1.1=2EW", [1, 5]),
        ("-,-,-,-", "b2.1=2EU", [5]),
        ("0,-,-,-", "a1.1=1U", [3]),
        ("0,-,-,-", "b1.1=0", [6]),
        ("0,-,-,-", "b2.1=0", [7]),
        ("1E,-,-,-", "b1.1=1W", [6]),
        ("1E,-,-,-", "b1.1=0", []),
        ("1E,-,-,- 32132:03132", "b1.1=0", [1]),
    ],
)
def test_a_placement_breaks_these_rules(position, placement, rules):
    faults = parse_position(position).faults_of(parse_placement(placement))
    assert [fault.rule for fault in faults] == rules
    assert all(fault.by == "seen" and fault.message.endswith(".") for fault in faults)


@pytest.mark.parametrize(
    ("tower", "found"),
    [
        ("2?,2?,2?,-", [(1, "a2.1")]),
        ("4?,-,-,-", [(2, "a1.1")]),
        ("0,-,-,- +2,0,0=0", [(3, "+2,0,0")]),
        ("-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,-/?,-,-,-", [(3, "a1.7")]),
        ("?,?,?,-/?,-,-,-", [(4, "a1.2")]),
        ("?W,-,-,-", [(5, "a1.1")]),
        ("?D,-,-,-", [(5, "a1.1")]),
        ("?E,?W,-,-", [(6, "b1.1")]),
        ("?e,?w,-,-", [(6, "b1.1")]),
        ("?u,?,?,?/?d,-,-,-", [(6, "a1.2")]),
        ("?,-,-,?", [(7, "b2.1")]),
        ("?,?,?,?/?,-,-,?", []),
        ("3ENU,-,-,-", []),
        ("4?,4?,-,-", [(2, "a1.1")]),
        ("4?,?,-,-", []),
    ],
)
def test_the_faults_that_a_tower_shows(tower, found):
    def name(cell):
        return str(Placement(cell, 0, frozenset())).split("=")[0]

    assert [(fault.rule, name(fault.cell)) for fault in seen_faults(parse_tower(tower))] == found


@pytest.mark.parametrize("tower", ["4?,-,-,-", "?,?,?,-/?,-,-,-", "?,-,-,?"])
def test_what_rests_on_an_empty_cell_is_no_fault_where_part_is_out_of_view(tower):
    assert seen_faults(parse_tower(tower))
    assert seen_faults(parse_tower(tower), all_in_view=False) == ()


def test_a_cube_that_the_options_exclude_breaks_rule_1():
    tower = parse_tower("2NE,3NEU,-,-/2UD,-,-,-")
    assert 1 in {fault.rule for fault in seen_faults(tower)}
    assert 1 not in {fault.rule for fault in seen_faults(tower, Options(type2="both"))}


def test_what_rests_on_empty_cells_is_no_fault_where_cubes_may_be_out_of_view():
    tower = parse_tower("?,-,-,?/?,-,-,-")
    assert {fault.rule for fault in seen_faults(tower)} == {4, 7}
    assert not seen_faults(tower, all_in_view=False)


@given(CHOICES, st.data())
@settings(max_examples=60, deadline=None)
def test_a_placement_is_legal_if_the_sheet_breaks_no_rule(play, broken_rules, choices, data):
    position = play(choices).position
    legal = set(position.legal_placements())
    cells = [*data.draw(st.lists(st.sampled_from(CELLS), max_size=3)), (2, 0, 0), *(p.cell for p in legal)]
    for cell in set(cells) - set(position.tower):
        for kind in TYPES:
            for bulges in bulge_sets(kind.number):
                placement = Placement(cell, kind.number, bulges)
                rules = {fault.rule for fault in position.faults_of(placement)}
                literal = broken_rules(position.tower.placed(cell, Cube(kind.number, bulges)))
                has_it = position.hand[kind.number] > 0
                assert (placement in legal) == (not rules) == (not literal and has_it)
                # Rule 1 is about the hand here and about the box there; outside the tower no further rule is asked.
                assert literal - {1} <= rules or 3 in literal


@given(CHOICES, st.integers(0, 10_000))
@settings(max_examples=60, deadline=None)
def test_placing_and_taking_back_leaves_the_same_game(play, choices, number):
    game = play(choices)
    placements = game.position.legal_placements()
    if placements:
        assert game.play(placements[number % len(placements)]).undo() == game


def test_an_illegal_placement_names_its_rule_and_changes_nothing():
    position = Position()
    with pytest.raises(IllegalMove, match="Rule 2"):
        position.place(parse_placement("a1.1=4ENUD"))
    assert position == Position()


def test_a_known_tower_shows_every_fault(broken_rules, play):
    for seed in range(200):
        tower = play([seed * 7919 % 1009 + 31 * ply for ply in range(seed % 14 + 1)]).position.tower
        cell = list(tower)[seed % len(tower)]
        kind = seed % 5
        changed = tower.placed(cell, Cube(kind, bulge_sets(kind)[seed % len(bulge_sets(kind))]))
        changed = changed.without(list(tower)[seed % 3 % len(tower)]) if seed % 4 == 0 else changed
        assert {fault.rule for fault in seen_faults(changed)} == broken_rules(changed)


def test_the_empty_tower_has_no_fault():
    assert not seen_faults(Tower.from_cubes({}))
