"""How high a face lies is told by where and how large it is seen."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from calibration.camera import rotation_about_vertical
from calibration.tile_mat import middle_of
from calibration.tile_set import FACE_WH, TileSize
from vision.games.tours.levels import level_logs

MOST = 10
sizes = st.builds(TileSize, st.floats(0.78, 0.95), st.floats(0.6, 0.7), st.floats(0.42, 0.56))
azimuths, elevations, distances = st.floats(0, 360), st.floats(40, 88), st.floats(7, 12)
squares = st.integers(0, 8)
lyings = st.tuples(st.floats(-0.06, 0.06), st.floats(-0.06, 0.06), st.floats(-4, 4))


def corners_of(size, square, level, lying):
    """The corners of the part of a face that is known."""
    east, north, turn_deg = lying
    half = np.array(FACE_WH) * size.step / 2
    flat = np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]]) * half
    corners = np.column_stack([flat, np.zeros(4)]) @ rotation_about_vertical(turn_deg).T
    return corners + np.append(middle_of(square) + np.array([east, north]), level)


@given(sizes, azimuths, elevations, distances, st.floats(-0.1, 0.05), squares, lyings, st.data())
def test_the_true_height_is_the_likeliest(camera_round, size, azimuth, elevation, distance, k1, square, lying, data):
    pose = camera_round(azimuth, elevation, distance, k1=k1)
    most = min(MOST, int((pose.centre[2] - 2.5 * size.length) / size.height))
    height = data.draw(st.integers(1, most))
    seen = pose.project(corners_of(size, square, height * size.height, lying))
    levels = size.height * np.arange(1, most + 1)
    logs = level_logs(pose, size, seen, levels)[square]
    assert logs.shape == levels.shape
    assert logs.argmax() == height - 1
    # Whichever corner comes first.
    np.testing.assert_allclose(level_logs(pose, size, np.roll(seen, 2, axis=0), levels)[square], logs, atol=1e-6)


@given(sizes, azimuths, elevations, squares, st.integers(1, 6))
def test_a_tile_that_lies_farther_from_the_middle_is_less_likely(
    camera_round, size, azimuth, elevation, square, height
):
    pose, level = camera_round(azimuth, elevation, 9.0), height * size.height
    logs = []
    for east in (0.0, 0.05, 0.1, 0.2):
        seen = pose.project(corners_of(size, square, level, (east, 0, 0)))
        logs += level_logs(pose, size, seen, np.array([level]))[square].tolist()
    assert abs(logs[0]) < 1e-6
    assert logs == sorted(logs, reverse=True)
    assert logs[-1] < -4


def test_a_size_that_is_far_off_can_be_outweighed_by_the_place(camera_round):
    size, pose = TileSize(0.86, 0.65, 0.48), camera_round(-90, 45, 9.0)
    # A face whose drawing says little of size: seen 5 % too large, as a face one level higher would be.
    corners = corners_of(size, 4, 2 * size.height, (0, 0, 0))
    larger = pose.project((corners - corners.mean(axis=0)) * 1.05 + corners.mean(axis=0))
    assert level_logs(pose, size, larger, size.height * np.arange(1, 6))[4].argmax() == 1
