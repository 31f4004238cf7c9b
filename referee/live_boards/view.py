"""What the window shows of a live game on a board, as a picture: the camera's with what was read, verdict, and beside
it what the game has to show. It needs no screen. Given to `referee.live.window` by `watch`.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from calibration.arrays import UInt8Array
from calibration.camera import CameraPose
from referee.drawings.face_lines import PictureLine, draw_lines
from referee.live.game_events import ViewChange
from referee.live.layout import SIZE_WH, Kept, draw_bars, empty_window, fit_picture

from .controls import Controls, told
from .doing import draw_verdict, what_it_does
from .events import BoardEvent
from .state import BoardState


@dataclass(frozen=True, slots=True)
class BoardWindow:
    """What one game shows in the window, and what its keys do.

    Attributes
    ----------
    press : function
        What a key does: the controls after it, and what the game is told to do, if anything.
    draw_panel : function
        Draws the right side of the window.
    overlay : function
        What to draw on the camera's picture, of what was committed and for a pose in it.
    """

    press: Callable[[Controls, int, BoardState], tuple[Controls, Any]]
    draw_panel: Callable[[UInt8Array, BoardState, Controls], None]
    overlay: Callable[[Any, Controls, CameraPose], Iterable[PictureLine]]


class BoardView:
    """A game on a board in the window: what `View` asks for. What has not changed is not drawn again."""

    size_wh = SIZE_WH

    def __init__(self, window: BoardWindow) -> None:
        self._window = window
        self._controls = Controls()
        self._troubles: dict[ViewChange, str] = {}
        self._around = Kept[UInt8Array]()
        self._lines = Kept[tuple[PictureLine, ...]]()

    @property
    def has_quit(self) -> bool:
        """Whether a key has asked for the end."""
        return self._controls.has_quit

    def tell(self, events: Sequence[BoardEvent]) -> None:
        """Show what happened from now on."""
        self._controls = told(self._controls, events)
        for event in events:
            if event.view is not None:
                # That one trouble is over is told as the one that still lasts; what was said of that is what helps.
                self._troubles.setdefault(event.view, event.message)

    def remark(self, text: str) -> None:
        """Show a sentence until the next key."""
        self._controls = replace(self._controls, remark=text)

    def press(self, key: int, state: BoardState) -> Any:
        """What the game is told to do by a key; None if nothing."""
        self._controls, order = self._window.press(self._controls, key, state)
        return order

    def draw(self, picture_bgr: UInt8Array | None, state: BoardState) -> UInt8Array:
        """The window at one moment.

        Parameters
        ----------
        picture_bgr : uint8 array of shape (height, width, 3), or None
            The camera's picture, of any size; None if there is none yet.
        state : BoardState

        Returns
        -------
        uint8 array of shape (720, 1280, 3)
        """
        shown_of_it = state.game, what_it_does(state), self._controls
        canvas = self._around.of(shown_of_it, partial(self._draw_around, state)).copy()
        if picture_bgr is not None:
            self._draw_picture(canvas, picture_bgr, state)
        troubles = sorted(state.troubles, key=lambda trouble: trouble.value)
        self._troubles = {trouble: self._troubles.get(trouble, trouble.value) for trouble in troubles}
        draw_bars(canvas, self._troubles.values())
        return canvas

    def _draw_around(self, state: BoardState) -> UInt8Array:
        canvas = empty_window()
        draw_verdict(canvas, state, self._controls)
        self._window.draw_panel(canvas, state, self._controls)
        return canvas

    def _draw_picture(self, canvas: UInt8Array, picture_bgr: UInt8Array, state: BoardState) -> None:
        shown = fit_picture(canvas, picture_bgr)
        pose, game = state.pose, state.game
        # While something moves, or where the camera may have moved, drawing on the picture would only mislead.
        is_still = state.hand_since is None and not state.scene.is_moving and state.moved_to is None
        if pose is not None and is_still and game.has_begun:
            size_wh = shown.shape[1], shown.shape[0]
            lines = partial(self._overlay, pose.scaled_to(size_wh), game)
            draw_lines(shown, self._lines.of((pose, game, self._controls), lines, size_wh))

    def _overlay(self, pose: CameraPose, game: Any) -> tuple[PictureLine, ...]:
        return tuple(self._window.overlay(game, self._controls, pose))
