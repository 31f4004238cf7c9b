"""Where no cube stands, for it would hide a marker of the mat that is seen. Used by the babel reader."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from calibration.locating import LocatedMat
from rules.games.babel import Cell

from .faces import hidden_by

# A cube hides a marker if it hides so much of it. Of a marker that is seen a true cube hides no more than 0.15, in 705
# rendered photos and in 188 of towers beside the outline, taken to stand on it, or of mats printed too small or large.
_HIDDEN_SHARE = 0.5
# A marker is looked at in its middle and on rings round it, in shares of its size.
_RINGS = (0.0, 0.3, 0.6, 0.9)


def hides_marker(cells: Sequence[Cell], mat: LocatedMat) -> NDArray[np.bool_]:
    """Which cubes would hide a marker that was found.

    Parameters
    ----------
    cells : sequence of cell, length n
        In the frame of the mat's pose.
    mat : LocatedMat

    Returns
    -------
    bool array of shape (n,)
    """
    corners = mat.corners_xyz.reshape(-1, 4, 3)
    middles = corners.mean(axis=1, keepdims=True)
    points = np.concatenate([middles + ring * (corners - middles) for ring in _RINGS], axis=1)
    return np.asarray((hidden_by(points, cells, mat.pose.centre).mean(axis=-1) > _HIDDEN_SHARE).any(axis=0))
