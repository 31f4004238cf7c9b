"""The trained networks beside this file, run by OpenCV.

Used by the modules named `..._network`; `check` and `watch` have those of towers loaded ahead.
"""

from concurrent.futures import Future
from functools import cache
from importlib.resources import files
from threading import Lock, Thread

import cv2
import numpy as np

FACES, CLOSE_FACES, EDGES, TOWERS = "faces.onnx", "close_faces.onnx", "edges.onnx", "towers.onnx"
BOARDS, BUILDINGS, PAWNS = "boards.onnx", "buildings.onnx", "pawns.onnx"

_LOCK = Lock()
_LOADED: "dict[str, Future[cv2.dnn.Net]]" = {name: Future() for name in (FACES, EDGES, CLOSE_FACES, TOWERS)}


def load_ahead() -> None:
    """Begin to load the networks for towers in the background, while a photo is loaded and its mat found."""
    with _LOCK:
        _begin_to_load()


@cache
def _begin_to_load() -> None:
    # A pool's thread that an interrupt cut off while it began would be waited for at the program's end.
    Thread(target=_load).start()


def load_network(name: str) -> cv2.dnn.Net:
    """Load a network, once.

    Parameters
    ----------
    name : str
        `FACES`, `CLOSE_FACES`, `EDGES`, `TOWERS`, `BOARDS`, `BUILDINGS` or `PAWNS`, an ONNX file beside this module;
        samples/training makes it.

    Returns
    -------
    cv2.dnn.Net
    """
    if name not in _LOADED:
        return _read(name)
    load_ahead()
    return _LOADED[name].result()


def _load() -> None:
    for name, loaded in _LOADED.items():
        try:
            loaded.set_result(_read(name))
        except Exception as error:
            loaded.set_exception(error)


@cache
def _read(name: str) -> cv2.dnn.Net:
    weights = files("vision").joinpath(name).read_bytes()
    return cv2.dnn.readNetFromONNX(np.frombuffer(weights, np.uint8))
