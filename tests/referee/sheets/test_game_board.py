from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import Result

from calibration.board_mat import BOARD_MAT, sign_ink
from calibration.markers import find_markers
from referee.errors import InputError
from referee.sheets.game_board import game_board_sheet
from referee.sheets.mat import PNG_DPI
from referee.sheets.papers import PAPERS_MM
from rules.games.zero12 import DEFAULT_CARD, SIDE, SQUARES, card_file

Run = Callable[..., Result]
PX_PER_MM = PNG_DPI / 25.4


def sheet_gray(edge_mm: float, paper: str) -> np.ndarray:
    data = game_board_sheet(DEFAULT_CARD, edge_mm, paper, "png")
    return cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_GRAYSCALE)


@pytest.mark.parametrize(("edge_mm", "paper"), [(11, "a4"), (17, "a3")])
def test_markers_and_signs_are_printed_where_the_reader_expects_them(edge_mm: float, paper: str) -> None:
    sheet = sheet_gray(edge_mm, paper)
    size_mm = np.array(PAPERS_MM[paper])

    def pixels(points_xy: np.ndarray) -> np.ndarray:
        return (points_xy * edge_mm * [1, -1] + size_mm / 2) * PX_PER_MM

    seen = find_markers(sheet, BOARD_MAT)
    assert seen.marker_ids == BOARD_MAT.marker_ids
    assert abs(seen.points_xy + 0.5 - pixels(seen.points_xyz[:, :2])).max() < 2
    steps = (np.arange(15) + 0.5) / 15 - 0.5
    in_square = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    # Right on the border of ink a pixel decides.
    is_clear = abs(in_square).max(axis=1) < 0.45
    for square in SQUARES[::7]:
        code = DEFAULT_CARD.code(square)
        ink = sign_ink(code, in_square)
        nearby = [sign_ink(code, in_square + off) for off in ((0.03, 0), (-0.03, 0), (0, 0.03), (0, -0.03))]
        is_certain = is_clear & np.all([other == ink for other in nearby], axis=0)
        columns, rows = pixels(np.array(square) - SIDE / 2 + 0.5 + in_square)[is_certain].astype(int).T
        assert np.array_equal(sheet[rows, columns] < 128, ink[is_certain] == 1), square


def test_a_board_that_does_not_fit_is_refused_with_what_fits() -> None:
    with pytest.raises(InputError, match="use --paper a3"):
        game_board_sheet(DEFAULT_CARD, 15, "a4", "pdf")


def test_the_board_is_printed_as_large_as_fits_with_the_signs_of_a_card(run: Run, tmp_path: Path) -> None:
    card = tmp_path / "card.csv"
    card.write_text(card_file(DEFAULT_CARD))
    usual, named = tmp_path / "usual.svg", tmp_path / "named.svg"
    told = run("mat", "--game", "012x012", "-o", str(usual)).stdout
    assert f"card {DEFAULT_CARD.reference}, for cubes of 11.8 mm on a4" in told
    assert run("mat", "--game", "cublook", "--card", str(card), "-o", str(named)).exit_code == 0
    assert usual.read_bytes() == named.read_bytes()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--card", "card.csv"], "--card is for the board of 012x012"),
        (["--game", "012x012", "--charuco"], "--charuco is a sheet of its own"),
        (["--game", "012x012", "--card", "missing.csv"], "missing.csv"),
    ],
)
def test_what_makes_no_board_is_told_in_a_line(
    run: Run, refused: Callable[..., None], tmp_path: Path, words: list[str], message: str
) -> None:
    refused(run("mat", *words, "-o", str(tmp_path / "board.pdf")), message)
    assert not list(tmp_path.iterdir())
