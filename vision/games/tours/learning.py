"""Learns the faces of a set from photos of its tiles on the mat, one on each square. Called by `calibrate tiles`."""

from dataclasses import dataclass

import cv2
import numpy as np

from calibration.arrays import Float32Array, FloatArray, UInt8Array
from calibration.camera import CameraPose, rotation_about_vertical
from calibration.tile_mat import middle_of
from calibration.tile_set import FACE_WH, TileSize
from rules.games.tours import SQUARES
from vision.patches import Pyramid

from .planes import lattice, seen_at

# A tile lies off its square's middle by so much at most (squares), and is turned by so much (degrees).
_MOST_BESIDE, _MOST_TURNED_DEG = 0.1, 6
# Pixels along a square in which its edge is looked for.
_PX = 100
# Half of the picture in which it is looked for, in squares.
_HALF = 0.8
# What is compared lies this far inside a tile's edge and outside of it, at so many points along the middle part of each
# side.
_INSIDE, _OUTSIDE, _POINTS, _MIDDLE_PART = 0.045, 0.015, 40, 0.82
# How much a face whose rim is not of one colour counts against the contrast with what is round it, and how far off the
# middle tiles usually lie.
_UNEVEN, _USUALLY_BESIDE = 0.3, 0.05
_NOISE_CODES = 4.0


@dataclass(frozen=True, slots=True)
class Lying:
    """How a tile lies on its square: off its middle to the East and North in squares, and turned in degrees."""

    east: float
    north: float
    turn_deg: float


def learned_faces(picture: UInt8Array, pose: CameraPose, size: TileSize) -> list[UInt8Array]:
    """The faces of nine tiles that lie on the squares, uint8 arrays of shape (64, 48, 3), in the squares' order.

    Parameters
    ----------
    picture : uint8 array of shape (height, width, 3), blue, green, red
    pose : CameraPose
        For this very picture size, in squares.
    size : TileSize
    """
    pyramid = Pyramid(picture)
    return [_face(pyramid, pose, size, square) for square in range(len(SQUARES))]


def _face(pyramid: Pyramid, pose: CameraPose, size: TileSize, square: int) -> UInt8Array:
    lying = how_it_lies(pyramid, pose, size, square)
    middle = np.append(middle_of(square) + np.array([lying.east, lying.north]), size.height)
    return seen_at(pyramid, pose, lattice(FACE_WH, size.step, middle, lying.turn_deg))


def how_it_lies(pyramid: Pyramid, pose: CameraPose, size: TileSize, square: int) -> Lying:
    """Where a tile lies: where the rim of its face is of one colour, and what is round it of others."""
    reach = round(_MOST_BESIDE * _PX)
    steps = np.arange(-reach, reach + 1)
    offs_px = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2).astype(np.float64)
    usual = -0.5 * (np.linalg.norm(offs_px, axis=1) / (_USUALLY_BESIDE * _PX)) ** 2
    best: tuple[float, Lying] = (-np.inf, Lying(0.0, 0.0, 0.0))
    for turn_deg in range(-_MOST_TURNED_DEG, _MOST_TURNED_DEG + 1):
        middle = np.append(middle_of(square), size.height)
        side_px = 2 * round(_HALF * _PX) + 1
        seen = seen_at(pyramid, pose, lattice((side_px, side_px), 1 / _PX, middle, turn_deg))
        scores = _outline_scores(seen, size, offs_px) + usual
        right, down = offs_px[scores.argmax()] / _PX
        east, north = (rotation_about_vertical(turn_deg) @ [right, -down, 0.0])[:2]
        best = max(best, (float(scores.max()), Lying(float(east), float(north), turn_deg)), key=lambda found: found[0])
    return best[1]


def _outline_scores(seen: UInt8Array, size: TileSize, offs_px: FloatArray) -> FloatArray:
    """How well a tile's outline fits if it lies so many pixels right and down of the middle, shape (n,)."""
    smooth = np.sqrt(cv2.GaussianBlur(seen.astype(np.float32), (0, 0), 1.5) + _NOISE_CODES)
    inside, outside = (_along_sides(smooth, size, offs_px, beyond) for beyond in (-_INSIDE, _OUTSIDE))
    contrast = np.linalg.norm((inside - outside).mean(axis=2), axis=-1)
    rim = np.median(inside.reshape(len(offs_px), -1, 3), axis=1)
    unevenness = abs(inside - rim[:, None, None]).sum(axis=-1).mean(axis=(1, 2))
    return np.asarray(np.sqrt(contrast).sum(axis=1) - _UNEVEN * unevenness)


def _along_sides(smooth: Float32Array, size: TileSize, offs_px: FloatArray, beyond: float) -> Float32Array:
    """What is seen along the four sides of a tile, so far outside of its edges, shape (n, 4, points, 3)."""
    half = np.array([size.width, size.length]) / 2
    along = np.linspace(-_MIDDLE_PART, _MIDDLE_PART, _POINTS)[:, None] * half
    across, up = half + beyond
    sides = [np.stack([np.full(_POINTS, sign * across), along[:, 1]], axis=1) for sign in (-1, 1)] + [
        np.stack([along[:, 0], np.full(_POINTS, sign * up)], axis=1) for sign in (-1, 1)
    ]
    points_px = np.stack(sides) * _PX + (len(smooth) - 1) / 2 + offs_px[:, None, None]
    columns, rows = np.moveaxis(np.rint(points_px).astype(int), -1, 0)
    return np.asarray(smooth[rows, columns])
