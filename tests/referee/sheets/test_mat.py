import io
import os
import re
import xml.etree.ElementTree as ElementTree

import cv2
import numpy as np
import pytest
from PIL import Image

from calibration.mat import BABEL_MAT, MARKER_DICTIONARY
from referee.errors import InputError
from referee.sheets.mat import PNG_DPI, RULER_MM, mat_sheet
from referee.sheets.papers import PAPERS_MM, largest_edge_mm

POINTS_PER_MM = 72 / 25.4


def raster(edge_mm: float, paper: str) -> np.ndarray:
    return cv2.imdecode(np.frombuffer(mat_sheet(BABEL_MAT, edge_mm, paper, "png"), np.uint8), cv2.IMREAD_GRAYSCALE)


@pytest.mark.parametrize(("edge_mm", "paper"), [(30, "a4"), (20.5, "letter"), (45, "a3")])
def test_png_shows_all_markers_at_their_place_in_millimetres(edge_mm: float, paper: str) -> None:
    sheet = raster(edge_mm, paper)
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(MARKER_DICTIONARY), parameters)
    corners, ids, _ = detector.detectMarkers(sheet)
    assert sorted(ids.ravel()) == list(range(8))
    width_mm, height_mm = PAPERS_MM[paper]
    for marker_id, corners_xy in zip(ids.ravel(), corners, strict=True):
        # Pixel centres are at whole numbers. The sheet's last fraction of a pixel is cut at the top: count from below.
        from_below = np.array([0, sheet.shape[0]]) + (corners_xy[0] + 0.5) * [1, -1]
        found_mm = from_below * 25.4 / PNG_DPI - np.array([width_mm, height_mm]) / 2
        np.testing.assert_allclose(found_mm, BABEL_MAT.marker_corners(marker_id)[:, :2] * edge_mm, atol=0.1)


def test_markers_keep_a_white_border_and_the_square_holds_only_markers_and_footprint() -> None:
    sheet = raster(30, "a4")
    per_mm = PNG_DPI / 25.4
    rows, columns = np.ogrid[: sheet.shape[0], : sheet.shape[1]]
    x_edges = ((columns + 0.5) / per_mm - 105) / 30
    y_edges = (148.5 - (rows + 0.5) / per_mm) / 30
    inside = np.maximum(np.abs(x_edges), np.abs(y_edges)) < 3
    allowed = np.abs(np.maximum(np.abs(x_edges), np.abs(y_edges)) - 1) < 0.02
    for _, x, y in BABEL_MAT.marker_centres:
        allowed |= np.maximum(np.abs(x_edges - x), np.abs(y_edges - y)) < 0.51
    assert (sheet[inside & ~allowed] == 255).all()
    assert ((sheet > 100) & (sheet < 255))[allowed & inside].any()


def test_the_letters_of_the_four_sides_stand_as_on_a_map() -> None:
    sheet = mat_sheet(BABEL_MAT, 30, "a4", "svg").decode()
    letters = re.findall(r"<!-- ([NESW]) -->\s*<g [^>]*translate\(([\d.]+) ([\d.]+)\)", sheet)
    places = {letter: (float(x), float(y)) for letter, x, y in letters}
    # In SVG y grows downwards.
    assert places["W"][0] < min(places["N"][0], places["S"][0]) <= max(places["N"][0], places["S"][0]) < places["E"][0]
    assert places["N"][1] < places["E"][1] == places["W"][1] < places["S"][1]


def test_ruler_line_has_the_length_it_claims() -> None:
    sheet = raster(30, "a4")
    per_mm = PNG_DPI / 25.4
    row = sheet[round((148.5 + 90 + 18) * per_mm - 0.5)]
    dark = np.flatnonzero(row < 200)
    assert (np.ptp(dark) + 1) / per_mm == pytest.approx(RULER_MM, abs=0.4)


@pytest.mark.parametrize("paper", PAPERS_MM)
def test_svg_pdf_and_png_have_the_size_of_the_paper(paper: str) -> None:
    edge_mm = 25.0
    width_mm, height_mm = PAPERS_MM[paper]
    root = ElementTree.fromstring(mat_sheet(BABEL_MAT, edge_mm, paper, "svg"))
    sizes = [float(root.attrib[name].removesuffix("pt")) / POINTS_PER_MM for name in ("width", "height")]
    assert sizes == pytest.approx([width_mm, height_mm], abs=0.01)
    box = re.search(rb"/MediaBox \[ ?0 0 ([\d.]+) ([\d.]+) ?\]", mat_sheet(BABEL_MAT, edge_mm, paper, "pdf"))
    assert box is not None
    assert [float(number) / POINTS_PER_MM for number in box.groups()] == pytest.approx([width_mm, height_mm], abs=0.01)
    with Image.open(io.BytesIO(mat_sheet(BABEL_MAT, edge_mm, paper, "png"))) as picture:
        assert picture.info["dpi"] == pytest.approx((PNG_DPI, PNG_DPI), abs=0.1)
        assert np.array(picture.size) / PNG_DPI * 25.4 == pytest.approx([width_mm, height_mm], abs=0.1)


@pytest.mark.parametrize("file_format", ["svg", "png"])
def test_the_same_sheet_is_the_same_file(file_format: str) -> None:
    assert mat_sheet(BABEL_MAT, 30, "a4", file_format) == mat_sheet(BABEL_MAT, 30, "a4", file_format)


def test_a_date_that_is_none_harms_no_sheet(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = mat_sheet(BABEL_MAT, 30, "a4", "pdf")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "yesterday")
    assert mat_sheet(BABEL_MAT, 30, "a4", "pdf") == expected
    assert os.environ["SOURCE_DATE_EPOCH"] == "yesterday"


@pytest.mark.parametrize("paper", PAPERS_MM)
def test_the_largest_edge_fits_and_the_next_does_not(paper: str) -> None:
    largest_mm = largest_edge_mm(BABEL_MAT, paper)
    assert mat_sheet(BABEL_MAT, largest_mm, paper, "svg")
    with pytest.raises(InputError, match=f"up to {largest_mm:g} mm"):
        mat_sheet(BABEL_MAT, largest_mm + 0.1, paper, "svg")


@pytest.mark.parametrize(
    ("edge_mm", "paper", "message"),
    [
        (40, "a4", "use --paper a3"),
        (32, "a4", "use --paper a3 or letter"),
        (60, "a3", "the most on any paper is 46.1 mm, on a3"),
        (0, "a4", "too small"),
        (-3, "a4", "too small"),
        (float("nan"), "a4", "is no length"),
        (30, "a5", "choose one of a4, a3, letter"),
    ],
)
def test_a_sheet_that_cannot_be_drawn_is_refused(edge_mm: float, paper: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        mat_sheet(BABEL_MAT, edge_mm, paper, "pdf")
