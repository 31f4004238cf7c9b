"""Whether a cube came unseen is asked before anybody is accused."""

from dataclasses import replace
from functools import partial

import pytest
from fake_table import kinds, moved_aside, reading_of, rules_broken

from referee.live.game_events import EventKind
from referee.live.inputs import Choose, Correct, Look
from referee.live.saving import game_fields, game_from
from rules.games.babel import Cube


def behind_a_mug(table, request, notation, nats):
    """A look with a mug before the corner b2, which is out of view, and the mug in the way once the tower rises."""
    reading = reading_of(notation, table.pose, nats)
    cubes = tuple(cube for cube in reading.cubes if cube.cell != (1, 1, 0))
    is_higher = any(cube.cell[2] for cube in cubes)
    reading = replace(reading, cubes=cubes, hidden=((1, 1, 0),) if is_higher else ())
    return Look(request, reading, table.pose, mat_pose=table.pose)


def test_a_cube_placed_behind_something_is_missed_by_nobody_however_much_later(begun):
    """A mug stands before a corner: a hand was there and left nothing in sight."""
    begun.look = partial(behind_a_mug, begun)
    told = [*begun.move("1N,-,-,-"), *begun.move("1N,-,-,0", seconds=3.0), *begun.move("1N,-,1U,0")]
    told += [*begun.move("1N,1U,1U,0"), *begun.move("1N,1U,1U,0/0,-,-,-", seconds=3.0)]
    placed = [(event.cell, event.type) for event in told if event.kind is EventKind.PLACEMENT]
    assert placed[-2:] == [((1, 1, 0), None), ((0, 0, 1), 0)]
    assert (1, 1, 0) in [event.cell for event in told if event.kind is EventKind.ASK]
    assert not [event for event in told if event.kind is EventKind.FAULT and event.rule == 4]


@pytest.fixture
def begun_behind_a_mug(begun):
    """Two cubes came in the last visit, one of them behind a mug."""
    begun.look = partial(behind_a_mug, begun)
    for tower in ("1N,-,-,-", "1N,-,1U,-", "1N,1U,1U,0"):
        begun.move(tower)
    return begun


def test_whether_a_cube_came_unseen_with_another_is_asked_before_a_level_is_called_early(begun_behind_a_mug):
    events = begun_behind_a_mug.move("1N,1U,1U,0/1D,-,-,-", seconds=3.0)
    assert kinds(events) == ["placement", "ask"]
    (question,) = [event for event in events if event.kind is EventKind.ASK]
    assert [(choice.cell, choice.cube) for choice in question.choices] == [((1, 1, 0), Cube(None))]


def test_nobody_has_a_cube_too_many_where_another_may_have_come_unseen_before_it(begun):
    """The second black cube is player 1's if one came behind the mug before it, or else one too many of player 2."""
    begun.look = partial(behind_a_mug, begun)
    for tower in ("1U,-,-,-", "1U,-,2SU,-", "1U,1W,2SU,3WSU"):
        begun.move(tower, nats=6.0)
    assert kinds(begun.move("1U,1W,2SU,3WSU/2EN,-,-,-", seconds=3.0, nats=6.0)) == ["placement", "ask"]
    begun.step(Choose(begun.state.question.choices[0]))
    assert [(ply.player, ply.type) for ply in begun.state.game.plies[3:]] == [(2, None), (1, 2)]
    assert rules_broken(begun.events) == []


def test_a_cube_that_came_unseen_takes_its_turn_where_it_must_have_stood(begun_behind_a_mug):
    begun_behind_a_mug.move("1N,1U,1U,0/1D,-,-,-", seconds=3.0)
    begun_behind_a_mug.step(Choose(begun_behind_a_mug.state.question.choices[0]))
    game = begun_behind_a_mug.state.game
    assert [(ply.number, ply.player, ply.cell) for ply in game.plies[3:]] == [(4, 2, (1, 1, 0)), (5, 1, (0, 0, 1))]
    assert game.to_move == 2
    assert rules_broken(begun_behind_a_mug.events) == []
    assert game_from(game_fields(game)) == game


def test_a_level_is_called_early_once_somebody_says_that_nothing_stands_below(begun_behind_a_mug):
    begun_behind_a_mug.move("1N,1U,1U,0/1D,-,-,-", seconds=3.0)
    assert game_from(game_fields(begun_behind_a_mug.state.game)) == begun_behind_a_mug.state.game
    begun_behind_a_mug.step(Correct((1, 1, 0), None))
    assert rules_broken(begun_behind_a_mug.events) == [4]


def test_a_cube_that_comes_in_view_below_another_stood_there_before_it(begun_behind_a_mug, far_pose):
    begun_behind_a_mug.move("1N,1U,1U,0/1D,-,-,-", seconds=3.0)
    del begun_behind_a_mug.look
    begun_behind_a_mug.pose = moved_aside(far_pose)
    begun_behind_a_mug.move("1N,1U,1U,0/1D,-,-,-", seconds=3.0)
    assert [ply.cell for ply in begun_behind_a_mug.state.game.plies[3:]] == [(1, 1, 0), (0, 0, 1)]
    assert rules_broken(begun_behind_a_mug.events) == []
