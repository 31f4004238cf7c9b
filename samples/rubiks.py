"""Measures how well painted colours are told apart on webcam frames of puzzle cubes: ``python -m samples.rubiks DIR``.

DIR holds one folder for each cube with a frame of each face (U.jpg, L.jpg, ...) and ``labels.json``: for each cube,
``faces`` and ``centres`` by face, row and column. Such a set is the test data of dwalton76/rubiks-cube-tracker (MIT).
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import click
import cv2
import msgspec
import numpy as np
from rich.console import Console
from rich.table import Table
from skimage.color import deltaE_ciede2000, rgb2lab

from calibration.arrays import IntArray, UInt8Array
from calibration.linear_light import linear_light

from .painted_cubes.colour_groups import group_colours
from .photo_files import read_picture

NAMES = ("white", "yellow", "red", "orange", "green", "blue")
#: The usual colours of such cubes as sRGB, by which the paints are named and which the baselines compare with.
PALETTE_SRGB = np.array(
    [[255, 255, 255], [255, 213, 0], [183, 18, 52], [255, 88, 0], [0, 155, 72], [0, 70, 173]], np.uint8
)
#: The part of a square that is looked at, round its centre, as a share of its side.
LOOKED_AT = 0.5


class CubeLabels(msgspec.Struct, frozen=True):
    """What the label file says of one cube."""

    n: int
    faces: dict[str, list[list[str]]]
    centres: dict[str, list[list[tuple[float, float]]]]


@dataclass(frozen=True, slots=True, eq=False)
class CubePhotos:
    """The squares of one cube: ``colours_rgb`` (n, 3) uint8, the frame each is from, and its true colour, (n,)."""

    name: str
    colours_rgb: UInt8Array
    frames: IntArray
    truth: IntArray


def load_cubes(folder: Path) -> tuple[CubePhotos, ...]:
    """The squares of all cubes in a folder, each with its median colour."""
    labels = msgspec.json.decode((folder / "labels.json").read_bytes(), type=dict[str, CubeLabels])
    return tuple(_load_cube(folder / name, cube) for name, cube in labels.items())


def _load_cube(folder: Path, labels: CubeLabels) -> CubePhotos:
    colours, frames, truth = [], [], []
    for number, (face, centres) in enumerate(labels.centres.items()):
        frame = read_picture(folder / f"{face}.jpg")
        flat = np.array(centres)
        side = float(np.linalg.norm(flat[0, 1] - flat[0, 0]))
        half = round(side * LOOKED_AT / 2)
        for row, names in enumerate(labels.faces[face]):
            for column, name in enumerate(names):
                x, y = np.rint(flat[row, column]).astype(int)
                patch = frame[y - half : y + half + 1, x - half : x + half + 1].reshape(-1, 3)
                colours.append(np.median(patch, axis=0)[::-1])
                frames.append(number)
                truth.append(NAMES.index(name))
    return CubePhotos(folder.name, np.array(colours, np.uint8), np.array(frames), np.array(truth))


def by_counts(cube: CubePhotos) -> IntArray:
    """Reflectance times gain with the number of squares of each colour given."""
    counts = np.bincount(cube.truth, minlength=len(NAMES))
    return group_colours(linear_light(cube.colours_rgb), cube.frames, linear_light(PALETTE_SRGB), counts).paints


def nearest_rgb(cube: CubePhotos) -> IntArray:
    """The nearest palette colour by the distance of sRGB codes."""
    away = cube.colours_rgb[:, None].astype(float) - PALETTE_SRGB
    return np.asarray(np.linalg.norm(away, axis=-1).argmin(axis=1))


def by_hsv_ranges(cube: CubePhotos) -> IntArray:
    """Fixed ranges of hue, with white where the saturation is low, as simple cube readers have."""
    hue, saturation, _ = cv2.cvtColor(cube.colours_rgb[None], cv2.COLOR_RGB2HSV)[0].T.astype(int)
    bounds = ((5, "red"), (20, "orange"), (40, "yellow"), (85, "green"), (130, "blue"), (180, "red"))
    found = [next(name for bound, name in bounds if angle < bound) for angle in np.minimum(hue, 179)]
    return np.array([NAMES.index(name) if s >= 70 else 0 for name, s in zip(found, saturation, strict=True)])


def nearest_ciede2000(cube: CubePhotos) -> IntArray:
    """The nearest palette colour by CIEDE2000."""
    seen, palette = rgb2lab(cube.colours_rgb[:, None] / 255), rgb2lab(PALETTE_SRGB[None] / 255)
    distances = deltaE_ciede2000(seen, palette)
    return np.asarray(distances.argmin(axis=1))


METHODS: dict[str, Callable[[CubePhotos], IntArray]] = {
    "counts given": by_counts,
    "nearest RGB": nearest_rgb,
    "HSV ranges": by_hsv_ranges,
    "nearest CIEDE2000": nearest_ciede2000,
}


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--misses", is_flag=True, help="List the squares that the first method gets wrong.")
def rubiks(folder: Path, misses: bool) -> None:
    """Print how many squares of the cubes in FOLDER each method gets right."""
    table = Table("cube", "squares", *METHODS, title="squares whose colour is right")
    right = dict.fromkeys(METHODS, 0)
    cubes = load_cubes(folder)
    console = Console(width=None if sys.stdout.isatty() else 120)
    for cube in cubes:
        found = {name: method(cube) for name, method in METHODS.items()}
        counts = {name: int((answer == cube.truth).sum()) for name, answer in found.items()}
        right = {name: right[name] + counts[name] for name in METHODS}
        table.add_row(cube.name, str(len(cube.truth)), *map(str, counts.values()))
        if misses:
            for i in np.flatnonzero(found["counts given"] != cube.truth):
                said, true = NAMES[found["counts given"][i]], NAMES[cube.truth[i]]
                console.print(f"{cube.name} frame {cube.frames[i]}: {cube.colours_rgb[i].tolist()} {true}, said {said}")
    total = sum(len(cube.truth) for cube in cubes)
    table.add_row("all", str(total), *(f"{count} ({count / total:.1%})" for count in right.values()))
    console.print(table)


if __name__ == "__main__":
    rubiks()
