"""A board drawn from above."""

import numpy as np
import pytest

from calibration.board_mat import sign_ink
from calibration.card_mat import CUBE_COLOURS_SRGB
from referee.drawings.board_drawing import HEIGHT, WIDTH, MarkedBoard, draw_board
from referee.drawings.flat import ink_on, paint
from rules.games.zero12 import DEFAULT_CARD, DEFAULT_OPTIONS, SIDE, SQUARES, bit

PX = 80
EMPTY = MarkedBoard((0, 0, 0))


def drawn(board: MarkedBoard) -> np.ndarray:
    """The drawing as a picture, red, green, blue."""
    picture_bgr = np.full((round(HEIGHT * PX), round(WIDTH * PX), 3), 128, np.uint8)
    paint(picture_bgr, draw_board(board, DEFAULT_CARD, DEFAULT_OPTIONS.colours), scale=PX)
    return picture_bgr[..., ::-1]


def part(picture: np.ndarray, square: tuple[int, int]) -> np.ndarray:
    """The square of a picture, North up."""
    left, top = round((0.85 + square[0]) * PX), (SIDE - 1 - square[1]) * PX
    return picture[top : top + PX, left : left + PX]


def test_an_empty_square_shows_the_sign_that_is_printed_there() -> None:
    picture, steps = drawn(EMPTY), np.arange(PX) / PX - 0.5
    points_xy = np.stack(np.meshgrid(steps, steps), axis=-1)
    for square in SQUARES:
        is_ink = part(picture, square)[4:-4, 4:-4].max(axis=2) < 210
        assert (is_ink == sign_ink(DEFAULT_CARD.code(square), points_xy)[4:-4, 4:-4]).mean() > 0.93, square


@pytest.mark.parametrize("code", [0, 1, 2])
def test_a_cube_has_its_paint_and_a_dot_if_it_is_of_the_last_turn(code: int) -> None:
    square, laid = (2, 9), [0, 0, 0]
    laid[code] = bit(square)
    paint_rgb = CUBE_COLOURS_SRGB[DEFAULT_OPTIONS.colours[code]]
    middle = PX // 2, PX // 2
    cubes = (laid[0], laid[1], laid[2])
    assert tuple(part(drawn(MarkedBoard(cubes)), square)[middle]) == paint_rgb
    assert tuple(part(drawn(MarkedBoard(cubes, last=bit(square))), square)[middle]) == ink_on(paint_rgb)


def test_what_is_pointed_out_has_a_border_and_a_fault_lies_over_the_others() -> None:
    before, square = drawn(EMPTY), (11, 0)
    seen = set()
    for marks in ({"under_way": bit(square)}, {"proposed": bit(square)}, {"at_fault": bit(square)}):
        picture = drawn(MarkedBoard((0, 0, 0), **marks))
        seen.add(tuple(part(picture, square)[PX // 2, 3]))
        is_changed = (picture != before).any(axis=2)
        assert part(is_changed[..., None], square).any()
        assert not is_changed[: -2 * PX].any()
    assert len(seen) == 3
    all_of_it = MarkedBoard((0, 0, 0), under_way=bit(square), proposed=bit(square), at_fault=bit(square))
    assert tuple(part(drawn(all_of_it), square)[PX // 2, 3]) == (220, 30, 30)
