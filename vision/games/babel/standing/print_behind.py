"""Where a cube seems to stand, but what is printed on the mat behind it is seen. Used by the babel reader."""

from collections.abc import Sequence
from functools import cache

import numpy as np

from calibration.arrays import BoolArray, FloatArray, UInt8Array
from calibration.locating import LocatedMat
from calibration.mat import BABEL_MAT, MARKER_CELLS, marker_cells
from calibration.paper import light_at
from rules.games.babel import Cell, left_standing
from vision.faces import hidden_by

# Points along a cell of a marker.
_CELL_POINTS = 2
# So many black and so many white points at least, ten cells of each, tell whether print is seen: if this share of them
# looks like it, and white sends so many times the light of black. Of 1,032 rendered photos, also of towers beside the
# outline and of mats printed too small or large, no true cube has more than 0.82 of as many points look so; cubes made
# up of paper and a marker had 0.97 and 1.
_LEAST_POINTS, _LEAST_SHARE, _LEAST_CONTRAST = 40, 0.93, 2.0
# Linear light that keeps contrasts finite.
_NOTHING = 1e-4


def shows_print(frame_bgr: UInt8Array, cells: Sequence[Cell], mat: LocatedMat) -> BoolArray:
    """Which of the cubes that seem to stand on a mat do not, as markers are seen where they would hide them.

    Parameters
    ----------
    frame_bgr : uint8 array of shape (height, width, 3)
    cells : sequence of cell, length n
        Where cubes seem to stand, in the frame of the mat's pose.
    mat : LocatedMat
        For this picture size.

    Returns
    -------
    bool array of shape (n,)
        False too where a cube would hide too little of a marker.
    """
    on_mat, is_ink = _printed()
    points = mat.place.from_mat(on_mat)
    light = light_at(frame_bgr, mat.pose, points).mean(axis=-1)
    hidden = dict(zip(cells, hidden_by(points[None], cells, mat.pose.centre)[0], strict=True))
    answers = []
    for cell in cells:
        behind = ~np.isnan(light) & hidden[cell]
        for other in left_standing(cells, cell):
            behind &= ~hidden[other]
        answers.append(_looks_printed(light[behind], is_ink[behind]))
    return np.array(answers, np.bool_)


def _looks_printed(light: FloatArray, is_ink: BoolArray) -> bool:
    """Whether points that send this light are black and white as is printed there."""
    if min(is_ink.sum(), (~is_ink).sum()) < _LEAST_POINTS:
        return False
    black, white = (float(np.median(light[part])) + _NOTHING for part in (is_ink, ~is_ink))
    share = float(((light + _NOTHING < np.sqrt(black * white)) == is_ink).mean())
    return share >= _LEAST_SHARE and white >= _LEAST_CONTRAST * black


@cache
def _printed() -> tuple[FloatArray, BoolArray]:
    """Points of all markers and the paper right round them, (n, 3) in the mat's frame, and which of them are black."""
    side = MARKER_CELLS + 2
    cells = (np.arange(side * _CELL_POINTS) + 0.5) / _CELL_POINTS
    right, down = (each.ravel() for each in np.meshgrid(cells, cells))
    points, inks = [], []
    for number in BABEL_MAT.marker_ids:
        is_ink = np.pad(marker_cells(number), 1, constant_values=255) == 0
        points.append(BABEL_MAT.on_marker(number, np.stack([right, down], axis=-1) - 1))
        inks.append(is_ink[down.astype(int), right.astype(int)])
    return np.concatenate(points), np.concatenate(inks)
