"""From photos of one tower to the referee's verdict, in named steps. The one pipeline behind `check` and `bench`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

from calibration.arrays import FloatArray
from calibration.camera import CameraPose, scaled_points
from calibration.locating import MIRRORED
from calibration.refusal import Unreadable
from referee.photos import Photo, load_photo
from referee.profiles.use import ProfileUse, Reader, read_with_profile
from referee.shown import ShownCube
from referee.tower_words import Standpoint
from rules.games.babel import CORNERS, Cell, Face, Hands, Judgement, Options, cell_name, judge
from rules.options import with_options
from vision.games.babel.evidence import CubeEvidence, Reading, SeenTower
from vision.games.babel.finding.tower_outline import outline_xy
from vision.games.babel.joining.views import JoinedReading, join_views
from vision.games.babel.reader import see
from vision.networks import load_ahead
from vision.timing import recorded, timed

from .advice import TowerAdvice, advise_tower, no_advice
from .doubts import MANY_CONTRADICTIONS, contradictions_in_words
from .verdict import deliver, fault_confidence

if TYPE_CHECKING:
    from calibration.profile import Profile

#: Why a photo is left out although a tower was read from it.
_UNTOLD_SIDE = (
    "it cannot be told from which side it was taken, if it shows this tower at all; add a photo from between, or one "
    "with the mat"
)
#: Why a photo is left out that hardly fits the others.
_ANOTHER_TOWER = (
    "it hardly fits the others, and seems to show another tower, or this one before or after a change; take it anew"
)


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """One of the photos.

    Attributes
    ----------
    photo : Photo
    reading : Reading
        What this photo alone shows, in the frame of all views, in pixels of `photo.frame_bgr`.
    drawn : Reading
        The same faces, with what all views together say of them.
    """

    photo: Photo
    reading: Reading
    drawn: Reading

    @property
    def full_size_pose(self) -> CameraPose:
        """The camera's pose for the photo as it lies on disk, before it was reduced."""
        return self.reading.pose.scaled_to(self.photo.full_size_wh)

    @property
    def outline_xy(self) -> FloatArray:
        """The six corners of the tower's outline in the photo as it lies on disk, shape (6, 2)."""
        return outline_xy(self.full_size_pose, self.reading.levels)


@dataclass(frozen=True, slots=True, eq=False)
class Check:
    """A tower as its photos show it, and the verdict on it.

    Attributes
    ----------
    views : tuple of View
        The photos that were used, at least one.
    left_out : mapping of Path to str
        Photos that were not, with the reason.
    seen : JoinedReading
        What the views together show.
    judgement : Judgement
    shown : mapping of Cell to ShownCube
        The tower: what is told of it, and what follows from what is sure of it.
    fault_confidences : tuple of float, 0..1
        How sure the camera is of each fault of the judgement.
    timings : mapping of str to float
        Seconds spent in each step, all photos together: "load", the reader's own steps, "join", "judge".
    profile_uses : mapping of Path to ProfileUse
        What of the profile was used for each photo.
    """

    views: tuple[View, ...]
    left_out: Mapping[Path, str]
    seen: JoinedReading
    judgement: Judgement
    shown: Mapping[Cell, ShownCube]
    fault_confidences: tuple[float, ...]
    timings: Mapping[str, float]
    profile_uses: Mapping[Path, ProfileUse]

    @property
    def contradictions(self) -> tuple[str, ...]:
        """On what the photos contradict each other, in sentences."""
        return tuple(contradictions_in_words(self.seen, [view.photo.path.name for view in self.views]))

    @property
    def standpoints(self) -> tuple[Standpoint, ...]:
        """From which corner each of `views` was taken."""
        return tuple(Standpoint(view.photo.path.name, _corner_of(view.reading.pose)) for view in self.views)


def _corner_of(pose: CameraPose) -> str:
    """The corner of the tower that is nearest to a camera."""
    x, y, _ = pose.centre
    sides = {Face.E if x >= 0 else Face.W, Face.N if y >= 0 else Face.S}
    return next(corner for corner, faces in CORNERS.items() if sides == set(faces))


def check_photos(
    paths: Sequence[Path],
    options: Options,
    profile: "Profile | None" = None,
    outlines_xy: Sequence[FloatArray] = (),
    reader: Reader | None = None,
) -> Check | Unreadable:
    """Load photos of one tower, taken at one moment, read it and judge it.

    Parameters
    ----------
    paths : sequence of Path
        At least one.
    options : Options
        The rule set, with those of the profile; these are left open where its cubes seem to be others.
    profile : Profile, optional
        What is known of camera and set, without the rules that a person has decided; used as far as it fits.
    outlines_xy : sequence of float arrays of shape (6, 2)
        The tower's outline (`poses_from_outline`) in each photo as it lies on disk, upright; empty if not given.
    reader : Reader, optional
        How each photo is read.

    Returns
    -------
    Check or Unreadable
        Photos without a readable tower are left out; if none is left, why the first one could not be read.

    Raises
    ------
    PhotoError
        If a file cannot be used as a photo.
    """
    load_ahead()
    with recorded() as timings:
        sightings = [
            _sighting(path, profile, given_xy, reader or see) for path, given_xy in zip_longest(paths, outlines_xy)
        ]
        photos, readings = [], []
        unread: dict[Path, Unreadable] = {}
        for photo, use in sightings:
            if isinstance(use.reading, Unreadable):
                unread[photo.path] = use.reading
            else:
                photos.append(photo)
                readings.append(use.reading)
        if not readings:
            return next(iter(unread.values()))
        # One photo that tells of another set is enough.
        left_open = next((use.left_open for _, use in sightings if use.left_open), ())
        options = with_options(options, left_open)
        with timed("join"):
            seen = join_views(readings)
        with timed("judge"):
            judgement = deliver(seen, options, [photos[number].path.name for number in seen.numbers])
            shown = shown_cubes(seen, judgement)
    return Check(
        views=tuple(
            View(photos[number], own, seen.as_seen_by(view))
            for view, (number, own) in enumerate(zip(seen.numbers, seen.views, strict=True))
        ),
        left_out={
            **{path: str(why) for path, why in unread.items()},
            **{photos[number].path: _UNTOLD_SIDE for number in seen.left_out},
            **{photos[number].path: str(MIRRORED) for number in seen.mirrored},
            **{photos[number].path: _ANOTHER_TOWER for number in seen.strange},
        },
        seen=seen,
        judgement=judgement,
        shown=shown,
        fault_confidences=tuple(fault_confidence(fault, seen, options) for fault in judgement.faults),
        timings=timings,
        profile_uses={photo.path: use for photo, use in sightings},
    )


def _sighting(
    path: Path, profile: "Profile | None", given_xy: FloatArray | None, reader: Reader
) -> tuple[Photo, ProfileUse]:
    """A photo, loaded and read; the outline as given for the photo as it lies on disk."""
    with timed("load"):
        photo = load_photo(path)
    placed_xy = None if given_xy is None else _reduced(given_xy, photo)
    return photo, read_with_profile(partial(reader, outline_xy=placed_xy), photo, profile)


def _reduced(points_xy: FloatArray, photo: Photo) -> FloatArray:
    """Points of the photo as it lies on disk, in its frame."""
    scale = photo.frame_bgr.shape[1] / photo.full_size_wh[0]
    return scaled_points(points_xy, scale)


def shown_cubes(seen: SeenTower, judgement: Judgement) -> dict[Cell, ShownCube]:
    """What is told of each cube, and what follows with certainty: from what is sure, and by the rules only if they can
    hold."""
    tower, sure, told = seen.tower, seen.sure_tower, seen.faces_told
    if sure == tower:
        follows = judgement.certain
    else:
        follows = judge(sure, judgement.options).certain if judgement.arrangements else sure
    shown = {}
    for cell, cube in tower.items():
        marks = {face: (cube if (cell, face) in told else follows[cell]).mark(face) for face in Face}
        type = follows[cell].type if cube.type is None else cube.type
        shown[cell] = ShownCube(type, {face: mark for face, mark in marks.items() if mark is not None})
    return shown


def advise_check(check: Check, hands: Hands | None) -> TowerAdvice:
    """`advise_tower` on the tower that a check has read, where it is sure which cubes stand there."""
    seen, options = check.seen, check.judgement.options
    if len(seen.contradictions) >= MANY_CONTRADICTIONS:
        return no_advice(None, "No suggestion: the photos hardly show the same tower.")
    disputed = [found.cell for found in seen.contradictions if found.is_about_presence]
    unsure = [*disputed, *(cube.cell for cube in seen.unsure_cubes)]
    if check.judgement.verdict != "illegal" and unsure:
        return no_advice(None, f"No suggestion: it is not sure that a cube stands at {cell_name(unsure[0])}.")
    advice = advise_tower(seen.tower, check.judgement, hands, options, not seen.cut_off)
    if check.judgement.verdict == "undetermined" and (advice.outcome or advice.suggestions):
        return replace(advice, remark=f"{advice.remark} That holds if the tower is as it was read.".lstrip())
    return advice


def cube_confidence(cube: CubeEvidence) -> float:
    """How sure all is that is said of a cube, 0..1: that it is there, its type, and the least sure of its marks."""
    marks = (face.confidence for face in cube.faces if face.mark is not None)
    return cube.presence * cube.confidence * min(marks, default=1.0)
