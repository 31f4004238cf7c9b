"""Opens video files and streams by names that OpenCV can take. Called by the sources and by `calibrate camera`."""

from pathlib import Path

import cv2

from .errors import InputError
from .files import printable


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


def require_text_name(name: str) -> None:
    """Refuse a name that is no text in UTF-8: OpenCV would end the program without a word.

    Raises
    ------
    InputError
    """
    if name != printable(name):
        raise InputError(f"{printable(name)}: the name is no text in UTF-8, so it cannot be opened; rename it")
