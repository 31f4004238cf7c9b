"""What is seen of one square: known faces, or its cross, and where each seems to lie."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain

import numpy as np

from calibration.arrays import FloatArray
from calibration.camera import CameraPose
from calibration.tile_mat import middle_of
from calibration.tile_set import FACE_WH
from vision.patches import Pyramid

from .aligning import MARGIN_PX, align
from .face_bank import COARSE_PX, FaceBank
from .inks import CHANNELS, correlations, ink
from .planes import Column, in_view, lattice, seen_at

# Faces are looked for this far beside the square's middle, in squares.
_BESIDE = 0.17
# So many of the faces that look most alike on a plane, and on all of them, are laid over what is seen: large dark parts
# of the picture look somewhat like many faces.
_MOST_ON_PLANE, _MOST_LAID = 2, 12
# Then so many on the plane of the most alike.
_MOST_THERE = 10
# With less of it in view a face is not looked for.
_LEAST_SHARE = 0.4


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A photo of the table, and the columns that hide others.

    Attributes
    ----------
    pyramid : Pyramid
    pose : CameraPose
        For this very picture size, in squares.
    columns : tuple of Column
        Nearer the camera than the squares that are looked at.
    """

    pyramid: Pyramid
    pose: CameraPose
    columns: tuple[Column, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Sighting:
    """A known face laid over what is seen.

    Attributes
    ----------
    alike : float64 array of shape (faces,)
        How alike each face of the bank is to what is seen there.
    corners_xy : float64 array of shape (4, 2)
        Where the corners of the part of the face that is known are seen, once round.
    plane : float
        At which height it was taken to lie when it was laid there, in squares.
    in_view : float
        How much of it nothing hides, 0 to 1.
    """

    alike: FloatArray
    corners_xy: FloatArray
    plane: float
    in_view: float


@dataclass(frozen=True, slots=True, eq=False)
class _Guess:
    """Where a face may lie, as seen coarsely: its middle on a plane at this height, in squares."""

    alike: float
    face: int
    plane: float
    middle_xy: FloatArray


def sightings(view: View, bank: FaceBank, square: int, planes: Iterable[float]) -> list[Sighting]:
    """Where faces of a bank lie near the middle of a square, on planes at these heights; the most alike first."""
    guesses = [sorted(_guesses(view, bank, square, plane), key=_likeness, reverse=True) for plane in planes]
    likeliest = sorted(chain.from_iterable(some[:_MOST_ON_PLANE] for some in guesses), key=_likeness, reverse=True)
    found = [_laid(view, bank, guess) for guess in likeliest[:_MOST_LAID]]
    if found:
        plane = max(found, key=_likeness_there).plane
        there = next(some for some in guesses if some and some[0].plane == plane)
        found += [_laid(view, bank, guess) for guess in there[_MOST_ON_PLANE:_MOST_THERE]]
    return sorted(found, key=_likeness_there, reverse=True)


def _likeness(guess: _Guess) -> float:
    return guess.alike


def _likeness_there(sighting: Sighting) -> float:
    return float(sighting.alike.max())


def _guesses(view: View, bank: FaceBank, square: int, plane: float) -> Iterator[_Guess]:
    """For each face where on a plane it looks most alike."""
    (across, along), reach = bank.coarse_wh, round(_BESIDE * COARSE_PX)
    middle = np.array([*middle_of(square), plane])
    points_xyz = lattice((across + 2 * reach, along + 2 * reach), 1 / COARSE_PX, middle)
    is_seen = in_view(points_xyz, view.pose, view.columns, bank.tile_set.size)
    if is_seen[reach:-reach, reach:-reach].mean() < _LEAST_SHARE:
        return
    seen = ink(seen_at(view.pyramid, view.pose, points_xyz), along)
    windows = np.lib.stride_tricks.sliding_window_view(seen, (along, across), axis=(0, 1))
    pieces = np.moveaxis(windows, 2, -1).reshape(-1, along * across, CHANNELS)
    weights = np.lib.stride_tricks.sliding_window_view(is_seen.astype(np.float32), (along, across))
    alike = correlations(pieces, weights.reshape(len(pieces), -1), bank.coarse)
    down, right = np.divmod(alike.argmax(axis=0), 2 * reach + 1)
    beside = np.stack([right - reach, reach - down], axis=1) / COARSE_PX
    for face, (most, away) in enumerate(zip(alike.max(axis=0), beside, strict=True)):
        yield _Guess(float(most), face, plane, middle[:2] + away)


def _laid(view: View, bank: FaceBank, guess: _Guess) -> Sighting:
    """A guess made exact."""
    size = bank.tile_set.size
    width, height = FACE_WH
    middle = np.array([*guess.middle_xy, guess.plane])
    points_xyz = lattice((width + 2 * MARGIN_PX, height + 2 * MARGIN_PX), size.step, middle)
    is_seen = in_view(points_xyz, view.pose, view.columns, size)
    laid = align(seen_at(view.pyramid, view.pose, points_xyz), is_seen, bank.outlines[guess.face])
    beside = (laid.corners_px - (np.array(FACE_WH) - 1) / 2 - MARGIN_PX) * [size.step, -size.step]
    corners_xyz = np.column_stack([guess.middle_xy + beside, np.full(len(beside), guess.plane)])
    alike = bank.alike(laid.picture, laid.weights)
    return Sighting(alike, view.pose.project(corners_xyz), guess.plane, float(laid.weights.mean()))
