"""A camera for tests of geometry."""

import numpy as np
import pytest

from calibration.camera import CameraPose, Lens


@pytest.fixture
def camera_at():
    """Function (eye) -> CameraPose of a 1280x960 camera at `eye` that looks at (0, 0, 1)."""

    def look(eye, focal_px=1100.0):
        forward = np.subtract((0.0, 0.0, 1.0), eye) / np.linalg.norm(np.subtract((0.0, 0.0, 1.0), eye))
        right = np.cross(forward, [0.0, 0.0, 1.0])
        right /= np.linalg.norm(right)
        rotation = np.stack([right, np.cross(forward, right), forward])
        lens = Lens(np.array([[focal_px, 0, 639.5], [0, focal_px, 479.5], [0, 0, 1]]), np.zeros(5), (1280, 960))
        return CameraPose(lens, rotation, -rotation @ np.asarray(eye, float))

    return look
