"""The tests' camera, as the reader's tests hold it, and a picture of two cubes."""

from functools import partial

import numpy as np
import pytest

from rules.games.babel import Face
from vision.faces import FaceSite
from vision.tower_picture import tower_picture


@pytest.fixture
def camera_at(camera_at):
    """Function (eye, focal_px) -> CameraPose of a 1280x960 camera that looks at the middle of a low tower."""
    return partial(camera_at, focal_px=1100.0, target=(0.0, 0.0, 1.0))


@pytest.fixture
def picture(camera_at):
    """Two cubes, three faces, in a picture of one colour."""
    frame = np.full((960, 1280, 3), (60, 120, 200), np.uint8)
    sites = [FaceSite((0, 0, 0), Face.S), FaceSite((0, 0, 0), Face.W), FaceSite((1, 0, 0), Face.S)]
    white = np.array([0.8, 0.8, 0.8])
    return tower_picture(frame, sites, np.ones(3), [(0, 0, 0), (1, 0, 0)], camera_at((-6, -7, 4)), white)
