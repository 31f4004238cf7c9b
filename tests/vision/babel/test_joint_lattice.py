"""A tower's edges and joints are a lattice of unit squares, whose lines tell where the camera stands."""

from itertools import product
from types import SimpleNamespace

import numpy as np
import pytest

from calibration.camera import CameraPose, plain_lens
from vision.games.babel.finding import joint_lattice
from vision.games.babel.finding.joint_lattice import LATTICE_LEVELS, edge_maps
from vision.vanishing_points import Segments, rotation_looking

FOCAL_PX = 600.0


def across(frame, x, length=40):
    """How much of an upright edge a picture shows at a column."""
    middle = frame.shape[0] / 2
    return edge_maps(frame).along(np.array([x, middle - length / 2]), np.array([x, middle + length / 2]))


@pytest.mark.parametrize("codes", [(60, 180), (180, 60)])
def test_an_edge_is_strong_along_itself_and_near_by_alone(codes):
    frame = np.full((120, 160), codes[0], np.uint8)
    frame[:, 80:] = codes[1]
    maps = edge_maps(frame)
    assert across(frame, 79.5) > 0.7
    assert across(frame, 81.5) > 0.5
    assert across(frame, 90.0) < 0.05
    level = maps.along(np.array([[60.0, 60.0]]), np.array([[100.0, 60.0]]))
    assert level.shape == (1,)
    assert level[0] < 0.1
    # There and back it is the same edge.
    ends = np.array([79.5, 40.0]), np.array([79.5, 80.0])
    assert maps.along(*ends) == maps.along(*ends[::-1])


def test_outside_of_the_picture_there_are_no_edges():
    frame = np.full((120, 160), 60, np.uint8)
    frame[:, :3] = 180
    assert across(frame, 2.0) > 0.5
    assert across(frame, -3.0) == 0
    maps = edge_maps(frame)
    inside, half_out = maps.along(np.array([[2.0, 10.0], [2.0, 80.0]]), np.array([[2.0, 60.0], [2.0, 160.0]]))
    assert half_out == pytest.approx(inside / 2, rel=0.05)


def test_an_edge_among_many_counts_less_than_one_by_itself():
    alone = np.full((240, 320), 100, np.uint8)
    alone[:, 160:] = 130
    among = alone.copy()
    for x in [*range(100, 155, 4), *range(166, 220, 4)]:
        among[:, x : x + 2] += 60
    assert across(among, 159.5) < 0.8 * across(alone, 159.5)


def test_noise_is_no_edge():
    noise = np.random.default_rng(1).normal(120, 1.0, (120, 160)).round().astype(np.uint8)
    assert max(across(noise, x) for x in range(20, 140, 10)) < 0.35


def test_what_stands_out_is_more_than_what_lies_beside_it():
    profile = np.zeros((2, 30))
    profile[0, 10], profile[1] = 1.0, 5.0
    standing_out = joint_lattice._standing_out(profile)
    assert standing_out[0, [8, 10, 12]].tolist() == [-0.5, 1.0, -0.5]
    assert np.count_nonzero(standing_out[0]) == 3
    assert not standing_out[1].any()


@pytest.mark.parametrize("levels", [1.0, 2.5, 9.0])
def test_columns_are_stacked_from_the_height_from_which_they_have_most(levels):
    per_level = joint_lattice._PER_LEVEL
    random = np.random.default_rng(4)
    steps = int(levels * per_level)
    squares, tops = random.normal(0.1, 1.0, (4, steps)), random.random((4, steps + per_level))

    def stacked(column, lowest, count):
        places = [lowest + level * per_level for level in range(count)]
        if any(place >= steps for place in places):
            return -np.inf
        return sum(squares[column, place] for place in places) + (tops[column, places[-1] + per_level] if count else 0)

    counts = range(LATTICE_LEVELS + 1)
    each = {
        (column, lowest): max((stacked(column, lowest, count), count) for count in counts)
        for column, lowest in product(range(4), range(steps))
    }
    sums = [sum(each[column, lowest][0] for column in range(4)) for lowest in range(steps)]
    best, lowest, told = joint_lattice._best_stack(squares, tops)
    assert best == pytest.approx(max(sums))
    assert lowest == int(np.argmax(sums))
    assert told == tuple(each[column, lowest][1] for column in range(4))


def camera(eye, heading_deg=None, pitch_deg=25.0):
    """One that looks at the tower, and slightly down."""
    heading = np.degrees(np.arctan2(-eye[1], -eye[0])) if heading_deg is None else heading_deg
    rotation = rotation_looking(pitch_deg, 0.0, heading)
    return CameraPose(plain_lens(FOCAL_PX, (800, 600)), rotation, -rotation @ np.asarray(eye, float))


def upright_lines(pose, feet, heights, weights):
    """Upright lines over some points of the table."""
    ends = [
        pose.project(np.array([[*foot, low], [*foot, high]])) for foot, (low, high) in zip(feet, heights, strict=True)
    ]
    starts_xy, ends_xy = np.array(ends).swapaxes(0, 1) - pose.lens.matrix[:2, 2]
    along = ends_xy - starts_xy
    return Segments((starts_xy + ends_xy) / 2, along / np.linalg.norm(along, axis=1)[:, None], np.array(weights))


def test_upright_lines_tell_in_which_directions_they_stand():
    eye = np.array([-6.0, -5.0, 4.0])
    pose = camera(eye)
    feet = [(-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0), (1.0, -1.0)]
    lines = upright_lines(pose, feet, [(0, 2), (0, 2), (0, 1), (1, 2)], [10.0, 20.0, 15.0, 15.0])
    turned = np.array([[1.0, 0.0]])
    level = Segments(np.array([[0.0, 0.0]]), turned, np.array([50.0]))
    both = Segments(
        *(
            np.concatenate(parts)
            for parts in zip(*((s.middles_xy, s.directions_xy, s.weights_px) for s in (lines, level)), strict=True)
        )
    )
    bearings, weights = joint_lattice._upright_bearings(both, pose.rotation, FOCAL_PX)
    true = [np.arctan2(y - eye[1], x - eye[0]) for x, y in feet[:3]]
    # Two pieces of one line are one, as long as both; a level line is none.
    order = np.argsort(bearings)
    assert bearings[order] == pytest.approx(sorted(true), abs=1e-6)
    weight_of = dict(zip(np.argsort(np.argsort(true)), (10.0, 20.0, 30.0), strict=True))
    assert weights[order] == pytest.approx(np.array([weight_of[n] for n in range(3)]) / 20.0, abs=1e-3)


def test_without_upright_lines_there_is_no_place():
    level = Segments(np.zeros((1, 2)), np.array([[1.0, 0.0]]), np.array([50.0]))
    bearings, weights = joint_lattice._upright_bearings(level, camera((-6.0, -5.0, 4.0)).rotation, FOCAL_PX)
    assert joint_lattice._places(joint_lattice._CORNER, bearings, weights).shape == (0, 2)
    assert joint_lattice._places(joint_lattice._CORNER, np.array([0.3]), np.ones(1)).shape == (0, 2)


@pytest.mark.parametrize(
    ("view", "eye"),
    [(joint_lattice._CORNER, (-6.0, -5.0)), (joint_lattice._CORNER, (-3.0, -9.0)), (joint_lattice._FRONT, (0.3, -6.0))],
)
def test_lines_of_the_lattice_tell_where_the_camera_stands(view, eye):
    to_lines = view.uprights - eye
    bearings = np.arctan2(to_lines[:, 1], to_lines[:, 0])
    places = joint_lattice._places(view, bearings, np.ones(len(bearings)))
    assert places[0] == pytest.approx(np.array(eye), abs=0.02)
    assert len(places) <= joint_lattice._PLACES
    # They lie apart, each where this view is the one to be had.
    apart = np.linalg.norm(places[:, None] - places, axis=-1) + 1e3 * np.eye(len(places))
    assert (apart.min(axis=1) > 0.03 * 2).all()
    assert ((places > view.least_xy) & (places < view.most_xy)).all()


def test_one_long_line_does_not_outweigh_several_that_fit_the_lattice():
    eye = np.array([-6.0, -5.0])
    to_lines = joint_lattice._CORNER.uprights - eye
    bearings = np.append(np.arctan2(to_lines[:, 1], to_lines[:, 0]), 1.4)
    places = joint_lattice._places(joint_lattice._CORNER, bearings, np.array([1.0] * 5 + [40.0]))
    assert places[0] == pytest.approx(eye, abs=0.02)


def test_heights_are_those_at_which_the_front_edge_is_in_view_and_large_enough():
    pose = camera((-5.0, -5.0, 0.0))
    heights = joint_lattice._heights_in_view(pose)
    edge = np.array([[-1.0, -1.0, z] for z in (heights[0], heights[-1], heights[0] - 0.5, heights[-1] + 0.5)])
    down = pose.project(edge)[:, 1]
    # A tenth of the picture beside it counts as well.
    assert ((down[:2] > -60) & (down[:2] < 660)).all()
    assert down[2] > 660
    assert down[3] < -60
    assert np.diff(heights) == pytest.approx(1 / joint_lattice._PER_LEVEL)
    assert len(joint_lattice._heights_in_view(camera((-40.0, -40.0, 0.0), pitch_deg=0.0))) == 0


@pytest.mark.parametrize("view", [joint_lattice._CORNER, joint_lattice._FRONT])
def test_a_top_is_seen_from_above_alone_and_never_speaks_against_a_column(view):
    heights = np.arange(-24, 13) / joint_lattice._PER_LEVEL
    strength = np.zeros((len(view.sides), 2, len(heights)))
    strength[:, :, [6, 30]] = 1.0
    maps = SimpleNamespace(along=lambda *_: strength)
    tops = joint_lattice._tops(maps, view, camera((-6.0, -5.0, 0.0), pitch_deg=0.0), heights)
    # Where two sides of a column are in view, each has half of its top.
    assert tops[:, 6] == pytest.approx(2 * (1 - joint_lattice._BASELINE) * view.top_shares)
    assert sum(tops[:, 6]) == pytest.approx(
        2 * (1 - joint_lattice._BASELINE) * len({column for column, _ in view.sides})
    )
    assert np.count_nonzero(tops) == len(tops)
