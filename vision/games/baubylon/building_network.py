"""How high is each square? Asked of a small network that sees the building cut at every height, all squares at once.

A photo shows the top of a column undistorted in the plane of that top alone (a plane sweep, as in Collins 1996). Called
by the reader; samples/training makes the network and prepares its input with the same functions.
"""

from functools import cache

import numpy as np

from calibration.arrays import Float32Array, FloatArray, UInt8Array
from calibration.building_mat import GROUND_SIDE, STOREY
from calibration.camera import CameraPose
from calibration.colours import opponent
from calibration.linear_light import linear_light
from vision.networks import BUILDINGS, load_network
from vision.patches import FAR_OUT_PX, Pyramid, sample

#: Heights that are told apart: 0, the table, to 9 storeys.
HEIGHTS = 10
#: Answers for each square: the heights, and that its top is not in view.
ANSWERS = HEIGHTS + 1
#: Pixels along a square, and along a plane of the network's input, which reaches a square beyond the ground.
SQUARE_PX = 16
SIDE_PX = SQUARE_PX * (GROUND_SIDE + 2)
#: What the network is shown of each plane: colour against paper, and where the camera is.
CHANNELS = 5
_CAMERA = slice(3, 5)
# So much of the table's plane is darker than its paper.
_PAPER_QUANTILE = 0.85
# Lightness and colours are brought near to a spread of one: so much is added, and they are divided by so much.
_MIDDLE, _SPREAD = np.array([1.0, 0.0, 0.0]), np.array([1.2, 0.6, 0.6])
_LOWEST, _HIGHEST = -3.0, 3.0
# Ways to the camera, squares aside for each upward, are divided by this, and cut off at so much.
_SLOPE, _STEEPEST = 1.5, 3.0


def cut_planes(frame: UInt8Array | Pyramid, pose: CameraPose) -> UInt8Array:
    """What a photo shows in the plane of each height, seen from above.

    Parameters
    ----------
    frame : uint8 array of shape (height, width, 3), blue, green, red, or its Pyramid
    pose : CameraPose
        In squares from the ground's middle, for this very picture size.

    Returns
    -------
    uint8 array of shape (HEIGHTS, SIDE_PX, SIDE_PX, 3)
        Rows from North to South. Outside the picture its border is repeated.
    """
    return cut(frame, pose, plane_points())


def cut(frame: UInt8Array | Pyramid, pose: CameraPose, points: FloatArray) -> UInt8Array:
    """What a photo shows at points of patches, (n, rows, columns, 3), in squares: uint8 of the same shape."""
    points_xy = pose.project(points)
    step_px = np.median(np.linalg.norm(np.diff(points_xy, axis=2), axis=-1), axis=(1, 2))
    return sample(Pyramid.of(frame), np.clip(points_xy, -FAR_OUT_PX, FAR_OUT_PX).astype(np.float32), step_px)


@cache
def plane_points() -> FloatArray:
    """The points of the planes, shape (HEIGHTS, SIDE_PX, SIDE_PX, 3), in squares."""
    steps = (np.arange(SIDE_PX) + 0.5) / SQUARE_PX - GROUND_SIDE / 2 - 1
    z, south, x = np.meshgrid(STOREY * np.arange(HEIGHTS), steps, steps, indexing="ij")
    return np.stack([x, -south, z], axis=-1)


def network_input(planes_bgr: UInt8Array, camera_xyz: FloatArray) -> Float32Array:
    """What the network is shown of planes as `cut_planes` gives them.

    Parameters
    ----------
    planes_bgr : uint8 array of shape (HEIGHTS, SIDE_PX, SIDE_PX, 3)
    camera_xyz : float array of shape (3,)
        Where the camera is, in squares from the ground's middle.

    Returns
    -------
    float32 array of shape (HEIGHTS, CHANNELS, SIDE_PX, SIDE_PX)
    """
    seen = against_paper(planes_bgr, paper_of(planes_bgr[0]))
    to_camera = camera_xyz - plane_points()
    slopes = to_camera[..., :2] / np.maximum(to_camera[..., 2:], 0.1) / _SLOPE
    channels = np.concatenate([seen, np.clip(slopes, -_STEEPEST, _STEEPEST)], axis=-1)
    return np.asarray(np.moveaxis(channels, -1, 1), np.float32)


def paper_of(ground_bgr: UInt8Array) -> FloatArray:
    """The colour of the paper, (3,), as `opponent` has it, in the table's plane."""
    ground = opponent(linear_light(ground_bgr)[..., ::-1])
    lightness = ground[..., 0]
    return np.asarray(np.median(ground[lightness >= np.quantile(lightness, _PAPER_QUANTILE)], axis=0))


def against_paper(patches_bgr: UInt8Array, paper: FloatArray) -> FloatArray:
    """Lightness and colours of patches, (..., 3), against the paper's, near a spread of one."""
    axes = opponent(linear_light(patches_bgr)[..., ::-1])
    return np.asarray(np.clip((axes - paper + _MIDDLE) / _SPREAD, _LOWEST, _HIGHEST))


def quarters_to_south(camera_xyz: FloatArray) -> int:
    """By how many quarters against the clock the world is turned until the camera stands in the South.

    Examples
    --------
    >>> [quarters_to_south(np.array(place)) for place in ((0, -5, 1), (5, 1, 1), (1, 5, 1), (-5, 2, 1))]
    [0, 3, 2, 1]
    """
    angle = np.arctan2(camera_xyz[1], camera_xyz[0])
    return int(np.rint((-np.pi / 2 - angle) / (np.pi / 2))) % 4


def turned_input(planes: Float32Array, quarters: int, is_mirrored: bool) -> Float32Array:
    """The input of the same building turned by quarters against the clock, then mirrored from East to West if asked."""
    turned = np.rot90(planes, quarters, axes=(2, 3)).copy()
    for _ in range(quarters % 4):
        turned[:, _CAMERA] = np.stack([-turned[:, 4], turned[:, 3]], axis=1)
    if is_mirrored:
        turned = turned[..., ::-1].copy()
        turned[:, 3] *= -1
    return turned


def ask_building(planes: Float32Array, camera_xyz: FloatArray) -> FloatArray:
    """The logarithms of how likely each answer is for each square; the mean of two looks, one of them in a mirror.

    Parameters
    ----------
    planes : float32 array of shape (HEIGHTS, CHANNELS, SIDE_PX, SIDE_PX)
    camera_xyz : float array of shape (3,)

    Returns
    -------
    float64 array of shape (GROUND_SIDE, GROUND_SIDE, ANSWERS)
        By row from the South, and column.
    """
    network, quarters = load_network(BUILDINGS), quarters_to_south(camera_xyz)
    total = np.zeros((ANSWERS, GROUND_SIDE, GROUND_SIDE))
    for is_mirrored in (False, True):
        network.setInput(np.ascontiguousarray(turned_input(planes, quarters, is_mirrored)), "planes")
        answers = np.asarray(network.forward(), np.float64).reshape(total.shape)
        total += np.rot90(answers[..., ::-1] if is_mirrored else answers, -quarters, axes=(1, 2))
    mean = np.moveaxis(total / 2, 0, -1)[::-1]
    return np.asarray(mean - np.logaddexp.reduce(mean, axis=-1, keepdims=True))
