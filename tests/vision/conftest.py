"""The tests' camera, as the reader's tests hold it."""

from functools import partial

import pytest


@pytest.fixture
def camera_at(camera_at):
    """Function (eye, focal_px) -> CameraPose of a 1280x960 camera that looks at the middle of a low tower."""
    return partial(camera_at, focal_px=1100.0, target=(0.0, 0.0, 1.0))
