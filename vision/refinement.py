"""The pose of a tower refined on its own edges: people set it down a little beside and turned on its mat.

Called by the readers once it is known where cubes stand. Camera and tower are fitted together, to the markers' corners
and to the edges of the faces in view, in the manner of moving edges (Bouthemy 1989; ViSP's model-based tracker).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from scipy.optimize import least_squares

from calibration.camera import CameraPose, FloatArray, Lens, UInt8Array
from calibration.mat import LocatedMat
from rules.games.babel import Cell

from .faces import FaceSite, face_points, hidden_by, view_angles_deg

#: Points along each edge of a face, its ends left out: corners are rounded.
_POINTS = 8
#: How far from where it is expected an edge is looked for, in shares of a cube's edge, round by round.
_REACHES = (0.16, 0.10, 0.06, 0.03)
#: Standard deviations of an edge found and of a marker's corner (px), of the tower's shift (edges) and turn (radians).
_EDGE_PX = 4.0
_MARKER_PX = 0.5
_SHIFT = 0.03
_TURN = 0.015
#: Faces seen flatter than this are left out: the edges on their two sides lie too close to be told apart.
_FLATTEST_DEG = 75.0
#: Fewer edge points than this tell nothing that the markers do not tell better.
_FEWEST_POINTS = 24


@dataclass(frozen=True, slots=True, eq=False)
class _Edges:
    """Points on the edges of faces in view and what they are measured along.

    Attributes
    ----------
    points : float64 array of shape (n, 3)
        In the tower's own frame.
    along : float64 array of shape (n, 3)
        Unit vector along the edge, there.
    """

    points: FloatArray
    along: FloatArray


def refine_pose(
    frame_gray: UInt8Array,
    located: LocatedMat,
    cells: Sequence[Cell],
    sites: Sequence[FaceSite],
) -> CameraPose:
    """Move camera and tower until the tower's edges lie on those of the picture.

    Parameters
    ----------
    frame_gray : uint8 array of shape (height, width)
    located : LocatedMat
        The mat's markers and the pose that follows from them.
    cells : sequence of cell
        Where cubes stand.
    sites : sequence of FaceSite
        Their faces in view.

    Returns
    -------
    CameraPose
        In the tower's frame: cells lie where `faces.face_frame` says. The mat's where too few edges are in view.
    """
    pose = located.pose
    edges = _edges_in_view(cells, sites, pose)
    if len(edges.points) < _FEWEST_POINTS:
        return pose
    markers = (located.corners_xyz, located.sighting.corners_xy.reshape(-1, 2))
    smooth = cv2.GaussianBlur(frame_gray, (0, 0), 0.8).astype(np.float32)
    parameters = np.zeros(11)
    for reach in _REACHES:
        tower = _moved(pose, parameters)
        expected, normals, found, strength = _found_edges(smooth, tower, edges, reach)
        parameters = _fit(pose, parameters, edges.points, expected, normals, found, strength, markers)
    return _moved(pose, parameters)


def _edges_in_view(cells: Sequence[Cell], sites: Sequence[FaceSite], pose: CameraPose) -> _Edges:
    angles_deg = view_angles_deg(sites, pose)
    sites = [site for site, angle in zip(sites, angles_deg, strict=True) if angle < _FLATTEST_DEG]
    steps = (np.arange(_POINTS) + 1) / (_POINTS + 1) - 0.5
    half = np.full_like(steps, 0.5)
    flat = np.zeros_like(steps)
    outline = [(steps, half), (steps, -half), (half, steps), (-half, steps)]
    offsets = np.stack([np.stack([right, up, flat], axis=-1) for right, up in outline]).reshape(-1, 3)
    ends = offsets + np.repeat([[0.01, 0, 0], [0.01, 0, 0], [0, 0.01, 0], [0, 0.01, 0]], _POINTS, axis=0)
    # Visibility is asked just inside the face: at its very edge every neighbour is in the way.
    inside = offsets * [0.94, 0.94, 0.0] + [0.0, 0.0, 0.01]
    points, beyond = face_points(sites, offsets[None]), face_points(sites, ends[None])
    free = ~hidden_by(face_points(sites, inside[None]), cells, pose.centre).any(axis=1)
    return _Edges(points[free], (beyond - points)[free] / 0.01)


def _moved(pose: CameraPose, parameters: FloatArray) -> CameraPose:
    """The camera in the tower's frame, for changes of (0-2) rotation, (3-5) translation, (6) log focal length, (7) k1,
    (8-9) the tower's shift East and North and (10) its turn against the clock."""
    camera = _moved_camera(pose, parameters)
    cosine, sine = np.cos(parameters[10]), np.sin(parameters[10])
    turn = np.array([[cosine, -sine, 0.0], [sine, cosine, 0.0], [0.0, 0.0, 1.0]])
    shift = np.array([parameters[8], parameters[9], 0.0])
    return CameraPose(camera.lens, camera.rotation @ turn, camera.rotation @ shift + camera.translation)


def _moved_camera(pose: CameraPose, parameters: FloatArray) -> CameraPose:
    matrix, distortion = pose.lens.matrix.copy(), pose.lens.distortion.copy()
    matrix[[0, 1], [0, 1]] *= np.exp(parameters[6])
    distortion[0] += parameters[7]
    rotation = np.asarray(cv2.Rodrigues(parameters[:3])[0]) @ pose.rotation
    return CameraPose(Lens(matrix, distortion, pose.lens.size_wh), rotation, pose.translation + parameters[3:6])


def _found_edges(
    smooth: FloatArray, tower: CameraPose, edges: _Edges, reach: float
) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
    """Where each point is expected (n, 2), its edge's normal there (n, 2), how far along it the strongest edge was
    found (n,), and how clear that one is (n,)."""
    expected = tower.project(edges.points)
    tangents = tower.project(edges.points + 0.01 * edges.along) - expected
    normals = np.stack([-tangents[:, 1], tangents[:, 0]], axis=1)
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-9)
    scale_px = np.linalg.norm(tangents, axis=1) / 0.01
    reach_px = float(np.clip(reach * np.median(scale_px), 2.0, 14.0))
    steps = np.arange(-np.ceil(reach_px) - 1, np.ceil(reach_px) + 2)
    samples_xy = expected[:, None] + steps[:, None] * normals[:, None]
    profile = cv2.remap(smooth, samples_xy.astype(np.float32), None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    energy = np.asarray(np.gradient(profile, axis=1), np.float64) ** 2
    # A joint is a dark line with an edge on either side: smoothing puts its peak between the two.
    width = max(0.8, 0.3 * reach_px)
    energy = cv2.GaussianBlur(energy, (0, 0), sigmaX=width, sigmaY=1e-3, borderType=cv2.BORDER_REPLICATE)
    weighed = energy * np.exp(-0.5 * (steps / reach_px) ** 2)
    found = steps[np.argmax(weighed, axis=1)].astype(np.float64)
    strength = np.sqrt(weighed.max(axis=1))
    return expected, normals, found, strength / (strength + np.median(strength) + 1e-9)


def _fit(
    pose: CameraPose,
    start: FloatArray,
    points: FloatArray,
    expected: FloatArray,
    normals: FloatArray,
    found: FloatArray,
    strength: FloatArray,
    markers: tuple[FloatArray, FloatArray],
) -> FloatArray:
    """Least squares, robust against edges that belong to something else."""
    corners_xyz, corners_xy = markers
    target = np.sum(expected * normals, axis=1) + found
    scales = np.array([_SHIFT, _SHIFT, _TURN])

    def residuals(parameters: FloatArray) -> FloatArray:
        along_normal = np.sum(_moved(pose, parameters).project(points) * normals, axis=1)
        edge = strength * (along_normal - target) / _EDGE_PX
        marker = (_moved_camera(pose, parameters).project(corners_xyz) - corners_xy).ravel() / _MARKER_PX
        lens = [parameters[6] / 0.15, parameters[7] / 0.1]
        return np.concatenate([edge, marker, lens, parameters[8:] / scales])

    fit = least_squares(residuals, start, loss="soft_l1", f_scale=0.5, x_scale="jac", max_nfev=15)
    return np.asarray(fit.x, np.float64)
