"""Points on the edges of a tower's faces, and where the picture has them. Used by refinement.

Edges are looked for along their normals, in the manner of moving edges (Bouthemy 1989; ViSP's model-based tracker).
Once they are near, a network that has seen many faces tells more closely where each one's sides lie.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields

import cv2
import numpy as np

from calibration.arrays import Float32Array, FloatArray, UInt8Array
from calibration.camera import CameraPose
from rules.cubes import Cell

from .edge_network import SideEnds, ask_edges
from .faces import FaceSite, face_frames, hidden_by, not_flatter, points_in_frames
from .patches import Pyramid
from .rounded_edges import rounding

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
#: An edge is looked for within so many pixels of where it is expected, at the least and at the most (chosen on 168
#: rendered photos with a mat).
_REACH_PX = (3.0, 14.0)
#: Standard deviation of an edge found (px): the points along one edge err alike, so each counts little (chosen on the
#: same photos).
EDGE_PX = 2.5
#: None of its answers is believed to be surer than this (edges): cubes stand a fiftieth of an edge beside their cells.
_SUREST = 0.006
#: Nor than this (px): of a face seen flat an edge is a few pixels.
_SUREST_PX = 0.25
#: The radius with which cubes' edges are rounded, in edges: a millimetre of a 30 mm cube. In 126 rendered photos with
#: their true poses, outlines lie 0.8 to 2.1 % of an edge inside the cubes: radii of 0.02 to 0.035.
_RADIUS = 0.03
#: Faces seen flatter than this are left out: the edges on their two sides lie too close to be told apart.
_FLATTEST_DEG = 83.0


@dataclass(frozen=True, slots=True, eq=False)
class Edges:
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


@dataclass(frozen=True, slots=True, eq=False)
class Matches:
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
    def joined(cls, *parts: "Matches") -> "Matches":
        """All points of several."""
        return cls(*(np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(cls)))


def not_flat(sites: Sequence[FaceSite], pose: CameraPose) -> list[FaceSite]:
    """Those of some faces that are not seen too flat for their sides to be told apart."""
    return not_flatter(sites, pose, _FLATTEST_DEG)


def smoothed(frame_gray: UInt8Array) -> Float32Array:
    """A picture (height, width) with less noise, as `edges_found` asks for it."""
    return cv2.GaussianBlur(frame_gray, (0, 0), 0.8).astype(np.float32)


def edges_in_view(cells: Sequence[Cell], sites: Sequence[FaceSite], pose: CameraPose) -> Edges:
    """Points on the edges of those faces of some cubes that no cube hides, where a rounded edge shows them."""
    sites = not_flat(sites, pose)
    frames = face_frames(sites)
    points, inside = (points_in_frames(frames, offsets[None]) for offsets in (_OFFSETS, _INSIDE))
    free = ~hidden_by(inside, cells, pose.centre).any(axis=1)
    along, outward, normals = ((ways @ frames[:, 1:])[free] for ways in (_ALONG, _OUTWARD, _OUT_OF_PLANE))
    points = points[free]
    # On the ground there is a dark line below the edge, and nothing moves (126 rendered photos).
    is_above_ground = points[:, 2:] > 0.01
    shifts = _RADIUS * rounding(points, normals, outward, pose.centre)
    return Edges(points + np.where(is_above_ground, shifts, 0.0), along, outward)


def edges_found(smooth: Float32Array, tower: CameraPose, edges: Edges, reach: float) -> Matches:
    """Look for the strongest edge along the normal at each point, no farther off than so many edges of a cube."""
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
    return Matches(
        edges.points,
        normals,
        np.sum(expected * normals, axis=1) + steps[np.argmax(energy, axis=1)],
        np.asarray(strength / (strength + np.median(strength) + 1e-9), np.float64),
    )


def sides_told(pyramid: Pyramid, tower: CameraPose, sites: Sequence[FaceSite], cells: Sequence[Cell]) -> Matches:
    """Ask the network where the sides of faces lie, at least one."""
    ends, answers = SideEnds.of(sites, tower), ask_edges(pyramid, sites, cells, tower)
    sides = Edges(*(part.reshape(-1, 3) for part in (ends.points, ends.along, ends.outward)))
    expected, normals, _, outward_px = _seen(tower, sides)
    spreads_px = np.hypot(answers.spreads.ravel(), _SUREST) * abs(outward_px)
    targets_px = np.sum(expected * normals, axis=1) + answers.offsets.ravel() * outward_px
    return Matches(sides.points, normals, targets_px, EDGE_PX / np.maximum(spreads_px, _SUREST_PX))


def _seen(tower: CameraPose, edges: Edges) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
    """Edges in the picture: where the points are and the unit normals there, each of shape (n, 2), and how many px a
    cube edge along each is, and one outward of it along the normal, each (n,)."""
    expected = tower.project(edges.points)
    along, outward = (tower.project(edges.points + 0.01 * step) - expected for step in (edges.along, edges.outward))
    lengths = np.linalg.norm(along, axis=1)
    normals = np.stack([-along[:, 1], along[:, 0]], axis=1) / np.maximum(lengths, 1e-9)[:, None]
    return expected, normals, lengths / 0.01, np.sum(outward * normals, axis=1) / 0.01
