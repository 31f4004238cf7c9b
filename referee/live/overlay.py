"""What to draw on the live picture of what the referee knows of the tower in it. Called by `view`."""

from collections.abc import Iterator, Set

import numpy as np

from calibration.arrays import FloatArray
from calibration.camera import CameraPose
from referee.drawings.face_lines import GREEN, RED, PictureLine, mark_lines, outline, type_colour
from rules.games.babel import Cell, CellFace, Tower
from vision.faces import cell_centre, sightlines

#: Faces of which less is in view are not drawn.
_LEAST_SHARE = 0.35


def overlay_lines(
    tower: Tower, pose: CameraPose, faulty: Set[CellFace], proposed: Cell | None = None
) -> Iterator[PictureLine]:
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
        yield from outline(site, cells, pose, type_colour(cube.type), 1.0)
        yield from mark_lines(site, cube.mark(site.face), cells, pose)
    for site in sites:
        if (site.cell, site.face) in faulty:
            yield from outline(site, cells, pose, RED, 4.0)
    if proposed is not None:
        yield from (PictureLine(edge_xy, GREEN, 2.5) for edge_xy in _box(proposed, pose))


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
