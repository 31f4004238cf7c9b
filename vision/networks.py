"""The trained networks beside this file, run by OpenCV. Used by face_network and tower_network."""

from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache
from importlib.resources import files

import cv2
import numpy as np

FACES, TOWERS = "faces.onnx", "towers.onnx"

_LOADER = ThreadPoolExecutor(1)


def load_ahead() -> None:
    """Begin to load all networks in the background, while a photo is loaded and its mat found."""
    for name in (FACES, TOWERS):
        _loading(name)


def load_network(name: str) -> cv2.dnn.Net:
    """Load a network, once.

    Parameters
    ----------
    name : str
        `FACES` or `TOWERS`, an ONNX file beside this module; samples/training makes it.

    Returns
    -------
    cv2.dnn.Net
    """
    return _loading(name).result()


@cache
def _loading(name: str) -> "Future[cv2.dnn.Net]":
    return _LOADER.submit(_read, name)


def _read(name: str) -> cv2.dnn.Net:
    weights = files("vision").joinpath(name).read_bytes()
    return cv2.dnn.readNetFromONNX(np.frombuffer(weights, np.uint8))
