"""What is burnt out shows neither paper nor a white cube; what is only bright does."""

import numpy as np
import pytest

from calibration.linear_light import LINEAR_LIGHT
from rules.games.babel import Face
from vision.burnt_out import are_lost, is_burnt_out
from vision.faces import FaceSite, is_in_view, lattice_points

TOP, SIDE = FaceSite((0, 0, 0), Face.U), FaceSite((0, 0, 0), Face.S)


@pytest.mark.parametrize(("codes", "is_burnt"), [((255,) * 3, True), ((255, 255, 240), False), ((240,) * 3, False)])
def test_light_is_burnt_out_in_all_colours_or_not_at_all(codes, is_burnt):
    assert is_burnt_out(LINEAR_LIGHT[list(codes)]) == is_burnt


def test_faces_are_lost_where_they_would_be_burnt_out(camera_at):
    pose = camera_at((-4, -6, 5))
    frame = np.full((960, 1280, 3), 200, np.uint8)
    assert are_lost(frame, [TOP, SIDE], (), pose).tolist() == [False, False]
    frame[:] = 255
    assert are_lost(frame, [TOP, SIDE], (), pose).tolist() == [True, True]
    # What another cube hides, and what lies outside of the picture, is lost to no light.
    assert are_lost(frame, [SIDE], [(0, -1, 0), (0, -1, 1)], pose).tolist() == [False]
    assert are_lost(frame, [FaceSite((0, 0, 40), Face.S)], (), pose).tolist() == [False]


def test_what_is_burnt_out_before_a_face_is_no_part_of_it(camera_at):
    pose, before = camera_at((-4, -6, 5)), [(-1, -3, 2)]
    points = lattice_points([SIDE])
    in_view = is_in_view(points, before, pose)
    assert 20 < in_view.sum() < 40
    frame = np.full((960, 1280, 3), 255, np.uint8)
    for x, y in np.rint(pose.project(points[in_view])).astype(int):
        frame[y, x] = 60
    assert are_lost(frame, [SIDE], before, pose).tolist() == [False]
