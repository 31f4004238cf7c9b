"""Cubes that lie right beside the tower, near a cell but not as a cube of the tower would stand there: spare ones.

Used by the babel reader.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from calibration.arrays import UInt8Array
from calibration.camera import CameraPose
from rules.games.babel import COLUMNS, Cell
from vision.edge_network import ask_edges
from vision.face_network import SHARE_IN_VIEW
from vision.moving_edges import not_flat
from vision.refinement import Located

from .occupancy import Occupancy
from .one_view import Standing, refined

#: A cube beside the footprint whose sides lie so far (edges, root mean square) from where they would with the tower is
#: as likely a spare one: by the pose that fits all cubes, or by the one that fits the tower alone. Chosen; what was
#: measured is in docs/how-the-reader-works.md.
_OFF, _OFF_TOWER = 0.015, 0.05
_AS_LIKELY_SPARE = 0.5


def refined_beside_spares(frame_bgr: UInt8Array, standing: Standing, located: Located, pose: CameraPose) -> CameraPose:
    """The refined pose: by the tower alone, where what lies beside it does not stand as it does.

    Parameters
    ----------
    frame_bgr : uint8 array of shape (height, width, 3)
    standing : Standing
    located : Located
    pose : CameraPose
        Refined on all cubes.
    """
    columns = _columns(standing.occupancy.cells)
    beside = columns - set(COLUMNS)
    if beside in (set(), columns):
        return pose
    by_tower = refined(frame_bgr, standing, located, columns=COLUMNS)
    off = (
        _distance_off(frame_bgr, column, replace(standing, pose=told)) > most
        for column in beside
        for told, most in ((pose, _OFF), (by_tower, _OFF_TOWER))
    )
    return by_tower if any(off) else pose


def with_doubt_beside(frame_bgr: UInt8Array, standing: Standing, occupancy: Occupancy) -> Occupancy:
    """Where cubes stand, those beside the footprint in doubt that do not stand as a tower on it does.

    Parameters
    ----------
    frame_bgr : uint8 array of shape (height, width, 3)
    standing : Standing
        With the pose of `refined_beside_spares`.
    occupancy : Occupancy
        Its own, or one of the same cells.
    """
    beside = spare_columns(frame_bgr, standing, occupancy.cells)
    if not beside:
        return occupancy
    cubes = zip(occupancy.cells, occupancy.presence, strict=True)
    presence = tuple(min(value, _AS_LIKELY_SPARE) if cell[:2] in beside else value for cell, value in cubes)
    return replace(occupancy, presence=presence)


def spare_columns(frame_bgr: UInt8Array, standing: Standing, cells: Sequence[Cell]) -> set[tuple[int, int]]:
    """Columns beside the footprint, of those of some cells, in which spare cubes may lie: all where none is on it.

    Parameters
    ----------
    frame_bgr : uint8 array of shape (height, width, 3)
    standing : Standing
        With the pose of `refined_beside_spares`.
    cells : sequence of Cell
    """
    columns = _columns(cells)
    beside = columns - set(COLUMNS)
    if beside == columns:
        return beside
    return {column for column in beside if _distance_off(frame_bgr, column, standing) > _OFF}


def _columns(cells: Sequence[Cell]) -> set[tuple[int, int]]:
    return {cell[:2] for cell in cells}


def _distance_off(frame_bgr: UInt8Array, column: tuple[int, int], standing: Standing) -> float:
    """How far from where they would lie on a column of cubes the sides of its faces do: the root mean square of what
    the edge network tells, in cube edges; 0 where no face of it is in view, or all are flat."""
    cells, pose = standing.occupancy.cells, standing.pose
    in_view = not_flat(standing.lines.sites_in_view(cells, SHARE_IN_VIEW), pose)
    sites = [site for site in in_view if site.cell[:2] == column]
    if not sites:
        return 0.0
    return float(np.sqrt(np.mean(ask_edges(frame_bgr, sites, cells, pose).offsets ** 2)))
