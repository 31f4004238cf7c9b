"""Scenes of buildings: blocks rest on each other and not in each other, and truth says what stands there."""

from itertools import combinations

import numpy as np
import pytest

from calibration.building_mat import GROUND_SIDE
from rules.games.baubylon import parse_building, with_blocks
from samples.buildings import (
    EDGES,
    MOST_BESIDE,
    MOST_STOREYS,
    SQUARE,
    BuildingOrder,
    random_building,
    random_building_scene,
    shares_in_view,
    truth_of,
)
from samples.sensor import random_sensor

SIZES = ((640, 480), (360, 640))


@pytest.fixture(scope="module")
def drawn():
    """Buildings with the truth files that their photos would have."""
    found = [random_building_scene(BuildingOrder("b", seed, SIZES[seed % 2], views=2)) for seed in range(8)]
    sensor = random_sensor(np.random.default_rng(1), "led", 640)
    return [(built, [truth_of(built, view, sensor) for view in built.views]) for built in found]


@pytest.mark.parametrize("seed", range(30))
def test_buildings_are_made_of_blocks_that_rest_fully(seed):
    building = random_building(np.random.default_rng(seed))
    assert 0 < len(building.blocks) <= 48
    assert (building.width, building.depth) == (GROUND_SIDE, GROUND_SIDE)
    assert max(building.heights) <= MOST_STOREYS
    assert with_blocks(building) is not None


def test_the_truth_files_heights_are_those_of_the_blocks(drawn):
    for built, truths in drawn:
        assert len(truths) == 2
        for truth in truths:
            assert parse_building(truth["heights"]).heights == built.building.heights
            assert parse_building(truth["building"]) == built.building
            assert EDGES[0] <= truth["storey"] <= EDGES[1]


def test_blocks_stand_in_their_places_and_not_in_each_other(drawn):
    for built, _ in drawn:
        scene = built.views[0]
        edge = scene.shape.edge
        boxes = []
        for block, standing in zip(built.building.blocks, scene.standing, strict=True):
            x, y = SQUARE * (np.array(block.squares).mean(axis=0) - (GROUND_SIDE - 1) / 2)
            assert np.hypot(*(standing.centre_xyz[:2] - [x, y])) < SQUARE * (MOST_BESIDE * 1.5 + 0.1)
            assert standing.centre_xyz[2] == pytest.approx(edge * (block.storey + block.top) / 2)
            boxes.append((standing.centre_xyz, edge * np.array(standing.times_xyz) / 2))
        for (first, half), (second, other) in combinations(boxes, 2):
            # All are turned alike but for a fraction of a degree.
            turn = np.radians(scene.standing[0].yaw_deg)
            apart = first - second
            apart[:2] = [[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]] @ apart[:2]
            assert (abs(apart) > half + other - 0.006).any()


def test_what_is_in_view_is_higher_than_what_stands_before_it(drawn):
    for built, truths in drawn:
        for view, truth in zip(built.views, truths, strict=True):
            shares = np.array(truth["visible"])
            assert shares.shape == (GROUND_SIDE, GROUND_SIDE)
            heights = np.array(built.building.heights).reshape(shares.shape)
            assert shares[heights == heights.max()].max() == 1
            assert np.allclose(shares, shares_in_view(built, view), atol=1e-3)


def test_the_same_order_gives_the_same_scene():
    one, other = (random_building_scene(BuildingOrder("b", 5, SIZES[0], views=2)) for _ in range(2))
    assert one.building == other.building
    assert [view.camera.focal_px for view in one.views] == [view.camera.focal_px for view in other.views]
