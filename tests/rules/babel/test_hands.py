"""What the players can still hold once a tower stands."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import IncompletePosition
from rules.games.babel import (
    Position,
    parse_tower,
    position_of,
    possible_hands,
)

CHOICES = st.lists(st.integers(0, 10_000), max_size=24)


@given(CHOICES)
@settings(max_examples=60, deadline=None)
def test_the_hands_of_a_game_are_among_those_that_its_tower_allows(play, choices):
    position = play(choices).position
    assert position.hands in possible_hands(position.tower)
    assert not position.problems()


def test_hands_follow_where_only_one_pair_is_possible():
    assert position_of(parse_tower("0,-,-,-")).hands == ((2, 3, 1, 3, 2), (3, 3, 1, 3, 2))
    assert position_of(parse_tower("-,-,-,-")) == Position()


def test_hands_are_asked_for_where_several_pairs_are_possible():
    with pytest.raises(IncompletePosition, match="2 pairs of hands"):
        position_of(parse_tower("0,1W,-,-"))


def test_a_tower_that_no_box_holds_leaves_no_hands_however_high_it_is():
    assert possible_hands(parse_tower("/".join(["0,1U,2UD,3EUD"] * 99))) == ()


def test_a_level_is_shared_evenly():
    # Two grey and two white cubes: player 1 placed 0, 1 or 2 of the grey ones.
    firsts = {hands[0] for hands in possible_hands(parse_tower("0,1W,1S,0"))}
    assert firsts == {(3, 1, 1, 3, 2), (2, 2, 1, 3, 2), (1, 3, 1, 3, 2)}
