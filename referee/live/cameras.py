"""The cameras of this computer: their numbers, names and first pictures. Called by `watch --list` and the sources."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from calibration.arrays import UInt8Array
from referee.drawings.flat import LIGHT_RGB, wrapped, write

#: Numbers beyond this are not opened, and those beyond four times as many not asked for their name.
_MOST_CAMERAS = 8
# How wide each camera's picture is in the contact sheet.
_TILE_PX = 480
_LETTERS_PX = 18
#: The first pictures of many webcams are black: the light is measured only from later ones.
_WARM_UP = 5


@dataclass(frozen=True, slots=True, eq=False)
class FoundCamera:
    """A camera that sends pictures.

    Attributes
    ----------
    number : int
        What `watch` takes.
    name : str
        As the system calls it; empty if it does not say.
    picture_bgr : uint8 array of shape (height, width, 3)
    """

    number: int
    name: str
    picture_bgr: UInt8Array


def list_cameras() -> tuple[FoundCamera, ...]:
    """Every camera that sends a picture; takes a second or so for each."""
    found = []
    with without_warnings():
        for number in range(_MOST_CAMERAS):
            picture = _first_picture(number)
            if picture is not None:
                found.append(FoundCamera(number, camera_name(number), picture))
    return tuple(found)


@contextmanager
def without_warnings() -> Iterator[None]:
    """Keep OpenCV from printing warnings of its own, as it does about every camera that is not there."""
    level = cv2.utils.logging.getLogLevel()
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    try:
        yield
    finally:
        cv2.utils.logging.setLogLevel(level)


def find_camera(name: str, folder: Path = Path("/sys/class/video4linux")) -> int | None:
    """The number of the first camera whose name holds these words; None if there is none."""
    for number in range(_MOST_CAMERAS * 4):
        if name.strip() and name.strip().casefold() in camera_name(number, folder).casefold():
            return number
    return None


def camera_name(number: int, folder: Path = Path("/sys/class/video4linux")) -> str:
    """What the system calls a camera; empty where it does not say, which only Linux does."""
    try:
        return (folder / f"video{number}" / "name").read_text().strip()
    except (OSError, UnicodeDecodeError):
        return ""


def contact_sheet(cameras: tuple[FoundCamera, ...]) -> UInt8Array:
    """The first pictures side by side, each with its number and name."""
    tiles = []
    for camera in cameras:
        height, width = camera.picture_bgr.shape[:2]
        tile = cv2.resize(camera.picture_bgr, (_TILE_PX, round(height * _TILE_PX / width)))
        lines = wrapped(f"{camera.number} {camera.name}", _LETTERS_PX, _TILE_PX - 16)
        words: UInt8Array = np.zeros((10 + 24 * len(lines), _TILE_PX, 3), np.uint8)
        for row, line in enumerate(lines, start=1):
            write(words, line, (8, 24 * row), _LETTERS_PX, LIGHT_RGB)
        tiles.append(np.vstack([words, tile]))
    tallest = max(tile.shape[0] for tile in tiles)
    padded = [cv2.copyMakeBorder(t, 0, tallest - t.shape[0], 0, 0, cv2.BORDER_CONSTANT) for t in tiles]
    return np.asarray(np.hstack(padded), np.uint8)


def _first_picture(number: int) -> UInt8Array | None:
    capture = cv2.VideoCapture(number)
    try:
        picture = None
        for _ in range(_WARM_UP):
            if not capture.isOpened():
                break
            is_there, read = capture.read()
            picture = np.asarray(read, np.uint8) if is_there and read is not None else picture
        return picture
    finally:
        capture.release()
