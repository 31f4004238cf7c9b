"""Which cube lies on each square, and which sign shows there? Asked of a small network, all squares at once.

Called by the reader; samples/training makes the network and prepares its input with the same functions.
"""

import cv2
import numpy as np

from calibration.arrays import Float32Array, FloatArray, UInt8Array
from calibration.camera import CameraPose
from calibration.colours import opponent
from calibration.linear_light import linear_light
from rules.games.zero12 import CODES, SIDE
from vision.networks import BOARDS, load_network

from .light import paper_light

#: Pixels along a square, and along the network's input, which reaches a square beyond the board.
SQUARE_PX = 16
SIDE_PX = SQUARE_PX * (SIDE + 2)
#: Planes of the input: the plane of the cubes' tops and the ground in colour, where the camera is, and the set's own
#: paint.
PLANES = 11
#: Which of them show both planes, tell where the camera is, and which paint is expected.
SEEN, CAMERA, PAINT = slice(0, 6), slice(6, 8), slice(8, PLANES)
#: Those of `SEEN` and of `PAINT` that tell colour without lightness.
COLOURS_OF_TOPS, COLOURS_OF_PAINT = slice(1, 3), slice(9, PLANES)
#: Answers for each square: how likely a white, a black or a coloured cube lies there, or none, and which code's sign is
#: printed there.
ANSWERS = 2 * len(CODES) + 1
#: Turns of a board.
QUARTERS = 4
# Lightness and colours are brought near to a spread of one: so much is added, and they are divided by so much.
_MIDDLE, _SPREAD = np.array([1.5, 0.0, 0.0]), np.array([1.5, 0.8, 0.8])
_LOWEST, _HIGHEST = -3.0, 3.0


def board_planes(picture: UInt8Array, pose: CameraPose, paint: FloatArray) -> Float32Array | None:
    """What the network is shown of a board.

    Parameters
    ----------
    picture : uint8 array of shape (height, width, 3), blue, green, red
    pose : CameraPose
        In squares from the board's middle, for this very picture size.
    paint : float64 array of shape (3,)
        What the set's own paint is about, linear red, green, blue, against paper.

    Returns
    -------
    float32 array of shape (PLANES, SIDE_PX, SIDE_PX), or None
        Rows from North to South. 0 where nothing is in the picture. None where hardly any paper is in view round the
        board.
    """
    steps = (np.arange(SIDE_PX) + 0.5) / SQUARE_PX - SIDE / 2 - 1
    x, y = np.meshgrid(steps, -steps)
    paper = paper_light(picture, pose, np.column_stack([x.ravel(), y.ravel()]))
    if paper is None:
        return None
    planes = [_colours(picture, pose, np.stack([x, y, np.full_like(x, z)], axis=-1), paper) for z in (1.0, 0.0)]
    east, north, up = np.moveaxis(pose.centre - np.stack([x, y, np.ones_like(x)], axis=-1), -1, 0)
    known = np.broadcast_to(_scaled(opponent(paint)), (SIDE_PX, SIDE_PX, 3))
    return np.asarray(np.moveaxis(np.dstack([*planes, east / up, north / up, known]), -1, 0), np.float32)


def ask_board(planes: Float32Array) -> FloatArray:
    """The logarithms of how likely each answer is, unnormalised.

    The mean of eight looks, each quarter turn with and without a mirror: what only some of them say is chance.

    Parameters
    ----------
    planes : float32 array of shape (PLANES, SIDE_PX, SIDE_PX)

    Returns
    -------
    float64 array of shape (12, 12, ANSWERS)
        By row from the South, and column.
    """
    network = load_network(BOARDS)
    total = np.zeros((ANSWERS, SIDE, SIDE))
    for is_mirrored in (False, True):
        for quarters in range(QUARTERS):
            network.setInput(np.ascontiguousarray(turned_planes(planes, quarters, is_mirrored)[None]), "planes")
            total += turned_back(np.asarray(network.forward(), np.float64)[0], quarters, is_mirrored)
    return np.moveaxis(total, 0, -1)[::-1] / (2 * QUARTERS)


def turned_planes(planes: Float32Array, quarters: int, is_mirrored: bool) -> Float32Array:
    """The planes of the same board, mirrored from East to West if asked, then turned by quarters against the clock."""
    turned = planes[:, :, ::-1] if is_mirrored else planes
    turned = np.rot90(turned, quarters, axes=(1, 2)).copy()
    east, north = turned[CAMERA]
    toward = np.stack([-east if is_mirrored else east, north])
    for _ in range(quarters):
        toward = np.stack([-toward[1], toward[0]])
    turned[CAMERA] = toward
    return turned


def turned_back(answers: FloatArray, quarters: int, is_mirrored: bool) -> FloatArray:
    """Answers about `turned_planes`, shape (n, 12, 12), where they belong on the board."""
    back = np.rot90(answers, -quarters, axes=(1, 2))
    return np.asarray(back[:, :, ::-1] if is_mirrored else back)


def _colours(picture: UInt8Array, pose: CameraPose, points_xyz: FloatArray, paper: FloatArray) -> FloatArray:
    """A plane of the board against paper in the same light, on the axes of `opponent`, scaled; (side, side, 3)."""
    points_xy = pose.project(points_xyz).astype(np.float32)
    step_px = float(np.median(np.linalg.norm(np.diff(points_xy, axis=1), axis=-1)))
    smooth = cv2.GaussianBlur(picture, (0, 0), max(0.3, step_px / 3))
    codes = cv2.remap(smooth, points_xy[..., 0], points_xy[..., 1], cv2.INTER_LINEAR)
    light = linear_light(np.asarray(codes, np.uint8))[..., ::-1] / paper.reshape(points_xyz.shape)
    size_wh = np.array([picture.shape[1], picture.shape[0]])
    is_in_picture = np.all((points_xy >= 0) & (points_xy <= size_wh - 1), axis=-1)
    return np.where(is_in_picture[..., None], _scaled(opponent(light)), 0.0)


def _scaled(axes: FloatArray) -> FloatArray:
    return np.asarray(np.clip((axes + _MIDDLE) / _SPREAD, _LOWEST, _HIGHEST))
