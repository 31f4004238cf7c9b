"""Committed photos of buildings are read as they are, within tolerances; they are rendered."""

import json
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

import samples
from calibration.building_mat import GROUND_SIDE
from calibration.locating import NO_MARKER
from rules.games.baubylon import parse_building
from vision.games.baubylon.evidence import BuildingReading
from vision.games.baubylon.reader import joined, see
from vision.games.baubylon.standing import View

FOLDER = Path(samples.__file__).parent / "photos" / "building_develop"
VIEWS = 3


@cache
def seen(index: int, view: int) -> tuple:
    """What a photo shows, and its truth."""
    path = FOLDER / f"building_develop_{index}_{view}.jpg"
    return see(cv2.imread(str(path))), json.loads(path.with_suffix(".json").read_text())


def read(index: int, views: int) -> tuple[BuildingReading, np.ndarray, np.ndarray]:
    """A building read from its first photos, its true heights, and how much these show of each top, by column."""
    sights, truths = zip(*(seen(index, view) for view in range(1, views + 1)), strict=True)
    shares = np.max([np.array(truth["visible"]).T for truth in truths], axis=0)
    heights = np.array(parse_building(truths[0]["heights"]).heights).reshape(GROUND_SIDE, GROUND_SIDE).T
    return joined([pose for pose, _ in sights], [view for _, view in sights]), heights, shares


@pytest.mark.parametrize("index", range(4))
def test_from_three_sides_nearly_all_that_is_in_view_is_told_and_hardly_anything_wrong(index: int) -> None:
    reading, heights, shares = read(index, VIEWS)
    told = [(reading.height(square), heights[square]) for square in np.ndindex(heights.shape) if shares[square] >= 0.5]
    assert sum(height == true for height, true in told) >= 0.92 * len(told)
    assert sum(height not in (None, true) for height, true in told) <= 1
    assert max(reading.denied) < 0.3


def test_of_squares_that_one_photo_does_not_show_hardly_any_is_told() -> None:
    hidden, wrong, taken_for_hidden = 0, 0, 0
    for index in range(4):
        reading, heights, shares = read(index, 1)
        for square in map(tuple, np.argwhere(shares < 0.1)):
            hidden += 1
            wrong += reading.height(square) not in (None, heights[square])
            taken_for_hidden += reading.shares[square] < 0.3
    assert hidden > 20
    assert taken_for_hidden >= 0.8 * hidden
    assert wrong <= 0.05 * hidden


def test_a_photo_of_another_building_denies_what_the_others_show() -> None:
    sights = [seen(1, 1)[0], seen(1, 2)[0], seen(1, 3)[0], seen(2, 1)[0]]
    reading = joined([pose for pose, _ in sights], [view for _, view in sights])
    assert reading.denied[3] > 0.3 > max(reading.denied[:3])


def test_the_pose_is_for_the_photo_as_it_was_given() -> None:
    path = FOLDER / "building_develop_1_1.jpg"
    photo = cv2.imread(str(path))
    large = see(cv2.resize(photo, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC))
    assert not isinstance(large, type(NO_MARKER))
    pose, view = large
    truth = json.loads(path.with_suffix(".json").read_text())["camera"]
    assert pose.lens.size_wh == (2 * photo.shape[1], 2 * photo.shape[0])
    assert np.linalg.norm(pose.centre + np.array(truth["R"]).T @ truth["t"]) < 0.6
    assert isinstance(view, View)


def test_without_the_printed_ground_nothing_is_read() -> None:
    assert see(np.full((480, 640, 3), 150, np.uint8)) is NO_MARKER
