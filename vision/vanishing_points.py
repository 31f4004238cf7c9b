"""How a camera is turned toward upright things with square corners, told from the straight lines in a picture.

Called by `tower_pose`. A tower's edges run in three directions at right angles, one of them upright, and the picture's
lines of each direction meet in a vanishing point (Coughlan and Yuille 1999, "Manhattan world"). The focal length is
found along with them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np

from calibration.arrays import BoolArray, FloatArray, IntArray, UInt8Array
from calibration.camera import rotation_about_vertical
from calibration.focal_prior import FocalPrior
from calibration.robust_fit import fit_robustly

#: Focal lengths that are tried first, over the picture's longer side: from an ultra-wide phone to a tele lens. Lines
#: hardly tell a longer one from the last of these; what follows moves on from there.
_FOCAL_OVER_LONGER = np.geomspace(0.42, 2.0, 6)
# Pitches (down from the horizon) and rolls that people photograph with.
_PITCHES_DEG = np.arange(-8.0, 76.0, 3.0)
_ROLLS_DEG = np.arange(-14.0, 14.1, 2.0)
_HEADINGS_DEG = np.arange(0.0, 90.0, 1.5)
#: A line counts in full where it points to a vanishing point, and not at all some degrees beside it.
_ALIGNED_DEG = 2.0
# Of two answers closer than this, in degrees and in the logarithm of the focal length, the better one is kept.
_APART_DEG, _APART_LOG = 2.5, 0.12
# Upright directions to begin with, as pitch and roll, lie at least so far apart.
_UPRIGHTS_APART_DEG = 10.0
# A level camera without roll is usual: so much less for each square degree, chosen so that it decides only where few
# lines are upright.
_ROLL_COST = 0.0002
# So much less of the lines explained for each squared standard deviation of an unusual focal length; chosen alike.
_SURPRISE_COST = 0.01
_VERTICALS, _HEADINGS_EACH = 4, 4
# How often lines are given to axes and the rotation is fitted to them.
_ROUNDS = 2
# A line that an orientation explains counts so much less for those after it.
_USED = 0.5
_HEADINGS = np.stack([rotation_about_vertical(-heading) for heading in _HEADINGS_DEG])
_QUARTER_TURNS = [rotation_about_vertical(90.0 * quarters) for quarters in range(4)]


@dataclass(frozen=True, slots=True, eq=False)
class Orientation:
    """A focal length and how the camera is turned toward the tower's axes.

    Attributes
    ----------
    focal_px : float
    rotation : float64 array of shape (3, 3)
        From axes East, North, up to the camera; known up to quarter turns about the vertical.
    score : float
        Weight of the lines explained, over that of all lines, less what the focal length costs that is not expected.
    """

    focal_px: float
    rotation: FloatArray
    score: float


@dataclass(frozen=True, slots=True, eq=False)
class Segments:
    """Straight pieces of line in a picture, n of them.

    Attributes
    ----------
    middles_xy : float64 array of shape (n, 2)
        From the picture's middle, in pixels.
    directions_xy : float64 array of shape (n, 2)
        Unit vectors.
    weights_px : float64 array of shape (n,)
        Their lengths, but at most a sixteenth of the picture's longer side: a striped cloth must not drown a tower.
    """

    middles_xy: FloatArray
    directions_xy: FloatArray
    weights_px: FloatArray

    @property
    def total_px(self) -> float:
        """The sum of their weights, but never 0, as it is divided by."""
        return max(float(self.weights_px.sum()), 1e-9)

    def seen_from(self, middle_xy: FloatArray) -> "Segments":
        """The same told from another point, (2,), in pixels from the picture's middle."""
        return Segments(self.middles_xy - middle_xy, self.directions_xy, self.weights_px)

    def within(self, side_px: float) -> "Segments":
        """Those whose middles lie in a square of this side round the point they are told from."""
        return self.chosen(np.flatnonzero(abs(self.middles_xy).max(axis=1, initial=0.0) <= side_px / 2))

    def chosen(self, rows: IntArray) -> "Segments":
        """Those at these places, shape (m,)."""
        return Segments(self.middles_xy[rows], self.directions_xy[rows], self.weights_px[rows])


def find_segments(frame_gray: UInt8Array) -> Segments:
    """Find straight edges with the line segment detector (von Gioi et al. 2010).

    Parameters
    ----------
    frame_gray : uint8 array of shape (height, width)

    Returns
    -------
    Segments
        Those longer than a sixtieth of the picture's longer side: shorter ones belong to marks and grain.
    """
    height, width = frame_gray.shape
    ends = find_line_ends(frame_gray)
    middle = np.array([(width - 1) / 2, (height - 1) / 2])
    along = ends[:, 2:] - ends[:, :2]
    lengths = np.linalg.norm(along, axis=1)
    long_enough = lengths > max(width, height) / 60
    return Segments(
        ((ends[:, 2:] + ends[:, :2]) / 2 - middle)[long_enough],
        (along / np.maximum(lengths, 1e-9)[:, None])[long_enough],
        np.minimum(lengths, max(width, height) / 16)[long_enough],
    )


def find_line_ends(frame_gray: UInt8Array) -> FloatArray:
    """Both ends of all straight edges in a picture of shape (height, width): (n, 4), x and y of either, in pixels."""
    found = cv2.createLineSegmentDetector(cv2.LSD_REFINE_STD).detect(frame_gray)[0]
    return np.empty((0, 4)) if found is None else np.asarray(found, np.float64).reshape(-1, 4)


def find_orientations(segments: Segments, size_wh: tuple[int, int], prior: FocalPrior) -> tuple[Orientation, ...]:
    """Find focal lengths and rotations that let many lines run along a tower's axes.

    Parameters
    ----------
    segments : Segments
    size_wh : tuple of int
    prior : FocalPrior
        Of a picture of this size.

    Returns
    -------
    tuple of Orientation
        Possibly empty; each comes early if it explains much that those before it do not. Other things with square
        corners than the tower have theirs among them.
    """
    focals_px = prior.starts_px(_FOCAL_OVER_LONGER * max(size_wh))
    starts = [start for focal in focals_px for start in _starts(segments, float(focal))]
    refined = [_refined(segments, start, prior) for start in starts]
    kept: list[Orientation] = []
    for orientation in sorted(refined, key=lambda o: -o.score):
        if not any(_alike(orientation, other) for other in kept):
            kept.append(orientation)
    return _each_by_what_is_left(segments, kept)


def rotation_looking(pitch_deg: float, roll_deg: float, heading_deg: float) -> FloatArray:
    """Rotation (3, 3) from axes East, North, up to a camera that looks along a heading (against the clock from East),
    pitched down and rolled."""
    angles = np.radians([pitch_deg, roll_deg, heading_deg])
    # Numbers, not arrays of three: a third of the time.
    pitch_sin, roll_sin, north = np.sin(angles).tolist()
    pitch_cos, roll_cos, east = np.cos(angles).tolist()
    right = (north, -east, 0.0)
    forward = (pitch_cos * east, pitch_cos * north, -pitch_sin)
    down = (-pitch_sin * east, -pitch_sin * north, -pitch_cos)
    axes = list(zip(right, down, strict=True))
    return np.array(
        [
            [roll_cos * x + roll_sin * y for x, y in axes],
            [roll_cos * y - roll_sin * x for x, y in axes],
            forward,
        ]
    )


def _alike(one: Orientation, other: Orientation) -> bool:
    """Whether two differ by little but quarter turns about the vertical, which lines cannot tell."""
    if abs(np.log(one.focal_px / other.focal_px)) >= _APART_LOG:
        return False
    cosine = max((np.trace(one.rotation @ turn @ other.rotation.T) - 1) / 2 for turn in _QUARTER_TURNS)
    return bool(cosine > np.cos(np.radians(_APART_DEG)))


def _each_by_what_is_left(segments: Segments, orientations: Sequence[Orientation]) -> tuple[Orientation, ...]:
    """The best first, then always the one that explains most of what is left: a checked cloth has many that are nearly
    one, before the first of the tower."""
    explained = np.array([_explained(segments, o.rotation, o.focal_px) for o in orientations])
    shares = segments.weights_px / segments.total_px
    left = shares
    order: list[int] = []
    for _ in orientations:
        others = [i for i in range(len(orientations)) if i not in order]
        gains = [orientations[i].score - explained[i] @ (shares - left) for i in others]
        order.append(others[int(np.argmax(gains))])
        left = left * (1 - _USED * explained[order[-1]])
    return tuple(orientations[i] for i in order)


def _explained(segments: Segments, rotation: FloatArray, focal_px: float) -> FloatArray:
    """How well each line runs along some axis, shape (n,), 0..1."""
    return _weights(misalignment_deg(segments, rotation.T[:, None], focal_px).min(axis=0))


def misalignment_deg(segments: Segments, directions: FloatArray, focal_px: float) -> FloatArray:
    """Angle between n lines and the vanishing points of directions (in camera axes) of shape (n or 1, 3), shape (n,);
    more dimensions before are kept."""
    # Axis by axis: a reduction over an axis of length two is many times slower.
    to_x, to_y = (
        directions[..., axis] * focal_px - directions[..., 2] * segments.middles_xy[:, axis] for axis in (0, 1)
    )
    cross = to_x * segments.directions_xy[:, 1] - to_y * segments.directions_xy[:, 0]
    sine = abs(cross) / np.maximum(np.sqrt(to_x * to_x + to_y * to_y), 1e-9)
    return np.asarray(np.degrees(np.arcsin(np.minimum(sine, 1.0))))


def _weights(misalignment_deg: FloatArray) -> FloatArray:
    return np.asarray(np.exp(-((misalignment_deg / _ALIGNED_DEG) ** 2)))


def _starts(segments: Segments, focal_px: float) -> Iterator[tuple[float, FloatArray]]:
    """(focal length, (pitch, roll, heading)) where many lines agree: first the upright ones, then the others."""
    total = segments.total_px
    grid, downs = _upright_ways()
    upright = _weights(misalignment_deg(segments, downs[:, None], focal_px)) @ segments.weights_px / total
    upright -= _ROLL_COST * grid[:, 1] ** 2
    for best in _peaks(upright, grid, _VERTICALS, _UPRIGHTS_APART_DEG):
        pitch, roll = grid[best]
        rotations = rotation_looking(pitch, roll, 0.0) @ _HEADINGS
        sideways = np.maximum(
            _weights(misalignment_deg(segments, rotations[:, None, :, 0], focal_px)),
            _weights(misalignment_deg(segments, rotations[:, None, :, 1], focal_px)),
        )
        not_upright = 1 - _weights(misalignment_deg(segments, downs[best], focal_px))
        level = sideways * not_upright
        left = segments.weights_px
        for _ in range(_HEADINGS_EACH):
            heading = int(np.argmax(level @ left))
            left = left * (1 - level[heading])
            yield focal_px, np.array([pitch, roll, _HEADINGS_DEG[heading]])


@cache
def _upright_ways() -> tuple[FloatArray, FloatArray]:
    """Pitches and rolls that are tried, shape (n, 2), and where down is from each, (n, 3), in camera axes."""
    grid = np.stack(np.meshgrid(_PITCHES_DEG, _ROLLS_DEG, indexing="ij"), axis=-1).reshape(-1, 2)
    return grid, np.array([-rotation_looking(pitch, roll, 0.0)[:, 2] for pitch, roll in grid])


def _peaks(scores: FloatArray, places: FloatArray, count: int, apart: float) -> IntArray:
    """Indices of the highest scores that lie apart from each other."""
    order = np.argsort(-scores)
    distances = np.linalg.norm(places[order][:, None] - places[order], axis=-1)
    return order[first_of_each(distances < apart, count)]


def first_of_each(is_same: BoolArray, most: int) -> list[int]:
    """The first of some things, and each next one that is none of those before, `most` in all; `is_same` has shape
    (n, n), best first."""
    kept: list[int] = []
    for i, same in enumerate(is_same):
        if len(kept) == most:
            break
        if not same[kept].any():
            kept.append(i)
    return kept


def _refined(segments: Segments, start: tuple[float, FloatArray], prior: FocalPrior) -> Orientation:
    """Least squares over focal length and rotation, each line counted for the axis that it points along best."""
    state = np.array([np.log(start[0]), *start[1]])
    for _ in range(_ROUNDS):
        angles = misalignment_deg(segments, rotation_looking(*state[1:]).T[:, None], float(np.exp(state[0])))
        rows = np.flatnonzero(angles.min(axis=0) < 2.5 * _ALIGNED_DEG)
        if len(rows) < 4:
            break
        strength = np.sqrt(segments.weights_px[rows] / segments.weights_px.mean()) / _ALIGNED_DEG
        state = _fitted(segments.chosen(rows), np.argmin(angles, axis=0)[rows], strength, state, prior)
    focal_px, rotation = float(np.exp(state[0])), rotation_looking(*state[1:])
    share = _explained(segments, rotation, focal_px) @ segments.weights_px / segments.total_px
    return Orientation(focal_px, rotation, float(share - _SURPRISE_COST * prior.surprise(state[0]) ** 2))


def _fitted(lines: Segments, axes: IntArray, strength: FloatArray, start: FloatArray, prior: FocalPrior) -> FloatArray:
    """Logarithm of the focal length, pitch, roll and heading that let each line run along its axis, 0 to 2."""

    def residuals(state: FloatArray) -> FloatArray:
        angles = misalignment_deg(lines, rotation_looking(*state[1:]).T[axes], float(np.exp(state[0])))
        return np.append(strength * angles, prior.surprise(state[0]))

    return fit_robustly(residuals, start, scale=0.5, most_evaluations=8)
