"""A tile's mesh is a closed box of the measures asked for, with round edges, and pictures lie on it the right way."""

from collections import Counter

import numpy as np
import pytest

from samples.tile_mesh import tile_mesh

SIZES = np.array([0.63, 0.85, 0.47])


@pytest.fixture(scope="module", params=[0.015, 0.05])
def mesh(request):
    """A sharp one and a round one."""
    return tile_mesh(SIZES, request.param)


def test_it_is_closed_and_faces_outward(mesh):
    points = {}
    merged = np.array([points.setdefault(tuple(point), len(points)) for point in np.round(mesh.vertices, 7) + 0.0])
    edges = Counter((corners[i], corners[(i + 1) % 3]) for corners in merged[mesh.triangles].tolist() for i in range(3))
    assert all(count == 1 and edges[end, start] == 1 for (start, end), count in edges.items())
    first, second, third = np.moveaxis(mesh.vertices[mesh.triangles], 1, 0)
    across = np.cross(second - first, third - first)
    assert (np.einsum("ij,ij->i", across, mesh.normals[mesh.triangles].mean(axis=1)) > 0).all()


def test_it_is_as_large_as_asked_for(mesh):
    np.testing.assert_allclose(mesh.vertices.max(axis=0), SIZES / 2, atol=1e-9)
    np.testing.assert_allclose(mesh.vertices.min(axis=0), -SIZES / 2, atol=1e-9)
    first, second, third = np.moveaxis(mesh.vertices[mesh.triangles], 1, 0)
    assert np.einsum("ij,ij->", first, np.cross(second, third)) / 6 == pytest.approx(SIZES.prod(), rel=0.02)


def test_pictures_lie_upright_on_face_and_sides(mesh):
    assert (mesh.vertices[mesh.is_face, 2] > 0).all()
    assert (mesh.vertices[mesh.is_back, 2] < 0).all()
    np.testing.assert_allclose((mesh.uv[mesh.is_face] - 0.5) * SIZES[:2], mesh.vertices[mesh.is_face, :2], atol=1e-9)
    is_side = ~mesh.is_face & ~mesh.is_back
    np.testing.assert_allclose((mesh.uv[is_side, 1] - 0.5) * SIZES[2], mesh.vertices[is_side, 2], atol=1e-9)
    assert mesh.uv.min() >= 0
    assert mesh.uv.max() <= 1
