"""Speech: what is said, in which voice, and that its failure stays without consequence."""

import gc
import sys
import threading
import weakref
from types import ModuleType, SimpleNamespace

import pytest

from referee.live.events import Event
from referee.live.game_events import EventKind
from referee.live.speech import Speaker, speaking
from referee.live.telling import spoken
from referee.phrases import Phrasebook
from rules.games.babel import Face

PLACED = Event(EventKind.PLACEMENT, 1.0, "", 1, 1, (0, 0, 0), 1)
FAULT = Event(EventKind.FAULT, 1.0, "", 1, 1, (0, 0, 0), 1, (Face.S,), rule=5, faces=(Face.S,), by="seen")


class Engine:
    """Stands for pyttsx3's engine."""

    def __init__(self, voices=()) -> None:
        self.voices, self.said, self.voice = voices, [], None

    def getProperty(self, name):
        return self.voices

    def setProperty(self, name, value):
        self.voice = value

    def say(self, text):
        self.said.append(text)

    def runAndWait(self):
        pass

    def stop(self):
        pass


def test_events_are_said_in_their_order_with_a_voice_of_the_language() -> None:
    voices = [SimpleNamespace(id="en-gb", languages=["en"]), SimpleNamespace(id="roa/fr", languages=[b"\x05fr-fr"])]
    engine = Engine(voices)
    speaker = Speaker(spoken, Phrasebook("fr"), complain=lambda _: None, start_engine=lambda: engine)
    speaker.tell([PLACED])
    speaker.tell([PLACED, FAULT])
    speaker.close()
    assert engine.said[0] == "Rien à redire."
    assert engine.said[1].startswith("Contre la règle 5")
    assert engine.voice == "roa/fr"


def test_without_a_fitting_voice_the_usual_one_speaks() -> None:
    engine = Engine([SimpleNamespace(id="en-gb", languages=[])])
    speaker = Speaker(spoken, Phrasebook("ja"), complain=lambda _: None, start_engine=lambda: engine)
    speaker.tell([PLACED])
    speaker.close()
    assert (len(engine.said), engine.voice) == (1, None)


def test_a_voice_that_fails_is_complained_of_once_and_the_game_goes_on() -> None:
    complaints: list[str] = []

    def fail() -> Engine:
        raise OSError("no espeak")

    speaker = Speaker(spoken, Phrasebook(), complaints.append, fail)
    for _ in range(20):
        speaker.tell([PLACED, FAULT])
    speaker.close()
    assert complaints == ["nothing is spoken: no espeak"]


def test_whoever_will_hear_nothing_is_told_before_anything_happens() -> None:
    is_told = threading.Event()

    def fail() -> Engine:
        raise OSError("no espeak")

    speaker = Speaker(spoken, Phrasebook(), lambda _: is_told.set(), fail)
    assert is_told.wait(10)
    speaker.close()


def test_each_sentence_has_an_engine_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    alive: weakref.WeakSet[Engine] = weakref.WeakSet()
    said: list[tuple[str, int]] = []

    class Once(Engine):
        def say(self, text):
            said.append((text, self.sentences))
            self.sentences += 1

    def init() -> Engine:
        # As pyttsx3 does it: an engine that anybody still holds is given out again.
        gc.collect()
        for engine in alive:
            return engine
        engine = Once()
        engine.sentences = 0
        alive.add(engine)
        return engine

    library = ModuleType("pyttsx3")
    library.init = init
    monkeypatch.setitem(sys.modules, "pyttsx3", library)
    monkeypatch.setattr("referee.live.speech.which", lambda program: f"/usr/bin/{program}")
    speaker = Speaker(spoken, Phrasebook(), complain=lambda _: None)
    speaker.tell([PLACED])
    speaker.tell([PLACED, FAULT])
    speaker.close()
    assert [before for _, before in said] == [0, 0]


def test_on_linux_it_is_told_if_nothing_can_play_what_is_spoken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyttsx3", ModuleType("pyttsx3"))
    monkeypatch.setattr("referee.live.speech.which", lambda program: None)
    monkeypatch.setattr("referee.live.speech.sys.platform", "linux")
    complaints: list[str] = []
    Speaker(spoken, Phrasebook(), complaints.append).close()
    assert complaints == ["nothing is spoken: aplay, which plays it, is not installed; docs/languages.md says how"]


def test_whoever_acts_faster_than_is_spoken_hears_the_latest() -> None:
    may_speak, engine = threading.Event(), Engine()

    def wait() -> Engine:
        may_speak.wait()
        return engine

    speaker = Speaker(spoken, Phrasebook(), complain=lambda _: None, start_engine=wait)
    for rule in (1, 2, 3, 4, 5, 6, 7):
        speaker.tell([Event(EventKind.FAULT, 1.0, "", 1, 1, (0, 0, 0), 1, rule=rule, by="seen")])
    may_speak.set()
    speaker.close()
    # What waits when the game is closed is still said.
    assert [f"rule {rule}" in said for rule, said in zip((5, 6, 7), engine.said[-3:], strict=True)] == [True] * 3
    assert len(engine.said) <= 5


def test_no_speaker_where_none_is_wanted() -> None:
    with speaking(spoken, Phrasebook(), False, lambda _: None) as speaker:
        assert speaker is None
