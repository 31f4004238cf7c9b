"""The board of Les Tours de Babel on paper, on which columns of tiles stand. Called by `tower-referee mat`."""

from matplotlib.axes import Axes

from calibration.tile_mat import SQUARE_SIGN, TILE_MAT, middle_of
from rules.games.tours import SQUARES

from .mat import mat_sheet
from .squares import draw_grid, draw_name, draw_sign

_SIDE = 3
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
    draw_grid(axes, _SIDE, TILE_MAT.footprint_side / _SIDE * edge_mm)
    for square, name in enumerate(SQUARES):
        middle_mm = middle_of(square) * edge_mm
        draw_sign(axes, SQUARE_SIGN, middle_mm, edge_mm)
        draw_name(axes, name, middle_mm, edge_mm, _LETTERS_MM)
