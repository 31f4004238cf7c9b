"""The camera's pose from the tower alone, where no mat lies under it. Called by the readers.

Lines give the camera's rotation and focal length, the lattice of joints on two sides its place. Of many such places
the face network tells those at which faces of cubes are; moving edges do the rest. Several answers are given: which of
them is a tower, the reader tells by all faces of each.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from heapq import heapify, heappop, heappush

import cv2
import numpy as np

from calibration.arrays import FloatArray, UInt8Array
from calibration.camera import CameraPose, Lens, plain_lens
from calibration.colours import grey
from calibration.focal_prior import LensKnowledge, focal_prior
from calibration.locating import ON_OUTLINE, Place
from rules.games.babel import Cell
from vision.face_network import ask_presence
from vision.patches import Pyramid
from vision.picture_parts import Cutting, Part
from vision.refinement import ROUND_THE_LINES, follow_edges
from vision.vanishing_points import find_orientations, find_segments

from .joint_lattice import LatticeFit, edge_maps, fit_lattices

#: Lines and joints are looked for at this size of the longer side: a cube is then still 20 px wide.
_SEARCH_PX = 800
_ORIENTATIONS, _FITS_EACH = 50, 3
#: How many of these are tried first: a tall tower's lines are seldom among the rest.
_FIRST_ORIENTATIONS = 12
#: A face counts for or against a place by no more than this (nats): a hidden one looks like none.
_MOST_AGAINST, _MOST_FOR = -2.0, 6.0
#: What a square's worth of edge counts beside that (nats). Chosen on 220 rendered photos: the right place is among the
#: first three in 205, and in 201 by edges alone.
_SQUARE = 3.0
#: What scores less is no tower (nats). Of 235 rendered towers each was found by a place of 10 or more; half of the
#: places that pictures without a tower show have less.
_HOPELESS = 7.0
# Two answers closer than this share of an edge are one.
_ALIKE = 0.3
_BOX = np.array([[x, y, z] for x in (-1.0, 1.0) for y in (-1.0, 1.0) for z in (0.0, 2.0)])


@dataclass(frozen=True, slots=True, eq=False)
class LocatedTower:
    """A camera pose from a tower itself: a first pose for `refinement.refine_pose`, with no marker to hold it.

    Attributes
    ----------
    pose : CameraPose
    is_lens_known : bool
    is_upright_known : bool
        Whether the picture tells which end of the tower is the upper one.
    """

    pose: CameraPose
    is_lens_known: bool
    is_upright_known: bool = True

    @property
    def place(self) -> Place:
        """As of a `LocatedMat`: the frame is the tower's own."""
        return ON_OUTLINE

    @property
    def corners_xyz(self) -> FloatArray:
        """No marker."""
        return np.empty((0, 3))

    @property
    def corners_xy(self) -> FloatArray:
        """No marker."""
        return np.empty((0, 2))


def find_towers(
    frame_bgr: UInt8Array, lens: LensKnowledge, count: int, part: Part | None = None, middle: float = 1.0
) -> Iterator[Iterator[LocatedTower]]:
    """Find where towers of 2 x 2 columns could stand, from which two sides are in view.

    Parameters
    ----------
    frame_bgr : uint8 array of shape (height, width, 3)
    lens : Lens or ClaimedFocal, optional
        For this picture size.
    count : int
        How many answers at most in each round.
    part : Part, optional
        In which to look; what lies elsewhere in the picture is left alone.
    middle : float, 0..1
        Only lines in the middle count, in a square of this share of the longer side.

    Yields
    ------
    iterator of LocatedTower
        In a first round the likeliest of the camera's likeliest turns, in a second of the rest, each the likeliest
        first; possibly none. A round is looked for only when asked for, and a tower refined. The camera looks at the
        South-West edge; level 0 is the lowest that was found, which need not be the tower's lowest.
    """
    frame_gray = grey(frame_bgr)
    straight = _straightened(frame_gray, lens) if isinstance(lens, Lens) else frame_gray
    cutting = Cutting.of(straight, part or Part.whole((straight.shape[1], straight.shape[0])), _SEARCH_PX)
    in_the_middle = find_segments(cutting.picture).within(middle * max(cutting.size_wh))
    segments = in_the_middle.seen_from(cutting.lens_middle_xy)
    prior = focal_prior(cutting.whole_wh, lens and lens.scaled_to(cutting.whole_wh))
    orientations = find_orientations(segments, cutting.whole_wh, prior)
    maps = edge_maps(cutting.picture)
    # Each fit's faces are asked about once at most, whatever the round.
    score = cache(partial(_score, Pyramid(frame_bgr)))
    found: list[LatticeFit] = []
    given: list[LatticeFit] = []
    for turns in (orientations[:_FIRST_ORIENTATIONS], orientations[_FIRST_ORIENTATIONS:_ORIENTATIONS]):
        found += [
            replace(fit, pose=_with_lens(cutting.in_frame(fit.pose), lens))
            for turn in turns
            for fit in fit_lattices(maps, segments, turn.rotation, cutting.lens(turn.focal_px), _FITS_EACH)
        ]
        apart = _apart(found, score, given, count)
        given += apart
        yield (_refined(frame_gray, LocatedTower(fit.pose, isinstance(lens, Lens)), fit) for fit in apart)


def _score(pyramid: Pyramid, fit: LatticeFit) -> float:
    """How much (nats) edges and, as the face network says, faces speak for a fit for the full picture: patterns on
    tables have as many edges as towers."""
    faces = np.clip(ask_presence(pyramid, fit.sites, fit.pose), _MOST_AGAINST, _MOST_FOR)
    return float(faces.sum()) + _SQUARE * fit.score


def _most(fit: LatticeFit) -> float:
    """What `_score` says of a fit at most."""
    return _MOST_FOR * len(fit.sites) + _SQUARE * fit.score


def _straightened(frame_gray: UInt8Array, lens: Lens) -> UInt8Array:
    """The picture, shape (height, width), as a lens without distortion and with the same focal length, centred, would
    have taken it."""
    centred = plain_lens(lens.matrix[0, 0], lens.size_wh).matrix
    return np.asarray(cv2.undistort(frame_gray, lens.matrix, lens.distortion, None, centred), np.uint8)


def _with_lens(pose: CameraPose, lens: LensKnowledge) -> CameraPose:
    """The pose with the known lens, where there is one."""
    return CameraPose(lens, pose.rotation, pose.translation) if isinstance(lens, Lens) else pose


def _refined(frame_gray: UInt8Array, located: LocatedTower, fit: LatticeFit) -> LocatedTower:
    cells: list[Cell] = sorted({site.cell for site in fit.sites})
    return replace(located, pose=follow_edges(frame_gray, located, cells, fit.sites, ROUND_THE_LINES))


def _apart(
    fits: Sequence[LatticeFit], score: Callable[[LatticeFit], float], given: Sequence[LatticeFit], count: int
) -> list[LatticeFit]:
    """The fits of the highest scores, so many at most, without those that lie close to one of those given or to a
    better one. The score is asked for only of those that might be among them."""
    kept: list[LatticeFit] = []
    shown_xy, taken_xy = [fit.pose.project(_BOX) for fit in fits], [fit.pose.project(_BOX) for fit in given]
    waiting = [(-_most(fit), number, False) for number, fit in enumerate(fits)]
    heapify(waiting)
    while waiting and len(kept) < count:
        _, number, is_told = heappop(waiting)
        fit = fits[number]
        if any(_are_alike(shown_xy[number], other_xy) for other_xy in taken_xy):
            continue
        if is_told:
            kept.append(fit)
            taken_xy.append(shown_xy[number])
        elif score(fit) >= _HOPELESS:
            heappush(waiting, (-score(fit), number, True))
    return kept


def are_close(one: CameraPose, other: CameraPose) -> bool:
    """Whether two poses show the lowest two levels of a tower in the same place."""
    return _are_alike(one.project(_BOX), other.project(_BOX))


def _are_alike(points_xy: FloatArray, others_xy: FloatArray) -> bool:
    """The same of `_BOX` as two poses show it, each of shape (8, 2)."""
    edge_px = float(np.linalg.norm(others_xy[1::2] - others_xy[::2], axis=-1).mean()) / 2
    return bool(np.linalg.norm(points_xy - others_xy, axis=-1).max() <= _ALIKE * edge_px)
