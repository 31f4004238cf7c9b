"""What is printed on the squares of a board: lines between them, signs and names. Called by the sheets of boards."""

import matplotlib.patches as shapes
import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from calibration.arrays import FloatArray
from calibration.board_mat import CROSS_REACH, CROSS_WIDTH, DISC_RADIUS, RING_RADII

from .mat import GREY, POINTS_PER_MM

_INK = "black"
# Where the upper left corner of a name stands, in squares from the middle.
_NAME_PLACE = np.array([-0.47, 0.47])


def draw_grid(axes: Axes, squares: int, edge_mm: float) -> None:
    """Thin lines between so many squares along each side, the origin in their middle."""
    half_mm = squares / 2 * edge_mm
    for number in range(1, squares):
        at_mm = number * edge_mm - half_mm
        axes.add_line(Line2D([at_mm, at_mm], [-half_mm, half_mm], color=GREY, linewidth=0.4))
        axes.add_line(Line2D([-half_mm, half_mm], [at_mm, at_mm], color=GREY, linewidth=0.4))


def draw_name(axes: Axes, name: str, middle_mm: FloatArray, edge_mm: float, letters_mm: float) -> None:
    """The name of a square, small in its upper left corner."""
    left_mm, top_mm = middle_mm + _NAME_PLACE * edge_mm
    axes.text(left_mm, top_mm, name, ha="left", va="top", fontsize=letters_mm * POINTS_PER_MM, color=GREY)


def draw_sign(axes: Axes, code: int, middle_mm: FloatArray, edge_mm: float) -> None:
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
