"""What the camera would show of something, as far as it can be drawn."""

import numpy as np

from vision.regions import region_of, whole_pixels


def test_what_lies_beside_the_camera_is_drawn_as_far_out_as_can_be():
    assert whole_pixels(np.array([[2.4, 2.6], [1e12, -1e12]])).tolist() == [[2, 3], [10_000, -10_000]]


def test_of_what_lies_behind_the_camera_nothing_is_in_a_region(camera_at):
    pose = camera_at((6.0, -6.0, 6.0))
    square = np.array([[x, y, 0.0] for x in (-1.0, 1.0) for y in (-1.0, 1.0)])
    region = region_of(square, pose, (320, 240))
    column, row = np.rint(pose.scaled_to((320, 240)).project(np.zeros(3))).astype(int)
    assert region[row, column]
    behind = pose.centre - 5 * pose.rotation[2]
    assert (region_of(np.vstack([square, behind, behind + 1]), pose, (320, 240)) == region).all()
    assert not region_of(behind + square, pose, (320, 240)).any()
    assert not region_of(square[:2], pose, (320, 240)).any()


def test_a_region_reaches_as_far_as_a_wide_lens_shows_what_it_folds_back_farther_aside(camera_at):
    pose = camera_at((3.5, -3.5, 5.0), focal_px=560, size_wh=(1280, 720), k1=-0.3)
    box = np.array([[x, y, z] for x in (-1.0, 1.0) for y in (-1.0, 1.0) for z in (0.0, 7.0)])
    assert not pose.can_show(box).all()
    region = region_of(box, pose, (320, 180))
    edge = np.column_stack([np.ones(200), -np.ones(200), np.linspace(0.0, 7.0, 200)])
    pixels = np.rint(pose.scaled_to((320, 180)).project(edge[pose.can_show(edge)])).astype(int)
    seen = pixels[((pixels >= 0) & (pixels < [320, 180])).all(axis=1)]
    assert len(seen) > 50 and region[seen[:, 1], seen[:, 0]].mean() > 0.95
