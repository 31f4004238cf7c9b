"""What a camera sees: the turns that explain a change of stacks, or the fault."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import IncompletePosition
from rules.game import CHANCE
from rules.games.baubylon import DEFAULT_BUILDING, Options, explain, parse_move, parse_position, play

HILL = "2232/3441/2322/2222"
CHOICES = st.lists(st.integers(0, 10**6), min_size=20, max_size=80)


def change(before, after):
    return explain(parse_position(before), parse_position(after))


def ways(before, after):
    return [" ".join(map(str, way)) for way in change(before, after).ways]


def faults(before, after):
    found = change(before, after)
    assert not found.ways
    return [(fault.rule, fault.message) for fault in found.faults]


@given(CHOICES)
@settings(max_examples=15, deadline=None)
def test_one_turn_of_any_game_is_explained_with_the_roll_known_or_not(play_randomly, choices):
    positions = play_randomly(choices)
    for before, after in pairwise(positions):
        if before.to_move != CHANCE:
            found = explain(before, after)
            assert not found.faults
            assert found.ways
    for before, after in zip(positions[6::2], positions[8::2], strict=False):
        assert explain(before, after).ways


@given(CHOICES)
@settings(max_examples=4, deadline=None)
def test_two_turns_are_explained(play_randomly, choices):
    positions = play_randomly(choices)
    for before, after in list(zip(positions[6::2], positions[10::2], strict=False))[-3:]:
        assert explain(before, after).ways


def test_nothing_new_is_one_empty_row():
    assert change("1223 a1:1", "1223 a1:1").ways == ((),)


def test_the_roll_follows_from_the_way():
    assert ways("1223 a1:1,b1:2", "1223 b1:1") == ["roll=3 a1xb1"]
    assert ways("1223 a1:12 566 0:000 1 1", "1223 a1:21") == []
    assert ways("1223 a1:132", "1223 a1:31") == ["roll=1 swap=a1.1"]


def test_red_pawns_before_the_game():
    assert ways("1223 - 666 3:000", "1223 a1:r,c1:r 666 1:000") == ["red=a1 red=c1"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (f"{HILL} - 666 6:000", f"{HILL} d3:2"),
        (f"{HILL} - 666 6:000", f"{HILL} b3:r"),  # the summit
        (f"{HILL} a1:r,b1:r 666 4:000 - 3", f"{HILL} a1:rr,b1:r"),
        (f"{HILL} a1:r,b1:r 666 4:000 - 3", f"{HILL} a1:r,c1:r"),
        (f"{HILL} a1:rrrr 666 2:000 - 1", f"{HILL} a1:rrr,b1:r"),
    ],
)
def test_what_no_turns_after_the_last_red_pawn_can_have_made_is_a_fault(before, after):
    assert faults(before, after)[0][0] == "B5"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # red=b1 red=c1 red=a2 roll=6 homexd2 roll=6 homexd4
        (f"{HILL} a1:r,d2:r,d4:r 666 3:000 - 1", f"{HILL} a1:r,b1:r,c1:r,a2:r,d2:1,d4:2 556 0:110 - 3"),
        # red=a2 red=d1 red=c1 red=c4 red=d4 red=a1, then a red pawn moves onto another
        (f"{HILL} - 666 6:000", f"{HILL} c1:r,d1:r,a2:rr,c4:r,d4:r"),
        # three are put down, then red pawns throw out two others
        (f"{HILL} a2:r,a3:r,b4:r 666 3:000 - 1", f"{HILL} a1:r,c2:r,a3:r,c4:r 666 0:011 - 1"),
        # red=a1 red=b1 red=c1 roll=1 b1xc1 roll=4 a1xc1 roll=3 c1-d1
        ("1223 - 666 3:000", "1223 d1:r"),
    ],
)
def test_what_turns_may_have_made_of_red_pawns_once_the_last_was_put_down_accuses_nobody(before, after):
    with pytest.raises(IncompletePosition, match="last red pawns"):
        change(before, after)


@pytest.mark.parametrize(
    ("before", "after", "rule", "part"),
    [
        ("1223 a1:1 566 0:000 4 1", "1223 b1:1", "M1", "with 3 or 5 it can"),
        ("1223 a1:1,c1:2 566 0:000 4 1", "1223 a1:1,b1:2", "M1", "belongs to player 2"),
        ("1223 a1:1 566 0:000 5 1", "1223 c1:1", "M1", "c1 cannot be reached from a1 with exactly 5"),
        ("14233 a1:1", "14233 b1:1", "M1", "with any roll"),
        ("1223 b1:1 566 0:000 1 1", "1223 b1:1,a1:2", "M1", "player 1's turn"),
        ("1223 b1:123 566 0:000 3 1", "1223 b1:223", "M6", "below its top"),
        ("1223 a1:1", "1224 a1:1", "B4", "building has changed"),
        ("2232/3441/2322/2222 b3:2", "2232/3441/2322/2222 b3:1", "M8", "Player 2 has won"),
    ],
)
def test_a_change_that_no_turns_make_is_a_fault(before, after, rule, part):
    assert any(found == rule and part in message for found, message in faults(before, after)), faults(before, after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("2232/3441/2322/2222", "2232/3441/2322/2222 d3:3"),  # players 1 and 2 pass
        ("2232/3441/2322/2222 d3:1 566 0:000 - 2", "2232/3441/2322/2222 c2:1"),  # the others pass
    ],
)
def test_passes_which_leave_no_trace_are_found(before, after):
    assert ways(before, after)


def test_what_three_turns_and_passes_may_have_led_to_accuses_nobody():
    before = "2232/3441/2322/2222 d1:23,c2:3,d3:1 554 0:000 - 1"
    with pytest.raises(IncompletePosition, match="no two turns"):
        faults(before, "2232/3441/2322/2222 d1:23,c2:3,c3:1")


@pytest.mark.parametrize(
    ("before", "moves"),
    [
        # No one roll leads player 1 from a2 to b4.
        (f"{HILL} a2:1,c1:2,b4:3", "roll=3 a2-a3 roll=2 c1-c1 roll=2 b4-b4 roll=5 a3-b4"),
        (
            f"{HILL} a1:1,c1:2,d2:3,a4:4,a2:5 555556",
            "roll=2 a1-a1 roll=2 c1-c1 roll=2 d2-d2 roll=2 a4-a4 roll=6 a2-a2 roll=3 home-d3",
        ),
    ],
)
def test_any_number_of_turns_may_have_left_no_trace(before, moves):
    before = after = parse_position(before)
    for move in moves.split():
        after = play(after, parse_move(move))
    with pytest.raises(IncompletePosition, match="more may have been played"):
        explain(before, after)


@pytest.mark.parametrize(
    ("before", "after", "rules"),
    [
        # roll=5 a1-b1, both others pass, roll=3 b1-c1
        ("245 a1:3 665 0:000 - 3", "245 c1:3 665", Options(return_to_start=False)),
        ("35/43 a1:r31,a2:12 455 0:110 - 1", "35/43 a1:r3,a2:12,b2:1 455", Options(squares_again=False)),
    ],
)
def test_two_turns_with_passes_between_that_no_third_can_follow_accuse_nobody(before, after, rules):
    with pytest.raises(IncompletePosition, match="no two turns"):
        explain(parse_position(before, rules), parse_position(after, rules))


@pytest.mark.parametrize(
    "after",
    [
        "2232/3441/2322/2222 c1:rr",  # put on d1 and c1, then moved
        "2232/3441/2322/2222 b3:r,b4:r",
        "2232/3441/2322/2222 c3:r",  # one was thrown out
    ],
)
def test_red_pawns_that_turns_may_have_moved_once_all_were_down_accuse_nobody(after):
    with pytest.raises(IncompletePosition, match="red pawns may have been put down"):
        faults("2232/3441/2322/2222 - 6666 2:0000 - 1", after)


def test_a_red_pawn_that_was_thrown_out_after_four_were_put_down_accuses_nobody():
    with pytest.raises(IncompletePosition, match="red pawns may have been put down"):
        faults("2232/3441/2322/2222 c1:r 6666 4:0000 - 1", "2232/3441/2322/2222 a1:r,b1:r,d1:r,a2:r")


def test_all_red_pawns_may_be_put_down_between_two_looks():
    placed = ways(f"{HILL} - 666 6:000", f"{HILL} a1:r,b1:r,c1:r,d1:r,a2:r,b4:r 666 0:000")
    assert placed == ["red=a1 red=b1 red=c1 red=d1 red=a2 red=b4"]


def test_each_climber_may_have_thrown_out_red_pawns_once_all_were_down():
    # Three are put down; then players 1 and 2 enter and throw out two each.
    with pytest.raises(IncompletePosition, match="red pawns may have been put down"):
        faults(f"{HILL} a1:r,b1:r,c1:r 666 3:000 - 1", f"{HILL} a1:r,b1:r,d1:2,d3:1 556")


def test_a_stack_that_has_changed_below_its_top_may_have_been_taken_apart():
    with pytest.raises(IncompletePosition):
        faults("2232/3441/2322/2222 b1:12,c2:1 466", "2232/3441/2322/2222 b1:21,c2:1")


def test_a_change_that_more_turns_may_have_made_accuses_nobody():
    with pytest.raises(IncompletePosition, match="more may have been played"):
        faults("1223 b1:1 566 0:000 3 1", "1223")
    # The pawn that came is not the one that went.
    with pytest.raises(IncompletePosition, match="more may have been played"):
        faults("1223 a1:2 656 0:000 3 1", "1223 b1:1")


def test_red_pawns_that_were_all_put_down_and_one_of_them_moved_accuse_nobody():
    with pytest.raises(IncompletePosition):
        change("122/232/222 a1:r,a2:r 666 4:000 - 3", "122/232/222 b1:r,a2:rr,c2:r,a3:r,b3:r")


def test_a_change_that_passes_make_in_millions_of_ways_is_left_open_soon():
    with pytest.raises(IncompletePosition, match="no two turns"):
        change(f"{HILL} d3:362,d4:1 555665 0:000000 - 3", f"{HILL} c3:1,d3:36 565665 0:000000")


def test_of_the_rolls_before_a_pass_one_is_told():
    found = ways(f"{HILL} - 666666 0:000000 - 1", f"{HILL} d3:6 666665 0:000000")
    assert found == ["roll=1 pass " * 5 + "roll=3 home-d3"]


def test_the_default_building_explains_a_pawn_that_enters():
    assert ways(DEFAULT_BUILDING, f"{DEFAULT_BUILDING} d3:1") == ["roll=3 home-d3"]


def test_the_last_red_pawn_and_the_first_turn_may_come_between_two_looks():
    before = "2232/3441/2322/2222 a1:r,b1:r,c1:r,d1:r,a2:r 666 1:000 - 3"
    after = "2232/3441/2322/2222 a1:r,b1:r,c1:r,d1:r,a2:r,b2:r,d3:1"
    assert "red=b2 roll=3 home-d3" in ways(before, after)
