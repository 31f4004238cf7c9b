"""Whether a camera, or the mat, was moved between two pictures. Used by live following."""

import numpy as np

from calibration.arrays import FloatArray
from calibration.camera import CameraPose
from calibration.markers import longest_sides_px
from calibration.mat import BABEL_MAT

# The camera was moved if a corner of the footprint lies this far (cube edges) from where it was. Chosen: with half of
# the markers under an arm the pose is nearly a twentieth off.
_MOVED_EDGES = 0.05


def has_moved(before: CameraPose, after: CameraPose) -> bool:
    """Whether the camera, or the mat, has moved between two poses of the mat in pictures of one size."""
    if before.lens.size_wh != after.lens.size_wh:
        return True
    corners = np.array([[x, y, 0.0] for x in (-1.0, 1.0) for y in (-1.0, 1.0)])
    return after.shift_from(before, corners) > _MOVED_EDGES


def lie_as_before(before: CameraPose, markers_xyz: FloatArray, markers_xy: FloatArray) -> bool:
    """Whether the markers in view lie where the mat's pose of before shows them: then neither camera nor mat has moved,
    however far off a pose is that is fitted to the few that an arm leaves.

    Parameters
    ----------
    before : CameraPose
    markers_xyz : float array of shape (4n, 3)
        Corners of the markers that are seen, on the table, in the mat's frame.
    markers_xy : float array of shape (4n, 2)
        In a picture of the size that the pose is for.
    """
    off_px = np.linalg.norm(before.project(markers_xyz) - markers_xy, axis=1)
    side_px = longest_sides_px(markers_xy.reshape(-1, 4, 2))
    return bool((off_px.reshape(-1, 4).max(axis=1) <= _MOVED_EDGES * side_px / BABEL_MAT.marker_side).all())
