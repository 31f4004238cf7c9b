"""What the window shows, as a picture."""

from dataclasses import replace

import numpy as np
import pytest

from referee.drawings.face_lines import GREEN, RED
from referee.drawings.flat import LIGHT_RGB, ink_on
from referee.live import layout, panel
from referee.live.controls import Controls, Suggested, told
from referee.live.events import Choice, Event
from referee.live.game_events import EventKind, ViewChange
from referee.live.layout import SIZE_WH
from referee.live.overlay import overlay_lines
from referee.live.panel import draw_troubles
from referee.live.pictures import Settings
from referee.live.state import GameState, LiveState, Question
from referee.live.telling import view_sentence
from referee.live.view import Painter
from referee.phrases import LANGUAGES, Phrasebook
from rules.games.babel import Cube, Face, parse_position, parse_tower

GAME = GameState.from_position(parse_position("1E,0,-,- 23132:33132 1"))
FRAME = np.full((480, 640, 3), 90, np.uint8)
FAULT = Event(EventKind.FAULT, 1.0, "", 2, 2, (1, 0, 0), 0, rule=5, faces=(Face.S,), by="seen")
NOTHING_TOLD = Controls()
PICTURE, STRIP, PANEL = np.s_[:560, :880], np.s_[560:, :880], np.s_[:, 880:]


@pytest.fixture
def state(pose) -> LiveState:
    return LiveState(game=GAME, pose=pose)


def draw(state: LiveState, controls: Controls = NOTHING_TOLD, language: str = "en", frame=FRAME) -> np.ndarray:
    return Painter(Phrasebook(language)).draw(frame, state, controls)


def has_colour(picture: np.ndarray, colour: tuple[int, int, int]) -> bool:
    return bool((np.abs(picture.astype(int) - colour).max(axis=2) < 30).any())


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is written around the picture, line by line."""
    lines: list[str] = []
    for module in (layout, panel):
        monkeypatch.setattr(module, "write", lambda _, text, *__: lines.append(text))
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
    assert {ink_on(ground) for ground in layout.TONES_RGB.values()} == {LIGHT_RGB}


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
