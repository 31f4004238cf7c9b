"""Looks at columns of tiles: where something has changed, and only there."""

import numpy as np
import pytest

from calibration.locating import LocatedMat
from calibration.markers import MatSighting
from calibration.tile_mat import TILE_MAT, middle_of
from calibration.tile_set import TileSet, TileSize
from referee.live_boards.state import BoardRequest
from referee.live_boards.tours import looking
from referee.live_boards.tours.game import EMPTY, TableGame
from referee.live_boards.tours.looking import TableLook, TableLooks, stirred_squares
from rules.games.tours import DEFAULT_OPTIONS, Tile
from vision.games.tours.columns import ALL_SQUARES
from vision.games.tours.places import Place, SquaresReading

SIZE = TileSize(0.86, 0.65, 0.48)
FIVE = Tile("b", 5)
SMALL_WH = (320, 240)


@pytest.fixture
def pose(camera_at):
    """A camera that looks down on the mat from the South."""
    return camera_at((0.0, -3.0, 6.0), size_wh=(640, 480), focal_px=600.0)


def changed_at(pose, *points_xyz) -> np.ndarray:
    """A small picture that has changed round these points."""
    changed = np.zeros(SMALL_WH[::-1], bool)
    for x, y in pose.scaled_to(SMALL_WH).project(np.array(points_xyz)):
        changed[round(y) - 3 : round(y) + 4, round(x) - 3 : round(x) + 4] = True
    return changed


def test_a_square_is_stirred_where_a_tile_on_its_column_would_show(pose) -> None:
    ground = np.append(middle_of(0), 0.0)
    assert stirred_squares(changed_at(pose, ground), pose, EMPTY, SIZE) == {0}
    assert stirred_squares(np.zeros(SMALL_WH[::-1], bool), pose, EMPTY, SIZE) == frozenset()
    above = np.append(middle_of(4), 3 * SIZE.height)
    assert 4 not in stirred_squares(changed_at(pose, above), pose, EMPTY, SIZE)
    high = (*EMPTY[:4], (FIVE,) * 3, *EMPTY[5:])
    assert 4 in stirred_squares(changed_at(pose, above), pose, high, SIZE)


def test_squares_on_which_but_an_edge_has_changed_are_stirred_only_where_none_is_more(pose) -> None:
    x, y = middle_of(8)
    edge = (x + SIZE.width / 2, y, 0.0)
    assert stirred_squares(changed_at(pose, edge), pose, EMPTY, SIZE) == {8}
    x, y = middle_of(0)
    much = [(x + 0.2 * east, y + 0.2 * north, 0.0) for east in (-1, 0, 1) for north in (-1, 0, 1)]
    assert stirred_squares(changed_at(pose, edge, *much), pose, EMPTY, SIZE) == {0}


class FakeReader:
    """Stands for the mat's markers and the reader of squares; keeps what it was asked for."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, pose) -> None:
        self.pose, self.asked = pose, []
        monkeypatch.setattr(looking, "find_board", lambda *_: self)
        monkeypatch.setattr(looking, "places_of", lambda _located: (Place(self.pose), Place(self.pose, -1.0)))
        monkeypatch.setattr(looking, "look_at_squares", self.look)
        self.picture = np.zeros((480, 640, 3), np.uint8)

    @property
    def located(self) -> LocatedMat:
        corners_xyz = np.concatenate([TILE_MAT.marker_corners(number) for number in TILE_MAT.marker_ids])
        sighting = MatSighting(TILE_MAT.marker_ids, self.pose.project(corners_xyz).reshape(-1, 4, 2), mat=TILE_MAT)
        return LocatedMat(self.pose, sighting, corners_xyz, 0.2, is_lens_known=False)

    def look(self, _picture, places, _tile_set, heights, squares) -> SquaresReading:
        self.asked.append((len(places), tuple(heights), tuple(squares)))
        return SquaresReading({}, (Place(self.pose),))


def test_all_is_read_at_first_and_then_what_has_changed_or_is_in_doubt(monkeypatch, pose, camera_at) -> None:
    reader = FakeReader(monkeypatch, pose)
    looks, small = TableLooks(TileSet(SIZE, {})), np.zeros((*SMALL_WH[::-1], 3), np.uint8)
    game = TableGame.of(DEFAULT_OPTIONS)

    def look(**how) -> TableLook:
        return looks(reader.picture, BoardRequest(1.0, small, **how)).reading

    look()
    changed = changed_at(pose, np.append(middle_of(0), 0.0))
    laid = (*EMPTY[:8], (FIVE, FIVE))
    look(changed=changed, game=TableGame(game.lines, laid, doubtful=1 << 5))
    assert reader.asked == [(2, (0,) * 9, tuple(ALL_SQUARES)), (1, (0,) * 8 + (2,), (0, 5))]
    assert look(changed=changed, game=game, is_covered=True).columns == {}
    # From elsewhere nothing that was compared holds any more.
    reader.pose = camera_at((0.0, -4.0, 5.0), size_wh=(640, 480), focal_px=600.0)
    look(changed=changed, game=game)
    look(game=game)
    assert reader.asked[2:] == [(2, (0,) * 9, tuple(ALL_SQUARES)), (1, (0,) * 9, tuple(ALL_SQUARES))]


def test_from_low_down_nothing_is_read(monkeypatch, camera_at) -> None:
    reader = FakeReader(monkeypatch, camera_at((0.0, -6.0, 2.0), size_wh=(640, 480), focal_px=600.0))
    request = BoardRequest(1.0, np.zeros((*SMALL_WH[::-1], 3), np.uint8))
    assert TableLooks(TileSet(SIZE, {}))(reader.picture, request).reading is looking.TOO_FLAT
    assert reader.asked == []
