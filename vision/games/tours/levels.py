"""How high a face lies, from where and how large it is seen. What lies higher is nearer: larger, and farther out."""

import cv2
import numpy as np

from calibration.arrays import FloatArray
from calibration.camera import CameraPose
from calibration.tile_mat import middle_of
from calibration.tile_set import TileSize
from rules.games.tours import SQUARES

_MIDDLES = np.array([middle_of(square) for square in range(len(SQUARES))])
# How far off its square's middle a tile is laid, in squares: standard deviation.
_BESIDE = 0.06
# How far off its size is seen (natural logarithm): spread of a t distribution with so many degrees of freedom, as a
# drawing that says little of size is far off now and then.
_OFF_SIZE, _FREEDOM = 0.008, 3.0


def level_logs(pose: CameraPose, size: TileSize, corners_xy: FloatArray, levels: FloatArray) -> FloatArray:
    """The logarithms of how well a column of each height on each square explains a face, unnormalised.

    Parameters
    ----------
    pose : CameraPose
    size : TileSize
    corners_xy : float64 array of shape (4, 2)
        Where the corners of the face's picture are seen, once round.
    levels : float array of shape (n,)
        The heights that are asked of, in squares; all below the camera.

    Returns
    -------
    float64 array of shape (9, n)
        By square, in the order of `rules.games.tours.SQUARES`, and height.
    """
    corners = _on_planes(pose, corners_xy, levels)
    beside = np.linalg.norm(corners.mean(axis=1) - _MIDDLES[:, None], axis=-1)
    one, other = np.moveaxis(corners[:, [2, 3]] - corners[:, [0, 1]], 1, 0)
    # Half the cross product of its diagonals.
    area = abs(one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]) / 2
    off_size = np.log(area / size.shown_area) / 2
    tails = np.log1p((off_size / _OFF_SIZE) ** 2 / _FREEDOM)
    return np.asarray(-0.5 * (beside / _BESIDE) ** 2 - (_FREEDOM + 1) / 2 * tails)


def _on_planes(pose: CameraPose, points_xy: FloatArray, levels: FloatArray) -> FloatArray:
    """Where points of the picture, (m, 2), lie if they are at each of n heights, to the East and North, (n, m, 2)."""
    lens = pose.lens
    straight = cv2.undistortPoints(points_xy[:, None].astype(np.float64), lens.matrix, lens.distortion)[:, 0]
    rays = np.column_stack([straight, np.ones(len(straight))]) @ pose.rotation
    along = (levels[:, None] - pose.centre[2]) / rays[:, 2]
    return np.asarray(pose.centre[:2] + rays[:, :2] * along[..., None])
