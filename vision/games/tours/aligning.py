"""Laying a known face over what is seen, to a fraction of a pixel."""

from dataclasses import dataclass

import cv2
import numpy as np

from calibration.arrays import BoolArray, Float32Array, FloatArray, UInt8Array
from calibration.tile_set import FACE_WH

from .inks import COARSE, FINE, ink

#: So many pixels more than a face are looked at on each side of where it should lie.
MARGIN_PX = 14
# The search ends after so many steps, or at a step of so few pixels.
_MOST_STEPS, _SMALL_STEP_PX = 15, 0.02
# How far a tile usually lies beside where it was looked for (pixels of its picture), is larger, and is turned
# (radians): standard deviations.
_USUAL = np.array([8.0, 8.0, 0.12, 0.06])
# Neighbouring pixels err alike: so many tell as much as one that errs by itself.
_PIXELS_ALIKE = 100.0
# A similarity in a picture of half the size: only its shift is halved.
_HALF = np.array([0.5, 0.5, 1.0, 1.0])
# So little is no ink.
_NO_INK = 1e-6
# The outer corners of a face's picture.
_CORNERS_PX = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]) * FACE_WH - 0.5


@dataclass(frozen=True, slots=True, eq=False)
class Outline:
    """The lightness of what is drawn, float32: coarse at half the size, and fine."""

    coarse: Float32Array
    fine: Float32Array


@dataclass(frozen=True, slots=True, eq=False)
class Alignment:
    """Where a face lies in a piece of a picture.

    Attributes
    ----------
    corners_px : float64 array of shape (4, 2)
        Where in the piece the corners of the face's picture lie, clockwise from the upper left, in its pixels.
    picture : uint8 array of shape (64, 48, 3)
        What is seen there.
    weights : float32 array of shape (64, 48)
        0 where something hides it.
    """

    corners_px: FloatArray
    picture: UInt8Array
    weights: Float32Array


def outline_of(picture: UInt8Array) -> Outline:
    """What a picture, of a face or of a piece round it, is compared by.

    Parameters
    ----------
    picture : uint8 array of shape (height, width, 3), blue, green, red
        At the scale of a face's picture.
    """
    coarse, fine = (np.ascontiguousarray(ink(picture, FACE_WH[1], smooth)[..., 0]) for smooth in (COARSE, FINE))
    return Outline(np.asarray(cv2.pyrDown(coarse), np.float32), fine)


def align(piece: UInt8Array, is_seen: BoolArray, face: Outline) -> Alignment:
    """Lay a face over a piece of a picture in which it should lie in the middle, to where it fits best.

    OpenCV's findTransformECC knows no similarities, and what it knows instead runs away over drawings of a few lines.

    Parameters
    ----------
    piece : uint8 array of shape (64 + 2 * MARGIN_PX, 48 + 2 * MARGIN_PX, 3)
    is_seen : bool array of shape (height, width)
        What of the piece nothing hides.
    face : Outline

    Returns
    -------
    Alignment
        In the middle where nothing is seen.
    """
    seen, weights = outline_of(piece), is_seen.astype(np.float32)
    found = _drawn_to(face.coarse, seen.coarse, np.ascontiguousarray(weights[::2, ::2]), np.zeros(4), 2)
    # What is beside a face may draw it away: then it is nearer to where it was looked for.
    starts = found / _HALF, np.zeros(4)
    first = max(starts, key=lambda start: _likeness(face.fine, seen.fine, weights, start))
    found = _drawn_to(face.fine, seen.fine, weights, first, 1)
    warp = _warp(found, FACE_WH, MARGIN_PX)
    flags = cv2.WARP_INVERSE_MAP
    picture = cv2.warpAffine(piece, warp, FACE_WH, flags=flags | cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    shown = cv2.warpAffine(weights, warp, FACE_WH, flags=flags | cv2.INTER_NEAREST)
    corners_px = _CORNERS_PX @ warp[:, :2].T + warp[:, 2]
    return Alignment(corners_px, np.asarray(picture, np.uint8), np.asarray(shown, np.float32))


def _warp(similarity: FloatArray, size_wh: tuple[int, int], margin_px: float) -> FloatArray:
    """The map, shape (2, 3), from a face to a piece with this margin: shifted right and down, larger and turned."""
    right, down, larger, turned = similarity
    linear = np.array([[1 + larger, -turned], [turned, 1 + larger]])
    middle = (np.array(size_wh) - 1) / 2
    return np.column_stack([linear, middle + margin_px + [right, down] - linear @ middle])


def _likeness(face: Float32Array, seen: Float32Array, weights: Float32Array, similarity: FloatArray) -> float:
    """The correlation of a face with what is seen under it if it lies so."""
    warp = _warp(similarity, FACE_WH, MARGIN_PX)
    there = cv2.warpAffine(np.dstack([seen, weights]), warp, FACE_WH, flags=cv2.WARP_INVERSE_MAP | cv2.INTER_LINEAR)
    drawn, weight = np.moveaxis(there, -1, 0)
    power = (weight * drawn**2).sum() * (weight * face**2).sum()
    return float((weight * drawn * face).sum() / np.sqrt(max(power, _NO_INK)))


def _drawn_to(
    face: Float32Array, seen: Float32Array, weights: Float32Array, first: FloatArray, halved: int
) -> FloatArray:
    """The similarity by which a face explains most of what is seen, from a first one: Gauss and Newton's steps.

    What is seen is taken to be the face, more or less strong, and noise; what is usual of tiles counts as much as that
    noise lets it.
    """
    size_wh = face.shape[1], face.shape[0]
    margin_px = MARGIN_PX / halved
    down, right = np.indices(face.shape, np.float32) - (np.array(face.shape, np.float32)[:, None, None] - 1) / 2
    slopes = cv2.Sobel(seen, cv2.CV_32F, 1, 0, scale=1 / 8), cv2.Sobel(seen, cv2.CV_32F, 0, 1, scale=1 / 8)
    layers = np.dstack([seen, weights, *slopes])
    usual = _USUAL / [halved, halved, 1, 1]
    found = first
    for _ in range(_MOST_STEPS):
        warp = _warp(found, size_wh, margin_px)
        there = cv2.warpAffine(layers, warp, size_wh, flags=cv2.WARP_INVERSE_MAP | cv2.INTER_LINEAR)
        drawn, weight, slope_x, slope_y = np.moveaxis(there, -1, 0)
        # As strong as the face: by the strength that leaves the least, a wrong place is best explained by no ink.
        strength = np.sqrt((weight * face**2).sum() / max((weight * drawn**2).sum(), _NO_INK))
        missing = face - strength * drawn
        by_step = strength * np.stack(
            [slope_x, slope_y, slope_x * right + slope_y * down, slope_y * right - slope_x * down]
        )
        by_step = by_step.reshape(len(found), -1)
        weighted = by_step * weight.ravel()
        noise = _PIXELS_ALIKE / halved**2 * (weight * missing**2).sum() / max(weight.sum(), 1.0) + _NO_INK
        pull = weighted @ missing.ravel() - noise * found / usual**2
        step = np.linalg.solve(weighted @ by_step.T + np.diag(noise / usual**2), pull)
        found = found + step
        if abs(step[:2]).max() < _SMALL_STEP_PX:
            break
    return found
