import numpy as np
import pytest

from calibration.board_mat import BOARD_MAT, sign_ink
from calibration.card_mat import CARD_MAT
from calibration.mat import BABEL_MAT

STEPS = (np.arange(101) - 50) / 100
POINTS_XY = np.stack(np.meshgrid(STEPS, STEPS), axis=-1)


def test_the_board_shares_no_marker_with_the_mat_of_towers_or_with_a_card() -> None:
    others = {*BABEL_MAT.marker_ids, *CARD_MAT.marker_ids}
    assert not others & set(BOARD_MAT.marker_ids)
    # `cv2.aruco.DICT_4X4_50` has no more.
    assert max(BOARD_MAT.marker_ids) < 50


def test_no_marker_touches_the_board_or_the_sheet_s_border() -> None:
    for marker in BOARD_MAT.marker_ids:
        reach = abs(BOARD_MAT.marker_corners(marker)[:, :2]).max(axis=1)
        assert reach.max() <= BOARD_MAT.side / 2 - 0.2
        assert reach.max() >= BOARD_MAT.footprint_side / 2 + 0.2


@pytest.mark.parametrize("code", [0, 1, 2])
def test_a_sign_looks_alike_from_all_four_sides_and_in_a_mirror(code: int) -> None:
    ink = sign_ink(code, POINTS_XY)
    assert np.array_equal(ink, np.rot90(ink))
    assert np.array_equal(ink, ink[:, ::-1])
    assert 0.1 < ink.mean() < 0.3
    # White is left round it, so that signs of neighbours keep apart.
    assert not ink[abs(POINTS_XY).max(axis=-1) > 0.4].any()


def test_signs_differ_by_more_than_half_of_their_ink() -> None:
    inks = [sign_ink(code, POINTS_XY) for code in (0, 1, 2)]
    for first, second in ((0, 1), (0, 2), (1, 2)):
        assert abs(inks[first] - inks[second]).sum() > 0.5 * max(inks[first].sum(), inks[second].sum())
