"""The ChArUco board from which a lens is learned: its geometry, its picture to be printed, and finding it.

Used by `mat --charuco` and by `lens_views`.
"""

import cv2
import numpy as np

from .arrays import FloatArray, UInt8Array

#: How many squares the board that `mat --charuco` prints has across and down: upright on any of the papers.
SQUARES_WH = (7, 10)
# A dictionary of its own, so that no marker of the board is taken for one of a mat.
_DICTIONARY = cv2.aruco.DICT_5X5_100
# Cells of the picture: a marker has 5 and a black border of 1; a square leaves 2 more on each side.
_MARKER_CELLS = 7
#: Pixels of `board_cells` along the side of a square.
CELLS_PER_SQUARE = 11


def board_cells() -> UInt8Array:
    """The board drawn with one pixel for each cell of its markers, `CELLS_PER_SQUARE` for each square.

    Returns
    -------
    uint8 array of shape (height, width), 0 black, 255 white
    """
    size_wh = [count * CELLS_PER_SQUARE for count in SQUARES_WH]
    return np.asarray(_board().generateImage(size_wh, marginSize=0, borderBits=1), np.uint8)


def find_board(frame_gray: UInt8Array) -> tuple[FloatArray, FloatArray]:
    """Find the board's inner corners.

    Parameters
    ----------
    frame_gray : uint8 array of shape (height, width)

    Returns
    -------
    points_xyz : float64 array of shape (n, 3)
        On the board, in squares, origin at its upper left, x right, y up, z toward the viewer.
    points_xy : float64 array of shape (n, 2)
        In the picture, in pixels. Possibly none.
    """
    board = _board()
    parameters = cv2.aruco.DetectorParameters()
    parameters.minMarkerPerimeterRate = 0.02
    detector = cv2.aruco.CharucoDetector(board, cv2.aruco.CharucoParameters(), parameters, cv2.aruco.RefineParameters())
    corners, ids, _, _ = detector.detectBoard(frame_gray)
    if ids is None or not len(ids):
        return np.empty((0, 3)), np.empty((0, 2))
    places = np.asarray(board.getChessboardCorners(), np.float64)[np.ravel(ids)]
    return places * [1, -1, 1], np.asarray(corners, np.float64).reshape(-1, 2)


def _board() -> cv2.aruco.CharucoBoard:
    """The board in OpenCV's words; the unit is the side of a square."""
    dictionary = cv2.aruco.getPredefinedDictionary(_DICTIONARY)
    return cv2.aruco.CharucoBoard(SQUARES_WH, 1.0, _MARKER_CELLS / CELLS_PER_SQUARE, dictionary)
