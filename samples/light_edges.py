"""Paints edges of light across the towers of finished photos: ``python -m samples.light_edges PHOTOS OUT --seed 0``.

A window's sash or a shelf throws a shadow with a hard edge, a gap between curtains a stripe of sun, and a lamp near the
view makes bright discs in the lens. Where light ends on a hollow it may look like a bulge. Each photo gets each of the
three. They are flat, where true shadows bend round the cubes, so they are harder than what a camera sees. The truth
goes along as it is. `tower-referee bench OUT` then shows whether anything is accused or surely wrong. Called by people.
"""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from calibration.arrays import Float32Array, FloatArray, UInt8Array
from calibration.linear_light import linear_light

from .photo_files import read_picture, write_variant
from .sensor import encode_jpeg, srgb
from .variants import place_near, tower_corners, variants_command

#: What is painted.
LIGHT_EDGES = ("shadow", "stripe", "flare")
# What a shadow leaves of the light, what the sun in a stripe is to the light beside it, and what a disc adds, of white.
_LEFT, _SUNNY, _ADDED = (0.15, 0.5), (2.0, 4.0), (0.04, 0.25)
# Half the width of a stripe and the radius of a disc, against the tower's longer side in the picture.
_HALF_WIDTH, _RADIUS = (0.05, 0.15), (0.05, 0.25)
# How soft edges are (pixels, standard deviation), how far a disc's colour is from white, and how good the JPEG is.
_SOFT_PX, _DISC_TINT, _QUALITY = (0.7, 2.5), 0.15, 92


def with_light_edge(photo_rgb: UInt8Array, corners_xy: FloatArray, kind: str, rng: np.random.Generator) -> UInt8Array:
    """The photo with an edge of light across the tower.

    Parameters
    ----------
    photo_rgb : uint8 array of shape (height, width, 3)
    corners_xy : float array of shape (n, 2)
        Corners of the tower in the picture.
    kind : str
        One of `LIGHT_EDGES`.
    rng : numpy.random.Generator
    """
    light, size_px = linear_light(photo_rgb), float(np.ptp(corners_xy, axis=0).max())
    if kind == "flare":
        for _ in range(rng.integers(1, 4)):
            disc = _near(place_near(corners_xy, rng), size_px * rng.uniform(*_RADIUS), photo_rgb.shape[:2], rng)
            light = light + disc[..., None] * rng.uniform(*_ADDED) * np.exp(rng.normal(0, _DISC_TINT, 3))
    else:
        away_px = _away_from_line(place_near(corners_xy, rng), rng.uniform(0, 2 * np.pi), photo_rgb.shape[:2])
        is_stripe = kind == "stripe"
        inside = np.abs(away_px) < size_px * rng.uniform(*_HALF_WIDTH) if is_stripe else away_px < 0
        lit = _soft(inside.astype(np.float32), rng)[..., None]
        # Exposed for the sun, where there is some: what is beside it is darker.
        light = light * (lit + (1 - lit) / rng.uniform(*_SUNNY) if is_stripe else 1 - lit * (1 - rng.uniform(*_LEFT)))
    return np.asarray(np.rint(255 * srgb(np.clip(light, 0, 1))), np.uint8)


def _away_from_line(place_xy: FloatArray, turn: float, shape: tuple[int, ...]) -> FloatArray:
    """How far each pixel lies to the left of a line through a place, of that direction (radians)."""
    rows, columns = np.indices(shape)
    return np.asarray(np.sin(turn) * (columns - place_xy[0]) - np.cos(turn) * (rows - place_xy[1]), np.float64)


def _near(place_xy: FloatArray, radius_px: float, shape: tuple[int, ...], rng: np.random.Generator) -> Float32Array:
    """1 within a disc round a place, 0 outside, its edge soft."""
    rows, columns = np.indices(shape)
    is_inside = np.hypot(columns - place_xy[0], rows - place_xy[1]) < radius_px
    return _soft(is_inside.astype(np.float32), rng)


def _soft(mask: Float32Array, rng: np.random.Generator) -> Float32Array:
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), rng.uniform(*_SOFT_PX)), np.float32)


def _make_light_edges(photo: Path, folder: Path, seed: int) -> None:
    """Paint edges of light across the towers of PHOTOS, with their truth, into FOLDER: each photo once for each."""
    photo_rgb, corners_xy = read_picture(photo)[..., ::-1], tower_corners(photo)
    for number, kind in enumerate(LIGHT_EDGES):
        picture = with_light_edge(photo_rgb, corners_xy, kind, np.random.default_rng([seed, number]))
        write_variant(folder / kind, photo.stem, encode_jpeg(picture, _QUALITY), photo)


light_edges = variants_command(_make_light_edges)

if __name__ == "__main__":
    light_edges()
