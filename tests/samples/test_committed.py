"""The committed photos are those that their orders ask for: drawn again, towers, boards, tables, buildings, cameras
and paints are as their truth files say."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rules.games.babel import face_letters
from rules.games.baubylon import square_name
from rules.games.tours import position_notation
from rules.games.zero12 import parse_position
from samples import buildings, tables
from samples.boards import SQUARE, random_board
from samples.committed import (
    BOARD_SEEDS,
    BUILDING_SEEDS,
    PAWN_SEEDS,
    SPLIT_SEEDS,
    TILE_SEEDS,
    board_orders_of,
    building_orders_of,
    orders_of,
    tile_orders_of,
)
from samples.generate import Order
from samples.scene import Scene, random_scene

PHOTOS = Path(__file__).parents[2] / "samples" / "photos"


@dataclass(frozen=True, eq=False)
class Ordered:
    """An order, the scene that it draws, and a committed truth file's name and content."""

    order: Order
    scene: Scene
    name: str
    truth: dict[str, Any]


@pytest.fixture(scope="module", params=SPLIT_SEEDS)
def ordered(request: pytest.FixtureRequest) -> list[Ordered]:
    """All of a split."""
    paths = sorted((PHOTOS / request.param).glob("*.json"))
    return [
        Ordered(
            order,
            random_scene(order.seed, order.tower, order.light, order.size),
            path.stem,
            json.loads(path.read_text()),
        )
        for order, path in zip(orders_of(request.param), paths, strict=True)
    ]


def test_there_is_an_order_for_each_photo_of_its_name_seed_light_and_size(ordered: list[Ordered]) -> None:
    assert len(ordered) == 36
    for one in ordered:
        camera = one.truth["camera"]
        assert one.order.name == one.name
        assert (one.order.seed, one.order.light) == (one.truth["seed"], one.truth["light"])
        assert one.order.size == (camera["width"], camera["height"])


def test_each_tower_is_the_one_in_its_truth_file(ordered: list[Ordered]) -> None:
    for one in ordered:
        assert [(placement.cell, placement.type, face_letters(placement.bulges)) for placement in one.order.tower] == [
            (tuple(cube["cell"]), cube["type"], "".join(cube["bulges"])) for cube in one.truth["cubes"]
        ]


def test_cameras_and_paints_are_drawn_as_they_were(ordered: list[Ordered]) -> None:
    # Machines differ in the last digits of sines and logarithms.
    for one in ordered:
        camera, said = one.scene.camera, one.truth["camera"]
        np.testing.assert_allclose(camera.lens.matrix, said["K"])
        np.testing.assert_allclose(camera.lens.distortion, said["dist"])
        np.testing.assert_allclose(camera.rotation, said["R"], atol=1e-9)
        np.testing.assert_allclose(camera.translation, said["t"], atol=1e-9)
        np.testing.assert_allclose(one.scene.palette.colours_rgb, one.truth["paints"], atol=1e-5)


def test_cubes_stand_where_they_stood(ordered: list[Ordered]) -> None:
    for one in ordered:
        cubes = one.truth["cubes"]
        centres = [cube.centre_xyz for cube in one.scene.standing]
        np.testing.assert_allclose(centres, [cube["center"] for cube in cubes], atol=1e-4)
        yaws_deg = [cube.yaw_deg for cube in one.scene.standing]
        np.testing.assert_allclose(yaws_deg, [cube["yaw_deg"] for cube in cubes], atol=1e-3)


@pytest.mark.parametrize("split", BOARD_SEEDS)
def test_boards_are_drawn_as_they_were(split: str) -> None:
    paths = sorted((PHOTOS / split).glob("*.json"))
    for order, path in zip(board_orders_of(split), paths, strict=True):
        said = json.loads(path.read_text())
        camera, size = said["camera"], (said["camera"]["width"], said["camera"]["height"])
        assert (order.name, order.seed, order.light, order.size) == (path.stem, said["seed"], said["light"], size)
        board = random_board(order)
        position = parse_position(f"{said['card']} {said['board']}")
        assert (board.position.laid, board.position.card) == (position.laid, position.card)
        np.testing.assert_allclose(board.scene.camera.rotation, camera["R"], atol=1e-9)
        np.testing.assert_allclose(board.scene.camera.translation, SQUARE * np.array(camera["t"]), atol=1e-9)
        centres = [cube.centre_xyz for cube in board.scene.standing]
        np.testing.assert_allclose(centres, [SQUARE * np.array(cube["center"]) for cube in said["cubes"]], atol=1e-4)
        np.testing.assert_allclose(board.scene.palette.colours_rgb, said["paints"], atol=1e-5)


@pytest.mark.parametrize("split", TILE_SEEDS)
def test_tables_are_drawn_as_they_were(split: str) -> None:
    said = {path.stem: json.loads(path.read_text()) for path in (PHOTOS / split).glob("*.json")}
    orders = {order.name: order for order in tile_orders_of(split)}
    assert set(orders) == set(said)
    for name, truth in said.items():
        order, camera = orders[name], truth["camera"]
        assert (order.set_seed, order.size) == (truth["set"], (camera["width"], camera["height"]))
        table = tables.random_table(order)
        assert position_notation(table.position) == truth["position"]
        assert table.scene.light.kind == truth["light"]
        np.testing.assert_allclose(table.scene.camera.rotation, camera["R"], atol=1e-9)
        np.testing.assert_allclose(table.scene.camera.translation, tables.SQUARE * np.array(camera["t"]), atol=1e-9)
        centres = [tables.SQUARE * np.array(tile["center"]) for tile in (*truth["tiles"], *truth["spares"])]
        np.testing.assert_allclose([lying.centre_xyz for lying in table.scene.tiles], centres, atol=5e-4)


@pytest.mark.parametrize("split", BUILDING_SEEDS | PAWN_SEEDS)
def test_buildings_are_drawn_as_they_were(split: str) -> None:
    said = {path.stem: json.loads(path.read_text()) for path in (PHOTOS / split).glob("*.json")}
    scenes = {
        f"{order.name}_{number}": (order, built, view)
        for order in building_orders_of(split)
        for built in [buildings.random_building_scene(order)]
        for number, view in enumerate(built.views, start=1)
    }
    assert set(scenes) == set(said)
    for name, truth in said.items():
        (order, built, view), camera = scenes[name], truth["camera"]
        assert (order.seed, order.size) == (truth["seed"], (camera["width"], camera["height"]))
        assert str(built.building) == truth["building"]
        stacks = {} if built.pawns is None else built.pawns.stacks
        assert {square_name(square): list(stack) for square, stack in stacks.items()} == truth.get("pawns", {})
        assert (view.light.kind, view.shape.edge / buildings.SQUARE) == (
            truth["light"],
            pytest.approx(truth["storey"], abs=1e-4),
        )
        np.testing.assert_allclose(view.camera.rotation, camera["R"], atol=1e-9)
        np.testing.assert_allclose(view.camera.translation, buildings.SQUARE * np.array(camera["t"]), atol=1e-9)
