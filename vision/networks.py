"""The trained networks beside this file, run by OpenCV. Used by face_network and tower_network."""

from functools import lru_cache
from importlib.resources import files

import cv2
import numpy as np


@lru_cache(maxsize=4)
def load_network(name: str) -> cv2.dnn.Net:
    """Load a network by its file's name, once.

    Parameters
    ----------
    name : str
        An ONNX file beside this module; samples/training makes it.

    Returns
    -------
    cv2.dnn.Net
    """
    weights = files("vision").joinpath(name).read_bytes()
    return cv2.dnn.readNetFromONNX(np.frombuffer(weights, np.uint8))
