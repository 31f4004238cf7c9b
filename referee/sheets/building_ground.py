"""The ground of Baubylon on paper, on whose squares a building of blocks stands. Called by `tower-referee mat`."""

import numpy as np
from matplotlib.axes import Axes

from calibration.building_mat import BUILDING_MAT, GROUND_SIDE, SQUARE_SIGN
from rules.games.baubylon import square_name

from .mat import mat_sheet
from .squares import draw_grid, draw_name, draw_sign

_LETTERS_MM = 1.6


def building_ground_sheet(edge_mm: float, paper: str, file_format: str) -> bytes:
    """Draw the ground at true scale, with markers, a cross and its name on each square.

    Parameters
    ----------
    edge_mm : float
        Side of one square in millimetres, which is the short side of a block.
    paper, file_format : str
        As for `mat_sheet`.

    Returns
    -------
    bytes
        The file's content.

    Raises
    ------
    InputError
        If the ground does not fit the paper.
    """
    advice = "Lay it flat, build on the squares"
    return mat_sheet(BUILDING_MAT, edge_mm, paper, file_format, "ground of Baubylon, squares", advice, _draw_inside)


def _draw_inside(axes: Axes, edge_mm: float) -> None:
    draw_grid(axes, GROUND_SIDE, edge_mm)
    for x in range(GROUND_SIDE):
        for y in range(GROUND_SIDE):
            middle_mm = (np.array([x, y]) - (GROUND_SIDE - 1) / 2) * edge_mm
            draw_sign(axes, SQUARE_SIGN, middle_mm, edge_mm)
            draw_name(axes, square_name((x, y)), middle_mm, edge_mm, _LETTERS_MM)
