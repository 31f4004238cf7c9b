"""Positions as text, their faults without history, the set-up, and pinned counts."""

from dataclasses import replace
from importlib import resources

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import ImpossiblePosition, NotationError
from rules.game import CHANCE
from rules.games import baubylon
from rules.games.baubylon import (
    DEFAULT_OPTIONS,
    Options,
    Position,
    legal_moves,
    move_faults,
    parse_move,
    parse_position,
    position_faults,
    start,
)

CHOICES = st.lists(st.integers(0, 10**6), max_size=120)


@given(CHOICES, st.integers(3, 6))
@settings(max_examples=40, deadline=None)
def test_positions_are_written_and_read_back_and_without_fault(play_randomly, choices, players):
    for position in play_randomly(choices, Options(players=players)):
        assert parse_position(str(position)) == position
        assert not position_faults(position)
        assert sum(position.home) + sum(map(len, position.stacks)) + sum(position.red_held) + position.red_left == (
            6 * players + 6
        )


def test_the_players_put_down_the_red_pawns_in_turn_and_player_1_rolls():
    position = start(Options(players=4))
    turns = []
    for _ in range(6):
        turns.append(position.to_move)
        position = position.applied(legal_moves(position)[0])
    assert turns == [1, 2, 3, 4, 1, 2]
    assert (position.to_move, position.player) == (CHANCE, 1)


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("red=b3", "summit"),
        ("red=a1", "has a red pawn already"),
        ("red=e1", "not on the building"),
        ("home-d3", "still to be put"),
        ("pass", "still to be put"),
    ],
)
def test_a_wrong_placing_is_refused_by_b5(move, words):
    position = start().applied(parse_move("red=a1"))
    (fault,) = move_faults(position, parse_move(move))
    assert fault.rule == "B5"
    assert words in fault.message


def test_red_pawns_anywhere_may_be_stacked_up_to_the_limit():
    position = start(Options(red_setup="anywhere"))
    for _ in range(5):
        position = position.applied(parse_move("red=b3"))
    assert [fault.rule for fault in move_faults(position, parse_move("red=b3"))] == ["M5"]
    assert not move_faults(position, parse_move("red=c3"))


def test_a_small_building_takes_fewer_red_pawns():
    assert start(Options(building="1223")).red_left == 3
    stacked = Options(building="12", red_setup="anywhere", stack_limit=1)
    assert start(stacked).red_left == 2
    # Where red pawns do not count, a stack has room for all.
    assert start(replace(stacked, limit_counts_red=False)).red_left == 6


@pytest.mark.parametrize(
    ("text", "rule", "part"),
    [
        ("2232/3441/2322/2222 d3:1 666", "M1", "Player 1 has 7 pawns"),
        ("2232/3441/2322/2222 d3:r 666 6:000", "B5", "7 red pawns"),
        ("2032/3441/2322/2222 b4:1", "M3", "b4 is the table"),
        ("2232/3441/2322/2222 d3:111111", "M5", "d3 holds 6 pawns"),
        ("2232/3441/2322/2222 d3:1 566 5:000", "B5", "before all red ones"),
        ("2232/3441/2322/2222 b3:1,c3:2", "M8", "players 1 and 2 stand on the summit"),
        ("2232/3441/2322/2222 b3:2 656 0:000 3 1", "M8", "Player 2 has won"),
        ("112 a1:r,b1:r 666 4:000 - 3", "B5", "has room for 0 more"),
        ("14 - 666", "B3", "no way"),
    ],
)
def test_a_position_without_history_can_be_at_fault(text, rule, part):
    faults = position_faults(parse_position(text))
    assert (rule, True) in [(fault.rule, part in fault.message) for fault in faults]


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "nothing is written"),
        ("12/23 z9:1", "square up to b2"),
        ("12/23 a1:7", "player 7"),
        ("12/23 a1:10", "1 to 6"),
        ("12/23 a1", "stack 'a1'"),
        ("12/23 a1:1,a1:2", "given twice"),
        ("12/23 - 66", "for each of 3 to 6 players"),
        ("12/23 - 666 0:00", "red pawns '0:00'"),
        ("12/23 - 666 0:000 7", "roll '7'"),
        ("12/23 - 666 0:000 3 4", "player '4'"),
        ("12/23 - 666 2:000 3 1", "2 red pawns are still to be put down"),
        ("12/23 - 666 0:000 - 1 more", "'more' after the player"),
    ],
)
def test_what_is_no_position_is_refused_with_its_place(text, part):
    with pytest.raises(NotationError, match="expected") as refusal:
        parse_position(text)
    assert part in str(refusal.value)
    assert repr(text) in str(refusal.value)


@pytest.mark.parametrize(
    "text", ["a1", "a1-", "-b1", "a1-b1:", "a1-b1:c", "roll=7", "roll=", "swap=a1", "red=1", "a0-b1"]
)
def test_what_is_no_move_is_refused(text):
    with pytest.raises(NotationError, match="is no move; expected"):
        parse_move(text)


@pytest.mark.parametrize(
    "text", ["a1-c2", "a1xc2", "home-b1", "redxb1", "x1xx2", "a1-c1:b1", "a1xc1:b1,c1", "swap=c3.1"]
)
def test_moves_are_written_as_they_were_read(text):
    assert str(parse_move(text)) == text


def test_numbers_that_do_not_belong_together_cannot_be():
    with pytest.raises(ImpossiblePosition):
        Position(DEFAULT_OPTIONS, ((),), (6, 6, 6), (0, 0, 0), 0, 0, 1)
    with pytest.raises(ImpossiblePosition):
        Position(DEFAULT_OPTIONS, ((),) * 16, (6, 6), (0, 0), 0, 0, 1)


@pytest.mark.parametrize("change", [{"players": 2}, {"players": True}, {"one": "twice"}, {"building": "1?"}])
def test_an_option_that_cannot_be_is_refused(change):
    with pytest.raises(ValueError, match=r"can be|expected"):
        Options(**change)


def test_equal_buildings_are_equal_options():
    assert Options(building="3x1:C1U,a1e") == Options(building="3x1:a1e,c1u")


def pinned():
    text = (resources.files(baubylon) / "counts.txt").read_text(encoding="utf-8")
    for line in text.splitlines():
        if line.startswith("after "):
            words, _, count = line.removeprefix("after ").rpartition(" = ")
            plies, _, position = words.partition(" ")
            yield pytest.param(int(plies), position, int(count), id=f"{plies} plies, {count}")


@pytest.mark.parametrize(("plies", "text", "count"), list(pinned()))
def test_the_pinned_numbers_of_sequences_with_rolls(plies, text, count):
    positions = [parse_position(text)]
    for _ in range(plies - 1):
        positions = [position.applied(move) for position in positions for move in legal_moves(position)]
    assert sum(len(legal_moves(position)) for position in positions) == count


def test_who_stands_on_the_summit_is_the_player_where_none_is_named():
    assert parse_position("2232/3441/2322/2222 b3:2").player == 2


def test_a_red_pawn_that_does_not_count_makes_no_room_for_one_that_does():
    """The stack is as high as it may be, and would be higher."""
    rules = Options(stack_limit=2, limit_counts_red=False, red_pawns=2)
    position = parse_position("2232/3441/2322/2222 a1:r,d3:12r 556 0:000 5 3", rules)
    assert "homexd3" not in map(str, legal_moves(position))
    assert "homexd3" in map(str, legal_moves(replace(position, options=replace(position.options, stack_limit=3))))
