"""Pieces of the planes in which tiles' faces lie, seen straight on, and what of them columns hide."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from calibration.arrays import BoolArray, FloatArray, UInt8Array
from calibration.camera import CameraPose, rotation_about_vertical
from calibration.tile_set import TileSize
from vision.patches import FAR_OUT_PX, Pyramid, sample

# A ray that only grazes a column's side is not hidden by it, in squares.
_GRAZING = 0.01


@dataclass(frozen=True, slots=True)
class Column:
    """A column that stands in the way of what lies behind it: the middle of its top, in squares."""

    x: float
    y: float
    top: float


def lattice(size_wh: tuple[int, int], step: float, middle_xyz: FloatArray, turn_deg: float = 0.0) -> FloatArray:
    """The points of a level rectangle, row 0 in the North before it is turned, shape (height, width, 3), in squares.

    Examples
    --------
    >>> lattice((2, 1), 1.0, np.array([3.0, 4.0, 5.0]))[0].tolist()
    [[2.5, 4.0, 5.0], [3.5, 4.0, 5.0]]
    """
    right, down = ((np.arange(count) - (count - 1) / 2) * step for count in size_wh)
    x, south = np.meshgrid(right, down)
    points = np.stack([x, -south, np.zeros_like(x)], axis=-1)
    return np.asarray(points @ rotation_about_vertical(turn_deg).T + middle_xyz)


def seen_at(pyramid: Pyramid, pose: CameraPose, points_xyz: FloatArray) -> UInt8Array:
    """What a picture shows at the points of a lattice, (height, width, 3); border pixels where that is outside."""
    points_xy = np.clip(pose.project(points_xyz), -FAR_OUT_PX, FAR_OUT_PX).astype(np.float32)
    step_px = np.median(np.linalg.norm(np.diff(points_xy, axis=1), axis=-1))
    (picture,) = sample(pyramid, points_xy[None], np.array([step_px]))
    return np.asarray(picture, np.uint8)


def in_view(points_xyz: FloatArray, pose: CameraPose, columns: Iterable[Column], size: TileSize) -> BoolArray:
    """Which points, shape (..., 3), are in the picture and hidden by none of these columns."""
    points_xy = pose.project(points_xyz)
    is_seen = np.all((points_xy >= 0) & (points_xy <= np.array(pose.lens.size_wh) - 1), axis=-1)
    level = float(points_xyz[..., 2].max())
    for column in columns:
        if column.top > level:
            is_seen &= ~_hides(column, points_xyz, pose.centre, size)
    return np.asarray(is_seen)


def _hides(column: Column, points_xyz: FloatArray, camera_xyz: FloatArray, size: TileSize) -> BoolArray:
    """Which points a column hides from the camera: those from which the ray to it enters the column's box."""
    half = np.array([size.width, size.length]) / 2 - _GRAZING
    middle = np.array([column.x, column.y])
    low, high = np.append(middle - half, 0.0), np.append(middle + half, column.top)
    ray = camera_xyz - points_xyz
    with np.errstate(divide="ignore", over="ignore", invalid="ignore"):
        ends = np.stack([(low - points_xyz) / ray, (high - points_xyz) / ray])
    enters, leaves = ends.min(axis=0).max(axis=-1), ends.max(axis=0).min(axis=-1)
    return np.asarray(leaves > np.maximum(enters, 0.0))
