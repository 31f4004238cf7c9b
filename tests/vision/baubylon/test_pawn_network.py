import numpy as np
import pytest

from calibration.building_mat import GROUND_SIDE, STOREY
from vision.games.baubylon.pawn_colours import MOST_PAWNS, PAWN_STOREYS
from vision.games.baubylon.pawn_network import (
    CHANNELS,
    COLOURS,
    COUNTS,
    PATCH_PX,
    PLANES,
    StackPatches,
    ask_stacks,
)

HALF = PATCH_PX // 2
MIDDLE = slice(HALF - 3, HALF + 3)


def square(column: int, row: int) -> int:
    return GROUND_SIDE * row + column


def painted(pose, points, colour=20):
    """A light picture with dark points."""
    picture = np.full((960, 1280, 3), 210, np.uint8)
    columns, rows = np.rint(pose.project(points)).astype(int).reshape(-1, 2).T
    picture[rows, columns] = colour
    return picture


def disc(x: float, y: float, z: float) -> np.ndarray:
    east, north = np.meshgrid(np.linspace(-0.35, 0.35, 150), np.linspace(-0.35, 0.35, 150))
    inside = np.hypot(east, north) < 0.35
    return np.column_stack([x + east[inside], y + north[inside], np.full(inside.sum(), z)])


@pytest.mark.parametrize("camera", [(3.0, -13.0, 13.0), (-12.0, 5.0, 12.0), (9.0, 9.0, 14.0)])
@pytest.mark.parametrize(("height", "count"), [(0, 1), (3, 2), (2, 5)])
def test_the_top_of_a_stack_is_in_the_middle_of_the_plane_of_its_number(camera_at, ground, camera, height, count):
    pose = camera_at(camera, focal_px=1100.0)
    picture = painted(pose, disc(1.5, -0.5, STOREY * (height + PAWN_STOREYS * count)))
    patches = StackPatches.of(picture, pose, ground({(5, 3): height}))
    assert patches.patches_bgr.shape == (GROUND_SIDE**2, PLANES, PATCH_PX, PATCH_PX, 3)
    shown = patches.patches_bgr[square(5, 3)]
    assert shown[count][MIDDLE, MIDDLE].max() < 80
    assert shown[count][:3].min() > 150
    darkest = [plane[MIDDLE, MIDDLE].mean() for plane in shown]
    assert int(np.argmin(darkest)) == count


def test_rows_run_from_the_far_side_to_the_camera(camera_at, ground):
    for eye, nearer in (((0.0, -13.0, 13.0), (-0.5, -1.2)), ((13.0, 0.0, 13.0), (0.2, -0.5))):
        pose = camera_at(eye, focal_px=1100.0)
        patches = StackPatches.of(painted(pose, disc(*nearer, 0.0)), pose, ground({}))
        plane = patches.patches_bgr[square(3, 3), 0].mean(axis=-1)
        assert plane[-HALF // 2 :].mean() < plane[: HALF // 2].mean() - 10


def test_what_blocks_hide_is_told(camera_at, ground):
    pose = camera_at((-0.5, -13.0, 11.0), focal_px=1100.0)
    picture = np.full((960, 1280, 3), 200, np.uint8)
    hidden = StackPatches.of(picture, pose, ground({(3, 2): 4, (3, 3): 1, (6, 3): 1})).hidden
    assert hidden[square(3, 3), 0][MIDDLE, MIDDLE].min() == 1
    assert hidden[square(6, 3), 0].max() == 0
    # The column itself hides nothing of its own top, nor does one beside it that is as high.
    assert hidden[square(3, 2), 0][:HALF, MIDDLE].max() == 0


def test_steeper_looks_have_lower_slopes_and_paper_the_same_colour_in_any_light(camera_at, ground):
    shown = []
    for eye, light in (((0.0, -14.0, 7.0), (230, 225, 220)), ((0.0, -7.0, 14.0), (90, 120, 200))):
        picture = np.full((960, 1280, 3), light, np.uint8)
        shown.append(StackPatches.of(picture, camera_at(eye, focal_px=900.0), ground({})).network_input())
    low, high = shown
    assert low.shape == (GROUND_SIDE**2, PLANES, CHANNELS, PATCH_PX, PATCH_PX)
    assert np.allclose(low[:, :, :3], high[:, :, :3], atol=0.05)
    assert low[square(3, 3), 0, 3].min() > high[square(3, 3), 0, 3].max()


def test_some_squares_can_be_asked_alone(camera_at, ground):
    pose = camera_at((3.0, -13.0, 13.0), focal_px=1100.0)
    picture = np.random.default_rng(1).integers(0, 255, (960, 1280, 3), dtype=np.uint8)
    patches = StackPatches.of(picture, pose, ground({(2, 2): 3}))
    planes = patches.network_input()
    some = np.array([18, 3, 40])
    assert np.array_equal(patches[some].network_input(), planes[some])
    counts, colours = ask_stacks(planes)
    assert (counts.shape, colours.shape) == ((64, COUNTS), (64, MOST_PAWNS, COLOURS))
    assert np.exp(counts).sum(axis=-1) == pytest.approx(np.ones(64))
    assert np.exp(colours).sum(axis=-1) == pytest.approx(np.ones((64, MOST_PAWNS)))
