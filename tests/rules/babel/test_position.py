"""Tower, hands and turn together, and the end of a game."""

import pytest

from rules import ImpossiblePosition, IncompletePosition
from rules.games.babel import (
    CELLS,
    Cube,
    Options,
    Position,
    Result,
    Tower,
    judge,
    parse_position,
    parse_tower,
)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("0,-,-,- 33132:33132 2", "hold 24 of the cubes, but this tower leaves 23"),
        ("0,-,-,- 33132:23132 2", "player 2 1"),
        ("0,-,-,- 23132:33132 1", "turn of player 2"),
        ("0,-,-,- 32132:33132 2", "grey"),
        ("2EN,2WN,0,0/2DN,-,-,- 32032:22032", "This tower takes 3 of the black cubes (type 2), but the box holds 2."),
        ("?,-,-,- 33132:03132 2", "hold 3 of the grey cubes (type 0), but this tower leaves at least 5."),
        ("-,-,-,-/0,-,-,- 23132:33132 2", "Level 2"),
        # Two blue ones on the ground, with the hollow on top: there is no such legal tower.
        ("?Nu,?Nu,-,- 33131:33131 1", "No types that the unknown cubes can have leave"),
        # Of the four cubes on level 1 player 1 would have placed three.
        ("2EN,0,0,3WSU/-,-,-,1U 23022:22132 2", "take turns on each level"),
    ],
)
def test_hands_that_do_not_belong_to_the_tower_are_a_problem(text, problem):
    assert problem in " ".join(parse_position(text).problems())


@pytest.mark.parametrize("fields", [{"to_move": 3}, {"hands": ((4, 3, 1, 3, 2), (3, 3, 1, 3, 2))}])
def test_a_position_that_no_box_allows_is_refused(fields):
    with pytest.raises(ImpossiblePosition):
        Position(**fields)


def test_a_hidden_face_matters_only_where_the_next_cube_may_touch_it():
    with pytest.raises(IncompletePosition, match="face E of the cube in a1"):
        parse_position("1?,-,-,- 32132:33132").legal_placements()
    seen_toward_b1_and_a2 = parse_position("1en?,-,-,- 32132:33132")
    assert seen_toward_b1_and_a2.legal_placements()


def test_who_cannot_place_loses():
    # b2 wants hollows to the West and South and on the ground, and outside only hollows show: a grey or a white cube.
    hands = ((0, 0, 1, 3, 2), (3, 3, 1, 3, 2))
    assert Position(parse_tower("0,3WNU,3SEU?,-"), hands).result is Result.SECOND
    assert Position(parse_tower("0,3WNU,3SEU?,-"), hands, 2).result is Result.OPEN


@pytest.mark.parametrize(("finished", "result"), [("last_mover_wins", Result.SECOND), ("draw", Result.DRAW)])
def test_a_finished_tower_ends_the_game(finished, result):
    tower = judge(Tower.from_cubes({cell: Cube(None) for cell in CELLS})).witness
    empty = (0, 0, 0, 0, 0)
    position = Position(tower, (empty, empty), 1, Options(finished=finished))
    assert position.is_over
    assert position.result is result
