"""The edge network learns how far each side of a face lies from where a pose that is a little off puts it."""

from pathlib import Path

import numpy as np
import pytest

from calibration.camera import CameraPose, plain_lens
from rules.games.babel import Face
from samples.training.edge_examples import examples_of, true_offsets
from vision.edge_network import ENDS, SideEnds
from vision.faces import FaceSite

DEVELOP = Path(__file__).parents[2] / "samples" / "photos" / "develop"
SOUTH = FaceSite((0, 0, 0), Face.S)


@pytest.fixture
def pose() -> CameraPose:
    """A camera ten edges South of the footprint's middle that looks North, half an edge above the table."""
    rotation = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]])
    return CameraPose(plain_lens(1000.0, (1280, 960)), rotation, -rotation @ np.array([0.0, -10.0, 0.5]))


def cube(center: tuple[float, float, float], yaw_deg: float = 0.0) -> dict:
    return {"cell": [0, 0, 0], "center": list(center), "yaw_deg": yaw_deg}


def test_a_cube_in_its_cell_is_off_by_nothing(pose: CameraPose) -> None:
    offsets = true_offsets([SOUTH], pose, pose, {(0, 0, 0): cube((-0.5, -0.5, 0.5))})
    assert offsets == pytest.approx(np.zeros((1, ENDS)), abs=1e-9)


def test_a_cube_beside_its_cell_has_its_sides_there(pose: CameraPose) -> None:
    offsets = true_offsets([SOUTH], pose, pose, {(0, 0, 0): cube((-0.48, -0.5, 0.55))})
    # Lower, right, upper, left side, each at both ends: 0.02 to the right and 0.05 up.
    assert offsets == pytest.approx(np.array([[-0.05, -0.05, 0.02, 0.02, 0.05, 0.05, -0.02, -0.02]]), abs=1e-6)


def test_of_a_turned_cube_one_side_is_seen_smaller(pose: CameraPose) -> None:
    (offsets,) = true_offsets([SOUTH], pose, pose, {(0, 0, 0): cube((-0.5, -0.5, 0.5), 3.0)})
    ends = SideEnds.of([SOUTH], pose)
    assert ends.points[0, 0] == pytest.approx([-1.0, -1.0, 0.0])
    # Turned against the clock, its right side comes nearer and its left one goes away.
    lower, right, upper, left = offsets.reshape(4, 2)
    assert lower == pytest.approx(upper[::-1], abs=1e-9)
    assert right.mean() != pytest.approx(-left.mean(), abs=1e-4)


def test_examples_follow_from_the_seed_and_are_a_little_off() -> None:
    one, again, other = (examples_of(DEVELOP / "develop_05.jpg", 2, seed) for seed in (1, 1, 2))
    assert one is not None
    assert again is not None
    assert other is not None
    assert np.array_equal(one.colours, again.colours)
    assert np.array_equal(one.offsets, again.offsets)
    assert not np.array_equal(one.offsets[:1], other.offsets[:1])
    assert 0.005 < np.median(abs(one.offsets)) < 0.15
