"""The reader on boards drawn face by face and on rendered photos; what it reaches on whole sets is in docs/accuracy."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

import samples
from calibration.board_mat import BOARD_MAT
from calibration.colourless import NO_COLOUR
from calibration.locating import FEW_MARKERS, MIRRORED, NO_MARKER
from calibration.markers import find_markers
from rules.games.zero12 import DEFAULT_CARD, SQUARES
from samples.board_truth import true_kinds
from samples.casts import cast
from vision.games.zero12.evidence import EMPTY, Doubt
from vision.games.zero12.reader import read
from vision.printed_boards import TOO_FLAT

RED = ("white", "black", "red")
PLACES = [(-3, -15, 24), (12, 10, 20), (2, 3, 26), (-14, 6, 18)]


def scattered(count: int) -> dict[tuple[int, int], int]:
    chance = np.random.default_rng(count)
    return {SQUARES[number]: int(chance.integers(3)) for number in chance.permutation(len(SQUARES))[:count]}


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("count", [0, 40, 144])
def test_drawn_boards_are_read_from_every_side(draw_board, board_camera_at, place, count) -> None:
    pose, cubes = board_camera_at(place), scattered(count)
    reading = read(draw_board(pose, cubes), RED)
    kinds = {square: reading.kind(square) for square in SQUARES}
    # No board is as evenly lit as a drawn one.
    assert sum(kinds[square] == cubes.get(square, EMPTY) for square in SQUARES) >= 138
    assert sum(kinds[square] not in (cubes.get(square, EMPTY), None) for square in SQUARES) <= 2
    corners = np.array([[x, y, 0.0] for x in (-6, 6) for y in (-6, 6)])
    assert np.abs(reading.pose.project(corners) - pose.project(corners)).max() < 3


def test_signs_tell_the_card_of_the_sheet(draw_board, board_camera_at) -> None:
    reading = read(draw_board(board_camera_at((-3, -12, 24)), {}), RED)
    codes = {square: int(reading.sign_chances[square].argmax()) for square in SQUARES}
    assert sum(codes[square] == DEFAULT_CARD.code(square) for square in SQUARES) >= 142


def test_exchanged_colours_exchange_the_codes(draw_board, board_camera_at) -> None:
    picture, cubes = draw_board(board_camera_at((-3, -12, 24)), scattered(60)), scattered(60)
    exchanged = read(picture, ("red", "white", "black"))
    usual = read(picture, RED)
    codes = {0: 1, 1: 2, 2: 0}
    for square in cubes:
        if usual.kind(square) in codes:
            assert exchanged.kind(square) == codes[usual.kind(square)]


def test_squares_out_of_the_picture_are_not_sure(draw_board, board_camera_at) -> None:
    picture = draw_board(board_camera_at((0, -12, 24)), scattered(60))
    cut = picture[:, : picture.shape[1] // 2 + 60]
    reading = read(cut, RED)
    assert {square for square in SQUARES if square[0] == 11} <= set(reading.unsure)
    assert (0, 5) not in reading.unsure


def test_a_board_seen_from_too_low_is_refused(draw_board, board_camera_at) -> None:
    assert read(draw_board(board_camera_at((0, -26, 16)), {}), RED) is TOO_FLAT


def test_a_picture_without_the_board_shows_no_marker() -> None:
    assert read(np.full((480, 640, 3), 128, np.uint8), RED) is NO_MARKER


def test_one_marker_is_too_few_for_a_board(draw_board, board_camera_at) -> None:
    corner = np.ascontiguousarray(draw_board(board_camera_at((0, -10, 24)), {})[:400, :400])
    assert find_markers(np.ascontiguousarray(corner[..., 0]), BOARD_MAT).marker_ids == (19,)
    assert read(corner, RED) is FEW_MARKERS


def test_a_mirrored_board_is_said_to_be_one(draw_board, board_camera_at) -> None:
    picture = draw_board(board_camera_at((0, -10, 24)), {})
    assert read(np.ascontiguousarray(picture[:, ::-1]), RED) is MIRRORED


def test_without_colour_a_board_is_refused_or_said_to_have_none(draw_board, board_camera_at) -> None:
    picture = draw_board(board_camera_at((-3, -12, 24)), scattered(60))
    grey = cv2.cvtColor(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    assert read(grey, RED) is NO_COLOUR
    sepia = np.uint8(grey * np.array([0.72, 0.9, 1.0]))
    assert read(sepia, RED).doubt is Doubt.COLOURLESS
    assert read(picture, RED).doubt is None


def test_a_board_without_coloured_cubes_is_said_to_have_none(draw_board, board_camera_at) -> None:
    cubes = {square: kind % 2 for square, kind in scattered(60).items()}
    picture = draw_board(board_camera_at((-3, -12, 24)), cubes)
    assert read(picture, RED).doubt is Doubt.NO_COLOURED_CUBE
    # Grey cubes have no colour to miss.
    assert read(picture, ("white", "black", "grey")).doubt is None


def test_a_burnt_out_board_is_said_to_be_one(draw_board, board_camera_at) -> None:
    picture = draw_board(board_camera_at((-3, -12, 24)), scattered(60))
    assert read(np.uint8(np.clip(picture * 1.3, 0, 255)), RED).doubt is Doubt.BURNT_OUT


def test_a_board_seen_through_stray_light_is_said_to_be_hazy(draw_board, board_camera_at) -> None:
    picture = draw_board(board_camera_at((-3, -12, 24)), scattered(60))
    through = cast(np.ascontiguousarray(picture[..., ::-1]), "stray-40", np.random.default_rng(0))[..., ::-1]
    assert read(np.ascontiguousarray(through), RED).doubt is Doubt.HAZY


PHOTOS = sorted((Path(samples.__file__).parent / "photos" / "board_develop").glob("*.jpg"))


@pytest.mark.parametrize("photo", PHOTOS, ids=lambda photo: photo.stem)
def test_rendered_boards_are_read(photo: Path) -> None:
    truth = json.loads(photo.with_suffix(".json").read_text())
    reading, truly = read(cv2.imread(str(photo)), ("white", "black", truth["colour"])), true_kinds(truth)
    wrong = [square for square in SQUARES if reading.kind(square) not in (None, truly[square])]
    assert len(wrong) <= 1, wrong
    assert len(reading.unsure) <= 6


def test_there_are_rendered_boards() -> None:
    assert PHOTOS
