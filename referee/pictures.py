"""Encoding pictures that the program draws. Called by the commands that write one."""

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from .errors import OutputError
from .files import require_writable

#: Endings that a drawn picture can have.
PICTURE_SUFFIXES = (".jpg", ".jpeg", ".png", ".webp")


def require_picture_name(path: Path) -> None:
    """Refuse a target whose ending or folder will not do, before any work is done for it.

    Raises
    ------
    OutputError
        With the endings there are, or why the folder cannot be written.
    """
    if path.suffix.lower() not in PICTURE_SUFFIXES:
        raise OutputError(f"{path}: the ending must be one of {', '.join(PICTURE_SUFFIXES)}")
    require_writable(path)


def encode_picture(frame_bgr: NDArray[np.uint8], path: Path) -> bytes:
    """The picture in the format that the path's ending names."""
    done, data = cv2.imencode(path.suffix.lower(), frame_bgr)
    if not done:
        raise OutputError(f"{path}: the picture cannot be written as {path.suffix}")
    return bytes(data.tobytes())
