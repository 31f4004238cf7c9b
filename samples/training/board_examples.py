"""What the board network learns from: boards of any cubes, turned, mirrored, in other lights and by other cameras."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import cv2
import numpy as np

from calibration.arrays import BoolArray, Float32Array, IntArray
from calibration.board_mat import BOARD_MAT
from calibration.colours import grey
from calibration.locating import locate_mat
from calibration.refusal import Unreadable
from rules.games.zero12 import SIDE, parse_card
from samples.board_truth import true_kinds
from samples.photo_files import read_picture
from vision.games.zero12.board_network import (
    CAMERA,
    PAINT,
    SEEN,
    SIDE_PX,
    SQUARE_PX,
    board_planes,
    turned_planes,
)
from vision.games.zero12.evidence import EMPTY, KINDS
from vision.games.zero12.reader import named_paint
from vision.printed_boards import WORKING_PX
from vision.shrinking import shrunk

LabelsT = TypeVar("LabelsT", Float32Array, IntArray)

# Of half of the boards both planes lie a pixel beside where they should, and of half one of them by itself.
_MISPLACED_SHARE, _COVERED_SHARE, _UNNAMED_SHARE, _BLURRED_SHARE = 0.5, 0.35, 0.15, 0.3
# A square of which more is covered than this tells nothing; of which less, as if nothing were.
_COVERED, _HARDLY_COVERED = 0.6, 0.15


@dataclass(frozen=True, slots=True, eq=False)
class BoardExample:
    """One board.

    Attributes
    ----------
    planes : float32 array of shape (PLANES, SIDE_PX, SIDE_PX)
    kinds : float32 array of shape (KINDS, 12, 12)
        How likely each kind is to be said of each square, by row from the North and column: 1 of the true one. All 0 of
        squares that count for nothing.
    signs : int array of shape (12, 12)
        The code of each sign; -1 where a cube lies.
    """

    planes: Float32Array
    kinds: Float32Array
    signs: IntArray


def board_example(path: Path) -> BoardExample | None:
    """The board of a photo that has a truth file; None if it is not found."""
    truth = json.loads(path.with_suffix(".json").read_text())
    picture = shrunk(read_picture(path), WORKING_PX)
    located = locate_mat(grey(picture), None, BOARD_MAT)
    if isinstance(located, Unreadable):
        return None
    planes = board_planes(picture, located.pose, named_paint(truth["colour"]))
    if planes is None:
        return None
    there, card = true_kinds(truth), parse_card(truth["card"])
    rows = [[(column, row) for column in range(SIDE)] for row in reversed(range(SIDE))]
    kinds = np.array([[there[square] for square in row] for row in rows])
    signs = np.array([[card.code(square) for square in row] for row in rows])
    one_hot = np.moveaxis(np.eye(KINDS, dtype=np.float32)[kinds], -1, 0)
    return BoardExample(planes, one_hot, np.where(kinds == EMPTY, signs, -1))


def varied_board(example: BoardExample, generator: np.random.Generator) -> BoardExample:
    """Turned and maybe mirrored, misplaced a little, in other light, by another camera, and partly covered."""
    quarters, is_mirrored = int(generator.integers(4)), bool(generator.random() < 0.5)
    planes = turned_planes(example.planes, quarters, is_mirrored)
    kinds, signs = _turned(example.kinds, quarters, is_mirrored), _turned(example.signs, quarters, is_mirrored)
    for part in (planes[SEEN], planes[: SEEN.stop // 2]):
        if generator.random() < _MISPLACED_SHARE:
            part[:] = np.roll(part, generator.integers(-1, 2, 2), (1, 2))
    _light_otherwise(planes[SEEN], generator)
    if generator.random() < _COVERED_SHARE:
        covered = _covered(planes, generator)
        inside = covered[SQUARE_PX:-SQUARE_PX, SQUARE_PX:-SQUARE_PX]
        shares = inside.reshape(SIDE, SQUARE_PX, SIDE, SQUARE_PX).mean(axis=(1, 3))
        kinds = np.where(shares > _HARDLY_COVERED, np.where(shares > _COVERED, 1 / KINDS, 0.0), kinds)
        signs = np.where(shares > _HARDLY_COVERED, -1, signs)
    # What a paint is called says roughly what it is; at times nobody says.
    named = generator.random() >= _UNNAMED_SHARE
    planes[PAINT] = named * (planes[PAINT] + generator.normal(0, 0.15, (3, 1, 1)))
    return BoardExample(planes, kinds.astype(np.float32), signs)


def _turned(labels: LabelsT, quarters: int, is_mirrored: bool) -> LabelsT:
    return np.rot90(labels[..., ::-1] if is_mirrored else labels, quarters, axes=(-2, -1))


def _light_otherwise(planes: Float32Array, generator: np.random.Generator) -> None:
    """Change contrast, evenly changing light, its colour, blur and noise of planes (6, side, side), in place."""
    x, y = np.meshgrid(*2 * (np.linspace(-1, 1, SIDE_PX, dtype=np.float32),))
    terms = np.stack([np.ones_like(x), x, y, x * y, x * x, y * y])
    for axis, spread in enumerate((0.25, 0.1, 0.1)):
        field = np.tensordot(generator.normal(0, spread, 6) * [1, 1, 1, 0.6, 0.6, 0.6], terms, 1)
        # Paper, which lies at one in lightness and at nought in colours, stays where it is.
        paper, gain = float(axis == 0), np.exp(generator.normal(0, 0.15 if axis == 0 else 0.3))
        for plane in planes[axis::3]:
            plane[:] = paper + gain * (plane - paper) + field
    if generator.random() < _BLURRED_SHARE:
        sigma = generator.uniform(0.4, 1.8)
        for plane in planes:
            cv2.GaussianBlur(plane, (0, 0), sigma, dst=plane)
    planes += np.float32(generator.exponential(0.04)) * generator.standard_normal(planes.shape, np.float32)


def _covered(planes: Float32Array, generator: np.random.Generator) -> BoolArray:
    """Lay a strip of one colour, more or less, over a part, with its shadow, in place; where, shape (side, side).

    Of the ground it hides what lies behind, as the camera sees it.
    """
    mask = np.zeros((SIDE_PX, SIDE_PX), np.uint8)
    start, end = (tuple(map(int, generator.integers(-SIDE_PX // 4, 5 * SIDE_PX // 4, 2))) for _ in range(2))
    cv2.line(mask, start, end, 1, int(generator.integers(12, 70)), cv2.LINE_AA)
    grain = cv2.GaussianBlur(generator.standard_normal(mask.shape, np.float32), (0, 0), generator.uniform(1, 12))
    grain = grain * (generator.uniform(0, 0.6) / max(1e-6, float(grain.std())))
    x, y = np.meshgrid(*2 * (np.linspace(-1, 1, SIDE_PX, dtype=np.float32),))
    lightness = generator.normal(0, 0.8) + grain + generator.normal(0, 0.4) * x + generator.normal(0, 0.4) * y
    strip = np.stack([lightness, *(generator.normal(0, 0.8) + 0.2 * grain for _ in range(2))])
    beside = np.roll(mask, generator.integers(-14, 15, 2), (0, 1)).astype(np.float32)
    shade = generator.uniform(0, 0.8) * cv2.GaussianBlur(beside, (0, 0), generator.uniform(2, 12))
    east, north = SQUARE_PX * planes[CAMERA].mean(axis=(1, 2))
    covered = np.zeros(mask.shape, np.bool_)
    half = SEEN.stop // 2
    for part, behind in ((planes[:half], (0, 0)), (planes[half : SEEN.stop], (round(north), -round(east)))):
        here = np.roll(mask, behind, (0, 1)) > 0
        part[0] -= np.roll(shade, behind, (0, 1))
        part[:, here] = np.roll(strip, behind, (1, 2))[:, here]
        covered |= here
    return covered
