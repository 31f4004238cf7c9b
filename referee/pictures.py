"""Encoding pictures that the program draws. Called by the commands that write one."""

from pathlib import Path

import cv2

from calibration.arrays import UInt8Array

from .errors import OutputError

#: Endings that a drawn picture can have.
PICTURE_ENDINGS = ("jpg", "jpeg", "png", "webp")


def encode_picture(frame_bgr: UInt8Array, path: Path) -> bytes:
    """The picture in the format that the path's ending names."""
    done, data = cv2.imencode(path.suffix.lower(), frame_bgr)
    if not done:
        raise OutputError(f"{path}: the picture cannot be written as {path.suffix}")
    return bytes(data.tobytes())
