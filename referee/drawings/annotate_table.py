"""Draws a reading of the columns of Les Tours de Babel and the verdict on its photo. For `check --annotate`."""

from collections.abc import Sequence

import numpy as np

from calibration.arrays import FloatArray, UInt8Array
from calibration.tile_mat import top_corners
from calibration.tile_set import TileSize
from rules.game import Fault
from rules.games.tours import SQUARES
from vision.games.tours.evidence import TableReading

from .annotate import under_verdict, write_lines, write_text
from .face_lines import AMBER, RED, WHITE, Bgr, PictureLine, draw_lines, unit_of
from .table_lines import FAMILY_COLOURS

_LEGEND = "5b x3: the 5 of bamboo on three tiles   c circles, w characters   amber: tile not sure   red: at fault"
_LETTERS_PX = 15.0


def annotate_table(
    frame_bgr: UInt8Array, reading: TableReading, size: TileSize, verdict: str, faults: Sequence[Fault]
) -> UInt8Array:
    """Draw what was read and judged on a copy of the photo.

    Parameters
    ----------
    frame_bgr : uint8 array of shape (height, width, 3)
        The photo that the reading comes from.
    reading : TableReading
    size : TileSize
        Of the tiles.
    verdict : str
    faults : sequence of Fault

    Returns
    -------
    uint8 array of shape (more than height, width, 3)
        The top of each column outlined in the colour of its family, with its name and the column's height at a corner;
        those whose tile is not sure in amber, and those of faults in red; the verdict above the photo, and what the
        signs mean below it, with the squares of which it is not sure how high they are: nobody knows where to draw.
    """
    drawn = frame_bgr.copy()
    at_fault = {place for fault in faults for place in fault.places}
    for square, (name, seen) in enumerate(zip(SQUARES, reading.columns, strict=True)):
        height, top = seen.height() or 0, seen.top()
        if not height and name not in at_fault:
            continue
        corners_xy = reading.pose.project(top_corners(square, height, size))
        colour = RED if name in at_fault else AMBER if top is None else FAMILY_COLOURS[top.family]
        draw_lines(drawn, [PictureLine(corners_xy[[0, 1, 2, 3, 0]], colour, 4.0 if name in at_fault else 2.0)])
        _write_label(drawn, f"{top or '?'} x{height}" if height else "empty", corners_xy, colour)
    open_squares = [name for name, seen in zip(SQUARES, reading.columns, strict=True) if seen.height() is None]
    lines = [_LEGEND, *([f"not sure how high: {', '.join(open_squares)}"] if open_squares else [])]
    return write_lines(under_verdict(drawn, verdict, faults), lines)


def _write_label(drawn: UInt8Array, words: str, corners_xy: FloatArray, colour: Bgr) -> None:
    """Write at the lowest corner of a top, where it hides none of the face."""
    unit = unit_of(drawn)
    lowest = corners_xy[corners_xy[:, 1].argmax()]
    write_text(
        drawn, words, lowest + np.array([0.0, _LETTERS_PX * unit]), WHITE, _LETTERS_PX * unit, unit, ground=colour
    )
