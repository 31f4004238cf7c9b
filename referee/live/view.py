"""What the window shows of a live game of babel, as a picture: the camera's with what was read, the tower, both hands,
verdict and keys. It needs no screen. Given to `window` by `watch`.
"""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from calibration.arrays import UInt8Array
from calibration.camera import CameraPose
from referee.drawings.face_lines import PictureLine, draw_lines
from referee.phrases import Phrasebook

from .controls import Controls, pressed, told
from .events import Event
from .inputs import Order
from .overlay import overlay_lines
from .panel import GROUND_RGB, PICTURE_WH, SIZE_WH, draw_panel, draw_troubles, draw_verdict
from .state import GameState, LiveState, Phase

#: While something moves, or where the pose is not known, drawing on the picture would only mislead.
_DRAWN_ON = (Phase.WAITING, Phase.READING, Phase.ASKING, Phase.OVER)


class TowerView:
    """A game of babel in the window: what `View` asks for.

    Parameters
    ----------
    phrases : Phrasebook
        Their language is that of the window.
    """

    size_wh = SIZE_WH

    def __init__(self, phrases: Phrasebook) -> None:
        self._phrases = phrases
        self._painter = Painter(phrases)
        self._controls = Controls()

    @property
    def has_quit(self) -> bool:
        """Whether a key has asked for the end."""
        return self._controls.has_quit

    def tell(self, events: Sequence[Event]) -> None:
        """Show what happened from now on."""
        self._controls = told(self._controls, events, self._phrases)

    def remark(self, text: str) -> None:
        """Show a sentence until the next key."""
        self._controls = replace(self._controls, remark=text)

    def press(self, key: int, state: LiveState) -> Order | None:
        """What the game is told to do by a key; see `controls.pressed`."""
        self._controls, order = pressed(self._controls, key, state, self._phrases)
        return order

    def draw(self, picture_bgr: UInt8Array | None, state: LiveState) -> UInt8Array:
        """The window at one moment, uint8 array of shape (720, 1280, 3); see `Painter.draw`."""
        return self._painter.draw(picture_bgr, state, self._controls)


class Painter:
    """Draws the whole window as a picture; what has not changed since the last one is not drawn again.

    Parameters
    ----------
    phrases : Phrasebook
    """

    def __init__(self, phrases: Phrasebook) -> None:
        self._phrases = phrases
        self._drawn: tuple[object, ...] = ()
        self._ground: UInt8Array = np.full((SIZE_WH[1], SIZE_WH[0], 3), 0, np.uint8)
        self._placed: tuple[object, ...] = ()
        self._size_wh = (0, 0)
        self._lines: tuple[PictureLine, ...] = ()

    def draw(self, frame_bgr: UInt8Array | None, state: LiveState, controls: Controls) -> UInt8Array:
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
            self._ground[:] = np.array(GROUND_RGB[::-1], np.uint8)
            draw_verdict(self._ground, state, controls, self._phrases)
            draw_panel(self._ground, state, controls, self._phrases)
        canvas = self._ground.copy()
        if frame_bgr is not None:
            self._draw_picture(canvas, frame_bgr, state, controls)
        draw_troubles(canvas, state, self._phrases)
        return canvas

    def _draw_picture(self, canvas: UInt8Array, frame_bgr: UInt8Array, state: LiveState, controls: Controls) -> None:
        height, width = frame_bgr.shape[:2]
        scale = min(PICTURE_WH[0] / width, PICTURE_WH[1] / height)
        size_wh = max(1, round(width * scale)), max(1, round(height * scale))
        left, top = (PICTURE_WH[0] - size_wh[0]) // 2, (PICTURE_WH[1] - size_wh[1]) // 2
        shown = canvas[top : top + size_wh[1], left : left + size_wh[0]]
        cv2.resize(frame_bgr, size_wh, dst=shown, interpolation=cv2.INTER_LINEAR)
        is_still = state.hand_since is None and not state.scene.is_moving
        if state.pose is not None and is_still and state.phase in _DRAWN_ON:
            draw_lines(shown, self._overlay(state.pose, size_wh, state.game, controls))

    def _overlay(
        self, pose: CameraPose, size_wh: tuple[int, int], game: GameState, controls: Controls
    ) -> tuple[PictureLine, ...]:
        now = pose, game, controls
        if size_wh != self._size_wh or not _are_same(now, self._placed):
            self._placed, self._size_wh = now, size_wh
            proposed = controls.suggestions[0].cell if controls.suggestions else None
            self._lines = tuple(overlay_lines(game.tower, pose.scaled_to(size_wh), controls.faulty, proposed))
        return self._lines


def _are_same(first: Sequence[object], second: Sequence[object]) -> bool:
    """Whether two rows hold the very same objects: quicker than comparing what is in them, and enough for values."""
    return len(first) == len(second) and all(one is other for one, other in zip(first, second, strict=True))
