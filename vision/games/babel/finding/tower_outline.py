"""The six corners of a tower's outline: where a pose puts them, and the poses that follow from them.

Called by the readers where the tower's place is given by hand, and by the program, which tells where it was found.
"""

from collections.abc import Iterator, Sequence

import cv2
import numpy as np

from calibration.arrays import FloatArray
from calibration.camera import CameraPose, Lens, plain_lens, rotation_about_vertical
from calibration.focal_prior import FocalPrior, LensKnowledge, focal_prior
from calibration.robust_fit import fit_robustly
from calibration.rotation import rotation_of

from .joint_lattice import LATTICE_LEVELS

# Focal lengths that are tried, over the longer side.
_FOCAL_OVER_LONGER = np.geomspace(0.45, 2.4, 6)
# How well people point: a standard deviation over the longer side. Poses that miss by more are none.
_POINTED, _WORST = 0.003, 0.03
# No outline reaches farther out of a picture, over its longer side: nothing would be seen of the tower.
_FARTHEST = 5.0


def outline_corners(levels: int, from_above: bool) -> FloatArray:
    """The corners of the box of 2 x 2 x `levels` cubes that make its outline, seen at the South-West edge; (6, 3).

    Lower left, lower middle, lower right, upper right, upper middle, upper left: against the clock. The upper middle
    one is at the back where the camera looks down on the top, else at the front.
    """
    middle = 1.0 if from_above else -1.0
    return np.array(
        [[-1, 1, 0], [-1, -1, 0], [1, -1, 0], [1, -1, levels], [middle, middle, levels], [-1, 1, levels]], np.float64
    )


def outline_xy(pose: CameraPose, levels: int) -> FloatArray:
    """Where the corners of a tower's outline lie in the picture, whichever edge the camera looks at; shape (6, 2)."""
    x, y, z = pose.centre
    quarters = {(False, False): 0, (True, False): 1, (True, True): 2, (False, True): 3}[bool(x > 0), bool(y > 0)]
    corners = outline_corners(levels, bool(z > levels)) @ rotation_about_vertical(90.0 * quarters).T
    return pose.project(corners)


def poses_from_outline(points_xy: FloatArray, size_wh: tuple[int, int], lens: LensKnowledge = None) -> list[CameraPose]:
    """The poses that lay the outline of a box of 2 x 2 x n cubes on six points, the best first, one for each n.

    Parameters
    ----------
    points_xy : float array of shape (6, 2)
        In the order of `outline_corners`.
    size_wh : tuple of int
    lens : Lens or ClaimedFocal, optional
        For this picture size. A Lens is that of the poses too, but for a thousandth of its focal length at the most.

    Returns
    -------
    list of CameraPose
        Empty if the points are no such outline.
    """
    if np.abs(points_xy).max() > _FARTHEST * max(size_wh):
        return []
    prior = focal_prior(size_wh, lens)
    usual_px = prior.starts_px(_FOCAL_OVER_LONGER * max(size_wh))
    lenses = [lens] if isinstance(lens, Lens) else [plain_lens(float(focal_px), size_wh) for focal_px in usual_px]
    found = []
    for levels in range(1, LATTICE_LEVELS + 1):
        of_levels = []
        for from_above in (True, False):
            corners = outline_corners(levels, from_above)
            starts = list(_starts(corners, points_xy, lenses))
            if starts:
                start = min(starts, key=lambda pose: pose.reprojection_error_px(corners, points_xy))
                pose = _fitted(corners, points_xy, start, prior)
                if _looks_at(pose, levels, from_above):
                    of_levels.append((pose.reprojection_error_px(corners, points_xy), pose))
        # Where the eye is nearly as high as the top, it may pass for seen from above and from below.
        found += sorted(of_levels, key=lambda entry: entry[0])[:1]
    found.sort(key=lambda entry: entry[0])
    return [pose for miss, pose in found if miss < _WORST * max(size_wh)]


def _looks_at(pose: CameraPose, levels: int, from_above: bool) -> bool:
    """Whether the camera sees the South-West edge, and the top as is assumed."""
    x, y, z = pose.centre
    return bool(x < -1 and y < -1 and (z > levels) == from_above and pose.depth(np.zeros(3)) > 0)


def _starts(corners: FloatArray, points_xy: FloatArray, lenses: Sequence[Lens]) -> Iterator[CameraPose]:
    for own in lenses:
        try:
            solved, turn, shift = cv2.solvePnP(corners, points_xy, own.matrix, own.distortion, flags=cv2.SOLVEPNP_SQPNP)
        except cv2.error:
            continue  # the points lie nearly in one place
        if solved:
            yield CameraPose(own, rotation_of(turn), np.asarray(shift, np.float64).ravel())


def _fitted(corners: FloatArray, points_xy: FloatArray, start: CameraPose, prior: FocalPrior) -> CameraPose:
    """The pose of least squares, and the focal length with it as far as it is not known."""

    def pose_of(state: FloatArray) -> CameraPose:
        lens = start.lens.zoomed(float(np.exp(state[6])) / start.lens.matrix[0, 0])
        return CameraPose(lens, rotation_of(state[:3]), state[3:6])

    def residuals(state: FloatArray) -> FloatArray:
        misses = (pose_of(state).project(corners) - points_xy).ravel() / (_POINTED * max(start.lens.size_wh))
        return np.append(misses, prior.surprise(state[6]))

    turn = cv2.Rodrigues(start.rotation)[0].ravel()
    first = np.concatenate([turn, start.translation, [np.log(start.lens.matrix[0, 0])]])
    # A person's points are all meant: none is so far off that it should count less.
    return pose_of(fit_robustly(residuals, first, scale=100.0, most_evaluations=30))
