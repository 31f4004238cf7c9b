"""Knows what the cubes' surfaces look like: five paints, wood grain, worn edges, gloss.

Called by samples.render. Colours are linear RGB reflectances, 0 to 1.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.ndimage import gaussian_filter, map_coordinates

from calibration.arrays import FloatArray

from .cube_mesh import FACE_AXES, FACE_NAMES

Generator = np.random.Generator
TILE_PX = 80
_MAPLE = np.array([0.80, 0.62, 0.40])
_BEECH = np.array([0.68, 0.45, 0.24])
_OAK = np.array([0.44, 0.24, 0.10])
_BLUES = np.array(
    [[0.010, 0.030, 0.17], [0.020, 0.13, 0.58], [0.10, 0.24, 0.50], [0.03, 0.26, 0.62], [0.04, 0.08, 0.28]]
)


@dataclass(frozen=True, slots=True, eq=False)
class Palette:
    """The paints of one set of cubes: ``colours_rgb`` (5, 3) by cube type, and how unevenly they were put on.

    All else 0 to 1; a set without ``lacquer`` (0) has no coat over its paint.
    """

    colours_rgb: FloatArray
    spread: float
    blotches: float
    paint_grain: float
    wood_grain: float
    wear: float
    roughness: float
    roughness_spread: float
    lacquer: float = 0.0
    lacquer_gloss: float = 1.0


def random_palette(rng: Generator) -> Palette:
    """Draw the paints of a set; the ranges are wide because sets differ and paint fades."""
    grey = np.exp(rng.uniform(np.log(0.12), np.log(0.38))) * _tint(rng, 0.05)
    white = rng.uniform(0.62, 0.88) * np.array([1.0, rng.uniform(0.93, 1.0), rng.uniform(0.76, 1.0)])
    black = np.exp(rng.uniform(np.log(0.012), np.log(0.055))) * _tint(rng, 0.08)
    woods = rng.dirichlet([1.2, 1.2, 0.7]) @ np.stack([_MAPLE, _BEECH, _OAK])
    blue = rng.dirichlet([0.6] * len(_BLUES)) @ _BLUES * rng.uniform(0.8, 1.2)
    return Palette(
        colours_rgb=np.clip(np.stack([grey, white, black, woods * _tint(rng, 0.05), blue]), 0.006, 0.92),
        spread=float(rng.uniform(0.01, 0.08)),
        blotches=float(rng.uniform(0.0, 0.14)),
        paint_grain=float(rng.choice([0.0, rng.uniform(0.02, 0.18)])),
        wood_grain=float(rng.uniform(0.12, 0.5)),
        wear=float(rng.choice([0.0, rng.uniform(0.1, 0.8)], p=(0.4, 0.6))),
        roughness=float(rng.uniform(0.12, 0.75)),
        roughness_spread=float(rng.uniform(0.0, 0.1)),
    )


def _tint(rng: Generator, strength: float) -> FloatArray:
    return np.exp(rng.normal(0, strength, 3))


class CubePainter:
    """Paints cubes one by one: six square tiles side by side, in the order of the face names."""

    def __init__(self, palette: Palette, rng: Generator) -> None:
        self._palette = palette
        self._rng = rng
        fine = rng.normal(0, 1, (48, 48, 48))
        self._noises = [_unit(gaussian_filter(fine, sigma, mode="wrap")) for sigma in (1.0, 3.0)]
        steps = (np.arange(TILE_PX) + 0.5) / TILE_PX - 0.5
        right, up = np.meshgrid(steps, steps)
        self._edge = np.maximum(abs(right), abs(up)) * 2
        self._points = np.stack(
            [
                0.5 * axes[0] + right[..., None] * axes[1] + up[..., None] * axes[2]
                for axes in (FACE_AXES[name] for name in FACE_NAMES)
            ]
        )

    def paint(self, kind: int) -> tuple[FloatArray, FloatArray]:
        """Colour (6, TILE_PX, TILE_PX, 3) and roughness (6, TILE_PX, TILE_PX) of a cube; rows run upwards."""
        palette, rng = self._palette, self._rng
        base = palette.colours_rgb[kind] * np.exp(rng.normal(0, palette.spread)) * _tint(rng, palette.spread / 3)
        bare = palette.colours_rgb[3] * _tint(rng, 0.05)
        grain = self._grain()
        blotches = self._sample(1, 9.0)
        strength = palette.wood_grain if kind == 3 else palette.paint_grain
        tone = 1 - strength * grain + palette.blotches * 0.5 * blotches
        # Grain darkens wood towards red: its blue falls most.
        exponents = np.array([0.8, 1.0, 1.3]) if kind == 3 else np.ones(3)
        colour = base * np.clip(tone, 0.2, 1.6)[..., None] ** exponents
        if kind != 3 and palette.wear:
            worn = self._sample(0, 20.0) + 0.6 * blotches + 9 * (self._edge - 1.13 + 0.12 * palette.wear)
            mask = np.clip(worn - 0.6, 0, 1) * min(1.0, 0.4 + palette.wear)
            colour = colour * (1 - mask[..., None]) + bare * mask[..., None]
        rough = palette.roughness + rng.normal(0, palette.roughness_spread) + 0.03 * blotches
        return np.clip(colour, 0.004, 0.95), np.clip(rough, 0.08, 0.95)

    def _grain(self) -> FloatArray:
        """How dark the wood is, 0 to 1, from rings around an axis beside the cube and fibres along it."""
        rng = self._rng
        order = rng.permutation(3)
        points = self._points[..., order] @ _slight_turn(rng)
        across = points[..., :2] + rng.uniform(-3, 3, 2)
        warped = np.linalg.norm(across, axis=-1) + 0.05 * self._sample(1, 5.0)
        rings = np.sin(2 * np.pi * rng.uniform(4, 11) * warped) * 0.5 + 0.5
        shift = rng.uniform(0, 48, 3)
        fibre_points = (points * np.array([90.0, 90.0, 4.0]) + shift).reshape(-1, 3).T
        fibres = map_coordinates(self._noises[0], fibre_points, order=1, mode="grid-wrap").reshape(rings.shape)
        return np.asarray(np.clip(0.65 * rings**1.6 + 0.2 * fibres + 0.15, 0, 1))

    def _sample(self, scale: int, cells_per_edge: float) -> FloatArray:
        shift = self._rng.uniform(0, 48, 3)
        points = (self._points * cells_per_edge + shift).reshape(-1, 3).T
        sampled = map_coordinates(self._noises[scale], points, order=1, mode="grid-wrap")
        return np.asarray(sampled).reshape(self._points.shape[:-1])


def _slight_turn(rng: Generator) -> FloatArray:
    axes, _ = np.linalg.qr(np.eye(3) + rng.normal(0, 0.06, (3, 3)))
    return axes * np.sign(np.diag(axes))


def _unit(noise: FloatArray) -> FloatArray:
    return np.asarray((noise - noise.mean()) / noise.std())
