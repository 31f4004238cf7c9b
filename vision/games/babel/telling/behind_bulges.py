"""What the bulges of a tower hide: behind one nothing is seen of the flat rim of a face. Used by the babel reader."""

from collections.abc import Sequence

import numpy as np

from calibration.arrays import BoolArray, FloatArray
from calibration.camera import CameraPose
from vision.faces import FaceSite, points_in_frames
from vision.patches import enlarged, patch_frames, square_lattice

# A cap of a sphere that holds most bulges: radius at the foot and height, in edges. Sets are rendered with 0.2 to 0.32
# edges, and heights of 0.72 to 1 of that.
_FOOT, _HEIGHT = 0.33, 0.28
_SPHERE = (_FOOT**2 + _HEIGHT**2) / (2 * _HEIGHT)
# Faces whose middles are farther away than this (edges) are hardly ever hidden.
_REACH = 1.6
# Rays are sent from so many points along the side of a face.
_SIDE = 20
# What lies nearer to a plane than this (edges) lies on it.
_ON_PLANE = 1e-6


def behind_bulges(sites: Sequence[FaceSite], is_bulge: BoolArray, pose: CameraPose, side_px: int) -> BoolArray:
    """Which parts of the plane of each face lie behind a bulge, its own or another face's, as the camera sees it.

    Parameters
    ----------
    sites : sequence of FaceSite, length n
    is_bulge : bool array of shape (n,)
        Which of the same faces bear a bulge.
    pose : CameraPose
    side_px : int
        Pixels along the side of a patch, which is the face without margin; a multiple of 20.

    Returns
    -------
    bool array of shape (n, side_px, side_px)
    """
    by_each = _hidden_by_each(sites, is_bulge, pose, square_lattice(_SIDE, 1.0))
    return enlarged(np.asarray(by_each.any(axis=0)), side_px)


def behind_other_bulges(
    sites: Sequence[FaceSite], is_bulge: BoolArray, pose: CameraPose, squares: int, side_edges: float
) -> BoolArray:
    """Which squares of the plane of each face lie behind another face's bulge; as `patches.open_squares` has them.

    Parameters
    ----------
    sites, is_bulge, pose
        As for `behind_bulges`.
    squares, side_edges
        As for `patches.open_squares`.

    Returns
    -------
    bool array of shape (n, squares, squares)
    """
    by_each = _hidden_by_each(sites, is_bulge, pose, square_lattice(squares, side_edges))
    by_each[np.arange(len(by_each)), np.flatnonzero(is_bulge)] = False
    return np.asarray(by_each.any(axis=0))


def _hidden_by_each(sites: Sequence[FaceSite], is_bulge: BoolArray, pose: CameraPose, lattice: FloatArray) -> BoolArray:
    """What each bulge hides of each face, shape (bulges, n, side, side), at points (side, side, 3) of its plane."""
    frames = patch_frames(sites, pose)
    points = points_in_frames(frames, lattice[None])
    rays = pose.centre - points
    rays /= np.linalg.norm(rays, axis=-1, keepdims=True)
    hidden = np.zeros((int(is_bulge.sum()), *points.shape[:-1]), np.bool_)
    for by_one, (middle, outward) in zip(hidden, frames[is_bulge][:, [0, 3]], strict=True):
        near = np.flatnonzero(np.linalg.norm(frames[:, 0] - middle, axis=1) < _REACH)
        by_one[near] = _meet_bulge(points[near], rays[near], middle, outward)
    return hidden


def _meet_bulge(points: FloatArray, rays: FloatArray, middle: FloatArray, outward: FloatArray) -> BoolArray:
    """Which rays from points, unit vectors, meet the bulge at the middle of a face; without the last axis."""
    away = points - (middle - (_SPHERE - _HEIGHT) * outward)
    along = np.sum(away * rays, axis=-1)
    half_chord_squared = along**2 - np.sum(away**2, axis=-1) + _SPHERE**2
    half_chord = np.sqrt(np.maximum(half_chord_squared, 0.0))
    meets = np.zeros(along.shape, np.bool_)
    for distance in (-along - half_chord, -along + half_chord):
        # Only the cap outside of the face's plane is there.
        height = (points + distance[..., None] * rays - middle) @ outward
        meets |= (half_chord_squared > 0) & (distance > _ON_PLANE) & (height > _ON_PLANE)
    return meets
