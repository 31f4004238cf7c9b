"""The light that falls on a board, told by the white paper round it. Called by the reader."""

from functools import cache

import numpy as np

from calibration.arrays import FloatArray, UInt8Array
from calibration.board_mat import BOARD_MAT
from calibration.camera import CameraPose
from calibration.colours import DARKEST
from calibration.paper import is_blank_paper, light_at
from calibration.robust_fit import fit_robustly
from calibration.stray_light import ink_light, ink_share
from vision.burnt_out import is_burnt_out

# Paper is looked at in so many points from side to side; of fewer in view nothing is told.
_POINTS_ACROSS, _FEWEST_POINTS = 65, 40
# How far (squares) it lies from the board, whose cubes hide it.
_BESIDE_BOARD = 0.6
# Paper that is so much darker than the rest (natural logarithm) is in a shadow, or something lies on it.
_SHADED = 0.08


def paper_light(frame_bgr: UInt8Array, pose: CameraPose, points_xy: FloatArray) -> FloatArray | None:
    """The light that white paper would send from points of the board: as round it, changing evenly in between.

    Parameters
    ----------
    frame_bgr : uint8 array of shape (height, width, 3)
    pose : CameraPose
        In squares from the board's middle.
    points_xy : float array of shape (n, 2)

    Returns
    -------
    float64 array of shape (n, 3), linear red, green, blue, or None
        None where hardly any paper is in view.
    """
    paper_xyz = _blank_paper()
    light = light_at(frame_bgr, pose, paper_xyz)
    is_seen = ~np.isnan(light[:, 0])
    if is_seen.sum() < _FEWEST_POINTS:
        return None
    terms, logs = _terms(paper_xyz[is_seen, :2]), np.log(np.maximum(light[is_seen], DARKEST))
    there = _terms(points_xy)
    return np.exp(np.column_stack([there @ _even_fit(terms, of_colour) for of_colour in logs.T]))


def burnt_share(frame_bgr: UInt8Array, pose: CameraPose) -> float:
    """How much of the paper round the board, as far as it is in view, is as bright as the camera can tell; 0..1."""
    light = light_at(frame_bgr, pose, _blank_paper())
    seen = light[~np.isnan(light[:, 0])]
    return float(is_burnt_out(seen).mean()) if len(seen) else 0.0


def haze_share(frame_bgr: UInt8Array, pose: CameraPose) -> float:
    """How much of the paper's light the black of the markers sends, 0..1; 0 where no paper or no marker is in view."""
    light = light_at(frame_bgr, pose, _blank_paper())
    seen, ink = light[~np.isnan(light[:, 0])], ink_light(frame_bgr, pose, BOARD_MAT)
    return 0.0 if ink is None or not len(seen) else ink_share(ink, np.median(seen, axis=0))


def _even_fit(terms: FloatArray, logs: FloatArray) -> FloatArray:
    start = np.asarray(np.linalg.lstsq(terms, logs)[0], np.float64)
    return fit_robustly(lambda factors: terms @ factors - logs, start, _SHADED, 40)


def _terms(points_xy: FloatArray) -> FloatArray:
    """The terms of a quadric at points (n, 2), shape (n, 6)."""
    x, y = points_xy.T / BOARD_MAT.side
    return np.column_stack([np.ones(len(x)), x, y, x * x, x * y, y * y])


@cache
def _blank_paper() -> FloatArray:
    """Points of blank paper round the board, shape (n, 3)."""
    steps = np.linspace(-1, 1, _POINTS_ACROSS) * BOARD_MAT.side / 2
    points_xy = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    is_beside = abs(points_xy).max(axis=1) > BOARD_MAT.footprint_side / 2 + _BESIDE_BOARD
    points_xy = points_xy[is_beside & is_blank_paper(points_xy, BOARD_MAT)]
    return np.column_stack([points_xy, np.zeros(len(points_xy))])
