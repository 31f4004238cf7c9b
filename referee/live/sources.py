"""Where the pictures of a live game come from: cameras, streams, video files and folders. Called by the session.

All hardware lies behind `Source`, so that tests can do without.
"""

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol

from referee.errors import InputError
from referee.files import named_path
from referee.photo_paths import PHOTO_SUFFIXES, photos_in
from referee.videos import require_text_name

from .camera_source import Camera
from .pictures import Frame, Settings, SourceChange
from .recordings import Folder, VideoFile

# A folder with more pictures than anybody takes of a game of 24 cubes may be a video's frames.
_MOST_STILLS = 100
# Endings of records and journals.
_RECORDED = (".txt", ".jsonl")
# Such as phone apps show it, without what it begins with: a host and its port, or the host's number.
_WITHOUT_SCHEME = re.compile(r"([\w.-]+:\d+|\d{1,3}(\.\d{1,3}){3})(/.*)?\Z")


class Source(Protocol):
    """Something that pictures come from."""

    @property
    def settings(self) -> Settings:
        """How it is followed."""

    def pictures(self) -> Iterator[Frame | SourceChange]:
        """The pictures in order, and that the source was lost or is back; ends where a file ends."""


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
