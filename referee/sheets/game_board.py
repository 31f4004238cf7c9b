"""The board of 012x012 on paper, on which its cubes are laid. Called by `tower-referee mat`."""

import numpy as np
from matplotlib.axes import Axes

from calibration.board_mat import BOARD_MAT
from rules.games.zero12 import SIDE, SQUARES, Card

from .mat import mat_sheet
from .squares import draw_grid, draw_sign


def game_board_sheet(card: Card, edge_mm: float, paper: str, file_format: str) -> bytes:
    """Draw the board at true scale, with markers, and on each square the sign of what the card asks for there.

    Parameters
    ----------
    card : Card
    edge_mm : float
        Edge of one cube in millimetres.
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

    def draw(axes: Axes, edge_mm: float) -> None:
        draw_grid(axes, SIDE, edge_mm)
        for square in SQUARES:
            middle_mm = (np.array(square) - SIDE / 2 + 0.5) * edge_mm
            draw_sign(axes, card.code(square), middle_mm, edge_mm)

    what = f"board of 012x012, card {card.reference}, cubes"
    advice = "Lay it flat: ring 0, disc 1, cross 2"
    return mat_sheet(BOARD_MAT, edge_mm, paper, file_format, what, advice, draw)
