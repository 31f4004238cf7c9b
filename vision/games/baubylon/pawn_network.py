"""Which pawns stand on each square? Asked of a small network that sees each square cut where stacks of pawns would end.

As for buildings, a top shows straight in the plane of its own height alone. Each square is turned until the camera is
in its South. Called by the reader; samples/training makes the network and prepares its input with the same functions.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np

from calibration.arrays import BoolArray, Float32Array, FloatArray, IntArray, UInt8Array
from calibration.building_mat import GROUND_SIDE, STOREY
from calibration.camera import CameraPose
from vision.networks import PAWNS, load_network
from vision.patches import Pyramid

from .building_network import against_paper, cut, paper_of, plane_points
from .pawn_colours import MOST_PAWNS, PAWN_COLOURS, PAWN_STOREYS
from .sightlines import square_corners

#: Planes for each square: of no pawn, of one, and so on.
PLANES = MOST_PAWNS + 1
#: Answers for each square: how many pawns, and that they would not be in view.
COUNTS = PLANES + 1
#: Answers for each pawn from below: its colour, and that it is not in view.
COLOURS = len(PAWN_COLOURS) + 1
#: Pixels along a patch, and squares.
PATCH_PX, _PATCH_SQUARES = 32, 2.0
#: What the network is shown of each plane: colour against paper, how steeply the camera looks, what blocks hide.
CHANNELS = 5
# What is hidden is asked of so many points across a patch.
_POINTS_ACROSS = 8
# A column that ends in a plane hides nothing of it. Beyond so many squares, in such steps, nothing stands.
_ABOVE, _STEP, _FARTHEST = 0.01, 0.25, 8.0
_SLOPE, _STEEPEST = 1.5, 3.0


@dataclass(frozen=True, slots=True, eq=False)
class StackPatches:
    """What a photo shows where stacks of pawns would stand.

    Attributes
    ----------
    patches_bgr : uint8 array of shape (n, PLANES, PATCH_PX, PATCH_PX, 3)
        Of each square, rows from the far side to the camera's.
    paper : float array of shape (3,)
        The colour of the printed paper, as `paper_of` has it.
    slopes : float array of shape (n,)
        How far aside the camera is of each square, for each upward.
    hidden : float32 array of shape (n, PLANES, PATCH_PX, PATCH_PX)
        1 where blocks stand before it, else 0.
    """

    patches_bgr: UInt8Array
    paper: FloatArray
    slopes: FloatArray
    hidden: Float32Array

    @classmethod
    def of(cls, frame: UInt8Array | Pyramid, pose: CameraPose, heights: IntArray) -> "StackPatches":
        """Cut a photo.

        Parameters
        ----------
        frame : uint8 array of shape (height, width, 3), blue, green, red, or its Pyramid
        pose : CameraPose
            In squares from the ground's middle, for this very picture size.
        heights : int array of shape (n,)
            Storeys of each square, by rows from the South.
        """
        pyramid, camera_xyz = Pyramid.of(frame), pose.centre
        feet = np.column_stack([square_corners() + 0.5, STOREY * heights])
        points = _patch_points(PATCH_PX, feet, camera_xyz)
        patches = cut(pyramid, pose, points.reshape(-1, PATCH_PX, PATCH_PX, 3))
        coarse = _patch_points(_POINTS_ACROSS, feet, camera_xyz)
        is_hidden = _are_hidden(coarse, camera_xyz, heights)
        times = PATCH_PX // _POINTS_ACROSS
        return cls(
            patches.reshape(len(heights), PLANES, PATCH_PX, PATCH_PX, 3),
            paper_of(cut(pyramid, pose, plane_points()[:1])[0]),
            np.linalg.norm((camera_xyz - feet)[:, :2], axis=1) / np.maximum((camera_xyz - feet)[:, 2], 0.1),
            is_hidden.repeat(times, axis=2).repeat(times, axis=3).astype(np.float32),
        )

    def __getitem__(self, squares: IntArray) -> "StackPatches":
        """The patches of some squares."""
        return StackPatches(self.patches_bgr[squares], self.paper, self.slopes[squares], self.hidden[squares])

    def network_input(self) -> Float32Array:
        """What the network is shown, shape (n, PLANES, CHANNELS, PATCH_PX, PATCH_PX)."""
        seen = np.moveaxis(against_paper(self.patches_bgr, self.paper), -1, 2)
        slopes = np.minimum(self.slopes / _SLOPE, _STEEPEST)[:, None, None, None]
        planes = [seen, np.broadcast_to(slopes, self.hidden.shape)[:, :, None], self.hidden[:, :, None]]
        return np.concatenate(planes, axis=2, dtype=np.float32)


@cache
def _patch_steps(count: int) -> FloatArray:
    """So many places across a patch, in squares from its middle."""
    return ((np.arange(count) + 0.5) / count - 0.5) * _PATCH_SQUARES


def _patch_points(count: int, feet: FloatArray, camera_xyz: FloatArray) -> FloatArray:
    """Points (n, PLANES, count, count, 3) of the patches round feet (n, 3) of stacks."""
    away = (camera_xyz - feet)[:, :2]
    towards = away / np.maximum(np.linalg.norm(away, axis=1, keepdims=True), 1e-6)
    right = np.column_stack([-towards[:, 1], towards[:, 0]])
    steps = _patch_steps(count)
    flat = (
        feet[:, None, None, :2]
        + steps[:, None, None] * towards[:, None, None]
        + steps[None, :, None] * right[:, None, None]
    )
    levels = feet[:, 2:] + STOREY * PAWN_STOREYS * np.arange(PLANES)
    shape = (len(feet), PLANES, count, count)
    return np.concatenate(
        [
            np.broadcast_to(flat[:, None], (*shape, 2)),
            np.broadcast_to(levels[:, :, None, None, None], (*shape, 1)),
        ],
        axis=-1,
    )


def _are_hidden(points: FloatArray, camera_xyz: FloatArray, heights: IntArray) -> BoolArray:
    """Whether blocks stand before points (..., 3), told by steps along the way to the camera."""
    ways = camera_xyz - points
    ways /= np.maximum(np.linalg.norm(ways[..., :2], axis=-1, keepdims=True), 1e-6)
    is_hidden = np.zeros(points.shape[:-1], bool)
    # Round the ground lies the table.
    tops = np.zeros((GROUND_SIDE + 2, GROUND_SIDE + 2))
    tops[1:-1, 1:-1] = STOREY * heights.reshape(GROUND_SIDE, GROUND_SIDE)
    for step in np.arange(_STEP / 2, _FARTHEST, _STEP):
        x, y, z = np.moveaxis(points + step * ways, -1, 0)
        column, row = (np.clip(np.floor(at).astype(int) + GROUND_SIDE // 2 + 1, 0, GROUND_SIDE + 1) for at in (x, y))
        is_hidden |= tops[row, column] > z + _ABOVE
    return is_hidden


def ask_stacks(planes: Float32Array) -> tuple[FloatArray, FloatArray]:
    """The logarithms of how likely each answer is, the mean of two looks, one of them in a mirror.

    Parameters
    ----------
    planes : float32 array of shape (n, PLANES, CHANNELS, PATCH_PX, PATCH_PX)

    Returns
    -------
    counts : float64 array of shape (n, COUNTS)
        How many pawns stand there; the last one: they would not be in view.
    colours : float64 array of shape (n, MOST_PAWNS, COLOURS)
        Of each pawn from below, if there is one.
    """
    network = load_network(PAWNS)
    answers = np.zeros((len(planes), COUNTS + MOST_PAWNS * COLOURS))
    for shown in (planes, planes[..., ::-1]):
        network.setInput(np.ascontiguousarray(shown), "planes")
        answers += np.asarray(network.forward(), np.float64).reshape(answers.shape) / 2
    counts, colours = answers[:, :COUNTS], answers[:, COUNTS:].reshape(-1, MOST_PAWNS, COLOURS)
    return _normalised(counts), _normalised(colours)


def _normalised(logits: FloatArray) -> FloatArray:
    return np.asarray(logits - np.logaddexp.reduce(logits, axis=-1, keepdims=True))
