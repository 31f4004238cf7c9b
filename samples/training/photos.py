"""Rendered photos with their truth, as training sees them."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from rich.progress import track

from calibration.arrays import FloatArray, UInt8Array
from calibration.camera import CameraPose
from calibration.colours import grey
from calibration.locating import LocatedMat, locate_mat
from calibration.markers import MatSighting
from calibration.mat import BABEL_MAT
from calibration.refusal import Unreadable
from referee.bench.truth import load_pose
from referee.workers import worker_pool
from rules.games.babel import TYPES, Cell
from samples.photo_files import read_picture
from vision.faces import LEAST_SHARE, Sightlines, sightlines
from vision.games.babel.standing.candidates import CANDIDATE_CELLS
from vision.refinement import refine_pose

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

#: A pose from one marker alone is too rough to learn from.
FEWEST_MARKERS = 2


@dataclass(frozen=True, slots=True, eq=False)
class TrainingPhoto:
    """One photo, located as the reader locates it, and what truly stands there.

    Attributes
    ----------
    name : str
        Its path.
    frame_bgr : uint8 array of shape (height, width, 3)
    pose : CameraPose
        As estimated from the mat, so that training meets the reader's own errors; the true one where that cannot be.
    cubes : dict of cell to the truth file's entry
    is_legal : bool
    is_free : bool
        Whether the marks have nothing to do with the paint, as in `scenes`.
    lines : Sightlines
    shares : float array
        Share of each of `lines.sites` in view, 0 where no cube is.
    paints_rgb : float64 array of shape (5, 3)
        What the paint of each type reflects, linear red, green, blue, 0..1; NaN where the truth file does not say.
    tower_pose : CameraPose
        Refined on the tower's edges, as the reader does once it knows where cubes stand.
    """

    name: str
    frame_bgr: UInt8Array
    pose: CameraPose
    cubes: dict[Cell, dict[str, Any]]
    is_legal: bool
    is_free: bool
    lines: Sightlines
    shares: FloatArray
    paints_rgb: FloatArray
    tower_pose: CameraPose


def photos_below(folders: Sequence[Path]) -> list[Path]:
    """All photos with truth files below `folders`, in the order of their names."""
    return sorted(photo for folder in folders for photo in folder.rglob("*.jpg") if photo.with_suffix(".json").exists())


def training_photo(path: Path) -> TrainingPhoto | None:
    """One photo that has a truth file; None if its mat is not found."""
    truth_path = path.with_suffix(".json")
    truth = json.loads(truth_path.read_text())
    frame_bgr = read_picture(path)
    frame_gray = grey(frame_bgr)
    is_located = truth["mat"] and "cropped" not in truth
    located = locate_mat(frame_gray) if is_located else _truly_located(load_pose(truth_path))
    if isinstance(located, Unreadable) or len(located.sighting.marker_ids) < FEWEST_MARKERS:
        return None
    cubes: dict[Cell, dict[str, Any]] = {tuple(cube["cell"]): cube for cube in truth["cubes"]}
    lines = sightlines(sorted({*CANDIDATE_CELLS, *cubes}), located.pose)
    there = np.array([site.cell in cubes for site in lines.sites])
    in_view = lines.sites_in_view(sorted(cubes), LEAST_SHARE)
    return TrainingPhoto(
        name=str(path),
        frame_bgr=frame_bgr,
        pose=located.pose,
        cubes=cubes,
        is_legal=truth["legal"],
        is_free=truth.get("free", False),
        lines=lines,
        shares=np.where(there, lines.visible_shares(sorted(cubes)), 0.0),
        paints_rgb=np.array(truth.get("paints", [[np.nan] * 3] * len(TYPES)), np.float64),
        tower_pose=refine_pose(frame_bgr, located, sorted(cubes), in_view),
    )


def _truly_located(pose: CameraPose) -> LocatedMat:
    """The mat as its markers would locate it if all were in view: of a cropped photo too few are, or there is none."""
    corners_xy = [pose.project(BABEL_MAT.marker_corners(marker)) for marker in BABEL_MAT.marker_ids]
    sighting = MatSighting(BABEL_MAT.marker_ids, np.array(corners_xy))
    return LocatedMat(pose, sighting, sighting.points_xyz, 0.0, is_lens_known=False)


ExampleT = TypeVar("ExampleT")


def examples_from(folders: Sequence[Path], cut: Callable[[Path], ExampleT | None], jobs: int) -> list[ExampleT]:
    """The examples that `cut`, a function that can be pickled, takes out of each photo; so many photos at once."""
    photos = photos_below(folders)
    with worker_pool(jobs) as pool:
        examples = pool.map(cut, photos, chunksize=16)
        return [example for example in track(examples, "reading photos", len(photos)) if example is not None]


def cut_located(path: Path, cut: Callable[[TrainingPhoto], ExampleT | None]) -> ExampleT | None:
    """What `cut` takes out of a photo once it is located; None if it cannot be."""
    photo = training_photo(path)
    return cut(photo) if photo else None


ArraysT = TypeVar("ArraysT", bound="DataclassInstance")


def joined(parts: Sequence[ArraysT]) -> ArraysT:
    """Examples of one kind, each a dataclass of arrays, at least one, end to end."""
    names = [field.name for field in fields(parts[0])]
    return type(parts[0])(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))
