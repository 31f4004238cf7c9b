"""What the edge network learns from: faces of photos with truth files, cut with poses that are a little off."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np

from calibration.arrays import BoolArray, Float32Array, FloatArray, UInt8Array
from calibration.camera import CameraPose, rotation_about_vertical
from referee.bench.truth import CORNERS, load_pose
from rules.games.babel import Cell
from samples.photo_files import read_picture
from vision.edge_network import OPEN_SQUARES, PATCH_EDGES, SideEnds, cut_edges
from vision.faces import LEAST_SHARE, FaceSite, cell_centre, sightlines
from vision.moving_edges import not_flat
from vision.patches import open_squares, view_vectors
from vision.refinement import moved_camera

from .photos import joined

#: The mean misplacement of a tower's corners (edges), and the standard deviation of its logarithm: what is left once
#: moving edges have done their part, and more.
POSE_ERROR, POSE_ERROR_SPREAD = 0.025, 0.6
#: Standard deviations of what makes it up, before it is scaled to that: turns (radians), shifts (edges), the logarithm
#: of the focal length, and k1.
TURN, SHIFT, LOG_FOCAL, DISTORTION = 0.01, 0.03, 0.05, 0.05


@dataclass(frozen=True, slots=True, eq=False)
class Examples:
    """Patches of n faces, cut with a pose that is a little off, and by how much it is.

    Attributes
    ----------
    colours : uint8 array of shape (n, PATCH_PX, PATCH_PX, 3)
    views : float32 array of shape (n, 3)
    is_open : bool array of shape (n, OPEN_SQUARES, OPEN_SQUARES)
    offsets : float32 array of shape (n, `edge_network.ENDS`)
        How far outward of where the pose puts them the sides lie, in cube edges.
    """

    colours: UInt8Array
    views: Float32Array
    is_open: BoolArray
    offsets: Float32Array


def examples_of(path: Path, copies: int, seed: int) -> Examples | None:
    """All faces in view of a photo with a truth file, so many times with another pose; None if there are none."""
    generator = np.random.default_rng([seed, crc32(path.name.encode())])
    truth_path = path.with_suffix(".json")
    cubes = {tuple(cube["cell"]): cube for cube in json.loads(truth_path.read_text())["cubes"]}
    frame_bgr = read_picture(path)
    camera = load_pose(truth_path)
    parts = [_cut(frame_bgr, camera, cubes, generator) for _ in range(copies)]
    found = [part for part in parts if part is not None]
    return joined(found) if found else None


def _cut(
    frame_bgr: UInt8Array, camera: CameraPose, cubes: dict[Cell, dict[str, Any]], generator: np.random.Generator
) -> Examples | None:
    cells = sorted(cubes)
    pose = _misplaced(_tower_pose(camera, cubes), cells, generator)
    sites = not_flat(sightlines(cells, pose).sites_in_view(cells, LEAST_SHARE), pose)
    if not sites:
        return None
    return Examples(
        colours=cut_edges(frame_bgr, sites, pose),
        views=view_vectors(sites, pose),
        is_open=open_squares(sites, cells, pose, OPEN_SQUARES, PATCH_EDGES),
        offsets=true_offsets(sites, pose, camera, cubes).astype(np.float32),
    )


def true_offsets(
    sites: list[FaceSite], pose: CameraPose, camera: CameraPose, cubes: dict[Cell, dict[str, Any]]
) -> FloatArray:
    """How far outward of where `pose` puts them the sides of faces lie, as `camera` sees the cubes where they stand.

    Shape (n, `edge_network.ENDS`), in cube edges, measured across each side in the picture.
    """
    ends = SideEnds.of(sites, pose)
    centres = np.array([cell_centre(site.cell) for site in sites])[:, None]
    placed = [_placed(points, cubes[site.cell]) for site, points in zip(sites, ends.points - centres, strict=True)]
    said_xy, along_xy, outward_xy = (
        pose.project(points)
        for points in (ends.points, ends.points + 0.01 * ends.along, ends.points + 0.01 * ends.outward)
    )
    # In the picture's own coordinates along and outward of each end.
    axes = np.stack([along_xy - said_xy, outward_xy - said_xy], axis=-1) / 0.01
    missing_xy = camera.project(np.stack(placed)) - said_xy
    return np.asarray(np.linalg.solve(axes, missing_xy[..., None])[..., 1, 0])


def _placed(points: FloatArray, cube: dict[str, Any]) -> FloatArray:
    """Points round a cube's middle where the cube stands."""
    turned = points @ rotation_about_vertical(cube.get("yaw_deg", 0.0)).T
    return np.asarray(turned + np.array(cube.get("center", cell_centre(tuple(cube["cell"])))))


def _tower_pose(camera: CameraPose, cubes: dict[Cell, dict[str, Any]]) -> CameraPose:
    """The camera in the frame of the tower, which may stand beside its place and turned."""
    turn_deg = float(np.mean([cube.get("yaw_deg", 0.0) for cube in cubes.values()]))
    middle = np.mean([cell_centre(cell) for cell in cubes], axis=0)
    shift = np.mean([_placed(np.zeros(3), cube) for cube in cubes.values()], axis=0)
    shift -= rotation_about_vertical(turn_deg) @ middle
    return camera.told_from(shift, turn_deg)


def _misplaced(pose: CameraPose, cells: list[Cell], generator: np.random.Generator) -> CameraPose:
    """A pose a little off, as moving edges leave it."""
    corners = (CORNERS + np.array([cell_centre(cell) for cell in cells])[:, None]).reshape(-1, 3)
    spreads = np.array([TURN] * 3 + [SHIFT] * 3 + [LOG_FOCAL, DISTORTION])
    changes = spreads * generator.standard_normal(8)
    error = POSE_ERROR * np.exp(generator.normal(0.0, POSE_ERROR_SPREAD))
    apart_px = np.linalg.norm(moved_camera(pose, changes).project(corners) - pose.project(corners), axis=1)
    edge_px = pose.lens.matrix[0, 0] / pose.depth(corners).mean()
    return moved_camera(pose, changes * error * edge_px / np.sqrt(np.mean(apart_px**2)))
