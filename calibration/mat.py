"""The printed mat: its geometry, finding it in a picture, and the camera pose that follows. Used by vision and drawings."""

from dataclasses import dataclass

import cv2
import numpy as np

from .camera import FloatArray

MARKER_DICTIONARY = cv2.aruco.DICT_4X4_50


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
        return np.array([[x - half, y + half, 0], [x + half, y + half, 0], [x + half, y - half, 0], [x - half, y - half, 0]])


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
