"""The cubes' meshes are closed bodies with marks of the measures asked for."""

from collections import Counter
from dataclasses import replace
from itertools import combinations, product

import numpy as np
import pytest

from samples.cube_mesh import FACE_AXES, FACE_NAMES, CubeShape, cap_profile, cube_mesh, worn_profile

SHAPE = CubeShape(base_radius=0.27, height=0.24, pointedness=0.2, clearance=1.06, bevel=0.03)
WORN = replace(SHAPE, depth=0.8, rim=0.02)
PLAIN = CubeShape(base_radius=0.0, height=0.0, bevel=0.05, edge=0.4)
ALL_BULGE_SETS = ["".join(faces) for count in range(5) for faces in combinations(FACE_NAMES, count)]


@pytest.mark.parametrize(
    ("bulges", "shape"),
    [*product(ALL_BULGE_SETS, [SHAPE, WORN]), ("", PLAIN)],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_every_edge_of_the_mesh_joins_exactly_two_triangles(bulges: str, shape: CubeShape) -> None:
    mesh = cube_mesh(bulges, shape)
    points: dict[tuple[float, ...], int] = {}
    merged = np.array([points.setdefault(tuple(point), len(points)) for point in np.round(mesh.vertices, 7) + 0.0])
    edges = Counter((corners[i], corners[(i + 1) % 3]) for corners in merged[mesh.triangles].tolist() for i in range(3))
    assert all(count == 1 and edges[end, start] == 1 for (start, end), count in edges.items())


@pytest.mark.parametrize("shape", [SHAPE, WORN, PLAIN], ids=["new", "worn", "plain"])
def test_triangles_and_normals_face_outward(shape: CubeShape) -> None:
    mesh = cube_mesh("UE", shape)
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


def test_a_plain_cube_has_flat_faces_and_the_edge_asked_for() -> None:
    mesh = cube_mesh("", PLAIN)
    on_top = mesh.face_index == FACE_NAMES.index("U")
    inside = np.abs(mesh.face_uv - 0.5).max(axis=1) < 0.44
    np.testing.assert_allclose(mesh.vertices[on_top & inside][:, 2], 0.2)
    first, second, third = np.moveaxis(mesh.vertices[mesh.triangles], 1, 0)
    assert np.einsum("ij,ij->", first, np.cross(second, third)) / 6 == pytest.approx(0.4**3, rel=0.01)


def test_the_body_of_a_cube_with_as_much_bulge_as_hollow_fills_about_its_cube() -> None:
    mesh = cube_mesh("EUN", CubeShape(base_radius=0.25, height=0.25, clearance=1.0, bevel=0.01))
    first, second, third = np.moveaxis(mesh.vertices[mesh.triangles], 1, 0)
    assert np.einsum("ij,ij->", first, np.cross(second, third)) / 6 == pytest.approx(1.0, abs=2e-3)


def test_a_worn_rim_is_lower_inside_and_higher_outside_and_the_middle_is_as_it_was() -> None:
    radii = np.array([0.0, SHAPE.base_radius - 0.015, SHAPE.base_radius + 0.015])
    new = cap_profile(np.minimum(radii, SHAPE.base_radius), SHAPE.base_radius, SHAPE.height, 0.0)
    middle, inside, outside = worn_profile(radii, SHAPE.base_radius, SHAPE.height, 0.0, WORN.rim) - new
    assert abs(middle) < 0.005
    assert inside < -0.001
    assert outside > 0.005


def test_a_rim_that_is_hardly_worn_is_nearly_as_it_was() -> None:
    radii = np.linspace(0, SHAPE.base_radius - 0.01, 20)
    new, worn = (worn_profile(radii, SHAPE.base_radius, SHAPE.height, 0.2, rim) for rim in (0.0, 0.001))
    assert worn == pytest.approx(new, abs=2e-3)
