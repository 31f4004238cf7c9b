"""One sample photo read and compared with its truth. Called by the bench, in its worker processes."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

import numpy as np

from calibration.arrays import FloatArray, UInt8Array
from calibration.camera import CameraPose
from referee.drawings.annotate import annotate, write_lines
from referee.drawings.pictures import READING_DRAWN, encode_picture
from referee.errors import OutputError, PhotoError
from referee.photos import load_photo
from referee.profiles.use import Reader
from referee.verdicts.checking import Check, check_photos
from referee.verdicts.verdict import as_seen
from referee.writing import write_atomically
from rules.games.babel import Cell, Fault, Options, judge
from vision.faces import cell_centre
from vision.games.babel.evidence import Reading

from .facts import Facts, compare_facts, unread_facts
from .truth import CORNERS, Truth, turned_truth

Status = Literal["read", "unreadable"]


@dataclass(frozen=True, slots=True)
class Sample:
    """A photo and the truth about it.

    Attributes
    ----------
    set_name : str
        The photo's folder, relative to the one that was asked for.
    photo : Path
    truth : Truth
    """

    set_name: str
    photo: Path
    truth: Truth


@dataclass(frozen=True, slots=True)
class FaultAnswer:
    """Whether a fault that a photo proves was named, by rule and cell; `in_view` where all that it is about shows."""

    in_view: bool
    named: bool


@dataclass(frozen=True, slots=True)
class PhotoOutcome:
    """How one photo went.

    Attributes
    ----------
    sample : Sample
    status : {"read", "unreadable"}
    reason : str
        Why it was not read.
    facts : Facts
    pose_error_px : float or None
        Largest distance between the true and the read place of a visible cube's corner, in the photo's own pixels.
    mean_pose_error_px : float or None
        The mean of these distances. Cubes stand beside their cells: no one pose makes the largest small.
    pose_error_share : float or None
        The largest over the tower's height in the picture.
    verdict : str or None
    faults : tuple of FaultAnswer
        One for each fault, if the photo proves any.
    timings : mapping of str to float
        Seconds by step.
    unsaved : str
        Why the gallery lacks its picture; empty where it does not.
    """

    sample: Sample
    status: Status
    reason: str
    facts: Facts
    pose_error_px: float | None
    mean_pose_error_px: float | None
    pose_error_share: float | None
    verdict: str | None
    faults: tuple[FaultAnswer, ...]
    timings: Mapping[str, float]
    unsaved: str = ""

    @property
    def mean_pose_error_share(self) -> float | None:
        """The mean of the corners' distances over the tower's height in the picture; None where none was read."""
        return self.mean_pose_error_px and self.mean_pose_error_px / self.sample.truth.height_px

    @property
    def tower_right(self) -> bool:
        """Whether the photo was read, and every visible cube and mark is right."""
        return self.status == "read" and self.facts.all_right

    @property
    def verdict_right(self) -> bool:
        """Whether the verdict is the one that the photo supports: "legal" where it does not prove the tower illegal."""
        return self.verdict == ("illegal" if self.sample.truth.provable else "legal")

    @property
    def false_alarm(self) -> bool:
        """Whether a legal tower was called illegal."""
        return self.sample.truth.legal and self.verdict == "illegal"

    @property
    def bent_by_rules(self) -> bool:
        """Whether all in view was read right and proves the tower illegal, and it was yet called legal."""
        return self.sample.truth.provable and self.tower_right and self.verdict == "legal"

    @property
    def missed_fault(self) -> bool:
        """Whether a tower that the photo proves illegal was not called so."""
        return self.sample.truth.provable and self.verdict != "illegal"


def measure(sample: Sample, gallery: Path | None = None, reader: Reader | None = None) -> PhotoOutcome:
    """Read a sample and compare it with its truth.

    Parameters
    ----------
    sample : Sample
    gallery : Path, optional
        A folder for an annotated picture, if anything is wrong.
    reader : Reader, optional
        How the photo is read.
    """
    try:
        check = check_photos((sample.photo,), Options(), reader=reader)
    except PhotoError as error:
        return _unread(sample, str(error))
    if not isinstance(check, Check):
        unsaved = save_unread([sample], gallery, check.reason) if gallery is not None else ""
        return replace(_unread(sample, check.reason), unsaved=unsaved)
    outcome = _compare(sample, check)
    if gallery is not None and (outcome.facts.misses or not outcome.verdict_right):
        lines = outcome.facts.misses or (f"verdict: {outcome.verdict}",)
        return replace(outcome, unsaved=save_views(check, sample.set_name, gallery, lines))
    return outcome


def save_views(check: Check, set_name: str, gallery: Path, lines: Sequence[str]) -> str:
    """Save each photo with what was seen in it, and what was wrong with that, into a folder; why not, if it failed."""
    pictures = {
        picture_of(view.photo.path, set_name, gallery): annotate(view.photo.frame_bgr, view.drawn, check.judgement)
        for view in check.views
    }
    return _save(pictures, lines)


def save_unread(samples: Sequence[Sample], gallery: Path, reason: str) -> str:
    """Save photos in which no tower was read, with the reason, into a folder; why not, if it failed.

    Those that cannot be opened are left out.
    """
    pictures = {}
    for sample in samples:
        with suppress(PhotoError):
            pictures[picture_of(sample.photo, sample.set_name, gallery)] = load_photo(sample.photo).frame_bgr
    return _save(pictures, [reason])


def _save(pictures: Mapping[Path, UInt8Array], lines: Sequence[str]) -> str:
    """Save pictures with lines below them; why not, if one cannot be written: that is no reason to measure no more."""
    try:
        for path, picture_bgr in pictures.items():
            write_atomically(path, encode_picture(write_lines(picture_bgr, lines), path, READING_DRAWN))
    except OutputError as error:
        return str(error)
    return ""


def picture_of(photo: Path, set_name: str, gallery: Path) -> Path:
    """Where a photo's annotated picture lies in a gallery."""
    return gallery / f"{set_name}_{photo.stem}.jpg".replace("/", "_")


def _unread(sample: Sample, reason: str) -> PhotoOutcome:
    """The outcome of a photo of which nothing was read: everything in view is missed."""
    return PhotoOutcome(
        sample=sample,
        status="unreadable",
        reason=reason,
        facts=unread_facts(sample.truth, reason),
        pose_error_px=None,
        mean_pose_error_px=None,
        pose_error_share=None,
        verdict=None,
        faults=tuple(_fault_answers(sample.truth, ())),
        timings={},
    )


def _compare(sample: Sample, check: Check) -> PhotoOutcome:
    (view,) = check.views
    truth = in_frame_of(view.reading, sample.truth)
    errors_px = corner_errors_px(truth, view.full_size_pose)
    return PhotoOutcome(
        sample=sample,
        status="read",
        reason="",
        facts=compare_facts(truth, view.reading.cubes, check.seen.cell_confidence),
        pose_error_px=float(errors_px.max(initial=0.0)),
        mean_pose_error_px=float(errors_px.mean()) if errors_px.size else 0.0,
        pose_error_share=float(errors_px.max() / truth.height_px) if errors_px.size else 0.0,
        verdict=check.judgement.verdict,
        faults=tuple(_fault_answers(truth, check.judgement.faults)),
        timings=check.timings,
    )


def _fault_answers(truth: Truth, said: Sequence[Fault]) -> Iterator[FaultAnswer]:
    """For each fault, if what the photo shows proves any, whether it is in view and among those that were said."""
    if not truth.provable:
        return
    in_view = {(cube.cell, face) for cube in truth.cubes for face in cube.visible_faces}
    shown = [
        [fault for fault in judge(tower).faults if as_seen(fault, in_view).by == "seen"] for tower in truth.shown_towers
    ]
    for rule, cell in truth.faults:
        yield FaultAnswer(
            in_view=all(any(is_named(rule, cell, fault) for fault in faults) for faults in shown),
            named=any(is_named(rule, cell, fault) for fault in said),
        )


def in_frame_of(reading: Reading, truth: Truth) -> Truth:
    """The truth in the frame of a reading of its photo: without a mat that is known up to quarter turns."""
    return turned_truth(truth, 0 if reading.on_mat else best_turn(truth, reading.pose))


def best_turn(truth: Truth, pose: CameraPose) -> int:
    """The quarter turns that bring a truth into the frame of a pose that is known up to such: those that fit best."""
    return min(range(4), key=lambda quarters: pose_error_px(turned_truth(truth, quarters), pose))


def pose_error_px(truth: Truth, pose: CameraPose) -> float:
    """The largest of `corner_errors_px`, 0 where no cube is visible."""
    return float(corner_errors_px(truth, pose).max(initial=0.0))


def corner_errors_px(truth: Truth, pose: CameraPose) -> FloatArray:
    """Distances of the visible cubes' corners from where the pose puts them, shape (cubes, 8).

    In pixels of the truth's picture.
    """
    read = pose.scaled_to(truth.pose.lens.size_wh)
    cubes = truth.visible_cubes
    if not cubes:
        return np.empty((0, 8))
    said = read.project(np.stack([CORNERS + cell_centre(cube.cell) for cube in cubes]))
    true = truth.pose.project(np.stack([cube.corners_xyz for cube in cubes]))
    return np.asarray(np.linalg.norm(said - true, axis=-1), np.float64)


def is_named(rule: int, cell: Cell, fault: Fault) -> bool:
    """Whether a fault of the verdict is the one of the truth; which cube it hangs on can be a matter of view."""
    if rule != fault.rule:
        return False
    if rule == 1:
        return True  # Which of the cubes is the one too many does not show.
    if rule == 4:
        return cell[2] == fault.cell[2]
    touching = {face.beside(fault.cell) for face in fault.faces} if rule == 6 else set()
    return cell == fault.cell or cell in touching
