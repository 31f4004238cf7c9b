"""The cubes' meshes are closed bodies with marks of the measures asked for."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from samples.cube_mesh import FACE_AXES, FACE_NAMES, CubeShape, cube_mesh

SHAPE = CubeShape(base_radius=0.27, height=0.24, pointedness=0.2, clearance=1.06, bevel=0.03)
ALL_BULGE_SETS = ["".join(faces) for count in range(5) for faces in combinations(FACE_NAMES, count)]


@pytest.mark.parametrize("bulges", ALL_BULGE_SETS)
def test_every_edge_of_the_mesh_joins_exactly_two_triangles(bulges: str) -> None:
    mesh = cube_mesh(bulges, SHAPE)
    points: dict[tuple[float, ...], int] = {}
    merged = np.array([points.setdefault(tuple(point), len(points)) for point in np.round(mesh.vertices, 7) + 0.0])
    edges = Counter((corners[i], corners[(i + 1) % 3]) for corners in merged[mesh.triangles].tolist() for i in range(3))
    assert all(count == 1 and edges[end, start] == 1 for (start, end), count in edges.items())


def test_triangles_and_normals_face_outward() -> None:
    mesh = cube_mesh("UE", SHAPE)
    first, second, third = np.moveaxis(mesh.vertices[mesh.triangles], 1, 0)
    across = np.cross(second - first, third - first)
    assert (np.einsum("ij,ij->i", across, mesh.normals[mesh.triangles].mean(axis=1)) > 0).all()
    assert np.allclose(np.linalg.norm(mesh.normals, axis=1), 1)


@pytest.mark.parametrize("face", list(FACE_NAMES))
def test_a_bulge_stands_out_by_its_height_and_a_hollow_goes_in_by_a_little_more(face: str) -> None:
    outward = FACE_AXES[face][0]
    bulge, hollow = cube_mesh(face, SHAPE), cube_mesh("", SHAPE)
    assert (bulge.vertices @ outward).max() == pytest.approx(0.5 + SHAPE.height)
    on_face = hollow.face_index == FACE_NAMES.index(face)
    depth = 0.5 - (hollow.vertices[on_face] @ outward)[np.argmin(np.abs(hollow.face_uv[on_face] - 0.5).sum(axis=1))]
    assert depth == pytest.approx(SHAPE.height * SHAPE.clearance)


def test_the_rim_of_a_mark_has_the_radius_asked_for() -> None:
    mesh = cube_mesh("U", SHAPE)
    above = mesh.vertices[mesh.vertices[:, 2] > 0.5 + 1e-6]
    rim_radius = np.hypot(above[:, 0], above[:, 1]).max()
    assert 0.95 * SHAPE.base_radius < rim_radius < SHAPE.base_radius


def test_the_body_of_a_cube_with_as_much_bulge_as_hollow_fills_about_its_cube() -> None:
    mesh = cube_mesh("EUN", CubeShape(base_radius=0.25, height=0.25, clearance=1.0, bevel=0.01))
    first, second, third = np.moveaxis(mesh.vertices[mesh.triangles], 1, 0)
    assert np.einsum("ij,ij->", first, np.cross(second, third)) / 6 == pytest.approx(1.0, abs=2e-3)
