"""Scenes of tables: columns stand on their squares and not in each other, all of the mat is in view, truth says so."""

from itertools import combinations

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from calibration.tile_mat import TILE_MAT
from rules.games.tours import FAMILIES, SQUARES, Tile, parse_position
from samples.sensor import random_sensor
from samples.table_scene import MOST_BESIDE, MOST_TURNED_DEG, SQUARE
from samples.tables import MOST_TILES, TableOrder, orders, random_columns, random_table, tables, truth_of
from samples.tile_set import LyingTile, TilePainter, random_set


def table_of(set_seed, family=None, game=1):
    return random_table(TableOrder("table", set_seed, (640, 480), family, game))


@pytest.fixture(scope="module")
def drawn():
    """Tables with the truth files that they would have: games, and the values of a family."""
    found = [table_of(seed, game=1 + seed % 3) for seed in range(10)]
    found += [table_of(seed, tuple(FAMILIES)[seed % 3]) for seed in range(6)]
    return [(table, truth_of(table, random_sensor(np.random.default_rng(1), "led", 640))) for table in found]


def test_sets_are_as_large_as_real_ones_and_fit_on_their_squares():
    for seed in range(100):
        size = random_set(seed).size
        assert 34 / 44 <= size.length <= 1 - 2 / 44
        assert 1.1 < size.length / size.width < 1.6
        assert 1.4 < size.length / size.height < 2.1


def test_the_truth_files_columns_are_those_that_stand_there(drawn):
    for table, truth in drawn:
        position = parse_position(truth["position"])
        assert position == table.position
        laid = [
            (name, level, str(tile))
            for name, column in zip(SQUARES, position.columns, strict=True)
            for level, tile in enumerate(column)
        ]
        assert [(tile["square"], tile["level"], tile["tile"]) for tile in truth["tiles"]] == laid
        assert [lying.is_covered for column in table.columns for lying in column] == [
            level < len(column) - 1 for column in position.columns for level in range(len(column))
        ]


def test_tiles_lie_on_each_other_near_the_middles_of_their_squares(drawn):
    beside, turned = [], []
    for _, truth in drawn:
        for tile in truth["tiles"]:
            column, row = "abc".index(tile["square"][0]), int(tile["square"][1]) - 1
            beside += np.abs(np.array(tile["center"][:2]) - [column - 1, row - 1]).tolist()
            turned.append(abs(tile["yaw_deg"]))
            assert tile["center"][2] == pytest.approx(truth["tile_size"][2] * (tile["level"] + 0.5), abs=2e-3)
    assert 0.6 * sum(MOST_BESIDE) < max(beside) <= sum(MOST_BESIDE) + 1e-3
    assert 0.6 * sum(MOST_TURNED_DEG) < max(turned) <= sum(MOST_TURNED_DEG)


def test_columns_do_not_stand_in_each_other(drawn):
    for _, truth in drawn:
        length, width, _ = truth["tile_size"]
        for first, second in combinations(truth["tiles"], 2):
            if first["level"] == second["level"]:
                outlines = [
                    cv2.boxPoints((tile["center"][:2], (width, length), tile["yaw_deg"])) for tile in (first, second)
                ]
                shared, _ = cv2.intersectConvexConvex(*outlines)
                assert shared < 1e-3


def test_half_of_a_games_tiles_are_turned_and_none_of_those_by_which_a_set_gets_known(drawn):
    turned = [tile["is_turned"] for _, truth in drawn[:10] for tile in truth["tiles"]]
    assert 0.35 < np.mean(turned) < 0.65
    assert not any(tile["is_turned"] for _, truth in drawn[10:] for tile in truth["tiles"])


def test_the_values_of_a_family_lie_in_the_order_of_the_squares(drawn):
    for seed, (table, _) in enumerate(drawn[10:]):
        family = tuple(FAMILIES)[seed % 3]
        assert table.position.columns == tuple((Tile(family, value),) for value in range(1, 10))


def test_games_have_low_columns_and_high_ones_of_tiles_that_there_are():
    heights, families = [], set()
    for seed in range(60):
        position = random_columns(np.random.default_rng(seed))
        tiles = [tile for column in position.columns for tile in column]
        assert tiles
        assert max(map(tiles.count, tiles)) <= 4
        heights += map(len, position.columns)
        families.add(len({tile.family for tile in tiles}))
    assert set(heights) == set(range(MOST_TILES + 1))
    assert families == {1, 2, 3}


def test_all_of_the_mat_and_of_the_columns_is_in_the_picture(drawn):
    for table, truth in drawn:
        camera = table.scene.camera
        half = SQUARE * TILE_MAT.side / 2
        sheet = np.array([[x, y, 0.0] for x in (-half, half) for y in (-half, half)])
        assert camera.is_in_picture(camera.project(sheet)).all()
        centres = SQUARE * np.array([tile["center"] for tile in truth["tiles"]])
        assert camera.is_in_picture(camera.project(centres)).all()
        assert camera.position[2] > 0


def test_the_truth_files_camera_measures_in_squares(drawn):
    for table, truth in drawn[:3]:
        said = truth["camera"]
        turn, _ = cv2.Rodrigues(np.array(said["R"]))
        points = TILE_MAT.marker_corners(25)
        pixels, _ = cv2.projectPoints(points, turn, np.array(said["t"]), np.array(said["K"]), np.array(said["dist"]))
        np.testing.assert_allclose(pixels[:, 0], table.scene.camera.project(SQUARE * points), atol=1e-6)


def test_of_what_lies_flat_everything_is_in_view_and_behind_high_columns_less(drawn):
    for table, truth in drawn:
        assert list(truth["visible"]) == list(SQUARES)
        highest = max(range(9), key=lambda square: len(table.position.columns[square]))
        assert truth["visible"][SQUARES[highest]] > 0.9
    assert min(min(truth["visible"].values()) for _, truth in drawn[:10]) < 0.5
    for _, truth in drawn[10:]:
        assert min(truth["visible"].values()) == 1


def test_photos_of_one_sitting_share_their_light():
    for seed in range(8):
        first, second, game = (table_of(seed, family).scene for family in ("b", "w", None))
        assert first.light.main_kelvin == second.light.main_kelvin
        assert first.camera.position.tolist() != second.camera.position.tolist()
        assert (game.light.main_kelvin == first.light.main_kelvin) == (game.seed == first.seed)


def test_the_same_seed_gives_the_same_table():
    first, again, other = (table_of(3, game=game) for game in (1, 1, 2))
    assert first.position == again.position != other.position
    assert [lying.centre_xyz.tolist() for lying in first.scene.tiles] == [
        lying.centre_xyz.tolist() for lying in again.scene.tiles
    ]
    assert first.scene.camera.translation.tolist() == again.scene.camera.translation.tolist()


def test_of_a_tile_that_is_covered_nothing_is_painted_but_its_sides():
    painter = TilePainter(random_set(5), np.random.default_rng(1))
    tile, middle = Tile("b", 3), np.zeros(3)
    covered = painter.paint(LyingTile(tile, middle, 0.0, is_covered=True))
    assert covered.above is None
    face, back = (painter.paint(LyingTile(tile, middle, 0.0, is_face_down=is_down)).above for is_down in (False, True))
    assert face.shape[1::-1] == back.shape[1::-1] == painter.size
    assert face.std() > back.std()


def test_a_set_is_photographed_in_three_photos_and_then_games():
    named = [(order.name, order.family) for order in orders(7, photos=2, longest_side=640, samples_per_pixel=1)]
    assert named == [
        ("tiles_7_bamboo", "b"),
        ("tiles_7_circles", "c"),
        ("tiles_7_characters", "w"),
        ("tiles_7_1", None),
        ("tiles_7_2", None),
    ]


@pytest.mark.parametrize("words", [("--count", "0"), ("--longest-side", "0"), ("--seed", "-1"), ("--photos", "-1")])
def test_what_cannot_be_rendered_is_refused(tmp_path, words):
    result = CliRunner().invoke(tables, [str(tmp_path / "photos"), *words])
    assert result.exit_code == 2
    assert not (tmp_path / "photos").exists()
