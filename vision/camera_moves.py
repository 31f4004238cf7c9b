"""Whether a camera, or the mat, was moved between two pictures. Used by live following."""

import numpy as np

from calibration.arrays import FloatArray
from calibration.camera import CameraPose
from calibration.locating import LocatedMat
from calibration.markers import longest_sides_px
from calibration.mat import BABEL_MAT, Mat

# The camera was moved if a corner of the footprint lies this far (mat sides) from where it was: a twentieth of a cube's
# edge on babel's. Chosen: with half of the markers under an arm the pose is nearly so far off.
_MOVED = 0.05 / BABEL_MAT.side
# Chosen: a lens that hunts for focus, or markers that a hard shadow cuts off, put it no farther off than this.
_CLEARLY = 0.2 / BABEL_MAT.side


def has_moved(before: CameraPose, after: CameraPose, mat: Mat = BABEL_MAT) -> bool:
    """Whether the camera, or the mat, has moved between two poses of the mat in pictures of one size."""
    return _shift(before, after, mat) > _MOVED


def has_clearly_moved(before: CameraPose, after: CameraPose, mat: Mat = BABEL_MAT) -> bool:
    """Whether it has moved farther than a picture that is a little off makes it seem."""
    return _shift(before, after, mat) > _CLEARLY


def _shift(before: CameraPose, after: CameraPose, mat: Mat) -> float:
    """How far (mat sides) corners of the footprint lie from where they were; endless in a picture of another size."""
    if before.lens.size_wh != after.lens.size_wh:
        return np.inf
    half = mat.footprint_side / 2
    corners = np.array([[x, y, 0.0] for x in (-half, half) for y in (-half, half)])
    return after.shift_from(before, corners) / mat.side


def is_in_place(before: CameraPose, located: LocatedMat) -> bool:
    """Whether as many markers lie in their places by the pose of before as by the one that is fitted to them.

    Few markers, or one that a shadow or an arm cuts off, fix a pose badly; a camera that was moved leaves none in its
    place.

    Parameters
    ----------
    before : CameraPose
        For a picture of the same size.
    located : LocatedMat
    """
    as_before, as_now = (
        markers_in_place(pose, located.corners_xyz, located.corners_xy, located.sighting.mat)
        for pose in (before, located.pose)
    )
    return as_before > 0 and as_before >= as_now


def markers_in_place(pose: CameraPose, markers_xyz: FloatArray, markers_xy: FloatArray, mat: Mat = BABEL_MAT) -> int:
    """How many of the markers in view lie where a pose of the mat shows them.

    Parameters
    ----------
    pose : CameraPose
    markers_xyz : float array of shape (4n, 3)
        Corners of the markers that are seen, on the table, in the mat's frame.
    markers_xy : float array of shape (4n, 2)
        In a picture of the size that the pose is for.
    mat : Mat
    """
    off_px = np.linalg.norm(pose.project(markers_xyz) - markers_xy, axis=1)
    side_px = longest_sides_px(markers_xy.reshape(-1, 4, 2))
    is_in_place = off_px.reshape(-1, 4).max(axis=1) <= _MOVED * mat.side * side_px / mat.marker_side
    return int(np.count_nonzero(is_in_place))
