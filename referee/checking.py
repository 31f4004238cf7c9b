"""From a photo's path to the referee's verdict, in named steps. The one pipeline behind `check` and `bench`."""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from calibration.camera import CameraPose
from rules.games.babel import Face, Fault, Judgement, Mark, Options, judge
from vision.evidence import CubeEvidence, Reading, Unreadable
from vision.games.babel.reader import read

from .photos import Photo, load_photo


@dataclass(frozen=True, slots=True, eq=False)
class Check:
    """A tower as one photo shows it, and the verdict on it.

    Attributes
    ----------
    photo : Photo
    reading : Reading
        In pixels of `photo.frame_bgr`.
    judgement : Judgement
    timings : mapping of str to float
        Seconds spent in each step: "load", the reader's own steps, "judge".
    """

    photo: Photo
    reading: Reading
    judgement: Judgement
    timings: Mapping[str, float]

    @property
    def full_size_pose(self) -> CameraPose:
        """The camera's pose for the photo as it lies on disk, before it was reduced."""
        pose = self.reading.pose
        return CameraPose(pose.lens.scaled_to(self.photo.full_size_wh), pose.rotation, pose.translation)


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
    reading = read(photo.frame_bgr)
    if isinstance(reading, Unreadable):
        return reading
    before_verdict = time.perf_counter()
    judgement = judge(reading.tower, options, all_in_view=not reading.cut_off)
    timings = {"load": loaded - start, **reading.timings, "judge": time.perf_counter() - before_verdict}
    return Check(photo, reading, judgement, timings)


def fault_confidence(fault: Fault, reading: Reading) -> float:
    """How sure the camera is of what a fault rests on, 0..1.

    A seen fault rests on the cube and the marks of its faces, one about types on all cubes of that type; a deduced
    one on everything that was read.
    """
    seen = {cube.cell: cube for cube in reading.cubes}
    if fault.by == "deduced" or fault.cell not in seen:
        return min((cube_confidence(cube) for cube in reading.cubes), default=0.0)
    cube = seen[fault.cell]
    if fault.rule in (1, 2):
        same_type = (other for other in reading.cubes if other.type == cube.type)
        return min((cube_confidence(other) for other in same_type), default=cube_confidence(cube))
    sure = cube.presence
    for face in fault.faces:
        for cell, side in ((fault.cell, face), (face.beside(fault.cell), face.opposite)):
            sure *= _mark_confidence(seen.get(cell), side)
    return sure


def cube_confidence(cube: CubeEvidence) -> float:
    """How sure it is that a cube of the likeliest type stands there, 0..1."""
    return cube.presence * cube.confidence


def _mark_confidence(cube: CubeEvidence | None, face: Face) -> float:
    """Probability of the likelier mark; 1 for a face out of view, about which nothing was claimed."""
    for evidence in cube.faces if cube else ():
        if evidence.face is face:
            return max(evidence.bulge_probability, 1 - evidence.bulge_probability)
    return 1.0


def seen_marks(reading: Reading) -> dict[tuple[int, int, int], dict[Face, Mark | None]]:
    """The marks of the faces in view, by cell; None where the mark could not be told."""
    return {cube.cell: {evidence.face: evidence.mark for evidence in cube.faces} for cube in reading.cubes}
