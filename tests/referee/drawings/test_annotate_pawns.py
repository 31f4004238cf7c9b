"""What is drawn of pawns on photos of a building."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from calibration.building_mat import STOREY
from referee.drawings.annotate_pawns import annotate_pawns
from referee.drawings.face_lines import AMBER, GREEN

PHOTO = np.full((480, 640, 3), 128, np.uint8)
TABLE = "00000000"
#: A column of three on d4, and one of one on f4.
BUILT = "/".join([TABLE, TABLE, TABLE, TABLE, "00030100", TABLE, TABLE, TABLE])


@pytest.fixture
def ring(building_reading: Callable[..., Any], pawn_reading: Callable[..., Any]) -> Callable[..., set[tuple[int, ...]]]:
    """The colours at the Southern end of a ring round d4 so many storeys above the table."""

    def ring(storeys: float, stacks: str = "d4:r12", unknown: Any = ()) -> set[tuple[int, ...]]:
        building = building_reading(BUILT)
        (pose,) = building.poses
        picture = annotate_pawns(PHOTO, pose, building, pawn_reading(stacks), unknown, "legal")
        assert picture.shape[0] > PHOTO.shape[0]
        column, row = np.rint(pose.project(np.array([[-0.5, -0.92, STOREY * storeys]]))[0]).astype(int)
        # The verdict stands above the photo, a strip of 44 pixels.
        patch = picture[row + 42 : row + 47, column - 2 : column + 3].reshape(-1, 3)
        return {tuple(map(int, colour)) for colour in patch}

    return ring


def test_a_stack_is_ringed_where_it_ends(ring: Callable[..., Any]) -> None:
    assert GREEN in ring(3 + 1.5)
    assert GREEN not in ring(3)
    assert GREEN in ring(3 + 0.5, "d4:2")


def test_where_nothing_stands_nothing_is_drawn(ring: Callable[..., Any]) -> None:
    assert ring(3, "f4:2") == {(128, 128, 128)}


def test_what_is_not_sure_is_amber(ring: Callable[..., Any]) -> None:
    assert AMBER in ring(3 + 1.0, "d4:-2", unknown=((3, 3),))
