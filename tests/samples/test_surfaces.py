"""Table tops are what they are called, nothing is drawn of a kind that there is not, and a board shows its signs."""

import cv2
import numpy as np
import pytest

from calibration.board_mat import BOARD_MAT, sign_ink
from calibration.mat import MARKER_DICTIONARY
from samples.lights import random_light
from samples.surfaces import TABLE_KINDS, MatPrint, mat_picture, table_picture


@pytest.mark.parametrize("kind", TABLE_KINDS)
def test_a_table_of_every_kind_shines_back_less_than_comes_in(kind: str) -> None:
    picture = table_picture(np.random.default_rng(1), kind, 20.0)
    assert picture.shape == (1024, 1024, 3)
    assert 0 < picture.min() < picture.max() < 1


def test_kinds_that_there_are_not_are_refused() -> None:
    with pytest.raises(ValueError, match="no table called 'glass'; there are plain, wood"):
        table_picture(np.random.default_rng(1), "glass", 20.0)
    with pytest.raises(ValueError, match="no light called 'moon'; there are daylight, tungsten"):
        random_light(np.random.default_rng(1), "moon")


def test_a_boards_picture_shows_its_markers_and_the_sign_of_each_square() -> None:
    codes = np.random.default_rng(2).integers(0, 3, (12, 12))
    printed = MatPrint(BOARD_MAT, 40, tuple(map(tuple, codes.tolist())))
    gray = (255 * mat_picture(np.random.default_rng(1), printed).mean(axis=2)).astype(np.uint8)
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(MARKER_DICTIONARY))
    corners, ids, _ = detector.detectMarkers(gray)
    assert sorted(ids.ravel()) == sorted(BOARD_MAT.marker_ids)
    for (found,), number in zip(corners, ids.ravel(), strict=True):
        east_north = BOARD_MAT.marker_corners(int(number))[:, :2]
        np.testing.assert_allclose(found, 40 * (8 + east_north * [1, -1]), atol=2.5)
    steps = np.linspace(-0.4, 0.4, 33)
    points_xy = np.stack(np.meshgrid(steps, steps), axis=-1)
    for (row, column), code in np.ndenumerate(codes):
        east_north = points_xy + np.array([column - 5.5, row - 5.5])
        x, y = np.moveaxis(np.rint(40 * (8 + east_north * [1, -1]) - 0.5).astype(int), -1, 0)
        is_black = gray[y, x] < 120
        assert np.argmin([(is_black != sign_ink(sign, points_xy)).mean() for sign in range(3)]) == code
