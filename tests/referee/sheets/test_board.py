from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from calibration.lens_board import find_board
from referee.errors import InputError
from referee.sheets.board import board_sheet, largest_square_mm
from referee.sheets.mat import PNG_DPI
from referee.sheets.papers import PAPERS_MM


def test_the_printed_board_has_all_corners_at_their_distance(run: Any, tmp_path: Path) -> None:
    target = tmp_path / "board.png"
    result = run("mat", "--charuco", "--edge", "20", "-o", str(target))
    assert result.exit_code == 0
    assert "squares of 20 mm on a4" in result.stdout
    sheet = cv2.imread(str(target), cv2.IMREAD_GRAYSCALE)
    assert sheet is not None
    points_xyz, points_xy = find_board(np.asarray(sheet, np.uint8))
    assert len(points_xyz) == 54  # 6 x 9
    found_mm = (points_xy - points_xy[0]) * [1, -1] * 25.4 / PNG_DPI
    np.testing.assert_allclose(found_mm, (points_xyz - points_xyz[0])[:, :2] * 20, atol=0.1)


@pytest.mark.parametrize("paper", PAPERS_MM)
def test_the_largest_board_fits_and_no_larger_one(paper: str) -> None:
    largest_mm = largest_square_mm(paper)
    sheet = board_sheet(largest_mm, paper, "svg")
    assert sheet.startswith(b"<?xml") and b"<dc:title>tower-referee board</dc:title>" in sheet
    with pytest.raises(InputError, match=f"to {largest_mm} mm"):
        board_sheet(largest_mm + 1, paper, "svg")


@pytest.mark.parametrize("square", ["7", "inf"])
def test_squares_that_cannot_be_are_refused(run: Any, refused: Any, tmp_path: Path, square: str) -> None:
    refused(run("mat", "--charuco", "--edge", square, "-o", str(tmp_path / "board.pdf")), "do not suit a4")
