"""What follows from what was committed: the tower, the hands, whose turn it is, and what the referee is doing."""

from dataclasses import replace

import numpy as np
import pytest

from referee.live.inputs import LookRequest
from referee.live.state import Doubt, GameState, LiveState, Phase, Ply, Question
from rules.games.babel import FULL_HAND, Cube, Face, Fault, Options, parse_position
from vision.games.babel.memory import CubeMemory

CORNER, EAST = (0, 0, 0), (1, 0, 0)
LOOK = LookRequest(1.0, np.zeros((2, 2, 3), np.uint8), None)


def game_of(*plies):
    return GameState(cubes={ply.cell: CubeMemory() for ply in plies}, plies=plies, has_begun=True)


def test_a_cube_stands_there_as_it_was_announced_though_it_is_remembered_otherwise():
    game = GameState(cubes={CORNER: CubeMemory(told=Cube(0)), EAST: CubeMemory(told=Cube(1))})
    announced = replace(game, plies=(Ply(1, 1, CORNER, Cube(3)),))
    assert {cell: cube.type for cell, cube in announced.tower.items()} == {CORNER: 3, EAST: 1}


@pytest.mark.parametrize(("is_over", "was_over"), [(True, False), (False, True), (False, False)])
def test_a_tower_may_be_taken_down_once_the_game_was_over(is_over, was_over):
    assert GameState(is_over=is_over, was_over=was_over).is_played_out is (is_over or was_over)


def test_faces_of_bulges_outside_and_of_two_that_meet_wrongly_are_blamed_but_once():
    faults = [Fault(rule, CORNER, (face,), "seen", "") for rule, face in ((5, Face.S), (6, Face.E), (1, Face.N))]
    (ply,) = (Ply(1, 1, CORNER, Cube(1), faults=tuple(faults)),)
    assert game_of(ply).waived == {(CORNER, Face.S), (CORNER, Face.E)}


def test_a_game_goes_on_from_a_position_with_all_that_it_says():
    options = Options(type2="both")
    position = replace(parse_position("1E,0,1S,- 32132:22132 2"), options=options)
    game = GameState.from_position(position)
    assert (game.number, game.to_move, game.options, game.hands) == (3, 2, options, position.hands)
    assert game.has_begun
    assert game.tower == position.tower


def test_players_take_turns_from_whoever_began():
    game = replace(game_of(Ply(2, 2, EAST, Cube(0))), start_number=1, start_player=2)
    assert (game.number, game.to_move) == (2, 1)
    assert replace(game, plies=()).to_move == 2


def test_nothing_is_known_of_hands_once_a_cube_of_unknown_type_was_placed():
    assert game_of(Ply(1, 1, CORNER, Cube(0)), Ply(2, 2, EAST, Cube(None))).hands is None


def test_a_cube_too_many_leaves_a_hand_at_zero():
    game = replace(game_of(Ply(1, 1, CORNER, Cube(2))), start_hands=((1, 1, 0, 1, 1), FULL_HAND))
    assert game.hands == ((1, 1, 0, 1, 1), FULL_HAND)


@pytest.mark.parametrize(
    ("changes", "phase"),
    [
        ({}, Phase.WAITING),
        ({"hand_since": 1.0}, Phase.MOVING),
        ({"game": GameState()}, Phase.LOOKING),
        ({"wanted": LOOK, "hand_since": 1.0}, Phase.READING),
        ({"doubt": Doubt((), 1, frozenset())}, Phase.READING),
        ({"game": GameState(has_begun=True, is_over=True), "wanted": LOOK}, Phase.OVER),
        ({"game": GameState(has_begun=True, is_over=True), "question": Question("", ())}, Phase.ASKING),
        ({"question": Question("", ()), "is_lost": True}, Phase.OUT_OF_STEP),
    ],
)
def test_what_the_referee_is_doing_is_told_by_what_matters_most(changes, phase):
    assert LiveState(**{"game": GameState(has_begun=True), **changes}).phase is phase
