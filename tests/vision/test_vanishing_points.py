"""Straight lines tell how a camera is turned toward things with square corners."""

import cv2
import numpy as np
import pytest

from calibration.camera import plain_lens
from calibration.focal_prior import ClaimedFocal, focal_prior
from vision import vanishing_points
from vision.vanishing_points import (
    Orientation,
    Segments,
    find_orientations,
    find_segments,
    first_of_each,
    misalignment_deg,
    rotation_looking,
)

SIZE_WH = (640, 480)


def lines_of(rotation, focal_px, count, seed=0, axes=(0, 1, 2)):
    """So many lines along each axis, anywhere before a camera."""
    random = np.random.default_rng(seed)
    starts = random.uniform((-3, -2, 6), (3, 2, 10), (count * len(axes), 3))
    ends = starts + np.repeat(rotation.T[list(axes)], count, axis=0)
    starts_xy, ends_xy = (focal_px * points[:, :2] / points[:, 2:] for points in (starts, ends))
    along = ends_xy - starts_xy
    lengths = np.linalg.norm(along, axis=1)
    return Segments((starts_xy + ends_xy) / 2, along / lengths[:, None], np.ones(len(lengths)))


def joined(*parts):
    fields = ("middles_xy", "directions_xy", "weights_px")
    return Segments(*(np.concatenate([getattr(part, field) for part in parts]) for field in fields))


def turn_off_deg(said, true):
    """Angle between two rotations, whichever of its sides a thing turns to the camera."""
    turns = [rotation_looking(0.0, 0.0, 90.0 * quarter).T @ rotation_looking(0.0, 0.0, 0.0) for quarter in range(4)]
    return min(np.degrees(np.arccos(np.clip((np.trace(said @ turn @ true.T) - 1) / 2, -1, 1))) for turn in turns)


def test_lines_are_told_from_the_middle_of_the_picture():
    frame = np.full((480, 640), 200, np.uint8)
    frame[100:140, 400:] = 60
    found = find_segments(frame)
    level = abs(found.directions_xy[:, 0]) > 0.99
    assert np.linalg.norm(found.directions_xy, axis=1) == pytest.approx(1.0)
    assert sorted(found.middles_xy[level, 1]) == pytest.approx([99.5 - 239.5, 139.5 - 239.5], abs=1.0)
    assert found.middles_xy[level, 0] == pytest.approx([519.5 - 319.5] * 2, abs=3.0)
    # However long a line is, it counts as much as a sixteenth of the longer side.
    assert found.weights_px[level].tolist() == [40.0, 40.0]
    (upright,) = np.flatnonzero(abs(found.directions_xy[:, 1]) > 0.99)
    assert found.weights_px[upright] == pytest.approx(40.0, abs=3.0)


def test_the_outlines_of_specks_are_no_lines():
    frame = np.full((480, 640), 200, np.uint8)
    for x in range(20, 620, 40):
        cv2.rectangle(frame, (x, 100), (x + 8, 108), 60, -1)
    assert len(find_segments(frame).weights_px) == 0


def test_lines_are_chosen_by_where_their_middles_lie():
    lines = Segments(np.array([[10.0, -20.0], [-30.0, 5.0], [0.0, 51.0]]), np.eye(2)[[0, 1, 1]], np.array([1.0, 2, 4]))
    assert lines.within(60.0).weights_px.tolist() == [1.0, 2.0]
    assert lines.within(50.0).weights_px.tolist() == [1.0]
    assert lines.seen_from(np.array([5.0, 1.0])).middles_xy.tolist() == [[5.0, -21.0], [-35.0, 4.0], [-5.0, 50.0]]
    assert lines.total_px == 7.0
    assert lines.within(1.0).total_px > 0


@pytest.mark.parametrize(
    ("pitch_deg", "roll_deg", "heading_deg"), [(0, 0, 0), (30, 0, 70), (50, -8, 200), (-5, 12, 300)]
)
def test_a_camera_looks_along_its_heading_pitched_down_and_turned_about_where_it_looks(
    pitch_deg, roll_deg, heading_deg
):
    rotation = rotation_looking(pitch_deg, roll_deg, heading_deg)
    assert rotation @ rotation.T == pytest.approx(np.eye(3))
    assert np.linalg.det(rotation) == pytest.approx(1.0)
    pitch, roll, heading = np.radians([pitch_deg, roll_deg, heading_deg])
    level = [np.cos(pitch) * np.cos(heading), np.cos(pitch) * np.sin(heading), -np.sin(pitch)]
    assert rotation[2] == pytest.approx(level)
    # Without roll, what lies to the right is level; with it, the right hand side of the camera sinks.
    assert rotation[0, 2] == pytest.approx(-np.sin(roll) * np.cos(pitch))


def test_lines_are_aligned_with_the_point_in_which_those_of_a_direction_meet():
    angles = np.radians([0.0, 30.0, 90.0, 0.0])
    middles = np.array([[0.0, 0.0], [0.0, 0.0], [0.0, 0.0], [100.0, 50.0]])
    lines = Segments(middles, np.stack([np.cos(angles), np.sin(angles)], axis=1), np.ones(4))
    to_the_right = np.array([[[1.0, 0.0, 1.0]], [[1.0, 0.0, 0.0]]])
    near, far = misalignment_deg(lines, to_the_right, 500.0)
    assert near == pytest.approx([0.0, 30.0, 90.0, np.degrees(np.arctan2(50, 400))])
    assert far == pytest.approx([0.0, 30.0, 90.0, 0.0])


def test_of_things_that_are_the_same_the_first_is_kept():
    is_same = np.eye(5, dtype=np.bool_)
    for one, other in ((0, 2), (1, 3), (2, 4)):
        is_same[one, other] = is_same[other, one] = True
    # The last is like one that was left out.
    assert first_of_each(is_same, 5) == [0, 1, 4]
    assert first_of_each(is_same, 2) == [0, 1]
    assert first_of_each(is_same, 0) == []


@pytest.mark.parametrize(("angles", "focal_px"), [((35.0, 4.0, 50.0), 500.0), ((12.0, -6.0, 20.0), 620.0)])
def test_rotation_and_focal_length_are_those_by_which_most_lines_meet(angles, focal_px):
    rotation = rotation_looking(*angles)
    prior = focal_prior(SIZE_WH, ClaimedFocal(550.0, SIZE_WH))
    best = find_orientations(lines_of(rotation, focal_px, 12), SIZE_WH, prior)[0]
    assert turn_off_deg(best.rotation, rotation) < 0.5
    assert best.focal_px == pytest.approx(focal_px, rel=0.04)
    assert best.score == pytest.approx(1.0, abs=0.1)


def test_of_two_things_each_is_told_before_those_that_are_nearly_the_first():
    known = focal_prior(SIZE_WH, plain_lens(550.0, SIZE_WH))
    one, other = rotation_looking(30.0, 0.0, 20.0), rotation_looking(30.0, 0.0, 60.0)
    lines = joined(lines_of(one, 550.0, 20), lines_of(other, 550.0, 10, seed=1, axes=(0, 1)))
    found = find_orientations(lines, SIZE_WH, known)
    assert [turn_off_deg(said.rotation, true) < 1.0 for said, true in zip(found, (one, other), strict=False)] == [
        True
    ] * 2
    # What was found twice is told once.
    for number, said in enumerate(found):
        assert all(turn_off_deg(said.rotation, before.rotation) > 2.0 for before in found[:number])


def test_where_lines_do_not_tell_it_the_focal_length_is_the_one_that_is_expected():
    # Of a level camera that looks straight at a wall: upright lines, and level ones across the picture.
    rotation = rotation_looking(0.0, 0.0, 90.0)
    prior = focal_prior(SIZE_WH, ClaimedFocal(700.0, SIZE_WH))
    best = find_orientations(lines_of(rotation, 500.0, 12, axes=(0, 2)), SIZE_WH, prior)[0]
    assert best.focal_px == pytest.approx(700.0, rel=0.02)


@pytest.mark.parametrize("expected_px", [410.0, 610.0])
def test_an_unusual_focal_length_costs_some_of_what_it_explains(expected_px):
    lines = lines_of(rotation_looking(35.0, 4.0, 50.0), 500.0, 12)
    unusual = find_orientations(lines, SIZE_WH, focal_prior(SIZE_WH, ClaimedFocal(expected_px, SIZE_WH)))[0]
    assert unusual.score < 0.99


@pytest.mark.parametrize("axes", [(0, 2), (1, 2)])
def test_the_lines_of_one_side_tell_the_rotation_where_the_lens_is_known(axes):
    rotation = rotation_looking(35.0, 4.0, 50.0)
    known = focal_prior(SIZE_WH, plain_lens(550.0, SIZE_WH))
    best = find_orientations(lines_of(rotation, 550.0, 12, axes=axes), SIZE_WH, known)[0]
    assert turn_off_deg(best.rotation, rotation) < 0.5


def test_what_is_left_of_the_lines_tells_which_orientation_comes_next():
    one, near, other = (rotation_looking(30.0, 0.0, heading_deg) for heading_deg in (20.0, 20.5, 60.0))
    lines = joined(lines_of(one, 550.0, 20), lines_of(other, 550.0, 10, seed=1, axes=(0, 1)))
    scored = [Orientation(550.0, turn, score) for turn, score in ((one, 0.8), (near, 0.7), (other, 0.5))]
    assert vanishing_points._each_by_what_is_left(lines, scored) == (scored[0], scored[2], scored[1])


@pytest.mark.parametrize(
    ("focal_px", "heading_deg", "is_alike"),
    [
        (550.0, 20.0, True),
        (590.0, 20.0, True),
        (650.0, 20.0, False),
        (480.0, 20.0, False),
        (550.0, 22.0, True),
        (550.0, 24.0, False),
        (550.0, 110.0, True),
        (550.0, 200.0, True),
        (550.0, 65.0, False),
    ],
)
def test_orientations_are_alike_but_for_quarter_turns(focal_px, heading_deg, is_alike):
    one = Orientation(550.0, rotation_looking(30.0, 0.0, 20.0), 0.8)
    other = Orientation(focal_px, rotation_looking(30.0, 0.0, heading_deg), 0.7)
    assert vanishing_points._alike(one, other) is is_alike
    assert vanishing_points._alike(other, one) is is_alike


def test_without_lines_nothing_is_explained():
    nothing = Segments(np.empty((0, 2)), np.empty((0, 2)), np.empty(0))
    known = focal_prior(SIZE_WH, plain_lens(550.0, SIZE_WH))
    assert all(said.score <= 0 for said in find_orientations(nothing, SIZE_WH, known))
