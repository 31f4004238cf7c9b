"""Where it is open whether a cell holds a cube: whether the mat's paper or print is seen behind it.

Used by the babel reader.
"""

from collections.abc import Sequence
from dataclasses import replace

from calibration.arrays import FloatArray, UInt8Array
from calibration.locating import LocatedMat, Place
from rules.games.babel import Cell, left_standing

from .occupancy import Occupancy, open_corners, with_bare_ground
from .one_view import Standing
from .paper_behind import shows_paper
from .print_behind import shows_print


def seen_through(frame_bgr: UInt8Array, cells: Sequence[Cell], mat: LocatedMat) -> list[Cell]:
    """Those of the cells in which no cube is, as the mat's print is seen behind.

    Parameters
    ----------
    frame_bgr : uint8 array of shape (height, width, 3)
    cells : sequence of Cell
        Those that seem to hold cubes.
    mat : LocatedMat
    """
    return [cell for cell, is_seen in zip(cells, shows_print(frame_bgr, cells, mat), strict=True) if is_seen]


def with_ground_seen(
    frame_bgr: UInt8Array,
    standing: Standing,
    occupancy: Occupancy,
    place: Place,
    mat: LocatedMat | None,
    white: FloatArray | None,
) -> Occupancy:
    """Where cubes stand once paper and print were looked for behind what is untold.

    Parameters
    ----------
    frame_bgr : uint8 array of shape (height, width, 3)
    standing : Standing
    occupancy : Occupancy
        Its own, or one of the same cells.
    place : Place
        Where on the mat the tower stands.
    mat : LocatedMat or None
        None where the tower itself was found.
    white : float array of shape (3,), or None
        Linear red, green, blue light of the mat's white paper; None where hardly any is in view.
    """
    if white is not None and occupancy.untold:
        is_bare = shows_paper(frame_bgr, standing.lines.sites, occupancy.cells, standing.pose, place, white)
        occupancy = with_bare_ground(occupancy, standing.lines, standing.odds, is_bare)
    if mat is not None and occupancy.untold:
        occupancy = replace(occupancy, untold=_not_seen_through(frame_bgr, occupancy, mat))
    return occupancy


def _not_seen_through(frame_bgr: UInt8Array, occupancy: Occupancy, mat: LocatedMat) -> tuple[Cell, ...]:
    """The untold cells, less those in whose place the mat's print is seen and those above them."""
    untold = occupancy.untold
    for cell in occupancy.untold:
        if shows_print(frame_bgr, (*occupancy.cells, cell), mat)[-1]:
            untold = tuple(left_standing(untold, cell))
    return untold


def is_corner_open(
    frame_bgr: UInt8Array,
    standing: Standing,
    occupancy: Occupancy,
    mat: LocatedMat | None,
    white: FloatArray | None,
) -> bool:
    """Whether a cube may stand in an empty corner of a tower of one level, where neither paper nor print is seen.

    The parameters are as in `with_ground_seen`.
    """
    lines = standing.lines
    corners = open_corners(lines, standing.odds, occupancy)
    if not corners or mat is None or white is None:
        return bool(corners)
    sites = [site for site in lines.sites if site.cell in corners]
    is_bare = shows_paper(frame_bgr, sites, occupancy.cells, standing.pose, mat.place, white)
    bare = {site.cell for site, is_seen in zip(sites, is_bare, strict=True) if is_seen}
    return any(cell not in bare and not shows_print(frame_bgr, (*occupancy.cells, cell), mat)[-1] for cell in corners)
