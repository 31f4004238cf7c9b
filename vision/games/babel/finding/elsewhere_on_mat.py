"""A tower that stands on the mat, but not on its outline: it is found by itself, through the camera that the mat tells.

Used by the reader. Nearer to the outline `tower_place` finds it in less time.
"""

import math
from collections.abc import Callable
from functools import cache, partial
from itertools import product

import numpy as np

from calibration.arrays import FloatArray, UInt8Array
from calibration.camera import CameraPose, Lens
from calibration.locating import LocatedMat, Place
from calibration.mat import BABEL_MAT
from calibration.refusal import Unreadable
from calibration.robust_fit import fit_robustly
from rules.games.babel import COLUMNS
from vision.face_network import SHARE_IN_VIEW
from vision.games.babel.standing.one_view import Standing, refined, stand
from vision.timing import timed

from .off_mat import find_tower
from .tower_place import LEAST_GAIN, is_well_placed
from .tower_pose import LocatedTower

# Log-odds (nats) of a face that is clearly there: those of a tower in its place are 5.4 in the mean.
_CLEAR_FACE = 3.5
# Corners of two levels of two by two cubes, and within how many pixels one such block is laid over another.
_BLOCK_PX = 100.0
_BLOCK = np.array(list(product((-1.0, 1.0), (-1.0, 1.0), (0.0, 2.0))))

TowerSearch = Callable[[Lens], LocatedTower | Unreadable]
"""Finds a tower by itself in one picture, for a lens."""


def tower_search(frame_bgr: UInt8Array) -> TowerSearch:
    """The search in this picture, uint8 array of shape (height, width, 3), which takes seconds: once for each lens."""
    return cache(partial(find_tower, frame_bgr))


def found_elsewhere(
    frame_bgr: UInt8Array, mat: LocatedMat, standing: Standing, search: TowerSearch
) -> tuple[LocatedMat, Standing]:
    """The mat in the frame of the tower that stands anywhere on it, as the tower's own lines tell.

    Parameters
    ----------
    frame_bgr : uint8 array of shape (height, width, 3)
    mat : LocatedMat
        As found in this very picture.
    standing : Standing
        What seems to stand where it was looked for.
    search : TowerSearch
        In this picture.

    Returns
    -------
    tuple of LocatedMat and Standing
        Also what stands there; as they were where no tower on the mat explains the picture clearly better.
    """
    with timed("search"):
        tower = search(mat.pose.lens)
    if not isinstance(tower, LocatedTower):
        return mat, standing
    ways = (mat.told_from(place) for place in _places_of(tower.pose, mat.pose))
    moved, there = max(((way, stand(frame_bgr, way.pose)) for way in ways), key=lambda way: way[1].score)
    if there.occupancy.cells and not is_well_placed(there):
        # By few markers, or on curled paper, the mat's own pose is rough.
        with timed("refinement"):
            pose = refined(frame_bgr, there, moved)
        there = max(there, stand(frame_bgr, pose), key=lambda standing: standing.score)
    is_on_mat = max(abs(moved.place.x), abs(moved.place.y)) < BABEL_MAT.side / 2
    is_better = is_on_mat and is_well_placed(there) and there.score > standing.score + LEAST_GAIN
    return (moved, there) if is_better else (mat, standing)


def squares_beside(standing: Standing) -> tuple[Place, ...]:
    """Where all cubes, found or seen of a stack beside the footprint, would stand on two by two columns of their own.

    Parameters
    ----------
    standing : Standing
        By the outline.

    Returns
    -------
    tuple of Place
        A whole cube beside it; none where a single cube at the most lies on the ground beside the footprint, which
        breaks rule 3.
    """
    cells, beside = standing.occupancy.cells, columns_beside(standing)
    columns = {cell[:2] for cell in cells} | beside
    is_stacked = bool(_stacks_seen(standing)) or any(cell[2] > 0 and cell[:2] in beside for cell in cells)
    if len(beside) < (1 if is_stacked else 2):
        return ()
    shifts = product((-1, 0, 1), repeat=2)
    return tuple(Place(x, y) for x, y in shifts if {(east - x, north - y) for east, north in columns} <= set(COLUMNS))


def columns_beside(standing: Standing) -> set[tuple[int, int]]:
    """Columns beside the footprint on which cubes are found, or stacks seen.

    Parameters
    ----------
    standing : Standing
        By the outline.
    """
    return ({cell[:2] for cell in standing.occupancy.cells} | _stacks_seen(standing)) - set(COLUMNS)


def _stacks_seen(standing: Standing) -> set[tuple[int, int]]:
    """Columns beside the footprint of which a face is seen clearly above the ground, where no spare cube lies."""
    lines, shares = standing.lines, standing.lines.visible_shares(standing.occupancy.cells)
    is_seen = (shares >= SHARE_IN_VIEW) & (standing.odds.with_shares(shares) > _CLEAR_FACE)
    cells = (site.cell for site, seen in zip(lines.sites, is_seen, strict=True) if seen)
    return {(x, y) for x, y, z in cells if z > 0 and (x, y) not in COLUMNS}


def _places_of(tower: CameraPose, mat: CameraPose) -> list[Place]:
    """Where on the mat a tower may stand that was found by itself, to the nearest quarter turn.

    How far away it is, is least sure, and with that on which level it stands: it may be the mat's own, or either of
    those between which it seems to stand, as levels may be missed or made up below.
    """
    foot_z = float((mat.rotation.T @ (tower.translation - mat.translation))[2])
    levels = sorted({0, math.floor(foot_z), math.ceil(foot_z)}, key=lambda level: abs(level - foot_z))
    return [_shown_alike(tower, mat, level) for level in levels]


def _shown_alike(tower: CameraPose, mat: CameraPose, level: int) -> Place:
    """Where the mat's camera shows a block of cubes, so many levels above the mat, as the tower's own shows it."""
    shown_xy = tower.project(_BLOCK)

    def residuals(parameters: FloatArray) -> FloatArray:
        block = Place(*parameters.tolist()).on_mat(_BLOCK) + np.array([0.0, 0.0, level])
        return (mat.project(block) - shown_xy).ravel()

    foot, centre = mat.rotation.T @ (tower.translation - mat.translation), mat.centre
    x, y, _ = centre + (centre[2] - level) / (centre[2] - foot[2]) * (foot - centre)
    turn = mat.rotation.T @ tower.rotation
    turn_deg = np.degrees(np.arctan2(turn[1, 0], turn[0, 0]))
    x, y, turn_deg = fit_robustly(residuals, np.array([x, y, turn_deg]), _BLOCK_PX, most_evaluations=20).tolist()
    return Place(x, y, turn_deg - 90 * round(turn_deg / 90))
