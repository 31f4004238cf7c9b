"""The window as a picture; OpenCV's own part is replaced, as there is no screen."""

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

from referee.drawings.face_lines import GREEN, RED
from referee.drawings.flat import LIGHT_RGB, ink_on
from referee.errors import InputError
from referee.live import panel, window
from referee.live.controls import Controls, Suggested, told
from referee.live.events import Choice, Event
from referee.live.game_events import EventKind, ViewChange
from referee.live.inputs import Correct
from referee.live.orders import Undo
from referee.live.overlay import overlay_lines
from referee.live.panel import SIZE_WH, draw_troubles
from referee.live.pictures import Settings
from referee.live.session import Moment
from referee.live.state import GameState, LiveState, Question
from referee.live.telling import view_sentence
from referee.live.window import Painter, show
from referee.phrases import LANGUAGES, Phrasebook
from rules.games.babel import Cube, Face, parse_cube, parse_position, parse_tower

GAME = GameState.from_position(parse_position("1E,0,-,- 23132:33132 1"))
FRAME = np.full((480, 640, 3), 90, np.uint8)
FAULT = Event(EventKind.FAULT, 1.0, "", 2, 2, (1, 0, 0), 0, rule=5, faces=(Face.S,), by="seen")
NOTHING_TOLD = Controls()
CTRL_C = "\x03"
PICTURE, STRIP, PANEL = np.s_[:560, :880], np.s_[560:, :880], np.s_[:, 880:]


@pytest.fixture
def state(pose) -> LiveState:
    return LiveState(GAME, pose=pose)


def draw(state: LiveState, controls: Controls = NOTHING_TOLD, language: str = "en", frame=FRAME) -> np.ndarray:
    return Painter(Phrasebook(language)).draw(frame, state, controls)


def has_colour(picture: np.ndarray, colour: tuple[int, int, int]) -> bool:
    return bool((np.abs(picture.astype(int) - colour).max(axis=2) < 30).any())


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is written around the picture, line by line."""
    lines: list[str] = []
    monkeypatch.setattr(panel, "write", lambda _, text, *__: lines.append(text))
    return lines


@pytest.mark.parametrize("shape", [(720, 1280), (480, 640), (1080, 1920), (640, 480), (3, 5000)])
def test_the_window_has_its_size_whatever_the_camera_sends(state: LiveState, shape: tuple[int, int]) -> None:
    frame = np.full((*shape, 3), 200, np.uint8)
    assert draw(state, frame=frame).shape == (SIZE_WH[1], SIZE_WH[0], 3)


def test_without_a_picture_the_rest_is_there() -> None:
    assert has_colour(draw(LiveState(), frame=None)[PANEL], (30, 30, 30))


def test_what_was_read_is_drawn_on_the_picture_but_not_while_something_moves(state: LiveState) -> None:
    still, moving = draw(state)[PICTURE], draw(replace(state, hand_since=2.0))[PICTURE]
    assert not np.array_equal(still, moving)
    assert (moving[:, 70:800] == 90).all()


def test_a_fault_is_red_in_the_picture_the_strip_and_the_drawing(state: LiveState) -> None:
    before = draw(state)
    assert not has_colour(before[PICTURE], RED)
    after = draw(state, told(Controls(), [FAULT], Phrasebook()))
    assert has_colour(after[PICTURE], RED)
    assert has_colour(after[STRIP], (32, 32, 190))
    assert has_colour(after[PANEL], (30, 30, 220))


def test_what_is_wrong_with_the_picture_is_said_over_it_as_long_as_it_lasts(state: LiveState) -> None:
    dark = replace(state, troubles=frozenset({ViewChange.DARK}))
    lost = replace(dark, troubles=frozenset({ViewChange.DARK, ViewChange.LOST}))
    amber = (0, 94, 143)
    assert not has_colour(draw(state)[:64, :880], amber)
    assert has_colour(draw(dark)[:32, :880], amber)
    assert not has_colour(draw(dark)[32:64, :880], amber)
    assert has_colour(draw(lost, frame=None)[32:64, :880], amber)


def test_all_that_is_wrong_with_the_picture_is_said_in_one_order(written: list[str], state: LiveState) -> None:
    phrases = Phrasebook()
    draw_troubles(FRAME.copy(), replace(state, troubles=frozenset(ViewChange)), phrases)
    by_name = sorted(ViewChange, key=lambda trouble: trouble.value)
    assert " ".join(written) == " ".join(view_sentence(trouble, phrases) for trouble in by_name)


@pytest.mark.parametrize(("cell", "is_drawn"), [((0, 1, 0), False), ((0, 0, 1), True)])
def test_a_face_of_which_hardly_anything_is_in_view_is_not_drawn(pose, cell, is_drawn: bool) -> None:
    """The cube in a2 on level 1 stands behind all others."""
    lines = overlay_lines(parse_tower("0,0,0,0/0,0,-,0"), pose, {(cell, Face.U)})
    assert any(line.colour == RED for line in lines) == is_drawn


def test_a_suggestion_is_outlined_in_the_picture_and_told(state: LiveState) -> None:
    controls = Controls(suggestions=(Suggested((0, 1, 0), "white, a2 on level 1"),))
    before, after = draw(state), draw(state, controls)
    assert has_colour(after[PICTURE], GREEN)
    assert not has_colour(before[PICTURE], GREEN)
    assert not np.array_equal(before[STRIP], after[STRIP])


def test_question_entry_and_turn_change_what_is_shown(state: LiveState) -> None:
    question = replace(state, question=Question("", (Choice((0, 1, 0), Cube(2), 0.5),)))
    typing = draw(state, Controls(entry="b1.2=3E"))
    other_turn = draw(replace(state, game=replace(GAME, start_player=2)))
    plain = draw(state)
    assert not np.array_equal(plain[STRIP], draw(question)[STRIP])
    assert not np.array_equal(plain[STRIP], typing[STRIP])
    assert not np.array_equal(plain[PANEL], other_turn[PANEL])


def test_who_waits_for_the_key_is_told_so(state: LiveState) -> None:
    waiting = replace(state, settings=Settings(waits_for_key=True))
    assert not np.array_equal(draw(state)[PANEL], draw(waiting)[PANEL])


def test_before_the_first_look_too_who_waits_for_the_key_is_told_so(written: list[str]) -> None:
    draw(LiveState(settings=Settings(waits_for_key=True)))
    assert written.count("Press the space bar once the cube is placed") == 2  # under the picture, and beside it
    assert "Looking for the tower" not in written


def test_what_is_written_in_the_strip_is_read_best_in_its_light_letters() -> None:
    assert {ink_on(ground) for ground in panel._TONES_RGB.values()} == {LIGHT_RGB}


def test_both_hands_are_told_in_numbers(written: list[str], state: LiveState) -> None:
    draw(state)
    assert "".join(text for text in written if text.isdecimal()) == "2313233132"


def test_unknown_hands_are_no_numbers(state: LiveState) -> None:
    joined = replace(state, game=replace(GAME, start_hands=None))
    assert not np.array_equal(draw(state)[PANEL], draw(joined)[PANEL])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_panel_is_written_in_the_language(state: LiveState, language: str) -> None:
    is_english = np.array_equal(draw(state)[PANEL], draw(state, language=language)[PANEL])
    assert is_english == (language == "en")


def test_a_painter_that_is_used_again_draws_what_a_new_one_would(state: LiveState) -> None:
    painter = Painter(Phrasebook())
    faulty = told(Controls(), [FAULT], Phrasebook())
    steps = [(state, Controls()), (state, faulty), (replace(state, hand_since=2.0), faulty), (state, Controls())]
    for now, controls in steps:
        assert np.array_equal(painter.draw(FRAME, now, controls), draw(now, controls))


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


def test_show_draws_every_moment_and_passes_orders_on(monkeypatch: pytest.MonkeyPatch, state: LiveState) -> None:
    frames = [np.full_like(FRAME, level) for level in (50, 100, 150)]
    game = Game([Moment(frame, state, ()) for frame in frames])
    screen = Screen(monkeypatch, game, "u")
    assert show(game, Phrasebook()) == 0
    assert list(dict.fromkeys(int(np.median(picture[PICTURE])) for picture in screen.shown)) == [50, 100, 150]
    assert (game.orders, screen.is_closed) == ([Undo()], True)


def test_no_key_is_lost_while_a_moment_is_long_in_coming(monkeypatch: pytest.MonkeyPatch, state: LiveState) -> None:
    game = Game([Moment(FRAME, state, ())] * 2, seconds=0.3)
    Screen(monkeypatch, game, "cb1.1=0\r")
    show(game, Phrasebook())
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
    show(game, Phrasebook())
    assert time.monotonic() - begin_s >= 0.4
    game = Game([Moment(FRAME, live, ())])
    screen = Screen(monkeypatch, game, "")
    show(game, Phrasebook())
    assert screen.waits_at_the_end > 5


def test_after_the_end_keys_do_what_they_say_until_q(monkeypatch: pytest.MonkeyPatch, state: LiveState) -> None:
    game = Game([Moment(FRAME, state, ())])
    screen = Screen(monkeypatch, game, "", at_the_end="xu")
    assert show(game, Phrasebook()) == 1
    assert (game.orders, screen.is_closed) == ([Undo()], True)
    assert int(np.median(screen.shown[-1][PICTURE])) == int(np.median(FRAME))
    # That it is the end, and then what came of the key.
    assert len({picture.tobytes() for picture in screen.shown}) >= 3


def test_show_ends_at_q_and_tells_a_fault_by_its_exit_status(monkeypatch: pytest.MonkeyPatch, state: LiveState) -> None:
    game = Game([Moment(FRAME, state, (FAULT,))] * 9, seconds=0.05)
    screen = Screen(monkeypatch, game, "q")
    assert show(game, Phrasebook()) == 1
    assert (len(screen.shown), game.is_over) == (2, False)


def test_what_came_as_the_window_was_closed_counts_too(monkeypatch: pytest.MonkeyPatch, state: LiveState) -> None:
    late = Game([Moment(FRAME, state, ()), Moment(FRAME, state, (FAULT,)), Moment(FRAME, state, ())], seconds=0.05)
    Screen(monkeypatch, late, "q")
    assert show(late, Phrasebook()) == 1
    ordered = Game([Moment(FRAME, state, ())])
    Screen(monkeypatch, ordered, "uq")
    assert show(ordered, Phrasebook()) == 1
    both = Game([Moment(FRAME, state, ()), Moment(FRAME, state, (FAULT,)), Moment(FRAME, state, ())], seconds=0.05)
    Screen(monkeypatch, both, "uq")
    assert (show(both, Phrasebook()), both.pending) == (1, [])


def test_ctrl_c_closes_the_window_as_q_does(monkeypatch: pytest.MonkeyPatch, state: LiveState) -> None:
    late = Game([Moment(FRAME, state, ()), Moment(FRAME, state, (FAULT,)), Moment(FRAME, state, ())], seconds=0.05)
    Screen(monkeypatch, late, CTRL_C)
    assert show(late, Phrasebook()) == 1
    ordered = Game([Moment(FRAME, state, ())])
    Screen(monkeypatch, ordered, f"u{CTRL_C}")
    assert show(ordered, Phrasebook()) == 1
    at_the_end = Game([Moment(FRAME, state, ())])
    screen = Screen(monkeypatch, at_the_end, "", at_the_end=f"u{CTRL_C}")
    assert (show(at_the_end, Phrasebook()), screen.is_closed) == (1, True)
    legal = Game([Moment(FRAME, state, ())] * 3)
    Screen(monkeypatch, legal, CTRL_C)
    assert show(legal, Phrasebook()) == 0


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
        assert (show(game, Phrasebook()), screen.is_closed) == (1, True)
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
        show(game, Phrasebook())


def test_an_order_that_the_last_picture_came_too_early_for_is_taken(
    monkeypatch: pytest.MonkeyPatch, state: LiveState
) -> None:
    game = Game([Moment(FRAME, state, ())])
    Screen(monkeypatch, game, "u")
    assert show(game, Phrasebook()) == 1


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
        show(Game([]), Phrasebook())


def test_nothing_but_the_game_is_in_the_window(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    Screen(monkeypatch, game := Game([]), "q")
    monkeypatch.setattr(cv2, "namedWindow", lambda _, flags: asked.append(flags))
    show(game, Phrasebook())
    assert asked[0] & cv2.WINDOW_GUI_NORMAL, "a bar of buttons lies over the picture"


def test_without_a_screen_none_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.setattr(cv2, "namedWindow", lambda *_: asked.append("window"))
    with pytest.raises(InputError, match="no window can be opened here: sit at a screen, or use --headless"):
        show(Game([]), Phrasebook())
    assert not asked
