"""Where a cube may be, roughly: from middles and spreads of two or three regions of colour. Called by `cube_pose`."""

from collections.abc import Iterator
from itertools import combinations

import cv2
import numpy as np

from calibration.arrays import FloatArray
from calibration.camera import CameraPose, Lens
from calibration.rotation import rotation_of

from ..camera import straight_tangents
from .colour_masks import ColourRegions

#: Rotations that are tried: some 13 degrees lie between neighbours, and the fit takes 30 in its stride.
_TRIED = 3000
_HYPOTHESES = 4
_STARTS = 24
_APART_DEG = 25.0
#: A face fills most of its convex hull, even behind a finger; stains and specks do not.
_LEAST_SOLIDITY = 0.6
#: Regions closer than this share of the larger one's width may be neighbouring faces.
_TOUCHING = 0.15


def _groups(regions: ColourRegions) -> Iterator[tuple[int, ...]]:
    """Two or three regions, counted from 1, that could be faces of one cube."""
    hulls = {}
    for number in range(1, len(regions.chromas) + 1):
        places = np.argwhere(regions.labels == number)[:, ::-1].astype(np.int32)
        hull = cv2.convexHull(places)
        if len(places) >= _LEAST_SOLIDITY * max(cv2.contourArea(hull), 1.0):
            hulls[number] = (places[:: max(1, len(places) // 400)], np.sqrt(len(places)))
    touching = {
        pair
        for pair in combinations(hulls, 2)
        if np.linalg.norm(hulls[pair[0]][0][:, None] - hulls[pair[1]][0], axis=-1).min()
        < _TOUCHING * max(hulls[pair[0]][1], hulls[pair[1]][1])
    }
    for three in combinations(hulls, 3):
        if all(pair in touching for pair in combinations(three, 2)):
            yield three
    yield from sorted(touching)


def rough_poses(regions: ColourRegions, lens: Lens) -> Iterator[tuple[tuple[int, ...], tuple[int, ...], CameraPose]]:
    """The rough poses of all groups that are worth fitting: the group, the face of each of its regions, the pose."""
    areas = np.bincount(regions.labels.ravel())
    found = [
        (misfit / np.sqrt(areas[list(group)].sum()), group, faces, pose)
        for group in _groups(regions)
        for misfit, faces, pose in _hypotheses(regions, group, lens)
    ]
    for _, group, faces, pose in sorted(found, key=lambda start: start[0])[:_STARTS]:
        yield group, faces, pose


def _hypotheses(
    regions: ColourRegions, group: tuple[int, ...], lens: Lens
) -> Iterator[tuple[float, tuple[int, ...], CameraPose]]:
    """Rough poses under which the first faces, in some order, look like the regions of a group, and how badly."""
    masks = [regions.labels == number for number in group]
    seen = [straight_tangents(np.argwhere(mask)[::3, ::-1].astype(np.float64), lens) for mask in masks]
    middle = np.mean([points.mean(axis=0) for points in seen], axis=0)
    toward = np.array([*middle, 1.0]) / np.linalg.norm([*middle, 1.0])
    axis = np.cross([0.0, 0.0, 1.0], toward)
    turn = rotation_of(axis * np.arcsin(np.linalg.norm(axis)) / max(np.linalg.norm(axis), 1e-9))
    # Seen along the ray to the cube, perspective is as good as none.
    flat = [_along(points, turn) for points in seen]
    means = np.array([points.mean(axis=0) for points in flat])
    spreads = np.array([np.cov(points.T) for points in flat])
    orders = [(0, 1, 2), (0, 2, 1)] if len(group) == 3 else [(0, 1)]
    ranked = []
    for order in orders:
        misfit, scale = _misfits(means, spreads, order)
        ranked += [(float(misfit[i]), order, int(i), float(scale[i])) for i in np.argsort(misfit)[:60]]
    kept: list[FloatArray] = []
    for misfit_of, order, i, scale_of in sorted(ranked, key=lambda row: row[0]):
        rotation = turn @ _ROTATIONS[i]
        if all(np.trace(rotation @ other.T) < 1 + 2 * np.cos(np.radians(_APART_DEG)) for other in kept):
            kept.append(rotation)
            centre = means.mean(axis=0) - scale_of * np.mean([_ROTATIONS[i][:2, face] / 2 for face in order], axis=0)
            yield misfit_of, order, CameraPose(lens, rotation, turn @ np.array([*centre, 1.0]) / scale_of)
        if len(kept) == _HYPOTHESES:
            return


def _misfits(means: FloatArray, spreads: FloatArray, faces: tuple[int, ...]) -> tuple[FloatArray, FloatArray]:
    """How badly the faces of a cube, turned in all ways tried, look like regions; and its size, in tangents."""
    axes = np.swapaxes(_ROTATIONS, 1, 2)[:, :, :2] / 2  # of each rotation, half of each edge in the picture
    outer = axes[..., :, None] * axes[..., None, :] / 3
    centres = axes[:, list(faces)]
    expected = np.stack([outer.sum(axis=1) - outer[:, face] for face in faces], axis=1)
    traces, own = np.trace(expected, axis1=-2, axis2=-1), np.trace(spreads, axis1=-2, axis2=-1)
    scale = np.sqrt((traces * own).sum(axis=1) / (traces**2).sum(axis=1))
    seen = (means - means.mean(axis=0)) / scale[:, None, None]
    away = ((seen - (centres - centres.mean(axis=1, keepdims=True))) ** 2).sum(axis=(1, 2))
    # A spread is a twelfth of an edge's square: as a length it counts as much as a shift.
    away += 9 * ((spreads / (scale**2)[:, None, None, None] - expected) ** 2).sum(axis=(1, 2, 3))
    away[(_ROTATIONS[:, 2, list(faces)] > -0.08).any(axis=1)] = np.inf
    return away, scale


def _along(points: FloatArray, turn: FloatArray) -> FloatArray:
    """The same for a camera that was turned toward the cube."""
    rays = np.concatenate([points, np.ones((len(points), 1))], axis=1) @ turn
    return np.asarray(rays[:, :2] / rays[:, 2:])


def _tried_rotations() -> FloatArray:
    """Rotations spread evenly, shape (n, 3, 3): quaternions on a spiral (Alexa 2022, Super-Fibonacci spirals)."""
    steps = np.arange(_TRIED) + 0.5
    inner, outer = np.sqrt(steps / _TRIED), np.sqrt(1 - steps / _TRIED)
    first, second = 2 * np.pi * steps / np.sqrt(2), 2 * np.pi * steps / 1.533751168755204288118041
    w, x, y, z = inner * np.sin(first), inner * np.cos(first), outer * np.sin(second), outer * np.cos(second)
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ]
    return np.asarray(np.moveaxis(np.array(rows), -1, 0), np.float64)


_ROTATIONS = _tried_rotations()
