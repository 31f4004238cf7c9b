"""Scenes of boards: cubes lie on their squares and not in each other, nothing hides the sheet, and truth says so."""

from dataclasses import replace
from itertools import combinations

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from calibration.board_mat import BOARD_MAT
from calibration.camera import rotation_about_vertical
from rules.games.zero12 import parse_position, position_faults
from samples.boards import MOST_BESIDE, MOST_TURNED_DEG, SET_COLOURS, SQUARE, BoardOrder, boards, random_board, truth_of
from samples.lights import LIGHT_KINDS
from samples.sensor import random_sensor

SIZES = ((640, 480), (360, 640))


def board_of(seed, colour=None):
    return random_board(BoardOrder("board", seed, LIGHT_KINDS[seed % 6], SIZES[seed % 2], colour))


@pytest.fixture(scope="module")
def drawn():
    """Boards with the truth files that they would have."""
    found = [board_of(seed) for seed in range(24)]
    return [(board, truth_of(board, random_sensor(np.random.default_rng(1), "led", 640))) for board in found]


def outline(cube, edge):
    return np.asarray(cv2.boxPoints((cube["center"][:2], (edge, edge), cube["yaw_deg"])), np.float32)


def test_the_truth_files_board_is_the_one_that_lies_there(drawn):
    for board, truth in drawn:
        position = parse_position(f"{truth['card']} {truth['board']}")
        assert position.laid == board.position.laid
        assert truth["legal"] == (not position_faults(position))
        said = [(fault["rule"], tuple(fault["squares"])) for fault in truth["faults"]]
        assert said == [(fault.rule, fault.places) for fault in position_faults(position)]
        assert [cube["code"] for cube in truth["cubes"]] == [cube.cube.type for cube in board.scene.standing]


def test_cubes_lie_on_their_squares_and_not_in_each_other(drawn):
    beside, turned = [0.0], [0.0]
    for _, truth in drawn:
        for cube in truth["cubes"]:
            column, row = "abcdefghijkl".index(cube["square"][0]), int(cube["square"][1:]) - 1
            beside += np.abs(np.array(cube["center"][:2]) - [column - 5.5, row - 5.5]).tolist()
            turned.append(abs(cube["yaw_deg"]))
            assert cube["center"][2] == pytest.approx(truth["edge"] / 2, abs=1e-3)
        assert 0.9 <= truth["edge"] <= 0.99
    assert 0.8 * MOST_BESIDE < max(beside) <= MOST_BESIDE + 1e-3
    assert 0.8 * MOST_TURNED_DEG < max(turned) <= MOST_TURNED_DEG
    _, fullest = max(drawn, key=lambda one: len(one[1]["cubes"]))
    for first, second in combinations(fullest["cubes"], 2):
        shared, _ = cv2.intersectConvexConvex(outline(first, fullest["edge"]), outline(second, fullest["edge"]))
        assert shared < 1e-3


def test_cameras_look_from_above_with_the_board_in_the_picture_and_most_markers(drawn):
    cut = 0
    for board, truth in drawn:
        camera = board.scene.camera
        # A camera looks at a point that lies a little beside the board's middle.
        assert 40 < np.degrees(np.arcsin(-camera.rotation[2, 2])) < 90
        corners = SQUARE * 6 * np.array([[-1.0, -1.0, 0.0], [1.0, -1.0, 0.0], [1.0, 1.0, 0.0], [-1.0, 1.0, 0.0]])
        assert camera.is_in_picture(camera.project(corners)).all()
        assert 6 <= len(truth["whole_markers"]) <= 8
        cut += len(truth["whole_markers"]) < 8
    assert 0 < cut < len(drawn) / 2


def test_the_truth_files_camera_measures_in_squares(drawn):
    for board, truth in drawn:
        said = truth["camera"]
        points = BOARD_MAT.marker_corners(17)
        turn, _ = cv2.Rodrigues(np.array(said["R"]))
        pixels, _ = cv2.projectPoints(points, turn, np.array(said["t"]), np.array(said["K"]), np.array(said["dist"]))
        np.testing.assert_allclose(pixels[:, 0], board.scene.camera.project(SQUARE * points), atol=1e-6)


def test_nothing_lies_on_the_sheet_or_before_it(drawn):
    spares, things = 0, 0
    steps = np.linspace(-1, 1, 15) * BOARD_MAT.side / 2
    sheet = np.stack([grid.ravel() for grid in np.meshgrid(steps, steps, [0.0])], axis=1)
    for board, truth in drawn:
        for spare in truth["spares"]:
            assert not (abs(outline(spare, truth["edge"])) < BOARD_MAT.side / 2).all(axis=1).any()
        to_sheet = SQUARE * sheet - board.scene.camera.position
        sight = board.scene.camera.position + np.linspace(0, 1, 60)[:, None, None] * to_sheet
        for thing in board.scene.things:
            in_block = (sight - thing.block.centre_xyz) @ rotation_about_vertical(thing.block.yaw_deg)
            assert not (abs(in_block) < 0.95 * thing.block.half_sizes).all(axis=-1).any()
        spares += len(truth["spares"])
        things += len(board.scene.things)
    assert spares > 20
    assert things > 20


def test_a_colour_that_was_asked_for_changes_nothing_else_that_is_drawn():
    free, red = board_of(4), board_of(4, "red")
    assert free.position.options.colour2 in SET_COLOURS
    assert red.position.options.colour2 == "red"
    assert red.position.laid == free.position.laid
    np.testing.assert_array_equal(red.scene.camera.translation, free.scene.camera.translation)


def test_glossy_paints_change_nothing_else_that_is_drawn():
    order = BoardOrder("board", 7, "led", (640, 480))
    plain, glossy = (random_board(each).scene for each in (order, replace(order, is_glossy=True)))
    assert glossy.palette.roughness <= 0.25
    assert glossy.palette.colours_rgb.tolist() == plain.palette.colours_rgb.tolist()
    assert [cube.centre_xyz.tolist() for cube in glossy.standing] == [
        cube.centre_xyz.tolist() for cube in plain.standing
    ]
    assert glossy.camera.position.tolist() == plain.camera.position.tolist()


@pytest.mark.parametrize("words", [("--colour", "white"), ("--count", "0"), ("--longest-side", "0"), ("--seed", "-1")])
def test_what_no_board_can_be_rendered_by_is_refused(tmp_path, words):
    result = CliRunner().invoke(boards, [str(tmp_path / "photos"), *words])
    assert result.exit_code == 2
    assert not (tmp_path / "photos").exists()
