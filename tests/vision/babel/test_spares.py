"""Cubes that lie right beside the tower and are none of it."""

import numpy as np
import pytest

from vision.edge_network import ENDS, EdgeAnswers, SideEnds
from vision.faces import sightlines
from vision.games.babel.standing import spares
from vision.games.babel.standing.occupancy import FaceOdds, Occupancy
from vision.games.babel.standing.one_view import Standing
from vision.games.babel.standing.spares import refined_beside_spares, with_doubt_beside

TOWER, BESIDE, ABOVE = (0, 0, 0), (2, 0, 0), (2, 0, 1)
PICTURE = np.zeros((480, 640, 3), np.uint8)


@pytest.fixture
def standing_at(camera_at):
    """Function (cells) -> Standing: cubes that are surely there, seen from the South-East."""

    def stand(*cells):
        pose = camera_at((8.5, -8.5, 9.0), focal_px=560.0, size_wh=(640, 480))
        lines = sightlines(cells, pose)
        odds = FaceOdds.alike(np.full(len(lines.sites), 6.0))
        return Standing(pose, lines, odds, Occupancy(cells, (1.0,) * len(cells), ()))

    return stand


@pytest.fixture
def lying(monkeypatch):
    """Function (shift East, North, turn in degrees): whatever is asked about lies so far beside its cell."""

    def lie(east, north, turn_deg=0.0):
        def ask(frame_bgr, sites, cells, pose):
            ends = SideEnds.of(sites, pose)
            x, y, _ = np.moveaxis(ends.points - np.array([1.5, -0.5, 0.5]), -1, 0)
            turn = np.radians(turn_deg)
            moved = np.stack([east - turn * y, north + turn * x, 0 * x], axis=-1)
            offsets = np.sum(ends.outward * moved, axis=-1)
            return EdgeAnswers(offsets, np.full((len(sites), ENDS), 0.01))

        monkeypatch.setattr(spares, "ask_edges", ask)

    return lie


@pytest.mark.parametrize(
    ("shift", "is_doubted"),
    [((0.0, 0.0), False), ((0.015, -0.01), False), ((0.06, 0.0), True), ((0.0, -0.06), True), ((-0.04, 0.04), True)],
)
def test_a_cube_beside_the_footprint_is_in_doubt_where_it_stands_otherwise_than_the_tower(
    standing_at, lying, shift, is_doubted
):
    standing = standing_at(TOWER, BESIDE)
    lying(*shift)
    occupancy = with_doubt_beside(PICTURE, standing, standing.occupancy)
    assert occupancy.presence == (1.0, 0.5 if is_doubted else 1.0)
    assert occupancy.cells == standing.occupancy.cells


@pytest.mark.parametrize(("turn_deg", "is_doubted"), [(2.0, False), (8.0, True)])
def test_a_cube_beside_the_footprint_is_in_doubt_where_it_is_turned_otherwise(standing_at, lying, turn_deg, is_doubted):
    standing = standing_at(TOWER, BESIDE)
    lying(0.0, 0.0, turn_deg)
    assert with_doubt_beside(PICTURE, standing, standing.occupancy).presence == (1.0, 0.5 if is_doubted else 1.0)


def test_all_cubes_of_a_column_that_is_off_are_in_doubt(standing_at, lying):
    standing = standing_at(TOWER, BESIDE, ABOVE)
    lying(0.1, 0.0)
    assert with_doubt_beside(PICTURE, standing, standing.occupancy).presence == (1.0, 0.5, 0.5)


def test_what_was_in_more_doubt_before_stays_so(standing_at, lying):
    standing = standing_at(TOWER, BESIDE)
    lying(0.1, 0.0)
    doubtful = Occupancy((TOWER, BESIDE), (0.4, 0.3), ())
    assert with_doubt_beside(PICTURE, standing, doubtful).presence == (0.4, 0.3)


def test_where_nothing_stands_on_the_footprint_all_that_lies_beside_it_is_in_doubt(standing_at, lying):
    standing = standing_at(BESIDE)
    lying(0.0, 0.0)
    assert with_doubt_beside(PICTURE, standing, standing.occupancy).presence == (0.5,)


def test_the_tower_alone_gives_the_pose_where_what_lies_beside_it_is_off(standing_at, lying, monkeypatch):
    standing = standing_at(TOWER, BESIDE)
    by_tower = standing.pose.told_from(np.array([0.02, 0.0, 0.0]), 0.0)
    monkeypatch.setattr(spares, "refined", lambda *_, columns: by_tower)
    lying(0.1, 0.0)
    assert refined_beside_spares(PICTURE, standing, None, standing.pose) is by_tower
    lying(0.01, 0.0)
    assert refined_beside_spares(PICTURE, standing, None, standing.pose) is standing.pose


@pytest.mark.parametrize("cells", [(TOWER,), (BESIDE,)])
def test_where_only_tower_or_only_spares_are_seen_the_pose_stays(standing_at, lying, cells):
    standing = standing_at(*cells)
    lying(0.1, 0.0)
    assert refined_beside_spares(PICTURE, standing, None, standing.pose) is standing.pose
