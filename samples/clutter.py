"""Knows the things that lie about on the table: boxes, balls and cylinders, in colours like the cubes' too.

Called by samples.scene. Everything becomes one mesh with a colour at each vertex.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from calibration.arrays import FloatArray, IntArray
from calibration.camera import rotation_about_vertical

Generator = np.random.Generator


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """An upright box that stands for something solid: middle, half sizes (3,), turn about the vertical."""

    centre_xyz: FloatArray
    half_sizes: FloatArray
    yaw_deg: float


@dataclass(frozen=True, slots=True, eq=False)
class Thing:
    """One piece of clutter: its triangles, a colour, and the block it fills."""

    vertices: FloatArray
    normals: FloatArray
    triangles: IntArray
    colour_rgb: FloatArray
    block: Block


def random_thing(rng: Generator, middle_xy: FloatArray, colour_rgb: FloatArray, grow: float = 1.0) -> Thing:
    """A box, ball or cylinder that stands on the table."""
    form = rng.choice(["box", "flat", "ball", "cylinder"], p=(0.35, 0.2, 0.15, 0.3))
    yaw_deg = float(rng.uniform(0, 360))
    if form == "ball":
        radius = rng.uniform(0.4, 1.6) * grow
        half = np.full(3, radius)
        vertices, normals, triangles = _turned(_ball_outline())
    elif form == "cylinder":
        radius = rng.uniform(0.3, 1.5) * grow
        half = np.array([radius, radius, rng.uniform(0.3, 4.0) * grow / 2])
        vertices, normals, triangles = _turned(
            np.array([[0, -1], [1, -1], [1, -1], [1, 1], [1, 1], [0, 1]], dtype=float)
        )
    else:
        half = rng.uniform(0.4, 2.2, 3) * grow
        if form == "flat":
            half *= np.array([1.5, 1.5, 0.15])
        vertices, normals, triangles = _box()
    middle = np.array([*middle_xy, half[2]])
    turn = rotation_about_vertical(yaw_deg)
    scaled_normals = normals / half
    scaled_normals /= np.linalg.norm(scaled_normals, axis=1, keepdims=True)
    return Thing(
        vertices * half @ turn.T + middle,
        scaled_normals @ turn.T,
        triangles,
        colour_rgb,
        Block(middle, half, yaw_deg),
    )


def cylinder(middle_xyz: FloatArray, radius: float, height: float, bevel: float, colour_rgb: FloatArray) -> Thing:
    """An upright cylinder whose rims are bevelled by so much."""
    half = height / 2
    corners = [[0, -half], [radius - bevel, -half], [radius, bevel - half], [radius, half - bevel]]
    corners += [[radius - bevel, half], [0, half]]
    # Each corner but the first and the last comes twice, for a sharp edge.
    vertices, normals, triangles = _turned(np.repeat(np.array(corners), 2, axis=0)[1:-1])
    block = Block(middle_xyz, np.array([radius, radius, half]), 0.0)
    return Thing(vertices + middle_xyz, normals, triangles, colour_rgb, block)


def _ball_outline() -> FloatArray:
    angles = np.linspace(-np.pi / 2, np.pi / 2, 21)
    return np.stack([np.cos(angles), np.sin(angles)], axis=1)


def _turned(outline: FloatArray) -> tuple[FloatArray, FloatArray, IntArray]:
    """Body of revolution of an outline (radius, height); doubled points make sharp edges."""
    count = 40
    around = 2 * np.pi * np.arange(count) / count
    vertices, normals, triangles = [], [], []
    base = 0
    sections = np.split(outline, [i for i in range(1, len(outline)) if np.allclose(outline[i], outline[i - 1])])
    for section in sections:
        is_round = len(section) > 2
        for radius, height in section:
            vertices.append(
                np.stack([radius * np.cos(around), radius * np.sin(around), np.full(count, height)], axis=1)
            )
            if is_round:
                normals.append(vertices[-1])
            else:
                run = section[1] - section[0]
                normals.append(
                    np.stack([run[1] * np.cos(around), run[1] * np.sin(around), np.full(count, -run[0])], axis=1)
                )
        here = np.arange(count)
        after = (here + 1) % count
        for ring in range(len(section) - 1):
            low, high = base + ring * count, base + (ring + 1) * count
            triangles.append(np.column_stack([low + here, low + after, high + after]))
            triangles.append(np.column_stack([low + here, high + after, high + here]))
        base += len(section) * count
    stacked = np.concatenate(normals)
    stacked = stacked / np.maximum(np.linalg.norm(stacked, axis=1, keepdims=True), 1e-9)
    return np.concatenate(vertices), stacked, np.concatenate(triangles)


def _box() -> tuple[FloatArray, FloatArray, IntArray]:
    vertices: list[FloatArray] = []
    normals: list[FloatArray] = []
    triangles: list[list[int]] = []
    for axis in range(3):
        for sign in (-1.0, 1.0):
            normal = np.zeros(3)
            normal[axis] = sign
            right = np.roll(normal, 1) * sign
            up = np.cross(normal, right)
            start = 4 * len(normals)
            vertices += [normal + a * right + b * up for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
            normals.append(np.tile(normal, (4, 1)))
            triangles += [[start, start + 1, start + 2], [start, start + 2, start + 3]]
    return np.array(vertices), np.concatenate(normals), np.array(triangles)
