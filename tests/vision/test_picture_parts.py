"""A part of a picture is cut out, and poses found in it hold for all of the picture."""

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.camera import CameraPose
from vision.picture_parts import Cutting, Part, busiest_parts
from vision.vanishing_points import rotation_looking

SIZE_WH = (640, 480)
GREY = np.full((480, 640), 128, np.uint8)


@given(st.integers(-100, 800), st.integers(-100, 600), st.floats(1, 900))
def test_a_square_round_a_point_lies_in_the_picture(x, y, side):
    part = Part.round_point(x, y, side, SIZE_WH)
    assert 0 <= part.left <= part.left + part.width <= 640
    assert 0 <= part.top <= part.top + part.height <= 480
    assert (part.width, part.height) == (min(round(side), 640), min(round(side), 480))


def test_the_middle_of_a_picture_is_as_far_from_all_of_its_borders():
    assert Part.middle(0.5, SIZE_WH) == Part(160, 80, 320, 320)


@pytest.mark.parametrize("part", [Part.whole(SIZE_WH), Part(300, 100, 200, 240), Part(0, 0, 333, 251)])
@pytest.mark.parametrize("longest_px", [100, 800])
def test_what_the_part_shows_lies_where_all_of_the_picture_shows_it(part, longest_px):
    cutting = Cutting.of(GREY, part, longest_px)
    rotation = rotation_looking(30.0, 2.0, 40.0)
    pose = CameraPose(cutting.lens(700.0), rotation, np.array([0.3, 0.2, 9.0]))
    points = np.random.default_rng(0).uniform(-2, 2, (20, 3))
    in_part, in_frame = pose.project(points), cutting.in_frame(pose).project(points)
    scale_xy = np.divide((part.width, part.height), cutting.size_wh)
    assert (in_part + 0.5) * scale_xy - 0.5 + [part.left, part.top] == pytest.approx(in_frame)


@pytest.mark.parametrize("part", [Part.whole(SIZE_WH), Part(300, 100, 200, 240)])
def test_the_lens_looks_through_the_middle_of_all_of_the_picture(part):
    cutting = Cutting.of(GREY, part, 100)
    in_frame = cutting.in_frame(CameraPose(cutting.lens(700.0), np.eye(3), np.zeros(3))).lens
    assert in_frame.size_wh == SIZE_WH
    assert in_frame.matrix[:2, 2] == pytest.approx([319.5, 239.5])


def test_a_part_shows_what_lies_in_it():
    frame = GREY.copy()
    frame[120:140, 310:330] = 255
    cut = Cutting.of(frame, Part(300, 100, 40, 60), 800).picture
    assert cut.shape == (60, 40)
    assert (cut[20:40, 10:30] == 255).all()
    assert (cut == 255).sum() == 400


@pytest.mark.parametrize(("x", "y"), [(120, 100), (500, 380)])
def test_the_busiest_part_has_the_most_lines(x, y):
    frame = GREY.copy()
    for step in range(0, 60, 12):
        cv2.rectangle(frame, (x + step, y + step // 2), (x + step + 8, y + step // 2 + 8), 30, -1)
    cv2.line(frame, (0, 240), (639, 250), 0, 3)
    (part,) = busiest_parts(frame, [0.3])
    assert part.width == 192
    assert part.left <= x <= x + 68 <= part.left + part.width
    assert part.top <= y <= y + 38 <= part.top + part.height


def test_long_lines_make_no_part_busy():
    frame = GREY.copy()
    for row in range(300, 420, 6):
        frame[row : row + 3, 300:600] = 60
    for step in range(0, 36, 12):
        cv2.rectangle(frame, (90 + step, 90 + step), (98 + step, 98 + step), 30, -1)
    (part,) = busiest_parts(frame, [0.2])
    assert part.left <= 90 <= 122 <= part.left + part.width
    assert part.top <= 90 <= 122 <= part.top + part.height


def test_without_any_line_some_part_is_the_busiest():
    (part,) = busiest_parts(GREY, [0.3])
    assert (part.width, part.height) == (192, 192)
