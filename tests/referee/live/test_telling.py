"""Events as sentences: all kinds in all languages, faults by rule, cell and faces."""

from dataclasses import replace

import pytest

from referee.live.events import Event
from referee.live.game_events import EventKind, ViewChange
from referee.live.telling import sentence, spoken
from referee.phrases import LANGUAGES, Phrasebook
from rules.games.babel import Face

#: One event of each kind and of each rule, with what must be in its sentence whatever the language.
EVERY_EVENT = [
    Event(EventKind.START, 0.0, ""),
    Event(EventKind.JOINED, 0.0, ""),
    Event(EventKind.PLACEMENT, 0.0, "", 3, 1, (1, 0, 1), 4, is_order_known=False),
    Event(EventKind.CORRECTED, 0.0, "", 3, 1, (1, 0, 1), 3, by="hand"),
    Event(EventKind.CORRECTED, 0.0, "", 3, 1, (1, 0, 1), 3, by="seen", is_withdrawn=True),
    Event(EventKind.CORRECTED, 0.0, "", 3, 1, (1, 0, 1), 3, by="seen", rules_withdrawn=(5, 6)),
    Event(EventKind.UNDO, 0.0, "", 3, 1, (1, 0, 1)),
    Event(EventKind.TURNED, 0.0, "", 3, 1, (1, 0, 1)),
    Event(EventKind.TOPPLED, 0.0, ""),
    Event(EventKind.TAKEN_DOWN, 0.0, ""),
    Event(EventKind.OUT_OF_STEP, 0.0, ""),
    Event(EventKind.RESYNC, 0.0, ""),
    Event(EventKind.RESYNC, 0.0, "", cell=(1, 0, 1)),
    Event(EventKind.ASK, 0.0, ""),
    Event(EventKind.HAND, 0.0, "", is_there=True),
    Event(EventKind.HAND, 0.0, "", is_there=False),
    Event(EventKind.GAME_OVER, 0.0, "", player=2),
    Event(EventKind.GAME_OVER, 0.0, ""),
    *(Event(EventKind.VIEW, 0.0, "", view=view) for view in ViewChange),
    *(Event(EventKind.FAULT, 0.0, "", 3, 1, (1, 0, 1), 4, rule=rule, by="seen") for rule in range(1, 8)),
    Event(EventKind.FAULT, 0.0, "", None, None, (1, 0, 1), 4, rule=1, by="seen"),
    Event(EventKind.FAULT, 0.0, "", 3, 1, (2, 0, 0), 4, rule=3, by="seen"),
    Event(EventKind.FAULT, 0.0, "", 3, 1, (0, 0, 6), 4, rule=3, by="seen"),
    Event(EventKind.FAULT, 0.0, "", 3, 1, (1, 0, 1), 4, rule=1, faces=(Face.E,), by="seen"),
    Event(EventKind.FAULT, 0.0, "", 3, 1, (1, 0, 1), 4, (Face.E,), rule=5, faces=(Face.E,), by="deduced"),
    *(Event(EventKind.FAULT, 0.0, "", cell=(1, 0, 1), rule=rule, by="deduced") for rule in (1, 6)),
]


def fault(**more) -> Event:
    return Event(EventKind.FAULT, 0.0, "", 3, 1, (1, 0, 1), 3, by="seen", **more)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_is_told_in_every_language(language: str) -> None:
    phrases = Phrasebook(language)
    told = [sentence(event, phrases) for event in EVERY_EVENT]
    assert all(told)
    assert not [text for text in told if "{" in text]
    if language != "en":
        assert not set(told) & {sentence(event, Phrasebook("en")) for event in EVERY_EVENT}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_correction_names_the_rules_that_were_not_broken_after_all(language: str) -> None:
    corrected = Event(EventKind.CORRECTED, 0.0, "", 3, 1, (1, 0, 1), 3, by="seen", rules_withdrawn=(6, 7))
    told = sentence(corrected, Phrasebook(language))
    assert "6" in told
    assert "7" in told


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_fault_names_its_rule_and_place(language: str) -> None:
    told = sentence(fault(rule=5, faces=(Face.E, Face.S), bulges=(Face.E, Face.S)), Phrasebook(language))
    assert "5" in told
    assert "b1" in told
    assert "2" in told


def test_the_sentences_read_well() -> None:
    phrases = Phrasebook("en")
    placed = Event(EventKind.PLACEMENT, 0.0, "", 3, 1, (1, 0, 1), 4)
    assert sentence(placed, phrases) == "Player 1: blue, b1 on level 2."
    outer = fault(rule=5, faces=(Face.E,), bulges=(Face.E, Face.N, Face.D))
    assert sentence(outer, phrases) == ("Against rule 5: a bulge shows on the outside: b1 on level 2, East side.")
    assert sentence(outer, Phrasebook("de")) == (
        "Gegen Regel 5: Eine Noppe zeigt nach außen: b1 auf Ebene 2, Ostseite."
    )


def test_rule_six_says_which_marks_meet_as_far_as_they_are_known() -> None:
    phrases = Phrasebook("en")
    assert "two bulges meet" in sentence(fault(rule=6, faces=(Face.W,), bulges=(Face.W,)), phrases)
    assert "two hollows meet" in sentence(fault(rule=6, faces=(Face.W,), bulges=(Face.E,)), phrases)
    assert "two equal marks meet" in sentence(fault(rule=6, faces=(Face.W,), unknown=(Face.W,)), phrases)


def test_what_only_follows_is_said_to_follow() -> None:
    deduced = Event(EventKind.FAULT, 0.0, "", 3, 1, (1, 0, 1), 3, rule=6, by="deduced")
    assert sentence(deduced, Phrasebook("en")) == (
        "Against rule 6: two equal marks meet: b1 on level 2. This was not seen, but it follows."
    )


def test_faults_are_spoken_and_hands_are_not() -> None:
    phrases = Phrasebook()
    placed = Event(EventKind.PLACEMENT, 1.0, "", 1, 1, (0, 0, 0), 1)
    fault = replace(placed, kind=EventKind.FAULT, rule=5, faces=(Face.S,), by="seen")
    assert spoken((Event(EventKind.HAND, 1.0, "", is_there=True),), phrases) == ()
    assert spoken((placed,), phrases) == ("Nothing speaks against it.",)
    (said,) = spoken((placed, fault), phrases)
    assert said.startswith("Against rule 5")
