"""Paper sizes and whether a mat fits them. Used by the sheets and, being light, by the command's options."""

import math
from typing import TYPE_CHECKING

from referee.errors import InputError

if TYPE_CHECKING:
    from calibration.mat import Mat

#: Width and height in millimetres: ISO 216 for A4 and A3, ANSI/ASME Y14.1 for letter.
PAPERS_MM: dict[str, tuple[float, float]] = {"a4": (210.0, 297.0), "a3": (297.0, 420.0), "letter": (215.9, 279.4)}

#: Left free on each side of the white square, for the compass letters and the strip no printer reaches.
MARGIN_MM = 10.0

#: Side of a square of the board of Les Tours de Babel: the largest that fits a4, and all tiles.
SQUARE_MM = 42.0

#: Smaller markers than this are lost in a phone's picture of a whole table.
SMALLEST_EDGE_MM = 10.0


def largest_edge_mm(mat: "Mat", paper: str) -> float:
    """The largest cube edge whose mat fits `paper`, rounded down to 0.1 mm."""
    return math.floor((min(PAPERS_MM[paper]) - 2 * MARGIN_MM) / mat.side * 10) / 10


def require_edge_fits(mat: "Mat", edge_mm: float, paper: str) -> None:
    """Refuse an edge that gives no usable sheet.

    Raises
    ------
    InputError
        If the edge is no length, too small, or too large for the paper.
    """
    if paper not in PAPERS_MM:
        raise InputError(f"unknown paper {paper!r}; choose one of {', '.join(PAPERS_MM)}")
    if not math.isfinite(edge_mm):
        raise InputError(f"{edge_mm:g} mm is no length; measure it, such as 20 mm")
    if edge_mm < SMALLEST_EDGE_MM:
        raise InputError(f"{edge_mm:g} mm is too small; the smallest is {SMALLEST_EDGE_MM:g} mm")
    largest_mm = largest_edge_mm(mat, paper)
    if edge_mm <= largest_mm:
        return
    fitting = [name for name in PAPERS_MM if edge_mm <= largest_edge_mm(mat, name)]
    if fitting:
        remedy = f"use --paper {' or '.join(fitting)}"
    else:
        roomiest = max(PAPERS_MM, key=lambda name: largest_edge_mm(mat, name))
        remedy = f"the most on any paper is {largest_edge_mm(mat, roomiest):g} mm, on {roomiest}"
    raise InputError(
        f"{edge_mm:g} mm needs a white square of {mat.side * edge_mm:g} mm, which does not fit {paper} "
        f"(up to {largest_mm:g} mm does); {remedy}"
    )
