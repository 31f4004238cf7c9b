"""What the building network learns from: buildings cut at every height, mirrored, in other lights and a little off."""

import json
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from calibration.arrays import Float32Array, FloatArray, IntArray, UInt8Array
from calibration.building_mat import BUILDING_MAT, GROUND_SIDE
from calibration.colours import grey
from calibration.locating import locate_mat
from calibration.refusal import Unreadable
from rules.games.baubylon import parse_building
from samples.photo_files import read_picture
from vision.games.baubylon.building_network import HEIGHTS, cut_planes, network_input, quarters_to_south, turned_input
from vision.games.baubylon.standing import HIDDEN, IN_VIEW

_BLURRED_SHARE, _MISPLACED_SHARE = 0.3, 0.5
# How far off, at the greatest height, a wrong pose may put what is seen there.
_MOST_LEAN_PX = 2.0


@dataclass(frozen=True, slots=True, eq=False)
class BuildingExample:
    """One photo of a building.

    Attributes
    ----------
    planes_bgr : uint8 array of shape (HEIGHTS, SIDE_PX, SIDE_PX, 3)
    camera_xyz : float64 array of shape (3,)
    answers : int array of shape (GROUND_SIDE, GROUND_SIDE)
        Of each square, by row from the North: its height, HEIGHTS where its top is hidden, -1 where it counts for
        nothing.
    """

    planes_bgr: UInt8Array
    camera_xyz: FloatArray
    answers: IntArray


def building_example(path: Path) -> BuildingExample | None:
    """The building of a photo that has a truth file; None if its ground is not found."""
    truth = json.loads(path.with_suffix(".json").read_text())
    picture = read_picture(path)
    located = locate_mat(grey(picture), None, BUILDING_MAT)
    if isinstance(located, Unreadable):
        return None
    building = parse_building(truth["heights"])
    heights = np.array(building.heights).reshape(GROUND_SIDE, GROUND_SIDE)
    shares = np.array(truth["visible"])
    answers = np.where(shares >= IN_VIEW, heights, np.where(shares <= HIDDEN, HEIGHTS, -1))
    return BuildingExample(cut_planes(picture, located.pose), located.pose.centre, answers[::-1].copy())


def varied_building(example: BuildingExample, generator: np.random.Generator) -> tuple[Float32Array, IntArray]:
    """The network's input and answers: seen from the South, maybe mirrored, in other light, a little misplaced."""
    planes = lit_otherwise(example.planes_bgr, generator)
    if generator.random() < _MISPLACED_SHARE:
        planes = _misplaced(planes, generator)
    is_mirrored, quarters = bool(generator.random() < 0.5), quarters_to_south(example.camera_xyz)
    shown = turned_input(network_input(planes, example.camera_xyz), quarters, is_mirrored)
    answers = np.rot90(example.answers, quarters)
    return shown, np.ascontiguousarray(answers[:, ::-1] if is_mirrored else answers)


def _misplaced(planes: UInt8Array, generator: np.random.Generator) -> UInt8Array:
    """The same as a pose that is a little wrong cuts them: the farther up, the farther off."""
    ground, lean = generator.integers(-1, 2, 2), generator.uniform(-_MOST_LEAN_PX, _MOST_LEAN_PX, 2)
    shifts = np.rint(ground + np.linspace(0, 1, HEIGHTS)[:, None] * lean).astype(int)
    return np.stack([np.roll(plane, shift, (0, 1)) for plane, shift in zip(planes, shifts, strict=True)])


def lit_otherwise(planes: UInt8Array, generator: np.random.Generator) -> UInt8Array:
    """Planes (n, rows, columns, 3) in other light, with noise, and blurred now and then."""
    gains = np.exp(generator.normal(0, 0.15) + generator.normal(0, 0.06, 3))
    contrast = np.exp(generator.normal(0, 0.12))
    lit = 255 * np.clip(gains * (planes / np.float32(255)) ** contrast, 0, 1)
    if generator.random() < _BLURRED_SHARE:
        sigma = generator.uniform(0.3, 1.3)
        lit = np.stack([cv2.GaussianBlur(plane, (0, 0), sigma) for plane in lit.astype(np.float32)])
    noise = generator.exponential(2.0) * generator.standard_normal(lit.shape, np.float32)
    return np.asarray(np.clip(lit + noise, 0, 255), np.uint8)
