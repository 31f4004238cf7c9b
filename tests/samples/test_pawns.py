"""Pawns stand on the tops of buildings and on each other, as truth says."""

from itertools import pairwise

import numpy as np
import pytest

from calibration.building_mat import GROUND_SIDE
from samples.buildings import SQUARE, BuildingOrder, pawn_fields, random_building, random_building_scene, truth_of
from samples.pawns import random_stacks, share_in_view
from samples.sensor import random_sensor
from vision.games.baubylon.pawn_colours import MOST_PAWNS, PAWN_COLOURS

SEEDS = range(6)


@pytest.fixture(scope="module")
def drawn():
    return [random_building_scene(BuildingOrder("b", seed, (640, 480), views=2, has_pawns=True)) for seed in SEEDS]


@pytest.mark.parametrize("seed", range(30))
def test_there_are_no_more_pawns_than_in_the_box(seed):
    rng = np.random.default_rng(seed)
    stacks = random_stacks(rng, random_building(rng))
    standing = [colour for stack in stacks.values() for colour in stack]
    assert standing
    assert max(map(len, stacks.values())) <= MOST_PAWNS
    assert set(standing) <= set(PAWN_COLOURS)
    assert len(set(standing) - {"red"}) <= 6
    assert max(map(standing.count, standing)) <= 6


def test_pawns_stand_on_their_squares_and_on_each_other(drawn):
    for built in drawn:
        edge, pawns = built.views[0].shape.edge, built.pawns
        things = iter(pawns.things)
        for square, stack in pawns.stacks.items():
            blocks = [next(things).block for _ in stack]
            lowest = blocks[0].centre_xyz - [0, 0, blocks[0].half_sizes[2]]
            beside = lowest[:2] / SQUARE - (np.array(square) - (GROUND_SIDE - 1) / 2)
            assert abs(beside).max() < 0.35
            assert lowest[2] == pytest.approx(edge * built.building.height(square))
            for lower, upper in pairwise(blocks):
                rise = upper.centre_xyz - lower.centre_xyz
                assert rise[2] == pytest.approx(pawns.height)
                assert np.hypot(*rise[:2]) < pawns.radius
        assert next(things, None) is None


def test_pawns_are_in_the_scenes_and_leave_the_building_as_it_is_without(drawn):
    for seed, built in zip(SEEDS, drawn, strict=True):
        bare = random_building_scene(BuildingOrder("b", seed, (640, 480), views=2))
        assert bare.pawns is None
        assert bare.building == built.building
        for scene in built.views:
            assert scene.things[: len(built.pawns.things)] == built.pawns.things


def test_the_truth_file_says_what_stands_where_and_how_much_of_it_is_in_view(drawn):
    sensor = random_sensor(np.random.default_rng(1), "led", 640)
    for built in drawn:
        for scene in built.views:
            truth = truth_of(built, scene, sensor)
            assert [len(stack) for stack in truth["pawns"].values()] == list(map(len, built.pawns.stacks.values()))
            shares = [share for stack in truth["pawns_in_view"].values() for share in stack]
            assert min(shares) >= 0
            assert max(shares) <= 1
            room = np.array(truth["pawn_room"])
            assert room.shape == (GROUND_SIDE, GROUND_SIDE)
            assert pawn_fields(built, scene).items() <= truth.items()
            # Of what stands highest, all that faces the camera is seen.
            tops = {square: built.building.height(square) for square in built.pawns.stacks}
            highest = max(built.building.heights)
            for (x, y), height in tops.items():
                if height == highest:
                    assert room[y, x] > 0.3


def test_of_a_pawn_behind_another_less_is_in_view(drawn):
    scene = drawn[0].views[0]
    first = drawn[0].pawns.things[0].block
    assert share_in_view(scene.camera, first, True, []) == pytest.approx(1)
    way = scene.camera.position - first.centre_xyz
    nearer = type(first)(first.centre_xyz + 0.3 * way, 4 * first.half_sizes, 0.0)
    assert share_in_view(scene.camera, first, True, [nearer]) == 0
