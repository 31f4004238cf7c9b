"""The ChArUco board from which a lens is learned: its geometry, its picture, and finding it. Used by `lens_views`."""

from dataclasses import dataclass

import cv2
import numpy as np

from .camera import FloatArray, UInt8Array

# A dictionary of its own, so that no marker of the board is taken for one of a mat.
_DICTIONARY = cv2.aruco.DICT_5X5_100
# Cells of the picture: a marker has 5 and a black border of 1; a square leaves 2 more on each side.
_MARKER_CELLS, _SQUARE_CELLS = 7, 11


@dataclass(frozen=True, slots=True)
class Board:
    """A chess board with markers in its white squares; the unit is the side of a square.

    Attributes
    ----------
    squares_wh : tuple of int
        How many squares it has across and down.
    """

    squares_wh: tuple[int, int]

    @property
    def corner_count(self) -> int:
        """How many inner corners it has."""
        width, height = self.squares_wh
        return (width - 1) * (height - 1)

    def cells(self) -> UInt8Array:
        """The board drawn with one pixel for each cell of its markers, `CELLS_PER_SQUARE` for each square."""
        size_wh = [count * _SQUARE_CELLS for count in self.squares_wh]
        return np.asarray(_opencv_board(self).generateImage(size_wh, marginSize=0, borderBits=1), np.uint8)


#: Pixels of `Board.cells` along the side of a square.
CELLS_PER_SQUARE = _SQUARE_CELLS

#: The board that `mat --charuco` prints: upright on any of the papers.
LENS_BOARD = Board((7, 10))


def find_board(frame_gray: UInt8Array, board: Board = LENS_BOARD) -> tuple[FloatArray, FloatArray]:
    """Find the board's inner corners.

    Parameters
    ----------
    frame_gray : uint8 array of shape (height, width)
    board : Board

    Returns
    -------
    points_xyz : float64 array of shape (n, 3)
        On the board, in squares, origin at its upper left, x right, y up, z toward the viewer.
    points_xy : float64 array of shape (n, 2)
        In the picture, in pixels. Possibly none.
    """
    parameters = cv2.aruco.DetectorParameters()
    parameters.minMarkerPerimeterRate = 0.02
    detector = cv2.aruco.CharucoDetector(
        _opencv_board(board), cv2.aruco.CharucoParameters(), parameters, cv2.aruco.RefineParameters()
    )
    corners, ids, _, _ = detector.detectBoard(frame_gray)
    if ids is None or not len(ids):
        return np.empty((0, 3)), np.empty((0, 2))
    places = np.asarray(_opencv_board(board).getChessboardCorners(), np.float64)[np.ravel(ids)]
    return places * [1, -1, 1], np.asarray(corners, np.float64).reshape(-1, 2)


def _opencv_board(board: Board) -> cv2.aruco.CharucoBoard:
    dictionary = cv2.aruco.getPredefinedDictionary(_DICTIONARY)
    return cv2.aruco.CharucoBoard(board.squares_wh, 1.0, _MARKER_CELLS / _SQUARE_CELLS, dictionary)
