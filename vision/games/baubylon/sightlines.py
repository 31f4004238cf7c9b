"""What of a building's tops a camera sees, whatever stands on each square. Asked for each photo by `standing`."""

from dataclasses import dataclass

import numpy as np

from calibration.arrays import FloatArray, IntArray
from calibration.building_mat import GROUND_SIDE, STOREY

from .building_network import HEIGHTS

# Points of a top that are looked at, from side to side, and how high above it, in squares.
_POINTS_ACROSS, _ABOVE = 4, 0.01
_SQUARES = GROUND_SIDE * GROUND_SIDE


@dataclass(frozen=True, slots=True, eq=False)
class TopsInView:
    """From where on each square hides points of each top from one camera.

    Attributes
    ----------
    lowest : float32 array of shape (n squares, HEIGHTS, m points, n squares)
        How high the last square may be, in storeys, without hiding a point of the top of the first if that is so high.
        Squares are numbered by rows from the South.
    """

    lowest: FloatArray

    @classmethod
    def of(cls, camera_xyz: FloatArray) -> "TopsInView":
        """For a camera at a place, (3,), in squares from the ground's middle."""
        corners = square_corners()
        steps = (np.arange(_POINTS_ACROSS) + 0.5) / _POINTS_ACROSS
        within = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
        lowest = np.empty((_SQUARES, HEIGHTS, len(within), _SQUARES), np.float32)
        for height in range(HEIGHTS):
            points = corners[:, None] + within
            level = np.full((*points.shape[:-1], 1), STOREY * height + _ABOVE)
            on_top = np.concatenate([points, level], axis=-1)
            lowest[:, height] = _lowest_hiding(on_top, camera_xyz, corners) / STOREY
        own = np.eye(_SQUARES, dtype=bool)
        return cls(np.where(own[:, None, None, :], np.inf, lowest))

    def shares(self, heights: IntArray) -> FloatArray:
        """How much of each square's top is in view, 0..1, shape (n,), of squares so high, (n,)."""
        there = self.lowest[np.arange(len(heights)), heights]
        return np.asarray((heights <= there).all(axis=-1).mean(axis=-1))


def square_corners() -> FloatArray:
    """The South-western corner of each square, (n, 2), by rows from the South."""
    numbers = np.arange(_SQUARES)
    return np.stack([numbers % GROUND_SIDE, numbers // GROUND_SIDE], axis=1) - np.float64(GROUND_SIDE / 2)


def _lowest_hiding(points: FloatArray, camera_xyz: FloatArray, corners: FloatArray) -> FloatArray:
    """How high each square, by its corner (n, 2), may be without hiding points (..., 3), shape (..., n)."""
    ray = camera_xyz - points
    with np.errstate(divide="ignore", invalid="ignore"):
        near = (corners - points[..., None, :2]) / ray[..., None, :2]
        far = (corners + 1 - points[..., None, :2]) / ray[..., None, :2]
    enters = np.minimum(near, far).max(axis=-1)
    leaves = np.maximum(near, far).min(axis=-1)
    is_crossed = (leaves > enters) & (leaves > 0) & (enters < 1)
    return np.where(is_crossed, points[..., 2:] + np.maximum(enters, 0) * ray[..., 2:], np.inf)
