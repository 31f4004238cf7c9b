"""The window of a live game: the camera's picture with what was read, the tower, both hands, verdict and keys.

`Painter` makes the picture and needs no screen; `show` puts it on one with OpenCV. Called by `watch`.
"""

import time
from collections.abc import Sequence

import cv2
import numpy as np

from calibration.camera import CameraPose
from referee.drawing import Frame, Polygon, Rgb, paint, text_width_px, wrapped, write
from referee.errors import InputError
from referee.phrases import Phrasebook, marked
from referee.tower_drawing import PAINTS_RGB, WIDTH, draw_tower, drawing_height
from rules.games.babel import LEVELS

from .controls import Controls, choice_texts, pressed, told
from .events import EventKind
from .overlay import OverlayLine, draw_overlay, overlay_lines
from .session import Session
from .speech import Speaker
from .state import GameState, LiveState, Phase
from .telling import view_sentence

_TITLE = "tower-referee"
#: Folders of pictures have numbers for times; they are shown this long each.
_LONGEST_WAIT_MS = 200

SIZE_WH = (1280, 720)
_PANEL_WIDTH = 400
_PICTURE_WH = (SIZE_WH[0] - _PANEL_WIDTH, 560)
_PAD = 16

_GROUND_RGB: Rgb = (34, 36, 40)
_PANEL_RGB: Rgb = (236, 234, 228)
_WHITE_RGB: Rgb = (245, 245, 245)
_INK_RGB: Rgb = (30, 30, 30)
_FAINT_RGB: Rgb = (110, 110, 108)
_TONES_RGB: dict[str, Rgb] = {
    "plain": (70, 74, 82),
    "good": (34, 120, 58),
    "bad": (190, 32, 32),
    "unsure": (176, 112, 0),
}
#: While something moves, or where the pose is not known, drawing on the picture would only mislead.
_DRAWN_ON = (Phase.WAITING, Phase.READING, Phase.ASKING, Phase.OVER)
_PHASES = {
    Phase.LOOKING: marked("Looking for the tower"),
    Phase.WAITING: marked("Watching"),
    Phase.MOVING: marked("Waiting until all is still"),
    Phase.READING: marked("Reading the tower"),
    Phase.ASKING: marked("A question is open"),
    Phase.OUT_OF_STEP: marked("Out of step"),
    Phase.OVER: marked("The game is over"),
}
_KEYS = (
    ("s", marked("suggestion")),
    ("u", marked("take back")),
    ("c", marked("correct")),
    (" ", marked("move done")),
    ("r", marked("read anew")),
    ("q", marked("quit")),
)


class Painter:
    """Draws the whole window as a picture; what has not changed since the last one is not drawn again.

    Parameters
    ----------
    phrases : Phrasebook
    """

    def __init__(self, phrases: Phrasebook) -> None:
        self._phrases = phrases
        self._drawn: tuple[object, ...] = ()
        self._ground: Frame = np.full((SIZE_WH[1], SIZE_WH[0], 3), 0, np.uint8)
        self._placed: tuple[object, ...] = ()
        self._lines: tuple[OverlayLine, ...] = ()

    def draw(self, frame_bgr: Frame | None, state: LiveState, controls: Controls) -> Frame:
        """The window at one moment.

        Parameters
        ----------
        frame_bgr : uint8 array of shape (height, width, 3), or None
            The camera's picture, of any size; None if there is none yet.
        state : LiveState
        controls : Controls

        Returns
        -------
        uint8 array of shape (720, 1280, 3)
        """
        now = state.game, state.phase, state.question, controls
        if not _are_same(now, self._drawn):
            self._drawn = now
            self._ground[:] = np.array(_GROUND_RGB[::-1], np.uint8)
            _draw_verdict(self._ground, state, controls, self._phrases)
            _draw_panel(self._ground, state, controls, self._phrases)
        canvas = self._ground.copy()
        if frame_bgr is not None:
            self._draw_picture(canvas, frame_bgr, state, controls)
        _draw_troubles(canvas, state, self._phrases)
        return canvas

    def _draw_picture(self, canvas: Frame, frame_bgr: Frame, state: LiveState, controls: Controls) -> None:
        height, width = frame_bgr.shape[:2]
        scale = min(_PICTURE_WH[0] / width, _PICTURE_WH[1] / height)
        size_wh = max(1, round(width * scale)), max(1, round(height * scale))
        left, top = (_PICTURE_WH[0] - size_wh[0]) // 2, (_PICTURE_WH[1] - size_wh[1]) // 2
        shown = canvas[top : top + size_wh[1], left : left + size_wh[0]]
        cv2.resize(frame_bgr, size_wh, dst=shown, interpolation=cv2.INTER_LINEAR)
        is_still = state.hand_since is None and not state.scene.is_moving
        if state.pose is not None and is_still and state.phase in _DRAWN_ON:
            draw_overlay(shown, self._overlay(state.pose, size_wh, state.game, controls))

    def _overlay(
        self, pose: CameraPose, size_wh: tuple[int, int], game: GameState, controls: Controls
    ) -> tuple[OverlayLine, ...]:
        now = pose, game, controls
        if not _are_same(now, self._placed):
            self._placed = now
            proposed = controls.suggestions[0].cell if controls.suggestions else None
            self._lines = tuple(overlay_lines(game.tower, pose.scaled_to(size_wh), controls.faulty, proposed))
        return self._lines


def _are_same(first: Sequence[object], second: Sequence[object]) -> bool:
    """Whether two rows hold the very same objects: quicker than comparing what is in them, and enough for values."""
    return len(first) == len(second) and all(one is other for one, other in zip(first, second, strict=True))


def _draw_troubles(canvas: Frame, state: LiveState, phrases: Phrasebook) -> None:
    """What is wrong with the picture, over it."""
    y = 0
    for trouble in sorted(state.troubles, key=lambda trouble: trouble.value):
        for line in wrapped(view_sentence(trouble, phrases), 20, _PICTURE_WH[0] - 2 * _PAD):
            _fill(canvas, (0, y), (_PICTURE_WH[0], y + 32), _TONES_RGB["unsure"])
            write(canvas, line, (_PAD, y + 23), 20, _WHITE_RGB)
            y += 32


def _draw_verdict(canvas: Frame, state: LiveState, controls: Controls, phrases: Phrasebook) -> None:
    """The strip under the picture: the verdict, then what is asked, typed or proposed."""
    top, width = _PICTURE_WH[1], _PICTURE_WH[0]
    _fill(canvas, (0, top), (width, SIZE_WH[1]), _TONES_RGB[controls.tone])
    room = width - 2 * _PAD
    verdict = controls.verdict or phrases.say(_PHASES[state.phase])
    below = _lines_below(state, controls, phrases)
    y = float(top + 12)
    for line in _fitted(wrapped(verdict, 24, room), 2 if below else 4):
        y += 29
        write(canvas, line, (_PAD, y), 24, _WHITE_RGB, 600)
    y += 6
    for line in _fitted([part for text in below for part in wrapped(text, 18, room)], 4):
        y += 22
        write(canvas, line, (_PAD, y), 18, _WHITE_RGB)


def _lines_below(state: LiveState, controls: Controls, phrases: Phrasebook) -> list[str]:
    if controls.entry is not None:
        prompt = phrases.say("What stands where? Type it, such as {example}, then Enter.", example="b1.2=3ENU, b1.2=-")
        return [prompt, f"> {controls.entry}_", controls.remark]
    answers = choice_texts(state, phrases)
    return [*answers, *(suggested.text for suggested in controls.suggestions), controls.remark]


def _draw_panel(canvas: Frame, state: LiveState, controls: Controls, phrases: Phrasebook) -> None:
    left = _PICTURE_WH[0]
    _fill(canvas, (left, 0), SIZE_WH, _PANEL_RGB)
    game = state.game
    turn = phrases.say("Player {player} to move", player=game.to_move)
    write(canvas, phrases.say(_PHASES[Phase.OVER]) if game.is_over else turn, (left + _PAD, 38), 26, _INK_RGB, 700)
    write(canvas, _what_it_does(state, phrases), (left + _PAD, 64), 16, _FAINT_RGB)
    scale = _PANEL_WIDTH / WIDTH
    paint(canvas, draw_tower(game.tower, LEVELS, controls.faulty), (left, 44), scale)
    y = 44 + scale * drawing_height(LEVELS) + 16
    for player in (1, 2):
        _draw_hand(canvas, state, player, (left + _PAD, y), phrases)
        y += 52
    _draw_keys(canvas, (left + _PAD, y + 4), phrases)


def _what_it_does(state: LiveState, phrases: Phrasebook) -> str:
    if state.settings.waits_for_key and state.phase in (Phase.WAITING, Phase.MOVING):
        return phrases.say("Press the space bar once the cube is placed")
    return phrases.say(_PHASES[state.phase])


def _draw_hand(canvas: Frame, state: LiveState, player: int, at_xy: tuple[float, float], phrases: Phrasebook) -> None:
    """One row: whose hand, and its cubes by type with their numbers."""
    x, y = at_xy
    if player == state.game.to_move and not state.game.is_over:
        _fill(canvas, (x - _PAD, y - 2), (x - _PAD + 6, y + 40), _TONES_RGB["good"])
    write(canvas, phrases.say("Player {player}", player=player), (x, y + 26), 18, _INK_RGB)
    hands = state.game.hands
    if hands is None:
        write(canvas, phrases.say("not known"), (x + 150, y + 26), 16, _FAINT_RGB)
        return
    for type, count in enumerate(hands[player - 1]):
        left = x + 130 + 48 * type
        paint_rgb = PAINTS_RGB[type] if count else _PANEL_RGB
        border = _INK_RGB if count else _FAINT_RGB
        corners = ((left, y), (left + 38, y), (left + 38, y + 38), (left, y + 38))
        paint(canvas, [Polygon(corners, paint_rgb, border, 1.5)])
        ink = _WHITE_RGB if count and sum(paint_rgb) < 380 else border
        write(canvas, str(count), (left + 19 - text_width_px(str(count), 22, 600) / 2, y + 27), 22, ink, 600)


def _draw_keys(canvas: Frame, at_xy: tuple[float, float], phrases: Phrasebook) -> None:
    x, y = at_xy
    for key, meaning in _KEYS:
        name = phrases.say("space bar") if key == " " else key
        words = f"{name}: {phrases.say(meaning)}"
        width = text_width_px(words, 15)
        if x + width > SIZE_WH[0] - 6:
            x, y = at_xy[0], y + 20
        write(canvas, words, (x, y + 12), 15, _FAINT_RGB)
        x += width + 18


def _fitted(lines: Sequence[str], most: int) -> list[str]:
    """So many lines at most, the last one marked where more are left out."""
    kept = [line for line in lines if line]
    return kept if len(kept) <= most else [*kept[: most - 1], f"{kept[most - 1]} …"]


def _fill(canvas: Frame, start: tuple[float, float], end: tuple[float, float], colour_rgb: Rgb) -> None:
    left, top, right, bottom = (round(value) for value in (*start, *end))
    canvas[max(top, 0) : bottom, max(left, 0) : right] = colour_rgb[::-1]


def show(session: Session, phrases: Phrasebook, speaker: Speaker | None = None) -> int:
    """Show a live game until its source ends, the window is closed or `q` is pressed; the exit status.

    Parameters
    ----------
    session : Session
    phrases : Phrasebook
        Their language is that of the window.
    speaker : Speaker, optional
        Says aloud what happens.
    """
    painter, controls, is_illegal = Painter(phrases), Controls(), False
    _open_window()
    try:
        begin_s = time.monotonic()
        for moment in session.run():
            is_illegal |= any(event.kind is EventKind.FAULT for event in moment.events)
            controls = told(controls, moment.events, phrases)
            if speaker is not None:
                speaker.tell(moment.events)
            cv2.imshow(_TITLE, painter.draw(moment.picture_bgr, moment.state, controls))
            key = cv2.waitKey(_wait_ms(moment.state, time.monotonic() - begin_s))
            controls, order = pressed(controls, key, moment.state, phrases)
            if order is not None:
                session.order(order)
            if controls.has_quit or _is_closed():
                break
        else:
            # The source has ended: what it showed last stays until somebody has read it.
            while cv2.waitKey(100) < 0 and not _is_closed():
                pass
    except KeyboardInterrupt:
        pass
    finally:
        cv2.destroyAllWindows()
    return 1 if is_illegal else 0


def _open_window() -> None:
    try:
        cv2.namedWindow(_TITLE, cv2.WINDOW_NORMAL | cv2.WINDOW_KEEPRATIO)
        cv2.resizeWindow(_TITLE, SIZE_WH)
    except cv2.error as error:
        raise InputError("no window can be opened here; use --headless, or sit at a screen") from error


def _is_closed() -> bool:
    """Whether the user has closed the window."""
    return cv2.getWindowProperty(_TITLE, cv2.WND_PROP_VISIBLE) < 1


def _wait_ms(state: LiveState, since_begin_s: float) -> int:
    """How long to wait for a key: a video file is not shown faster than it was taken."""
    if state.settings.is_live:
        return 1
    ahead_s = state.scene.source_time - since_begin_s
    return round(min(max(1000 * ahead_s, 1), _LONGEST_WAIT_MS))
