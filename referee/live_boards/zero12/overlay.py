"""What to draw on the live picture of what the referee knows of the board in it. Called by `window`."""

from collections.abc import Iterator

from calibration.camera import CameraPose
from referee.drawings.board_drawing import MarkedBoard
from referee.drawings.board_lines import CODE_COLOURS, square_outline
from referee.drawings.face_lines import GREEN, RED, PictureLine
from rules.games.zero12 import CODES, bit
from rules.games.zero12.squares import squares_in

from .game import filled

_LINE, _UNDER_WAY, _FAULT, _PROPOSED = 1.0, 3.0, 4.0, 4.0


def overlay_lines(board: MarkedBoard, pose: CameraPose) -> Iterator[PictureLine]:
    """The tops of the cubes by their code, thicker those of the turn under way; faults in red, and a proposed run in
    green.

    Parameters
    ----------
    board : MarkedBoard
    pose : CameraPose
        For the picture that is drawn on, in squares from the board's middle.
    """
    for code in CODES:
        for square in squares_in(board.laid[code]):
            width = _UNDER_WAY if board.under_way & bit(square) else _LINE
            yield square_outline(square, 1.0, pose, CODE_COLOURS[code], width)
    for square in squares_in(board.at_fault):
        height = 1.0 if filled(board.laid) & bit(square) else 0.0
        yield square_outline(square, height, pose, RED, _FAULT)
    for square in squares_in(board.proposed):
        yield square_outline(square, 0.0, pose, GREEN, _PROPOSED)
