"""The camera's pose from points of a plane, its lens known or estimated along with it. Called by `locating`."""

import cv2
import numpy as np

from .arrays import FloatArray
from .camera import CameraPose, Lens, plain_lens
from .focal_prior import FocalPrior
from .robust_fit import fit_robustly
from .rotation import rotation_of

# Focal lengths that are tried, over the longer side: from a wide phone to a long lens.
_FOCAL_OVER_LONGER = np.geomspace(0.45, 3.0, 14)
#: Standard deviation of a refined corner (px): its median error is 0.36 in rendered photos, and a mat curls.
CORNER_SIGMA_PX = 0.5
# Standard deviation of k1, chosen: phones correct their pictures, webcams bend straight lines by a tenth at the most.
_DISTORTION_SPREAD = 0.1


def pose_with_lens(points_xyz: FloatArray, points_xy: FloatArray, lens: Lens) -> CameraPose | None:
    """Find the pose of a camera whose lens is known: the better of the plane's two poses, refined.

    Parameters
    ----------
    points_xyz : float64 array of shape (n, 3)
        On the table, z = 0, in cube edges; at least the four corners of a square.
    points_xy : float64 array of shape (n, 2)
        Where they are seen, in pixels.
    lens : Lens

    Returns
    -------
    CameraPose or None
        None where no camera above the table sees them so.
    """
    count, rotations, translations, _ = cv2.solvePnPGeneric(
        points_xyz, points_xy, lens.matrix, lens.distortion, flags=cv2.SOLVEPNP_IPPE
    )
    poses = []
    for i in range(count):
        rotation, translation = cv2.solvePnPRefineLM(
            points_xyz, points_xy, lens.matrix, lens.distortion, rotations[i], translations[i]
        )
        pose = CameraPose(lens, rotation_of(rotation), np.asarray(translation, np.float64).ravel())
        # The camera is above the table, and the points in front of it.
        if pose.centre[2] > 0 and pose.depth(points_xyz).min() > 0:
            poses.append(pose)
    return min(poses, key=lambda pose: pose.reprojection_error_px(points_xyz, points_xy), default=None)


def pose_and_lens(
    points_xyz: FloatArray, points_xy: FloatArray, size_wh: tuple[int, int], prior: FocalPrior
) -> CameraPose | None:
    """Find the pose, focal length and radial distortion together: a scan over focal lengths, then least squares.

    Parameters
    ----------
    points_xyz, points_xy
        As for `pose_with_lens`.
    size_wh : tuple of int
        Width and height of the picture.
    prior : FocalPrior
        Few points hardly tell the focal length.

    Returns
    -------
    CameraPose or None
        As of `pose_with_lens`; its lens has k1 alone, square pixels, and its middle in the picture's.
    """
    scan = []
    for focal_px in _FOCAL_OVER_LONGER * max(size_wh):
        pose = pose_with_lens(points_xyz, points_xy, plain_lens(float(focal_px), size_wh))
        if pose is not None:
            residuals = (pose.project(points_xyz) - points_xy).ravel() / CORNER_SIGMA_PX
            scan.append((float(np.sum(residuals**2) + prior.surprise(float(np.log(focal_px))) ** 2), pose))
    if not scan:
        return None
    _, start = min(scan, key=lambda entry: entry[0])
    return _refine(points_xyz, points_xy, start, prior)


def _refine(points_xyz: FloatArray, points_xy: FloatArray, start: CameraPose, prior: FocalPrior) -> CameraPose:
    """Least squares over focal length, k1, rotation and translation, with weak priors on the lens."""

    def pose_of(parameters: FloatArray) -> CameraPose:
        lens = plain_lens(float(np.exp(parameters[0])), start.lens.size_wh, float(parameters[1]))
        return CameraPose(lens, rotation_of(parameters[2:5]), parameters[5:8])

    def residuals(parameters: FloatArray) -> FloatArray:
        misses = (pose_of(parameters).project(points_xyz) - points_xy).ravel() / CORNER_SIGMA_PX
        priors = [prior.surprise(parameters[0]), parameters[1] / _DISTORTION_SPREAD]
        return np.concatenate([misses, priors])

    first = np.concatenate(
        [
            [np.log(start.lens.matrix[0, 0]), 0.0],
            cv2.Rodrigues(start.rotation)[0].ravel(),
            start.translation.astype(np.float64),
        ]
    )
    return pose_of(fit_robustly(residuals, first, scale=2.0, most_evaluations=60))
