"""What keys do and what is shown beside the picture of a live game of 012x012."""

from dataclasses import replace

import pytest

from referee.live.game_events import EventKind, ViewChange
from referee.live.keys import ESCAPE
from referee.live.orders import MoveDone, Resync
from referee.live_boards.controls import Controls, Suggested, told
from referee.live_boards.events import BoardEvent
from referee.live_boards.state import BoardState
from referee.live_boards.zero12 import words
from referee.live_boards.zero12.game import BoardGame, Line
from referee.live_boards.zero12.suggesting import suggestions
from referee.live_boards.zero12.window import WINDOW
from rules.game import Fault
from rules.games.zero12 import Options, bit, parse_move, square_name, start

BEGUN = BoardGame.from_position(start())
PLACED = BoardEvent(EventKind.PLACEMENT, 1.0, "1. Player 1 lays a1N2.", ply=1, player=1, squares=("a1", "a2"))
FAULT = BoardEvent(EventKind.FAULT, 2.0, "c3 asks for red.", ply=2, player=2, squares=("c3",), rule=2)
WITHDRAWN = BoardEvent(EventKind.CORRECTED, 3.0, "Corrected.", ply=2, rules_withdrawn=(2,))


def no_time() -> bool:
    return False


@pytest.mark.parametrize(
    ("events", "tone"),
    [
        ([words.begins(BEGUN, 1.0)], "plain"),
        ([PLACED], "good"),
        ([PLACED, FAULT], "bad"),
        ([WITHDRAWN], "good"),
        ([FAULT, WITHDRAWN], "good"),
        ([words.not_followed("", 1.0)], "unsure"),
        ([words.restored(replace(BEGUN, altered=("a1",)), 1.0)], "plain"),
    ],
)
def test_what_was_said_last_is_meant_well_or_not(events: list[BoardEvent], tone: str) -> None:
    controls = told(Controls(), events)
    assert controls.tone == tone
    assert all(event.message in controls.verdict for event in events)


def test_a_fault_is_told_with_its_rule_and_squares_until_other_news_come() -> None:
    bad = told(Controls(), [PLACED, FAULT])
    assert bad.verdict == "1. Player 1 lays a1N2. Against rule 2: c3 asks for red."
    assert bad.at_fault == {"c3"}
    assert told(bad, [PLACED]).at_fault == frozenset()


@pytest.mark.parametrize(
    "passing",
    [BoardEvent(EventKind.HAND, 2.0, "", is_there=True), BoardEvent(EventKind.VIEW, 2.0, "", view=ViewChange.DARK)],
)
def test_hands_and_bad_pictures_leave_the_verdict_as_it_is(passing: BoardEvent) -> None:
    bad = told(Controls(), [FAULT])
    assert told(bad, [passing]) == bad


@pytest.mark.parametrize(("key", "order"), [(" ", MoveDone()), ("r", Resync()), ("R", Resync())])
def test_keys_give_orders(key: str, order: object) -> None:
    assert WINDOW.press(Controls(remark="old"), ord(key), BoardState(game=BEGUN)) == (Controls(), order)


def test_q_quits_and_keys_without_a_meaning_do_nothing() -> None:
    state = BoardState(game=BEGUN)
    assert WINDOW.press(Controls(), ord("q"), state)[0].has_quit
    for key in (-1, 0, 200, ord("u"), ord("1")):
        assert WINDOW.press(Controls(remark="as it was"), key, state) == (Controls(remark="as it was"), None)


def test_suggestions_stay_until_escape_or_news() -> None:
    controls = Controls(suggestions=(Suggested(frozenset({"a1", "a2"}), "a1N2"),))
    assert WINDOW.press(controls, ESCAPE, BoardState(game=BEGUN)) == (Controls(), None)
    assert told(controls, [PLACED]).suggestions == ()


def test_three_turns_are_suggested_with_their_chance_to_win() -> None:
    found, remark = suggestions(BEGUN, no_time)
    assert (len(found), remark) == (3, "")
    assert all("chance to win" in suggested.text for suggested in found)
    name = found[0].text.split(" – ")[0]
    move = parse_move(name)
    assert set(map(square_name, move.squares)) == found[0].squares


def test_alone_there_is_no_chance_to_win() -> None:
    found, _ = suggestions(BoardGame.from_position(start(Options(players=1, mode="puzzle"))), no_time)
    assert "chance" not in found[0].text
    assert "asks for" in found[0].text


def test_the_key_suggests_and_says_why_it_does_not() -> None:
    last = replace(start(), stocks=((0, 0, 1), (0, 0, 0)), laid=(0, 0, 0))
    controls, order = WINDOW.press(Controls(remark="old"), ord("s"), BoardState(game=BoardGame.from_position(last)))
    assert (order, controls.remark) == (None, "")
    assert controls.suggestions
    controls, _ = WINDOW.press(controls, ord("s"), BoardState(game=BoardGame.of()))
    assert (controls.suggestions, controls.remark) == ((), "No suggestion: the board was not read yet.")


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"is_over": True}, "The game is over."),
        ({"laid": (bit((0, 0)), 0, 0)}, "a turn is under way"),
        ({"laid": (bit((0, 0)), 0, 0), "faults": (Fault("2", ("a1",), ""),)}, "the turn under way breaks a rule"),
        ({"altered": ("a1",)}, "gone or exchanged"),
        ({"lines": (Line(start()).unsure,)}, "it is not known whose turn it is"),
    ],
)
def test_why_there_is_no_suggestion_is_said(changes: dict[str, object], reason: str) -> None:
    found, remark = suggestions(replace(BEGUN, **changes), no_time)
    assert found == ()
    assert reason in remark
