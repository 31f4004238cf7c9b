"""Cards of 012x012 on paper. Called by `tower-referee card print`."""

import matplotlib.patches as shapes
from matplotlib.axes import Axes

from calibration.card_mat import CARD_MAT, CUBE_COLOURS_SRGB
from referee.drawings.flat import hex_colour, ink_on
from rules.games.zero12 import SIDE, SQUARES, Card

from .mat import POINTS_PER_MM, mat_sheet


def card_sheet(card: Card, colour: str, square_mm: float, paper: str, file_format: str) -> bytes:
    """Draw a card at true scale, with markers by which a camera can find it.

    Parameters
    ----------
    card : Card
    colour : str
        The colour of the set, a key of `CUBE_COLOURS_SRGB`.
    square_mm : float
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
        If the card does not fit the paper.
    """

    def draw(axes: Axes, edge_mm: float) -> None:
        for square in SQUARES:
            code = card.code(square)
            west_mm, south_mm = ((number - SIDE / 2) * edge_mm for number in square)
            # A white square is the paper's own white.
            paint_rgb = (255, 255, 255) if code == 0 else CUBE_COLOURS_SRGB[("black", colour)[code - 1]]
            paint, ink = hex_colour(paint_rgb), hex_colour(ink_on(paint_rgb))
            axes.add_patch(
                shapes.Rectangle(
                    (west_mm, south_mm), edge_mm, edge_mm, facecolor=paint, edgecolor="0.75", linewidth=0.4
                )
            )
            axes.text(
                west_mm + 0.1 * edge_mm,
                south_mm + 0.1 * edge_mm,
                str(code),
                fontsize=0.2 * edge_mm * POINTS_PER_MM,
                color=ink,
                alpha=0.6,
            )

    what = f"card {card.reference} for 012x012, squares"
    return mat_sheet(CARD_MAT, square_mm, paper, file_format, what, "Lay the card beside the board", draw)
