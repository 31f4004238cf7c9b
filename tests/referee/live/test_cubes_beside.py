"""A cube that lies beside the tower breaks rule 3, or is a spare one, and no more follows from it."""

from dataclasses import replace

import pytest
from fake_table import kinds, rules_broken

from referee.live.game_events import EventKind
from referee.live.placing import with_ending
from referee.live.state import GameState
from rules.games.babel import CELLS, Cube, Options, Position, Tower, judge
from vision.games.babel.memory import CubeMemory

BESIDE = " +2,0,0=0"


def test_a_cube_that_meets_one_beside_the_tower_breaks_no_rule_by_that(begun):
    begun.move("1E,-,-,-", nats=6.0)
    assert rules_broken(begun.move("1E,-,-,- +2,0,0=0", nats=6.0)) == [3]
    events = begun.move("1E,0,-,- +2,0,0=0", nats=6.0)
    assert kinds(events) == ["placement"]
    assert begun.state.game.plies[-1].illegal < 0.1


@pytest.mark.parametrize("after", ["1E,0,-,-", "1E,0,-,- +2,0,0=2NU"])
def test_a_cube_that_lay_beside_the_tower_may_be_taken_away_or_exchanged(begun, after):
    for tower in ("1E,-,-,-", "1E,-,-,-" + BESIDE, "1E,0,-,-" + BESIDE):
        begun.move(tower, nats=6.0)
    assert rules_broken(begun.move(after, seconds=2.0, nats=6.0)) == []


def test_after_a_cube_that_lay_beside_the_tower_is_gone_it_is_the_turn_of_whoever_it_was_before(begun):
    for tower in ("1E,-,-,-", "1E,-,-,-" + BESIDE, "1E,0,-,-" + BESIDE, "1E,0,-,-"):
        begun.move(tower, nats=6.0)
    assert [(ply.player, ply.cell) for ply in begun.state.game.plies] == [(1, (0, 0, 0)), (2, (1, 0, 0))]


def test_the_last_cube_may_be_taken_back_though_one_came_beside_the_tower_since(begun):
    for tower in ("1E,-,-,-", "1E,0,-,-", "1E,0,-,-" + BESIDE):
        begun.move(tower, nats=6.0)
    assert kinds(begun.move("1E,-,-,-" + BESIDE, nats=6.0)) == ["undo"]


def test_nobody_is_out_of_cubes_while_one_that_may_be_nobodys_lies_beside_the_tower(begun):
    """Each player places the only black cube; with the one beside the tower both count as one player's."""
    for tower in ("2EU,-,-,-", "2EU,-,-,-" + BESIDE):
        begun.move(tower, nats=6.0)
    assert rules_broken(begun.move("2EU,2NU,-,-" + BESIDE, nats=6.0)) == []


def test_a_cube_beside_a_finished_tower_does_not_change_how_the_game_ends():
    tower = judge(Tower.from_cubes({cell: Cube(None) for cell in CELLS})).witness
    empty = (0, 0, 0, 0, 0)
    game = GameState.from_position(Position(tower, (empty, empty), 1, Options(finished="draw")))
    for beside in ({}, {(2, 0, 0): CubeMemory().corrected(Cube(0))}):
        over, (event,) = with_ending(replace(game, cubes={**game.cubes, **beside}), 1.0)
        assert over.is_over
        assert (event.kind, event.player) == (EventKind.GAME_OVER, None)
