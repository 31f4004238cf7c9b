"""Measures the marker detector on photos whose markers are known: ``python -m samples.aruco DIR``.

Corners are measured as the detector has them, which such labels mostly come from, and as the reader refines them.

How far a corner lies off is the larger of the distances in x and in y, as in OpenCV's own test of these labels, which
allows a pixel in either.

DIR holds the photos and ``gold_markers.json``: for each photo its ``dictionary`` (a name of OpenCV's, or a file in
OpenCV's format) and ``markers`` with their corners by id, or only ``ids``, or ``ids_multiset`` where an id may come
more than once. Such a set are the photos of OpenCV's ArUco tutorials (Apache-2.0).
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click
import cv2
import msgspec
import numpy as np
from rich.console import Console
from rich.table import Table

from calibration.arrays import FloatArray
from calibration.markers import light_of, marker_detector, refined_corners

from .photo_files import read_picture


class PhotoLabels(msgspec.Struct, frozen=True):
    """What the label file says of one photo."""

    dictionary: str
    markers: dict[int, list[tuple[float, float]]] = msgspec.field(default_factory=dict)
    ids: list[int] = msgspec.field(default_factory=list)
    ids_multiset: list[int] = msgspec.field(default_factory=list)

    @property
    def wanted(self) -> Counter[int]:
        """How often each id is in the photo."""
        return Counter(self.ids_multiset or self.ids or list(self.markers))


@dataclass(frozen=True, slots=True)
class Found:
    """What was found in one photo: of how many markers, ids that are not there, and how far each corner lies off, as
    detected and as refined."""

    photo: str
    wanted: int
    found: int
    extra: int
    misses_px: tuple[float, ...]
    refined_misses_px: tuple[float, ...]


def measure(folder: Path) -> tuple[Found, ...]:
    """Look for the markers of every photo that the label file names."""
    labels = msgspec.json.decode((folder / "gold_markers.json").read_bytes(), type=dict[str, PhotoLabels])
    return tuple(_measure(folder, name, photo) for name, photo in labels.items())


def _measure(folder: Path, name: str, labels: PhotoLabels) -> Found:
    frame = read_picture(folder / name, cv2.IMREAD_GRAYSCALE)
    corners, ids, _ = marker_detector(_dictionary(folder, labels.dictionary)).detectMarkers(frame)
    numbers = [int(number) for number in np.ravel(ids)] if ids is not None else []
    seen = Counter(numbers)
    detected_xy = np.array(corners, np.float64).reshape(-1, 4, 2)
    light = light_of(frame)
    refined_xy = np.array([refined_corners(each_xy, light) for each_xy in detected_xy], np.float64).reshape(-1, 4, 2)
    hits = (labels.wanted & seen).total()
    misses_px = (_misses_px(numbers, corners_xy, labels) for corners_xy in (detected_xy, refined_xy))
    return Found(name, labels.wanted.total(), hits, seen.total() - hits, *misses_px)


def _misses_px(numbers: Sequence[int], corners_xy: FloatArray, labels: PhotoLabels) -> tuple[float, ...]:
    """How far each corner (n, 4, 2) of the markers found lies off in x or in y, where it has a label."""
    return tuple(
        float(miss)
        for number, found_xy in zip(numbers, corners_xy, strict=True)
        if number in labels.markers
        for miss in abs(found_xy - np.array(labels.markers[number])).max(axis=1)
    )


def _dictionary(folder: Path, name: str) -> cv2.aruco.Dictionary:
    if hasattr(cv2.aruco, name):
        return cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, name))
    dictionary = cv2.aruco.Dictionary()
    storage = cv2.FileStorage(str(folder / name), cv2.FILE_STORAGE_READ)
    if not dictionary.readDictionary(storage.root()):
        raise click.ClickException(f"{folder / name}: is no dictionary of markers")
    return dictionary


def _misses(misses_px: Sequence[float]) -> tuple[str, str, str]:
    if not misses_px:
        return "not labelled", "", ""
    within = sum(miss <= 1 for miss in misses_px)
    return f"{within} of {len(misses_px)}", f"{np.median(misses_px):.2f}", f"{max(misses_px):.2f}"


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
def aruco(folder: Path) -> None:
    """Print how many of the markers in FOLDER's photos are found, and how far off their corners lie."""
    of_corners = ("corners within 1 px", "median px", "worst px")
    table = Table("photo", "markers", "found", "others", *of_corners, "refined, within 1 px", *of_corners[1:])
    rows = measure(folder)
    for row in rows:
        corners = (*_misses(row.misses_px), *_misses(row.refined_misses_px))
        table.add_row(row.photo, str(row.wanted), str(row.found), str(row.extra), *corners)
    totals = (sum(getattr(row, field) for row in rows) for field in ("wanted", "found", "extra"))
    detected, refined = (
        [miss for row in rows for miss in getattr(row, field)] for field in ("misses_px", "refined_misses_px")
    )
    table.add_row("all", *map(str, totals), *_misses(detected), *_misses(refined))
    Console(width=None if sys.stdout.isatty() else 120).print(table)


if __name__ == "__main__":
    aruco()
