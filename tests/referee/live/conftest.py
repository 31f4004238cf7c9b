"""The table of the live tests, importable by its file: tests are no package."""

import importlib.util
import sys
from pathlib import Path

import pytest

_spec = importlib.util.spec_from_file_location("fake_table", Path(__file__).with_name("fake_table.py"))
assert _spec is not None and _spec.loader is not None
fake_table = importlib.util.module_from_spec(_spec)
sys.modules["fake_table"] = fake_table
_spec.loader.exec_module(fake_table)


@pytest.fixture
def far_pose(camera_at):
    """A camera South-East of the mat, for pictures of 640 x 480 that hold a finished tower."""
    return camera_at((8.5, -8.5, 9.0), focal_px=560.0, size_wh=(640, 480), target=(0.0, 0.0, 2.2))


@pytest.fixture
def table(far_pose):
    """A table with an empty mat, and a camera that looks at it from the South-East."""
    return fake_table.Table(far_pose)


@pytest.fixture
def begun(table):
    """The same once the game has begun."""
    table.show("-,-,-,-")
    return table
