"""A camera that is moved, lost, frozen or mirrored, and pictures that are none of a game, bring no false event."""

from dataclasses import replace

import numpy as np
import pytest
from fake_table import Table, kinds, moved_aside, picture_of, placements, reading_of, with_markers

from calibration.locating import MIRRORED, NO_MARKER, ON_OUTLINE, Place
from referee.live.game_events import EventKind, ViewChange
from referee.live.inputs import Look
from referee.live.orders import Resync
from referee.live.pictures import Settings, SourceChange
from referee.live.state import LiveState
from vision.games.babel.reader import NO_COLOUR


def test_a_lens_that_hunts_for_focus_is_no_moved_camera(begun, far_pose):
    """For a moment the picture is a little larger, and a cube placed then is told as if it were not."""
    begun.move("1E,0,-,-")
    begun.hand()
    begun.pose = moved_aside(far_pose, 5.0)
    told = begun.show("1E,0,1N,-", seconds=0.45)
    begun.pose = far_pose
    told += begun.show("1E,0,1N,-", seconds=3.0)
    assert [event for event in told if event.kind is EventKind.VIEW] == []
    assert placements(told) == [(3, 1, (0, 1, 0), 1)]


def test_a_camera_that_was_moved_by_little_is_told_a_second_later_at_the_most(begun, far_pose):
    begun.move("1E,0,-,-")
    begun.hand()
    begun.pose, begun_at = moved_aside(far_pose, 5.0), begun.time
    told = begun.show("1E,0,1N,-", seconds=3.0)
    moved = [event for event in told if event.view is ViewChange.MOVED]
    assert len(moved) == 1
    assert moved[0].source_time < begun_at + 0.5 + 1.0
    assert placements(told) == [(3, 1, (0, 1, 0), 1)]


def test_a_camera_that_each_look_shows_elsewhere_is_not_waited_for(begun, far_pose):
    begun.move("1E,0,-,-")
    begun.hand()
    elsewhere = [moved_aside(far_pose, shift) for shift in (5.0, -5.0, 8.0, -8.0)]
    look = begun.look

    def seen_elsewhere(*args):
        begun.pose = elsewhere.pop(0) if elsewhere else far_pose
        return look(*args)

    begun.look = seen_elsewhere
    assert placements(begun.show("1E,0,1N,-", seconds=5.0)) == [(3, 1, (0, 1, 0), 1)]


def test_the_camera_bumped_is_found_again_without_a_false_event(begun, far_pose):
    begun.move("1E,0,-,-")
    begun.pose = moved_aside(far_pose)
    events = begun.show("1E,0,-,-", seconds=3.0)
    assert [event.view for event in events if event.kind is EventKind.VIEW] == [ViewChange.MOVED]
    assert kinds(events) == ["view"]


def test_after_the_camera_was_bumped_nothing_is_taken_to_stand_where_markers_were(begun, camera_at):
    """One look is enough: a second one might find an arm there, and take it for a part of what stands there."""
    begun.frames([with_markers(picture_of("-,-,-,-", begun.pose), begun.pose)] * 15, "-,-,-,-")
    begun.pose, looks = camera_at((9.5, 7.5, 9.0), focal_px=560.0, size_wh=(640, 480)), begun.looks
    still = with_markers(picture_of("-,-,-,-", begun.pose), begun.pose)
    assert kinds(begun.frames([still] * 45, "-,-,-,-")) == ["view"]
    assert begun.looks == looks + 1


def with_arm_over_the_tower(picture):
    """The same with one from the lower border, over markers too."""
    covered = picture.copy()
    covered[60:, 260:390] = (60, 80, 120)
    return covered


@pytest.mark.parametrize("is_lost", [False, True])
def test_a_tower_behind_an_arm_is_not_gone_once_the_camera_was_moved_or_lost(is_lost, begun, far_pose):
    """There is no earlier picture to tell the arm by, but it hides what is printed on the mat."""

    def marked(notation):
        return with_markers(picture_of(notation, begun.pose), begun.pose)

    begun.move("1E,0,-,-")
    if is_lost:
        begun.step(SourceChange(False, begun.time))
        begun.step(SourceChange(True, begun.time))
    else:
        begun.pose = moved_aside(far_pose)
        begun.frames([marked("1E,-,-,-")] * 6, "1E,-,-,-")
    behind = begun.frames([with_arm_over_the_tower(marked("1E,-,-,-"))] * 40, "-,-,-,-")
    assert kinds(behind, but=("hand", "view")) == []
    clear = begun.frames([marked("1E,-,-,-")] * 40, "1E,-,-,-")
    assert kinds(clear, but=("hand", "view")) == ["undo"]


def test_a_tower_that_is_gone_since_the_camera_was_moved_is_told_though_a_thing_stays_on_markers(begun, far_pose):
    begun.move("1E,0,-,-")
    begun.pose = moved_aside(far_pose)
    bare = with_markers(picture_of("-,-,-,-", begun.pose), begun.pose)
    told = begun.frames([with_arm_over_the_tower(bare)] * 300, "-,-,-,-")
    assert kinds(told, but=("hand", "view")) == ["undo", "undo"]


def test_a_tower_that_fell_does_not_stand_again_because_a_thing_hides_its_place_in_a_moved_picture(begun, far_pose):
    begun.move("1E,0,1N,-")
    begun.move("-,-,-,-")
    assert begun.events[-1].kind is EventKind.TOPPLED
    begun.pose = moved_aside(far_pose)
    bare = with_markers(picture_of("-,-,-,-", begun.pose), begun.pose)
    told = begun.frames([with_arm_over_the_tower(bare)] * 60, "-,-,-,-")
    assert kinds(told, but=("hand", "view")) == []


def test_a_camera_lost_and_back_ten_times_loses_nothing(begun):
    begun.move("1E,-,-,-")
    for _ in range(10):
        begun.step(SourceChange(False, begun.time))
        begun.step(SourceChange(True, begun.time + 1))
        begun.time += 2
        assert kinds(begun.show("1E,-,-,-")) == []
    assert placements(begun.move("1E,0,-,-")) == [(2, 2, (1, 0, 0), 0)]


def test_a_cube_placed_while_the_camera_was_lost_is_found(begun):
    begun.move("1E,-,-,-")
    begun.step(SourceChange(False, begun.time))
    begun.step(SourceChange(True, begun.time + 5))
    begun.time += 6
    assert placements(begun.show("1E,0,-,-", seconds=3.0)) == [(2, 2, (1, 0, 0), 0)]


def out_of_view(table, pictures):
    """What it brings that no look at these pictures finds the mat."""
    look, table.look = table.look, lambda request, *_: Look(request, None, None, NO_MARKER)
    events = table.frames(pictures, "-,-,-,-")
    table.look = look
    return [event.view for event in events if event.kind is EventKind.VIEW]


def grey_pictures(count):
    """The same picture without a mat so many times."""
    grey = np.full((480, 640, 3), 90, np.uint8)
    grey[::16] = 10
    return [grey] * count


def test_a_mat_out_of_view_is_said_once_and_when_it_is_back(begun):
    begun.move("1E,-,-,-")
    assert out_of_view(begun, grey_pictures(60)) == [ViewChange.HIDDEN]
    events = begun.show("1E,-,-,-", seconds=3.0)
    assert [event.view for event in events if event.kind is EventKind.VIEW] == [ViewChange.CLEAR]
    assert len(begun.state.game.plies) == 1


def test_a_mat_that_an_arm_hides_for_a_moment_is_no_trouble_in_a_game(begun):
    begun.move("1E,-,-,-")
    assert out_of_view(begun, grey_pictures(12)) == []
    assert kinds(begun.show("1E,0,-,-", seconds=3.0)) == ["placement"]


def test_before_a_game_a_mat_out_of_view_is_said_at_once(table):
    assert out_of_view(table, grey_pictures(12)) == [ViewChange.HIDDEN]


def test_a_frozen_camera_is_noticed(far_pose):
    table = Table(far_pose, LiveState(settings=Settings(is_live=True)))
    events = table.show("-,-,-,-", seconds=8.0)
    assert [event.view for event in events if event.kind is EventKind.VIEW] == [ViewChange.FROZEN]


def test_a_picture_that_is_never_still_is_told_once(far_pose):
    """As where the picture is disturbed by narrow bands that no lamp lays over it."""
    table = Table(far_pose)
    still = picture_of("-,-,-,-", far_pose)
    bands = [
        np.clip(still * (1 + 0.25 * np.sin(np.arange(480) / 5 + shift)[:, None, None]), 0, 255) for shift in range(5)
    ]
    events = table.frames([band.astype(np.uint8) for band in bands] * 90, "-,-,-,-")
    assert [event.view for event in events] == [ViewChange.RESTLESS]
    assert table.show("-,-,-,-")[0].view is ViewChange.CLEAR


def test_a_mirrored_picture_is_turned_round(far_pose):
    table = Table(far_pose)
    picture = picture_of("1E,-,-,-", far_pose)
    table.look, look = lambda request, *_: Look(request, None, None, MIRRORED), table.look
    table.frames([picture[:, ::-1]] * 6, "1E,-,-,-")
    assert table.events[0].view is ViewChange.MIRRORED
    table.look = look
    table.frames([picture[:, ::-1]] * 10, "1E,-,-,-")
    assert (table.state.scene.small_bgr == picture[::2, ::2]).mean() > 0.5
    assert placements(table.events) == [(1, 1, (0, 0, 0), 1)]
    # Mirroring is switched off in the camera's settings, as the referee asks.
    later = picture_of("1E,0,-,-", far_pose)
    table.look = lambda request, *_: Look(request, None, None, MIRRORED)
    table.frames([later] * 9, "1E,0,-,-")
    table.look = look
    table.frames([later] * 20, "1E,0,-,-")
    assert placements(table.events)[1:] == [(2, 2, (1, 0, 0), 0)]
    assert not table.state.is_mirrored


def test_pictures_that_stand_for_themselves_are_each_read(far_pose):
    table = Table(far_pose, LiveState(settings=Settings(are_stills=True)))
    for notation in ("-,-,-,-", "1E,-,-,-", "1E,0,-,-", "1E,0,1U,-"):
        table.frames([picture_of(notation, far_pose)], notation)
    assert placements(table.events) == [(1, 1, (0, 0, 0), 1), (2, 2, (1, 0, 0), 0), (3, 1, (0, 1, 0), 1)]


def test_with_a_key_to_wait_for_nothing_is_read_without_it(far_pose):
    from referee.live.orders import MoveDone

    table = Table(far_pose, LiveState(settings=Settings(waits_for_key=True)))
    assert kinds(table.show("-,-,-,-")) == []
    table.step(MoveDone())
    assert kinds(table.show("-,-,-,-")) == ["start"]
    table.hand()
    assert kinds(table.show("1E,-,-,-")) == []
    table.step(MoveDone())
    assert kinds(table.show("1E,-,-,-")) == ["placement"]
    # A cube that is gone must be seen to be so twice: the second look needs no key of its own.
    table.hand()
    table.step(MoveDone())
    assert kinds(table.show("-,-,-,-", seconds=2.0)) == ["undo"]
    table.step(Resync())
    assert kinds(table.show("1E,0,-,-", seconds=6.0)) == ["resync"]


@pytest.mark.parametrize("wrong", [ViewChange.DARK, ViewChange.BRIGHT])
def test_light_that_is_still_wrong_is_told_when_something_else_is_well_again(begun, wrong):
    def poor(*troubles):
        def look(request, notation, nats):
            seen = Look(request, reading_of(notation, begun.pose), begun.pose, mat_pose=begun.pose)
            return replace(seen, poor=dict.fromkeys(troubles, "see to it"))

        return look

    begun.look = poor(wrong, ViewChange.BLURRED)
    begun.move("1E,-,-,-")
    begun.look = poor(ViewChange.BLURRED)
    views = [event.view for event in begun.move("1E,0,-,-") if event.kind is EventKind.VIEW]
    assert views == [ViewChange.BLURRED]
    assert begun.state.troubles == {ViewChange.BLURRED}


def test_a_tower_is_looked_for_where_it_stood_and_on_an_empty_mat_on_the_outline(begun):
    beside, places = Place(0.3, -0.2, 12.0), []

    def look(request, notation, nats):
        places.append(request.place)
        seen = Look(request, reading_of(notation, begun.pose), begun.pose, mat_pose=begun.pose)
        is_empty = notation == "-,-,-,-"
        return replace(seen, reading=None if is_empty else replace(seen.reading, place=beside))

    begun.look = look
    for notation in ("1E,-,-,-", "1E,0,-,-", "-,-,-,-", "1E,-,-,-"):
        begun.move(notation, seconds=6.0)
    assert places[:2] == [ON_OUTLINE, beside]
    assert places[-1] == ON_OUTLINE


def test_a_mat_that_is_seen_with_a_tower_that_cannot_be_read_is_told_as_that(begun):
    begun.look = lambda request, *_: Look(request, None, None, NO_COLOUR, mat_pose=begun.pose)
    views = [event.view for event in begun.move("1E,-,-,-", seconds=3.0) if event.kind is EventKind.VIEW]
    assert views == [ViewChange.UNREADABLE]
