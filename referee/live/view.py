"""What the window shows of a live game of babel, as a picture: the camera's with what was read, the tower, both hands,
verdict and keys. It needs no screen. Given to `window` by `watch`.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from calibration.arrays import UInt8Array
from calibration.camera import CameraPose
from referee.drawings.face_lines import PictureLine, draw_lines
from referee.phrases import Phrasebook

from .controls import Controls, pressed, told
from .events import Event
from .inputs import Order
from .layout import SIZE_WH, Kept, empty_window, fit_picture
from .overlay import overlay_lines
from .panel import draw_panel, draw_troubles, draw_verdict
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
        self._around = Kept[UInt8Array]()
        self._lines = Kept[tuple[PictureLine, ...]]()

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
        shown_of_it = state.game, state.phase, state.question, controls
        canvas = self._around.of(shown_of_it, partial(self._draw_around, state, controls)).copy()
        if frame_bgr is not None:
            self._draw_picture(canvas, frame_bgr, state, controls)
        draw_troubles(canvas, state, self._phrases)
        return canvas

    def _draw_around(self, state: LiveState, controls: Controls) -> UInt8Array:
        canvas = empty_window()
        draw_verdict(canvas, state, controls, self._phrases)
        draw_panel(canvas, state, controls, self._phrases)
        return canvas

    def _draw_picture(self, canvas: UInt8Array, frame_bgr: UInt8Array, state: LiveState, controls: Controls) -> None:
        shown = fit_picture(canvas, frame_bgr)
        pose, game = state.pose, state.game
        is_still = state.hand_since is None and not state.scene.is_moving
        if pose is not None and is_still and state.phase in _DRAWN_ON:
            size_wh = shown.shape[1], shown.shape[0]
            lines = partial(_overlay, pose, size_wh, game, controls)
            draw_lines(shown, self._lines.of((pose, game, controls), lines, size_wh))


def _overlay(
    pose: CameraPose, size_wh: tuple[int, int], game: GameState, controls: Controls
) -> tuple[PictureLine, ...]:
    proposed = controls.suggestions[0].cell if controls.suggestions else None
    return tuple(overlay_lines(game.tower, pose.scaled_to(size_wh), controls.faulty, proposed))
