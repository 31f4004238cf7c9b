"""Where rounded edges of cubes are seen. Used where edges are laid on a picture's."""

import numpy as np

from calibration.arrays import FloatArray


def rounding(points: FloatArray, normals: FloatArray, outward: FloatArray, camera_xyz: FloatArray) -> FloatArray:
    """How far from where sharp edges were those rounded with radius 1 are seen.

    Where the cube's next face looks away from the camera, the line of sight touches the rounding farther in.

    Parameters
    ----------
    points : float array of shape (..., 3)
        On the sharp edges.
    normals, outward : float arrays of shape (..., 3)
        Unit normals of the face, and of the cube's next face at that edge.
    camera_xyz : float array of shape (3,)

    Returns
    -------
    float64 array of shape (..., 3)
        0 where both faces are turned to the camera.

    Examples
    --------
    >>> shift = rounding(np.zeros(3), np.array([0.0, 0, 1]), np.array([1.0, 0, 0]), np.array([-5.0, 0, 5.0]))
    >>> shift.round(3).tolist()  # from 45 degrees the rounding is touched in its middle
    [-0.293, 0.0, -0.293]
    """
    sight = camera_xyz - points
    facing, next_facing = (np.sum(sight * way, axis=-1, keepdims=True) for way in (normals, outward))
    touched = (facing * outward - next_facing * normals) / np.hypot(facing, next_facing)
    return np.where(next_facing < 0, touched - outward - normals, 0.0)
