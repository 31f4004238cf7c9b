"""The geometry of printed mats, and what is printed on them. Used by all that finds, draws or stands on one."""

from dataclasses import dataclass

import cv2
import numpy as np

from .arrays import FloatArray, UInt8Array

MARKER_DICTIONARY = cv2.aruco.DICT_4X4_50
#: Cells along a marker: four bits and a black border.
MARKER_CELLS = 6


@dataclass(frozen=True, slots=True)
class Mat:
    """A mat's geometry, in cube edges, origin in the middle, x East, y North.

    Attributes
    ----------
    side : float
        Side of the white square.
    marker_side : float
        Side of a marker; each marker's top edge lies to the North.
    marker_centres : tuple of (id, x, y)
    footprint_side : float
        Side of the outline on which the tower stands.
    """

    side: float
    marker_side: float
    marker_centres: tuple[tuple[int, float, float], ...]
    footprint_side: float

    def marker_corners(self, marker_id: int) -> FloatArray:
        """Corners of one marker on the table in ArUco's order (North-West first, clockwise), shape (4, 3).

        Raises
        ------
        KeyError
            If the mat has no marker of that id.
        """
        centres = {number: (x, y) for number, x, y in self.marker_centres}
        x, y = centres[marker_id]
        half = self.marker_side / 2
        return np.array(
            [[x - half, y + half, 0], [x + half, y + half, 0], [x + half, y - half, 0], [x - half, y - half, 0]]
        )


#: The mat for babel: side 6, eight markers of side 1 round a 2x2 footprint (docs/conventions.md).
BABEL_MAT = Mat(
    side=6.0,
    marker_side=1.0,
    marker_centres=(
        (0, -2.25, -2.25),
        (1, 2.25, -2.25),
        (2, 2.25, 2.25),
        (3, -2.25, 2.25),
        (4, 0.0, -2.25),
        (5, 2.25, 0.0),
        (6, 0.0, 2.25),
        (7, -2.25, 0.0),
    ),
    footprint_side=2.0,
)


def marker_cells(marker_id: int) -> UInt8Array:
    """A marker, North first: 0 where a cell is black, 255 where white; shape (MARKER_CELLS, MARKER_CELLS)."""
    dictionary = cv2.aruco.getPredefinedDictionary(MARKER_DICTIONARY)
    return np.asarray(cv2.aruco.generateImageMarker(dictionary, marker_id, MARKER_CELLS, borderBits=1), np.uint8)
