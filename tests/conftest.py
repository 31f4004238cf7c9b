"""A camera for all tests of geometry."""

import numpy as np
import pytest

from calibration.camera import CameraPose, Lens


def look_at(eye, focal_px=1000.0, size_wh=(1280, 960), k1=0.0, target=(0.0, 0.0, 0.5)):
    """A camera at `eye` that looks at `target`, upright."""
    forward = np.subtract(target, eye) / np.linalg.norm(np.subtract(target, eye))
    right = np.cross(forward, [0.0, 0.0, 1.0])
    right /= np.linalg.norm(right)
    rotation = np.stack([right, np.cross(forward, right), forward])
    matrix = np.array([[focal_px, 0, (size_wh[0] - 1) / 2], [0, focal_px, (size_wh[1] - 1) / 2], [0, 0, 1]])
    lens = Lens(matrix, np.array([k1, 0.0, 0.0, 0.0, 0.0]), size_wh)
    return CameraPose(lens, rotation, -rotation @ np.asarray(eye, float))


@pytest.fixture
def camera_at():
    """Function (eye, focal_px, size_wh, k1, target) -> CameraPose."""
    return look_at
