"""What is drawn of a building on its photos."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from referee.drawings.annotate_building import annotate_building
from referee.drawings.face_lines import AMBER, GREEN, RED
from rules.game import Fault

PHOTO = np.full((480, 640, 3), 128, np.uint8)
TABLE = "00000000"
#: A column of three on d4, one of one on d5 behind it, and c4 that is not sure.
BUILT = "/".join([TABLE, TABLE, TABLE, "00010000", "00?30000", TABLE, TABLE, TABLE])


@pytest.fixture
def drawn(building_reading: Callable[..., Any]) -> Callable[..., Callable[[float, float, float], Any]]:
    """The drawing on a photo from a place, as a function that tells the colours near a point of the world."""

    def drawn(*faults: Fault, eye: tuple[float, float, float] = (0.0, -12.0, 12.0)) -> Any:
        reading = building_reading(BUILT, (eye,))
        (pose,) = reading.poses
        picture = annotate_building(PHOTO, pose, reading, "illegal" if faults else "legal", faults)
        assert picture.shape[0] > PHOTO.shape[0]
        assert picture.shape[1:] == PHOTO.shape[1:]

        # The verdict stands above the photo, a strip of 44 pixels.
        def near(*point_xyz: float) -> set[tuple[int, ...]]:
            column, row = np.rint(pose.project(np.array([point_xyz]))[0]).astype(int)
            patch = picture[row + 42 : row + 47, column - 2 : column + 3].reshape(-1, 3)
            return {tuple(map(int, colour)) for colour in patch}

        return near

    return drawn


def test_tops_are_outlined_at_their_height(drawn: Callable[..., Any]) -> None:
    near = drawn()
    assert GREEN in near(-0.5, -0.92, 3.0)
    assert GREEN not in near(-0.5, -0.92, 0.0)
    assert AMBER in near(-1.5, -0.92, 0.0)
    # Nothing is drawn on the empty table.
    assert near(1.5, -0.92, 0.0) == {(128, 128, 128)}


def test_squares_at_fault_are_red(drawn: Callable[..., Any]) -> None:
    near = drawn(Fault("B1", ("d4",), "message"))
    assert RED in near(-0.5, -0.92, 3.0)


def test_a_top_behind_others_is_not_drawn(drawn: Callable[..., Any]) -> None:
    behind = (-0.5, 0.08, 1.0)
    assert GREEN not in drawn(eye=(-0.5, -14.0, 5.0))(*behind)
    assert GREEN in drawn(eye=(-0.5, 14.0, 5.0))(*behind)
