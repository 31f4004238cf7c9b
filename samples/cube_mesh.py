"""Knows the shape of one game cube: rounded edges, and a half-ball or a dent in the middle of every face, or neither.

Called by samples.render, which places and paints the meshes. Unit of length: the cube's edge.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from scipy.ndimage import gaussian_filter1d

from calibration.arrays import FloatArray, IntArray

FACE_NAMES = "EWNSUD"
# Per face: outward normal and the two directions (right, up) of somebody who looks at the face from outside.
FACE_AXES: dict[str, FloatArray] = {
    "E": np.array([[1, 0, 0], [0, 1, 0], [0, 0, 1]], dtype=float),
    "W": np.array([[-1, 0, 0], [0, -1, 0], [0, 0, 1]], dtype=float),
    "N": np.array([[0, 1, 0], [-1, 0, 0], [0, 0, 1]], dtype=float),
    "S": np.array([[0, -1, 0], [1, 0, 0], [0, 0, 1]], dtype=float),
    "U": np.array([[0, 0, 1], [1, 0, 0], [0, 1, 0]], dtype=float),
    "D": np.array([[0, 0, -1], [1, 0, 0], [0, -1, 0]], dtype=float),
}
_POINTS_PER_SIDE = 16
_CAP_RINGS = 9
_BEVEL_RINGS = 4
# Across a face and a little more, a two-thousandth of an edge apart.
_PROFILE_POINTS = 2401
# A worn rim reaches so many of its standard deviations out.
_RIM_REACH = 2.0
_Ring = tuple[FloatArray, FloatArray]
"""Points on a closed line round the middle of a face, and the normals there, both (n, 3)."""


@dataclass(frozen=True, slots=True)
class CubeShape:
    """The measures of one set of cubes, in cube edges.

    Parameters
    ----------
    base_radius
        Radius of the circle in which a bulge meets its face, 0.2 to 0.32; 0 for plain cubes.
    height
        How far a bulge stands out, at most ``base_radius`` (a half-ball).
    pointedness
        0 is a cap of a sphere, 1 a cone; some cubes' bulges are a little pointed.
    clearance
        How much larger than the bulge a hollow is, as a factor of at least 1.
    bevel
        Radius of the rounded edges.
    depth
        How much deeper a hollow is than a bulge of its size stands out, as a factor of about 1.
    rim
        How far the rims of marks are worn round: standard deviation of the Gaussian that smooths their profile, up to
        about 0.03.
    edge
        How long an edge is in the scene.
    """

    base_radius: float
    height: float
    pointedness: float = 0.0
    clearance: float = 1.05
    bevel: float = 0.03
    depth: float = 1.0
    rim: float = 0.0
    edge: float = 1.0

    @property
    def is_plain(self) -> bool:
        """Whether the cubes have neither bulges nor hollows."""
        return self.base_radius == 0

    def mark(self, sign: int) -> tuple[float, float]:
        """Radius, and height or depth, of a bulge (1) or a hollow (-1)."""
        if sign > 0:
            return self.base_radius, self.height
        return self.base_radius * self.clearance, self.height * self.clearance * self.depth


@dataclass(frozen=True, slots=True, eq=False)
class Mesh:
    """Triangles with what a renderer needs at each vertex.

    ``vertices`` and ``normals`` are (n, 3); ``face_uv`` (n, 2) in 0..1 across the face that a vertex belongs to,
    whose index in ``FACE_NAMES`` is ``face_index`` (n,); ``triangles`` (m, 3) vertex indices, anticlockwise seen
    from outside. Vertices are doubled where faces meet and on the rim of a mark, to keep these creases sharp.
    """

    vertices: FloatArray
    normals: FloatArray
    face_uv: FloatArray
    face_index: IntArray
    triangles: IntArray


def cap_profile(radii: FloatArray, base_radius: float, height: float, pointedness: float) -> FloatArray:
    """Height of a bulge at the given distances from its axis.

    >>> cap_profile(np.array([0.0, 0.15]), 0.25, 0.25, 0.0).round(6).tolist()
    [0.25, 0.2]
    """
    ball_radius = (base_radius**2 + height**2) / (2 * height)
    ball = np.sqrt(np.maximum(ball_radius**2 - radii**2, 0.0)) - (ball_radius - height)
    return (1 - pointedness) * ball + pointedness * height * (1 - radii / base_radius)


def worn_profile(radii: FloatArray, base_radius: float, height: float, pointedness: float, rim: float) -> FloatArray:
    """The same of a bulge whose rim is worn round, nought from where it ends; ``rim`` as in `CubeShape`."""
    if rim == 0:
        return cap_profile(radii, base_radius, height, pointedness)
    across = np.linspace(-0.6, 0.6, _PROFILE_POINTS)
    heights = cap_profile(np.minimum(abs(across), base_radius), base_radius, height, pointedness)
    smoothed = gaussian_filter1d(heights, rim / (across[1] - across[0]))
    at_end, at_radii = (np.interp(where, across, smoothed) for where in (_end_of_mark(base_radius, rim), radii))
    return np.asarray(np.maximum(at_radii - at_end, 0.0))


def _end_of_mark(base_radius: float, rim: float) -> float:
    return base_radius + _RIM_REACH * rim


def cube_mesh(bulges: Iterable[str], shape: CubeShape) -> Mesh:
    """Mesh of a cube centred on the origin with bulges on the named faces and hollows on the others, if it has marks.

    Examples
    --------
    >>> mesh = cube_mesh("UE", CubeShape(base_radius=0.25, height=0.25))
    >>> mesh.vertices.max(axis=0).round(3).tolist(), mesh.vertices.min(axis=0).round(3).tolist()
    ([0.75, 0.5, 0.75], [-0.5, -0.5, -0.5])
    >>> mesh = cube_mesh("", CubeShape(base_radius=0.0, height=0.0, edge=0.4))
    >>> mesh.vertices.max(axis=0).round(3).tolist(), mesh.vertices.min(axis=0).round(3).tolist()
    ([0.2, 0.2, 0.2], [-0.2, -0.2, -0.2])
    """
    bulge_faces = set(bulges)
    patches = {sign: _face_patch(shape, sign) for sign in (1, -1)}
    vertices, normals, uvs, indices, triangles = [], [], [], [], []
    count = 0
    for index, name in enumerate(FACE_NAMES):
        local, local_normals, patch_triangles = patches[1 if name in bulge_faces else -1]
        normal, right, up = FACE_AXES[name]
        to_cube = np.stack([right, up, normal])
        vertices.append(shape.edge * (local @ to_cube))
        normals.append(local_normals @ to_cube)
        uvs.append(local[:, :2] + 0.5)
        indices.append(np.full(len(local), index))
        triangles.append(patch_triangles + count)
        count += len(local)
    return Mesh(*(np.concatenate(parts) for parts in (vertices, normals, uvs, indices, triangles)))


def _face_patch(shape: CubeShape, sign: int) -> tuple[FloatArray, FloatArray, IntArray]:
    """One face in its own axes (right, up, outward): rings from the middle of the mark out to the cube's edges."""
    square = _square_outline(shape.bevel)
    mark = [] if shape.is_plain else [*_mark_rings(shape, sign, len(square))]
    rings = [*mark, *_bevel_rings(shape, square)]
    top = 0.0 if shape.is_plain else worn_profile(np.zeros(1), *shape.mark(sign), shape.pointedness, shape.rim)[0]
    apex = np.array([[0.0, 0.0, 0.5 + sign * top]])
    vertices = np.concatenate([apex, *(points for points, _ in rings)])
    normals = np.concatenate([[[0.0, 0.0, 1.0]], *(directions for _, directions in rings)])
    # Between the two rings of a mark's rim there is nothing.
    return vertices, normals, _triangles(len(rings), len(square), gap=len(mark) - 2)


def _mark_rings(shape: CubeShape, sign: int, count: int) -> Iterator[_Ring]:
    """From the apex of a mark to its rim, which comes twice for a sharp crease: with its slope, and flat."""
    angles = -0.75 * np.pi + 2 * np.pi * np.arange(count) / count
    circle = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    radius, height = shape.mark(sign)
    end = _end_of_mark(radius, shape.rim)
    radii = end * np.sin(np.linspace(0, np.pi / 2, _CAP_RINGS + 1)[1:])
    steps = np.minimum(1e-4, 0.5 * (end - radii) + 1e-6)
    inside_and_there = np.stack([np.maximum(radii - steps, 0), radii])
    inside, there = worn_profile(inside_and_there, radius, height, shape.pointedness, shape.rim)
    for rho, above, slope in zip(radii, there, (inside - there) / steps, strict=True):
        tilted = np.column_stack([circle * slope * sign, np.ones(count)])
        yield (
            np.column_stack([circle * rho, np.full(count, 0.5 + sign * above)]),
            tilted / np.linalg.norm(tilted, axis=1, keepdims=True),
        )
    yield np.column_stack([circle * end, np.full(count, 0.5)]), np.tile([0.0, 0.0, 1.0], (count, 1))


def _bevel_rings(shape: CubeShape, square: FloatArray) -> Iterator[_Ring]:
    """Over the rounded edge, half way round it to the next face."""
    inner = 0.5 - shape.bevel
    for number in range(_BEVEL_RINGS + 1):
        half = inner + shape.bevel * np.tan(np.pi / 4 * number / _BEVEL_RINGS)
        outer = np.column_stack([square * half, np.full(len(square), 0.5)])
        core = np.clip(outer, -inner, inner)
        direction = outer - core
        direction /= np.linalg.norm(direction, axis=1, keepdims=True)
        yield core + shape.bevel * direction, direction


def _triangles(rings: int, count: int, gap: int) -> IntArray:
    """Those between an apex, vertex 0, and so many rings of ``count`` vertices round it; none out from ring ``gap``."""
    here = np.arange(count)
    after = (here + 1) % count
    triangles = [np.column_stack([np.zeros(count, dtype=int), 1 + here, 1 + after])]
    for ring in range(rings - 1):
        if ring == gap:
            continue
        start, following = 1 + ring * count, 1 + (ring + 1) * count
        triangles.append(np.column_stack([start + here, following + here, following + after]))
        triangles.append(np.column_stack([start + here, following + after, start + after]))
    return np.concatenate(triangles)


def _square_outline(bevel: float) -> FloatArray:
    """Points once around the square of half side 1, from the lower left corner, closer together at the corners."""
    corner = 2 * bevel
    along = np.concatenate(
        [[-1.0, -1.0 + corner / 2], np.linspace(-1.0 + corner, 1.0 - corner, _POINTS_PER_SIDE - 3), [1.0 - corner / 2]]
    )
    one = np.ones_like(along)
    return np.concatenate(
        [np.stack(side, axis=1) for side in ((along, -one), (one, along), (-along, one), (-one, -along))]
    )
