"""A cube before a marker that is seen is known not to be there; before one that is not seen there may be one."""

import numpy as np
import pytest

from calibration.locating import Place, locate_mat
from vision.before_markers import hides_marker

BEFORE_THE_NORTH = (0, 0, 1)


@pytest.fixture
def located(mat_picture, camera_at):
    """Function (hidden_ids) -> the mat as seen from the South."""

    def locate(hidden_ids=()):
        return locate_mat(mat_picture(camera_at((-0.5, -7, 5)), hidden_ids))

    return locate


def test_a_cube_between_camera_and_marker_hides_it_and_others_hide_none(located):
    cells = [BEFORE_THE_NORTH, (0, 0, 0), (1, 1, 0)]
    assert hides_marker(cells, located()).tolist() == [True, False, False]


def test_a_marker_that_is_not_seen_says_nothing(located):
    assert hides_marker([BEFORE_THE_NORTH], located(hidden_ids=(2, 3, 6))).tolist() == [False]


def test_what_stands_beside_the_outline_is_looked_at_where_it_stands(located):
    turned = located().told_from(Place(turn_deg=180.0))
    assert hides_marker([BEFORE_THE_NORTH, (1, 1, 1)], turned).tolist() == [False, True]
    assert np.array_equal(hides_marker([(1, 1, 1)], turned), hides_marker([BEFORE_THE_NORTH], located()))
