"""Where the pictures of a live game come from: cameras, streams, video files and folders. Called by the session.

All hardware lies behind `Source`, so that tests can do without. A source that fails is opened again and again; it says
nothing of the game, which goes on where it was.
"""

import math
import os
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import cv2
import numpy as np

from calibration.arrays import UInt8Array
from referee.errors import InputError, PhotoError
from referee.files import named_path
from referee.photo_paths import PHOTO_SUFFIXES, photos_in
from referee.photos import load_photo
from referee.videos import open_video, require_text_name, with_square_pixels

from .cameras import without_warnings
from .inputs import Frame, SourceChange
from .state import Settings

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
_USUAL_FPS = 30.0
# By so much of it the number of pictures that a whole video says it has may be wrong.
_MISCOUNTED = 0.02
# After so many pictures in a row that cannot be decoded, nothing more comes.
_MOST_UNDECODED = 1000
# A folder with more pictures than anybody takes of a game of 24 cubes may be a video's frames.
_MOST_STILLS = 100
# Endings of records and journals.
_RECORDED = (".txt", ".jsonl")
# Such as phone apps show it, without what it begins with: a host and its port, or the host's number.
_WITHOUT_SCHEME = re.compile(r"([\w.-]+:\d+|\d{1,3}(\.\d{1,3}){3})(/.*)?\Z")


class Capture(Protocol):
    """What is needed of OpenCV's `VideoCapture`."""

    def isOpened(self) -> bool:
        """Whether pictures may come."""

    def read(self) -> tuple[bool, Any]:
        """Whether there is a next picture, and the picture."""

    def release(self) -> None:
        """Let the device go."""


class Source(Protocol):
    """Something that pictures come from."""

    @property
    def settings(self) -> Settings:
        """How it is followed."""

    def pictures(self) -> Iterator[Frame | SourceChange]:
        """The pictures in order, and that the source was lost or is back; ends where a file ends."""


@dataclass(frozen=True, slots=True)
class Folder:
    """Pictures in a folder, in the order of their names.

    Attributes
    ----------
    paths : tuple of Path
    fps : float or None
        Pictures a second, if they are the frames of a video; None if each stands for itself.
    tell : function of a sentence
        Is told of each picture that is left out.
    """

    paths: tuple[Path, ...]
    fps: float | None = None
    tell: Callable[[str], None] = lambda _: None

    @property
    def settings(self) -> Settings:
        """Stills, or as frames of a video."""
        return Settings(are_stills=self.fps is None)

    def pictures(self) -> Iterator[Frame | SourceChange]:
        """One after the other without those that cannot be used; raises `PhotoError` if none can be."""
        problems = []
        for number, path in enumerate(self.paths):
            try:
                picture = load_photo(path).frame_bgr
            except PhotoError as problem:
                problems.append(problem)
                self.tell(f"left out: {problem}")
                continue
            yield Frame(picture, float(number) if self.fps is None else number / self.fps)
        if len(problems) == len(self.paths):
            raise problems[0]


@dataclass(frozen=True, slots=True)
class VideoFile:
    """A video, every frame of it, as fast as it can be decoded.

    Attributes
    ----------
    path : Path
    tell : function of a sentence
        Is told how many pictures are missing, if the file is damaged.
    """

    path: Path
    tell: Callable[[str], None] = lambda _: None

    @property
    def settings(self) -> Settings:
        """As frames of a video."""
        return Settings()

    def pictures(self) -> Iterator[Frame | SourceChange]:
        """One after the other; those that cannot be decoded are left out. Raises `InputError` if none can."""
        capture = open_video(self.path)
        fps = capture.get(cv2.CAP_PROP_FPS)
        fps = fps if 1.0 <= fps <= 1000.0 else _USUAL_FPS
        # Some files do not say how many there are, and then end where reading fails.
        count = max(int(capture.get(cv2.CAP_PROP_FRAME_COUNT)), 0)
        number = missing = failed = 0
        time = -math.inf
        try:
            while failed == 0 or (number < count and failed < _MOST_UNDECODED):
                is_there, picture = capture.read()
                if is_there and picture is not None:
                    time = _shown_at(capture, number, fps, time)
                    yield Frame(with_square_pixels(np.asarray(picture, np.uint8), capture), time)
                    # One that is shown for longer may be counted as often.
                    number, failed = max(number, round(time * fps)), 0
                else:
                    failed += 1
                    missing += number < count
                number += 1
        finally:
            capture.release()
        if time == -math.inf:
            raise InputError(
                f"{self.path}: holds no picture that can be decoded; give a whole video such as .mp4 or .avi"
            )
        if missing > _MISCOUNTED * count:
            self.tell(f"{self.path}: {missing} of {count} pictures could not be decoded; the video is damaged")


def _shown_at(video: cv2.VideoCapture, number: int, fps: float, before: float) -> float:
    """When the picture that was read last is shown (s): as the file says, else by its number; after those before."""
    stamp = video.get(cv2.CAP_PROP_POS_MSEC) / 1000
    time = stamp if stamp > 0 else number / fps
    return time if time > before else before + 1 / fps


def source_name(typed: str) -> str:
    """The name of a source in full: of a file where `~` or `file://` says it, of a stream with what it begins with.

    Raises
    ------
    InputError
        A file is to lie in the home of somebody who has none.

    Examples
    --------
    >>> source_name("192.168.1.5:8080/video"), source_name("RTSP://camera/Live"), source_name("0")
    ('http://192.168.1.5:8080/video', 'rtsp://camera/Live', '0')
    """
    if os.path.lexists(typed):
        return typed
    name = typed.strip().strip("\"'")
    scheme, is_address, rest = name.partition("://")
    if is_address and scheme.lower() != "file":
        # FFmpeg knows them in small letters.
        return f"{scheme.lower()}://{rest}"
    if _WITHOUT_SCHEME.match(name):
        return f"http://{name}"
    return str(named_path(name)) if name.startswith("~") or is_address else name


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


def _remedy(address: int | str) -> str:
    if "://" in str(address):
        return (
            "is its app running, in the same network, and the address the whole one that it shows, such as "
            "http://192.168.1.5:8080/video?"
        )
    return "`watch --list` shows the cameras there are"


def _shown_camera(address: int | str) -> str:
    shown = shown_address(str(address))
    return shown if "://" in shown else f"camera {shown}"


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


def open_source(name: str, fps: float | None = None, tell: Callable[[str], None] = lambda _: None) -> Source:
    """The source that a person names.

    Parameters
    ----------
    name : str
        A camera's number or name, a device, the address of a stream, a video file or a folder of pictures, in full as
        `source_name` gives it.
    fps : float, optional
        Of a folder: its pictures are the frames of a video.
    tell : function of a sentence, optional
        Is told of each picture of a folder that is left out, and of a video that is damaged.

    Raises
    ------
    InputError
        There is no such source.
    """
    path = Path(name)
    is_number, is_address = name.isdecimal() and len(name) < 4, "://" in name or name.startswith("/dev/")
    # An address is none of the file system's business: one too long for it would be told whole, password and all.
    if not is_number and not is_address and path.is_dir():
        return _folder(path, fps, tell)
    if fps is not None:
        raise InputError("--fps says how many pictures of a folder make a second; leave it out for other sources")
    if is_number or is_address:
        require_text_name(name)
        return Camera(int(name) if is_number else name)
    if path.is_file():
        # FFmpeg makes pictures of text, too.
        if path.suffix.lower() in _RECORDED:
            raise InputError(f"{name}: is no video; `replay` shows a recorded game, `--resume` goes on with a journal")
        return VideoFile(path, tell)
    from .cameras import find_camera

    number = find_camera(name)
    if number is None:
        known = "`tower-referee watch --list` shows the cameras there are"
        raise InputError(f"{name}: is not a file, folder, stream or camera; {known}")
    return Camera(number)


def _folder(path: Path, fps: float | None, tell: Callable[[str], None]) -> Folder:
    paths = tuple(photos_in(path))
    if not paths:
        raise InputError(f"{path}: holds no picture; expected files ending in {', '.join(PHOTO_SUFFIXES)}")
    if fps is None and len(paths) > _MOST_STILLS:
        tell(f"{path}: each of its {len(paths)} pictures is read as a photo; if they are frames of a video, give --fps")
    return Folder(paths, fps, tell)
