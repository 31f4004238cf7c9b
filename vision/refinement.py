"""The pose of a tower refined on its own edges: people set it down a little beside and turned, on mats that
are not printed quite to scale.

Called by the readers once it is known where cubes stand. Camera and tower are fitted together, to the markers' corners
and to the edges of the faces in view (`moving_edges`).
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

import numpy as np

from calibration.arrays import Float32Array, FloatArray, UInt8Array
from calibration.camera import CameraPose
from calibration.colours import grey
from calibration.plane_pose import CORNER_SIGMA_PX
from calibration.robust_fit import fit_robustly
from calibration.rotation import rotation_of
from rules.games.babel import Cell

from .faces import FaceSite
from .moving_edges import EDGE_PX, Edges, Matches, edges_found, edges_in_view, not_flat, sides_told, smoothed
from .patches import Pyramid

#: How far from where it is expected an edge is looked for, in shares of a cube's edge as the face shows it square to
#: the edge looked for, round by round: people set a tower down beside its outline on the mat.
ROUND_THE_OUTLINE = (0.16, 0.10, 0.06, 0.04)
#: The same where the tower's own lines gave the pose, and where the pose was refined so: what is farther is another
#: edge, of a mark or a shadow (chosen on 28 rendered photos of 14 towers).
ROUND_THE_LINES = (0.10, 0.08, 0.06, 0.03)
ROUND_THE_EDGES = (0.06, 0.06)
#: So often the network is asked where the faces' sides lie, each time from where it put them. Of 136 rendered photos
#: without a mat, 117 have all corners within 1 % of the tower's height after two times, 121 after three.
_LOOKS = 3
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
    edges = edges_in_view(cells, sites, located.pose)
    if len(edges.points) < _FEWEST_POINTS:
        return located.pose
    smooth, pyramid = smoothed(grey(frame_bgr)), Pyramid(frame_bgr)
    changes, size_spread = _followed(smooth, located, edges, reaches, log_size)
    asked = not_flat(sites, located.pose)
    for _ in range(_LOOKS):
        tower = _moved(located.pose, changes)
        matches = Matches.joined(
            edges_found(smooth, tower, edges, reaches[-1]), sides_told(pyramid, tower, asked, cells)
        )
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
    edges = edges_in_view(cells, sites, located.pose)
    if len(edges.points) < _FEWEST_POINTS:
        return located.pose
    changes, _ = _followed(smoothed(frame_gray), located, edges, reaches, None)
    return _moved(located.pose, changes)


def _followed(
    smooth: Float32Array, located: Located, edges: Edges, reaches: Sequence[float], log_size: float | None
) -> tuple[FloatArray, float]:
    """The changes of `_moved` that put the tower's edges on the picture's, and how freely its size was fitted."""
    changes = np.array([*[0.0] * 11, log_size or 0.0])
    for size_spread in (_LOG_SIZE_AT_FIRST, _LOG_SIZE) if log_size is None else (_LOG_SIZE,):
        for reach in reaches:
            changes = _fit(
                located, changes, edges_found(smooth, _moved(located.pose, changes), edges, reach), size_spread
            )
        if abs(changes[-1]) < _TRUE_SIZE:
            break
    return changes, size_spread


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


def _fit(located: Located, start: FloatArray, matches: Matches, size_spread: float) -> FloatArray:
    """Least squares over the changes of `_moved`, robust against edges that belong to something else."""
    distortion = _DISTORTION if len(located.corners_xyz) else _DISTORTION_UNHELD
    lens_spreads = [_KNOWN_LENS, _KNOWN_LENS] if located.is_lens_known else [_LOG_FOCAL, distortion]
    spreads = np.array([*lens_spreads, _SHIFT, _SHIFT, _TURN, size_spread])

    def residuals(changes: FloatArray) -> FloatArray:
        placed = _moved(located.pose, changes).project(matches.points)
        edges_px = np.sum(placed * matches.normals_xy, axis=1) - matches.targets_px
        markers_px = (moved_camera(located.pose, changes).project(located.corners_xyz) - located.corners_xy).ravel()
        return np.concatenate(
            [matches.weights * edges_px / EDGE_PX, markers_px / CORNER_SIGMA_PX, changes[6:] / spreads]
        )

    return fit_robustly(residuals, start, scale=0.5, most_evaluations=15)
