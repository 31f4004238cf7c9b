"""Knows what an arm that reaches over what is played looks like in a picture: sleeve, hand, fingers and a soft shadow.

Called by samples.filming, which lays it over rendered stills frame by frame. Pictures are linear RGB.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float32Array, FloatArray

Picture = Float32Array
Generator = np.random.Generator
_SKINS = np.array([[0.62, 0.39, 0.28], [0.50, 0.29, 0.19], [0.30, 0.16, 0.10], [0.12, 0.06, 0.04]])


@dataclass(frozen=True, slots=True, eq=False)
class Arm:
    """One player's arm: where in the picture it comes from, and what it is covered with.

    Attributes
    ----------
    from_xy
        Where the elbow is, (2,), well outside the picture.
    skin_rgb, sleeve_rgb
        Reflectances (3,), 0 to 1.
    sleeve_share
        How much of the way from elbow to wrist is sleeve, 0 to 1.
    weave
        How rough sleeve and skin look, as a share of their brightness.
    breadth
        Of the hand, in cube edges.
    """

    from_xy: FloatArray
    skin_rgb: FloatArray
    sleeve_rgb: FloatArray
    sleeve_share: float
    weave: float
    breadth: float


@dataclass(frozen=True, slots=True, eq=False)
class _Limb:
    """A tapering round limb between two points of the picture, radii in pixels."""

    start_xy: FloatArray
    end_xy: FloatArray
    start_px: float
    end_px: float
    colour_rgb: FloatArray


def random_arm(rng: Generator, from_xy: FloatArray) -> Arm:
    """Draw how an arm looks that comes from a place outside the picture."""
    skin = np.exp(np.log(_SKINS[rng.integers(len(_SKINS))]) + rng.normal(0, 0.12))
    sleeve = np.clip(np.exp(rng.uniform(np.log(0.02), np.log(0.7))) * 3 * rng.dirichlet([1.5] * 3), 0.01, 0.85)
    return Arm(
        from_xy=from_xy,
        skin_rgb=skin,
        sleeve_rgb=sleeve,
        sleeve_share=float(rng.choice([0.0, rng.uniform(0.5, 0.95)], p=(0.3, 0.7))),
        weave=float(rng.uniform(0.03, 0.12)),
        breadth=float(rng.uniform(2.0, 2.8)),
    )


def with_arm(
    picture_rgb: Picture, arm: Arm, tip_xy: FloatArray, edge_px: float, light_rgb: NDArray[np.floating]
) -> Picture:
    """The picture with an arm whose finger tips are at a point.

    Parameters
    ----------
    picture_rgb
        Linear RGB (height, width, 3).
    tip_xy
        Between thumb and fingers, in pixels; may be outside the picture.
    edge_px
        How long the edge of a cube is there.
    light_rgb
        What a white sheet would show there, (3,).
    """
    limbs = _limbs(arm, tip_xy, edge_px)
    cover = np.zeros(picture_rgb.shape[:2], np.float32)
    painted = picture_rgb.copy()
    texture = _texture(arm.weave, picture_rgb.shape[:2])
    for limb in limbs:
        _draw(painted, cover, limb, light_rgb, texture)
    if not cover.any():
        return picture_rgb
    shaded = picture_rgb * (1 - np.float32(0.45) * _shadow(cover, edge_px)[..., None])
    left, top, width, height = cv2.boundingRect((cover > 0).astype(np.uint8))
    here = np.s_[top : top + height, left : left + width]
    soft = _softened(painted[here], cover[here], 0.03 * arm.breadth * edge_px)
    share = cover[here][..., None]
    shaded[here] = soft * share + shaded[here] * (1 - share)
    return shaded


def _shadow(cover: Float32Array, edge_px: float) -> Float32Array:
    """How much of the light an arm takes away: it is above the table, so its shadow falls beside it and is soft."""
    small = cv2.resize(cover, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    shift = np.array([[1, 0, 0.125 * edge_px], [0, 1, 0.175 * edge_px]], np.float32)
    small = cv2.GaussianBlur(cv2.warpAffine(small, shift, small.shape[::-1]), (0, 0), 0.11 * edge_px)
    return np.asarray(cv2.resize(small, cover.shape[::-1], interpolation=cv2.INTER_LINEAR), np.float32)


def _limbs(arm: Arm, tip_xy: FloatArray, edge_px: float) -> list[_Limb]:
    """From the farthest to the nearest: forearm, sleeve, palm, four fingers, thumb."""
    along = tip_xy - arm.from_xy
    along = along / np.linalg.norm(along)
    across = np.array([-along[1], along[0]])
    width = arm.breadth * edge_px

    def at(back: float, side: float) -> FloatArray:
        """A point of the hand, in hand breadths behind the tips and to the side."""
        return tip_xy - along * back * width + across * side * width

    wrist = at(1.75, 0.0)
    cuff = arm.from_xy + (wrist - arm.from_xy) * arm.sleeve_share
    limbs = [_Limb(arm.from_xy, wrist, 0.62 * width, 0.33 * width, arm.skin_rgb)]
    if arm.sleeve_share:
        limbs.append(_Limb(arm.from_xy, cuff, 0.8 * width, 0.5 * width, arm.sleeve_rgb))
    limbs.append(_Limb(wrist, at(0.95, 0.0), 0.33 * width, 0.44 * width, arm.skin_rgb))
    for side, reach in ((-0.36, 0.24), (-0.14, 0.06), (0.1, 0.0), (0.33, 0.1)):
        knuckle, middle, end = at(0.8, side * 1.05), at(0.38 + reach, side * 0.9), at(reach, side * 0.55)
        limbs.append(_Limb(knuckle, middle, 0.125 * width, 0.115 * width, arm.skin_rgb * 0.97))
        limbs.append(_Limb(middle, end, 0.115 * width, 0.095 * width, arm.skin_rgb * 1.04))
    limbs.append(_Limb(at(1.1, 0.42), at(0.55, 0.52), 0.15 * width, 0.125 * width, arm.skin_rgb))
    limbs.append(_Limb(at(0.55, 0.52), at(0.22, 0.34), 0.125 * width, 0.1 * width, arm.skin_rgb * 1.04))
    return limbs


@cache
def _texture(roughness: float, shape: tuple[int, int]) -> Picture:
    """Folds and weave as factors of brightness, the same in every frame."""
    rng = np.random.default_rng(7)
    folds = cv2.resize(rng.standard_normal((12, 16)).astype(np.float32), shape[::-1], interpolation=cv2.INTER_CUBIC)
    weave = cv2.GaussianBlur(rng.standard_normal(shape).astype(np.float32), (0, 0), 1.0)
    return np.asarray(np.exp(np.float32(roughness) * (folds + weave)), np.float32)


def _softened(painted: Picture, cover: Float32Array, radius_px: float) -> Picture:
    """The limbs grown into one: blurred within what they cover."""
    weight = cv2.GaussianBlur(cover, (0, 0), radius_px)[..., None]
    blurred = cv2.GaussianBlur(painted * cover[..., None], (0, 0), radius_px)
    return np.asarray(blurred / np.maximum(weight, 1e-4), np.float32)


def _draw(
    painted: Picture, cover: Float32Array, limb: _Limb, light_rgb: NDArray[np.floating], texture: Picture
) -> None:
    """Lay one limb over what is painted, round in its shading, with smooth borders."""
    reach = max(limb.start_px, limb.end_px) + 2
    ends = np.stack([limb.start_xy, limb.end_xy])
    left, top = np.maximum(np.floor(ends.min(axis=0) - reach), 0).astype(int)
    right, bottom = np.minimum(np.ceil(ends.max(axis=0) + reach), cover.shape[::-1]).astype(int)
    if left >= right or top >= bottom:
        return
    rows, columns = np.mgrid[top:bottom, left:right].astype(np.float32)
    axis = limb.end_xy - limb.start_xy
    from_x, from_y = columns - limb.start_xy[0], rows - limb.start_xy[1]
    share = np.clip((from_x * axis[0] + from_y * axis[1]) / (axis @ axis), 0, 1)
    radius = limb.start_px + share * (limb.end_px - limb.start_px)
    distance = np.hypot(from_x - share * axis[0], from_y - share * axis[1])
    alpha = np.clip(radius - distance + 0.5, 0, 1)[..., None]
    # The light comes from above: the middle is bright, the borders turn away.
    shade = 0.35 + 0.55 * np.sqrt(np.clip(1 - (distance / radius) ** 2, 0, 1))
    colour = limb.colour_rgb * light_rgb * (shade * texture[top:bottom, left:right])[..., None]
    here = painted[top:bottom, left:right]
    here[:] = here * (1 - alpha) + colour * alpha
    cover[top:bottom, left:right] = np.maximum(cover[top:bottom, left:right], alpha[..., 0])
