"""Draws the pawns that were read on a building of Baubylon, and the verdict, on one of its photos.

For `check --annotate`.
"""

from collections.abc import Collection

import numpy as np

from calibration.arrays import FloatArray, UInt8Array
from calibration.building_mat import GROUND_SIDE, STOREY
from calibration.camera import CameraPose
from rules.errors import listed_few
from rules.games.baubylon import Square, square_name
from vision.games.baubylon.evidence import BuildingReading, PawnReading
from vision.games.baubylon.pawn_colours import PAWN_STOREYS

from .annotate import under_verdict, write_lines, write_text
from .face_lines import AMBER, GREEN, PictureLine, draw_lines, unit_of

_LEGEND = "ringed: pawns of a stack, r red, 1 to 6 the players', from below   amber ?: not sure"
# How wide a ring round a pawn is, in squares, and how many points it has.
_RADIUS, _POINTS = 0.42, 24
# Of a square of which less is in view nothing is drawn that is not sure.
_IN_VIEW = 0.3
# How high letters are, in shares of a ring's width, and at least in fine lines.
_LETTERS, _LEAST_LETTERS = 0.5, 11.0


def annotate_pawns(
    frame_bgr: UInt8Array,
    pose: CameraPose,
    building: BuildingReading,
    pawns: PawnReading,
    unknown: Collection[Square],
    verdict: str,
) -> UInt8Array:
    """Draw what was read and judged on a copy of one of the photos.

    Parameters
    ----------
    frame_bgr : uint8 array of shape (height, width, 3)
    pose : CameraPose
        Of this photo, in squares from the ground's middle.
    building : BuildingReading
    pawns : PawnReading
        Of all photos together.
    unknown : collection of Square
        Squares of which the pawns are not told.
    verdict : str

    Returns
    -------
    uint8 array of shape (more than height, width, 3)
        A ring where each stack of pawns ends, with who stands in it from below; those that are not sure with a question
        mark in amber, where they are likeliest; the verdict above the photo, and what the signs mean below it, with the
        squares that are not sure.
    """
    drawn = frame_bgr.copy()
    for x, y in np.ndindex(GROUND_SIDE, GROUND_SIDE):
        count = int(pawns.counts[x, y].argmax())
        if not count or ((x, y) in unknown and building.shares[x, y] < _IN_VIEW):
            continue
        stack = pawns.stack((x, y))
        colour = AMBER if (x, y) in unknown or not stack else GREEN
        top = STOREY * (int(building.chances[x, y].argmax()) + PAWN_STOREYS * count)
        ring_xy = pose.project(_ring((x, y), top))
        draw_lines(drawn, [PictureLine(ring_xy, colour, 2.0)])
        letters = max(_LETTERS * float(np.ptp(ring_xy[:, 0])), _LEAST_LETTERS * unit_of(drawn))
        write_text(drawn, _letters(pawns, stack), ring_xy.mean(axis=0), colour, letters, unit_of(drawn))
    names = [square_name(square) for square in unknown]
    lines = [_LEGEND, *([f"not sure who stands there: {listed_few(names)}"] if names else [])]
    return write_lines(under_verdict(drawn, verdict, ()), lines)


def _ring(square: Square, height: float) -> FloatArray:
    """Points (n, 3) of a ring over the middle of a square, in squares."""
    angles = np.linspace(0, 2 * np.pi, _POINTS + 1)
    middle = np.array(square) - (GROUND_SIDE - 1) / 2
    flat = middle + _RADIUS * np.column_stack([np.cos(angles), np.sin(angles)])
    return np.column_stack([flat, np.full(len(flat), height)])


def _letters(pawns: PawnReading, stack: tuple[str | None, ...] | None) -> str:
    """A stack from below, as positions are written, with a question mark for what is not sure."""
    letters = {name: str(number) if number else "r" for number, name in enumerate(pawns.names)}
    return "?" if stack is None else "".join("?" if name is None else letters[name] for name in stack)
