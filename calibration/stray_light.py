"""Light that lies over a whole picture, from a greasy lens or a lamp near its view: told by the mat's ink.

Used by the readers, which take it away again, and by the light meter.
"""

from functools import cache

import cv2
import numpy as np

from .arrays import FloatArray, UInt8Array
from .camera import CameraPose
from .linear_light import LINEAR_LIGHT, linear_light
from .mat import BABEL_MAT, MARKER_CELLS, Mat
from .paper import light_at, mat_white

# Share of paper's light that ink is taken to send, and the most that may be ink alone. In 110 rendered photos the
# darkest border of a marker sends 0.03 in the median, up to 0.106; all are read the same if 0.08 is too much.
_INK, _MOST_INK = 0.05, 0.08
# With more nothing dark is in view where the markers should be.
_NO_INK = 0.6
# No more is taken away than the darkest pixels have, all but this share: with little toner, black is printed grey.
_DARKEST_PIXELS = 0.002
# Nor more than this share of the paper's light in any colour: something of it must be left to go by.
_MOST_OF_WHITE = 0.7


def without_stray_light(frame_bgr: UInt8Array, pose: CameraPose) -> UInt8Array:
    """The picture as a clean lens would have taken it, paper as bright as before.

    Parameters
    ----------
    frame_bgr : uint8 array of shape (height, width, 3)
    pose : CameraPose
        For this very picture size.

    Returns
    -------
    uint8 array of shape (height, width, 3)
        The very same picture where its black is as dark as usual, or where no ink or no paper is in view.
    """
    white, ink = mat_white(frame_bgr, pose), ink_light(frame_bgr, pose)
    if white is None or ink is None or not _MOST_INK < ink_share(ink, white) < _NO_INK:
        return frame_bgr
    sample = frame_bgr[::4, ::4].reshape(-1, 3)
    darkest = linear_light(np.quantile(sample, _DARKEST_PIXELS, axis=0).astype(np.uint8))[::-1]
    # Under a lamp that lacks a colour, paper is nearly as dark in it as ink.
    stray = np.clip((ink - _INK * white) / (1 - _INK), 0.0, np.minimum(darkest, _MOST_OF_WHITE * white))
    without = (LINEAR_LIGHT[:, None] - stray) * white / (white - stray)
    codes = np.rint(np.interp(without[:, ::-1], LINEAR_LIGHT, np.arange(256))).astype(np.uint8)
    return np.asarray(cv2.LUT(frame_bgr, codes[None]), np.uint8)


def ink_share(ink: FloatArray, white: FloatArray) -> float:
    """How much of the paper's light black ink sends, both of shape (3,), in all colours together: one that the lamp
    hardly has tells nothing."""
    return float(ink.sum() / white.sum())


def ink_light(frame_bgr: UInt8Array, pose: CameraPose, mat: Mat = BABEL_MAT) -> FloatArray | None:
    """What printed black sends to the camera: the border of the marker that looks darkest.

    What hides a marker is brighter, or black as well.

    Parameters
    ----------
    frame_bgr : uint8 array of shape (height, width, 3)
    pose : CameraPose
        Of the mat, for this very picture size.
    mat : Mat

    Returns
    -------
    float64 array of shape (3,), linear red, green, blue, or None
        The median along the border; None where no marker's border is wholly in the picture.
    """
    light = light_at(frame_bgr, pose, _borders(mat))
    inks = np.median(light, axis=1)
    inks = inks[~np.isnan(inks[:, 0])]
    return np.asarray(inks[inks.mean(axis=1).argmin()]) if len(inks) else None


@cache
def _borders(mat: Mat) -> FloatArray:
    """Points along the middle of each marker's black border, shape (markers, n, 3)."""
    along = np.linspace(0.5, MARKER_CELLS - 0.5, 15)
    near, far = np.full(15, 0.5), np.full(15, MARKER_CELLS - 0.5)
    sides = [(along, near), (along, far), (near, along), (far, along)]
    border = np.concatenate([np.stack(side, axis=-1) for side in sides])
    return np.array([mat.on_marker(number, border) for number in mat.marker_ids])
