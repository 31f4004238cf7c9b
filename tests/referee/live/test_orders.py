"""What a person answers, corrects and takes back counts."""

from dataclasses import replace

import pytest
from fake_table import after_order, kinds, rules_broken

from referee.live.events import tell_of_a_foul
from referee.live.game_events import EventKind
from referee.live.inputs import Choose, Correct
from referee.live.orders import Resync, Undo
from referee.live.placing import place_all, sure_hand
from referee.live.state import GameState, LiveState, Phase, Question
from referee.live.step import step
from rules.games.babel import FULL_HAND, Cube, Face, parse_tower
from vision.games.babel.memory import CubeMemory


def test_a_correction_that_changes_nothing_begins_no_game(table):
    table.step(Correct((0, 0, 0), None))
    assert kinds(table.show("1N,1U,1U,1W", seconds=2.0)) == ["joined"]


def test_reading_anew_closes_the_open_question(begun):
    begun.state = replace(begun.state, question=Question("Is it so?", ()))
    begun.step(Resync())
    assert begun.state.question is None


def test_of_cubes_that_were_missed_a_higher_one_may_be_told_first(begun):
    for tower in ("1N,-,-,-", "1N,-,1U,-", "1N,1U,1U,-"):
        begun.move(tower, nats=6.0)
    begun.step(Correct((0, 0, 1), Cube(1, frozenset({Face.D}))))
    assert kinds(begun.events[-2:]) == ["placement", "ask"]
    begun.step(Correct((1, 1, 0), Cube(0)))
    game = begun.state.game
    assert [(ply.number, ply.player, ply.cell) for ply in game.plies[3:]] == [(4, 2, (1, 1, 0)), (5, 1, (0, 0, 1))]
    assert rules_broken(begun.events) == []


def test_cubes_told_while_out_of_step_are_no_faults_in_whichever_order_they_are_told(begun):
    begun.move("1E,-,-,-", nats=6.0)
    tower = "1E,2NU,1U,0/1D,-,-,-"
    assert kinds(begun.move(tower)) == ["out_of_step"]
    cubes = parse_tower(tower)
    for cell in ((0, 0, 1), (1, 1, 0), (0, 1, 0), (1, 0, 0)):
        begun.step(Correct(cell, cubes[cell]))
    begun.show(tower, seconds=3.0)
    assert rules_broken(begun.events) == []
    assert kinds(begun.events[-1:]) == ["resync"]
    game = begun.state.game
    assert (set(game.cubes), game.to_move, game.number) == (set(cubes), 2, 5)
    assert sure_hand(game, game.plies, 2) == FULL_HAND


def test_doubt_is_asked_about_and_the_answer_is_taken(begun):
    events = begun.move("1S,-,-,-", nats=3.0)
    assert kinds(events) == ["placement", "ask"]
    assert begun.state.phase is Phase.ASKING
    choices = begun.state.question.choices
    assert parse_tower("1S,-,-,-")[0, 0, 0] in {choice.cube for choice in choices}
    assert len({choice.cube for choice in choices}) == len(choices)
    chosen = next(choice for choice in choices if choice.cube == Cube(1, frozenset({Face.S})))
    before = len(begun.events)
    begun.step(Choose(chosen))
    answered = begun.events[before:]
    assert kinds(answered) == ["corrected", "fault"]
    assert answered[0].by == "hand"
    assert begun.state.question is None


def test_an_answer_to_a_question_that_is_no_longer_open_says_nothing(begun):
    begun.move("1S,-,-,-", nats=3.0)
    asked = begun.state.question
    late = next(choice for choice in asked.choices if choice.cube == Cube(1, frozenset({Face.S})))
    other = Question("Which?", tuple(replace(choice, cell=(1, 0, 0)) for choice in asked.choices))
    for question in (other, None):
        state, events = step(replace(begun.state, question=question), Choose(late))
        assert (state.game, state.question, events) == (begun.state.game, question, ())


def test_a_colour_that_a_person_tells_keeps_the_marks_that_were_seen():
    marks = {Face.E: (-6.0, 1), Face.S: (-6.0, 1), Face.U: (6.0, 1)}
    memory = CubeMemory(types=(-6.0, -1.0, 0.0, -0.3, -6.0), type_looks=1, marks=marks)
    placed = place_all(GameState(has_begun=True), {(0, 0, 0): memory}, 1.0)
    assert placed.question is not None
    told = placed.question.choices[1].cube
    state, _ = step(LiveState(game=placed.game, question=placed.question), Choose(placed.question.choices[1]))
    cube = state.game.plies[0].cube
    assert cube.type == told.type
    assert state.game.plies[0].confidence == pytest.approx(1.0)
    assert Face.U in cube.bulges and {Face.E, Face.S} <= cube.hollows
    assert cube == state.game.tower[0, 0, 0]


def test_orders_by_hand_take_back_and_correct(begun):
    begun.move("1E,-,-,-")
    begun.step(Correct((0, 0, 0), parse_tower("3ENU,-,-,-")[0, 0, 0]))
    assert (begun.events[-1].kind, begun.events[-1].by) == (EventKind.CORRECTED, "hand")
    assert begun.state.game.hands == ((3, 3, 1, 2, 2), (3, 3, 1, 3, 2))
    begun.step(Undo())
    assert (begun.events[-1].kind, begun.events[-1].by) == (EventKind.UNDO, "hand")
    begun.step(Resync())
    assert begun.state.phase is Phase.OUT_OF_STEP


def test_a_fault_that_was_deduced_is_not_told_again_once_it_is_seen(begun, camera_at):
    begun.move("4WNSU,-,-,-", seconds=2.0, nats=6.0)
    begun.pose = camera_at((-8.5, -8.5, 9.0), focal_px=560.0, size_wh=(640, 480), target=(0.0, 0.0, 2.2))
    begun.show("4WNSU,-,-,-", seconds=3.0, nats=6.0)
    begun.step(Correct((0, 0, 0), parse_tower("4WNSU,-,-,-")[0, 0, 0]))
    faults = [(e.rule, e.cell, e.faces) for e in begun.events if e.kind is EventKind.FAULT]
    assert len(faults) == len(set(faults))


@pytest.mark.parametrize(
    ("order", "is_foul"),
    [(Correct((0, 0, 0), Cube(1, frozenset({Face.U}))), False), (Correct((0, 0, 0), None), False), (Undo(), True)],
)
def test_a_foul_is_told_until_it_is_withdrawn_and_not_only_taken_back(begun, order, is_foul):
    """What was read as a bulge outside was a hollow, or no cube at all, or is taken back by its player."""
    begun.move("1S,-,-,-", nats=8.0)
    assert tell_of_a_foul(begun.events)
    begun.step(order)
    assert tell_of_a_foul(begun.events) == is_foul
    assert not begun.state.game.plies or not begun.state.game.plies[0].faults


def test_a_cube_that_was_never_there_is_corrected_away_and_nobody_is_blamed(begun):
    begun.move("1E,-,-,-")
    begun.move("1E,0,-,-")
    begun.move("1E,0,0,-")
    (event,) = after_order(begun, Correct((1, 0, 0), None))
    assert (event.kind, event.by, event.cell) == (EventKind.CORRECTED, "hand", (1, 0, 0))
    assert event.position == "1E,-,0,- 32132:23132 1"
    assert [(ply.number, ply.player, ply.cell) for ply in begun.state.game.plies] == [
        (1, 1, (0, 0, 0)),
        (2, 2, (0, 1, 0)),
    ]


def test_a_fault_that_came_of_a_cube_that_was_never_there_is_taken_back(begun):
    begun.move("1E,-,-,-")
    begun.move("1E,-,-,0")
    assert {fault.rule for fault in begun.state.game.plies[-1].faults} == {7}
    told = after_order(begun, Correct((0, 0, 0), None))
    assert kinds(told) == ["corrected", "corrected"]
    assert "broke no rule after all" in told[-1].message


def test_a_correction_where_a_cube_was_missed_is_no_new_placement(begun):
    begun.move("1E,-,-,-")
    begun.move("1E,0,-,-")
    assert EventKind.FAULT in {event.kind for event in begun.move("-,0,-,-")}
    told = after_order(begun, Correct((0, 0, 0), parse_tower("0,-,-,-")[0, 0, 0]))
    assert kinds(told) == ["resync", "corrected"]
    assert [(ply.player, ply.type) for ply in begun.state.game.plies] == [(1, 0), (2, 0)]


def test_undo_without_a_placement_does_nothing(begun):
    before = len(begun.events)
    begun.step(Undo())
    assert begun.events[before:] == []
