"""Pawns on committed photos are read as they stand, within tolerances; they are rendered."""

import json
from functools import cache
from pathlib import Path

import cv2
import numpy as np

import samples
from calibration.building_mat import GROUND_SIDE
from rules.games.baubylon import parse_building, square_name
from vision.games.baubylon.pawn_colours import PAWN_COLOURS
from vision.games.baubylon.reader import as_known, joined_pawns, see, see_pawns

FOLDER = Path(samples.__file__).parent / "photos" / "pawn_develop"
SQUARES = [(x, y) for y in range(GROUND_SIDE) for x in range(GROUND_SIDE)]


@cache
def seen(index: int, view: int):
    """What a photo tells of pawns, its camera and heights, and its truth."""
    path = FOLDER / f"pawn_develop_{index}_{view}.jpg"
    photo, truth = cv2.imread(str(path)), json.loads(path.with_suffix(".json").read_text())
    heights = np.array(parse_building(truth["heights"]).heights).reshape(GROUND_SIDE, GROUND_SIDE).T
    pose, of_heights = see(photo)
    return see_pawns(photo, pose, heights), pose, of_heights, heights, truth


def told(index: int, views: int):
    """What is told of each stack whose top is in view, what is told of empty squares in view, and the truth."""
    sights = [seen(index, view) for view in range(1, views + 1)]
    reading = joined_pawns([sight[0] for sight in sights], PAWN_COLOURS)
    truths = [sight[-1] for sight in sights]
    stacks, empty = [], []
    for x, y in SQUARES:
        name = square_name((x, y))
        true = tuple(truths[0]["pawns"].get(name, ()))
        if true and max(truth["pawns_in_view"][name][-1] for truth in truths) >= 0.5:
            stacks.append((reading.stack((x, y)), true))
        if not true and max(truth["pawn_room"][y][x] for truth in truths) >= 0.5:
            empty.append(reading.stack((x, y)))
    return stacks, empty


def test_from_three_sides_nearly_all_stacks_are_told_and_hardly_one_wrongly() -> None:
    stacks, empty = told(0, 3)
    counted = [(read, true) for read, true in stacks if read is not None]
    assert sum(len(read) == len(true) for read, true in counted) >= len(stacks) - 1
    assert sum(len(read) != len(true) for read, true in counted) == 0
    tops = [(read[-1], true[-1]) for read, true in counted if read and len(read) == len(true)]
    assert all(read == true for read, true in tops)
    assert sum(read == () for read in empty) >= 0.97 * len(empty)
    assert sum(bool(read) for read in empty) <= 1


def test_a_building_that_is_known_is_not_read_again_but_compared() -> None:
    *_, pose, view, heights, _ = seen(0, 1)
    reading = as_known((pose,), (view,), heights)
    assert all(reading.height(square, 1.0) == heights[square] for square in SQUARES)
    other = as_known((pose,), (view,), heights[::-1, ::-1])
    assert reading.denied[0] < 0.3 < other.denied[0]


def test_a_larger_photo_tells_the_same() -> None:
    view, pose, _, heights, _ = seen(0, 1)
    photo = cv2.imread(str(FOLDER / "pawn_develop_0_1.jpg"))
    large = cv2.resize(photo, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC)
    size_wh = (2 * photo.shape[1], 2 * photo.shape[0])
    again = see_pawns(large, pose.scaled_to(size_wh), heights)
    first, second = (joined_pawns([one], PAWN_COLOURS) for one in (view, again))
    assert sum(first.stack(square) == second.stack(square) for square in SQUARES) >= 60
