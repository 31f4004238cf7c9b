"""The light that falls on a tower and on the ground, from lights all over the sky.

Which of them a cube hides from a face, or from a square of the mat's paper, follows from where the cubes stand; how
bright they are follows from what paper and faces send. Used by `irradiance`.
"""

from collections.abc import Sequence
from functools import cache

import numpy as np

from calibration.arrays import FloatArray
from calibration.mat import BABEL_MAT
from rules.games.babel import Cell

from .faces import FaceSite, crossed_by, face_frames, face_points

# The sky is so many lights of which each fills as much of it; the view down from a face so many parts as well. What
# the ground beyond the mat sends counts as one light for each of its quarters.
_SKY, _DOWN, _BEYOND = 120, 48, 4
# The ground is looked at in squares, so many from side to side of the mat, each in so many points each way.
_SQUARES, _POINTS = 24, 3
# Share of light that paper sends back: most papers do so.
_PAPER = 0.82
# So many steps lead to the lights; more find no others that read types better.
_STEPS = 100
_LEAST = 1e-9
# Where the rim of a face is looked at, right, up and outward from its middle (edges).
_RIM = np.array([[[0.4 * u, 0.4 * v, 0.01] for u in (-1, 0, 1) for v in (-1, 0, 1) if u or v]])


def ground_under_sky(cells: Sequence[Cell]) -> FloatArray:
    """What each square of the ground catches of each light.

    Parameters
    ----------
    cells : sequence of cell
        Where cubes stand.

    Returns
    -------
    float64 array of shape (squares, lights)
        In the order of `points_of_squares`; of what comes from beyond the mat nothing.
    """
    middles = points_of_squares().mean(axis=1)
    sky = _hemisphere(_SKY)
    caught = sky[:, 2] * ~crossed_by(middles, sky, cells)
    return np.concatenate([caught, np.zeros((len(caught), _BEYOND))], axis=1)


def faces_under_sky(sites: Sequence[FaceSite], cells: Sequence[Cell], ground: FloatArray) -> FloatArray:
    """What the rims of faces catch of each light: from the sky, sent back by paper, and by the ground beyond it.

    Parameters
    ----------
    sites : sequence of FaceSite, length n
    cells : sequence of cell
        Where cubes stand.
    ground : float64 array of shape (squares, lights)
        As of `ground_under_sky`.

    Returns
    -------
    float64 array of shape (n, lights)
    """
    sky, down = _hemisphere(_SKY), _hemisphere(_DOWN) * [1.0, 1.0, -1.0]
    rim = face_points(sites, _RIM)
    is_free = ~crossed_by(rim.reshape(-1, 3), sky, cells).reshape(*rim.shape[:2], _SKY)
    normals, middles = face_frames(sites)[:, 3], rim.mean(axis=1)
    straight = np.maximum(normals @ sky.T, 0) * is_free.mean(axis=1)
    # Each part of the view down, as large as each of the sky's lights, counts by how it faces it.
    from_below = np.maximum(normals @ down.T, 0) * ~crossed_by(middles, down, cells) * (2 / _DOWN)
    met_xy = middles[:, None, :2] - middles[:, None, 2:] * (down[:, :2] / down[:, 2:])
    columns, rows = np.moveaxis(np.floor((met_xy / BABEL_MAT.side + 0.5) * _SQUARES).astype(np.int64), -1, 0)
    on_paper = (np.minimum(columns, rows) >= 0) & (np.maximum(columns, rows) < _SQUARES)
    sent_back = np.einsum("nd,ndl->nl", from_below * on_paper, ground[np.where(on_paper, rows * _SQUARES + columns, 0)])
    quarters = np.eye(_BEYOND)[(met_xy > 0) @ [1, 2]] * ~on_paper[..., None]
    beyond = np.einsum("nd,ndq->nq", from_below, quarters)
    return np.asarray(np.concatenate([straight, beyond], axis=1) + _PAPER * sent_back)


def brightness(rows: FloatArray, sent: FloatArray, weights: FloatArray) -> FloatArray:
    """How bright the lights are that best explain, by weighted divergence, what was sent.

    By the algorithm of Richardson (1972) and Lucy (1974), which bears that the edge of a shadow lies a little beside
    where these few lights throw it. It begins with an even sky, and so few steps leave it as even as it can be.

    Parameters
    ----------
    rows : float array of shape (m, lights)
        What of each light each paper or face sends on.
    sent : float array of shape (m,)
        What it was seen to send, over the mat's white.
    weights : float array of shape (m,)
        How much each counts.

    Returns
    -------
    float64 array of shape (lights,), none below 0
    """
    lights = np.full(rows.shape[1], 2 / _SKY)
    reach = np.maximum(weights @ rows, _LEAST)
    for _ in range(_STEPS):
        lights *= (weights * sent / np.maximum(rows @ lights, _LEAST)) @ rows / reach
    return lights


@cache
def _hemisphere(count: int) -> FloatArray:
    """Directions upward that share the sky evenly among them (a Fibonacci lattice), shape (count, 3)."""
    heights = (np.arange(count) + 0.5) / count
    turns = np.pi * (1 + np.sqrt(5)) * np.arange(count)
    flat = np.sqrt(1 - heights**2)
    return np.stack([flat * np.cos(turns), flat * np.sin(turns), heights], axis=-1)


@cache
def points_of_squares() -> FloatArray:
    """Points of the ground square by square, row by row from the South, shape (squares, points, 3), in cube edges."""
    steps = (np.arange(_SQUARES * _POINTS) + 0.5) / (_SQUARES * _POINTS) * BABEL_MAT.side - BABEL_MAT.side / 2
    steps = steps.reshape(_SQUARES, _POINTS)
    y, x = np.broadcast_arrays(steps[:, None, :, None], steps[None, :, None, :])
    points = np.stack([x, y, np.zeros_like(x)], axis=-1)
    return points.reshape(_SQUARES**2, _POINTS**2, 3)
