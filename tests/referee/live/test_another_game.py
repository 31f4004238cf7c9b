"""What live games share, used by a game that is none of ours: the brightness of each picture is its move."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest

from referee.errors import InputError
from referee.live import window
from referee.live.game_events import EventKind, GameEvent
from referee.live.headless import run, time_text
from referee.live.journal import Codec, Journal, read_journal
from referee.live.orders import MoveDone, Undo
from referee.live.pictures import Frame, Settings, SourceEnd
from referee.live.saving import TOWER_CODEC
from referee.live.session import Session
from referee.live.speech import Speaker
from referee.live.state import GameState
from referee.phrases import Phrasebook
from vision.scene import Scene

BRIGHTEST = 200


@dataclass(frozen=True)
class Shade(GameEvent):
    level: int = 0


@dataclass(frozen=True)
class State:
    game: tuple[int, ...] = ()
    wanted: str | None = None
    settings: Settings = field(default_factory=Settings)
    scene: Scene = field(default_factory=Scene)
    pose: None = None
    is_mirrored: bool = False
    lacks_its_end: bool = True
    tells_its_end: bool = False


def step(state, entry):
    match entry:
        case Frame():
            return replace(state, wanted="look"), ()
        case Undo():
            undone = Shade(EventKind.UNDO, 0.0, "Taken back.", level=state.game[-1])
            return replace(state, game=state.game[:-1]), (undone,)
        case int():
            kind = EventKind.FAULT if entry > BRIGHTEST else EventKind.PLACEMENT
            return replace(state, game=(*state.game, entry), wanted=None), (Shade(kind, 62.0, "A shade.", level=entry),)
        case SourceEnd():
            over = (Shade(EventKind.GAME_OVER, 63.0, "The last shade was seen.", level=state.game[-1]),)
            return state, over if state.tells_its_end else ()
    raise AssertionError(f"{entry} needs a further look")


def look(picture_bgr: np.ndarray, wanted: str) -> int:
    assert wanted == "look"
    return int(picture_bgr.max())


def has_foul(events: Sequence[Shade]) -> bool:
    return any(event.kind is EventKind.FAULT for event in events)


CODEC = Codec(
    "shades",
    (),
    lambda event: {"kind": event.kind.value, "time": event.source_time, "evidence": event.evidence, "n": event.level},
    lambda fields: Shade(
        EventKind(fields["kind"]), fields["time"], "A shade.", evidence=fields["evidence"], level=fields["n"]
    ),
    lambda game: {"levels": game},
    lambda fields: msgspec.convert(fields["levels"], tuple[int, ...]),
)


class Pictures:
    """A source of pictures of these shades."""

    settings = Settings()

    def __init__(self, *levels: int) -> None:
        self.levels = levels

    def pictures(self):
        for number, level in enumerate(self.levels):
            yield Frame(np.full((8, 8, 3), level, np.uint8), float(number))


def session_of(*levels: int, journal: Journal | None = None) -> Session:
    return Session(Pictures(*levels), State(), step, look, has_foul, journal)


@pytest.fixture
def journal_path(tmp_path: Path) -> Path:
    """The journal of two moves."""
    path = tmp_path / "shades.jsonl"
    with Journal.create(path, "table", (), CODEC) as journal:
        list(session_of(10, 20, journal=journal).run())
    return path


def test_a_game_is_told_that_its_source_has_ended() -> None:
    session = Session(Pictures(10, 20), State(tells_its_end=True), step, look, has_foul)
    kinds = [event.kind for moment in session.run() for event in moment.events]
    assert kinds == [EventKind.PLACEMENT, EventKind.PLACEMENT, EventKind.GAME_OVER]


def test_a_session_follows_any_step_and_tells_a_foul_by_its_own_measure() -> None:
    session = session_of(10, 250)
    assert [event.level for moment in session.run() for event in moment.events] == [10, 250]
    assert (session.state.game, session.has_fault) == ((10, 250), True)
    session.order(MoveDone())
    session.order(Undo())
    assert [event.kind for event in session.settle().events] == [EventKind.UNDO]
    assert session.state.game == (10,)


def test_a_journal_keeps_and_reads_what_its_codec_makes(journal_path: Path) -> None:
    reading = read_journal(journal_path, CODEC)
    assert (reading.game, reading.asked) == ((10, 20), None)
    assert [(event.level, event.evidence) for event in reading.events] == [
        (10, "shades.jsonl.pictures/0001.jpg"),
        (20, "shades.jsonl.pictures/0002.jpg"),
    ]
    resumed, reading = Journal.resume(journal_path, CODEC)
    with resumed:
        resumed.write([Shade(EventKind.PLACEMENT, 3.0, "A shade.", level=30)], (*reading.game, 30))
    assert read_journal(journal_path, CODEC).game == (10, 20, 30)


def test_a_journal_of_another_game_is_refused_in_one_line_and_left_as_it_is(journal_path: Path) -> None:
    before = journal_path.read_bytes()
    for refused in (read_journal, Journal.resume):
        with pytest.raises(InputError, match=r"shades.jsonl: is the journal of a game of shades, not of babel$"):
            refused(journal_path, TOWER_CODEC)
    assert journal_path.read_bytes() == before


def test_a_journal_that_names_no_game_is_one_of_babel(tmp_path: Path) -> None:
    path = tmp_path / "old.jsonl"
    path.write_text('{"journal":"tower-referee","version":1,"source":"0"}\n')
    assert read_journal(path, TOWER_CODEC).game == GameState()
    with pytest.raises(InputError, match="a game of babel, not of shades"):
        read_journal(path, CODEC)


def test_events_are_printed_in_words_of_the_game_and_that_its_end_is_missing(capsys) -> None:
    def printed(event: Shade) -> str:
        return f"{time_text(event.source_time)}  shade {event.level}"

    assert run(session_of(10, 250), printed, "no shade was seen") == 1
    told = capsys.readouterr()
    assert told.out == "  1:02  shade 10\n  1:02  shade 250\n"
    assert "out of step at the end" in told.err


class View:
    """Shows the picture alone; `q` quits, and any other key takes a move back."""

    size_wh = (8, 8)

    def __init__(self) -> None:
        self.has_quit, self.told, self.remarks = False, [], []

    def tell(self, events: Sequence[Shade]) -> None:
        self.told += events

    def remark(self, text: str) -> None:
        self.remarks.append(text)

    def press(self, key: int, state: State) -> Undo | None:
        self.has_quit = key == ord("q")
        return None if self.has_quit else Undo()

    def draw(self, picture_bgr: np.ndarray | None, state: State) -> np.ndarray:
        return np.zeros((8, 8, 3), np.uint8) if picture_bgr is None else picture_bgr


def test_the_window_shows_what_the_view_draws_and_the_speaker_says_what_the_game_has_to_say(monkeypatch) -> None:
    shown, sizes, said = [], [], []
    view, session = View(), session_of(10, 20)

    def typed(_: int) -> int:
        """Nothing before the end, then that a move is taken back."""
        if not view.remarks:
            return -1
        return ord("q") if len(view.told) == 3 else ord("u")

    class Engine:
        """Stands for that of pyttsx3."""

        say = staticmethod(said.append)

        def getProperty(self, _: str) -> None: ...
        def runAndWait(self) -> None: ...
        def stop(self) -> None: ...

    monkeypatch.setattr(window, "_answers", lambda _: True)
    monkeypatch.setattr(cv2, "namedWindow", lambda *_: None)
    monkeypatch.setattr(cv2, "resizeWindow", lambda _, size_wh: sizes.append(size_wh))
    monkeypatch.setattr(cv2, "imshow", lambda _, picture: shown.append(int(picture.max())))
    monkeypatch.setattr(cv2, "waitKey", typed)
    monkeypatch.setattr(cv2, "getWindowProperty", lambda *_: 1.0)
    monkeypatch.setattr(cv2, "destroyAllWindows", lambda: None)
    speaker = Speaker(
        lambda events, _: [f"shade {event.level}" for event in events], Phrasebook(), print, lambda: Engine()
    )
    assert window.show(session, view, Phrasebook(), speaker) == 0
    speaker.close()
    assert (sizes, session.state.game) == ([(8, 8)], (10,))
    assert list(dict.fromkeys(shown)) == [10, 20]
    assert [event.kind for event in view.told][-1] is EventKind.UNDO
    assert said == ["shade 10", "shade 20", "shade 20"]
    assert view.remarks == ["This is the end; q closes the window."]
