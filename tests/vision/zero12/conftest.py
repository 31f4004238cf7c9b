"""Boards drawn face by face: each surface evenly lit, as no camera shows it, but every one where it belongs."""

from collections.abc import Callable, Mapping
from functools import partial

import cv2
import numpy as np
import pytest

from calibration.arrays import FloatArray, UInt8Array
from calibration.board_mat import BOARD_MAT, sign_ink
from calibration.camera import CameraPose
from calibration.mat import MARKER_CELLS, marker_cells
from rules.games.zero12 import DEFAULT_CARD, SIDE, Square

SIZE_WH = (1280, 960)
_SHEET_PX = 60
# Red, green and blue of white, black and red cubes and of paper; light on the sides to the East, West, North, South.
PAINTS_RGB = np.array([[225, 222, 215], [45, 43, 43], [180, 50, 45]])
_PAPER, _LIGHT = 235, {(1, 0): 0.55, (-1, 0): 0.75, (0, 1): 0.65, (0, -1): 0.85}

DrawBoard = Callable[..., UInt8Array]


@pytest.fixture(scope="session")
def draw_board() -> DrawBoard:
    """Function (pose, cubes) -> picture of the default card's board with cubes of these codes, blue, green, red."""
    sheet = _sheet()

    def draw(pose: CameraPose, cubes: Mapping[Square, int]) -> UInt8Array:
        half = BOARD_MAT.side / 2
        corners = np.array([[-half, half, 0], [half, half, 0], [half, -half, 0], [-half, -half, 0]])
        side_px = len(sheet)
        source = np.array([[0, 0], [side_px, 0], [side_px, side_px], [0, side_px]], np.float32) - 0.5
        to_picture = cv2.getPerspectiveTransform(source, pose.project(corners).astype(np.float32))
        picture = cv2.warpPerspective(sheet, to_picture, SIZE_WH, flags=cv2.INTER_AREA, borderValue=(90, 110, 120))
        picture = np.ascontiguousarray(picture)
        for square in sorted(cubes, key=lambda square: -_distance(pose, square)):
            for face_xyz, light in _faces(square, pose):
                paint = PAINTS_RGB[cubes[square]][::-1] * light
                points = np.rint(pose.project(face_xyz) * 16).astype(np.int32)
                cv2.fillConvexPoly(picture, points, paint.tolist(), cv2.LINE_AA, 4)
        noise = np.random.default_rng(1).normal(0, 3, picture.shape)
        return np.asarray(np.clip(cv2.GaussianBlur(picture, (0, 0), 0.8) + noise, 0, 255), np.uint8)

    return draw


@pytest.fixture
def board_camera_at(camera_at):
    """Function (position in squares) -> CameraPose of a camera that looks at the board's middle."""
    return partial(camera_at, focal_px=1250.0, target=(0.0, 0.0, 0.0))


def _sheet() -> UInt8Array:
    side_px = round(BOARD_MAT.side * _SHEET_PX)
    steps = (np.arange(side_px) + 0.5) / _SHEET_PX - BOARD_MAT.side / 2
    x, y = np.meshgrid(steps, -steps)
    ink = np.zeros((side_px, side_px))
    for column in range(SIDE):
        for row in range(SIDE):
            off = np.stack([x - (column - SIDE / 2 + 0.5), y - (row - SIDE / 2 + 0.5)], axis=-1)
            inside = abs(off).max(axis=-1) < 0.5
            ink[inside] = sign_ink(DEFAULT_CARD.code((column, row)), off[inside])
    for number, east, north in BOARD_MAT.marker_centres:
        cell_px = round(BOARD_MAT.marker_side * _SHEET_PX / MARKER_CELLS)
        cells = np.kron(marker_cells(number) == 0, np.ones((cell_px, cell_px)))
        left, top = (round((BOARD_MAT.side / 2 + at) * _SHEET_PX - len(cells) / 2) for at in (east, -north))
        ink[top : top + len(cells), left : left + len(cells)] = cells
    grey = np.asarray(np.rint(_PAPER * (1 - ink) + 30 * ink), np.uint8)
    return np.repeat(grey[..., None], 3, axis=2)


def _distance(pose: CameraPose, square: Square) -> float:
    middle = np.array([square[0] - SIDE / 2 + 0.5, square[1] - SIDE / 2 + 0.5, 0.5])
    return float(np.linalg.norm(middle - pose.centre))


def _faces(square: Square, pose: CameraPose) -> list[tuple[FloatArray, float]]:
    """The faces of a cube that a camera may see, with the light on each; the top last."""
    low = np.array([square[0] - SIDE / 2, square[1] - SIDE / 2, 0.0]) + 0.02
    middle, half = low + 0.48, 0.48
    faces = []
    for (east, north), light in _LIGHT.items():
        normal, along = np.array([east, north, 0.0]), np.array([-north, east, 0.0])
        if (pose.centre - middle - half * normal) @ normal > 0:
            up = np.array([0.0, 0.0, 1.0])
            round_it = np.array([-along - up, along - up, along + up, up - along])
            faces.append((middle + half * (normal + round_it), light))
    top = half * np.array([[-1, -1, 1], [1, -1, 1], [1, 1, 1], [-1, 1, 1]])
    return [*faces, (middle + top, 1.0)]
