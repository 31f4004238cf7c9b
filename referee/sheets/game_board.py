"""The board of 012x012 on paper, on which its cubes are laid. Called by `tower-referee mat`."""

import matplotlib.patches as shapes
import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from calibration.board_mat import BOARD_MAT, CROSS_REACH, CROSS_WIDTH, DISC_RADIUS, RING_RADII
from rules.games.zero12 import SIDE, SQUARES, Card

from .mat import GREY, mat_sheet

_INK = "black"


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
        half_mm = SIDE / 2 * edge_mm
        for number in range(1, SIDE):
            at_mm = number * edge_mm - half_mm
            axes.add_line(Line2D([at_mm, at_mm], [-half_mm, half_mm], color=GREY, linewidth=0.4))
            axes.add_line(Line2D([-half_mm, half_mm], [at_mm, at_mm], color=GREY, linewidth=0.4))
        for square in SQUARES:
            middle_mm = (np.array(square) - SIDE / 2 + 0.5) * edge_mm
            draw_sign(axes, card.code(square), middle_mm, edge_mm)

    what = f"board of 012x012, card {card.reference}, cubes"
    advice = "Lay it flat: ring 0, disc 1, cross 2"
    return mat_sheet(BOARD_MAT, edge_mm, paper, file_format, what, advice, draw)


def draw_sign(axes: Axes, code: int, middle_mm: np.ndarray, edge_mm: float) -> None:
    """The sign of a code as `calibration.board_mat.sign_ink` has it."""
    if code == 0:
        inner, outer = (radius * edge_mm for radius in RING_RADII)
        axes.add_patch(shapes.Annulus(tuple(middle_mm), outer, outer - inner, facecolor=_INK, linewidth=0))
        return
    if code == 1:
        axes.add_patch(shapes.Circle(tuple(middle_mm), DISC_RADIUS * edge_mm, facecolor=_INK, linewidth=0))
        return
    for turn_deg in (45, 135):
        corner_mm = middle_mm - np.array([CROSS_REACH, CROSS_WIDTH / 2]) * edge_mm
        size_mm = 2 * CROSS_REACH * edge_mm, CROSS_WIDTH * edge_mm
        axes.add_patch(
            shapes.Rectangle(
                tuple(corner_mm), *size_mm, angle=turn_deg, rotation_point="center", facecolor=_INK, linewidth=0
            )
        )
