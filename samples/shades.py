"""Knows what stands between a lamp and the tower and throws a hard-edged shadow on it: boards, bars, slats, frames.

Called by samples.scene: on a real table a lamp's arm, a blind or somebody's head puts half a face in shade.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from calibration.arrays import FloatArray

from .camera import Camera

Generator = np.random.Generator
SHADE_KINDS = ("edge", "bar", "slats", "frame")
#: Half the length of a board, in cube edges: it reaches past any tower's shadow.
_REACH = 8.0
_TRIES = 12


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """A flat rectangle: its middle, and the vectors from there to the middles of two of its sides, each (3,)."""

    middle_xyz: FloatArray
    half_u: FloatArray
    half_v: FloatArray

    @property
    def corners(self) -> FloatArray:
        """Its corners (4, 3), going round."""
        steps = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
        return np.asarray(self.middle_xyz + steps @ np.stack([self.half_u, self.half_v]))

    def hides(self, points_xyz: FloatArray, eye_xyz: FloatArray) -> bool:
        """Whether it stands between an eye (3,) and any of the points (n, 3)."""
        rays = points_xyz - eye_xyz
        system = np.stack([rays, *(np.broadcast_to(-half, rays.shape) for half in (self.half_u, self.half_v))], axis=-1)
        along, u, v = np.linalg.solve(system, (self.middle_xyz - eye_xyz)[:, None]).squeeze(-1).T
        return bool(((along > 0) & (along < 1) & (abs(u) <= 1) & (abs(v) <= 1)).any())


def random_shade(
    rng: Generator, towards_lamp: FloatArray, lamp_distance: float, points_xyz: FloatArray, cameras: Sequence[Camera]
) -> tuple[Card, ...]:
    """Cards that shade a part of a tower from a lamp, and hide none of it from any camera; none if that fails.

    Parameters
    ----------
    towards_lamp
        Unit vector (3,) from the tower to the lamp.
    lamp_distance
        In cube edges; infinite for a window.
    points_xyz
        What must stay in view, (n, 3): corners of the tower, and paper that tells the light.
    """
    for _ in range(_TRIES):
        cards = _shade(rng, str(rng.choice(SHADE_KINDS)), towards_lamp, lamp_distance, points_xyz)
        if not any(card.hides(points_xyz, camera.position) for card in cards for camera in cameras):
            return cards
    return ()


def _shade(
    rng: Generator, kind: str, towards_lamp: FloatArray, lamp_distance: float, points_xyz: FloatArray
) -> tuple[Card, ...]:
    """One shade of a kind between the points and the lamp, whose shadow falls somewhere on the tower."""
    target = np.array([*rng.uniform(-0.7, 0.7, 2), rng.uniform(0.1, 0.9) * points_xyz[:, 2].max()])
    foremost = float(((points_xyz - target) @ towards_lamp).max())
    away = min(foremost + float(rng.uniform(1.0, 7.0)), 0.5 * (foremost + lamp_distance))
    middle = target + away * towards_lamp
    # What is nearer to the lamp throws a larger shadow: sizes are those of the shadow.
    size = 1.0 - away / lamp_distance
    across = np.cross(towards_lamp, [0.0, 0.0, 1.0])
    across /= np.linalg.norm(across)
    angle = rng.uniform(0, 2 * np.pi)
    u = np.cos(angle) * across + np.sin(angle) * np.cross(towards_lamp, across)
    v = np.cross(towards_lamp, u)
    if kind == "edge":
        return (Card(middle + _REACH * u, _REACH * u, _REACH * v),)
    if kind == "bar":
        return (Card(middle, size * rng.uniform(0.2, 0.9) * u, _REACH * v),)
    if kind == "slats":
        pitch, share = size * rng.uniform(0.6, 1.8), rng.uniform(0.15, 0.35)
        return tuple(Card(middle + pitch * number * u, pitch * share * u, _REACH * v) for number in range(-5, 6))
    if kind == "frame":
        wide, high = size * rng.uniform(0.5, 1.5, 2)
        half = _REACH / 2
        beside = [Card(middle + side * (wide + half) * u, half * u, _REACH * v) for side in (-1, 1)]
        above = [Card(middle + side * (high + half) * v, wide * u, half * v) for side in (-1, 1)]
        return (*beside, *above)
    raise ValueError(f"no shade called {kind!r}; there are {', '.join(SHADE_KINDS)}")
