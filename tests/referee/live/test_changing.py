"""What is taken away or said anew, and what that says of hands and of the end of a game."""

import math
from dataclasses import replace

import pytest
from fake_table import kinds, reading_of

from referee.live.changing import correct, reconsider, take_away, turn
from referee.live.event_fields import event_fields, event_from
from referee.live.inputs import Correct
from referee.live.placing import place_all, with_ending
from referee.live.state import GameState, Ply
from rules.games.babel import FULL_HAND, Cube, Face
from vision.games.babel.memory import CubeMemory

CORNER, EAST = (0, 0, 0), (1, 0, 0)
WHITE_UP = Cube(1, frozenset({Face.U}), frozenset(Face) - {Face.U})


def white_placed(other_hand):
    """A game whose first cube looks up; what the player to move held at its beginning."""
    return GameState(
        cubes={CORNER: CubeMemory(told=WHITE_UP)},
        plies=(Ply(1, 1, CORNER, WHITE_UP),),
        start_hands=(FULL_HAND, other_hand),
        has_begun=True,
    )


@pytest.mark.parametrize(("was_over", "told"), [(False, ["corrected", "game_over"]), (True, ["corrected"])])
def test_a_correction_tells_the_end_of_a_game_unless_it_was_over_before(was_over, told):
    """Beside a white cube that looks up, and beside a grey one, no grey fits."""
    game = replace(white_placed((3, 0, 0, 0, 0)), is_over=was_over)
    after = correct(game, CORNER, Cube(0), 1.0)
    assert after.game.is_over
    assert kinds(after.events) == told


def test_what_a_person_confirms_is_told_and_so_kept():
    """What is told goes into the journal, with all that is known of the cubes."""
    seen = CubeMemory((-9.0, 0.0, -9.0, -9.0, -9.0), 1)
    game = GameState(cubes={CORNER: seen}, plies=(Ply(1, 1, CORNER, Cube(1)),), has_begun=True)
    after = correct(game, CORNER, Cube(1), 1.0)
    assert after.game.cubes[CORNER].told == Cube(1)
    assert [(event.kind.value, event.by) for event in after.events] == [("corrected", "hand")]


def test_the_end_of_a_game_is_not_told_again_where_the_last_cube_is_turned(far_pose):
    """Player 2 holds no cube."""
    over = replace(white_placed((0, 0, 0, 0, 0)), is_over=True)
    (turned,) = reading_of("1E,-,-,-", far_pose).cubes
    after = turn(over, turned, 1.0)
    assert after.game.is_over
    assert kinds(after.events) == ["turned"]


@pytest.mark.parametrize(
    ("told", "kinds_told"),
    [
        (Cube(0), ["turned"]),
        (Cube(1, frozenset({Face.W}), frozenset(Face) - {Face.W}), ["turned"]),
        (WHITE_UP, ["turned", "fault"]),
        (None, ["turned", "fault"]),
    ],
    ids=["another colour", "another face", "as it was seen", "nothing"],
)
def test_a_cube_that_never_lay_as_a_person_said_was_turned_by_nobody(far_pose, told, kinds_told):
    """It was seen white with its bulge up; the player did something else since."""
    (up,), (east, _) = (reading_of(tower, far_pose).cubes for tower in ("1U,-,-,-", "1E,0,-,-"))
    memory = replace(CubeMemory().seen(up).seen(up), told=told)
    plies = (Ply(1, 1, CORNER, memory.known), Ply(2, 2, EAST, Cube(0)))
    game = GameState(cubes={CORNER: memory, EAST: CubeMemory(told=Cube(0))}, plies=plies, has_begun=True)
    assert kinds(turn(game, east, 1.0).events) == kinds_told


@pytest.mark.parametrize(
    ("before", "after"), [(FULL_HAND, None), ((2, 3, 1, 3, 2), (FULL_HAND, FULL_HAND))], ids=["full", "one too few"]
)
def test_no_hand_holds_more_than_it_began_with_once_a_cube_is_taken_back(before, after):
    game = GameState(
        cubes={CORNER: CubeMemory(told=Cube(0))},
        start_hands=(before, FULL_HAND),
        start_number=1,
        start_player=2,
        has_begun=True,
    )
    assert take_away(game, CORNER, 1.0).game.hands == after


@pytest.mark.parametrize(("chance_of_beige", "told"), [(0.85, []), (0.99, ["corrected"])])
def test_what_was_said_is_taken_back_only_if_something_else_is_sure(chance_of_beige, told):
    white_or_beige = CubeMemory((-9.0, math.log(1 - chance_of_beige), -9.0, math.log(chance_of_beige), -9.0), 1)
    game = GameState(cubes={CORNER: white_or_beige}, plies=(Ply(1, 1, CORNER, Cube(1)),), has_begun=True)
    assert kinds(reconsider(game, 1.0).events) == told


def test_of_cubes_that_came_between_two_looks_any_may_be_taken_back(begun):
    begun.move("0,-,-,-")
    begun.move("0,1W,1S,-")
    events = begun.move("0,-,1S,-")
    assert [(event.kind.value, event.player, event.cell) for event in events if event.kind.value != "hand"] == [
        ("undo", 1, (1, 0, 0))
    ]
    assert [(ply.number, ply.player, ply.cell) for ply in begun.state.game.plies] == [(1, 1, CORNER), (2, 2, (0, 1, 0))]


def test_a_cube_that_came_before_the_last_of_several_is_not_taken_back(begun):
    begun.move("0,-,-,-")
    begun.move("0,1W,1S,-")
    begun.move("0,1W,1S,2WS")
    assert kinds(begun.move("0,-,1S,2WS")) == ["fault"]


def test_a_cube_that_may_have_been_exchanged_as_another_came_is_not_said_to_be_moved_when_it_is_gone(begun):
    begun.move("1U,-,-,-", nats=6.0)
    begun.move("1E,0,-,-", nats=6.0)
    assert kinds(begun.move("-,0,-,-", nats=6.0)) == ["undo"]
    assert [(ply.number, ply.player, ply.cell) for ply in begun.state.game.plies] == [(1, 1, (1, 0, 0))]


def test_a_cube_that_nobody_ever_saw_is_not_said_to_be_moved_where_none_stands():
    """It was taken to be below another when the game was joined."""
    cubes = {(1, 1, 0): CubeMemory(), CORNER: CubeMemory(told=WHITE_UP), (0, 0, 1): CubeMemory(told=Cube(0))}
    game = GameState(cubes=cubes, start_hands=None, start_number=3, start_player=2, has_begun=True)
    after = take_away(game, (1, 1, 0), 1.0)
    assert kinds(after.events) == ["corrected"]
    assert (after.game.number, after.game.to_move) == (2, 1)


def test_who_placed_which_of_two_is_open_too_where_one_stands_in_place_of_a_cube_taken_back(begun):
    begun.move("1U,-,-,-", nats=6.0)
    events = [event for event in begun.move("0,1W,-,-", nats=6.0) if event.kind.value != "hand"]
    assert kinds(events) == ["undo", "placement", "placement"]
    assert not any(event.is_order_known for event in events[1:])


def test_whose_turn_it_was_is_open_where_the_last_cube_may_have_been_exchanged_as_another_came(begun):
    begun.move("1U,-,-,-", nats=6.0)
    begun.move("1E,0,-,-", nats=6.0)
    assert [(ply.cell, ply.is_order_known) for ply in begun.state.game.plies] == [(CORNER, False), ((1, 0, 0), False)]


def test_whose_turn_it_was_is_known_where_only_an_earlier_cube_looks_different(begun):
    for tower in ("1U,-,-,-", "1U,0,-,-", "1E,0,-,0"):
        begun.move(tower, nats=6.0)
    assert [ply.is_order_known for ply in begun.state.game.plies] == [True, True, True]


def test_a_cube_that_may_have_come_in_exchange_for_the_last_one_is_taken_back_also_once_more_is_seen_of_it(begun):
    begun.move("1U,-,-,-", nats=6.0)
    begun.move("1E,0,-,-", nats=6.0)
    begun.show("1E,0,-,-", light=0.8)
    begun.move("1E,0,-,-", nats=6.0)
    assert kinds(begun.move("-,0,-,-", nats=6.0)) == ["undo"]


def test_whose_turn_it_was_is_open_where_another_cube_is_seen_with_one_that_a_person_told(begun):
    begun.move("1U,-,-,-")
    begun.step(Correct((1, 0, 0), Cube(0)))
    begun.move("1U,0,-,1S")
    assert [(ply.cell, ply.is_order_known) for ply in begun.state.game.plies] == [
        (CORNER, True),
        ((1, 0, 0), False),
        ((1, 1, 0), False),
    ]


def test_whose_turn_it_was_is_known_of_a_cube_that_a_person_told_once_it_is_seen_alone(begun):
    begun.move("1U,-,-,-")
    begun.step(Correct((1, 0, 0), Cube(0)))
    begun.move("1U,0,-,-")
    begun.move("1U,0,-,1S")
    assert all(ply.is_order_known for ply in begun.state.game.plies)


def seen(type, **marks):
    """Looks that are sure of a cube's type, and of marks by the letter of their face: True for a bulge."""
    types = tuple(0.0 if number == type else -16.0 for number in range(5))
    return CubeMemory(types, 3, {Face[name]: (16.0 if mark else -16.0, 3) for name, mark in marks.items()})


def test_a_fault_that_followed_from_a_misread_cube_is_withdrawn_with_it():
    """Two grey cubes side by side: the first turns out to be white."""
    game = place_all(GameState(has_begun=True), {CORNER: seen(0, U=False, S=False)}, 1.0).game
    game = place_all(game, {EAST: seen(0, U=False, S=False, E=False)}, 2.0).game
    assert [fault.rule for fault in game.plies[1].faults] == [6]
    by_looks = reconsider(replace(game, cubes={**game.cubes, CORNER: seen(1, U=False, S=False)}), 3.0)
    for outcome in (by_looks, correct(game, CORNER, Cube(1), 3.0)):
        assert [ply.faults for ply in outcome.game.plies] == [(), ()]
        assert kinds(outcome.events) == ["corrected", "corrected"]


def test_of_two_faults_the_one_that_was_none_is_withdrawn_by_its_rule():
    """A white cube with its bulge outside beside a grey one, which turns out to be white."""
    game = place_all(GameState(has_begun=True), {CORNER: seen(0, U=False, S=False)}, 1.0).game
    game = place_all(game, {EAST: CubeMemory().corrected(Cube(1, frozenset({Face.S})))}, 2.0).game
    assert sorted(fault.rule for fault in game.plies[1].faults) == [5, 6]
    event = correct(game, CORNER, Cube(1), 3.0).events[-1]
    assert event.rules_withdrawn == (6,)
    assert not event.is_withdrawn
    assert event.message.endswith("and did not break rule 6 after all.")
    assert event_from(event_fields(event)) == event


def test_a_placement_is_judged_anew_with_what_stood_there_then():
    """The cube between two was taken away, which is told; they did not stand across from each other before."""
    game = GameState(has_begun=True)
    ways = {CORNER: seen(0, U=False, S=False), EAST: seen(1, U=False, S=False, E=False)}
    for cell, memory in {**ways, (1, 1, 0): seen(0, U=False, E=False)}.items():
        game = place_all(game, {cell: memory}, 1.0).game
    left = take_away(game, EAST, 2.0)
    assert kinds(left.events) == ["fault"]
    assert kinds(correct(left.game, (1, 1, 0), Cube(1), 3.0).events) == ["corrected"]


def test_a_spare_cube_beside_the_tower_makes_no_fault_of_a_cube_that_is_taken_back():
    cubes = {CORNER: CubeMemory(told=Cube(0)), EAST: CubeMemory(told=Cube(1))}
    joined = GameState(cubes=cubes, start_hands=None, start_number=2, has_begun=True)
    spare = place_all(joined, {(3, 0, 0): seen(0, U=False)}, 1.0).game
    back = take_away(spare, EAST, 2.0)
    assert kinds(back.events) == ["undo"]
    assert (back.game.number, set(back.game.cubes)) == (2, {CORNER, (3, 0, 0)})
    assert [(ply.number, ply.player) for ply in back.game.plies] == [(2, 2)]


def test_a_colour_that_a_person_confirms_counts_against_the_hand_and_may_end_the_game():
    """Player 1 held a single cube, white as it looks, but not for sure."""
    white = CubeMemory((-2.5, 0.0, -9.0, -9.0, -9.0), 1, {Face.S: (-6.0, 1), Face.U: (-6.0, 1)})
    grey = CubeMemory().corrected(Cube(0))
    plies = (Ply(1, 1, CORNER, white.corrected(Cube(1)).known, confidence=0.9), Ply(2, 2, EAST, Cube(0)))
    hands = ((0, 1, 0, 0, 0), (1, 0, 0, 0, 0))
    game = GameState(cubes={CORNER: white, EAST: grey}, plies=plies, start_hands=hands, has_begun=True)
    assert not with_ending(game, 1.0)[0].is_over
    told = correct(game, CORNER, Cube(1), 2.0)
    assert kinds(told.events) == ["corrected", "game_over"]


@pytest.mark.parametrize("was_over", [True, False])
def test_after_the_end_a_game_stays_played_out_while_cubes_are_taken_back(was_over):
    over = replace(white_placed((0, 0, 0, 0, 0)), is_over=not was_over, was_over=was_over)
    after = take_away(over, CORNER, 1.0).game
    assert (after.is_over, after.is_played_out) == (False, True)


def test_a_cube_that_lay_beside_the_tower_accuses_nobody_when_it_is_gone():
    game = GameState(has_begun=True)
    for cell, type in ((CORNER, 0), ((3, 0, 0), 0), (EAST, 1)):
        game = place_all(game, {cell: seen(type, U=False)}, 1.0).game
    assert kinds(take_away(game, (3, 0, 0), 2.0).events) == ["corrected"]


def test_the_last_cube_may_be_taken_back_though_one_was_laid_beside_the_tower_since():
    game = place_all(GameState(has_begun=True), {CORNER: seen(0, U=False)}, 1.0).game
    game = place_all(game, {(3, 0, 0): seen(0, U=False)}, 2.0).game
    assert kinds(take_away(game, CORNER, 3.0).events) == ["undo"]


def test_who_takes_back_the_last_cube_of_a_game_that_was_joined_is_to_move_again():
    cubes = {CORNER: CubeMemory(told=Cube(0)), EAST: CubeMemory(told=Cube(1))}
    joined = GameState(cubes=cubes, start_hands=None, start_number=2, start_player=1, has_begun=True)
    (event,) = take_away(joined, EAST, 1.0).events
    after = take_away(joined, EAST, 1.0).game
    assert (event.player, after.number, after.to_move) == (2, 1, 2)


def test_a_cube_that_is_turned_beside_the_tower_accuses_nobody(far_pose):
    game = GameState(has_begun=True)
    for cell, type in (((2, 0, 0), 1), (CORNER, 0)):
        game = place_all(game, {cell: seen(type, U=type == 1)}, 1.0).game
    (turned,) = (cube for cube in reading_of("0,-,-,- +2,0,0=1E", far_pose).cubes if cube.cell == (2, 0, 0))
    assert kinds(turn(game, turned, 2.0).events) == ["turned"]


def test_the_last_cube_breaks_a_rule_once_it_is_turned_so_that_it_does(far_pose):
    game = place_all(GameState(has_begun=True), {CORNER: seen(1, U=True, S=False)}, 1.0).game
    (turned,) = reading_of("1S,-,-,-", far_pose, nats=12.0).cubes
    outcome = turn(game, turned, 2.0)
    assert kinds(outcome.events) == ["turned", "fault"]
    assert [fault.rule for fault in outcome.game.plies[0].faults] == [5]


def test_nothing_is_withdrawn_of_a_placement_that_was_told_to_break_no_rule():
    (event,) = correct(white_placed(FULL_HAND), CORNER, Cube(0), 1.0).events
    assert (event.is_withdrawn, event.rules_withdrawn) == (False, ())
    assert "broke no rule" not in event.message
