"""Which way a tower stands on a mat of which every marker is cut off or covered in part. Called by the readers.

The tower itself gives the pose up to quarter turns; eight markers lie round it whichever way it is turned. So the cells
that are left of them are read, and compared with those of the mat turned each way.
"""

from collections.abc import Iterator, Sequence
from itertools import product

import numpy as np

from calibration.arrays import FloatArray, UInt8Array
from calibration.camera import CameraPose
from calibration.mat import BABEL_MAT, MARKER_CELLS, marker_cells
from rules.games.babel import Cell
from vision.faces import is_in_view

# Cells along a marker with the white paper round it.
_CELLS = MARKER_CELLS + 2
# The table is sampled at so many points along a cell; of a cell that counts so many at least are in view.
_CELL_POINTS, _LEAST_POINTS = 3, 5
_WINDOW = _CELLS * _CELL_POINTS
# Out there a pose from the tower is off by up to so many points: four are 0.22 edges.
_REACH = 4
# Of a marker that counts so many cells of its black border are in view, and of the white round it.
_LEAST_CELLS = 4
# Grey levels between black and white; the share of it by which all black cells differ from all white ones, about.
_LEAST_CONTRAST, _CLEAR_SHARE = 25, 0.3
# Chosen: one bit in twenty is misread. On 25 photos cut until no marker was found, one in 26 was.
_MISREAD = 0.05
# The mat must explain the bits this much better (nats) than chance, and than the mat turned otherwise: 1 : 3,000.
_LEAST_MARGIN = 8.0
# Points of the table, as it is looked at from above, along an edge.
_POINTS_PER_EDGE = MARKER_CELLS * _CELL_POINTS / BABEL_MAT.marker_side


def quarters_on_mat(frame_gray: UInt8Array, pose: CameraPose, cells: Sequence[Cell]) -> int | None:
    """Find by how many quarter turns a pose has to be turned into the frame of the mat under the tower.

    Parameters
    ----------
    frame_gray : uint8 array of shape (height, width)
    pose : CameraPose
        Of the tower, in a frame of its own, for this picture size.
    cells : sequence of cell
        Where cubes stand in that frame: they hide parts of the mat.

    Returns
    -------
    int or None
        Anticlockwise from above, 0 to 3; None where no mat is seen, or too little of one.
    """
    bits_at = {(x, y): marker_cells(number)[1:-1, 1:-1] > 0 for number, x, y in BABEL_MAT.marker_centres}
    table = _table(frame_gray, pose, cells)
    log_likelihoods, chance = np.zeros(4), 0.0
    for (x, y), seen in _bits_in_view(table):
        is_seen = ~np.isnan(seen)
        chance += is_seen.sum() * np.log(0.5)
        for quarters in range(4):
            # Turned by this much, the frame has here what the mat has there.
            expected = np.rot90(bits_at[_turned(x, y, quarters)], -quarters)
            is_right = (seen > 0.5) == expected
            log_likelihoods[quarters] += np.where(is_right, np.log1p(-_MISREAD), np.log(_MISREAD))[is_seen].sum()
    *_, second, best = sorted(log_likelihoods)
    return int(log_likelihoods.argmax()) if best - max(second, chance) >= _LEAST_MARGIN else None


def _turned(x: float, y: float, quarters: int) -> tuple[float, float]:
    """A point turned anticlockwise about the middle."""
    for _ in range(quarters):
        x, y = -y, x
    return x, y


def _table(frame_gray: UInt8Array, pose: CameraPose, cells: Sequence[Cell]) -> FloatArray:
    """The table from above, North first, _CELL_POINTS x _CELL_POINTS grey levels for a cell; NaN where not in view."""
    half = round(BABEL_MAT.side / 2 * _POINTS_PER_EDGE) + _REACH
    steps = (np.arange(2 * half) + 0.5 - half) / _POINTS_PER_EDGE
    x, y = np.meshgrid(steps, -steps)
    points = np.stack([x.ravel(), y.ravel(), np.zeros(x.size)], axis=-1)
    in_view = is_in_view(points[None], cells, pose)[0]
    table = np.full(len(points), np.nan)
    points_xy = np.rint(pose.project(points[in_view])).astype(int)
    table[in_view] = frame_gray[points_xy[:, 1], points_xy[:, 0]]
    return table.reshape(x.shape)


def _bits_in_view(table: FloatArray) -> Iterator[tuple[tuple[float, float], FloatArray]]:
    """For each place of a marker that looks like one: where it is, and its bits, 0 black, 1 white, NaN not in view."""
    middle = len(table) / 2
    for _, x, y in BABEL_MAT.marker_centres:
        starts = (round(middle + way * _POINTS_PER_EDGE - _WINDOW / 2) for way in (-y, x))
        near = (range(max(0, at - _REACH), min(at + _REACH, len(table) - _WINDOW) + 1) for at in starts)
        looks = (_marker_at(table[down : down + _WINDOW, right : right + _WINDOW]) for down, right in product(*near))
        clear = [look for look in looks if look is not None]
        if clear:
            yield (x, y), max(clear, key=lambda look: look[0])[1]


_RING = np.maximum(*abs(np.indices((_CELLS, _CELLS)) - (_CELLS - 1) / 2))
_IS_PAPER, _IS_BORDER = _RING > 3, (_RING > 2) & (_RING < 3)


def _marker_at(window: FloatArray) -> tuple[float, FloatArray] | None:
    """How clearly black a marker's border is in the white round it (grey levels), and its bits; None if hardly."""
    points = window.reshape(_CELLS, _CELL_POINTS, _CELLS, _CELL_POINTS).swapaxes(1, 2).reshape(_CELLS, _CELLS, -1)
    is_seen = ~np.isnan(points)
    count = is_seen.sum(axis=-1)
    sums = np.where(is_seen, points, 0.0).sum(axis=-1)
    levels = np.where(count >= _LEAST_POINTS, sums / np.maximum(count, 1), np.nan)
    paper, border = (levels[part & ~np.isnan(levels)] for part in (_IS_PAPER, _IS_BORDER))
    if min(len(paper), len(border)) < _LEAST_CELLS:
        return None
    white, black = float(np.median(paper)), float(np.median(border))
    clear = white - black - float(paper.std() + border.std())
    if white - black < _LEAST_CONTRAST or clear < _CLEAR_SHARE * (white - black):
        return None
    return clear, (levels[2:-2, 2:-2] - black) / (white - black)
