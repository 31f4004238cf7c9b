"""What `watch --headless` prints in other languages than English."""

import json
from collections.abc import Iterator

import pytest

from referee.live.event_text import NOTHING_READ, event_text, printed
from referee.live.events import Choice, Event
from referee.live.game_events import EventKind
from referee.live.headless import run
from referee.live.session import Moment
from referee.live.state import GameState, LiveState
from referee.live.telling import written
from referee.phrases import Phrasebook
from rules.games.babel import Cube, Face

FAULT = Event(
    EventKind.FAULT, 62.0, "It shows a bulge.", 1, 1, (0, 0, 0), 1, (Face.S,), rule=5, faces=(Face.S,), by="seen"
)


class Game:
    """Stands for a session in which one fault happens."""

    has_fault = True

    def run(self) -> Iterator[Moment]:
        yield Moment(None, LiveState(), (FAULT,))


class Listener:
    """Stands for a speaker."""

    def __init__(self) -> None:
        self.told: list[Event] = []

    def tell(self, events: tuple[Event, ...]) -> None:
        self.told += events


def printing(game: Game, json_lines: bool, language: str = "en", speaker: Listener | None = None) -> int:
    """The exit status of a game whose events are printed."""
    phrases = Phrasebook(language)
    return run(game, lambda event: printed(event, json_lines, phrases, False), NOTHING_READ, speaker)


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "  1:02  AGAINST RULE 5: It shows a bulge."),
        ("de", "  1:02  Gegen Regel 5: Eine Noppe zeigt nach außen: a1 auf Ebene 1, Südseite."),
        ("ja", "  1:02  規則5に違反：外側に出っ張りが出ています：1段目のa1、南側。"),
    ],
)
def test_lines_are_in_the_language(capsys: pytest.CaptureFixture[str], language: str, line: str) -> None:
    assert printing(Game(), False, language) == 1
    assert capsys.readouterr().out == f"{line}\n"


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (
            Event(EventKind.PLACEMENT, 1.0, "", 3, 1, (1, 0, 0), 1, (Face.E,)),
            "3. Spieler 1: Weiß, b1 auf Ebene 1. (1E)",
        ),
        (
            Event(EventKind.PLACEMENT, 1.0, "", 2, 2, (1, 0, 0), 3, (Face.E,), unknown=(Face.N, Face.U, Face.D)),
            "2. Spieler 2: Beige, b1 auf Ebene 1. (3Ews?)",
        ),
        (
            Event(EventKind.START, 1.0, "", position="-,-,-,- 33132:33132 1"),
            "Das Spiel beginnt. (Spieler 1 ist am Zug)",
        ),
        (
            Event(EventKind.RESYNC, 1.0, "", position="1E,-,-,- 2"),
            "Wieder auf dem Laufenden. (Spieler 2 ist am Zug)",
        ),
    ],
)
def test_lines_tell_as_much_as_in_english(event: Event, text: str) -> None:
    assert written(event, Phrasebook("de")) == text


def test_json_keeps_all_but_its_message(capsys: pytest.CaptureFixture[str]) -> None:
    printing(Game(), True, "en")
    english = json.loads(capsys.readouterr().out)
    printing(Game(), True, "nl")
    dutch = json.loads(capsys.readouterr().out)
    assert dutch.pop("message").startswith("In strijd met regel 5")
    assert english.pop("message") == "It shows a bulge."
    assert dutch == english


def test_the_speaker_hears_what_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    listener = Listener()
    printing(Game(), False, speaker=listener)
    assert listener.told == [FAULT]
    assert capsys.readouterr().out


@pytest.mark.parametrize(
    ("is_lost", "is_over", "is_said"), [(True, False, True), (True, True, False), (False, False, False)]
)
def test_a_game_that_is_out_of_step_at_the_end_is_said_to_be(
    capsys: pytest.CaptureFixture[str], is_lost: bool, is_over: bool, is_said: bool
) -> None:
    class Ended(Game):
        def run(self) -> Iterator[Moment]:
            yield Moment(None, LiveState(game=GameState(is_over=is_over), is_lost=is_lost), (FAULT,))

    printing(Ended(), False)
    assert ("out of step at the end" in capsys.readouterr().err) == is_said


def test_pictures_that_stand_for_themselves_are_counted() -> None:
    assert event_text(FAULT, are_stills=True).startswith("   #62  ")


def test_the_choices_of_a_question_are_told_in_notation() -> None:
    choices = (Choice((1, 0, 2), Cube(3, frozenset({Face.E, Face.N, Face.U})), 0.7), Choice((1, 1, 2), Cube(1), 0.3))
    text = event_text(Event(EventKind.ASK, 1.0, "Which?", choices=choices))
    assert text.splitlines()[1:] == ["         70%  3ENU, b1 on level 3", "         30%  1?, b2 on level 3"]
