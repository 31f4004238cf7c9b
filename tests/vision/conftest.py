"""The tests' camera, as the reader's tests hold it, and a picture of two cubes."""

from functools import partial

import numpy as np
import pytest

from rules.games.babel import Face
from vision.faces import FaceSite
from vision.games.babel.telling.tower_picture import tower_picture
from vision.scene import Scene, looked, watch


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


@pytest.fixture
def table_picture():
    """Function (light, box) -> picture of a table with a grain, something red in the box (left, top, right, bottom)."""

    def table_picture(light=1.0, box=None):
        random = np.random.default_rng(7)
        picture = 140.0 + 60 * np.kron(random.random((18, 32)), np.ones((20, 20)))[:, :, None] * np.ones(3)
        if box is not None:
            left, top, right, bottom = box
            picture[top:bottom, left:right] = (60, 80, 200)
        return np.clip(picture * light, 0, 255).astype(np.uint8)

    return table_picture


@pytest.fixture
def after_look():
    """Function of a picture -> the scene after a look at it."""

    def after_look(picture):
        scene = watch(Scene(), picture, 0.0)
        return looked(scene, scene.small_bgr, None)

    return after_look
