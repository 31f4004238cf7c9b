"""Patches of faces as worse cameras show them, so that no network relies on one camera or one cue."""

import cv2
import numpy as np

from calibration.arrays import Float32Array


def degraded(patches: Float32Array, generator: np.random.Generator) -> Float32Array:
    """Other tone curves, uneven light, things before it, blur and noise.

    Patches and result have shape (n, PLANES, side, side), 0..255.
    """
    side = patches.shape[-1]
    gamma = generator.uniform(0.6, 1.6, (len(patches), 1, 1, 1)).astype(np.float32)
    out = 255 * (patches / 255) ** gamma
    out *= 1 + _ramps(len(out), side, generator)
    for i in np.flatnonzero(generator.random(len(out)) < 0.3):
        # Something stands before a part of it.
        top, left = generator.integers(0, side * 4 // 5, 2)
        height, width = generator.integers(side // 10, side * 2 // 5, 2)
        out[i, :, top : top + height, left : left + width] = generator.uniform(0, 255)
    for i in np.flatnonzero(generator.random(len(out)) < 0.25):
        blur(out[i], generator.uniform(0.4, 1.2))
    noise = generator.exponential(2.5, (len(out), 1, 1, 1)).astype(np.float32)
    out += noise * generator.standard_normal(out.shape, np.float32)
    return np.clip(out, 0, 255)


def blur(planes: Float32Array, sigma: float) -> None:
    """Blur planes of shape (n, side, side), in place; sigma in pixels."""
    for plane in planes:
        cv2.GaussianBlur(plane, (0, 0), sigma, dst=plane)


def _ramps(count: int, side: int, generator: np.random.Generator) -> Float32Array:
    """Light that changes evenly across each patch, shape (count, 1, side, side), as a share of itself."""
    steps = np.linspace(-1, 1, side, dtype=np.float32)
    slopes = generator.normal(0, 0.15, (count, 2, 1, 1)).astype(np.float32)
    return np.clip(slopes[:, :1] * steps[:, None] + slopes[:, 1:] * steps, -0.6, 0.6)
