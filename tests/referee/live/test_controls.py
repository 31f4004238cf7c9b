"""What keys do and what is shown beside the picture of a live game."""

from dataclasses import replace

import pytest

from referee.live.controls import (
    Controls,
    choice_texts,
    parse_correction,
    pressed,
    suggestions,
    told,
)
from referee.live.events import Choice, Event
from referee.live.game_events import EventKind, ViewChange
from referee.live.inputs import Choose, Correct
from referee.live.keys import BACKSPACE, ENTER, ESCAPE
from referee.live.orders import MoveDone, Resync, Undo
from referee.live.state import GameState, LiveState, Ply, Question
from referee.phrases import Phrasebook
from rules.games.babel import Cube, Face, parse_position

ENGLISH = Phrasebook("en")
PLACED = Event(EventKind.PLACEMENT, 1.0, "", 1, 1, (0, 0, 0), 1)
FAULT = Event(EventKind.FAULT, 1.0, "", 1, 1, (0, 0, 0), 1, (Face.S,), rule=5, faces=(Face.S,), by="seen")
#: So near the end that the solver needs no time.
LATE = parse_position("1N,3WNU,2EU,1U/3END,1N,2EU,1U/4ENUD,1D,0,3WSU/0,4WNUD,4ESUD,0 10030:21001 1")


def typed(text: str, controls: Controls) -> tuple[Controls, object]:
    order = None
    for letter in text:
        controls, order = pressed(controls, ord(letter), LiveState(), ENGLISH)
    return controls, order


def test_a_legal_placement_is_good_news_and_a_fault_is_not() -> None:
    good = told(Controls(), [PLACED], ENGLISH)
    assert good.tone == "good"
    assert good.verdict == "Player 1: white, a1 on level 1. Nothing speaks against it."
    bad = told(good, [PLACED, FAULT], ENGLISH)
    assert bad.tone == "bad"
    assert "rule 5" in bad.verdict
    assert "Nothing speaks" not in bad.verdict
    assert bad.faulty == {((0, 0, 0), Face.S)}


@pytest.mark.parametrize(
    "passing", [Event(EventKind.HAND, 2.0, "", is_there=True), Event(EventKind.VIEW, 2.0, "", view=ViewChange.DARK)]
)
def test_hands_and_bad_pictures_leave_the_verdict_as_it_is(passing: Event) -> None:
    bad = told(Controls(), [PLACED, FAULT], ENGLISH)
    assert told(bad, [passing], ENGLISH) == bad


def test_taking_back_clears_the_fault() -> None:
    bad = told(Controls(), [PLACED, FAULT], ENGLISH)
    assert told(bad, [Event(EventKind.UNDO, 3.0, "", 1, 1, (0, 0, 0))], ENGLISH).faulty == frozenset()


@pytest.mark.parametrize(("key", "order"), [("u", Undo()), ("U", Undo()), (" ", MoveDone()), ("r", Resync())])
def test_keys_give_orders(key: str, order: object) -> None:
    assert pressed(Controls(), ord(key), LiveState(), ENGLISH)[1] == order


def test_no_key_and_unknown_keys_do_nothing() -> None:
    for key in (-1, 0, 200, ord("z"), ord("1")):
        assert pressed(Controls(remark="as it was"), key, LiveState(), ENGLISH) == (Controls(remark="as it was"), None)


def test_q_quits() -> None:
    assert pressed(Controls(), ord("q"), LiveState(), ENGLISH)[0].has_quit


def test_that_a_number_is_to_be_pressed_is_said_beside_a_fault_too() -> None:
    question = Event(EventKind.ASK, 1.0, "Which?", choices=(Choice((0, 0, 0), Cube(0), 0.5),))
    for events, tone in (([PLACED, question], "unsure"), ([FAULT, question], "bad")):
        controls = told(Controls(), events, ENGLISH)
        assert controls.verdict.endswith("Press its number.")
        assert controls.tone == tone


def test_a_question_is_answered_by_its_number() -> None:
    choices = (Choice((0, 0, 0), Cube(0), 0.6), Choice((1, 0, 0), Cube(2), 0.4))
    state = LiveState(question=Question("Which?", choices))
    assert choice_texts(state, ENGLISH) == ("1: grey 0, a1 on level 1 (60%)", "2: black 2?, b1 on level 1 (40%)")
    assert pressed(Controls(), ord("2"), state, ENGLISH)[1] == Choose(choices[1])
    assert pressed(Controls(), ord("3"), state, ENGLISH)[1] is None


def test_a_correction_is_typed_and_may_be_mended() -> None:
    controls, _ = typed("c", Controls())
    assert controls.entry == ""
    # While it is typed, letters are no orders.
    controls, order = typed("b1.2=3ENUq", controls)
    assert order is None
    assert not controls.has_quit
    controls, _ = pressed(controls, BACKSPACE, LiveState(), ENGLISH)
    assert controls.entry == "b1.2=3ENU"
    controls, order = pressed(controls, ENTER, LiveState(), ENGLISH)
    assert order == Correct((1, 0, 1), Cube(3, frozenset({Face.E, Face.N, Face.U})))
    assert controls.entry is None


@pytest.mark.parametrize("keys", ["b1.2=3enu", "B1.2=3ENU"])
def test_the_letters_of_a_cube_that_is_typed_are_bulges_in_any_case(keys: str) -> None:
    controls, _ = typed(f"c{keys}", Controls())
    assert controls.entry == "b1.2=3ENU"


def test_a_correction_that_cannot_be_read_stays_to_be_mended() -> None:
    controls, _ = typed("cb1", Controls())
    controls, order = pressed(controls, ENTER, LiveState(), ENGLISH)
    assert (order, controls.entry) == (None, "b1")
    assert "b1.2=3ENU" in controls.remark
    controls, order = pressed(controls, ESCAPE, LiveState(), ENGLISH)
    assert (order, controls.entry, controls.remark) == (None, None, "")


@pytest.mark.parametrize(
    ("text", "correction"),
    [
        ("a1.1=-", Correct((0, 0, 0), None)),
        (" b2.3 = 1U ", Correct((1, 1, 2), Cube(1, frozenset({Face.U})))),
        ("a2.1=3?", Correct((0, 1, 0), Cube(3))),
        ("a1.1=?Us", Correct((0, 0, 0), Cube(None, frozenset({Face.U}), frozenset({Face.S})))),
        ("", None),
        ("a1.1", None),
        ("c9.1=0", None),
        ("a1.1=9", None),
        ("a1.1=1U,0", None),
        ("a1.1=1U 2", None),
    ],
)
def test_corrections_are_read_strictly(text: str, correction: Correct | None) -> None:
    assert parse_correction(text) == correction


def test_suggestions_are_asked_for_and_go_with_the_next_placement() -> None:
    state = LiveState(game=GameState.from_position(LATE))
    controls, order = pressed(Controls(), ord("s"), state, ENGLISH)
    assert order is None
    assert 1 <= len(controls.suggestions) <= 3
    assert "on level 5" in controls.suggestions[0].text
    assert "placement" in controls.suggestions[0].text
    assert pressed(controls, ESCAPE, state, ENGLISH)[0].suggestions == ()
    assert told(controls, [PLACED], ENGLISH).suggestions == ()


def test_why_there_is_no_suggestion_is_said() -> None:
    late = GameState.from_position(LATE)
    assert suggestions(replace(late, is_over=True), ENGLISH) == ((), "The game is over")
    found, reason = suggestions(replace(late, start_hands=None), ENGLISH)
    assert (found, reason) == ((), "No suggestion: it is not known what the players hold.")
    illegal = GameState.from_position(parse_position("1S,-,-,- 32132:33132 2"))
    assert suggestions(illegal, ENGLISH) == ((), "No suggestion: the tower breaks a rule.")
    taken_away = replace(late, plies=(Ply(17, 1, (1, 1, 4), Cube(0)),))
    assert suggestions(taken_away, ENGLISH) == ((), "No suggestion: the tower breaks a rule.")
