"""Where a picture is burnt out: as bright as the camera can tell, so that white paper and a white cube look the same.

Used by the readers.
"""

from collections.abc import Sequence

import numpy as np

from calibration.arrays import BoolArray, FloatArray, UInt8Array
from calibration.camera import CameraPose
from calibration.linear_light import LINEAR_LIGHT
from calibration.paper import light_at
from rules.cubes import Cell

from .faces import GRID, FaceSite, is_in_view, lattice_points

# Light from this code (of 255) on is burnt out. In 606 rendered photos the mat's white as a whole is so in 16.
_BURNT = LINEAR_LIGHT[254]
# A face is lost where so large a share of its points in view is burnt out, of so many at least.
_LOST_SHARE, _LEAST_POINTS = 0.9, GRID**2 // 4


def is_burnt_out(light: FloatArray) -> BoolArray:
    """Which light, linear red, green, blue of shape (..., 3), is burnt out in every colour; shape (...)."""
    return np.asarray((light >= _BURNT).all(axis=-1), np.bool_)


def are_lost(frame_bgr: UInt8Array, sites: Sequence[FaceSite], cells: Sequence[Cell], pose: CameraPose) -> BoolArray:
    """Whether hardly anything but burnt out picture is seen where faces are, or would be, were they there.

    Parameters
    ----------
    frame_bgr : uint8 array of shape (height, width, 3)
    sites : sequence of FaceSite, length n
    cells : sequence of cell
        Where cubes stand.
    pose : CameraPose
        For this picture size.

    Returns
    -------
    bool array of shape (n,)
        False where too little of a face is in view.
    """
    points = lattice_points(sites)
    in_view = is_in_view(points, cells, pose)
    is_burnt = is_burnt_out(light_at(frame_bgr, pose, points)) & in_view
    seen = in_view.sum(axis=1)
    return np.asarray((seen >= _LEAST_POINTS) & (is_burnt.sum(axis=1) >= _LOST_SHARE * seen), np.bool_)
