"""The window; OpenCV's own part is replaced, as there is no screen."""

import signal
import socket
import sys
import threading
import time
from collections.abc import Generator
from dataclasses import replace

import cv2
import numpy as np
import pytest

from referee.errors import InputError
from referee.live import window
from referee.live.events import Event
from referee.live.game_events import EventKind
from referee.live.inputs import Correct
from referee.live.orders import Undo
from referee.live.pictures import Settings
from referee.live.session import Moment
from referee.live.state import GameState, LiveState
from referee.live.view import TowerView
from referee.live.window import show
from referee.phrases import Phrasebook
from rules.games.babel import Face, parse_cube, parse_position

GAME = GameState.from_position(parse_position("1E,0,-,- 23132:33132 1"))
FRAME = np.full((480, 640, 3), 90, np.uint8)
FAULT = Event(EventKind.FAULT, 1.0, "", 2, 2, (1, 0, 0), 0, rule=5, faces=(Face.S,), by="seen")
CTRL_C = "\x03"
PICTURE = np.s_[:560, :880]


@pytest.fixture
def state(pose) -> LiveState:
    return LiveState(game=GAME, pose=pose)


class Game:
    """Stands for a session; each moment is a while in coming, and an order that comes after them brings a fault."""

    def __init__(self, moments: list[Moment], seconds: float = 0.0) -> None:
        self.moments, self.seconds, self.orders, self.is_over = moments, seconds, [], False
        self.pending: list[object] = []
        self.state, self.has_fault = LiveState(), False

    def run(self) -> Generator[Moment, None, None]:
        for moment in self.moments:
            time.sleep(self.seconds)
            self.state = moment.state
            self.has_fault |= FAULT in moment.events
            self.pending.clear()
            yield moment
        self.is_over = True

    def settle(self) -> Moment:
        events = (FAULT,) if self.pending else ()
        self.has_fault |= bool(events)
        self.pending.clear()
        return Moment(None, self.state, events)

    def order(self, order: object) -> None:
        self.orders.append(order)
        self.pending.append(order)


class Screen:
    """Stands for OpenCV's window: what is typed, a key each time that it is asked for, and what was shown."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, game: Game, typed: str, at_the_end: str = "") -> None:
        self.game, self.keys, self.last_keys, self.is_closed = game, list(typed), list(at_the_end), False
        self.shown: list[np.ndarray] = []
        self.waits_at_the_end = 0
        monkeypatch.setattr(window, "_answers", lambda _: True)
        monkeypatch.setattr(cv2, "namedWindow", lambda *_: None)
        monkeypatch.setattr(cv2, "resizeWindow", lambda *_: None)
        monkeypatch.setattr(cv2, "imshow", self.show)
        monkeypatch.setattr(cv2, "waitKey", self.wait)
        monkeypatch.setattr(cv2, "getWindowProperty", lambda *_: 1.0)
        monkeypatch.setattr(cv2, "destroyAllWindows", self.close)

    def show(self, _: str, picture: np.ndarray) -> None:
        self.shown.append(picture)

    def wait(self, delay_ms: int) -> int:
        time.sleep(delay_ms / 1000)
        if self.keys and self.shown:
            return self.typed(self.keys.pop(0))
        self.waits_at_the_end += self.game.is_over
        if self.waits_at_the_end <= 5:
            return -1
        return self.typed(self.last_keys.pop(0)) if self.last_keys else ord("q")

    def typed(self, key: str) -> int:
        if key == CTRL_C:
            raise KeyboardInterrupt
        return ord(key)

    def close(self) -> None:
        self.is_closed = True


def shown(game: Game) -> int:
    """The exit status of a game in the window."""
    return show(game, TowerView(Phrasebook()), Phrasebook())


def test_show_draws_every_moment_and_passes_orders_on(monkeypatch: pytest.MonkeyPatch, state: LiveState) -> None:
    frames = [np.full_like(FRAME, level) for level in (50, 100, 150)]
    game = Game([Moment(frame, state, ()) for frame in frames])
    screen = Screen(monkeypatch, game, "u")
    assert shown(game) == 0
    assert list(dict.fromkeys(int(np.median(picture[PICTURE])) for picture in screen.shown)) == [50, 100, 150]
    assert (game.orders, screen.is_closed) == ([Undo()], True)


def test_no_key_is_lost_while_a_moment_is_long_in_coming(monkeypatch: pytest.MonkeyPatch, state: LiveState) -> None:
    game = Game([Moment(FRAME, state, ())] * 2, seconds=0.3)
    Screen(monkeypatch, game, "cb1.1=0\r")
    shown(game)
    assert game.orders == [Correct((1, 0, 0), parse_cube("0"))]


def test_a_file_is_shown_no_faster_than_it_was_taken_and_its_end_stays(
    monkeypatch: pytest.MonkeyPatch, state: LiveState
) -> None:
    later = replace(state, settings=Settings(is_live=False), scene=replace(state.scene, source_time=3600.0))
    live = replace(later, settings=Settings(is_live=True))
    assert (window._wait_seconds(later, 0.0), window._wait_seconds(live, 0.0)) == (0.2, 0.0)
    game = Game([Moment(FRAME, later, ())] * 2)
    Screen(monkeypatch, game, "")
    begin_s = time.monotonic()
    shown(game)
    assert time.monotonic() - begin_s >= 0.4
    game = Game([Moment(FRAME, live, ())])
    screen = Screen(monkeypatch, game, "")
    shown(game)
    assert screen.waits_at_the_end > 5


def test_after_the_end_keys_do_what_they_say_until_q(monkeypatch: pytest.MonkeyPatch, state: LiveState) -> None:
    game = Game([Moment(FRAME, state, ())])
    screen = Screen(monkeypatch, game, "", at_the_end="xu")
    assert shown(game) == 1
    assert (game.orders, screen.is_closed) == ([Undo()], True)
    assert int(np.median(screen.shown[-1][PICTURE])) == int(np.median(FRAME))
    # That it is the end, and then what came of the key.
    assert len({picture.tobytes() for picture in screen.shown}) >= 3


def test_show_ends_at_q_and_tells_a_fault_by_its_exit_status(monkeypatch: pytest.MonkeyPatch, state: LiveState) -> None:
    game = Game([Moment(FRAME, state, (FAULT,))] * 9, seconds=0.05)
    screen = Screen(monkeypatch, game, "q")
    assert shown(game) == 1
    assert (len(screen.shown), game.is_over) == (2, False)


def test_what_came_as_the_window_was_closed_counts_too(monkeypatch: pytest.MonkeyPatch, state: LiveState) -> None:
    late = Game([Moment(FRAME, state, ()), Moment(FRAME, state, (FAULT,)), Moment(FRAME, state, ())], seconds=0.05)
    Screen(monkeypatch, late, "q")
    assert shown(late) == 1
    ordered = Game([Moment(FRAME, state, ())])
    Screen(monkeypatch, ordered, "uq")
    assert shown(ordered) == 1
    both = Game([Moment(FRAME, state, ()), Moment(FRAME, state, (FAULT,)), Moment(FRAME, state, ())], seconds=0.05)
    Screen(monkeypatch, both, "uq")
    assert (shown(both), both.pending) == (1, [])


def test_ctrl_c_closes_the_window_as_q_does(monkeypatch: pytest.MonkeyPatch, state: LiveState) -> None:
    late = Game([Moment(FRAME, state, ()), Moment(FRAME, state, (FAULT,)), Moment(FRAME, state, ())], seconds=0.05)
    Screen(monkeypatch, late, CTRL_C)
    assert shown(late) == 1
    ordered = Game([Moment(FRAME, state, ())])
    Screen(monkeypatch, ordered, f"u{CTRL_C}")
    assert shown(ordered) == 1
    at_the_end = Game([Moment(FRAME, state, ())])
    screen = Screen(monkeypatch, at_the_end, "", at_the_end=f"u{CTRL_C}")
    assert (shown(at_the_end), screen.is_closed) == (1, True)
    legal = Game([Moment(FRAME, state, ())] * 3)
    Screen(monkeypatch, legal, CTRL_C)
    assert shown(legal) == 0


def test_ctrl_c_while_a_moment_is_waited_for_ends_it_however_often_it_comes(
    monkeypatch: pytest.MonkeyPatch, state: LiveState
) -> None:
    class Interrupted(Game):
        def run(self) -> Generator[Moment, None, None]:
            main = threading.main_thread().ident
            self.has_fault = True
            yield self.moments[0]
            for _ in range(3):
                time.sleep(0.1)
                signal.pthread_kill(main, signal.SIGINT)
            time.sleep(0.1)

    game = Interrupted([Moment(FRAME, state, ())])
    screen = Screen(monkeypatch, game, "")
    # Shells start what runs in the background with the signal ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        assert (shown(game), screen.is_closed) == (1, True)
    finally:
        signal.signal(signal.SIGINT, before)


def test_what_fails_as_the_window_is_closed_is_told(monkeypatch: pytest.MonkeyPatch, state: LiveState) -> None:
    class Failing(Game):
        def run(self) -> Generator[Moment, None, None]:
            yield from super().run()
            raise InputError("the disk is full")

    game = Failing([Moment(FRAME, state, ())], seconds=0.05)
    Screen(monkeypatch, game, "q")
    with pytest.raises(InputError, match="the disk is full"):
        shown(game)


def test_an_order_that_the_last_picture_came_too_early_for_is_taken(
    monkeypatch: pytest.MonkeyPatch, state: LiveState
) -> None:
    game = Game([Moment(FRAME, state, ())])
    Screen(monkeypatch, game, "u")
    assert shown(game) == 1


def test_a_screen_that_is_no_longer_there_is_none() -> None:
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        display = f"127.0.0.1:{server.getsockname()[1] - 6000}.0"
        assert window._answers(display)
    assert not window._answers(display)
    assert not any(map(window._answers, ("", ":", ":none", ":98765432")))


def test_where_a_window_cannot_be_opened_the_way_out_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise cv2.error("no display")

    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr(cv2, "namedWindow", fail)
    with pytest.raises(InputError, match="--headless"):
        shown(Game([]))


def test_nothing_but_the_game_is_in_the_window(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    Screen(monkeypatch, game := Game([]), "q")
    monkeypatch.setattr(cv2, "namedWindow", lambda _, flags: asked.append(flags))
    shown(game)
    assert asked[0] & cv2.WINDOW_GUI_NORMAL, "a bar of buttons lies over the picture"


def test_without_a_screen_none_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.setattr(cv2, "namedWindow", lambda *_: asked.append("window"))
    with pytest.raises(InputError, match="no window can be opened here: sit at a screen, or use --headless"):
        shown(Game([]))
    assert not asked
