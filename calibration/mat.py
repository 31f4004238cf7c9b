"""The geometry of printed mats, and what is printed on them. Used by all that finds, draws or stands on one."""

from dataclasses import dataclass

import cv2
import numpy as np

from .arrays import FloatArray, UInt8Array

MARKER_DICTIONARY = cv2.aruco.DICT_4X4_50
#: Cells along a marker: four bits and a black border.
MARKER_CELLS = 6
#: The corners of a marker in cells, right and down from the first, in ArUco's order; shape (4, 2).
CORNERS_IN_CELLS = MARKER_CELLS * np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])


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
    fewest_markers : int
        With fewer in view it is not known well enough where all of the footprint lies.
    """

    side: float
    marker_side: float
    marker_centres: tuple[tuple[int, float, float], ...]
    footprint_side: float
    fewest_markers: int = 1

    @property
    def marker_ids(self) -> tuple[int, ...]:
        """The ids of all markers."""
        return tuple(number for number, _, _ in self.marker_centres)

    def marker_corners(self, marker_id: int) -> FloatArray:
        """Corners of one marker on the table in ArUco's order (North-West first, clockwise), shape (4, 3).

        Raises
        ------
        KeyError
            If the mat has no marker of that id.
        """
        return self.on_marker(marker_id, CORNERS_IN_CELLS)

    def on_marker(self, marker_id: int, cells_xy: FloatArray) -> FloatArray:
        """Points of one marker, or of the paper round it, on the table; shape (n, 3).

        Parameters
        ----------
        marker_id : int
        cells_xy : float array of shape (n, 2)
            In cells of the marker, right and down from its North-West corner.

        Raises
        ------
        KeyError
            If the mat has no marker of that id.

        Examples
        --------
        >>> BABEL_MAT.on_marker(4, np.array([[0.0, 0.0], [3.0, 3.0], [6.0, 7.0]])).round(3).tolist()
        [[-0.5, -1.75, 0.0], [0.0, -2.25, 0.0], [0.5, -2.917, 0.0]]
        """
        centres = {number: (x, y) for number, x, y in self.marker_centres}
        east, south = np.moveaxis((cells_xy / MARKER_CELLS - 0.5) * self.marker_side, -1, 0)
        x, y = centres[marker_id]
        return np.stack([x + east, y - south, np.zeros_like(east)], axis=-1)


def markers_round(first_id: int, away: float) -> tuple[tuple[int, float, float], ...]:
    """Eight markers round a square, as every mat here has them: its corners from the South-West against the clock, then
    the middles of its sides from the South.

    Parameters
    ----------
    first_id : int
        The others count up from it.
    away : float
        How far their middles lie from the mat's, to the East or West and to the North or South.

    Examples
    --------
    >>> markers_round(0, 2.25)[3:5]
    ((3, -2.25, 2.25), (4, 0.0, -2.25))
    """
    ways = ((-1, -1), (1, -1), (1, 1), (-1, 1), (0, -1), (1, 0), (0, 1), (-1, 0))
    return tuple((first_id + number, away * east, away * north) for number, (east, north) in enumerate(ways))


#: The mat for babel: side 6, eight markers of side 1 round a 2x2 footprint (docs/conventions.md).
BABEL_MAT = Mat(
    side=6.0,
    marker_side=1.0,
    marker_centres=markers_round(0, 2.25),
    footprint_side=2.0,
)


def marker_cells(marker_id: int) -> UInt8Array:
    """A marker, North first: 0 where a cell is black, 255 where white; shape (MARKER_CELLS, MARKER_CELLS)."""
    dictionary = cv2.aruco.getPredefinedDictionary(MARKER_DICTIONARY)
    return np.asarray(cv2.aruco.generateImageMarker(dictionary, marker_id, MARKER_CELLS, borderBits=1), np.uint8)
