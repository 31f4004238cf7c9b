"""What is told of cubes that came at once: a likely order in which each can stand, and no more faults than need be."""

import pytest
from fake_table import kinds

from referee.live.game_events import EventKind
from referee.live.inputs import Correct
from referee.live.placing import place_all
from referee.live.state import GameState
from rules.games.babel import parse_tower
from vision.games.babel.memory import CubeMemory


def rules_broken(events):
    return [(event.rule, event.cell) for event in events if event.kind is EventKind.FAULT]


def test_of_cubes_that_came_at_once_those_left_stand_side_by_side_in_some_order_once_one_is_taken_back(begun):
    """All is legal: b2, b1 and a1 came in this order, and a1 is taken back."""
    begun.move("-,-,0,-", nats=6.0)
    begun.move("1N,1W,0,2WS", seconds=2.0, nats=6.0)
    begun.move("-,1W,0,2WS", seconds=2.0, nats=6.0)
    begun.step(Correct((1, 0, 0), parse_tower("-,1W,-,-")[1, 0, 0]))
    assert rules_broken(begun.events) == []


def test_of_cubes_that_came_at_once_two_are_taken_back_and_none_is_judged_where_it_never_stood(begun):
    """Without the first of the two the third would stand across from the second."""
    begun.move("3ENU,0,-,2WS", seconds=2.5, nats=6.0)
    assert "fault" not in kinds(begun.move("-,-,-,2WS", seconds=2.5, nats=6.0))


@pytest.mark.parametrize("first", [(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)])
def test_of_more_cubes_than_are_weighed_in_every_order_each_can_stand_when_it_is_told_to_come(first):
    """Whichever stood there before, a level and a cube on it are legal."""
    cubes = {cell: CubeMemory(told=cube) for cell, cube in parse_tower("1E,1N,1S,1W/1D,-,-,-").items()}
    game = place_all(GameState(has_begun=True), {first: cubes.pop(first)}, 1.0).game
    assert rules_broken(place_all(game, cubes, 2.0).events) == []


def test_a_blue_cube_is_not_told_to_have_come_first_with_many_others():
    tower = parse_tower("4WNUD,1U,1U,0/0,-,-,-")
    placed = place_all(GameState(has_begun=True), {cell: CubeMemory(told=tower[cell]) for cell in tower}, 1.0)
    assert [ply.cell for ply in placed.game.plies][:2] == [(1, 0, 0), (0, 0, 0)]


def test_what_was_told_of_a_cube_for_another_that_came_at_once_is_withdrawn_once_that_is_taken_back(begun):
    begun.move("0,0,-,-", seconds=2.0, nats=6.0)
    begun.step(Correct((0, 0, 0), parse_tower("0,-,-,-")[0, 0, 0]))
    begun.step(Correct((1, 0, 0), parse_tower("0,0,-,-")[1, 0, 0]))
    assert rules_broken(begun.events) == [(6, (1, 0, 0))]
    events = begun.move("-,0,-,-", seconds=2.0, nats=6.0)
    assert kinds(events) == ["undo", "corrected"]
    assert events[-1].is_withdrawn
    assert begun.state.game.plies[0].faults == ()


def test_no_cube_is_taken_to_have_come_below_another_at_once(begun):
    begun.move("-,1S,-,-/-,0,-,-", seconds=2.0, nats=6.0)
    game = begun.state.game
    assert [(ply.player, ply.cell) for ply in game.plies] == [(1, (1, 0, 0)), (2, (1, 0, 1))]
    # No other order is likely, so that it is known whose cubes they are.
    assert all(ply.is_order_known for ply in game.plies)


def test_of_cubes_that_came_at_once_the_blue_one_is_not_said_to_be_the_first_where_another_may_be(begun):
    begun.move("4ESUD,-,-,1W", seconds=2.0, nats=6.0)
    assert sorted(rules_broken(begun.events)) == [(5, (0, 0, 0)), (7, (0, 0, 0))]
