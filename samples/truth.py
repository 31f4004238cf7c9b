"""Knows what a truth file says of a photo: the cubes, what the camera sees of each face, the verdict.

Called by samples.generate. Needs no renderer: what is in view follows from the scene's solid bodies.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from .camera import Camera
from .clutter import Block, rotation_about_vertical
from .cube_mesh import FACE_AXES, FACE_NAMES
from .scene import Scene
from .sensor import Sensor

Array = NDArray[np.float64]
GENERATOR_VERSION = 1
VISIBLE_SHARE = 0.35
_POINTS_PER_SIDE = 14


def face_views(camera: Camera, bodies: list[Block], count: int) -> list[dict[str, tuple[float, int]]]:
    """Share of its area and pixels in view, for each face in view of each of the first ``count`` bodies.

    The faces are taken as flat squares and the bodies as blocks: bulges hide nothing. What lies outside the
    picture is not in view.
    """
    steps = (np.arange(_POINTS_PER_SIDE) + 0.5) / _POINTS_PER_SIDE - 0.5
    right, up = (grid.ravel()[:, None] for grid in np.meshgrid(steps, steps))
    views = []
    for index, body in enumerate(bodies[:count]):
        turn = rotation_about_vertical(body.yaw_deg)
        view = {}
        for name in FACE_NAMES:
            axes = FACE_AXES[name] @ turn.T
            middle = body.centre_xyz + 0.5 * axes[0]
            if (camera.position - middle) @ axes[0] <= 0:
                continue
            points = middle + right * axes[1] + up * axes[2]
            in_view = camera.is_in_picture(camera.project(points))
            for other, obstacle in enumerate(bodies):
                if other != index and in_view.any():
                    in_view &= ~_is_hidden(camera.position, points, obstacle)
            corners = middle + 0.5 * np.array([-axes[1] - axes[2], axes[1] - axes[2], axes[1] + axes[2], axes[2] - axes[1]])
            share = float(in_view.mean())
            if share > 0:
                area = cv2.contourArea(camera.project(corners).astype(np.float32))
                view[name] = (round(share, 3), round(share * area))
        views.append(view)
    return views


def _is_hidden(eye: Array, points: Array, obstacle: Block) -> NDArray[np.bool_]:
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
    return (enter < leave) & (leave > 0) & (enter < 0.999)


def truth_of(scene: Scene, sensor: Sensor) -> dict[str, Any]:
    """The content of the truth file; samples/README.md explains every field."""
    bodies = [cube.body for cube in scene.standing + scene.spares] + [thing.block for thing in scene.things]
    views = face_views(scene.camera, bodies, len(scene.standing))
    cubes = []
    for cube, standing, view in zip(scene.tower, scene.standing, views, strict=True):
        cubes.append(
            {
                "cell": list(cube.cell),
                "type": cube.kind,
                "bulges": [face for face in FACE_NAMES if face in cube.bulges],
                "visible_faces": [face for face, (share, _) in view.items() if share >= VISIBLE_SHARE],
                "face_view": {face: list(values) for face, values in view.items()},
                "center": standing.centre_xyz.round(4).tolist(),
                "yaw_deg": round(standing.yaw_deg, 3),
            }
        )
    camera = scene.camera
    return {
        "game": "babel",
        "cubes": cubes,
        "mat": scene.has_mat,
        "camera": {
            "K": camera.matrix.tolist(),
            "dist": camera.coefficients.tolist(),
            "R": camera.rotation.tolist(),
            "t": camera.translation.tolist(),
            "width": camera.width,
            "height": camera.height,
        },
        "light": scene.light.kind,
        "kelvin": round(scene.light.main_kelvin),
        "order": list(range(len(cubes))),
        "table": scene.table_kind,
        "spares": [
            {"type": spare.kind, "center": spare.centre_xyz.round(4).tolist(), "yaw_deg": round(spare.yaw_deg, 3)}
            for spare in scene.spares
        ],
        "bulge": {"base_radius": round(scene.shape.base_radius, 4), "height": round(scene.shape.height, 4)},
        "sensor": {"exposure_ev": round(sensor.exposure_ev, 3), "noise": round(sensor.noise, 5), "quality": sensor.jpeg_quality},
        "seed": scene.seed,
        "generator": GENERATOR_VERSION,
    }
