import re
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import Result

from calibration.board_mat import sign_ink
from calibration.building_mat import BUILDING_MAT, GROUND_SIDE, SQUARE_SIGN
from calibration.locating import LocatedMat, locate_mat
from calibration.markers import find_markers
from referee.sheets.building_ground import building_ground_sheet
from referee.sheets.mat import PNG_DPI
from referee.sheets.papers import PAPERS_MM
from rules.games.baubylon import square_name

Run = Callable[..., Result]
PX_PER_MM = PNG_DPI / 25.4
SQUARES = [(x, y) for y in range(GROUND_SIDE) for x in range(GROUND_SIDE)]


def sheet_gray(edge_mm: float, paper: str) -> np.ndarray:
    data = building_ground_sheet(edge_mm, paper, "png")
    return np.asarray(cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_GRAYSCALE))


@pytest.mark.parametrize(("edge_mm", "paper"), [(16.9, "a4"), (24, "a3")])
def test_markers_and_crosses_are_printed_where_the_reader_expects_them(edge_mm: float, paper: str) -> None:
    sheet, size_mm = sheet_gray(edge_mm, paper), np.array(PAPERS_MM[paper])

    def pixels(points_xy: np.ndarray) -> np.ndarray:
        return (points_xy * edge_mm * [1, -1] + size_mm / 2) * PX_PER_MM

    seen = find_markers(sheet, BUILDING_MAT)
    assert seen.marker_ids == BUILDING_MAT.marker_ids
    assert abs(seen.points_xy + 0.5 - pixels(seen.points_xyz[:, :2])).max() < 2
    # Beside a cross there are the letters in a corner, and a line round the square.
    steps = 0.6 * ((np.arange(15) + 0.5) / 15 - 0.5)
    in_square = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    ink = sign_ink(SQUARE_SIGN, in_square)
    # Right on the border of ink a pixel decides.
    nearby = [sign_ink(SQUARE_SIGN, in_square + off) for off in ((0.02, 0), (-0.02, 0), (0, 0.02), (0, -0.02))]
    is_certain = np.all([other == ink for other in nearby], axis=0)
    for square in SQUARES:
        middle = np.array(square) - (GROUND_SIDE - 1) / 2
        columns, rows = pixels(middle + in_square)[is_certain].astype(int).T
        assert np.array_equal(sheet[rows, columns] < 128, ink[is_certain] == 1), square_name(square)


def test_a_camera_that_looks_at_the_sheet_is_found_by_it() -> None:
    sheet = cv2.resize(sheet_gray(16, "a4"), None, fx=0.4, fy=0.4, interpolation=cv2.INTER_AREA)
    located = locate_mat(np.asarray(sheet, np.uint8), None, BUILDING_MAT)
    assert isinstance(located, LocatedMat)
    assert located.sighting.marker_ids == BUILDING_MAT.marker_ids
    assert located.reprojection_error_px < 0.5


def test_each_square_has_its_name_from_the_south_west() -> None:
    sheet = building_ground_sheet(16, "a4", "svg").decode()
    found = re.findall(r"<!-- ([a-h][1-8]) -->\s*<g [^>]*translate\(([\d.]+) ([\d.]+)\)", sheet)
    places = {name: np.array([float(x), float(y)]) for name, x, y in found}
    assert sorted(places) == sorted(map(square_name, SQUARES))
    square_points = 16 / 25.4 * 72
    for square in SQUARES:
        # In SVG y grows downwards.
        off = np.array(square) * [1, -1] * square_points
        assert places[square_name(square)] - places["a1"] == pytest.approx(off, abs=1)


def test_the_same_ground_is_the_same_file() -> None:
    assert building_ground_sheet(16, "a4", "pdf") == building_ground_sheet(16, "a4", "pdf")


def test_the_ground_is_printed_as_large_as_fits_or_as_asked(run: Run, tmp_path: Path) -> None:
    usual, large = tmp_path / "usual.svg", tmp_path / "large.svg"
    told = run("mat", "--game", "baubylon", "-o", str(usual)).stdout
    assert "ground of Baubylon with squares of 16.9 mm on a4; print at 100 %" in told
    told = run("mat", "--game", "baubylon", "--edge", "20", "--paper", "a3", "-o", str(large)).stdout
    assert "squares of 20 mm on a3" in told
    assert large.read_bytes() == building_ground_sheet(20, "a3", "svg")
    assert "Lay it flat, build on the squares" in large.read_text()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--edge", "20"], "use --paper a3"),
        (["--edge", "30", "--paper", "a3"], "the most on any paper is 24.7 mm, on a3"),
        (["--card", "card.csv"], "--card is for the board of 012x012"),
        (["--charuco"], "--charuco is a sheet of its own"),
    ],
)
def test_what_makes_no_ground_is_told_in_a_line(
    run: Run, refused: Callable[..., None], tmp_path: Path, words: list[str], message: str
) -> None:
    (tmp_path / "card.csv").write_text("")
    refused(run("mat", "--game", "baubylon", *words, "-o", str(tmp_path / "ground.pdf")), message)
    assert not (tmp_path / "ground.pdf").exists()
