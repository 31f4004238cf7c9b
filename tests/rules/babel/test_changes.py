"""What happened between two looks at a tower."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rules import IncompletePosition
from rules.games.babel import CELLS, Placement, Position, bulge_sets, parse_placement, parse_position, parse_tower
from rules.games.babel.changes import explain

CHOICES = st.lists(st.integers(0, 10_000), min_size=1, max_size=24)
MASKS = st.lists(st.integers(0, 127), min_size=24, max_size=24)


def seen(notation):
    """What a camera sees: a tower, whatever the hands are."""
    return Position(parse_tower(notation))


def named(change):
    return [" ".join(map(str, way)) for way in change.ways]


@given(CHOICES)
@settings(max_examples=40, deadline=None)
def test_one_placement_of_a_game_is_explained_by_itself_alone(play, choices):
    game = play(choices)
    for before, after, placement in zip(game.positions, game.positions[1:], game.moves, strict=False):
        change = explain(before, after)
        assert change.ways == ((placement,),)
        assert not change.faults


@given(CHOICES, st.integers(2, 3))
@settings(max_examples=40, deadline=None)
def test_several_placements_are_explained_in_every_order_that_the_rules_allow(play, choices, number):
    game = play(choices)
    assume(len(game.moves) >= number)
    change = explain(game.positions[-1 - number], game.positions[-1])
    assert game.moves[-number:] in change.ways
    assert len(set(change.ways)) == len(change.ways)
    for way in change.ways:
        position = game.positions[-1 - number]
        for placement in way:
            position = position.place(placement)
        assert position.tower == game.positions[-1].tower


@given(st.lists(st.integers(0, 10_000), min_size=1, max_size=8), MASKS, MASKS)
@settings(max_examples=40, deadline=None)
def test_what_was_played_is_among_the_ways_whatever_is_hidden_before_or_after(play, hide, choices, masks, more_masks):
    game = play(choices)
    before, after = game.positions[-2], game.position
    hidden_before = Position(hide(before.tower, masks), before.hands, before.to_move)
    hidden_after = Position(hide(after.tower, more_masks))
    assert (game.moves[-1],) in explain(hidden_before, hidden_after).ways


@given(CHOICES, st.integers(0, 37), st.integers(0, 23))
@settings(max_examples=60, deadline=None)
def test_a_placement_against_the_rules_has_no_way_and_the_faults_of_the_placement(play, choices, turning, number):
    before = play(choices).position
    every = [(type, bulges) for type in range(5) for bulges in bulge_sets(type)]
    cell = CELLS[number]
    placement = Placement(cell, *every[turning % len(every)])
    assume(cell not in before.tower and before.faults_of(placement))
    change = explain(before, Position(before.tower.placed(cell, placement.cube)))
    assert change.ways == ()
    assert [fault.rule for fault in change.faults] == [str(fault.rule) for fault in before.faults_of(placement)]
    assert all(fault.places == change.faults[0].places for fault in change.faults)


def test_nothing_changed_is_one_way_without_a_placement():
    assert explain(parse_position("0,-,-,-"), seen("0,-,-,-")).ways == ((),)
    assert explain(parse_position("0,-,-,-"), seen("0?,-,-,-")).ways == ((),)


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("1E,-,-,-", "-,-,-,-", "The cube in a1 on level 1 has been taken away; a placed cube stays."),
        ("1E,-,-,-", "1N,-,-,-", "The cube in a1 on level 1 has been turned or exchanged"),
        ("1E,-,-,-", "0,-,-,-", "The cube in a1 on level 1 has been turned or exchanged"),
        ("1E,-,-,-", "?UN,-,-,-", "The cube in a1 on level 1 has been turned or exchanged"),
        ("1E,-,-,-", "-,1E,-,-", "The cube in a1 on level 1 has been taken away"),
    ],
)
def test_a_placed_cube_stays_as_it_is(before, after, message):
    change = explain(parse_position(f"{before} 32132:33132"), seen(after))
    assert change.ways == ()
    assert [fault.rule for fault in change.faults] == ["3"]
    assert change.faults[0].message.startswith(message)


@pytest.mark.parametrize(
    ("before", "after", "rules"),
    [
        # The first of two is right, the second shows its bulge outside.
        ("1E,-,-,- 32132:33132", "1E,0,2WS,-", ["5"]),
        # The hand is empty of white cubes, and nothing else is wrong.
        ("0,-,-,- 23132:30132", "0,1W,-,-", ["1"]),
        ("0,-,-,- 23132:33132", "0,1W,-,-", []),
        # However a 4 is turned, it shows a bulge on the ground.
        ("0,-,-,- 23132:33132", "0,4?,-,-", ["5"]),
        ("0,-,-,- 23132:33132", "0,-,-,?", ["7"]),
        ("0,-,-,- 23132:33132", "0,0?,-,-", ["6"]),
        ("0,-,-,- 23132:33132", "0,-,-,-/?,-,-,-", ["4"]),
    ],
)
def test_faults_name_the_rule_of_the_placement_that_went_wrong(before, after, rules):
    change = explain(parse_position(before), seen(after))
    assert [fault.rule for fault in change.faults] == rules
    assert bool(change.ways) == (not rules)


def test_what_is_hidden_before_leaves_the_ways_that_it_leaves_room_for():
    before = parse_position("1?,-,-,- 32132:33132")
    assert named(explain(before, seen("1?,0,-,-"))) == ["b1.1=0"]
    assert [fault.rule for fault in explain(before, seen("1n?,0,0,-")).faults] == ["6"]


def test_two_looks_at_a_cube_add_up():
    # The bulge is on none of the faces that either look shows, so it is on the one that is left: East.
    before = parse_position("1uds?,-,-,- 32132:33132")
    assert named(explain(before, seen("1wn?,0,-,-"))) == ["b1.1=0"]
    assert [fault.rule for fault in explain(before, seen("1wn?,1W,-,-")).faults] == ["6"]


def test_the_order_of_many_new_cubes_is_not_guessed():
    with pytest.raises(IncompletePosition, match="4 cubes are new"):
        explain(Position(), seen("1E,0,1S,2WS"))


def test_many_new_cubes_are_at_fault_where_the_tower_is():
    assert [fault.rule for fault in explain(Position(), seen("1E,0,1S,2WE")).faults] == ["1", "5", "6"]


def test_a_placement_is_found_from_notation():
    change = explain(parse_position("0,-,-,- 23132:33132"), seen("0,?,-,-"))
    assert (parse_placement("b1.1=1W"),) in change.ways
    assert len(change.ways) == 4
