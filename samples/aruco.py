"""Measures the marker detector on photos whose markers are known: ``python -m samples.aruco DIR``.

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
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

from calibration.mat import marker_detector


class PhotoLabels(msgspec.Struct):
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
    """What was found in one photo: of how many markers, ids that are not there, and how far each corner lies off."""

    photo: str
    wanted: int
    found: int
    extra: int
    misses_px: tuple[float, ...]


def measure(folder: Path) -> tuple[Found, ...]:
    """Look for the markers of every photo that the label file names."""
    labels = msgspec.json.decode((folder / "gold_markers.json").read_bytes(), type=dict[str, PhotoLabels])
    return tuple(_measure(folder, name, photo) for name, photo in labels.items())


def _measure(folder: Path, name: str, labels: PhotoLabels) -> Found:
    frame = cv2.imread(str(folder / name), cv2.IMREAD_GRAYSCALE)
    if frame is None:
        raise click.ClickException(f"{folder / name}: cannot be read")
    corners, ids, _ = marker_detector(_dictionary(folder, labels.dictionary)).detectMarkers(frame)
    numbers = [int(number) for number in np.ravel(ids)] if ids is not None else []
    seen = Counter(numbers)
    misses_px = [
        float(miss)
        for number, corner in zip(numbers, corners, strict=True)
        if number in labels.markers
        for miss in np.linalg.norm(_corners(corner) - np.array(labels.markers[number]), axis=1)
    ]
    hits = (labels.wanted & seen).total()
    return Found(name, labels.wanted.total(), hits, seen.total() - hits, tuple(misses_px))


def _corners(corner: object) -> NDArray[np.float64]:
    return np.asarray(corner, np.float64).reshape(4, 2)


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
    table = Table("photo", "markers", "found", "others", "corners within 1 px", "median px", "worst px")
    rows = measure(folder)
    for row in rows:
        table.add_row(row.photo, str(row.wanted), str(row.found), str(row.extra), *_misses(row.misses_px))
    totals = (sum(getattr(row, field) for row in rows) for field in ("wanted", "found", "extra"))
    table.add_row("all", *map(str, totals), *_misses([miss for row in rows for miss in row.misses_px]))
    Console(width=None if sys.stdout.isatty() else 120).print(table)


if __name__ == "__main__":
    aruco()
