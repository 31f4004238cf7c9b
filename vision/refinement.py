"""The pose of a tower refined on its own edges: people set it down a little beside and turned, on mats that
are not printed quite to scale.

Called by the readers once it is known where cubes stand. Camera and tower are fitted together, to the markers' corners
and to the edges of the faces in view, in the manner of moving edges (Bouthemy 1989; ViSP's model-based tracker). Once
they are near, a network that has seen many faces tells more closely where each one's sides lie.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Protocol

import cv2
import numpy as np

from calibration.arrays import Float32Array, FloatArray, UInt8Array
from calibration.camera import CameraPose
from calibration.colours import grey
from calibration.plane_pose import CORNER_SIGMA_PX
from calibration.robust_fit import fit_robustly
from calibration.rotation import rotation_of
from rules.games.babel import Cell

from .edge_network import SideEnds, ask_edges
from .faces import FaceSite, face_frames, hidden_by, not_flatter, points_in_frames
from .patches import Pyramid

#: Points along each edge of a face, its ends left out: corners are rounded.
_POINTS = 8
# For the points on the edges above, below, to the right and left, in the face's own frame: along the edge, outward of
# the face, out of its plane, and where they are. At the very edge every neighbour is in the way: whether something
# hides them is asked just inside.
_ALONG = np.repeat([[1.0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 1, 0]], _POINTS, axis=0)
_OUTWARD = np.repeat([[0.0, 1, 0], [0, -1, 0], [1, 0, 0], [-1, 0, 0]], _POINTS, axis=0)
_OUT_OF_PLANE = np.tile([0.0, 0, 1], (4 * _POINTS, 1))
_OFFSETS = 0.5 * _OUTWARD + np.tile(np.arange(1, _POINTS + 1) / (_POINTS + 1) - 0.5, 4)[:, None] * _ALONG
_INSIDE = 0.94 * _OFFSETS + 0.01 * _OUT_OF_PLANE
#: How far from where it is expected an edge is looked for, in shares of a cube's edge as the face shows it square to
#: the edge looked for, round by round: people set a tower down beside its outline on the mat.
ROUND_THE_OUTLINE = (0.16, 0.10, 0.06, 0.04)
#: The same where the tower's own lines gave the pose, and where the pose was refined so: what is farther is another
#: edge, of a mark or a shadow (chosen on 28 rendered photos of 14 towers).
ROUND_THE_LINES = (0.10, 0.08, 0.06, 0.03)
ROUND_THE_EDGES = (0.06, 0.06)
#: The same in pixels is within these bounds (chosen on 168 rendered photos with a mat).
_REACH_PX = (3.0, 14.0)
#: Standard deviation of an edge found (px): the points along one edge err alike, so each counts little (chosen on the
#: same photos).
_EDGE_PX = 2.5
#: So often the network is asked where the faces' sides lie, each time from where it put them. Of 136 rendered photos
#: without a mat, 117 have all corners within 1 % of the tower's height after two times, 121 after three.
_LOOKS = 3
#: None of its answers is believed to be surer than this (edges): cubes stand a fiftieth of an edge beside their cells.
_SUREST = 0.006
#: Nor than this (px): of a face seen flat an edge is a few pixels.
_SUREST_PX = 0.25
#: Of the tower's shift (edges) and turn (radians): chosen, a millimetre of a 30 mm cube, and a degree.
_SHIFT, _TURN = 0.03, 0.015
#: Of the logarithm of the cubes' size on the mat: printers fit sheets to the page. At first so small that the loss
#: grows with its absolute value, not its square: rounded edges, which make cubes look smaller, then hardly pull it off
#: 0 (the median of 74 rendered photos of true prints is -0.001, of 28 of prints at 95 and 103 % 0.037 and -0.027).
_LOG_SIZE_AT_FIRST = 0.002
#: Beyond this the mat was not printed at its true size, and the top of a high tower lay out of reach: all rounds are
#: gone through once more, with the size as good as free.
_TRUE_SIZE, _LOG_SIZE = 0.01, 0.02
#: Of what the mat told of the lens: the logarithm of its focal length, and k1.
_LOG_FOCAL, _DISTORTION = 0.15, 0.1
#: k1 where no marker holds it: the tower's edges alone tell little of it (chosen on 14 rendered towers).
_DISTORTION_UNHELD = 0.03
#: The same where the lens is known: as good as nothing.
_KNOWN_LENS = 1e-4
#: The radius with which cubes' edges are rounded, in edges: a millimetre of a 30 mm cube. In 126 rendered photos with
#: their true poses, outlines lie 0.8 to 2.1 % of an edge inside the cubes: radii of 0.02 to 0.035.
_RADIUS = 0.03
#: Faces seen flatter than this are left out: the edges on their two sides lie too close to be told apart.
_FLATTEST_DEG = 83.0
#: Fewer edge points than this tell nothing that the markers do not tell better.
_FEWEST_POINTS = 24


class Located(Protocol):
    """A first pose and what holds it: a located mat with its markers, or a tower without any."""

    @property
    def pose(self) -> CameraPose: ...

    @property
    def is_lens_known(self) -> bool: ...

    @property
    def corners_xyz(self) -> FloatArray:
        """Corners of markers in the world, shape (n, 3), n possibly 0."""

    @property
    def corners_xy(self) -> FloatArray:
        """The same in the picture, shape (n, 2)."""


@dataclass(frozen=True, slots=True, eq=False)
class _Edges:
    """Points on the edges of faces in view and what they are measured along.

    Attributes
    ----------
    points : float64 array of shape (n, 3)
        In the tower's own frame.
    along, outward : float64 array of shape (n, 3)
        Unit vectors in the face's plane, there: along the edge, and square to it out of the face.
    """

    points: FloatArray
    along: FloatArray
    outward: FloatArray


def refine_pose(
    frame_bgr: UInt8Array,
    located: Located,
    cells: Sequence[Cell],
    sites: Sequence[FaceSite],
    reaches: Sequence[float] = ROUND_THE_OUTLINE,
    log_size: float | None = None,
) -> CameraPose:
    """Move camera and tower until the tower's faces lie on those of the picture.

    Parameters
    ----------
    frame_bgr : uint8 array of shape (height, width, 3)
    located : Located
        The first pose, and the markers of the mat, if there is one.
    cells : sequence of cell
        Where cubes stand.
    sites : sequence of FaceSite
        Their faces in view.
    reaches : sequence of float, optional
        How far from where it is expected an edge is looked for, round by round, in cube edges.
    log_size : float, optional
        Logarithm of the cubes' size on the mat, in edges as printed, to begin with. Without it the mat is taken to be
        printed at its true size, until that does not fit.

    Returns
    -------
    CameraPose
        In the tower's frame: cells lie where `faces.face_frames` says. The first one where too few edges are in view.
    """
    edges = _edges_in_view(cells, sites, located.pose)
    if len(edges.points) < _FEWEST_POINTS:
        return located.pose
    smooth, pyramid = _smoothed(grey(frame_bgr)), Pyramid(frame_bgr)
    changes, size_spread = _followed(smooth, located, edges, reaches, log_size)
    asked = not_flat(sites, located.pose)
    for _ in range(_LOOKS):
        tower = _moved(located.pose, changes)
        matches = _Matches.joined(_matches(smooth, tower, edges, reaches[-1]), _told(pyramid, tower, asked, cells))
        changes = _fit(located, changes, matches, size_spread)
    return _moved(located.pose, changes)


def follow_edges(
    frame_gray: UInt8Array,
    located: Located,
    cells: Sequence[Cell],
    sites: Sequence[FaceSite],
    reaches: Sequence[float] = ROUND_THE_OUTLINE,
) -> CameraPose:
    """Move camera and tower until the tower's edges lie on those of the picture: `refine_pose` without the network.

    A picture of shape (height, width); the rest as there. For poses that may be no tower's.
    """
    edges = _edges_in_view(cells, sites, located.pose)
    if len(edges.points) < _FEWEST_POINTS:
        return located.pose
    changes, _ = _followed(_smoothed(frame_gray), located, edges, reaches, None)
    return _moved(located.pose, changes)


def not_flat(sites: Sequence[FaceSite], pose: CameraPose) -> list[FaceSite]:
    """Those of some faces that are not seen too flat for their sides to be told apart."""
    return not_flatter(sites, pose, _FLATTEST_DEG)


def _smoothed(frame_gray: UInt8Array) -> Float32Array:
    return cv2.GaussianBlur(frame_gray, (0, 0), 0.8).astype(np.float32)


def _followed(
    smooth: Float32Array, located: Located, edges: "_Edges", reaches: Sequence[float], log_size: float | None
) -> tuple[FloatArray, float]:
    """The changes of `_moved` that put the tower's edges on the picture's, and how freely its size was fitted."""
    changes = np.array([*[0.0] * 11, log_size or 0.0])
    for size_spread in (_LOG_SIZE_AT_FIRST, _LOG_SIZE) if log_size is None else (_LOG_SIZE,):
        for reach in reaches:
            changes = _fit(located, changes, _matches(smooth, _moved(located.pose, changes), edges, reach), size_spread)
        if abs(changes[-1]) < _TRUE_SIZE:
            break
    return changes, size_spread


def _edges_in_view(cells: Sequence[Cell], sites: Sequence[FaceSite], pose: CameraPose) -> _Edges:
    sites = not_flat(sites, pose)
    frames = face_frames(sites)
    points, inside = (points_in_frames(frames, offsets[None]) for offsets in (_OFFSETS, _INSIDE))
    free = ~hidden_by(inside, cells, pose.centre).any(axis=1)
    along, outward, normals = ((ways @ frames[:, 1:])[free] for ways in (_ALONG, _OUTWARD, _OUT_OF_PLANE))
    rounding = _RADIUS * _rounding(points[free], normals, outward, pose.centre)
    return _Edges(points[free] + rounding, along, outward)


def _rounding(points: FloatArray, normals: FloatArray, outward: FloatArray, camera_xyz: FloatArray) -> FloatArray:
    """How far from where sharp edges were those rounded with radius 1 are seen.

    Where the cube's next face, which looks `outward`, looks away from the camera, the line of sight touches the
    rounding farther in. On the ground there is a dark line below the edge, and nothing moves (126 rendered photos).
    """
    sight = camera_xyz - points
    facing, next_facing = np.sum(sight * normals, axis=1, keepdims=True), np.sum(sight * outward, axis=1, keepdims=True)
    touched = (facing * outward - next_facing * normals) / np.hypot(facing, next_facing)
    is_above_ground = points[:, 2:] > 0.01
    return np.where((next_facing < 0) & is_above_ground, touched - outward - normals, 0.0)


def _moved(pose: CameraPose, changes: FloatArray) -> CameraPose:
    """The camera in the tower's frame, for changes of (0-2) rotation, (3-5) translation, (6) log focal length, (7) k1,
    (8-9) the tower's shift East and North, (10) its turn against the clock, (11) the logarithm of its cubes' size."""
    shift = np.array([changes[8], changes[9], 0.0])
    tower = moved_camera(pose, changes).told_from(shift, float(np.degrees(changes[10])))
    # Cubes k times as large, in a frame counted in cubes, are a camera k times nearer.
    return CameraPose(tower.lens, tower.rotation, tower.translation * np.exp(-changes[11]))


def moved_camera(pose: CameraPose, changes: FloatArray) -> CameraPose:
    """The camera after some changes, shape (8 or more,): rotation (radians), translation (edges), log focal length, k1.

    As the first of `_moved`.
    """
    lens = pose.lens.zoomed(float(np.exp(changes[6])))
    lens = replace(lens, distortion=np.add(lens.distortion, [changes[7], 0.0, 0.0, 0.0, 0.0]))
    return CameraPose(lens, rotation_of(changes[:3]) @ pose.rotation, pose.translation + changes[3:6])


@dataclass(frozen=True, slots=True, eq=False)
class _Matches:
    """Edges found in the picture, for n points of the tower.

    Attributes
    ----------
    points : float64 array of shape (n, 3)
    normals_xy : float64 array of shape (n, 2)
        Unit normals of their edges in the picture.
    targets_px : float64 array of shape (n,)
        How far along its normal, from the picture's corner, each edge was found.
    weights : float64 array of shape (n,)
        How clear each edge is: an error counts so many times.
    """

    points: FloatArray
    normals_xy: FloatArray
    targets_px: FloatArray
    weights: FloatArray

    @classmethod
    def joined(cls, *parts: "_Matches") -> "_Matches":
        return cls(*(np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(cls)))


def _matches(smooth: Float32Array, tower: CameraPose, edges: _Edges, reach: float) -> _Matches:
    """Look for the strongest edge along the normal at each point, near where it is expected."""
    expected, normals, along_px, outward_px = _seen(tower, edges)
    # Of a face seen flat the next edge, and the rim of the mark, lie closer.
    reach_px = np.clip(reach * abs(outward_px), *_REACH_PX)
    most_px = np.ceil(reach_px.max())
    steps = np.arange(-most_px - 1, most_px + 2)
    samples_xy = (expected[:, None] + steps[:, None] * normals[:, None]).astype(np.float32)
    profile = cv2.remap(
        smooth, samples_xy[..., 0], samples_xy[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    # A joint is a dark line with an edge on either side: smoothing puts its peak between the two.
    edge_px = float(np.median(along_px))
    sigma = max(0.8, 0.3 * min(reach * edge_px, _REACH_PX[1]))
    energy = cv2.GaussianBlur(
        np.gradient(profile, axis=1) ** 2, (2 * round(4 * sigma) + 1, 1), sigma, borderType=cv2.BORDER_REPLICATE
    )
    energy *= np.exp(-0.5 * (steps / reach_px[:, None]) ** 2) * (abs(steps) <= reach_px[:, None] + 1)
    strength = np.sqrt(energy.max(axis=1))
    return _Matches(
        edges.points,
        normals,
        np.sum(expected * normals, axis=1) + steps[np.argmax(energy, axis=1)],
        np.asarray(strength / (strength + np.median(strength) + 1e-9), np.float64),
    )


def _told(pyramid: Pyramid, tower: CameraPose, sites: Sequence[FaceSite], cells: Sequence[Cell]) -> _Matches:
    """Ask the network where the sides of faces lie, at least one."""
    ends, answers = SideEnds.of(sites, tower), ask_edges(pyramid, sites, cells, tower)
    sides = _Edges(*(part.reshape(-1, 3) for part in (ends.points, ends.along, ends.outward)))
    expected, normals, _, outward_px = _seen(tower, sides)
    spreads_px = np.hypot(answers.spreads.ravel(), _SUREST) * abs(outward_px)
    targets_px = np.sum(expected * normals, axis=1) + answers.offsets.ravel() * outward_px
    return _Matches(sides.points, normals, targets_px, _EDGE_PX / np.maximum(spreads_px, _SUREST_PX))


def _seen(tower: CameraPose, edges: _Edges) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
    """Edges in the picture: where the points are and the unit normals there, each of shape (n, 2), and how many px a
    cube edge along each is, and one outward of it along the normal, each (n,)."""
    expected = tower.project(edges.points)
    along, outward = (tower.project(edges.points + 0.01 * step) - expected for step in (edges.along, edges.outward))
    lengths = np.linalg.norm(along, axis=1)
    normals = np.stack([-along[:, 1], along[:, 0]], axis=1) / np.maximum(lengths, 1e-9)[:, None]
    return expected, normals, lengths / 0.01, np.sum(outward * normals, axis=1) / 0.01


def _fit(located: Located, start: FloatArray, matches: _Matches, size_spread: float) -> FloatArray:
    """Least squares over the changes of `_moved`, robust against edges that belong to something else."""
    distortion = _DISTORTION if len(located.corners_xyz) else _DISTORTION_UNHELD
    lens_spreads = [_KNOWN_LENS, _KNOWN_LENS] if located.is_lens_known else [_LOG_FOCAL, distortion]
    spreads = np.array([*lens_spreads, _SHIFT, _SHIFT, _TURN, size_spread])

    def residuals(changes: FloatArray) -> FloatArray:
        placed = _moved(located.pose, changes).project(matches.points)
        edges_px = np.sum(placed * matches.normals_xy, axis=1) - matches.targets_px
        markers_px = (moved_camera(located.pose, changes).project(located.corners_xyz) - located.corners_xy).ravel()
        return np.concatenate(
            [matches.weights * edges_px / _EDGE_PX, markers_px / CORNER_SIGMA_PX, changes[6:] / spreads]
        )

    return fit_robustly(residuals, start, scale=0.5, most_evaluations=15)
