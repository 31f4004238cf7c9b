"""Whole drawn tables are read: heights, tops, empty squares; what is hidden is not told."""

import cv2
import numpy as np
import pytest

from calibration.locating import FEW_MARKERS, MIRRORED, NO_MARKER
from calibration.tile_mat import TILE_MAT, middle_of
from calibration.tile_set import TileSet
from rules.games.tours import parse_position
from vision.games.tours.planes import Column, in_view, lattice
from vision.games.tours.reader import read
from vision.printed_boards import TOO_FLAT

# From where, and what stands there.
TABLES = [
    (-100, 62, "5b4b4c,-,1w/-,9c,3w/2b3b,???8c,6w *"),
    (100, 75, "-,-,7c/??5w,????8w,3b/?9b,-,?2c *"),
    (25, 50, "?????1c,-,1w/-,9c,2w/2b,?7b,4w *"),
]
# With less of it in view a top is not always told.
MOSTLY = 0.7


def shares_in_view(pose, columns, lying, size):
    """How much of each column's top, or of its square, no other column hides."""
    middles = [middle_of(square) + lying[square, :2] for square in range(9)]
    standing = [
        Column(*middle, len(column) * size.height) for middle, column in zip(middles, columns.columns, strict=True)
    ]
    return [
        in_view(lattice((9, 12), 0.06, np.array([own.x, own.y, own.top])), pose, set(standing) - {own}, size).mean()
        for own in standing
    ]


def wrong(reading, columns):
    """What is told and is not so."""
    return [
        (square, seen.height(), seen.top())
        for square, (seen, column) in enumerate(zip(reading.columns, columns.columns, strict=True))
        if seen.height() not in (None, len(column)) or (column and seen.top() not in (None, column[-1]))
    ]


@pytest.mark.parametrize(("azimuth_deg", "elevation_deg", "table"), TABLES)
def test_drawn_tables_are_read(camera_round, draw_table, tile_set, lying, azimuth_deg, elevation_deg, table):
    pose, columns = camera_round(azimuth_deg, elevation_deg), parse_position(table)
    reading = read(draw_table(pose, table, lying, light=(0.5, 1.1)), tile_set)
    assert not wrong(reading, columns)
    shares = shares_in_view(pose, columns, lying, tile_set.size)
    assert sum(share > MOSTLY for share in shares) >= 7
    for square, (seen, column) in enumerate(zip(reading.columns, columns.columns, strict=True)):
        if shares[square] > MOSTLY:
            assert seen.height() == len(column), square
            assert seen.top() == (column[-1] if column else None), square
        elif shares[square] == 0:
            assert seen.height() is None and seen.top() is None, square
    corners = TILE_MAT.marker_corners(24)
    assert np.abs(reading.pose.project(corners) - pose.project(corners)).max() < 1


def test_a_large_photo_is_read_and_its_camera_told_for_it_as_it_was_given(camera_round, draw_table, tile_set, lying):
    pose, columns = camera_round(-80, 65).scaled_to((1920, 1440)), parse_position("-,-,-/4b,?3w,-/-,-,??9c *")
    picture = cv2.resize(draw_table(camera_round(-80, 65), "-,-,-/4b,?3w,-/-,-,??9c *", lying), (1920, 1440))
    reading = read(picture, tile_set, pose.lens)
    assert [seen.height() for seen in reading.columns] == list(map(len, columns.columns))
    assert reading.pose.lens.size_wh == (1920, 1440)
    corners = TILE_MAT.marker_corners(26)
    assert np.abs(reading.pose.project(corners) - pose.project(corners)).max() < 1.5


@pytest.fixture(scope="module")
def characters(tile_set):
    return TileSet(tile_set.size, {tile: face for tile, face in tile_set.faces.items() if tile.family == "w"})


def test_of_families_that_are_not_known_nothing_wrong_is_told(camera_round, draw_table, characters, lying):
    azimuth_deg, elevation_deg, table = TABLES[0]
    picture, columns = draw_table(camera_round(azimuth_deg, elevation_deg), table, lying), parse_position(table)
    reading = read(picture, characters)
    assert not wrong(reading, columns)
    for square, column in enumerate(columns.columns):
        if column and column[-1].family == "w":
            assert (reading.columns[square].height(), reading.columns[square].top()) == (len(column), column[-1])
        elif column:
            assert reading.columns[square].top() is None


def test_three_markers_in_a_row_are_enough(camera_round, draw_table, characters, lying):
    table = "5w4w,-,1w/-,9w,3w/?3w,????8w,6w *"
    hidden = [marker for marker in TILE_MAT.marker_ids if marker not in (24, 25, 28)]
    reading = read(draw_table(camera_round(-100, 62), table, lying, hidden_markers=hidden), characters)
    assert not wrong(reading, parse_position(table))
    assert sum(seen.height() is not None for seen in reading.columns) >= 8


def test_one_marker_is_too_few(camera_round, draw_table, tile_set):
    picture = draw_table(camera_round(-100, 62), TABLES[0][2], hidden_markers=range(25, 32))
    assert read(picture, tile_set) is FEW_MARKERS


def test_a_picture_without_the_mat_is_refused(tile_set):
    assert read(np.full((480, 640, 3), 128, np.uint8), tile_set) is NO_MARKER


def test_a_mirrored_table_is_said_to_be_one(camera_round, draw_table, tile_set):
    picture = draw_table(camera_round(-100, 62), TABLES[0][2])
    assert read(np.ascontiguousarray(picture[:, ::-1]), tile_set) is MIRRORED


def test_a_table_seen_from_too_low_is_refused(camera_round, draw_table, tile_set):
    pose = camera_round(-95, 31)
    assert pose.elevation_deg == pytest.approx(31)
    assert read(draw_table(pose, "1w,-,-/-,-,-/-,-,- *"), tile_set, pose.lens) is TOO_FLAT
