"""Draws on the live picture what the referee knows of the tower in it. Called by `window`."""

from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass

import numpy as np

from calibration.camera import CameraPose, FloatArray, UInt8Array
from referee.annotate import AMBER, BULGE, GREEN, HOLLOW, RED, TYPE_COLOURS, Bgr, draw_lines
from rules.games.babel import Cell, CellFace, Mark, Tower
from vision.faces import FaceSite, cell_centre, face_points, sightlines

#: Faces of which less is in view are not drawn.
_LEAST_SHARE = 0.35
_RING = np.array([[0.28 * np.cos(turn), 0.28 * np.sin(turn), 0.0] for turn in np.linspace(0, 2 * np.pi, 25)])
_CROSS = np.array([[-0.1, -0.1, 0.0], [0.1, 0.1, 0.0]]), np.array([[-0.1, 0.1, 0.0], [0.1, -0.1, 0.0]])
_BORDER = np.array([[-0.5, -0.5, 0.0], [0.5, -0.5, 0.0], [0.5, 0.5, 0.0], [-0.5, 0.5, 0.0], [-0.5, -0.5, 0.0]])


@dataclass(frozen=True, slots=True, eq=False)
class OverlayLine:
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


def overlay_lines(
    tower: Tower, pose: CameraPose, faulty: Set[CellFace], proposed: Cell | None = None
) -> Iterator[OverlayLine]:
    """What to draw on a picture: the faces in view with their marks, faults in red, and a proposed cell in green.

    Parameters
    ----------
    tower : Tower
    pose : CameraPose
        For the picture that is drawn on.
    faulty : set of (Cell, Face)
    proposed : Cell, optional
    """
    cells = tuple(tower)
    sites = sightlines(cells, pose).sites_in_view(cells, _LEAST_SHARE) if cells else ()
    for site in sites:
        cube = tower[site.cell]
        colour = AMBER if cube.type is None else TYPE_COLOURS[cube.type]
        yield OverlayLine(_on_face(site, _BORDER, pose), colour, 1.0)
        mark = cube.mark(site.face)
        if mark is Mark.BULGE:
            yield OverlayLine(_on_face(site, _RING, pose), BULGE, 2.0)
        elif mark is Mark.HOLLOW:
            yield from (OverlayLine(_on_face(site, stroke, pose), HOLLOW, 1.5) for stroke in _CROSS)
    for site in sites:
        if (site.cell, site.face) in faulty:
            yield OverlayLine(_on_face(site, _BORDER, pose), RED, 4.0)
    if proposed is not None:
        yield from (OverlayLine(edge_xy, GREEN, 2.5) for edge_xy in _box(proposed, pose))


def draw_overlay(frame_bgr: UInt8Array, lines: Iterable[OverlayLine]) -> None:
    """Draw lines on a picture, uint8 of shape (height, width, 3)."""
    unit = max(1.0, max(frame_bgr.shape[:2]) / 1000)
    for line in lines:
        draw_lines(frame_bgr, [line.points_xy], line.colour, line.width * unit)


def _on_face(site: FaceSite, offsets_uvw: FloatArray, pose: CameraPose) -> FloatArray:
    return pose.project(face_points([site], offsets_uvw[None])[0])


def _box(cell: Cell, pose: CameraPose) -> Iterator[FloatArray]:
    """The twelve edges of a cell."""
    centre = cell_centre(cell)
    for axis in range(3):
        for first in (-0.5, 0.5):
            for second in (-0.5, 0.5):
                ends = np.full((2, 3), 0.0)
                ends[:, axis] = -0.5, 0.5
                ends[:, (axis + 1) % 3] = first
                ends[:, (axis + 2) % 3] = second
                yield pose.project(centre + ends)
