"""One look at a frame: what of the light is told in a game."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.colours import grey
from calibration.locating import ON_OUTLINE, LocatedMat, Place
from calibration.markers import MatSighting, find_markers, longest_sides_px
from calibration.mat import BABEL_MAT
from referee.live import looking
from referee.live.game_events import ViewChange
from referee.live.inputs import LookRequest
from referee.live.looking import take_look
from referee.photos import load_photo
from referee.sheets.building_ground import building_ground_sheet
from vision.camera_moves import has_moved
from vision.games.babel import camera_and_cubes, reader
from vision.games.babel.reader import BURNT_OUT

DEVELOP = Path(__file__).parents[3] / "samples/photos/develop"


@pytest.fixture(scope="module")
def frame() -> np.ndarray:
    """A photo of `develop` with good light."""
    return load_photo(DEVELOP / "develop_00.jpg").frame_bgr


@pytest.mark.parametrize(("gain", "told"), [(1.0, set()), (3.0, {ViewChange.BRIGHT}), (0.1, {ViewChange.DARK})])
def test_too_little_and_too_much_light_are_told_with_advice(frame, gain, told):
    picture = np.clip(frame * gain, 0, 255).astype(np.uint8)
    look = take_look(picture, LookRequest(0.0, picture[::8, ::8], None))
    assert set(look.poor) == told
    assert all(look.poor.values())


def test_of_a_frame_where_cubes_may_be_lost_in_the_light_nothing_is_believed():
    frame = load_photo(DEVELOP / "develop_17.jpg").frame_bgr
    picture = np.clip((frame - 20.0) * 255 / np.quantile(frame, 0.7), 0, 255).astype(np.uint8)
    look = take_look(picture, LookRequest(0.0, picture[::8, ::8], None))
    assert look.reading is None
    assert look.unread is BURNT_OUT


def test_the_tower_is_looked_for_where_it_stood(frame):
    request = LookRequest(0.0, frame[::8, ::8], None)
    straight = take_look(frame, request).reading
    assert straight.place == ON_OUTLINE
    # As little beside the outline as this, no other place is looked for.
    nearly = take_look(frame, replace(request, place=Place(0.02, 0.0, 0.5))).reading
    assert nearly.place == Place(0.02, 0.0, 0.5)
    assert {cube.cell for cube in nearly.cubes} == {cube.cell for cube in straight.cubes}


def test_a_picture_that_is_stretched_is_looked_at_as_such_from_then_on(monkeypatch):
    frame = load_photo(DEVELOP / "develop_17.jpg").frame_bgr
    wide = cv2.resize(frame, (round(1.25 * frame.shape[1]), frame.shape[0]))
    request = LookRequest(0.0, wide[::8, ::8], None)
    first = take_look(wide, request)
    assert first.mat_pose.lens.pixel_aspect == pytest.approx(1.25, rel=0.03)
    monkeypatch.setattr(camera_and_cubes, "unstretched", lambda *_: pytest.fail("it is looked for anew"))
    second = take_look(wide, replace(request, mat_pose=first.mat_pose))
    assert second.mat_pose.lens.pixel_aspect == pytest.approx(first.mat_pose.lens.pixel_aspect)
    assert not has_moved(first.mat_pose, second.mat_pose)
    assert [cube.cell for cube in second.reading.cubes] == [cube.cell for cube in first.reading.cubes]


@pytest.mark.parametrize(
    ("photo", "game"), [("board_develop/board_develop_01", "012x012"), ("tile_develop/tile_develop_1", "tours")]
)
def test_a_board_that_is_watched_as_if_a_tower_stood_there_is_told(photo, game):
    frame = load_photo(DEVELOP.parent / f"{photo}.jpg").frame_bgr
    unread = take_look(frame, LookRequest(0.0, frame[::8, ::8], None)).unread
    assert str(unread) == f"a printed board is in view, and no tower; add --game {game} to follow it"


def test_a_board_that_is_not_followed_live_is_told_as_one():
    sheet = np.frombuffer(building_ground_sheet(16, "a4", "png"), np.uint8)
    frame = cv2.resize(cv2.imdecode(sheet, cv2.IMREAD_COLOR), None, fx=0.3, fy=0.3, interpolation=cv2.INTER_AREA)
    unread = take_look(frame, LookRequest(0.0, frame[::8, ::8], None)).unread
    assert str(unread) == "a printed board is in view, and no tower; baubylon is not followed live"


def test_where_no_marker_is_whole_the_tower_is_read_by_parts_of_them(frame):
    seen = take_look(frame, LookRequest(0.0, frame[::8, ::8], None)).reading
    picture = frame.copy()
    corners_xy = find_markers(grey(frame)).corners_xy
    for (column, row), side in zip(np.rint(corners_xy[:, 0]).astype(int), longest_sides_px(corners_xy), strict=True):
        reach = round(side / 4)
        picture[row - reach : row + reach, column - reach : column + reach] = 120
    assert not find_markers(grey(picture)).marker_ids
    look = take_look(picture, LookRequest(0.0, picture[::8, ::8], None))
    assert {cube.cell for cube in look.reading.cubes} == {cube.cell for cube in seen.cubes}


def of_two_markers(pose, seen_xy):
    """The mat as it is located by two of its markers, all that an arm leaves in view."""
    corners = np.concatenate([BABEL_MAT.marker_corners(number) for number in (1, 5)])
    sighting = MatSighting((1, 5), seen_xy(corners).reshape(-1, 4, 2))
    return LocatedMat(pose, sighting, corners, 0.2, is_lens_known=False)


def asked_with(before, is_in_place=False):
    """A request for a look after one that found the mat by a pose."""
    return LookRequest(0.0, np.zeros((2, 2, 3), np.uint8), None, mat_pose=before, is_in_place=is_in_place)


def moved_aside(pose, by_px):
    matrix = pose.lens.matrix.copy()
    matrix[0, 2] += by_px
    return replace(pose, lens=replace(pose.lens, matrix=matrix))


def test_a_marker_that_a_shadow_cuts_off_moves_no_camera_that_left_another_in_its_place(camera_at):
    before = camera_at((-6, -6, 7))

    def seen_xy(corners):
        corners_xy = before.project(corners)
        corners_xy[6:] += 24.0
        return corners_xy

    fitted = moved_aside(before, 8.0)
    assert has_moved(before, fitted)
    assert looking._mat_pose(asked_with(before), of_two_markers(fitted, seen_xy)) is before


def test_a_camera_that_left_no_marker_in_its_place_was_moved(camera_at):
    before = camera_at((-6, -6, 7))
    after = moved_aside(before, 8.0)
    assert looking._mat_pose(asked_with(before), of_two_markers(after, after.project)) is after


def test_parts_of_markers_beside_an_arm_move_no_camera_of_which_a_marker_is_seen_where_it_was(camera_at):
    before = camera_at((-6, -6, 7))
    fitted = moved_aside(before, 80.0)
    request = asked_with(before, is_in_place=True)
    assert looking._mat_pose(request, of_two_markers(fitted, fitted.project)) is before


@pytest.mark.parametrize("is_on_footprint", [True, False])
def test_what_lies_beside_the_footprint_and_may_be_spare_is_no_part_of_the_tower(frame, monkeypatch, is_on_footprint):
    """Players keep their cubes round the tower: with nothing else there the mat is empty."""
    seen = reader.read(frame)
    tower = seen.cubes[:1] if is_on_footprint else ()
    beside = [replace(seen.cubes[0], cell=(2, y, 0), presence=presence) for y, presence in ((0, 0.5), (1, 0.99))]
    known = tower + tuple(beside if is_on_footprint else beside[:1])
    monkeypatch.setattr(looking, "read", lambda *_, **__: replace(seen, cubes=known))
    look = take_look(frame, LookRequest(0.0, frame[::8, ::8], None))
    if is_on_footprint:
        assert [cube.cell for cube in look.reading.cubes] == [tower[0].cell, (2, 1, 0)]
    else:
        assert (look.reading, look.unread) == (None, None)
        assert look.pose is not None
