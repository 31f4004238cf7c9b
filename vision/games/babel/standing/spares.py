"""Cubes that lie right beside the tower, near a cell but not as a cube of the tower would stand there: spare ones.

Used by the babel reader.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace

import numpy as np

from calibration.arrays import UInt8Array
from calibration.camera import CameraPose
from rules.games.babel import COLUMNS, Cell
from vision.edge_network import SideEnds, ask_edges
from vision.face_network import SHARE_IN_VIEW
from vision.faces import FaceSite, cell_centre
from vision.moving_edges import not_flat
from vision.refinement import Located

from .occupancy import Occupancy
from .one_view import Standing, refined

#: A cube beside the footprint that lies so far (edges) from where it would stand with the tower is as likely a spare
#: one. Chosen: of 28 that were set down beside rendered towers none lies more than 0.017 off by the pose that fits all
#: cubes, and 0.043 by the one that fits the tower alone; of 15 spare ones that were taken for such none less than 0.033
#: by the first, but for one beside a tower of few cubes, which a spare one draws to itself.
_OFF, _OFF_TOWER = 0.025, 0.05
_AS_LIKELY_SPARE = 0.5
#: So many times as unsure as of the tower's own sides is the network where those of a spare one lie, however near it
#: says: 1.24 to 2.9 times for eight that lay 0.08 to 0.25 beside, 0.7 to 1.14 for six set down against the rules.
_UNSURE = 1.2
# What shifts (edges) and turns (radians) are expected before the network is asked; and how near it is trusted to be.
_EXPECTED, _LEAST_SPREAD = 0.2, 0.01


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
    most = _UNSURE * _spread(frame_bgr, columns - beside, standing) if beside else 0.0
    return {
        column
        for column in beside
        if _distance_off(frame_bgr, column, standing) > _OFF or _spread(frame_bgr, {column}, standing) > most
    }


def _columns(cells: Sequence[Cell]) -> set[tuple[int, int]]:
    return {cell[:2] for cell in cells}


def _spread(frame_bgr: UInt8Array, columns: Collection[tuple[int, int]], standing: Standing) -> float:
    """How unsure the network is in the median where sides of faces in these columns lie, in edges; 0 if none tells."""
    sites = _telling_sites(columns, standing)
    if not sites:
        return 0.0
    return float(np.median(ask_edges(frame_bgr, sites, standing.occupancy.cells, standing.pose).spreads))


def _telling_sites(columns: Collection[tuple[int, int]], standing: Standing) -> list[FaceSite]:
    """The faces of these columns that are in view, and not flat."""
    in_view = standing.lines.sites_in_view(standing.occupancy.cells, SHARE_IN_VIEW)
    return [site for site in not_flat(in_view, standing.pose) if site.cell[:2] in columns]


def _distance_off(frame_bgr: UInt8Array, column: tuple[int, int], standing: Standing) -> float:
    """How far beside its cells a column of cubes stands, in cube edges; 0 where no face of it tells.

    By weighted least squares over its shift East and North and its turn, from where the sides of its faces are told to
    lie.
    """
    cells, pose = standing.occupancy.cells, standing.pose
    sites = _telling_sites({column}, standing)
    if not sites:
        return 0.0
    answers, ends = ask_edges(frame_bgr, sites, cells, pose), SideEnds.of(sites, pose)
    outward = ends.outward.reshape(-1, 3)
    from_middle = ends.points.reshape(-1, 3) - cell_centre(sites[0].cell)
    by_turn = outward[:, 1] * from_middle[:, 0] - outward[:, 0] * from_middle[:, 1]
    weights = 1 / np.maximum(answers.spreads.ravel(), _LEAST_SPREAD)
    told = weights[:, None] * np.column_stack([outward[:, :2], by_turn])
    unknowns = np.vstack([told, np.eye(3) / _EXPECTED])
    offsets = np.append(weights * answers.offsets.ravel(), np.zeros(3))
    shift = np.linalg.lstsq(unknowns, offsets)[0][:2]
    return float(np.hypot(*shift))
