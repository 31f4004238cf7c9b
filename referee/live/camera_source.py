"""Cameras and streams, opened again whenever they fail. Used by sources.

That one fails says nothing of the game, which goes on where it was.
"""

import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol

import cv2
import numpy as np

from calibration.arrays import UInt8Array
from referee.errors import InputError

from .cameras import without_warnings
from .pictures import Frame, Settings, SourceChange

#: A camera or stream that fails is tried again after this long, ever longer up to this (seconds).
_RETRY_SECONDS = (0.5, 5.0)
#: A wait for the next try is cut into so many seconds each, so that a window goes on answering keys.
_SLICE_SECONDS = 0.1
#: A stream that sends nothing for so long, when it is opened and afterwards, is lost (ms). Left to itself FFmpeg waits
#: for half a minute, in which nobody is told and Ctrl-C is not heard.
_OPENING_MS, _SILENCE_MS = 10_000, 5_000
#: Reads in a row that may fail before a camera counts as lost.
_FAILED_READS = 5
#: A stream that has ended so often after a single picture, and never sent a second one, is the address of a photo.
_MOST_SINGLE = 3


class Capture(Protocol):
    """What is needed of OpenCV's `VideoCapture`."""

    def isOpened(self) -> bool:
        """Whether pictures may come."""

    def read(self) -> tuple[bool, Any]:
        """Whether there is a next picture, and the picture."""

    def release(self) -> None:
        """Let the device go."""


def open_capture(address: int | str) -> Capture:
    """A camera by its number, or a device or stream by its address."""
    with without_warnings():
        if isinstance(address, int) or "://" not in address:
            return cv2.VideoCapture(address)
        patience = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, _OPENING_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, _SILENCE_MS]
        return cv2.VideoCapture(address, cv2.CAP_ANY, patience)


@dataclass(frozen=True, slots=True)
class Camera:
    """A camera or stream, opened again whenever it fails, for ever once it has sent a picture.

    Attributes
    ----------
    address : int or str
    open : function of the address to a Capture
    clock : function to seconds
    sleep : function of seconds
        What waits between two tries.
    """

    address: int | str
    open: Callable[[int | str], Capture] = open_capture
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep

    @property
    def settings(self) -> Settings:
        """As frames of a camera."""
        return Settings(is_live=True)

    def pictures(self) -> Iterator[Frame | SourceChange]:
        """As they come, without end; raises `InputError` if none ever comes, or a single one at each try."""
        start, is_lost, has_sent, wait_s = self.clock(), False, False, _RETRY_SECONDS[0]
        single, is_video = 0, "://" not in str(self.address)
        while True:
            count = 0
            for picture in self._run():
                count += 1
                if is_lost:
                    yield SourceChange(True, self.clock() - start)
                is_lost, has_sent, wait_s = False, True, _RETRY_SECONDS[0]
                yield Frame(picture, self.clock() - start)
            if not has_sent:
                raise InputError(f"{_shown_camera(self.address)}: sends no picture; {_remedy(self.address)}")
            single, is_video = single + (count == 1), is_video or count > 1
            if single >= _MOST_SINGLE and not is_video:
                raise InputError(
                    f"{_shown_camera(self.address)}: sends one picture and ends, as the address of a photo does; give "
                    "that of the video, such as http://192.168.1.5:8080/video"
                )
            yield SourceChange(False, self.clock() - start)
            is_lost = True
            for _ in range(round(wait_s / _SLICE_SECONDS)):
                self.sleep(_SLICE_SECONDS)
                yield SourceChange(False, self.clock() - start)
            wait_s = min(2 * wait_s, _RETRY_SECONDS[1])

    def _run(self) -> Iterator[UInt8Array]:
        """The pictures until the camera fails."""
        try:
            capture = self.open(self.address)
        except cv2.error:
            return
        failed = 0
        try:
            while capture.isOpened() and failed < _FAILED_READS:
                is_there, picture = capture.read()
                failed = 0 if is_there and picture is not None else failed + 1
                if is_there and picture is not None:
                    yield np.asarray(picture, np.uint8)
        except cv2.error:
            return
        finally:
            capture.release()


def shown_address(name: str) -> str:
    """The name of a source as it may be told and kept: of a stream only its host, for the rest may hold a password.

    Examples
    --------
    >>> shown_address("rtsp://me:secret@camera:554/user=me&password=secret"), shown_address("game.mp4")
    ('rtsp://camera:554', 'game.mp4')
    """
    scheme, is_stream, rest = name.partition("://")
    if not is_stream:
        return name
    authority, *others = re.split("[/?#]", rest)
    # A password with a slash in it would pass for a host.
    is_clear = not any("@" in other for other in others)
    return f"{scheme}://{authority.rpartition('@')[2] if is_clear else '...'}"


def _shown_camera(address: int | str) -> str:
    shown = shown_address(str(address))
    return shown if "://" in shown else f"camera {shown}"


def _remedy(address: int | str) -> str:
    if "://" in str(address):
        return (
            "is its app running, in the same network, and the address the whole one that it shows, such as "
            "http://192.168.1.5:8080/video?"
        )
    return "`watch --list` shows the cameras there are"
