"""Knows how a sample lies on the disk: a photo, and beside it what is true of it. Called by all that render or read."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click
import cv2
import numpy as np

from calibration.arrays import Float32Array, UInt8Array
from referee.writing import write_atomically

from . import sensor, truth
from .scene import Scene


def read_picture(path: Path, flags: int = cv2.IMREAD_COLOR) -> UInt8Array:
    """A picture as OpenCV reads it with those flags, blue, green, red by default; uint8 (height, width, ...).

    Raises
    ------
    click.ClickException
        There is no picture in that file, or it is broken.
    """
    picture = cv2.imread(str(path), flags)
    if picture is None:
        raise click.ClickException(f"{path}: cannot be read as a picture")
    return np.asarray(picture, np.uint8)


def write_photo(folder: Path, name: str, photo_rgb: UInt8Array, content: Mapping[str, Any], quality: int) -> None:
    """Write one photo, a JPEG of that quality, and its truth file; the photo last, so that it has one for sure.

    Parameters
    ----------
    folder : Path
        Made, if it is not there.
    name : str
        Without ending.
    photo_rgb : uint8 array of shape (height, width, 3)
    content : mapping
        What is true of it.
    quality : int, 0..100
    """
    text = json.dumps(content, separators=(",", ":"))
    _write_pair(folder, name, sensor.encode_jpeg(photo_rgb, quality), f"{text}\n".encode())


def write_variant(folder: Path, name: str, photo_jpeg: bytes, original: Path) -> None:
    """Write what was made of another photo, of which the same is true as of `original`; the photo last."""
    _write_pair(folder, name, photo_jpeg, original.with_suffix(".json").read_bytes())


def _write_pair(folder: Path, name: str, photo_jpeg: bytes, truth_json: bytes) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    write_atomically(folder / f"{name}.json", truth_json)
    write_atomically(folder / f"{name}.jpg", photo_jpeg)


def take_photo(
    folder: Path,
    name: str,
    scene: Scene,
    picture_rgb: Float32Array,
    camera_sensor: sensor.Sensor,
    rng: np.random.Generator,
) -> None:
    """Photograph a rendered scene, linear light of shape (height, width, 3), and write photo and truth."""
    photo_rgb = sensor.develop(sensor.distort(picture_rgb, scene.camera), camera_sensor, rng)
    write_photo(folder, name, photo_rgb, truth.truth_of(scene, camera_sensor), camera_sensor.jpeg_quality)
