"""Printed boards are found in photos of any size."""

from pathlib import Path

import cv2
import numpy as np

import samples
from calibration.board_mat import BOARD_MAT
from calibration.refusal import Unreadable
from calibration.tile_mat import TILE_MAT
from vision.printed_boards import WORKING_PX, BoardPhoto, find_board

PHOTO = cv2.imread(str(Path(samples.__file__).parent / "photos" / "tile_develop" / "tile_develop_1.jpg"))


def test_a_board_is_found_in_the_photo_at_the_size_at_which_it_is_read() -> None:
    found = find_board(PHOTO, None, TILE_MAT)
    assert isinstance(found, BoardPhoto)
    assert found.picture.shape == PHOTO.shape
    large = find_board(cv2.resize(PHOTO, None, fx=2, fy=2), None, TILE_MAT)
    assert isinstance(large, BoardPhoto)
    assert max(large.picture.shape) == WORKING_PX
    assert large.located.pose.lens.size_wh == large.picture.shape[1::-1]
    np.testing.assert_allclose(large.located.pose.centre, found.located.pose.centre, atol=0.1)


def test_a_board_of_another_game_is_not_found() -> None:
    assert isinstance(find_board(PHOTO, None, BOARD_MAT), Unreadable)
