"""How long a pawn takes past the stacks that stand now, and who is likely to be first."""

from itertools import pairwise

import pytest

from rules.games.baubylon import DEFAULT_OPTIONS, Options, Source, chances_to_win, expected_rolls, parse_position
from rules.games.baubylon.legality import legal_moves
from rules.games.baubylon.moves import Pass
from rules.games.baubylon.outlook import AT_HOME, outlook
from rules.games.baubylon.race import SHUT_IN_ROLLS, rolls_of_nearest


def chances(text):
    position = parse_position(text)
    return chances_to_win(position, outlook(position))


def test_on_an_empty_building_a_pawn_is_expected_as_exactly_as_alone():
    ahead = outlook(parse_position(DEFAULT_OPTIONS.building))
    for place, expected in expected_rolls(DEFAULT_OPTIONS).items():
        if (place, False) in ahead.rolls:
            assert ahead.rolls[place, False] == pytest.approx(float(expected), abs=0.01)


@pytest.mark.parametrize("stacks", ["-", "c1:r", "b1:22", "b1:r,c1:2"])
def test_a_pawn_alone_takes_as_long_as_its_legal_moves_let_it(stacks):
    building = "1223"
    ahead = outlook(parse_position(f"{building} {stacks} 666 0:000 - 1"))
    for running in ahead.running.values():
        assert all(later <= sooner for sooner, later in pairwise(running))
    total = 0.0
    for roll in range(1, 7):
        moves = legal_moves(parse_position(f"{building} {stacks} 600 0:000 {roll} 1"))
        ends = [
            AT_HOME if isinstance(move, Pass) else (move.end, move.end in move.pushed)
            for move in moves
            if isinstance(move, Pass) or move.start is Source.HOME
        ]
        total += min((ahead.rolls[end] for end in ends), default=ahead.rolls[AT_HOME])
    assert ahead.rolls[AT_HOME] == pytest.approx(1 + total / 6, abs=0.01)
    # The expectation of a number of rolls is the sum of the chances that it is more than 0, 1, 2 ...
    assert sum(ahead.running[AT_HOME]) == pytest.approx(ahead.rolls[AT_HOME], abs=0.05)


def test_a_stack_in_the_way_costs_rolls():
    free, behind = (outlook(parse_position(text)).rolls[AT_HOME] for text in ("1223", "1223 c1:r"))
    assert behind > free + 1


def test_a_pawn_that_cannot_arrive_is_told_to_take_long():
    assert outlook(parse_position("1252")).rolls[AT_HOME] == 50


def test_a_roll_may_stay_unused_where_one_may_always_pass():
    options = Options(building="1223", passing="always")
    assert outlook(parse_position("1223", options)).rolls[AT_HOME] <= outlook(parse_position("1223")).rolls[AT_HOME]


def test_chances_of_a_race_add_up_and_favour_who_is_ahead_and_who_rolls_first():
    even = chances(DEFAULT_OPTIONS.building)
    assert sum(even) == pytest.approx(1)
    assert even[0] > even[1] > even[2]
    assert chances(f"{DEFAULT_OPTIONS.building} d4:3")[2] > even[2]
    assert chances("1223 d1:2") == (0, 1, 0)
    assert sum(chances(f"{DEFAULT_OPTIONS.building} d3:333333,c1:2")) == pytest.approx(1)


def test_a_pawn_that_is_free_runs_before_a_nearer_one_that_is_shut_in():
    assert chances("12222223 g1:12,e1:1")[0] > 1.5 * chances("12222223 g1:12")[0]


def test_a_pawn_that_is_shut_in_waits_for_a_1_first():
    free, shut_in = (rolls_of_nearest(parse_position(f"12222223 g1:{stack} 056"), 1) for stack in ("21", "12"))
    assert shut_in == pytest.approx(free + SHUT_IN_ROLLS)
