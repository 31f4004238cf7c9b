"""The printed mat of Les Tours de Babel: nine squares on which columns of tiles stand, with markers round them.

The unit is the side of one square; origin in the middle, x East, y North, as for every mat. Used to print it, and by
the reader of tiles.
"""

import numpy as np

from .arrays import FloatArray
from .mat import Mat, markers_round
from .tile_set import TileSize

#: Three by three squares; other markers than those of any other mat.
TILE_MAT = Mat(
    side=4.5,
    marker_side=0.54,
    marker_centres=markers_round(24, 1.86),
    footprint_side=3.0,
    fewest_markers=2,
)
#: What is printed in the middle of each square, as `calibration.board_mat.sign_ink` has it: a cross, which no tile
#: bears, so that an empty square is seen to be empty.
SQUARE_SIGN = 2
_SQUARES_IN_ROW = 3


def middle_of(square: int) -> FloatArray:
    """The middle of a square, by its number in `rules.games.tours.SQUARES`, shape (2,).

    Examples
    --------
    >>> middle_of(0).tolist(), middle_of(5).tolist()
    ([-1.0, -1.0], [1.0, 0.0])
    """
    row, column = divmod(square, _SQUARES_IN_ROW)
    return np.array([column - 1.0, row - 1.0])


def top_corners(square: int, height: int, size: TileSize) -> FloatArray:
    """The corners of a column's top, once round, shape (4, 3), in squares; of no tiles those of where one would lie."""
    signs = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])
    corners = middle_of(square) + signs * [size.width / 2, size.length / 2]
    return np.column_stack([corners, np.full(len(corners), height * size.height)])
