"""The colour of the light on a tower without white paper beside it, told from its faces. Used by the babel reader."""

from collections.abc import Sequence

import numpy as np

from calibration.arrays import FloatArray, UInt8Array
from calibration.camera import CameraPose
from calibration.colours import DARKEST
from calibration.linear_light import linear_light
from vision.faces import FaceSite
from vision.patches import cut_squares

from .tower_picture import WHITE_QUANTILE

# Samples along a face's side.
_SAMPLES = 40


def tower_white(frame_bgr: UInt8Array, sites: Sequence[FaceSite], pose: CameraPose) -> FloatArray:
    """What the brightest of a tower's faces send to the camera, in place of white paper.

    Parameters
    ----------
    frame_bgr : uint8 array of shape (height, width, 3)
    sites : sequence of FaceSite, at least one
        The faces in view.
    pose : CameraPose
        For this very picture size.

    Returns
    -------
    float64 array of shape (3,), linear red, green, blue
        The quantile 0.95 of each, over all pixels of all faces.
    """
    colours = cut_squares(frame_bgr, sites, _SAMPLES, 1.0, pose)
    light = linear_light(colours)[..., ::-1].reshape(-1, 3)
    return np.asarray(np.maximum(np.quantile(light, WHITE_QUANTILE, axis=0), DARKEST))
