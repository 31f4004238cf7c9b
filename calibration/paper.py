"""The mat's white paper, which shows the light that falls on the tower. Used by vision and the light meter."""

from functools import cache

import numpy as np

from .arrays import BoolArray, FloatArray, UInt8Array
from .camera import CameraPose
from .colours import DARKEST
from .linear_light import linear_light
from .mat import BABEL_MAT, Mat

# Paper is looked at in so many points from side to side of the mat; of fewer in view nothing is told.
_POINTS_ACROSS, _FEWEST_POINTS = 81, 20
# The footprint is looked at in so many pieces from side to side, in each at so many points, as pictures are noisy.
_PIECES, _POINTS_IN_A_PIECE = 10, 4
# The light of bare paper changes evenly along it: no piece lies off a plane by as much as this (natural logarithm). Of
# 471 rendered photos with a tower one does by 0.23 at least; of mats that lie empty, 0.02 at most.
_EVEN = 0.1
# How far (cube edges) blank paper lies from what is printed, from the mat's border, which curls, and from the tower.
_BESIDE_PRINT, _WITHIN_MAT, _BESIDE_TOWER = 0.08, 0.1, 0.15


def mat_white(frame_bgr: UInt8Array, pose: CameraPose) -> FloatArray | None:
    """The light on the mat: what its white paper sends to the camera.

    Parameters
    ----------
    frame_bgr : uint8 array of shape (height, width, 3)
    pose : CameraPose

    Returns
    -------
    float64 array of shape (3,), linear red, green, blue, or None
        The median of the brighter half of the paper in view, so that shadows and what stands on the mat count little;
        None where hardly any paper is in view.
    """
    values = light_at(frame_bgr, pose, _blank_paper())
    values = values[~np.isnan(values[:, 0])]
    if len(values) < _FEWEST_POINTS:
        return None
    brightness = values.mean(axis=1)
    return np.asarray(np.maximum(np.median(values[brightness >= np.median(brightness)], axis=0), DARKEST))


def is_footprint_bare(frame_bgr: UInt8Array, pose: CameraPose) -> bool:
    """Whether the mat's paper is seen all over the footprint, evenly lit, so that for sure nothing stands there.

    Parameters
    ----------
    frame_bgr : uint8 array of shape (height, width, 3)
    pose : CameraPose
        In the mat's own frame.

    Returns
    -------
    bool
        False too where a part is out of the picture, or in a shadow's edge, or in the dark.
    """
    side = BABEL_MAT.footprint_side / 2 - _BESIDE_PRINT
    steps = np.linspace(-side, side, _PIECES * _POINTS_IN_A_PIECE)
    points = np.stack([*np.meshgrid(steps, steps), np.zeros((len(steps), len(steps)))], axis=-1)
    light = _of_pieces(light_at(frame_bgr, pose, points).mean(axis=-1))
    if not (light >= DARKEST).all():
        return False
    logs = np.log(light)
    plane = np.column_stack([np.ones(len(logs)), _of_pieces(points[..., 0]), _of_pieces(points[..., 1])])
    return bool(abs(logs - plane @ np.linalg.lstsq(plane, logs)[0]).max() < _EVEN)


def _of_pieces(values: FloatArray) -> FloatArray:
    """The mean of each piece of the footprint, (_PIECES ** 2,), for values at its points, square."""
    pieces = values.reshape(_PIECES, _POINTS_IN_A_PIECE, _PIECES, _POINTS_IN_A_PIECE)
    return np.asarray(pieces.mean(axis=(1, 3)).ravel())


@cache
def _blank_paper() -> FloatArray:
    """Points of blank paper round the footprint, shape (n, 3)."""
    steps = np.linspace(-BABEL_MAT.side / 2, BABEL_MAT.side / 2, _POINTS_ACROSS)
    x, y = (axis.ravel() for axis in np.meshgrid(steps, steps))
    points_xy = np.stack([x, y], axis=-1)
    points_xy = points_xy[
        is_blank_paper(points_xy) & (abs(points_xy).max(axis=1) > BABEL_MAT.footprint_side / 2 + _BESIDE_TOWER)
    ]
    return np.column_stack([points_xy, np.zeros(len(points_xy))])


def is_blank_paper(points_xy: FloatArray, mat: Mat = BABEL_MAT) -> BoolArray:
    """Which points of the ground, shape (..., 2), are a mat's paper with none of its lines and markers on it or near.

    The answers have the shape (...).

    Examples
    --------
    >>> is_blank_paper(np.array([[0.5, 0.5], [1.0, 0.5], [2.25, 0.0], [1.5, 0.0], [3.1, 0.0]])).tolist()
    [True, False, False, True, False]
    """
    out = abs(points_xy).max(axis=-1)
    blank = (out < mat.side / 2 - _WITHIN_MAT) & (abs(out - mat.footprint_side / 2) > _BESIDE_PRINT)
    for _, *centre_xy in mat.marker_centres:
        blank &= abs(points_xy - centre_xy).max(axis=-1) > mat.marker_side / 2 + _BESIDE_PRINT
    return np.asarray(blank, np.bool_)


def light_at(frame_bgr: UInt8Array, pose: CameraPose, points_xyz: FloatArray) -> FloatArray:
    """The light that points in the world send to the camera, if nothing hides them.

    Parameters
    ----------
    frame_bgr : uint8 array of shape (height, width, 3)
    pose : CameraPose
    points_xyz : float array of shape (..., 3)

    Returns
    -------
    float64 array of shape (..., 3), linear red, green, blue; NaN outside the picture
    """
    points_xy = np.rint(pose.project(points_xyz))
    height, width = frame_bgr.shape[:2]
    inside = np.all((points_xy >= 0) & (points_xy < [width, height]), axis=-1) & pose.can_show(points_xyz)
    # Only now as whole numbers: what lies right beside the camera is farther off than one holds.
    x, y = points_xy[inside].T.astype(int)
    light = np.full(points_xyz.shape, np.nan)
    light[inside] = linear_light(frame_bgr[y, x])[:, ::-1]
    return light
