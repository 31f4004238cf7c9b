"""From a photo's path to the referee's verdict, in named steps. The one pipeline behind `check` and `bench`."""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from calibration.camera import CameraPose
from rules.games.babel import Face, Judgement, Mark, Options
from vision.evidence import CubeEvidence, Reading, Unreadable
from vision.games.babel.reader import read

from .photos import Photo, load_photo
from .verdict import deliver, fault_confidence


@dataclass(frozen=True, slots=True, eq=False)
class Check:
    """A tower as one photo shows it, and the verdict on it.

    Attributes
    ----------
    photo : Photo
    reading : Reading
        In pixels of `photo.frame_bgr`.
    judgement : Judgement
    fault_confidences : tuple of float, 0..1
        How sure the camera is of each fault of the judgement.
    timings : mapping of str to float
        Seconds spent in each step: "load", the reader's own steps, "judge".
    """

    photo: Photo
    reading: Reading
    judgement: Judgement
    fault_confidences: tuple[float, ...]
    timings: Mapping[str, float]

    @property
    def full_size_pose(self) -> CameraPose:
        """The camera's pose for the photo as it lies on disk, before it was reduced."""
        return self.reading.pose.scaled_to(self.photo.full_size_wh)


def check_photo(path: Path, options: Options) -> Check | Unreadable:
    """Load a photo, read the tower and judge it.

    Raises
    ------
    PhotoError
        If the file cannot be used as a photo.
    """
    start = time.perf_counter()
    photo = load_photo(path)
    loaded = time.perf_counter()
    reading = read(photo.frame_bgr, focal_hint_px=photo.focal_hint_px)
    if isinstance(reading, Unreadable):
        return reading
    before_verdict = time.perf_counter()
    judgement = deliver(reading, options)
    timings = {"load": loaded - start, **reading.timings, "judge": time.perf_counter() - before_verdict}
    confidences = tuple(fault_confidence(fault, reading, options) for fault in judgement.faults)
    return Check(photo, reading, judgement, confidences, timings)


def cube_confidence(cube: CubeEvidence) -> float:
    """How sure all is that is said of a cube, 0..1: that it is there, its type, and the least sure of its marks."""
    marks = (face.confidence for face in cube.faces if face.mark is not None)
    return cube.presence * cube.confidence * min(marks, default=1.0)


def seen_marks(reading: Reading) -> dict[tuple[int, int, int], dict[Face, Mark | None]]:
    """The marks of the faces in view, by cell; None where the mark could not be told."""
    return {cube.cell: {evidence.face: evidence.mark for evidence in cube.faces} for cube in reading.cubes}
