import numpy as np
import pytest

from rules.games.zero12 import SIDE
from vision.games.zero12.board_network import (
    ANSWERS,
    CAMERA,
    PAINT,
    PLANES,
    SEEN,
    SIDE_PX,
    SQUARE_PX,
    board_planes,
    turned_back,
    turned_planes,
)
from vision.games.zero12.reader import named_paint

WAYS = [(quarters, is_mirrored) for quarters in range(4) for is_mirrored in (False, True)]


@pytest.mark.parametrize(("quarters", "is_mirrored"), WAYS)
def test_answers_about_a_turned_board_come_back_to_their_squares(quarters: int, is_mirrored: bool) -> None:
    answers = np.random.default_rng(1).normal(size=(ANSWERS, SIDE, SIDE))
    planes = np.zeros((PLANES, SIDE_PX, SIDE_PX), np.float32)
    inside = slice(SQUARE_PX, -SQUARE_PX)
    planes[: CAMERA.start, inside, inside] = np.kron(answers[: CAMERA.start], np.ones((SQUARE_PX, SQUARE_PX)))
    turned = turned_planes(planes, quarters, is_mirrored)[: CAMERA.start, inside, inside]
    seen = turned[:, SQUARE_PX // 2 :: SQUARE_PX, SQUARE_PX // 2 :: SQUARE_PX]
    assert np.allclose(turned_back(seen, quarters, is_mirrored), answers[: CAMERA.start])


def test_the_camera_turns_with_the_board() -> None:
    planes = np.zeros((PLANES, SIDE_PX, SIDE_PX), np.float32)
    planes[CAMERA.start] = 1.0  # it stands in the East
    for quarters, toward in enumerate([(1, 0), (0, 1), (-1, 0), (0, -1)]):
        assert turned_planes(planes, quarters, False)[CAMERA, 0, 0].tolist() == list(toward)
        assert turned_planes(planes, quarters, True)[CAMERA, 0, 0].tolist() == [-part for part in toward]


def test_tops_lie_upright_in_one_plane_and_signs_in_the_other(draw_board, board_camera_at) -> None:
    pose = board_camera_at((-4, -14, 22))
    planes = board_planes(draw_board(pose, {(3, 8): 1}), pose, named_paint("red"))
    tops, ground = planes[0], planes[SEEN.stop // 2]

    def of_square(plane: np.ndarray, column: int, row: int) -> np.ndarray:
        top, left = SQUARE_PX * (SIDE - row), SQUARE_PX * (column + 1)
        return plane[top : top + SQUARE_PX, left : left + SQUARE_PX]

    black = of_square(tops, 3, 8)
    assert black[2:-2, 2:-2].max() < -0.5
    # The default card asks for a disc there: dark in the middle, and paper in the corners.
    disc = of_square(ground, 8, 10)
    assert disc[7:9, 7:9].max() < -0.5
    assert disc[1:3, 1:3].min() > 0.8
    # The camera is in the South-West, and higher than far.
    assert (planes[CAMERA, SIDE_PX // 2, SIDE_PX // 2] < 0).all()
    assert abs(planes[CAMERA]).max() < 2
    assert np.ptp(planes[PAINT], axis=(1, 2)).max() == 0


def test_without_paper_round_it_a_board_has_no_planes(draw_board, board_camera_at) -> None:
    pose = board_camera_at((0, -3, 6))
    assert board_planes(draw_board(pose, {})[400:560, 560:720], pose, named_paint("red")) is None
