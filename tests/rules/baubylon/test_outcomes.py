"""What a turn, or a pawn put anywhere, may make of the stacks."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.game import CHANCE
from rules.games.baubylon import (
    DIE,
    RED,
    Travel,
    displacements,
    explain,
    legal_moves,
    parse_position,
    random_turn,
    start,
)

HILL = "2232/3441/2322/2222"
CHOICES = st.lists(st.integers(0, 10**6), min_size=20, max_size=80)


def test_a_turn_is_likely_as_the_die_and_the_number_of_moves_have_it():
    chances = random_turn(parse_position(f"{HILL} - 666 0:000 - 1"))
    assert sum(chances.values()) == pytest.approx(1)
    # A 3 brings a pawn to the one entry, a 6 to either square beside it; with any other number nothing enters.
    assert sorted(chances.values()) == pytest.approx([1 / 12, 1 / 12, 1 / 6, 4 / 6])


def test_who_has_rolled_moves_by_that_number():
    position = parse_position(f"{HILL} - 666 0:000 3 1")
    assert set(random_turn(position)) == {position.applied(move) for move in legal_moves(position)}


def test_before_the_game_a_red_pawn_is_put_down():
    chances = random_turn(start())
    assert {after.red_left for after in chances} == {5}
    assert set(chances.values()) == {1 / len(chances)}


def test_after_the_end_nothing_comes():
    assert random_turn(parse_position("12/23 b1:1")) == {}


@given(CHOICES)
@settings(max_examples=10, deadline=None)
def test_any_way_is_among_what_is_done_with_one_pawn_whether_it_may_or_not(play_randomly, choices):
    position = next(one for one in reversed(play_randomly(choices)) if one.to_move == CHANCE or one.red_left)
    changes = [frozenset(changed.items()) for changed in displacements(position)]
    assert len(changes) == len(set(changes))
    if position.red_left:
        return
    for points in DIE:
        rolled = replace(position, roll=points)
        for move in legal_moves(rolled):
            after = rolled.applied(move)
            changed = {
                square: after.stack(square)
                for square in position.ground.building.squares
                if after.stack(square) != position.stack(square)
            }
            if isinstance(move, Travel) and changed:
                assert frozenset(changed.items()) in changes


def test_red_pawns_and_those_at_home_can_be_put_anywhere_others_not():
    changes = list(displacements(parse_position(f"{HILL} - 606 0:000 - 1")))
    assert {stack[-1] for changed in changes for stack in changed.values()} == {RED, 1, 3}


@given(CHOICES)
@settings(max_examples=5, deadline=None)
def test_what_a_turn_makes_is_explained(play_randomly, choices):
    position = play_randomly(choices)[-1]
    for after in list(random_turn(position))[:8]:
        assert explain(position, after).ways
