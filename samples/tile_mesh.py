"""Knows the shape of a mah-jong tile: a box with rounded edges, of any length, width and height.

Called by samples.render, which places and paints the meshes. Unit of length: that of the scene.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from calibration.arrays import BoolArray, FloatArray, IntArray

from .cube_mesh import FACE_NAMES, CubeShape, cube_mesh

# On a cube's mesh, how far its edges are rounded does not matter: what is flat is stretched.
_UNIT = CubeShape(0.0, 0.0, bevel=0.05)


@dataclass(frozen=True, slots=True, eq=False)
class TileMesh:
    """Triangles with what a renderer needs at each vertex.

    ``vertices`` and ``normals`` are (n, 3): the picture's head lies to the North, its face up. ``is_face``,
    ``is_back`` and neither of them, the four sides, say what a vertex belongs to, (n,). ``uv`` (n, 2) runs from 0 to 1:
    eastward and northward on face and back, along a side and upward on it. ``triangles`` (m, 3) are anticlockwise
    seen from outside. Vertices are doubled where these parts meet.
    """

    vertices: FloatArray
    normals: FloatArray
    is_face: BoolArray
    is_back: BoolArray
    uv: FloatArray
    triangles: IntArray


def tile_mesh(sizes_xyz: FloatArray, bevel: float) -> TileMesh:
    """Mesh of a tile centred on the origin.

    Parameters
    ----------
    sizes_xyz : float array of shape (3,)
        Width, length and height.
    bevel : float
        Radius of the rounded edges, at most half of the least of these.

    Examples
    --------
    >>> mesh = tile_mesh(np.array([0.6, 0.8, 0.5]), 0.05)
    >>> mesh.vertices.max(axis=0).round(3).tolist(), mesh.vertices.min(axis=0).round(3).tolist()
    ([0.3, 0.4, 0.25], [-0.3, -0.4, -0.25])
    """
    cube = cube_mesh("", _UNIT)
    # Inside the rounding lies a smaller box with sharp edges, which takes up all differences of size.
    core = (cube.vertices - _UNIT.bevel * cube.normals) / (0.5 - _UNIT.bevel)
    vertices = core * (sizes_xyz / 2 - bevel) + bevel * cube.normals
    shares = vertices / sizes_xyz + 0.5
    is_face, is_back = (cube.face_index == FACE_NAMES.index(name) for name in "UD")
    # East and West run from South to North, the other sides from West to East.
    is_across = np.isin(cube.face_index, [FACE_NAMES.index(name) for name in "EW"])
    along = np.where(is_across, shares[:, 1], shares[:, 0])
    is_flat = is_face | is_back
    uv = np.stack([np.where(is_flat, shares[:, 0], along), np.where(is_flat, shares[:, 1], shares[:, 2])], axis=1)
    return TileMesh(vertices, cube.normals, is_face, is_back, uv, cube.triangles)
