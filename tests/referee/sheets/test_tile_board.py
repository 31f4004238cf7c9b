import re
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import Result

from calibration.board_mat import sign_ink
from calibration.locating import LocatedMat, locate_mat
from calibration.markers import find_markers
from calibration.tile_mat import SQUARE_SIGN, TILE_MAT, middle_of
from referee.errors import InputError
from referee.sheets.mat import PNG_DPI
from referee.sheets.papers import PAPERS_MM, SQUARE_MM, largest_edge_mm
from referee.sheets.tile_board import tile_board_sheet
from rules.games.tours import SQUARES

Run = Callable[..., Result]
PX_PER_MM = PNG_DPI / 25.4


def sheet_gray(edge_mm: float, paper: str) -> np.ndarray:
    data = tile_board_sheet(edge_mm, paper, "png")
    return np.asarray(cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_GRAYSCALE))


@pytest.mark.parametrize(("edge_mm", "paper"), [(SQUARE_MM, "a4"), (40, "letter"), (55, "a3")])
def test_markers_and_crosses_are_printed_where_the_reader_expects_them(edge_mm: float, paper: str) -> None:
    sheet, size_mm = sheet_gray(edge_mm, paper), np.array(PAPERS_MM[paper])

    def pixels(points_xy: np.ndarray) -> np.ndarray:
        return (points_xy * edge_mm * [1, -1] + size_mm / 2) * PX_PER_MM

    seen = find_markers(sheet, TILE_MAT)
    assert seen.marker_ids == TILE_MAT.marker_ids
    assert abs(seen.points_xy + 0.5 - pixels(seen.points_xyz[:, :2])).max() < 2
    # Beside a cross there are the letters in a corner, and a line round the square.
    steps = 0.7 * ((np.arange(25) + 0.5) / 25 - 0.5)
    in_square = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    ink = sign_ink(SQUARE_SIGN, in_square)
    # Right on the border of ink a pixel decides.
    nearby = [sign_ink(SQUARE_SIGN, in_square + off) for off in ((0.02, 0), (-0.02, 0), (0, 0.02), (0, -0.02))]
    is_certain = np.all([other == ink for other in nearby], axis=0)
    for square, name in enumerate(SQUARES):
        columns, rows = pixels(middle_of(square) + in_square)[is_certain].astype(int).T
        assert np.array_equal(sheet[rows, columns] < 128, ink[is_certain] == 1), name


def test_a_camera_that_looks_at_the_sheet_is_found_by_it() -> None:
    sheet = cv2.resize(sheet_gray(SQUARE_MM, "a4"), None, fx=0.4, fy=0.4, interpolation=cv2.INTER_AREA)
    located = locate_mat(np.asarray(sheet, np.uint8), None, TILE_MAT)
    assert isinstance(located, LocatedMat)
    assert located.sighting.marker_ids == TILE_MAT.marker_ids
    assert located.reprojection_error_px < 0.5


def test_each_square_has_its_name_in_the_same_corner() -> None:
    sheet = tile_board_sheet(SQUARE_MM, "a4", "svg").decode()
    found = re.findall(r"<!-- ([abc][123]) -->\s*<g [^>]*translate\(([\d.]+) ([\d.]+)\)", sheet)
    places = {name: np.array([float(x), float(y)]) for name, x, y in found}
    assert sorted(places) == sorted(SQUARES)
    square_points = SQUARE_MM / 25.4 * 72
    for square, name in enumerate(SQUARES):
        # In SVG y grows downwards.
        off = (middle_of(square) - middle_of(0)) * [1, -1] * square_points
        assert places[name] - places[SQUARES[0]] == pytest.approx(off, abs=1)


def test_squares_of_the_usual_size_fit_the_usual_paper() -> None:
    assert SQUARE_MM <= largest_edge_mm(TILE_MAT, "a4") < SQUARE_MM + 1
    with pytest.raises(InputError, match="use --paper a3"):
        tile_board_sheet(SQUARE_MM + 1, "a4", "pdf")


@pytest.mark.parametrize("file_format", ["svg", "png", "pdf"])
def test_the_same_board_is_the_same_file(file_format: str) -> None:
    assert tile_board_sheet(SQUARE_MM, "a4", file_format) == tile_board_sheet(SQUARE_MM, "a4", file_format)


def test_the_board_is_printed_with_squares_that_fit_or_as_large_as_asked(run: Run, tmp_path: Path) -> None:
    usual, large = tmp_path / "usual.svg", tmp_path / "large.svg"
    told = run("mat", "--game", "tours", "-o", str(usual)).stdout
    assert "board of Les Tours de Babel with squares of 42 mm on a4" in told
    told = run("mat", "--game", "tours", "--edge", "50", "--paper", "a3", "-o", str(large)).stdout
    assert "squares of 50 mm on a3" in told
    assert usual.read_bytes() == tile_board_sheet(42, "a4", "svg")
    assert large.read_bytes() == tile_board_sheet(50, "a3", "svg")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--edge", "48"], "use --paper a3"),
        (["--card", "card.csv"], "--card is for the board of 012x012"),
        (["--charuco"], "--charuco is a sheet of its own"),
    ],
)
def test_what_makes_no_board_is_told_in_a_line(
    run: Run, refused: Callable[..., None], tmp_path: Path, words: list[str], message: str
) -> None:
    (tmp_path / "card.csv").write_text("")
    refused(run("mat", "--game", "tours", *words, "-o", str(tmp_path / "board.pdf")), message)
    assert not (tmp_path / "board.pdf").exists()
