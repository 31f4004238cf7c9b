"""Draws a reading of a 012x012 board and the verdict on its photo. For `check --annotate`."""

from collections.abc import Sequence

from calibration.arrays import UInt8Array
from rules.game import Fault
from rules.games.zero12 import SQUARES, square_name
from vision.games.zero12.evidence import EMPTY, BoardReading

from .annotate import under_verdict, write_lines
from .board_lines import CODE_COLOURS, square_outline
from .face_lines import AMBER, RED, draw_lines

_LEGEND = "outlined: a cube, white 0, grey 1, green 2   amber: not sure   red: at fault"


def annotate_board(frame_bgr: UInt8Array, reading: BoardReading, verdict: str, faults: Sequence[Fault]) -> UInt8Array:
    """Draw what was read and judged on a copy of the photo.

    Parameters
    ----------
    frame_bgr : uint8 array of shape (height, width, 3)
        The photo that the reading comes from.
    reading : BoardReading
    verdict : str
    faults : sequence of Fault

    Returns
    -------
    uint8 array of shape (more than height, width, 3)
        The top of each cube outlined in the colour of its code, squares that are not sure in amber on the ground, and
        those of faults in red; the verdict above the photo, and what the colours mean below it.
    """
    drawn = frame_bgr.copy()
    at_fault = {place for fault in faults for place in fault.places}
    for square in SQUARES:
        code = reading.kind(square)
        is_at_fault = square_name(square) in at_fault
        if code == EMPTY and not is_at_fault:
            continue
        colour = RED if is_at_fault else AMBER if code is None else CODE_COLOURS[code]
        height = 0.0 if code in (None, EMPTY) else 1.0
        draw_lines(drawn, [square_outline(square, height, reading.pose, colour, 4.0 if is_at_fault else 2.0)])
    return write_lines(under_verdict(drawn, verdict, faults), [_LEGEND])
