"""What the window shows of a live game of 012x012. Given to the view by `watch`."""

from collections.abc import Iterator
from typing import Any

from calibration.camera import CameraPose
from referee.drawings.face_lines import PictureLine
from referee.live_boards.controls import Controls, pressed
from referee.live_boards.state import BoardState
from referee.live_boards.view import BoardWindow

from .game import BoardGame
from .overlay import overlay_lines
from .panel import draw_panel, marked_board
from .suggesting import suggestions


def _press(controls: Controls, key: int, state: BoardState) -> tuple[Controls, Any]:
    return pressed(controls, key, state, suggestions)


def _overlay(game: BoardGame, controls: Controls, pose: CameraPose) -> Iterator[PictureLine]:
    return overlay_lines(marked_board(game, controls), pose)


WINDOW = BoardWindow(_press, draw_panel, _overlay)
