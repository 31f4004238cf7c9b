"""The lines that show on a picture what lies on the squares of a board.

Used for photos by `annotate_board` and `annotate_building`, and for the live window of 012x012.
"""

import numpy as np

from calibration.camera import CameraPose
from rules.games.zero12 import SIDE, Square

from .face_lines import Bgr, PictureLine

#: Outline of a cube's top by its code: white, black, and green for the colour of the set, whichever it is.
CODE_COLOURS: tuple[Bgr, ...] = ((255, 255, 255), (90, 90, 90), (90, 220, 90))
# How far inside its square a top is outlined, in squares, so that neighbours' lines stay apart.
_INSIDE = 0.08


def square_outline(
    square: Square, height: float, pose: CameraPose, colour: Bgr, width: float, side: int = SIDE
) -> PictureLine:
    """The border of a square of a board with so many on a side, a little inside it: on the ground, or so much higher,
    such as on a cube's top at height 1."""
    west, south = (number - side / 2 for number in square)
    low, high = _INSIDE, 1 - _INSIDE
    corners = ((low, low), (high, low), (high, high), (low, high), (low, low))
    return PictureLine(pose.project(np.array([[west + x, south + y, height] for x, y in corners])), colour, width)
