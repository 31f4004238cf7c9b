"""A camera before a building, and heights as the reader numbers squares."""

import numpy as np
import pytest

from calibration.building_mat import GROUND_SIDE


@pytest.fixture
def ground():
    """Function ({(column, row): height}) -> heights of all squares, by rows from the South, of which the rest is
    table."""

    def heights_of(built: dict[tuple[int, int], int]) -> np.ndarray:
        heights = np.zeros((GROUND_SIDE, GROUND_SIDE), int)
        for (column, row), height in built.items():
            heights[row, column] = height
        return heights.ravel()

    return heights_of
