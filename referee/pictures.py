"""Joining and encoding pictures that the program draws. Called by the commands that write one."""

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from calibration.arrays import UInt8Array

from .errors import OutputError

#: Endings that a drawn picture can have.
PICTURE_ENDINGS = ("jpg", "jpeg", "png", "webp")


def side_by_side(pictures: Sequence[UInt8Array], height: int) -> UInt8Array:
    """Pictures beside each other, each made as high as this, in pixels.

    Parameters
    ----------
    pictures : sequence of uint8 arrays of shape (height, width, 3)
    height : int

    Returns
    -------
    uint8 array of shape (height, width, 3)
    """
    sizes_wh = [(round(picture.shape[1] * height / len(picture)), height) for picture in pictures]
    scaled = [
        cv2.resize(picture, size, interpolation=cv2.INTER_AREA if height <= len(picture) else cv2.INTER_CUBIC)
        for picture, size in zip(pictures, sizes_wh, strict=True)
    ]
    return np.asarray(np.hstack(scaled), np.uint8)


def encode_picture(frame_bgr: UInt8Array, path: Path) -> bytes:
    """The picture in the format that the path's ending names."""
    done, data = cv2.imencode(path.suffix.lower(), frame_bgr)
    if not done:
        raise OutputError(f"{path}: the picture cannot be written as {path.suffix}")
    return bytes(data.tobytes())
