"""A drawn cube is found by its colours alone: under coloured light, turned in any way, and behind a finger."""

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from calibration.camera import CameraPose, Lens
from samples.painted_cubes.colour_masks import chroma, find_colour_regions, paint_costs
from samples.painted_cubes.cube_pose import FACE_NORMALS, cube_masks, face_corners, faces_in_view, locate_cube

PAINTS = np.array(
    [
        [0.5, 0.04, 0.03],
        [0.05, 0.3, 0.06],
        [0.03, 0.07, 0.35],
        [0.65, 0.5, 0.04],
        [0.4, 0.05, 0.3],
        [0.03, 0.35, 0.4],
    ]
)
SIZE = 400
LENS = Lens(
    np.array([[430.0, 0, 199.5], [0, 430.0, 199.5], [0, 0, 1]]), np.array([-0.15, 0.05, 0.0, 0.0, 0.0]), (SIZE, SIZE)
)
#: A warm light, far from white.
LIGHT = np.array([1.0, 0.8, 0.55])


def turned(seed):
    """A pose from which at least two faces are well in view."""
    rng = np.random.default_rng(seed)
    while True:
        rotation = Rotation.random(random_state=rng).as_matrix()
        pose = CameraPose(LENS, rotation, np.array([*rng.uniform(-0.8, 0.8, 2), rng.uniform(5, 7)]))
        toward = pose.centre / np.linalg.norm(pose.centre)
        if np.sort(FACE_NORMALS @ toward)[-2] > 0.4:
            return pose


def drawn(pose, finger_xy=None):
    """The cube on a grey floor, as BGR codes, and what of each face is in view, shape (6, height, width)."""
    rng = np.random.default_rng(0)
    scene = np.full((SIZE * 2, SIZE * 2, 3), 0.2)
    scene[: SIZE // 2] = 0.5
    masks = np.zeros((6, SIZE * 2, SIZE * 2), np.uint8)
    for face in faces_in_view(pose):
        corners = (pose.project(face_corners(face)) + 0.5) * 2 - 0.5
        cv2.fillConvexPoly(masks[face], np.rint(corners * 16).astype(np.int32), 1, cv2.LINE_8, 4)
        shade = 0.45 + 0.5 * float(abs(FACE_NORMALS[face] @ [0.3, 0.5, 0.8]))
        scene[masks[face] > 0] = PAINTS[face] * shade
    if finger_xy is not None:
        finger = np.zeros(scene.shape[:2], np.uint8)
        start, end = (np.rint(np.array(point) * 2).astype(int).tolist() for point in finger_xy)
        cv2.line(finger, start, end, 1, 26)
        scene[finger > 0] = 0.6
        masks[:, finger > 0] = 0
    small = cv2.resize(scene * LIGHT, (SIZE, SIZE), interpolation=cv2.INTER_AREA)
    codes = 255 * np.clip(small, 0, 1) ** (1 / 2.2) + rng.normal(0, 1.5, small.shape)
    return np.clip(np.rint(codes), 0, 255).astype(np.uint8)[..., ::-1].copy(), masks[:, ::2, ::2] > 0


def errors(found, truth):
    """Degrees, and shares of an edge."""
    turn = Rotation.from_matrix(found.pose.rotation.T @ truth.rotation).magnitude()
    return np.degrees(turn), np.linalg.norm(found.pose.translation - truth.translation)


@pytest.mark.parametrize("seed", range(6))
def test_pose_and_masks_of_a_free_cube(seed):
    truth = turned(seed)
    frame, masks = drawn(truth)
    regions = find_colour_regions(frame)
    found = locate_cube(regions, LENS, PAINTS)
    assert found is not None
    turn_deg, shift = errors(found, truth)
    assert turn_deg < 2
    assert shift < 0.1
    seen = cube_masks(found, regions)
    assert not (seen & ~masks).any()
    # Pixels on a border show what is beside it as well, and belong to neither.
    inner = [cv2.erode(true.astype(np.uint8), np.ones((3, 3))) > 0 for true in masks]
    for mask, true in zip(seen, inner, strict=True):
        if true.sum() > 200:
            assert (mask & true).sum() / (mask | true).sum() > 0.8


def test_a_cube_with_rounded_edges_looks_smaller_than_it_is():
    truth = turned(2)
    regions = find_colour_regions(drawn(truth)[0])
    sharp, rounded = (locate_cube(regions, LENS, PAINTS, radius) for radius in (0.0, 0.03))
    # Seen from 45 degrees to both faces, a rounded edge lies 0.41 of its radius farther in, on either side of the cube.
    nearer = 1 - rounded.pose.translation[2] / sharp.pose.translation[2]
    assert 0.005 < nearer < 2 * 0.41 * 0.03
    assert errors(rounded, sharp.pose)[0] < 1


def test_a_face_is_seen_as_far_as_it_goes_though_one_end_lies_in_deep_shade():
    """There, stray light leaves little of its colour."""
    scene = np.full((120, 160, 3), 0.1)
    shade = np.linspace(1.0, 0.06, 80)[:, None, None]
    scene[20:100, 40:120] = np.array([0.4, 0.05, 0.3]) * shade + 0.02
    frame = np.rint(255 * cv2.GaussianBlur(scene, (0, 0), 0.8) ** (1 / 2.2)).astype(np.uint8)[..., ::-1].copy()
    regions = find_colour_regions(frame)
    assert len(regions.chromas) == 1
    shown = regions.labels == 1
    assert shown[22:98, 42:118].mean() > 0.98
    assert shown.sum() < 1.1 * 80 * 80


def test_a_finger_across_the_cube_hides_only_what_it_covers():
    truth = CameraPose(LENS, Rotation.from_euler("xyz", [125, 0, 40], degrees=True).as_matrix(), np.array([0, 0, 6.0]))
    frame, masks = drawn(truth, finger_xy=((100, 240), (210, 195)))
    regions = find_colour_regions(frame)
    found = locate_cube(regions, LENS, PAINTS)
    assert found is not None
    turn_deg, shift = errors(found, truth)
    assert turn_deg < 5
    assert shift < 0.2
    seen = cube_masks(found, regions).any(axis=0)
    assert (seen & masks.any(axis=0)).sum() > 0.85 * masks.any(axis=0).sum()
    assert (seen & ~masks.any(axis=0)).sum() < 0.1 * masks.any(axis=0).sum()


def test_where_nothing_is_painted_there_is_no_cube():
    grey = np.clip(np.random.default_rng(1).normal(120, 3, (200, 200, 1)), 0, 255).astype(np.uint8)
    regions = find_colour_regions(np.repeat(grey, 3, axis=2))
    assert len(regions.chromas) == 0
    assert locate_cube(regions, LENS.scaled_to((200, 200)), PAINTS) is None


def test_two_painted_squares_apart_are_no_cube():
    frame = np.full((200, 200, 3), 120, np.uint8)
    frame[40:80, 20:60] = (30, 30, 200)
    frame[120:160, 130:170] = (30, 190, 40)
    regions = find_colour_regions(frame)
    assert len(regions.chromas) == 2
    assert locate_cube(regions, LENS.scaled_to((200, 200)), PAINTS) is None


@given(st.sampled_from(range(6)), st.floats(0.4, 1.0))
def test_shade_does_not_change_which_paint_fits_best(paint, shade):
    assert paint_costs(chroma(PAINTS[paint] * shade)[None], PAINTS)[0].argmin() == paint


def test_a_picture_without_any_grey_has_regions_all_the_same():
    stripes = np.zeros((90, 90, 3), np.uint8)
    for number in range(3):
        stripes[:, 30 * number : 30 * number + 30, number] = 200
    regions = find_colour_regions(stripes)
    assert len(regions.chromas) == 3
    assert np.isfinite(regions.chromas).all()
