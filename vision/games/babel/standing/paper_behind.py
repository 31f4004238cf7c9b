"""Where a cube's face would be, but the mat's paper is seen: nothing stands there, and no hand covers it.

Used by the babel reader.
"""

from collections.abc import Sequence

import numpy as np

from calibration.arrays import BoolArray, FloatArray, UInt8Array
from calibration.camera import CameraPose
from calibration.colours import opponent, white_balanced
from calibration.locating import Place
from calibration.paper import is_blank_paper, light_at
from rules.games.babel import Cell
from vision.burnt_out import is_burnt_out
from vision.faces import GRID, FaceSite, is_in_view, lattice_points

# Of a face's points so many at least have blank paper behind them, and so large a share of these looks like it.
_LEAST_POINTS, _LEAST_SHARE = GRID**2 // 4, 0.9
# Paper is no darker than this, in the tower's shadow too, nor farther off its white on each axis of colour.
_DARKEST, _MOST_COLOUR = np.log(0.12), 0.2


def shows_paper(
    frame_bgr: UInt8Array,
    sites: Sequence[FaceSite],
    cells: Sequence[Cell],
    pose: CameraPose,
    place: Place,
    white: FloatArray,
) -> BoolArray:
    """Whether paper of the mat is seen where faces would be, were they there.

    Parameters
    ----------
    frame_bgr : uint8 array of shape (height, width, 3)
    sites : sequence of FaceSite, length n
        Of cubes that are there or not.
    cells : sequence of cell
        Where cubes stand.
    pose : CameraPose
        For this picture size.
    place : Place
        Where on the mat the cells lie.
    white : float array of shape (3,), linear red, green, blue
        What the mat's paper sends (`calibration.paper.mat_white`).

    Returns
    -------
    bool array of shape (n,)
        False too where too little of the ground behind is paper, or in view.
    """
    points, centre = lattice_points(sites), pose.centre
    # What is not below the camera has no ground behind it.
    is_below = points[..., 2] < centre[2]
    reach = centre[2] / np.where(is_below, centre[2] - points[..., 2], 1.0)
    ground = centre + reach[..., None] * (points - centre)
    is_told = is_below & is_blank_paper(place.on_mat(ground)[..., :2]) & is_in_view(ground, cells, pose)
    light = light_at(frame_bgr, pose, ground)
    lightness, *colours = np.moveaxis(opponent(white_balanced(light, white)), -1, 0)
    # What is burnt out may be a white cube as well.
    is_told &= ~is_burnt_out(light)
    is_paper = is_told & (lightness > _DARKEST) & (np.maximum(*np.abs(colours)) < _MOST_COLOUR)
    told = is_told.sum(axis=1)
    return np.asarray((told >= _LEAST_POINTS) & (is_paper.sum(axis=1) >= _LEAST_SHARE * told))
