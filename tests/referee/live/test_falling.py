"""A tower that falls is out of step until it stands again, or another game begins."""

from dataclasses import replace

import pytest
from fake_table import Table, kinds, placements, reading_of

from referee.live.state import LiveState, Phase
from rules.games.babel import tower_notation
from vision.games.babel.memory import CubeMemory


def test_a_tower_that_falls_is_out_of_step_until_it_stands_again(begun):
    tower = "1E,0,-,-"
    for notation in ("1E,-,-,-", tower, "1E,0,1U,-", "1E,0,1U,0"):
        begun.move(notation, nats=6.0)
    game = begun.state.game
    assert kinds(begun.move("-,-,-,-")) == ["toppled"]
    assert begun.state.phase is Phase.OUT_OF_STEP
    assert kinds(begun.move("1E,-,-,-", seconds=5.0)) == []
    assert kinds(begun.move("1E,0,1U,0", seconds=2.0)) == ["resync"]
    assert begun.state.game.plies == game.plies


def test_what_is_left_of_a_tower_that_fell_does_not_become_it_by_standing_still(begun):
    for notation in ("1E,-,-,-", "1E,0,-,-", "1E,0,1U,-", "1E,0,1U,0", "1E,0,1U,0/0,-,-,-"):
        begun.move(notation, nats=6.0)
    assert kinds(begun.move("1E,-,-,-")) == ["toppled"]
    assert kinds(begun.move("1E,-,-,-", seconds=8.0)) == []
    assert begun.state.phase is Phase.OUT_OF_STEP


def test_another_tower_after_one_that_fell_is_seen_for_itself(begun):
    for notation in ("1E,-,-,-", "1E,0,-,-", "1E,0,1U,-", "1E,0,1U,0"):
        begun.move(notation, nats=6.0)
    begun.move("-,-,-,-")
    events = begun.move("0,1W,0,1U", seconds=15.0)
    assert kinds(events) == ["resync"]
    seen = {cube.cell: cube for cube in reading_of("0,1W,0,1U", begun.pose).cubes}
    for cell, memory in begun.state.game.cubes.items():
        if cell in seen:
            assert memory.known == CubeMemory().seen(seen[cell]).known


def test_a_game_that_is_gone_on_with_over_another_tower_is_joined_anew(begun):
    for notation in ("1E,-,-,-", "1E,0,-,-", "1E,0,1U,-", "1E,0,1U,0"):
        begun.move(notation, nats=6.0)
    resumed = Table(begun.pose, LiveState(game=begun.state.game))
    events = resumed.show("3ENU,2WU,0,2SU", seconds=6.0, nats=6.0)
    assert kinds(events) == ["out_of_step", "resync"]
    assert tower_notation(resumed.state.game.tower).startswith("3")
    assert not resumed.state.game.hands


def test_the_next_game_after_one_that_was_not_played_to_its_end_is_followed_from_its_first_cube(begun):
    """It is never still for long, and the mat never seen empty for long."""
    for notation in ("1E,-,-,-", "1E,0,-,-", "1E,0,1U,-", "1E,0,1U,0"):
        begun.move(notation, nats=6.0)
    begun.move("-,-,-,-")
    # Two looks within a second are enough.
    events = begun.move("-,-,0,-", seconds=1.0)
    assert kinds(events)[:2] == ["start", "placement"]
    assert placements(begun.move("-,-,0,0")) == [(2, 2, (1, 1, 0), 0)]
    assert begun.state.game.hands is not None


def test_after_the_end_the_tower_may_be_taken_down_and_the_next_game_begins(begun):
    for tower in ("1E,-,-,-", "1E,0,-,-", "1E,0,1U,-", "1E,0,1U,0", "1E,0,1U,0/1E,-,-,-"):
        begun.move(tower)
    begun.state = replace(begun.state, game=replace(begun.state.game, is_over=True))
    assert kinds(begun.move("1E,-,1U,0")) == ["taken_down"]
    assert kinds(begun.move("1E,-,-,-", seconds=4.0)) == []
    events = begun.move("-,-,-,-", seconds=4.0)
    assert kinds(events) == ["start"]
    assert begun.state.game.notation == "-,-,-,- 33132:33132 1"
    assert placements(begun.move("0,-,-,-")) == [(1, 1, (0, 0, 0), 0)]


def test_after_a_fall_an_empty_mat_begins_the_next_game(begun):
    for notation in ("1E,-,-,-", "1E,0,-,-", "1E,0,1U,-"):
        begun.move(notation)
    assert kinds(begun.move("-,-,-,-", seconds=3.0)) == ["toppled"]
    assert begun.state.phase is Phase.OUT_OF_STEP
    assert kinds(begun.show("-,-,-,-", seconds=10.0)) == ["start"]
    assert placements(begun.move("1E,-,-,-")) == [(1, 1, (0, 0, 0), 1)]


@pytest.mark.parametrize(
    ("first", "second", "whole"),
    [
        ("1E,-,-,-", "1E,0,-,-", "1E,0,1U,-"),
        # Where one of these is gone the mat is seen, as it was after the fall.
        ("1E,-,-,-", "1E,-,-,0", "1E,-,1U,0"),
        ("-,1E,-,-", "-,1E,-,0", "0,1E,-,0"),
    ],
)
def test_a_tower_that_fell_may_be_built_up_again(begun, first, second, whole):
    for notation in (first, second, whole):
        begun.move(notation)
    assert kinds(begun.move("-,-,-,-", seconds=6.0)) == ["toppled"]
    for notation in (first, second):
        assert kinds(begun.move(notation, seconds=6.0)) == []
    assert kinds(begun.move(whole, seconds=3.0)) == ["resync"]
    assert len(begun.state.game.plies) == 3
