"""Where something of the world shows in a small picture. Used by live following."""

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import BoolArray, FloatArray
from calibration.camera import CameraPose

# Farther out of a picture nothing is drawn; OpenCV holds places to 32,767.
_FAR_OUT_PX = 10_000


def region_of(points_xyz: FloatArray, pose: CameraPose, size_wh: tuple[int, int]) -> BoolArray:
    """The convex outline of some points of the world in a small picture.

    Parameters
    ----------
    points_xyz : float array of shape (n, 3)
    pose : CameraPose
        Of full pictures.
    size_wh : tuple of int
        Of the small picture.

    Returns
    -------
    bool array of shape (height, width)
    """
    points_xy = pose.scaled_to(size_wh).project_outermost(points_xyz[pose.depth(points_xyz) > 0.1])
    mask = np.zeros((size_wh[1], size_wh[0]), np.uint8)
    if len(points_xy) >= 3:
        cv2.fillConvexPoly(mask, cv2.convexHull(whole_pixels(points_xy)), 1)
    return mask.astype(bool)


def whole_pixels(points_xy: FloatArray) -> NDArray[np.int32]:
    """Points of a small picture, (..., 2), as OpenCV fills polygons.

    Those right beside the camera lie billions of pixels out, and are drawn as far out as can be.
    """
    return np.clip(np.rint(points_xy), -_FAR_OUT_PX, _FAR_OUT_PX).astype(np.int32)
