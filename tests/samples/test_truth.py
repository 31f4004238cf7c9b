"""Truth files say what the camera sees: projection and faces in view, without rendering."""

import numpy as np
import pytest

from rules.games.babel import Face, Placement, parse_tower
from samples.camera import Camera, look_at
from samples.clutter import Block
from samples.scene import random_scene
from samples.sensor import random_sensor
from samples.towers import random_legal_tower
from samples.truth import corners_filled, face_views, scene_views, seen_tower, truth_of
from vision.faces import cell_centre


def camera_at(position: tuple[float, float, float], target: tuple[float, float, float] = (0, 0, 0.5)) -> Camera:
    """A camera without distortion, of focal length 1000 px."""
    rotation, translation = look_at(np.array(position, dtype=float), np.array(target, dtype=float), roll_deg=0.0)
    return Camera(1000.0, (0.0, 0.0), rotation, translation, 1280, 960)


def block(x: float, y: float, z: float) -> Block:
    return Block(np.array([x, y, z]), np.full(3, 0.5), 0.0)


def test_the_point_looked_at_is_the_middle_of_the_picture_and_up_is_up() -> None:
    camera = camera_at((3, -8, 5))
    middle, above = camera.project(np.array([[0, 0, 0.5], [0, 0, 1.5]]))
    assert middle == pytest.approx([639.5, 479.5])
    assert above[0] == pytest.approx(639.5) and above[1] < 479.5
    assert camera.position == pytest.approx([3, -8, 5])
    assert np.linalg.det(camera.rotation) == pytest.approx(1)


def test_points_behind_the_camera_have_no_pixel() -> None:
    assert np.isnan(camera_at((0, -8, 0.5)).project(np.array([[0.0, -20.0, 0.5]]))).all()


def test_a_lone_cube_shows_the_three_faces_towards_the_camera_whole() -> None:
    (view,) = face_views(camera_at((6, -6, 5)), [block(0, 0, 0.5)], 1)
    assert {face: share for face, (share, _) in view.items()} == {"E": 1.0, "S": 1.0, "U": 1.0}


def test_a_cube_behind_another_shows_what_sticks_out() -> None:
    front, behind, on_top = block(0, -0.5, 0.5), block(0, 0.5, 0.5), block(0, 0.5, 1.5)
    views = face_views(camera_at((0, -30, 0.5), target=(0, 0, 0.5)), [front, behind, on_top], 3)
    assert views[0]["S"][0] == 1.0
    assert "S" not in views[1]
    assert views[2]["S"][0] == 1.0


def test_half_a_face_outside_the_picture_is_half_in_view() -> None:
    camera = camera_at((0, -10, 0.5), target=(0, 0, 0.5))
    reach = 639.5 / 1000 * 9.5
    (view,) = face_views(camera, [block(reach, 0, 0.5)], 1)
    assert view["S"][0] == pytest.approx(0.5, abs=0.05)


def test_the_pixels_of_a_face_are_its_area_in_the_picture() -> None:
    (view,) = face_views(camera_at((0, -10.5, 0.5), target=(0, 0, 0.5)), [block(0, 0, 0.5)], 1)
    assert view["S"][1] == pytest.approx(100 * 100, rel=0.02)


@pytest.mark.parametrize("seed", range(5))
def test_truth_of_a_scene_agrees_with_its_own_camera(seed: int) -> None:
    rng = np.random.default_rng(seed)
    scene = random_scene(seed, random_legal_tower(rng, 5), "led", (640, 480))
    truth = truth_of(scene, random_sensor(rng, "led", 640))
    centres = np.array([cube["center"] for cube in truth["cubes"]])
    matrix, rotation = np.array(truth["camera"]["K"]), np.array(truth["camera"]["R"])
    rays = centres @ rotation.T + truth["camera"]["t"]
    cell_centres = np.array([cell_centre(tuple(cube["cell"])) for cube in truth["cubes"]])
    assert np.linalg.norm(centres - cell_centres, axis=1).max() < 0.15
    assert (rays[:, 2] > 0).all()
    undistorted = rays[:, :2] / rays[:, 2:] * matrix[0, 0] + matrix[:2, 2]
    assert np.abs(undistorted - scene.camera.project(centres)).max() < 25
    assert scene.camera.is_in_picture(scene.camera.project(centres)).all()
    assert truth["legal"] and truth["illegality_inferable"] is None
    assert truth["paints"] == pytest.approx(scene.palette.colours_rgb, abs=1e-5)


@pytest.mark.parametrize(("outside", "is_in_view"), [(Face.W, False), (Face.S, True)])
def test_an_outer_bulge_can_be_told_from_a_photo_that_shows_it(outside: Face, is_in_view: bool) -> None:
    scene = random_scene(1, (Placement((0, 0, 0), 1, frozenset({outside})),), "led", (640, 480))
    truth = truth_of(scene, random_sensor(np.random.default_rng(1), "led", 640))
    assert (outside.name in truth["cubes"][0]["visible_faces"]) == is_in_view
    assert not truth["legal"] and truth["illegality_inferable"] == is_in_view


def test_the_same_seed_gives_the_same_scene() -> None:
    pile = random_legal_tower(np.random.default_rng(1), 3)
    first, second = (random_scene(5, pile, "spot", (640, 480)) for _ in range(2))
    sensor = random_sensor(np.random.default_rng(2), "spot", 640)
    assert truth_of(first, sensor) == truth_of(second, sensor)


def test_what_a_photo_can_tell_leaves_hidden_faces_open() -> None:
    pile = random_legal_tower(np.random.default_rng(4), 1)
    scene = random_scene(4, pile, "led", (640, 480))
    seen, _ = seen_tower(scene, [{"U": (1.0, 900), "E": (0.2, 80)}])
    cube = seen[pile[0].cell]
    assert cube.type == pile[0].type
    assert len(cube.bulges | cube.hollows) in (1, 6)
    assert seen != parse_tower("-,-,-,-")


@pytest.mark.parametrize("seed", range(4))
def test_corners_that_a_photo_does_not_show_may_hold_the_cubes_that_stand_there(seed: int) -> None:
    pile = random_legal_tower(np.random.default_rng(seed), 17)
    scene = random_scene(seed, pile, "led", (640, 480))
    seen, _ = seen_tower(scene, scene_views(scene))
    filled = corners_filled(scene, seen)
    assert dict(seen).items() <= dict(filled).items()
    highest = max(z for *_, z in seen)
    assert {placement.cell for placement in pile if placement.cell[2] < highest} <= set(filled)
    assert all(filled[cell].type is None for cell in set(filled) - set(seen))
