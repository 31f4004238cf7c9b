"""The printable sheet of a mat: one description, at true scale as PDF, SVG or PNG. Called by `tower-referee mat`."""

from collections.abc import Callable, Iterator

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import PathPatch, Rectangle
from matplotlib.path import Path as Outline

from calibration.arrays import FloatArray, UInt8Array
from calibration.mat import MARKER_CELLS, Mat, marker_cells
from referee.drawings.figures import drawing, file_of

from .papers import MARGIN_MM, PAPERS_MM, require_edge_fits

MM_PER_INCH = 25.4
PNG_DPI = 300
RULER_MM = 100
GREY = "0.6"
POINTS_PER_MM = 72 / MM_PER_INCH

DrawInside = Callable[[Axes, float], None]
"""Draws what lies on the footprint, in millimetres; gets the edge of one square or cube in millimetres."""


def mat_sheet(
    mat: Mat,
    edge_mm: float,
    paper: str,
    file_format: str,
    what: str = "mat for cubes",
    advice: str = "Lay it flat, build inside the thin grey square",
    draw_inside: DrawInside | None = None,
) -> bytes:
    """Draw a mat's sheet.

    Parameters
    ----------
    mat : Mat
    edge_mm : float
        Edge of one cube in millimetres.
    paper : str
        A name of `PAPERS_MM`.
    file_format : one of `figures.FILE_FORMATS`
        PNG has 300 dots per inch and says so in the file.
    what, advice : str
        What the sheet is, and what to do with it, for the line below it.
    draw_inside : callable, optional
        Draws what lies on the footprint.

    Returns
    -------
    bytes
        The file's content; the same for the same arguments.

    Raises
    ------
    InputError
        If the mat does not fit the paper, with the largest edge and the papers that fit.
    """
    require_edge_fits(mat, edge_mm, paper)

    def draw(axes: Axes) -> None:
        _draw_mat(axes, mat, edge_mm, (what, advice))
        if draw_inside is not None:
            draw_inside(axes, edge_mm)

    return sheet_file(paper, file_format, f"tower-referee {what} of {edge_mm:g} mm", draw)


def sheet_file(paper: str, file_format: str, title: str, draw: Callable[[Axes], None]) -> bytes:
    """A sheet of paper as a file at true scale, with a title that programs show; `draw` draws in millimetres, origin in
    the middle of the paper."""
    with drawing(svg_letters="path"):
        width_mm, height_mm = PAPERS_MM[paper]
        figure = Figure(figsize=(width_mm / MM_PER_INCH, height_mm / MM_PER_INCH), facecolor="white")
        axes = figure.add_axes((0, 0, 1, 1))
        axes.set_xlim(-width_mm / 2, width_mm / 2)
        axes.set_ylim(-height_mm / 2, height_mm / 2)
        axes.set_axis_off()
        draw(axes)
        return file_of(figure, file_format, PNG_DPI, title)


def _draw_mat(axes: Axes, mat: Mat, edge_mm: float, words: tuple[str, str]) -> None:
    for marker_id in mat.marker_ids:
        axes.add_patch(_marker_patch(mat, marker_id, edge_mm))
    side_mm = mat.footprint_side * edge_mm
    axes.add_patch(Rectangle((-side_mm / 2, -side_mm / 2), side_mm, side_mm, fill=False, edgecolor=GREY, linewidth=0.6))
    half_mm = mat.side * edge_mm / 2
    for points_xy in _corner_ticks(half_mm):
        axes.plot(*points_xy.T, color=GREY, linewidth=0.4)
    _draw_compass(axes, half_mm)
    _draw_ruler(axes, -half_mm - 18)
    draw_words(
        axes,
        -half_mm - 30,
        f"tower-referee {words[0]} of {edge_mm:g} mm. Print at 100 % (no fit to page) and check the ruler.\n"
        f"{words[1]}, and keep three or more black markers in the picture.",
    )


def _marker_patch(mat: Mat, marker_id: int, edge_mm: float) -> PathPatch:
    """One marker's black cells."""
    north_west_mm = mat.marker_corners(marker_id)[0, :2] * edge_mm
    return cells_patch(marker_cells(marker_id), north_west_mm, mat.marker_side * edge_mm / MARKER_CELLS)


def cells_patch(image: UInt8Array, north_west_mm: FloatArray, cell_mm: float) -> PathPatch:
    """The black pixels of a picture as one outline, each a square: neighbours in one path leave no hairlines."""
    corners = np.array([[0, 0], [1, 0], [1, -1], [0, -1], [0, 0]])
    squares = [
        Outline(north_west_mm + (np.array([column, -row]) + corners) * cell_mm, closed=True)
        for row, column in np.argwhere(image == 0)
    ]
    return PathPatch(Outline.make_compound_path(*squares), facecolor="black", linewidth=0)


def _corner_ticks(half_mm: float) -> Iterator[np.ndarray]:
    """Two short lines outside each corner of the white square, to cut along."""
    along_mm = half_mm * np.ones(2)
    beyond_mm = half_mm + np.array([1.5, 4.5])
    for east in (-1, 1):
        for north in (-1, 1):
            yield np.column_stack([east * beyond_mm, north * along_mm])
            yield np.column_stack([east * along_mm, north * beyond_mm])


def _draw_compass(axes: Axes, half_mm: float) -> None:
    """The four sides' letters outside the white square, all upright so that none looks like another."""
    offset_mm = half_mm + MARGIN_MM * 0.35
    for letter, east, north in (("N", 0, 1), ("E", 1, 0), ("S", 0, -1), ("W", -1, 0)):
        axes.text(
            east * offset_mm,
            north * offset_mm,
            letter,
            ha="center",
            va="center",
            fontsize=4 * POINTS_PER_MM,
            color="0.3",
        )


def draw_words(axes: Axes, y_mm: float, words: str) -> None:
    """What the sheet is and what to do with it, in small print."""
    axes.text(
        0,
        y_mm,
        words,
        ha="center",
        va="center",
        fontsize=2.6 * POINTS_PER_MM,
        linespacing=1.5,
        color="0.3",
    )


def _draw_ruler(axes: Axes, y_mm: float) -> None:
    """A line of known length with a tick each centimetre, to check the print's scale."""
    axes.plot([-RULER_MM / 2, RULER_MM / 2], [y_mm, y_mm], color="black", linewidth=0.5, solid_capstyle="butt")
    for tick_mm in range(0, RULER_MM + 1, 10):
        x_mm = tick_mm - RULER_MM / 2
        height_mm = 4 if tick_mm in (0, RULER_MM) else 2
        axes.plot([x_mm, x_mm], [y_mm, y_mm + height_mm], color="black", linewidth=0.3, solid_capstyle="butt")
    axes.text(
        0,
        y_mm - 3,
        f"check: this line is {RULER_MM} mm",
        ha="center",
        va="center",
        fontsize=2.6 * POINTS_PER_MM,
        color="0.3",
    )
