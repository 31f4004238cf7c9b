"""Tells videos by their names, and opens them and streams. Called by the sources, `photos` and `calibrate camera`."""

from pathlib import Path

import cv2
import numpy as np

from calibration.arrays import UInt8Array

from .errors import InputError
from .texts import is_text, printable

#: Endings that videos have.
_SUFFIXES = (".mp4", ".mov", ".avi", ".mkv", ".webm", ".m4v", ".3gp", ".mts", ".m2ts", ".mpg", ".mpeg", ".wmv", ".ogv")


def is_video_name(path: Path) -> bool:
    """Whether a file's name is that of a video."""
    return path.suffix.lower() in _SUFFIXES


def open_video(path: Path) -> cv2.VideoCapture:
    """A video file, whatever it holds.

    Raises
    ------
    InputError
        As `require_text_name`.
    """
    # FFmpeg takes what stands before a colon for a protocol, unless a slash comes first.
    whole = str(path.absolute())
    require_text_name(whole)
    return cv2.VideoCapture(whole)


def with_square_pixels(picture_bgr: UInt8Array, video: cv2.VideoCapture) -> UInt8Array:
    """A picture of a video, wider or higher where its file says that pixels are not square, as camcorders have them.

    Parameters
    ----------
    picture_bgr : uint8 array of shape (height, width, 3)
    video : cv2.VideoCapture

    Returns
    -------
    uint8 array of shape (height, width, 3)
    """
    across, up = video.get(cv2.CAP_PROP_SAR_NUM), video.get(cv2.CAP_PROP_SAR_DEN)
    # The file tells of the picture as it lies there; OpenCV has turned it upright.
    if video.get(cv2.CAP_PROP_ORIENTATION_META) % 180 == 90:
        across, up = up, across
    if across <= 0 or up <= 0 or across == up:
        return picture_bgr
    height, width = picture_bgr.shape[:2]
    size_wh = (round(width * across / up), height) if across > up else (width, round(height * up / across))
    return np.asarray(cv2.resize(picture_bgr, size_wh, interpolation=cv2.INTER_LINEAR), np.uint8)


def require_text_name(name: str) -> None:
    """Refuse a name that is not UTF-8 text: OpenCV would end the program without a word.

    Raises
    ------
    InputError
    """
    if not is_text(name):
        raise InputError(f"{printable(name)}: the name is not UTF-8 text, so it cannot be opened; rename it")
