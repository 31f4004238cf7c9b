"""The printable ChArUco board from which a lens is learned. Called by `tower-referee mat --charuco`."""

import math

import numpy as np
from matplotlib.axes import Axes

from calibration.lens_board import CELLS_PER_SQUARE, SQUARES_WH, board_cells
from referee.errors import InputError

from .mat import cells_patch, draw_words, sheet_file
from .papers import MARGIN_MM, PAPERS_MM

# Left free below the board for the words.
_WORDS_MM = 8.0
# Smaller squares are lost in a picture of the whole board.
_SMALLEST_SQUARE_MM = 8.0


def largest_square_mm(paper: str) -> int:
    """The largest side of a square, in whole millimetres, with which the board fits."""
    width_mm, height_mm = PAPERS_MM[paper]
    across, down = SQUARES_WH
    return math.floor(min((width_mm - 2 * MARGIN_MM) / across, (height_mm - 2 * MARGIN_MM - _WORDS_MM) / down))


def board_sheet(square_mm: float, paper: str, file_format: str) -> bytes:
    """Draw the board at true scale.

    Parameters
    ----------
    square_mm : float
        Side of one square in millimetres.
    paper : str
        A name of `PAPERS_MM`.
    file_format : one of `figures.FILE_FORMATS`

    Raises
    ------
    InputError
        If the board does not fit the paper, or its squares are too small.
    """
    largest_mm = largest_square_mm(paper)
    if not _SMALLEST_SQUARE_MM <= square_mm <= largest_mm:
        raise InputError(
            f"squares of {square_mm:g} mm do not suit {paper}; "
            f"they can be {_SMALLEST_SQUARE_MM:g} to {largest_mm} mm there"
        )
    width_mm, height_mm = (count * square_mm for count in SQUARES_WH)
    top_mm = height_mm / 2 + _WORDS_MM / 2

    def draw(axes: Axes) -> None:
        north_west_mm = np.array([-width_mm / 2, top_mm])
        axes.add_patch(cells_patch(board_cells(), north_west_mm, square_mm / CELLS_PER_SQUARE))
        words = "tower-referee board for calibrate camera. Glue it on something flat; its size does not matter."
        draw_words(axes, top_mm - height_mm - _WORDS_MM / 2, words)

    return sheet_file(paper, file_format, "tower-referee board", draw)
