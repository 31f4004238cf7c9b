"""The board of Les Tours de Babel on paper, on which columns of tiles stand. Called by `tower-referee mat`."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from calibration.tile_mat import SQUARE_SIGN, TILE_MAT, middle_of
from rules.games.tours import SQUARES

from .game_board import draw_sign
from .mat import GREY, POINTS_PER_MM, mat_sheet

_LETTERS_MM = 2.6


def tile_board_sheet(edge_mm: float, paper: str, file_format: str) -> bytes:
    """Draw the nine squares at true scale, with markers, a cross and its name on each.

    Parameters
    ----------
    edge_mm : float
        Side of one square in millimetres.
    paper, file_format : str
        As for `mat_sheet`.

    Returns
    -------
    bytes
        The file's content.

    Raises
    ------
    InputError
        If the board does not fit the paper.
    """
    advice = "Lay it flat, stack the tiles upright on the crosses"
    return mat_sheet(
        TILE_MAT, edge_mm, paper, file_format, "board of Les Tours de Babel, squares", advice, _draw_inside
    )


def _draw_inside(axes: Axes, edge_mm: float) -> None:
    half_mm = TILE_MAT.footprint_side / 2 * edge_mm
    for at_mm in (-half_mm / 3, half_mm / 3):
        axes.add_line(Line2D([at_mm, at_mm], [-half_mm, half_mm], color=GREY, linewidth=0.4))
        axes.add_line(Line2D([-half_mm, half_mm], [at_mm, at_mm], color=GREY, linewidth=0.4))
    for square, name in enumerate(SQUARES):
        middle_mm = middle_of(square) * edge_mm
        draw_sign(axes, SQUARE_SIGN, middle_mm, edge_mm)
        left_mm, top_mm = middle_mm + np.array([-0.47, 0.47]) * edge_mm
        axes.text(left_mm, top_mm, name, ha="left", va="top", fontsize=_LETTERS_MM * POINTS_PER_MM, color=GREY)
