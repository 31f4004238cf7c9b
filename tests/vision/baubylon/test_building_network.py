import numpy as np
import pytest

from calibration.building_mat import GROUND_SIDE, STOREY
from vision.games.baubylon.building_network import (
    CHANNELS,
    HEIGHTS,
    SIDE_PX,
    SQUARE_PX,
    cut_planes,
    network_input,
    plane_points,
    quarters_to_south,
    turned_input,
)


def place(column: int, row: int) -> tuple[slice, slice]:
    """Where a square lies in a plane."""
    top, left = SQUARE_PX * (GROUND_SIDE - row), SQUARE_PX * (column + 1)
    return slice(top, top + SQUARE_PX), slice(left, left + SQUARE_PX)


def test_planes_lie_a_storey_apart_over_the_ground_and_a_square_beyond() -> None:
    points = plane_points()
    assert np.allclose(points[3, :, :, 2], 3 * STOREY)
    assert points[0, ..., :2].min() == pytest.approx(-GROUND_SIDE / 2 - 1 + 0.5 / SQUARE_PX)
    middle = points[0][place(0, 0)].mean(axis=(0, 1))
    assert np.allclose(middle, [0.5 - GROUND_SIDE / 2, 0.5 - GROUND_SIDE / 2, 0.0])


def test_a_top_shows_where_it_is_in_the_plane_of_its_height_alone(camera_at) -> None:
    pose = camera_at((3.0, -13.0, 13.0), focal_px=1200.0)
    picture = np.full((960, 1280, 3), 200, np.uint8)
    x, y = np.meshgrid(np.linspace(0, 1, 400), np.linspace(0, 1, 400))
    points = np.stack([x, y, np.full_like(x, 4 * STOREY)], axis=-1)
    columns, rows = np.rint(pose.project(points)).astype(int).reshape(-1, 2).T
    picture[rows, columns] = 20
    planes = cut_planes(picture, pose)
    assert planes.shape == (HEIGHTS, SIDE_PX, SIDE_PX, 3)
    assert planes[4][place(4, 4)][2:-2, 2:-2].max() < 60
    assert planes[4].min(axis=-1)[: SQUARE_PX * 3].min() > 150
    assert planes[0][place(4, 4)].min() > 150


def test_paper_has_the_same_colour_in_any_light() -> None:
    shown = []
    for light in ((230, 225, 220), (90, 120, 200)):
        planes = np.full((HEIGHTS, SIDE_PX, SIDE_PX, 3), light, np.uint8)
        planes[:, 40:60, 40:60] //= 3
        shown.append(network_input(planes, np.array([0.0, -9.0, 9.0])))
    assert shown[0].shape == (HEIGHTS, CHANNELS, SIDE_PX, SIDE_PX)
    assert np.allclose(shown[0][:, :3, 0, 0], shown[1][:, :3, 0, 0], atol=0.05)
    assert shown[0][0, 0, 50, 50] < shown[0][0, 0, 0, 0] - 0.5


@pytest.mark.parametrize("camera", [(0.5, -9.0, 9.0), (9.0, 2.0, 9.0), (-3.0, 9.0, 9.0), (-9.0, -1.0, 9.0)])
@pytest.mark.parametrize("is_mirrored", [False, True])
def test_turned_to_the_south_the_camera_stands_there(camera: tuple[float, ...], is_mirrored: bool) -> None:
    place_xyz = np.array(camera)
    planes = network_input(np.full((HEIGHTS, SIDE_PX, SIDE_PX, 3), 128, np.uint8), place_xyz)
    turned = turned_input(planes, quarters_to_south(place_xyz), is_mirrored)
    east, north = turned[0, 3:5].mean(axis=(1, 2))
    assert north < 0
    assert abs(east) < abs(north)
    # What was seen is turned along: near the camera the way to it is the shortest.
    assert abs(turned[0, 4, -1]).mean() < abs(turned[0, 4, 0]).mean()
