"""The printed board of 012x012, on which its cubes are laid: markers round it, and on each square a sign of its code.

The unit is the edge of one square; origin in the middle, x East, y North, as for every mat. Used to print it, and by
the reader of boards.
"""

import numpy as np

from .arrays import FloatArray
from .mat import Mat, markers_round

#: A board of 12x12 squares; markers of one and a half squares round it. Other markers than those of a card, which may
#: lie beside it.
BOARD_MAT = Mat(
    side=16.0,
    marker_side=1.5,
    marker_centres=markers_round(16, 7.0),
    footprint_side=12.0,
    fewest_markers=2,
)

#: The signs in the middle of squares, in squares: code 0 is a ring, between these radii; code 1 a disc; code 2 a
#: diagonal cross, whose arms reach so far and are so wide.
RING_RADII, DISC_RADIUS, CROSS_REACH, CROSS_WIDTH = (0.2, 0.32), 0.26, 0.34, 0.13


def sign_ink(code: int, points_xy: FloatArray) -> FloatArray:
    """Where a square is printed with ink.

    Parameters
    ----------
    code : int
        0, 1 or 2: what the card asks for there.
    points_xy : float array of shape (..., 2)
        From the square's middle, in squares.

    Returns
    -------
    float64 array of shape (...)
        1 on ink, 0 on paper.

    Examples
    --------
    >>> [sign_ink(code, np.array([[0.0, 0.0], [0.26, 0.0], [0.2, 0.2]])).tolist() for code in (0, 1, 2)]
    [[0.0, 1.0, 1.0], [1.0, 0.0, 0.0], [1.0, 0.0, 1.0]]
    """
    radii = np.linalg.norm(points_xy, axis=-1)
    if code == 0:
        inner, outer = RING_RADII
        return np.asarray((radii >= inner) & (radii <= outer), np.float64)
    if code == 1:
        return np.asarray(radii < DISC_RADIUS, np.float64)
    along, across = (points_xy[..., 0] + sign * points_xy[..., 1] for sign in (1, -1))
    arms = np.minimum(abs(along), abs(across)) <= CROSS_WIDTH / np.sqrt(2)
    return np.asarray(arms & (radii <= CROSS_REACH), np.float64)
