"""A part of a picture is cut out, and poses found in it hold for all of the picture."""

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.camera import CameraPose
from vision import picture_parts
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


@pytest.fixture
def busiest_of(monkeypatch):
    """Function (lines, share) -> the busiest part of a picture with so many lines (x, y, length, how many)."""

    def busiest_of(lines, share=0.3):
        ends = [(x - length / 2, y, x + length / 2, y) for x, y, length, count in lines for _ in range(count)]
        monkeypatch.setattr(picture_parts, "find_line_ends", lambda _: np.array(ends, np.float64))
        (part,) = busiest_parts(GREY, [share])
        return part

    return busiest_of


def holds(part, x, y):
    return part.left <= x < part.left + part.width and part.top <= y < part.top + part.height


@pytest.mark.parametrize(
    ("here", "there"),
    [
        pytest.param([(100, 100, 20, 3)], [(500, 350, 2, 20)], id="grain has no lines"),
        pytest.param([(100, 100, 70, 5)], [(500, 350, 20, 4)], id="a line may be an eighth of the longer side"),
        pytest.param([(100, 100, 10, 3)], [(500, 350, 75, 2)], id="a long line counts no more than a short one"),
        pytest.param([(100, 100, 20, 4)], [(500, 350, 20, 1), (516, 350, 20, 1)], id="lines in one place count each"),
        pytest.param([(320, 240, 20, 4)], [(4, 240, 20, 3)], id="nothing counts twice beside the border"),
    ],
)
def test_a_part_is_busy_by_the_lines_that_it_has(busiest_of, here, there):
    part = busiest_of([*here, *there])
    assert holds(part, *here[0][:2])
    assert not holds(part, *there[0][:2])


def test_lines_count_in_all_of_a_part_and_not_in_one_place_alone(busiest_of):
    spread = [(100 + 30 * column, 100 + 30 * row, 20, 1) for column in range(4) for row in range(4)]
    part = busiest_of([*spread, (540, 380, 20, 5)])
    assert all(holds(part, x, y) for x, y, *_ in spread)
    # In a smaller part fewer of them have room.
    assert holds(busiest_of([*spread, (540, 380, 20, 5)], share=0.05), 540, 380)


@pytest.mark.parametrize(
    ("part", "whole_wh"), [(Part(300, 100, 200, 240), (320, 240)), (Part(0, 0, 333, 251), (231, 172))]
)
def test_all_of_a_picture_made_smaller_like_a_part_has_a_size(part, whole_wh):
    assert Cutting.of(GREY, part, 120).whole_wh == whole_wh
