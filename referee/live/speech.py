"""Says aloud what happens in a live game, with the voices of the computer itself. Called by `watch --speak`.

Speaking is a courtesy: it runs on a thread of its own, and whatever goes wrong with it ends the speaking, never the
game.
"""

import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from queue import Empty, Queue
from shutil import which
from typing import Any, Generic

from referee.phrases import Phrasebook

from .game_events import EventT

#: More sentences than this wait for their turn only if players act faster than they are spoken to; then old ones go.
_MOST_WAITING = 3
# How long the end of the program waits for them.
_CLOSING_S = 3.0

Engine = Any
"""What `pyttsx3.init` returns; the library has no types."""
Spoken = Callable[[Sequence[EventT], Phrasebook], Sequence[str]]
"""What to say of some events, in a language."""


class Speaker(Generic[EventT]):
    """Speaks in one language.

    Parameters
    ----------
    spoken : function
        What is said of some events.
    phrases : Phrasebook
        Say how it is said, and in which language.
    complain : callable taking str
        Told once, in one line, if there is nothing to speak with.
    start_engine : callable, optional
        Makes the engine; by default that of pyttsx3.
    """

    def __init__(
        self,
        spoken: Spoken[EventT],
        phrases: Phrasebook,
        complain: Callable[[str], None],
        start_engine: Callable[[], Engine] | None = None,
    ) -> None:
        self._spoken = spoken
        self._phrases = phrases
        self._complain = complain
        self._start_engine = start_engine or _start_pyttsx3
        self._waiting: Queue[str | None] = Queue()
        self._thread = threading.Thread(target=self._speak_all, name="speech", daemon=True)
        self._thread.start()

    def tell(self, events: Sequence[EventT]) -> None:
        """Say what happened, as far as it is worth saying; returns at once."""
        for text in self._spoken(events, self._phrases):
            if self._waiting.qsize() >= _MOST_WAITING:
                with suppress(Empty):
                    self._waiting.get_nowait()
            self._waiting.put(text)

    def close(self) -> None:
        """Finish the sentences that wait, at most for a few seconds."""
        self._waiting.put(None)
        self._thread.join(_CLOSING_S)

    def _speak_all(self) -> None:
        try:
            # Whoever will hear nothing is told before the game, not after its first placement.
            self._start_engine()
            while (text := self._waiting.get()) is not None:
                self._speak(text)
        except Exception as error:
            reason = " ".join(str(error).split()) or type(error).__name__
            self._complain(f"nothing is spoken: {reason}")

    def _speak(self, text: str) -> None:
        """Say one sentence with an engine of its own: a second one of the same is silent at times, or never ends.
        It is let go of at the end, for pyttsx3 gives it out again as long as anybody holds it."""
        engine = self._start_engine()
        _choose_voice(engine, self._phrases.language)
        engine.say(text)
        engine.runAndWait()
        engine.stop()


@contextmanager
def speaking(
    spoken: Spoken[EventT], phrases: Phrasebook, is_wanted: bool, complain: Callable[[str], None]
) -> Iterator[Speaker[EventT] | None]:
    """A speaker while a game runs, None if none is wanted; see `Speaker`."""
    if not is_wanted:
        yield None
        return
    speaker = Speaker(spoken, phrases, complain)
    try:
        yield speaker
    finally:
        speaker.close()


def _start_pyttsx3() -> Engine:
    try:
        import pyttsx3
    except ImportError as error:
        raise RuntimeError("the library for it, pyttsx3, is not installed; docs/languages.md says how") from error
    if sys.platform == "linux" and which("aplay") is None:
        raise RuntimeError("aplay, which plays it, is not installed; docs/languages.md says how")
    return pyttsx3.init()


def _choose_voice(engine: Engine, language: str) -> None:
    """Choose a voice of the language, if the system has one; else the usual voice speaks."""
    for voice in engine.getProperty("voices") or ():
        codes = [code.decode(errors="ignore") if isinstance(code, bytes) else str(code) for code in voice.languages]
        # Some systems put a control character before the code, others say the language only in the voice's name.
        if any(code.strip("\x02\x05").lower().startswith(language) for code in [*codes, voice.id.rpartition("/")[2]]):
            engine.setProperty("voice", voice.id)
            return
