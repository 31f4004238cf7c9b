"""Knows what a truth file says of a photo: the cubes, what the camera sees of each face, the verdict.

Called by samples.generate. Needs no renderer: what is in view follows from the scene's solid bodies.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np

from calibration.arrays import BoolArray, FloatArray
from calibration.camera import CameraPose, rotation_about_vertical
from referee.bench.truth import VISIBLE_SHARE
from rules.games.babel import COLUMNS, LEVELS, Cell, Cube, Face, Fault, Tower, face_letters, judge
from vision.faces import cell_centre
from vision.games.babel.standing.candidates import with_hidden_corners, with_supports

from .camera import Camera
from .clutter import Block
from .cube_mesh import FACE_AXES, FACE_NAMES
from .scene import Scene
from .sensor import Sensor
from .towers import tower_of

FaceView = dict[str, tuple[float, int]]
"""For each face in view: the share of its area that is in view, and how many pixels that is."""
GENERATOR_VERSION = 2
#: A face seen flatter than this, from its normal, is a line of a few pixels and not in view.
FLATTEST_DEG = 85.0
_POINTS_PER_SIDE = 14


def face_views(camera: Camera, bodies: list[Block], count: int) -> list[FaceView]:
    """Share of its area and pixels in view, for each face in view of each of the first ``count`` bodies.

    The faces are taken as flat squares and the bodies as blocks: bulges hide nothing. What lies outside the
    picture, and what is seen flatter than FLATTEST_DEG, is not in view.
    """
    steps = (np.arange(_POINTS_PER_SIDE) + 0.5) / _POINTS_PER_SIDE - 0.5
    right, up = (grid.ravel()[:, None] for grid in np.meshgrid(steps, steps))
    views = []
    for index, body in enumerate(bodies[:count]):
        turn = rotation_about_vertical(body.yaw_deg)
        view: FaceView = {}
        for name in FACE_NAMES:
            axes = FACE_AXES[name] @ turn.T
            middle = body.centre_xyz + 0.5 * axes[0]
            ray = camera.position - middle
            if ray @ axes[0] <= np.cos(np.radians(FLATTEST_DEG)) * np.linalg.norm(ray):
                continue
            points = middle + right * axes[1] + up * axes[2]
            in_view = camera.is_in_picture(camera.project(points))
            for other, obstacle in enumerate(bodies):
                if other != index and in_view.any():
                    in_view &= ~is_hidden(camera.position, points, obstacle)
            corners = middle + 0.5 * np.array(
                [-axes[1] - axes[2], axes[1] - axes[2], axes[1] + axes[2], axes[2] - axes[1]]
            )
            share = float(in_view.mean())
            if share > 0:
                area = cv2.contourArea(camera.project(corners).astype(np.float32))
                view[name] = (round(share, 3), round(share * area))
        views.append(view)
    return views


def is_hidden(eye: FloatArray, points: FloatArray, obstacle: Block) -> BoolArray:
    """Whether a block cuts the line from the eye to each point (n, 3); by slabs in the block's own axes."""
    turn = rotation_about_vertical(obstacle.yaw_deg)
    start = (eye - obstacle.centre_xyz) @ turn
    ends = (points - obstacle.centre_xyz) @ turn
    direction = ends - start
    direction = np.where(np.abs(direction) < 1e-12, 1e-12, direction)
    # A little smaller, so that a block does not hide the face it touches.
    half = obstacle.half_sizes - 0.004
    first, second = (-half - start) / direction, (half - start) / direction
    enter = np.minimum(first, second).max(axis=1)
    leave = np.maximum(first, second).min(axis=1)
    return np.asarray((enter < leave) & (leave > 0) & (enter < 0.999))


def seen_tower(scene: Scene, views: Sequence[FaceView]) -> tuple[Tower, bool]:
    """What this one photo can tell of the tower at best, and whether all of the tower is in view.

    A cube with no face in view is known to be there, of unknown type, if another cube stands on it.
    """
    visible = {
        placement.cell: _visible_part(placement.cube, view) for placement, view in zip(scene.tower, views, strict=True)
    }
    known = with_supports({cell: cube for cell, cube in visible.items() if cube is not None})
    bodies = _bodies(scene)
    tops = ((x, y, sum(cell[:2] == (x, y) for cell in known)) for x, y in COLUMNS)
    hidden_places = (cell for cell in tops if cell[2] < LEVELS and not _would_be_seen(scene.camera, cell, bodies))
    return known, not any(hidden_places)


def corners_filled(scene: Scene, seen: Tower) -> Tower:
    """What the photo tells, with a cube of unknown type wherever one below the top level would not be seen."""
    bodies = _bodies(scene)
    return with_hidden_corners(seen, lambda cell: _would_be_seen(scene.camera, cell, bodies))


def _visible_part(cube: Cube, view: FaceView) -> Cube | None:
    faces = {Face[name] for name, (share, _) in view.items() if share >= VISIBLE_SHARE}
    return Cube(cube.type, cube.bulges & faces, cube.hollows & faces) if faces else None


def _would_be_seen(camera: Camera, cell: Cell, bodies: list[Block]) -> bool:
    phantom = Block(cell_centre(cell), np.full(3, 0.5), 0.0)
    view = face_views(camera, [phantom, *bodies], 1)[0]
    return any(share >= VISIBLE_SHARE for share, _ in view.values())


def _bodies(scene: Scene) -> list[Block]:
    return [cube.body for cube in scene.standing + scene.spares] + [thing.block for thing in scene.things]


def scene_views(scene: Scene) -> list[FaceView]:
    """What the camera sees of each standing cube; see `face_views`."""
    return face_views(scene.camera, _bodies(scene), len(scene.standing))


def truth_of(scene: Scene, sensor: Sensor) -> dict[str, Any]:
    """The content of the truth file; samples/README.md explains every field."""
    views = scene_views(scene)
    faults = judge(tower_of(scene.tower)).faults
    return {
        "game": "babel",
        "cubes": _cubes_fields(scene, views),
        "legal": not faults,
        "faults": fault_fields(faults),
        "illegality_inferable": _is_inferable(scene, views) if faults else None,
        "mat": scene.has_mat,
        "camera": camera_fields(scene.camera.pose),
        "light": scene.light.kind,
        "kelvin": round(scene.light.main_kelvin),
        "order": list(range(len(scene.tower))),
        "table": scene.table_kind,
        "spares": [
            {"type": spare.cube.type, "center": spare.centre_xyz.round(4).tolist(), "yaw_deg": round(spare.yaw_deg, 3)}
            for spare in scene.spares
        ],
        "bulge": {"base_radius": round(scene.shape.base_radius, 4), "height": round(scene.shape.height, 4)},
        "paints": scene.palette.colours_rgb.round(5).tolist(),
        "sensor": sensor_fields(sensor),
        "seed": scene.seed,
        "generator": GENERATOR_VERSION,
    }


def _cubes_fields(scene: Scene, views: Sequence[FaceView]) -> list[dict[str, Any]]:
    return [
        {
            "cell": list(placement.cell),
            "type": placement.type,
            "bulges": list(face_letters(placement.bulges)),
            "visible_faces": [face for face, (share, _) in view.items() if share >= VISIBLE_SHARE],
            "face_view": {face: list(values) for face, values in view.items()},
            "center": standing.centre_xyz.round(4).tolist(),
            "yaw_deg": round(standing.yaw_deg, 3),
        }
        for placement, standing, view in zip(scene.tower, scene.standing, views, strict=True)
    ]


def _is_inferable(scene: Scene, views: Sequence[FaceView]) -> bool:
    """Whether the photo proves that the tower is illegal."""
    seen, is_all_in_view = seen_tower(scene, views)
    # Corners behind may be filled or not: the photo proves only what holds either way.
    towers = (seen, corners_filled(scene, seen))
    return all(judge(tower, all_in_view=is_all_in_view).verdict == "illegal" for tower in towers)


def fault_fields(faults: Sequence[Fault]) -> list[dict[str, Any]]:
    """What a truth file says of faults."""
    return [
        {
            "rule": fault.rule,
            "cell": list(fault.cell),
            "faces": list(face_letters(frozenset(fault.faces))),
            "what": fault.message,
        }
        for fault in faults
    ]


def sensor_fields(sensor: Sensor) -> dict[str, Any]:
    """What a truth file says of how the photo was developed."""
    return {
        "exposure_ev": round(sensor.exposure_ev, 3),
        "noise": round(sensor.noise, 5),
        "quality": sensor.jpeg_quality,
    }


def camera_fields(pose: CameraPose) -> dict[str, Any]:
    """What a truth file says of a camera."""
    width, height = pose.lens.size_wh
    return {**pose.as_json(), "width": width, "height": height}
