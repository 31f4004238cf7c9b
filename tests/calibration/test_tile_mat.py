import numpy as np

from calibration.board_mat import BOARD_MAT
from calibration.card_mat import CARD_MAT
from calibration.mat import BABEL_MAT, MARKER_CELLS
from calibration.tile_mat import SQUARE_SIGN, TILE_MAT, middle_of
from rules.games.tours import SQUARES


def test_the_mat_of_tiles_shares_no_marker_with_any_other() -> None:
    others = {*BABEL_MAT.marker_ids, *CARD_MAT.marker_ids, *BOARD_MAT.marker_ids}
    assert not others & set(TILE_MAT.marker_ids)
    # `cv2.aruco.DICT_4X4_50` has no more.
    assert max(TILE_MAT.marker_ids) < 50


def test_round_every_marker_is_at_least_most_of_a_white_cell() -> None:
    white = 0.9 * TILE_MAT.marker_side / MARKER_CELLS
    for marker in TILE_MAT.marker_ids:
        reach = abs(TILE_MAT.marker_corners(marker)[:, :2])
        assert reach.max() <= TILE_MAT.side / 2 - white
        assert reach.min(axis=0).max() >= TILE_MAT.footprint_side / 2 + white


def test_the_squares_lie_in_rows_from_the_south_west_and_fill_the_footprint() -> None:
    middles = np.array([middle_of(square) for square in range(len(SQUARES))])
    named = [("abc".index(name[0]) - 1, int(name[1]) - 2) for name in SQUARES]
    np.testing.assert_array_equal(middles, named)
    assert abs(middles).max() + 0.5 == TILE_MAT.footprint_side / 2


def test_the_sign_of_an_empty_square_is_one_that_can_be_printed() -> None:
    assert SQUARE_SIGN in (0, 1, 2)
