"""Pictures that lie in files: folders of them, and videos. Used by sources."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from referee.errors import InputError, PhotoError
from referee.photos import load_photo
from referee.videos import open_video, with_square_pixels

from .pictures import Frame, Settings, SourceChange

_USUAL_FPS = 30.0
# By so much of it the number of pictures that a whole video says it has may be wrong.
_MISCOUNTED = 0.02
# After so many pictures in a row that cannot be decoded, nothing more comes.
_MOST_UNDECODED = 1000


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
