"""Rotations by the vectors that fits go by. Called wherever a pose is fitted."""

import cv2
import numpy as np
from numpy.typing import ArrayLike

from .arrays import FloatArray


def rotation_of(vector: ArrayLike) -> FloatArray:
    """The rotation about a vector, by its length in radians (Rodrigues' formula).

    Parameters
    ----------
    vector : float array of shape (3,) or (3, 1)

    Returns
    -------
    float64 array of shape (3, 3)

    Examples
    --------
    >>> rotation_of(np.array([0.0, 0.0, np.pi / 2])).round(6).tolist()
    [[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]
    """
    return np.asarray(cv2.Rodrigues(np.asarray(vector, np.float64))[0], np.float64)
