"""Measures pose and masks of a cube with six painted faces among robot fingers: ``python -m samples.trifinger DIR``.

DIR holds ``poses.json`` (the cube's edge in metres and, for each folder of ``pose_detection``, its position and its
orientation as a quaternion x, y, z, w), there ``camera60.png`` and so on with ``camera_calib_60.yml`` and masks by
colour (``g60.png``), and in ``segmentation`` images with masks of three faces (``01_mask_red.png``). Such are the test
images of open-dynamic-robot-initiative/trifinger_object_tracking (BSD-3-Clause).
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

import click
import cv2
import msgspec
import numpy as np
from rich.console import Console
from rich.table import Table
from scipy.spatial.transform import Rotation

from calibration.arrays import BoolArray, FloatArray, UInt8Array
from calibration.camera import CameraPose, Lens, plain_lens
from calibration.focal_prior import focal_prior

from .painted_cubes.colour_masks import find_colour_regions
from .painted_cubes.cube_pose import LocatedCube, cube_masks, locate_cube
from .photo_files import read_picture

#: Usual linear reflectances, chosen by the colours' names.
PAINTS = {
    "red": (0.5, 0.04, 0.03),
    "green": (0.05, 0.3, 0.06),
    "blue": (0.03, 0.07, 0.35),
    "cyan": (0.03, 0.35, 0.4),
    "magenta": (0.4, 0.05, 0.3),
    "yellow": (0.65, 0.5, 0.04),
}
#: Which colour each face has, +x, +y, +z, -x, -y, -z; the third cube is painted like the second.
_FIRST = ("red", "green", "blue", "yellow", "magenta", "cyan")
_SECOND = ("red", "green", "blue", "magenta", "yellow", "cyan")
LAYOUTS = {"cube_v1": _FIRST, "cube_v2": _SECOND, "cube_v3": _SECOND}
#: With which cubes' edges usually are rounded; in edges of a cube 65 mm wide.
_RADIUS = 0.001 / 0.065


class TruePose(msgspec.Struct, frozen=True):
    """Where a cube lies in the world: metres, and a quaternion x, y, z, w."""

    position: tuple[float, float, float]
    orientation: tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class PoseError:
    """How far a pose is off: ``shift`` in shares of the cube's edge, of which ``depth`` is along the line of sight."""

    turn_deg: float
    shift: float
    depth: float


@dataclass(frozen=True, slots=True)
class Measured:
    """One photo: its pose's error, None where no cube was found or none is known, and each face's mask overlap."""

    photo: str
    is_found: bool
    pose: PoseError | None
    overlaps: dict[str, float]


def measure(folder: Path) -> tuple[Measured, ...]:
    """Look for the cube in every photo."""
    content = (folder / "poses.json").read_bytes()
    named = msgspec.json.decode(content, type=dict[str, msgspec.Raw])
    edge_m = msgspec.json.decode(named["cube_edge_m"], type=float)
    rows = []
    for cube in LAYOUTS:
        for photo in sorted((folder / "pose_detection" / cube).glob("camera*.png")):
            camera = photo.stem.removeprefix("camera")
            lens, world = load_calibration(photo.with_name(f"camera_calib_{camera}.yml"))
            pose = msgspec.json.decode(named[cube], type=TruePose)
            masks = {name: photo.with_name(f"{name[0]}{camera}.png") for name in PAINTS}
            rows.append(_measured(folder, photo, cube, lens, masks, _in_camera(pose, world, lens, edge_m)))
    for photo in sorted((folder / "segmentation").glob("*/*_image.png")):
        masks = {name: photo.with_name(photo.name.replace("image", f"mask_{name}")) for name in PAINTS}
        rows.append(_measured(folder, photo, photo.parent.name, None, masks, None))
    return tuple(rows)


def _measured(
    folder: Path, photo: Path, cube: str, lens: Lens | None, masks: dict[str, Path], truth: CameraPose | None
) -> Measured:
    frame = read_picture(photo, cv2.IMREAD_UNCHANGED)[..., :3]
    height, width = frame.shape[:2]
    regions = find_colour_regions(frame)
    layout = LAYOUTS[cube]
    paints = np.array([PAINTS[name] for name in layout])
    found = locate_cube(regions, lens or _usual_lens((width, height)), paints, _RADIUS)
    seen = cube_masks(found, regions) if found else np.zeros((6, height, width), np.bool_)
    overlaps = {
        name: _overlap(seen[layout.index(name)], _painted(read_picture(path, cv2.IMREAD_UNCHANGED)))
        for name, path in masks.items()
        if path.exists()
    }
    error = pose_error(found, truth) if found and truth else None
    return Measured(photo.relative_to(folder).as_posix(), found is not None, error, overlaps)


def pose_error(found: LocatedCube, truth: CameraPose) -> PoseError:
    """How far a cube was found from where it is."""
    turn = Rotation.from_matrix(found.pose.rotation.T @ truth.rotation).magnitude()
    away = found.pose.translation - truth.translation
    depth = float(away @ truth.translation / np.linalg.norm(truth.translation))
    return PoseError(float(np.degrees(turn)), float(np.linalg.norm(away)), depth)


def load_calibration(path: Path) -> tuple[Lens, FloatArray]:
    """The lens, and the matrix (4, 4) from the world to the camera, of a calibration file."""
    # OpenCV's reader wants a header, and lists indented deeper than their key.
    text = "%YAML:1.0\n---\n" + path.read_text().replace("\n  - ", "\n    - ")
    storage = cv2.FileStorage(text, cv2.FILE_STORAGE_READ | cv2.FILE_STORAGE_MEMORY)

    def numbers(key: str) -> FloatArray:
        data = storage.getNode(key).getNode("data")
        return np.array([data.at(i).real() for i in range(data.size())])

    size_wh = (int(storage.getNode("image_width").real()), int(storage.getNode("image_height").real()))
    lens = Lens(numbers("camera_matrix").reshape(3, 3), numbers("distortion_coefficients"), size_wh)
    return lens, numbers("tf_world_to_camera").reshape(4, 4)


def _in_camera(pose: TruePose, world: FloatArray, lens: Lens, edge_m: float) -> CameraPose:
    turned = np.asarray(Rotation.from_quat(pose.orientation).as_matrix())
    return CameraPose(lens, world[:3, :3] @ turned, (world[:3, :3] @ pose.position + world[:3, 3]) / edge_m)


def _usual_lens(size_wh: tuple[int, int]) -> Lens:
    return plain_lens(float(np.exp(focal_prior(size_wh).mean)), size_wh)


def _painted(mask: UInt8Array) -> BoolArray:
    """A mask's pixels: it is black and white, or a picture with all else blackened or cut out."""
    channels = np.atleast_3d(mask)
    is_opaque = channels[..., 3] > 0 if channels.shape[2] == 4 else np.True_
    return np.asarray(is_opaque & (channels[..., :3].max(axis=-1) > 0))


def _overlap(one: BoolArray, other: BoolArray) -> float:
    return float((one & other).sum() / max((one | other).sum(), 1))


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
def trifinger(folder: Path) -> None:
    """Print how well the cube's pose and the masks of its faces are found in FOLDER's photos."""
    rows = measure(folder)
    table = Table("photo", "turn, degrees", "shift, edges", "of it depth", "masks' IoU")
    for row in rows:
        pose = [f"{row.pose.turn_deg:.1f}", f"{row.pose.shift:.3f}", f"{row.pose.depth:+.3f}"] if row.pose else [""] * 3
        overlaps = ", ".join(f"{name} {overlap:.2f}" for name, overlap in row.overlaps.items())
        table.add_row(row.photo, *pose, overlaps if row.is_found else "no cube found")
    known = [row for row in rows if row.photo.startswith("pose_detection")]
    poses = [row.pose for row in known if row.pose]
    every = [overlap for row in rows for overlap in row.overlaps.values()]
    table.add_row(
        "within 10 degrees, 0.1 edges; IoU 0.8 or more",
        f"{sum(pose.turn_deg <= 10 for pose in poses)} of {len(known)}",
        f"{sum(pose.shift <= 0.1 for pose in poses)} of {len(known)}",
        "",
        f"{sum(overlap >= 0.8 for overlap in every)} of {len(every)}",
    )
    Console(width=None if sys.stdout.isatty() else 140).print(table)


if __name__ == "__main__":
    trifinger()
