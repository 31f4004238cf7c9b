"""Edits finished photos: wider or narrower, as web pages and cameras do that fill another format, as small as
messengers show them, and cropped round a tower that the camera did not look straight at.

    python -m samples.edits PHOTOS OUT --seed 0

The truth goes along, with the camera as the edited picture has it. Called by people.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from calibration.arrays import UInt8Array
from calibration.camera import CameraPose
from calibration.mat import BABEL_MAT
from referee.bench.truth import load_pose
from vision.shrinking import shrunk

from .photo_files import read_picture, write_photo
from .truth import camera_fields
from .variants import variants_command

#: How many times as wide each kind is made.
STRETCHES = {"narrow-0.75": 0.75, "narrow-0.8": 0.8, "wide-1.2": 1.2, "wide-1.33": 4 / 3}
#: How long the longer side of each kind of thumbnail is, in pixels.
THUMBNAILS = {"small-215": 215, "small-260": 260, "small-320": 320}
OFF_AXIS = "off-axis"
# So far away from the tower the camera is turned (degrees), to a side and up or down; and how much is left round mat
# and tower, as a share of the photo's width.
_ASIDE_DEG, _UP_DEG, _MARGIN = (8.0, 18.0), 8.0, 0.06
# Half the width of a tower, with bulges, and what may stand out above it, in edges.
_HALF_TOWER, _ABOVE = 1.2, 0.4
_QUALITY = 95


def stretched(photo_rgb: UInt8Array, pose: CameraPose, factor: float) -> tuple[UInt8Array, CameraPose]:
    """The photo, uint8 (height, width, 3), made so many times as wide, and the camera as it has it."""
    height, width = photo_rgb.shape[:2]
    size_wh = (round(factor * width), height)
    how = cv2.INTER_AREA if factor < 1 else cv2.INTER_LINEAR
    picture = np.asarray(cv2.resize(photo_rgb, size_wh, interpolation=how), np.uint8)
    return picture, pose.scaled_to(size_wh)


def thumbnail(photo_rgb: UInt8Array, pose: CameraPose, longest_px: int) -> tuple[UInt8Array, CameraPose]:
    """The photo, uint8 (height, width, 3), made so small, and the camera as it has it."""
    picture = shrunk(photo_rgb, longest_px)
    return picture, pose.scaled_to((picture.shape[1], picture.shape[0]))


def off_axis(
    photo_rgb: UInt8Array, pose: CameraPose, top: float, rng: np.random.Generator
) -> tuple[UInt8Array, CameraPose]:
    """The part round mat and tower, `top` edges high, of the photo that the same camera takes turned away from them,
    without distortion; uint8 (height, width, 3), black where the photo has ended, and the camera as it has it."""
    aside = rng.choice([-1, 1]) * rng.uniform(*_ASIDE_DEG)
    turn = cv2.Rodrigues(np.radians([rng.uniform(-_UP_DEG, _UP_DEG), aside, 0.0]))[0]
    plain = replace(pose.lens, distortion=np.zeros(5))
    whole = CameraPose(plain, turn @ pose.rotation, turn @ pose.translation)
    half = BABEL_MAT.side / 2
    around = [[x, y, 0.0] for x in (-half, half) for y in (-half, half)]
    around += [[x, y, top + _ABOVE] for x in (-_HALF_TOWER, _HALF_TOWER) for y in (-_HALF_TOWER, _HALF_TOWER)]
    around_xy, margin_px = whole.project(np.array(around)), _MARGIN * photo_rgb.shape[1]
    corner_xy, end_xy = np.floor(around_xy.min(axis=0) - margin_px), np.ceil(around_xy.max(axis=0) + margin_px)
    width, height = (end_xy - corner_xy).astype(int).tolist()
    lens = plain.cropped(corner_xy, (width, height))
    pixels = np.stack([*np.meshgrid(np.arange(width), np.arange(height)), np.ones((height, width))], axis=-1)
    rays = pixels @ np.linalg.inv(lens.matrix).T @ turn
    seen_xy = CameraPose(pose.lens, np.eye(3), np.zeros(3)).project(rays).astype(np.float32)
    picture = cv2.remap(photo_rgb, seen_xy[..., 0], seen_xy[..., 1], cv2.INTER_LINEAR)
    return np.asarray(picture, np.uint8), replace(whole, lens=lens)


def _make_edits(photo: Path, folder: Path, seed: int) -> None:
    """Write PHOTOS, with their truth, into FOLDER: each photo once for each edit."""
    photo_rgb, truth = np.ascontiguousarray(read_picture(photo)[..., ::-1]), photo.with_suffix(".json")
    pose, content = load_pose(truth), json.loads(truth.read_text())
    top = max(cube["center"][2] for cube in content["cubes"]) + 0.5
    edited = {kind: stretched(photo_rgb, pose, factor) for kind, factor in STRETCHES.items()}
    edited |= {kind: thumbnail(photo_rgb, pose, longest_px) for kind, longest_px in THUMBNAILS.items()}
    edited[OFF_AXIS] = off_axis(photo_rgb, pose, top, np.random.default_rng(seed))
    for kind, (picture, camera) in edited.items():
        write_photo(folder / kind, photo.stem, picture, content | {"camera": camera_fields(camera)}, _QUALITY)


edits = variants_command(_make_edits)

if __name__ == "__main__":
    edits()
