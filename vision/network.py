"""Runs the face network that samples/train.py makes. Used by the readers."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

import cv2
import numpy as np

from calibration.camera import CameraPose, FloatArray, UInt8Array

from .faces import FaceSite
from .patches import Float32Array, cut_patches, normalised, view_vectors


@dataclass(frozen=True, slots=True, eq=False)
class FaceAnswers:
    """What the network says of each face site.

    Attributes
    ----------
    presence_log_odds : float64 array of shape (n,)
        Natural logarithm of the odds that this face of a cube is there and in view.
    bulge_log_odds : float64 array of shape (n,)
        Natural logarithm of the odds that its mark is a bulge, if it is there.
    """

    presence_log_odds: FloatArray
    bulge_log_odds: FloatArray


def ask(frame_gray: UInt8Array, sites: Sequence[FaceSite], pose: CameraPose) -> FaceAnswers:
    """Ask the network about faces.

    Parameters
    ----------
    frame_gray : uint8 array of shape (height, width)
    sites : sequence of FaceSite, length n
    pose : CameraPose
        For this very picture size.

    Returns
    -------
    FaceAnswers
    """
    patches = normalised(cut_patches(frame_gray, sites, pose))
    answers = _run(patches, view_vectors(sites, pose).astype(np.float32))
    return FaceAnswers(answers[:, 0], answers[:, 1])


def _run(patches: Float32Array, views: Float32Array) -> FloatArray:
    network = _load()
    network.setInput(patches, "patches")
    network.setInput(views, "views")
    return np.asarray(network.forward(), np.float64).reshape(-1, 2)


@lru_cache(maxsize=1)
def _load() -> cv2.dnn.Net:
    weights = files("vision").joinpath("faces.onnx").read_bytes()
    return cv2.dnn.readNetFromONNX(np.frombuffer(weights, np.uint8))
