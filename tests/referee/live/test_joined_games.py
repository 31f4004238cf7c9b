"""A game is followed from a tower that stands already, told or not."""

import pytest
from fake_table import Table, after_order, kinds, placements

from referee.live.inputs import Choose, Correct
from referee.live.state import GameState, LiveState
from rules.games.babel import Face, Position, parse_position, parse_tower


def test_a_game_joined_in_the_middle_goes_on_without_hands(table):
    assert kinds(table.show("1E,0,1U,0")) == ["joined"]
    assert (table.state.game.hands, table.state.game.to_move) == (None, 1)
    assert placements(table.move("1E,0,1U,0/1E,-,-,-"))[0][:3] == (5, 1, (0, 0, 1))


def test_the_last_cube_may_be_taken_back_after_joining_whoever_placed_it(table):
    table.show("1E,0,1U,-")
    assert kinds(table.move("1E,0,-,-")) == ["undo"]
    assert (table.state.game.number, table.state.game.to_move) == (2, 1)
    assert placements(table.move("1E,0,-,1U"))[0][:3] == (3, 1, (1, 1, 0))


def test_a_cube_taken_back_after_a_told_start_returns_to_its_hand(far_pose):
    start = GameState.from_position(parse_position("1E,0,-,- 32132:23132"))
    table = Table(far_pose, LiveState(game=start))
    table.show("1E,0,-,-")
    assert kinds(table.move("1E,-,-,-")) == ["undo"]
    assert table.state.game.notation == "1E,-,-,- 32132:33132 2"


@pytest.fixture
def misled(far_pose):
    """A game that was told to begin with a bulge in the South which really points up."""
    start = GameState.from_position(parse_position("-,-,1U,2WS 32132:33032 1"))
    return Table(far_pose, LiveState(game=start))


def test_a_slip_in_the_start_is_asked_about_at_the_first_look_and_accuses_nobody(misled):
    told = misled.show("-,-,1U,2WU", nats=6.0)
    assert kinds(told) == ["ask"]
    assert "2WS" in told[0].message
    assert [choice.cube.bulges for choice in told[0].choices] == [{Face.U}, {Face.W, Face.S}]
    assert kinds(misled.move("-,3WNU,1U,2WU", nats=6.0)) == ["placement"]


def test_of_a_colour_that_is_a_slip_in_the_start_no_hand_is_held_to_what_was_told(far_pose):
    """A grey cube was told for a white one: player 1 has one grey cube more, and one white one less, than was told."""
    start = GameState.from_position(parse_position("0,-,-,- 23132:33132 2"))
    table = Table(far_pose, LiveState(game=start))
    assert kinds(table.show("1N,-,-,-", nats=6.0)) == ["ask"]
    assert table.state.game.hands is None


def test_what_is_confirmed_after_the_first_look_counts_whatever_looks_show(misled):
    asked = misled.show("-,-,1U,2WU", nats=6.0)
    misled.step(Choose(asked[0].choices[1]))
    assert misled.state.game.tower[1, 1, 0] == asked[0].choices[1].cube
    assert kinds(misled.move("-,-,1U,2WU", nats=6.0)) == []


def test_a_start_that_is_right_is_not_asked_about(far_pose):
    start = GameState.from_position(parse_position("-,-,1U,2WU 32132:33032 1"))
    table = Table(far_pose, LiveState(game=start))
    assert kinds(table.show("-,-,1U,2WU", nats=6.0)) == []


def test_the_last_cube_may_be_turned_after_joining(table):
    table.show("1E,0,1U,-", nats=6.0)
    assert kinds(table.move("1E,0,1W,-", nats=6.0)) == ["turned"]


def test_a_cube_below_others_stays_where_it_is_after_joining_too(table):
    table.show("1E,0,1U,0/1U,-,-,-")
    assert kinds(table.move("1E,0,-,0/1U,-,-,-")) == ["fault"]


def test_a_game_that_was_joined_with_a_cube_too_many_goes_on_with_the_other_player(table):
    table.show("1E,0,1U,0/1E,-,-,-")
    assert table.state.game.to_move == 2
    after_order(table, Correct((0, 0, 1), None))
    assert table.state.game.to_move == 1
    assert placements(table.move("1E,0,1U,0/-,1N,-,-"))[0][:3] == (5, 1, (1, 0, 1))


def test_what_a_person_says_before_the_first_look_is_where_the_game_begins(table):
    after_order(table, Correct((0, 0, 0), parse_tower("1E,-,-,-")[0, 0, 0]))
    assert placements(table.show("1E,-,-,-")) == []
    assert len(table.state.game.plies) == 1


def test_a_known_start_explains_the_first_look(far_pose):
    from referee.live.state import GameState

    table = Table(far_pose, LiveState(game=GameState.from_position(Position())))
    assert placements(table.show("1E,-,-,-")) == [(1, 1, (0, 0, 0), 1)]
