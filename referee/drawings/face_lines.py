"""The lines that show on a picture what is known of a tower's faces, where no cube hides them.

Used for photos by `annotate` and for the live window.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np

from calibration.arrays import BoolArray, FloatArray, UInt8Array
from calibration.camera import CameraPose
from rules.games.babel import Cell, Mark
from vision.faces import FaceSite, face_points, is_in_view

#: Blue, green, red.
Bgr = tuple[int, int, int]

WHITE: Bgr = (255, 255, 255)
RED: Bgr = (40, 40, 220)
GREEN: Bgr = (70, 160, 40)
AMBER: Bgr = (0, 160, 230)
BULGE: Bgr = (0, 140, 255)
HOLLOW: Bgr = (230, 200, 60)
#: Outline of a cube by its type number: paler than the paint, so that it shows on it.
TYPE_COLOURS: tuple[Bgr, ...] = ((190, 190, 190), (255, 255, 255), (90, 90, 90), (140, 200, 240), (230, 140, 60))
#: Points of a line are tried at so many places to an edge.
_STEPS = 40
# Above the face, so that its own cube does not hide it.
_LIFT = 0.01


@dataclass(frozen=True, slots=True, eq=False)
class PictureLine:
    """A row of points to draw on a picture.

    Attributes
    ----------
    points_xy : float64 array of shape (n, 2), in pixels
    colour : tuple of 3 int
        Blue, green, red.
    width : float
        In pixels of a picture 1000 pixels wide.
    """

    points_xy: FloatArray
    colour: Bgr
    width: float


def draw_lines(frame_bgr: UInt8Array, lines: Sequence[PictureLine]) -> None:
    """Draw lines on a picture, uint8 of shape (height, width, 3)."""
    unit = unit_of(frame_bgr)
    for line in lines:
        # Four more bits of precision keep the outlines smooth.
        points = np.round(line.points_xy * 16).astype(np.int32).reshape(-1, 1, 2)
        width = max(1, round(line.width * unit))
        cv2.polylines(frame_bgr, [points], False, line.colour, width, cv2.LINE_AA, shift=4)


def unit_of(frame_bgr: UInt8Array) -> float:
    """The width of a fine line on a picture, in pixels, at least 1."""
    return float(max(1.0, max(frame_bgr.shape[:2]) / 1000))


def type_colour(number: int | None) -> Bgr:
    """The colour of the lines on a cube of a type, or of an unknown one."""
    return AMBER if number is None else TYPE_COLOURS[number]


def outline(site: FaceSite, cells: Sequence[Cell], pose: CameraPose, colour: Bgr, width: float) -> list[PictureLine]:
    """The border of a face, as far as none of the cubes hides it."""
    return _pieces(site, _BORDER, cells, pose, colour, width)


def mark_lines(site: FaceSite, mark: Mark | None, cells: Sequence[Cell], pose: CameraPose) -> list[PictureLine]:
    """A ring for a bulge, a cross for a hollow, as far as no cube hides it; nothing for an unknown mark."""
    if mark is Mark.BULGE:
        return _pieces(site, _RING, cells, pose, BULGE, 2.5)
    strokes = _CROSS if mark is Mark.HOLLOW else ()
    return [line for stroke in strokes for line in _pieces(site, stroke, cells, pose, HOLLOW, 1.5)]


def points_on_face(
    site: FaceSite, offsets_uv: FloatArray, cells: Sequence[Cell], pose: CameraPose
) -> tuple[FloatArray, BoolArray]:
    """Where points of a face lie in the picture, and which of them are in view.

    Parameters
    ----------
    site : FaceSite
    offsets_uv : float array of shape (n, 2)
        To the right and up from the face's middle, in cube edges.
    cells : sequence of cell
        Where cubes stand.
    pose : CameraPose

    Returns
    -------
    float64 array of shape (n, 2) and bool array of shape (n,)
    """
    flat, lifted = (face_points([site], np.insert(offsets_uv, 2, lift, axis=1)[None]) for lift in (0.0, _LIFT))
    return pose.project(flat[0]), is_in_view(lifted, cells, pose)[0]


def _pieces(
    site: FaceSite, offsets_uv: FloatArray, cells: Sequence[Cell], pose: CameraPose, colour: Bgr, width: float
) -> list[PictureLine]:
    """The pieces in view of a row of points on a face."""
    points_xy, shown = points_on_face(site, offsets_uv, cells, pose)
    ends = np.flatnonzero(np.diff(shown.astype(np.int8), prepend=0, append=0))
    pieces = [points_xy[begin:end] for begin, end in zip(ends[::2], ends[1::2], strict=True)]
    return [PictureLine(piece_xy, colour, width) for piece_xy in pieces if len(piece_xy) > 1]


def _dense(corners_uv: Sequence[tuple[float, float]]) -> FloatArray:
    """Points along straight lines from corner to corner."""
    corners = np.array(corners_uv)
    parts = [
        np.linspace(one, other, 1 + round(_STEPS * float(np.linalg.norm(other - one))))
        for one, other in pairwise(corners)
    ]
    return np.concatenate(parts)


_BORDER = _dense([(-0.5, 0.5), (0.5, 0.5), (0.5, -0.5), (-0.5, -0.5), (-0.5, 0.5)])
_RING = np.array([[0.29 * np.cos(turn), 0.29 * np.sin(turn)] for turn in np.linspace(0, 2 * np.pi, 2 * _STEPS)])
_CROSS = _dense([(-0.1, -0.1), (0.1, 0.1)]), _dense([(-0.1, 0.1), (0.1, -0.1)])
