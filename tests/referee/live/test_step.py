"""Following a game by the pure step: what each change of the table is reported as."""

from dataclasses import replace
from functools import partial

import cv2
import numpy as np
import pytest
from fake_table import PAINTS_BGR, Table, kinds, picture_of, reading_of, with_hand

from calibration.locating import MIRRORED, NO_MARKER, ON_OUTLINE, Place
from calibration.mat import BABEL_MAT
from referee.live.events import EventKind, ViewChange, tell_of_a_foul
from referee.live.inputs import Choose, Correct, Frame, Look, Resync, SourceChange, Undo
from referee.live.placing import place_all, sure_hand, with_ending
from referee.live.saving import game_fields, game_from
from referee.live.state import GameState, LiveState, Phase, Question, Settings
from referee.live.step import step
from rules.games.babel import (
    CELLS,
    FULL_HAND,
    GAME,
    Cube,
    Face,
    Mark,
    Options,
    Position,
    Tower,
    judge,
    parse_position,
    parse_tower,
    tower_notation,
)
from vision.games.babel.memory import CubeMemory
from vision.games.babel.reader import NO_COLOUR
from vision.reaching import printed_markers
from vision.regions import region_of


def placements(events):
    return [(event.ply, event.player, event.cell, event.type) for event in events if event.kind is EventKind.PLACEMENT]


def test_a_game_begins_with_an_empty_mat(table):
    assert kinds(table.show("-,-,-,-")) == ["start"]
    assert table.state.phase is Phase.WAITING
    assert table.state.game.notation == "-,-,-,- 33132:33132 1"


def test_a_placement_is_reported_once_when_the_hand_has_left(begun):
    events = begun.move("1E,-,-,-")
    assert [event.kind.value for event in events] == ["hand", "hand", "placement"]
    assert placements(events) == [(1, 1, (0, 0, 0), 1)]
    assert events[-1].bulges == (Face.E,)
    assert events[-1].position == "1E,-,-,- 32132:33132 2"
    assert kinds(begun.show("1E,-,-,-", seconds=4)) == []


def test_the_verdict_comes_within_a_second_of_the_first_still_frame(begun):
    begun.hand()
    first_still = begun.time
    (event,) = (event for event in begun.show("1E,-,-,-") if event.kind is EventKind.PLACEMENT)
    assert event.source_time - first_still < 0.5  # leaves half a second for the look itself


def test_a_hand_that_rested_over_the_tower_delays_no_verdict(begun):
    resting = [with_hand(picture_of("-,-,-,-", begun.pose), reach) for reach in (0.1, 0.3, 0.5, *[0.55] * 7)]
    leaving = [with_hand(picture_of("1E,-,-,-", begun.pose), reach) for reach in (0.3, 0.1)]
    assert kinds(begun.frames([*resting, *leaving], "1E,-,-,-")) == []
    looks, first_still = begun.looks, begun.time
    (event,) = (event for event in begun.show("1E,-,-,-") if event.kind is EventKind.PLACEMENT)
    assert looks > 1  # the resting hand was looked at, in vain
    assert event.source_time - first_still < 0.5


def test_a_hand_that_comes_while_a_look_is_under_way_is_not_sent_away_by_it(begun):
    begun.step(Resync())
    while begun.state.wanted is None:
        begun.step(Frame(picture_of("-,-,-,-", begun.pose), begun.time))
        begun.time += 0.1
    request, before = begun.state.wanted, len(begun.events)
    for reach in (0.1, 0.3, 0.5, 0.55, 0.6):
        begun.step(Frame(with_hand(picture_of("-,-,-,-", begun.pose), reach), begun.time))
        begun.time += 0.1
    begun.step(begun.look(request, "-,-,-,-", 6.0))
    hands = [event.is_there for event in begun.events[before:] if event.kind is EventKind.HAND]
    assert hands == [True]


def test_a_whole_legal_game_is_followed_placement_by_placement(begun, legal_game):
    for placement, tower in legal_game:
        events = begun.move(str(tower), seconds=0.6, nats=6.0)
        assert [(cell, type) for _, _, cell, type in placements(events)] == [(placement.cell, placement.type)]
        assert EventKind.FAULT not in {event.kind for event in events}
    assert [event.ply for event in begun.events if event.kind is EventKind.PLACEMENT] == list(range(1, len(CELLS) + 1))
    assert kinds(begun.events)[-1] == "game_over"
    assert begun.state.phase is Phase.OVER


@pytest.fixture(scope="module")
def legal_game():
    """A legal game of 24 placements, found by always taking one of those that leave the other the most."""
    game, found = GAME.start(), []

    def play(position):
        if len(position.tower) == len(CELLS):
            return True
        moves = sorted(position.legal_placements(), key=lambda move: -len(position.place(move).legal_placements()))
        for move in moves[:4]:
            after = position.place(move)
            found.append((move, after.tower))
            if play(after):
                return True
            found.pop()
        return False

    assert play(game)
    return found


@pytest.mark.parametrize(
    ("before", "after", "rule", "cell"),
    [
        ("-,-,-,-", "1S,-,-,-", 5, (0, 0, 0)),
        ("-,-,-,-", "4ENUD,-,-,-", 2, (0, 0, 0)),
        ("1E,-,-,-", "1E,-,-,0", 7, (1, 1, 0)),
        ("1E,0,-,-", "1E,0,-,-/1D,-,-,-", 4, (0, 0, 1)),
        ("1E,0,-,-", "1E,0,-,- +2,0,0=0", 3, (2, 0, 0)),
    ],
)
def test_a_foul_is_reported_with_its_rule_at_its_placement(far_pose, before, after, rule, cell):
    table = Table(far_pose)
    for notation in ("-,-,-,-", "1E,-,-,-", before):
        if len(parse_tower(notation)) <= len(parse_tower(before)):
            table.show(notation, nats=6.0)
    events = table.move(after, nats=6.0)
    assert kinds(events)[:2] == ["placement", "fault"]
    fault = next(event for event in events if event.kind is EventKind.FAULT)
    assert (fault.rule, fault.cell) == (rule, cell)
    assert fault.ply == len(parse_tower(after))
    assert set(table.state.game.tower) == set(parse_tower(after))


@pytest.mark.parametrize(
    ("at_fault", "rule"), [(["1S,-,-,-", "1S,-,0,-"], 5), (["-,-,1S,-", "2NU,-,1S,-", "2NU,0,1S,-"], 6)]
)
def test_a_face_that_is_known_to_be_at_fault_is_no_reason_to_doubt_what_its_cube_hides(begun, at_fault, rule):
    """A bulge to the outside, or to another bulge, leaves hollows where the next cube has hollows too."""
    *earlier, last = at_fault
    told = [event for notation in earlier for event in begun.move(notation, nats=6.0)]
    assert [event.rule for event in told if event.kind is EventKind.FAULT] == [rule]
    assert kinds(begun.move(last, nats=6.0)) == ["placement", "ask"]


@pytest.mark.parametrize(("nats", "rules"), [(4.0, [7]), (6.0, [7, 5])])
def test_a_cube_out_of_place_is_told_of_its_other_faults_only_where_they_are_sure(begun, nats, rules):
    begun.move("1E,-,-,-", nats=6.0)
    events = begun.move("1E,-,-,1E", nats=nats)
    assert [event.rule for event in events if event.kind is EventKind.FAULT] == rules


def test_what_an_illegal_cube_hides_is_not_called_a_fault_beside_unless_it_is_sure(begun):
    """The blue cube's fourth bulge is below, behind or to the West, where it would meet the grey one's hollow."""
    begun.move("0,-,-,-", nats=6.0)
    events = begun.move("0,4ESUW,-,-", nats=6.0)
    assert {event.rule for event in events if event.kind is EventKind.FAULT} == {5}


def test_two_faults_at_once_are_believed_later_than_their_marks_alone_would_have_it(begun):
    """Were two fouls no rarer than one, a black cube with two doubtful bulges outside would be accused."""
    assert kinds(begun.move("-,2SE,-,-", nats=3.5)) == ["placement", "ask"]


def test_a_bulge_that_is_surely_seen_is_not_told_to_be_a_hollow_however_illegal_it_is(begun):
    """A white cube turned outward breaks two rules, which is rare: that may leave the mark open, not change it."""
    begun.move("-,-,0,-", nats=6.0)
    begun.move("1S,-,0,-", nats=6.0)
    (ply,) = (ply for ply in begun.state.game.plies if ply.cell == (0, 0, 0))
    assert ply.illegal < 0.5
    assert ply.type == 1
    assert ply.cube.mark(Face.S) is None
    assert ply.cube.mark(Face.E) is Mark.HOLLOW


def test_nothing_is_committed_while_an_arm_rests_over_the_tower(begun):
    covered = with_hand(picture_of("1E,-,-,-", begun.pose), 0.6)
    assert kinds(begun.frames([covered] * 45, "-,-,-,-")) == []
    assert placements(begun.show("1E,-,-,-")) == [(1, 1, (0, 0, 0), 1)]


def test_what_lies_over_the_tower_for_long_without_moving_is_no_arm(begun):
    covered = with_hand(picture_of("1E,-,-,-", begun.pose), 0.6)
    assert placements(begun.frames([covered] * 45, "1E,-,-,-")) == []
    begun.time += 15.0
    assert placements(begun.frames([covered] * 15, "1E,-,-,-")) == [(1, 1, (0, 0, 0), 1)]


@pytest.mark.parametrize("looks", [1, 3])
def test_an_arm_that_has_rested_for_long_is_known_to_leave(begun, looks):
    covered = with_hand(picture_of("-,-,-,-", begun.pose), 0.6)
    begun.frames([covered] * 45, "-,-,-,-")
    begun.time += 15.0
    for code in range(looks):
        begun.frames([np.clip(covered.astype(int) + code, 0, 255).astype(np.uint8)] * 45, "-,-,-,-")
    begun.frames([with_hand(picture_of("1E,-,-,-", begun.pose), reach) for reach in (0.4, 0.2)], "-,-,-,-")
    assert placements(begun.show("1E,-,-,-", seconds=1.5)) == [(1, 1, (0, 0, 0), 1)]


@pytest.mark.parametrize("in_view", ["0,-,-,-", "-,-,-,-"])
def test_what_an_arm_hides_is_not_gone_however_long_it_stays(begun, in_view):
    for tower in ("1E,-,-,-", "1E,0,-,-"):
        begun.move(tower)
    covered = with_hand(picture_of("1E,0,-,-", begun.pose), 0.6)
    begun.frames([covered] * 45, "1E,0,-,-")
    begun.time += 15.0
    told = begun.frames([covered] * 45, in_view)
    assert not [event for event in told if event.kind in (EventKind.FAULT, EventKind.UNDO, EventKind.TURNED)]
    assert len(begun.state.game.plies) == 2


def with_spare_cube(picture, pose):
    """The same with a cube beside the tower that the lower border cuts off."""
    x, y = np.rint(pose.project(np.array([[1.3, -1.3, 0.0]]))[0]).astype(int)
    beside = picture.copy()
    beside[y:, x - 40 : x + 40] = PAINTS_BGR[3]
    return beside


def test_a_cube_that_is_laid_down_beside_the_tower_at_the_border_is_no_hand(begun):
    begun.move("1E,-,-,-")
    told = begun.frames([with_spare_cube(picture_of("1E,0,-,-", begun.pose), begun.pose)] * 15, "1E,0,-,-")
    assert placements(told) == [(2, 2, (1, 0, 0), 0)]
    assert placements(begun.show("1E,0,2NU,-")) == [(3, 1, (0, 1, 0), 2)]


def with_markers(picture, pose):
    """The same, where no cube is, with the mat's markers."""
    printed = printed_markers(pose, picture.shape[1::-1])
    is_table = (np.ptp(picture, axis=2) == 0) & (picture[..., 0] >= 120)
    on_markers = np.any(
        [region_of(BABEL_MAT.marker_corners(n), pose, picture.shape[1::-1]) for n in BABEL_MAT.marker_ids], axis=0
    )
    return np.where((on_markers & is_table)[..., None], np.clip(printed, 20, 235), picture)


def with_box(picture, pose):
    """The same with a box before the South-East marker and the lower East side of the tower."""
    x, y, _ = BABEL_MAT.marker_corners(1).mean(axis=0)
    corners = np.array([(a, b, c) for a in (0.6, x + 0.6) for b in (y - 0.6, -0.6) for c in (0.0, 1.1)])
    hull = cv2.convexHull(np.rint(pose.project(corners)).astype(np.int32))
    boxed = picture.copy()
    cv2.fillConvexPoly(boxed, hull, (180, 90, 40))
    return boxed


@pytest.mark.parametrize("is_boxed", [True, False])
def test_what_stands_before_a_marker_may_hide_a_cube_that_is_then_not_gone(begun, is_boxed):
    for tower in ("0,1W,-,-", "0,1W,2NU,-"):
        begun.frames([with_markers(picture_of(tower, begun.pose), begun.pose)] * 30, tower)
    before = picture_of("0,1W,2NU,-", begun.pose)
    after = with_box(before, begun.pose) if is_boxed else picture_of("0,-,2NU,-", begun.pose)
    told = begun.frames([with_markers(after, begun.pose)] * 30, "0,-,2NU,-")
    is_told = any(event.kind in (EventKind.FAULT, EventKind.UNDO) for event in told)
    assert is_told is not is_boxed


def test_a_cube_is_gone_whatever_stands_before_it_where_the_one_below_shows_its_upper_face(begun):
    below = "0,1W,2NU,0"
    for tower in ("0,1W,-,-", below, f"{below}/-,0,-,-"):
        begun.frames([with_markers(picture_of(tower, begun.pose), begun.pose)] * 30, tower)
    boxed = with_box(picture_of(below, begun.pose), begun.pose)
    assert kinds(begun.frames([with_markers(boxed, begun.pose)] * 30, below)) == ["undo"]


def with_sleeve(picture):
    """The same with an arm from the right border that lies over the mat's Eastern markers and the tower."""
    covered = picture.copy()
    covered[190:350, 250:] = (120, 150, 210)
    return covered


def test_a_cube_that_was_taken_back_below_an_arm_as_another_came_is_not_said_to_be_moved(begun):
    for tower in ("0,-,-,-", "0,1W,-,-"):
        begun.move(tower)
    covered = with_sleeve(picture_of("0,-,1S,-", begun.pose))
    begun.frames([covered] * 45, "0,-,1S,-")
    begun.time += 15.0
    assert kinds(begun.frames([covered] * 45, "0,-,1S,-")) == ["placement"]
    assert kinds(begun.show("0,-,1S,-", seconds=2.0)) == ["undo"]
    assert [(ply.player, ply.cell) for ply in begun.state.game.plies] == [(1, (0, 0, 0)), (2, (0, 1, 0))]


def test_an_arm_that_lay_over_the_mat_at_the_first_look_is_not_waited_for_once_it_has_left(table):
    def marked(notation):
        return with_markers(picture_of(notation, table.pose), table.pose)

    table.frames([with_sleeve(marked("-,-,-,-"))] * 15, "-,-,-,-")
    assert placements(table.frames([marked("1E,-,-,-")] * 30, "1E,-,-,-")) == [(1, 1, (0, 0, 0), 1)]


def with_large_arm(picture):
    """The same with an arm from the right border, near the camera, that lies over much of the picture and the tower."""
    covered = picture.copy()
    covered[110:, 270:] = (60, 80, 120)
    return covered


def test_what_a_large_arm_hides_is_not_gone_though_most_of_the_picture_has_changed(begun):
    def show(tower, in_view, is_reached=False):
        still = with_markers(picture_of(tower, begun.pose), begun.pose)
        return begun.frames([with_large_arm(still) if is_reached else still] * 45, in_view)

    show("0,1W,-,-", "0,1W,-,-")
    assert [event for event in show("0,1W,-,-", "0,-,-,-", is_reached=True) if event.kind is EventKind.UNDO] == []
    assert placements(show("0,1W,2NU,-", "0,1W,2NU,-")) == [(3, 1, (0, 1, 0), 2)]


def with_grazing_arm(picture, pose):
    """The same with an arm from the right border to the tower that hides a corner of a marker."""
    tip = pose.project(np.array([[0.0, 0.0, 0.8]]))[0]
    along = np.array([np.cos(np.radians(28)), np.sin(np.radians(28))])
    beside, shoulder = 16 * np.array([-along[1], along[0]]), tip + 900 * along
    reached = picture.copy()
    outline = np.array([tip + beside, tip - beside, shoulder - beside, shoulder + beside])
    cv2.fillConvexPoly(reached, np.rint(outline).astype(np.int32), (120, 150, 210))
    return reached


def test_an_arm_that_hides_a_corner_of_a_marker_is_not_taken_for_one_that_has_left(begun):
    """Its edge stands out from the marker more than the marker's own corner did."""

    def marked(notation):
        return with_markers(picture_of(notation, begun.pose), begun.pose)

    begun.frames([marked("1E,-,-,-")] * 15, "1E,-,-,-")
    begun.frames([with_grazing_arm(marked("1E,-,-,-"), begun.pose)] * 15, "1E,-,-,-")
    assert placements(begun.frames([marked("1E,0,-,-")] * 15, "1E,0,-,-")) == [(2, 2, (1, 0, 0), 0)]


def with_cube_on_marker(picture, pose):
    """The same with a spare cube that hides the mat's Eastern marker."""
    covered = picture.copy()
    corners = BABEL_MAT.marker_corners(5) * (1.0, 1.0, 0.0)
    hull = cv2.convexHull(
        np.rint(pose.project(1.4 * (corners - corners.mean(axis=0)) + corners.mean(axis=0))).astype(np.int32)
    )
    cv2.fillConvexPoly(covered, hull, (150, 190, 220))
    return covered


def with_checked_arm(picture, pose):
    """The same with an arm in a checked sleeve that comes over the mat's Eastern marker to the tower."""
    tip, marker = pose.project(np.array([[0.4, 0.0, 0.8], BABEL_MAT.marker_corners(5).mean(axis=0)]))
    along = (marker - tip) / np.linalg.norm(marker - tip)
    beside, shoulder = 14 * np.array([-along[1], along[0]]), tip + 900 * along
    is_arm = np.zeros(picture.shape[:2], np.uint8)
    outline = np.array([tip + beside, tip - beside, shoulder - beside, shoulder + beside])
    cv2.fillConvexPoly(is_arm, np.rint(outline).astype(np.int32), 1)
    rows, columns = np.indices(is_arm.shape) // 8
    sleeve = np.where(((rows + columns) % 2)[..., None], (60, 50, 50), (180, 200, 210)).astype(np.uint8)
    return np.where(is_arm[..., None] == 1, sleeve, picture)


def test_an_arm_over_a_spare_cube_on_a_marker_is_waited_for_though_it_has_a_pattern_of_its_own(begun):
    def show(tower, is_reached=False):
        still = with_cube_on_marker(with_markers(picture_of(tower, begun.pose), begun.pose), begun.pose)
        return begun.frames([with_checked_arm(still, begun.pose) if is_reached else still] * 15, tower)

    show("1E,-,-,-")
    assert placements(show("1E,0,-,-", is_reached=True)) == []
    assert placements(show("1E,0,-,-")) == [(2, 2, (1, 0, 0), 0)]


def test_an_arm_that_hid_a_part_of_a_marker_at_the_first_look_is_not_waited_for_once_it_has_left(table):
    def marked(notation):
        return with_markers(picture_of(notation, table.pose), table.pose)

    table.frames([with_grazing_arm(marked("-,-,-,-"), table.pose)] * 15, "-,-,-,-")
    assert placements(table.frames([marked("1E,-,-,-")] * 30, "1E,-,-,-")) == [(1, 1, (0, 0, 0), 1)]


def test_an_arm_that_lay_beside_the_mat_as_a_cube_was_read_is_waited_for_when_it_reaches_on(begun):
    """Its sleeve looks the same all over: where it lay already nothing changes."""

    def below(notation, reach):
        return [with_hand(picture_of(notation, begun.pose), reach)] * 15

    assert kinds(begun.frames(below("1E,-,-,-", 0.1), "1E,-,-,-")) == ["placement"]
    assert kinds(begun.frames(below("1E,-,-,-", 0.6), "-,-,-,-")) == []
    assert placements(begun.frames(below("1E,0,-,-", 0.1), "1E,0,-,-")) == [(2, 2, (1, 0, 0), 0)]
    assert placements(begun.show("1E,0,1U,-")) == [(3, 1, (0, 1, 0), 1)]


def test_an_arm_that_comes_to_the_mat_is_waited_for_though_its_shadow_falls_on_a_marker(begun):
    still = with_markers(picture_of("-,-,-,-", begun.pose), begun.pose)
    begun.frames([still] * 15, "-,-,-,-")
    shaded = still.copy()
    shaded[330:440, 250:] = shaded[330:440, 250:] * 0.5
    assert placements(begun.frames([with_sleeve(shaded)] * 30, "1E,-,-,-")) == []


def test_what_may_have_gone_unseen_behind_a_thing_is_nobodys_fault_once_the_game_has_gone_on(begun):
    def show(tower, seen, is_boxed=False):
        picture = picture_of(tower, begun.pose)
        picture = with_box(picture, begun.pose) if is_boxed else picture
        return begun.frames([with_markers(picture, begun.pose)] * 30, seen)

    for tower in ("0,-,-,-", "0,1W,-,-", "0,1W,1S,-"):
        show(tower, tower)
    show("0,1W,1S,-", "0,-,1S,-", is_boxed=True)
    assert kinds(show("0,1W,1S,2WS", "0,-,1S,2WS", is_boxed=True)) == ["placement"]
    assert EventKind.FAULT not in {event.kind for event in show("0,2WU,1S,2WS", "0,2WU,1S,2WS")}


def test_a_look_under_an_arm_is_confirmed_by_another(begun, far_pose):
    begun.move("1E,-,-,-")
    begun.pose = moved_aside(far_pose)
    covered = with_hand(picture_of("1E,-,-,-", begun.pose), 0.6)
    looks = begun.looks
    while begun.looks == looks:
        begun.frames([covered], "1E,-,-,-")
    assert begun.state.phase is Phase.READING


def test_a_shadow_that_falls_over_the_tower_and_stays_is_no_arm(begun):
    """It comes from the border as an arm does, and each move starts the wait for stillness anew."""
    pictures = [picture_of(notation, begun.pose) for notation in ("-,-,-,-", "1E,-,-,-", "1E,0,-,-")]
    for picture in pictures:
        picture[200:, 280:] = picture[200:, 280:] * 0.65
    empty, one, two = pictures
    moving = [with_hand(empty, reach) for reach in (0.3, 0.6, 0.3)]
    begun.frames([*moving, *[empty] * 30], "-,-,-,-")
    begun.frames([*moving, *[one] * 30], "1E,-,-,-")
    begun.frames([*moving, *[two] * 30], "1E,0,-,-")
    assert placements(begun.events) == [(1, 1, (0, 0, 0), 1), (2, 2, (1, 0, 0), 0)]


def test_a_hand_that_changes_nothing_brings_no_placement(begun):
    begun.move("1E,-,-,-")
    assert kinds(begun.move("1E,-,-,-")) == []


def test_light_that_drifts_is_no_change(begun):
    begun.move("1E,-,-,-")
    for light in np.linspace(1.0, 0.7, 20):
        assert kinds(begun.show("1E,-,-,-", seconds=0.2, light=light)) == []


def test_a_cube_taken_back_is_an_undo_by_its_player(begun):
    begun.move("1E,-,-,-")
    begun.move("1E,0,-,-")
    events = begun.move("1E,-,-,-")
    assert kinds(events) == ["undo"]
    assert (begun.state.game.to_move, len(begun.state.game.plies)) == (2, 1)
    assert placements(begun.move("1E,-,3ENU,-")) == [(2, 2, (0, 1, 0), 3)]


def test_an_earlier_cube_taken_away_breaks_rule_3(begun):
    begun.move("1E,-,-,-")
    begun.move("1E,0,-,-")
    events = begun.move("-,0,-,-")
    assert [(event.rule, event.cell) for event in events if event.kind is EventKind.FAULT] == [(3, (0, 0, 0))]
    assert kinds(begun.move("1E,0,-,-")) == ["resync"]
    assert begun.state.game.to_move == 1


@pytest.mark.parametrize("placed_again", ["2NU", "1D"])
def test_two_cubes_taken_back_are_no_fault_though_another_stands_where_one_of_them_stood(begun, placed_again):
    for tower in ("1E,-,-,-", "1E,0,-,-", "1E,0,1U,-"):
        begun.move(tower, nats=6.0)
    events = begun.move(f"1E,-,{placed_again},-", seconds=2.0, nats=6.0)
    assert [kind for kind in kinds(events) if kind != "ask"] == ["undo", "undo", "placement"]
    assert [(ply.player, ply.cell) for ply in begun.state.game.plies] == [(1, (0, 0, 0)), (2, (0, 1, 0))]


@pytest.mark.parametrize(
    ("after", "told"),
    [
        ("1E,-,2EU,-", ["undo", "undo", "placement"]),
        ("1E,2NU,2EU,-", ["undo", "undo", "placement", "placement"]),
        ("1E,-,1U,-", ["fault"]),
        ("1E,2NU,1U,-", ["turned", "fault"]),
    ],
)
def test_an_earlier_cube_is_no_fault_unless_that_placed_after_it_looks_as_it_did(begun, after, told):
    """That it looks a little more like another one would not do by itself."""
    for tower in ("1E,-,-,-", "1E,0,-,-"):
        begun.move(tower, nats=6.0)
    begun.move("1E,0,1U,-", nats=4.0)
    events = begun.move(after, seconds=2.0, nats=4.0)
    assert [kind for kind in kinds(events) if kind != "ask"] == told


def test_a_cube_turned_in_its_place_is_read_and_judged_anew(begun):
    assert kinds(begun.move("1S,-,-,-", nats=6.0)) == ["placement", "fault"]
    events = begun.move("1U,-,-,-", nats=6.0)
    assert kinds(events) == ["turned"]
    assert begun.state.game.plies[0].faults == ()
    assert tower_notation(begun.state.game.tower) == "1U,-,-,-"


@pytest.mark.parametrize("nats", [5.3, 6.0])
def test_a_cube_turned_against_a_rule_is_at_fault_as_surely_as_it_is_seen(begun, nats):
    begun.move("1U,-,-,-", nats=6.0)
    events = begun.move("1S,-,-,-", seconds=2.0, nats=nats)
    assert kinds(events) == ["turned", "fault"]
    fault = events[-1]
    assert fault.confidence == begun.state.game.plies[0].illegal
    assert 0.9 <= fault.confidence < 1.0


def test_nobody_is_accused_by_marks_of_a_cube_that_seems_exchanged_when_another_came(begun):
    begun.move("1U,-,-,-", nats=6.0)
    looks = begun.looks
    assert kinds(begun.move("1E,0,-,-", nats=6.0)) == ["placement"]
    assert begun.looks == looks + 2
    assert kinds(begun.move("1E,0,1S,-", nats=6.0)) == ["placement", "corrected"]
    assert begun.state.game.tower[0, 0, 0].mark(Face.U) is Mark.HOLLOW


def test_what_another_cube_shows_of_a_fault_is_asked_about_where_one_beside_it_seems_exchanged(begun):
    begun.move("1U,-,-,-", nats=6.0)
    assert kinds(begun.move("1E,1E,-,-", nats=6.0)) == ["placement", "ask"]
    assert "outside" in begun.state.question.text


def test_a_cube_that_seems_exchanged_for_another_colour_empties_no_hand(begun):
    begun.move("1E,-,-,-", nats=6.0)
    assert sure_hand(begun.state.game, begun.state.game.plies, 1) != FULL_HAND
    assert kinds(begun.move("2EN,0,-,-", nats=6.0)) == ["placement"]
    assert sure_hand(begun.state.game, begun.state.game.plies, 1) == FULL_HAND


def test_nobody_is_accused_by_marks_of_a_cube_that_seems_exchanged_below_an_arm(begun):
    begun.move("1U,-,-,-", nats=6.0)
    covered = with_hand(picture_of("1E,0,-,-", begun.pose), 0.6)
    begun.frames([covered] * 45, "1E,0,-,-", nats=6.0)
    begun.time += 15.0
    assert kinds(begun.frames([covered] * 45, "1E,0,-,-", nats=6.0)) == ["placement"]


def test_what_was_seen_of_a_cube_that_seems_exchanged_since_the_camera_moved_counts_no_longer(begun, far_pose):
    begun.move("1U,-,-,-", nats=6.0)
    begun.pose = moved_aside(far_pose)
    assert kinds(begun.show("1E,-,-,-", nats=6.0)) == ["view"]
    assert begun.state.game.cubes[0, 0, 0].seen_faces == ()
    assert kinds(begun.move("1E,0,-,-", nats=6.0)) == ["placement", "corrected"]


def test_what_a_person_said_is_not_forgotten_for_looks_that_say_otherwise(begun, far_pose):
    begun.move("1U,-,-,-", nats=6.0)
    said = parse_tower("1E,-,-,-")[0, 0, 0]
    begun.step(Correct((0, 0, 0), said))
    begun.pose = moved_aside(far_pose)
    assert kinds(begun.show("1U,-,-,-", nats=6.0)) == ["view"]
    covered = with_hand(picture_of("1W,-,-,-", begun.pose), 0.6)
    begun.frames([covered] * 45, "1U,-,-,-", nats=6.0)
    begun.time += 15.0
    assert kinds(begun.frames([covered] * 45, "1U,-,-,-", nats=6.0)) == []
    assert begun.state.game.cubes[0, 0, 0].known == said


def test_two_cubes_between_two_looks_are_both_explained(begun):
    begun.move("1E,-,-,-")
    events = begun.move("1E,0,1U,-", nats=6.0)
    assert {(cell, type) for _, _, cell, type in placements(events)} == {((1, 0, 0), 0), ((0, 1, 0), 1)}
    assert [event.ply for event in events if event.kind is EventKind.PLACEMENT] == [2, 3]
    assert not any(event.is_order_known for event in events if event.kind is EventKind.PLACEMENT)


def test_who_placed_a_cube_is_no_guess_that_empties_a_hand(begun):
    begun.move("1E,-,-,-", nats=6.0)
    begun.move("1E,0,1U,-", nats=6.0)
    game = begun.state.game
    assert [sure_hand(game, game.plies, player) for player in (1, 2)] == [(3, 2, 1, 3, 2), FULL_HAND]


def test_a_look_that_shows_a_new_cube_counts_once(begun):
    begun.move("1E,-,-,-")
    assert begun.state.game.cubes[0, 0, 0].type_looks == 1


def test_a_question_about_one_cube_stays_open_though_another_came_with_it(begun):
    events = begun.move("1S,-,1S,-")
    assert kinds(events) == ["placement", "ask", "placement"]
    assert begun.state.phase is Phase.ASKING


def test_a_cube_that_meets_one_beside_the_tower_breaks_no_rule_by_that(begun):
    begun.move("1E,-,-,-", nats=6.0)
    assert rules_broken(begun.move("1E,-,-,- +2,0,0=0", nats=6.0)) == [3]
    events = begun.move("1E,0,-,- +2,0,0=0", nats=6.0)
    assert kinds(events) == ["placement"]
    assert begun.state.game.plies[-1].illegal < 0.1


BESIDE = " +2,0,0=0"


@pytest.mark.parametrize("after", ["1E,0,-,-", "1E,0,-,- +2,0,0=2NU"])
def test_a_cube_that_lay_beside_the_tower_may_be_taken_away_or_exchanged(begun, after):
    for tower in ("1E,-,-,-", "1E,-,-,-" + BESIDE, "1E,0,-,-" + BESIDE):
        begun.move(tower, nats=6.0)
    assert rules_broken(begun.move(after, seconds=2.0, nats=6.0)) == []


def test_after_a_cube_that_lay_beside_the_tower_is_gone_it_is_the_turn_of_whoever_it_was_before(begun):
    for tower in ("1E,-,-,-", "1E,-,-,-" + BESIDE, "1E,0,-,-" + BESIDE, "1E,0,-,-"):
        begun.move(tower, nats=6.0)
    assert [(ply.player, ply.cell) for ply in begun.state.game.plies] == [(1, (0, 0, 0)), (2, (1, 0, 0))]


def test_the_last_cube_may_be_taken_back_though_one_came_beside_the_tower_since(begun):
    for tower in ("1E,-,-,-", "1E,0,-,-", "1E,0,-,-" + BESIDE):
        begun.move(tower, nats=6.0)
    assert kinds(begun.move("1E,-,-,-" + BESIDE, nats=6.0)) == ["undo"]


def test_nobody_is_out_of_cubes_while_one_that_may_be_nobodys_lies_beside_the_tower(begun):
    """Each player places the only black cube; with the one beside the tower both count as one player's."""
    for tower in ("2EU,-,-,-", "2EU,-,-,-" + BESIDE):
        begun.move(tower, nats=6.0)
    assert rules_broken(begun.move("2EU,2NU,-,-" + BESIDE, nats=6.0)) == []


def test_a_tower_that_falls_is_out_of_step_until_it_stands_again(begun):
    tower = "1E,0,-,-"
    for notation in ("1E,-,-,-", tower, "1E,0,1U,-", "1E,0,1U,0"):
        begun.move(notation, nats=6.0)
    game = begun.state.game
    assert kinds(begun.move("-,-,-,-")) == ["toppled"]
    assert begun.state.phase is Phase.OUT_OF_STEP
    assert kinds(begun.move("1E,-,-,-", seconds=5.0)) == []
    assert kinds(begun.move("1E,0,1U,0", seconds=2.0)) == ["resync"]
    assert begun.state.game.plies == game.plies


def test_what_is_left_of_a_tower_that_fell_does_not_become_it_by_standing_still(begun):
    for notation in ("1E,-,-,-", "1E,0,-,-", "1E,0,1U,-", "1E,0,1U,0", "1E,0,1U,0/0,-,-,-"):
        begun.move(notation, nats=6.0)
    assert kinds(begun.move("1E,-,-,-")) == ["toppled"]
    assert kinds(begun.move("1E,-,-,-", seconds=8.0)) == []
    assert begun.state.phase is Phase.OUT_OF_STEP


def test_another_tower_after_one_that_fell_is_seen_for_itself(begun):
    for notation in ("1E,-,-,-", "1E,0,-,-", "1E,0,1U,-", "1E,0,1U,0"):
        begun.move(notation, nats=6.0)
    begun.move("-,-,-,-")
    events = begun.move("0,1W,0,1U", seconds=15.0)
    assert kinds(events) == ["resync"]
    seen = {cube.cell: cube for cube in reading_of("0,1W,0,1U", begun.pose).cubes}
    for cell, memory in begun.state.game.cubes.items():
        if cell in seen:
            assert memory.known == CubeMemory().seen(seen[cell]).known


def test_a_game_that_is_gone_on_with_over_another_tower_is_joined_anew(begun):
    for notation in ("1E,-,-,-", "1E,0,-,-", "1E,0,1U,-", "1E,0,1U,0"):
        begun.move(notation, nats=6.0)
    resumed = Table(begun.pose, LiveState(game=begun.state.game))
    events = resumed.show("3ENU,2WU,0,2SU", seconds=6.0, nats=6.0)
    assert kinds(events) == ["out_of_step", "resync"]
    assert tower_notation(resumed.state.game.tower).startswith("3")
    assert not resumed.state.game.hands


def test_the_next_game_after_one_that_was_not_played_to_its_end_is_followed_from_its_first_cube(begun):
    """It is never still for long, and the mat never seen empty for long."""
    for notation in ("1E,-,-,-", "1E,0,-,-", "1E,0,1U,-", "1E,0,1U,0"):
        begun.move(notation, nats=6.0)
    begun.move("-,-,-,-")
    # Two looks within a second are enough.
    events = begun.move("-,-,0,-", seconds=1.0)
    assert kinds(events)[:2] == ["start", "placement"]
    assert placements(begun.move("-,-,0,0")) == [(2, 2, (1, 1, 0), 0)]
    assert begun.state.game.hands is not None


def behind_a_mug(table, request, notation, nats):
    """A look with a mug before the corner b2, which is out of view, and the mug in the way once the tower rises."""
    reading = reading_of(notation, table.pose, nats)
    cubes = tuple(cube for cube in reading.cubes if cube.cell != (1, 1, 0))
    is_higher = any(cube.cell[2] for cube in cubes)
    reading = replace(reading, cubes=cubes, hidden=((1, 1, 0),) if is_higher else ())
    return Look(request, reading, table.pose, mat_pose=table.pose)


def test_a_cube_placed_behind_something_is_missed_by_nobody_however_much_later(begun):
    """A mug stands before a corner: a hand was there and left nothing in sight."""
    begun.look = partial(behind_a_mug, begun)
    told = [*begun.move("1N,-,-,-"), *begun.move("1N,-,-,0", seconds=3.0), *begun.move("1N,-,1U,0")]
    told += [*begun.move("1N,1U,1U,0"), *begun.move("1N,1U,1U,0/0,-,-,-", seconds=3.0)]
    placed = [(event.cell, event.type) for event in told if event.kind is EventKind.PLACEMENT]
    assert placed[-2:] == [((1, 1, 0), None), ((0, 0, 1), 0)]
    assert (1, 1, 0) in [event.cell for event in told if event.kind is EventKind.ASK]
    assert not [event for event in told if event.kind is EventKind.FAULT and event.rule == 4]


@pytest.fixture
def begun_behind_a_mug(begun):
    """Two cubes came in the last visit, one of them behind a mug."""
    begun.look = partial(behind_a_mug, begun)
    for tower in ("1N,-,-,-", "1N,-,1U,-", "1N,1U,1U,0"):
        begun.move(tower)
    return begun


def rules_broken(events):
    return [event.rule for event in events if event.kind is EventKind.FAULT]


def test_whether_a_cube_came_unseen_with_another_is_asked_before_a_level_is_called_early(begun_behind_a_mug):
    events = begun_behind_a_mug.move("1N,1U,1U,0/1D,-,-,-", seconds=3.0)
    assert kinds(events) == ["placement", "ask"]
    (question,) = [event for event in events if event.kind is EventKind.ASK]
    assert [(choice.cell, choice.cube) for choice in question.choices] == [((1, 1, 0), Cube(None))]


def test_nobody_has_a_cube_too_many_where_another_may_have_come_unseen_before_it(begun):
    """The second black cube is player 1's if one came behind the mug before it, or else one too many of player 2."""
    begun.look = partial(behind_a_mug, begun)
    for tower in ("1U,-,-,-", "1U,-,2SU,-", "1U,1W,2SU,3WSU"):
        begun.move(tower, nats=6.0)
    assert kinds(begun.move("1U,1W,2SU,3WSU/2EN,-,-,-", seconds=3.0, nats=6.0)) == ["placement", "ask"]
    begun.step(Choose(begun.state.question.choices[0]))
    assert [(ply.player, ply.type) for ply in begun.state.game.plies[3:]] == [(2, None), (1, 2)]
    assert rules_broken(begun.events) == []


def test_a_cube_that_came_unseen_takes_its_turn_where_it_must_have_stood(begun_behind_a_mug):
    begun_behind_a_mug.move("1N,1U,1U,0/1D,-,-,-", seconds=3.0)
    begun_behind_a_mug.step(Choose(begun_behind_a_mug.state.question.choices[0]))
    game = begun_behind_a_mug.state.game
    assert [(ply.number, ply.player, ply.cell) for ply in game.plies[3:]] == [(4, 2, (1, 1, 0)), (5, 1, (0, 0, 1))]
    assert game.to_move == 2
    assert rules_broken(begun_behind_a_mug.events) == []
    assert game_from(game_fields(game)) == game


def test_a_level_is_called_early_once_somebody_says_that_nothing_stands_below(begun_behind_a_mug):
    begun_behind_a_mug.move("1N,1U,1U,0/1D,-,-,-", seconds=3.0)
    assert game_from(game_fields(begun_behind_a_mug.state.game)) == begun_behind_a_mug.state.game
    begun_behind_a_mug.step(Correct((1, 1, 0), None))
    assert rules_broken(begun_behind_a_mug.events) == [4]


def test_a_cube_that_comes_in_view_below_another_stood_there_before_it(begun_behind_a_mug, far_pose):
    begun_behind_a_mug.move("1N,1U,1U,0/1D,-,-,-", seconds=3.0)
    del begun_behind_a_mug.look
    begun_behind_a_mug.pose = moved_aside(far_pose)
    begun_behind_a_mug.move("1N,1U,1U,0/1D,-,-,-", seconds=3.0)
    assert [ply.cell for ply in begun_behind_a_mug.state.game.plies[3:]] == [(1, 1, 0), (0, 0, 1)]
    assert rules_broken(begun_behind_a_mug.events) == []


def test_a_level_begun_early_over_a_cell_in_view_is_told_at_once(begun):
    for tower in ("1N,-,-,-", "1N,-,1U,-", "1N,1U,1U,-"):
        begun.move(tower)
    assert rules_broken(begun.move("1N,1U,1U,-/0,-,-,-", seconds=3.0)) == [4]


def test_a_cube_that_one_of_two_looks_misses_makes_no_level_begun_early(begun):
    """The look after the hand shows both cubes, one where nothing seems to have come; the next one misses that."""
    for tower in ("1N,-,-,-", "1N,-,1U,-", "1N,1U,1U,-"):
        begun.move(tower)
    begun.frames([picture_of("1N,1U,1U,0", begun.pose)] * 30, "1N,1U,1U,-")
    seen_in_turn(begun, "1N,1U,1U,0/1D,-,-,-", "1N,1U,1U,-/1D,-,-,-")
    events = begun.move("1N,1U,1U,0/1D,-,-,-", seconds=3.0)
    assert rules_broken(events) == []
    assert {cell for _, _, cell, _ in placements(events)} == {(1, 1, 0), (0, 0, 1)}


def seen_in_turn(table, *shown):
    """Looks show these towers, one after the other, and after them what stands there."""
    left = iter(shown)
    table.look = lambda request, tower, nats: Table.look(table, request, next(left, tower), nats)


def test_nobody_is_accused_by_a_single_look_which_may_have_missed_a_cube(begun):
    begun.move("-,-,-,0")
    seen_in_turn(begun, "2EU,-,-,0")
    events = begun.move("2EU,-,2ES,0", seconds=2.0)
    assert rules_broken(events) == []
    assert {cell for _, _, cell, _ in placements(events)} == {(0, 0, 0), (0, 1, 0)}


def test_a_cube_exchanged_for_one_with_the_same_marks_in_view_as_others_came_makes_none_of_them_a_fault(camera_at):
    """A beige cube with a bulge out of view for a black one without: beside that the next one may have a bulge."""
    eye = (16.4, 4.4, 7.0)
    table = Table(camera_at(eye, focal_px=560.0, size_wh=(640, 480), target=(0.0, 0.0, 1.8)))
    table.show("-,-,-,-")
    table.move("-,-,3ESU,-", nats=6.0)
    events = table.move("3ENU,1N,2EU,-", seconds=2.0, nats=6.0)
    assert rules_broken(events) == []


def test_a_game_that_is_joined_is_not_accused_by_a_single_look_either(table):
    seen_in_turn(table, "1N,1U,1U,-/1D,-,-,-")
    events = table.show("1N,1U,1U,0/1D,-,-,-", seconds=3.0)
    assert (kinds(events), len(table.state.game.cubes)) == (["joined"], 5)


@pytest.mark.parametrize("right_before", range(4))
def test_a_fault_that_one_look_shows_is_not_told_out_of_step_either(begun, right_before):
    """Four cubes came at once; one of the looks that agree where they stand misreads a hollow outside."""
    tower = "1N,1U,1U,1W"
    events = begun.move(tower, seconds=0.8, nats=6.0)
    assert begun.state.is_lost
    seen_in_turn(begun, *[tower] * right_before, "1N,1S,1U,1W")
    events += begun.show(tower, seconds=8.0, nats=12.0)
    assert kinds(events) == ["out_of_step", "resync"]


def test_what_one_look_shows_first_accuses_nobody_where_a_person_asked_for_it(table):
    table.step(Resync())
    seen_in_turn(table, "1N,1S,1U,1W")
    assert EventKind.FAULT not in {event.kind for event in table.show("1N,1U,1U,1W", seconds=3.0, nats=12.0)}


def test_a_correction_that_changes_nothing_begins_no_game(table):
    table.step(Correct((0, 0, 0), None))
    assert kinds(table.show("1N,1U,1U,1W", seconds=2.0)) == ["joined"]


def test_reading_anew_closes_the_open_question(begun):
    begun.state = replace(begun.state, question=Question("Is it so?", ()))
    begun.step(Resync())
    assert begun.state.question is None


def test_cubes_told_twice_while_out_of_step_are_no_faults_either(begun):
    begun.move("1E,-,-,-", nats=6.0)
    tower = "1E,2NU,1U,0/1D,-,-,-"
    begun.move(tower)
    for _ in range(2):
        begun.step(Correct((0, 0, 1), parse_tower(tower)[0, 0, 1]))
    assert rules_broken(begun.events) == []


def test_a_tower_that_grows_from_look_to_look_is_believed(begun):
    for notation in ("1E,-,-,-", "1E,0,-,-", "1E,0,1U,-", "1E,0,1U,0"):
        begun.move(notation, nats=6.0)
    begun.move("-,-,-,-")
    towers = ("0,-,0,-", "0,1W,0,-", "0,1W,0,1U")
    assert [kinds(begun.move(tower)) for tower in towers] == [[], [], ["resync"]]
    assert len(begun.state.game.cubes) == 4


def test_a_cube_beside_a_finished_tower_does_not_change_how_the_game_ends():
    tower = judge(Tower.from_cubes({cell: Cube(None) for cell in CELLS})).witness
    empty = (0, 0, 0, 0, 0)
    game = GameState.from_position(Position(tower, (empty, empty), 1, Options(finished="draw")))
    for beside in ({}, {(2, 0, 0): CubeMemory().corrected(Cube(0))}):
        over, (event,) = with_ending(replace(game, cubes={**game.cubes, **beside}), 1.0)
        assert over.is_over
        assert (event.kind, event.player) == (EventKind.GAME_OVER, None)


def test_after_the_end_the_tower_may_be_taken_down_and_the_next_game_begins(begun):
    for tower in ("1E,-,-,-", "1E,0,-,-", "1E,0,1U,-", "1E,0,1U,0", "1E,0,1U,0/1E,-,-,-"):
        begun.move(tower)
    begun.state = replace(begun.state, game=replace(begun.state.game, is_over=True))
    assert kinds(begun.move("1E,-,1U,0")) == ["taken_down"]
    assert kinds(begun.move("1E,-,-,-", seconds=4.0)) == []
    events = begun.move("-,-,-,-", seconds=4.0)
    assert kinds(events) == ["start"]
    assert begun.state.game.notation == "-,-,-,- 33132:33132 1"
    assert placements(begun.move("0,-,-,-")) == [(1, 1, (0, 0, 0), 0)]


def test_many_cubes_that_look_otherwise_accuse_nobody(begun):
    for tower in ("1E,-,-,-", "1E,0,-,-", "1E,0,1U,-", "1E,0,1U,1U"):
        begun.move(tower, nats=6.0)
    assert kinds(begun.move("1S,3SEN,4EUNW,3UEN", seconds=0.8, nats=6.0)) == ["out_of_step"]
    assert kinds(begun.move("1E,0,1U,1U", seconds=3.0, nats=6.0)) == ["resync"]
    assert len(begun.state.game.plies) == 4


def test_a_game_joined_in_the_middle_goes_on_without_hands(table):
    assert kinds(table.show("1E,0,1U,0")) == ["joined"]
    assert (table.state.game.hands, table.state.game.to_move) == (None, 1)
    assert placements(table.move("1E,0,1U,0/1E,-,-,-"))[0][:3] == (5, 1, (0, 0, 1))


def test_the_last_cube_may_be_taken_back_after_joining_whoever_placed_it(table):
    table.show("1E,0,1U,-")
    assert kinds(table.move("1E,0,-,-")) == ["undo"]
    assert (table.state.game.number, table.state.game.to_move) == (2, 1)
    assert placements(table.move("1E,0,-,1U"))[0][:3] == (3, 1, (1, 1, 0))


def test_a_cube_taken_back_after_a_told_start_returns_to_its_hand(far_pose):
    start = GameState.from_position(parse_position("1E,0,-,- 32132:23132"))
    table = Table(far_pose, LiveState(game=start))
    table.show("1E,0,-,-")
    assert kinds(table.move("1E,-,-,-")) == ["undo"]
    assert table.state.game.notation == "1E,-,-,- 32132:33132 2"


@pytest.fixture
def misled(far_pose):
    """A game that was told to begin with a bulge in the South which really points up."""
    start = GameState.from_position(parse_position("-,-,1U,2WS 32132:33032 1"))
    return Table(far_pose, LiveState(game=start))


def test_a_slip_in_the_start_is_asked_about_at_the_first_look_and_accuses_nobody(misled):
    told = misled.show("-,-,1U,2WU", nats=6.0)
    assert kinds(told) == ["ask"]
    assert "2WS" in told[0].message
    assert [choice.cube.bulges for choice in told[0].choices] == [{Face.U}, {Face.W, Face.S}]
    assert kinds(misled.move("-,3WNU,1U,2WU", nats=6.0)) == ["placement"]


def test_of_a_colour_that_is_a_slip_in_the_start_no_hand_is_held_to_what_was_told(far_pose):
    """A grey cube was told for a white one: player 1 has one grey cube more, and one white one less, than was told."""
    start = GameState.from_position(parse_position("0,-,-,- 23132:33132 2"))
    table = Table(far_pose, LiveState(game=start))
    assert kinds(table.show("1N,-,-,-", nats=6.0)) == ["ask"]
    assert table.state.game.hands is None


def test_what_is_confirmed_after_the_first_look_counts_whatever_looks_show(misled):
    asked = misled.show("-,-,1U,2WU", nats=6.0)
    misled.step(Choose(asked[0].choices[1]))
    assert misled.state.game.tower[1, 1, 0] == asked[0].choices[1].cube
    assert kinds(misled.move("-,-,1U,2WU", nats=6.0)) == []


def test_a_start_that_is_right_is_not_asked_about(far_pose):
    start = GameState.from_position(parse_position("-,-,1U,2WU 32132:33032 1"))
    table = Table(far_pose, LiveState(game=start))
    assert kinds(table.show("-,-,1U,2WU", nats=6.0)) == []


def test_the_last_cube_may_be_turned_after_joining(table):
    table.show("1E,0,1U,-", nats=6.0)
    assert kinds(table.move("1E,0,1W,-", nats=6.0)) == ["turned"]


def test_a_cube_below_others_stays_where_it_is_after_joining_too(table):
    table.show("1E,0,1U,0/1U,-,-,-")
    assert kinds(table.move("1E,0,-,0/1U,-,-,-")) == ["fault"]


def test_a_tower_that_grew_too_fast_is_followed_from_the_tower_as_a_whole(begun):
    begun.move("1E,-,-,-")
    events = begun.move("1E,0,1U,0/1E,0,-,-", seconds=6.0)
    assert kinds(events) == ["out_of_step", "resync"]
    assert len(begun.state.game.cubes) == 6


def test_of_cubes_that_were_missed_a_higher_one_may_be_told_first(begun):
    for tower in ("1N,-,-,-", "1N,-,1U,-", "1N,1U,1U,-"):
        begun.move(tower, nats=6.0)
    begun.step(Correct((0, 0, 1), Cube(1, frozenset({Face.D}))))
    assert kinds(begun.events[-2:]) == ["placement", "ask"]
    begun.step(Correct((1, 1, 0), Cube(0)))
    game = begun.state.game
    assert [(ply.number, ply.player, ply.cell) for ply in game.plies[3:]] == [(4, 2, (1, 1, 0)), (5, 1, (0, 0, 1))]
    assert rules_broken(begun.events) == []


def test_cubes_told_while_out_of_step_are_no_faults_in_whichever_order_they_are_told(begun):
    begun.move("1E,-,-,-", nats=6.0)
    tower = "1E,2NU,1U,0/1D,-,-,-"
    assert kinds(begun.move(tower)) == ["out_of_step"]
    cubes = parse_tower(tower)
    for cell in ((0, 0, 1), (1, 1, 0), (0, 1, 0), (1, 0, 0)):
        begun.step(Correct(cell, cubes[cell]))
    begun.show(tower, seconds=3.0)
    assert rules_broken(begun.events) == []
    assert kinds(begun.events[-1:]) == ["resync"]
    game = begun.state.game
    assert (set(game.cubes), game.to_move, game.number) == (set(cubes), 2, 5)
    assert sure_hand(game, game.plies, 2) == FULL_HAND


def test_doubt_is_asked_about_and_the_answer_is_taken(begun):
    events = begun.move("1S,-,-,-", nats=3.0)
    assert kinds(events) == ["placement", "ask"]
    assert begun.state.phase is Phase.ASKING
    choices = begun.state.question.choices
    assert parse_tower("1S,-,-,-")[0, 0, 0] in {choice.cube for choice in choices}
    assert len({choice.cube for choice in choices}) == len(choices)
    chosen = next(choice for choice in choices if choice.cube == Cube(1, frozenset({Face.S})))
    before = len(begun.events)
    begun.step(Choose(chosen))
    answered = begun.events[before:]
    assert kinds(answered) == ["corrected", "fault"]
    assert answered[0].by == "hand"
    assert begun.state.question is None


def test_an_answer_to_a_question_that_is_no_longer_open_says_nothing(begun):
    begun.move("1S,-,-,-", nats=3.0)
    asked = begun.state.question
    late = next(choice for choice in asked.choices if choice.cube == Cube(1, frozenset({Face.S})))
    other = Question("Which?", tuple(replace(choice, cell=(1, 0, 0)) for choice in asked.choices))
    for question in (other, None):
        state, events = step(replace(begun.state, question=question), Choose(late))
        assert (state.game, state.question, events) == (begun.state.game, question, ())


def test_a_colour_that_a_person_tells_keeps_the_marks_that_were_seen():
    marks = {Face.E: (-6.0, 1), Face.S: (-6.0, 1), Face.U: (6.0, 1)}
    memory = CubeMemory(types=(-6.0, -1.0, 0.0, -0.3, -6.0), type_looks=1, marks=marks)
    placed = place_all(GameState(has_begun=True), {(0, 0, 0): memory}, 1.0)
    assert placed.question is not None
    told = placed.question.choices[1].cube
    state, _ = step(LiveState(game=placed.game, question=placed.question), Choose(placed.question.choices[1]))
    cube = state.game.plies[0].cube
    assert cube.type == told.type
    assert state.game.plies[0].confidence == pytest.approx(1.0)
    assert Face.U in cube.bulges and {Face.E, Face.S} <= cube.hollows
    assert cube == state.game.tower[0, 0, 0]


def test_orders_by_hand_take_back_and_correct(begun):
    begun.move("1E,-,-,-")
    begun.step(Correct((0, 0, 0), parse_tower("3ENU,-,-,-")[0, 0, 0]))
    assert (begun.events[-1].kind, begun.events[-1].by) == (EventKind.CORRECTED, "hand")
    assert begun.state.game.hands == ((3, 3, 1, 2, 2), (3, 3, 1, 3, 2))
    begun.step(Undo())
    assert (begun.events[-1].kind, begun.events[-1].by) == (EventKind.UNDO, "hand")
    begun.step(Resync())
    assert begun.state.phase is Phase.OUT_OF_STEP


def after_order(table, order):
    before = len(table.events)
    table.step(order)
    return table.events[before:]


def test_a_fault_that_was_deduced_is_not_told_again_once_it_is_seen(begun, camera_at):
    begun.move("4WNSU,-,-,-", seconds=2.0, nats=6.0)
    begun.pose = camera_at((-8.5, -8.5, 9.0), focal_px=560.0, size_wh=(640, 480), target=(0.0, 0.0, 2.2))
    begun.show("4WNSU,-,-,-", seconds=3.0, nats=6.0)
    begun.step(Correct((0, 0, 0), parse_tower("4WNSU,-,-,-")[0, 0, 0]))
    faults = [(e.rule, e.cell, e.faces) for e in begun.events if e.kind is EventKind.FAULT]
    assert len(faults) == len(set(faults))


@pytest.mark.parametrize(
    ("order", "is_foul"),
    [(Correct((0, 0, 0), Cube(1, frozenset({Face.U}))), False), (Correct((0, 0, 0), None), False), (Undo(), True)],
)
def test_a_foul_is_told_until_it_is_withdrawn_and_not_only_taken_back(begun, order, is_foul):
    """What was read as a bulge outside was a hollow, or no cube at all, or is taken back by its player."""
    begun.move("1S,-,-,-", nats=8.0)
    assert tell_of_a_foul(begun.events)
    begun.step(order)
    assert tell_of_a_foul(begun.events) == is_foul
    assert not begun.state.game.plies or not begun.state.game.plies[0].faults


def test_a_cube_that_was_never_there_is_corrected_away_and_nobody_is_blamed(begun):
    begun.move("1E,-,-,-")
    begun.move("1E,0,-,-")
    begun.move("1E,0,0,-")
    (event,) = after_order(begun, Correct((1, 0, 0), None))
    assert (event.kind, event.by, event.cell) == (EventKind.CORRECTED, "hand", (1, 0, 0))
    assert event.position == "1E,-,0,- 32132:23132 1"
    assert [(ply.number, ply.player, ply.cell) for ply in begun.state.game.plies] == [
        (1, 1, (0, 0, 0)),
        (2, 2, (0, 1, 0)),
    ]


def test_a_fault_that_came_of_a_cube_that_was_never_there_is_taken_back(begun):
    begun.move("1E,-,-,-")
    begun.move("1E,-,-,0")
    assert {fault.rule for fault in begun.state.game.plies[-1].faults} == {7}
    told = after_order(begun, Correct((0, 0, 0), None))
    assert kinds(told) == ["corrected", "corrected"]
    assert "broke no rule after all" in told[-1].message


def test_a_game_that_was_joined_with_a_cube_too_many_goes_on_with_the_other_player(table):
    table.show("1E,0,1U,0/1E,-,-,-")
    assert table.state.game.to_move == 2
    after_order(table, Correct((0, 0, 1), None))
    assert table.state.game.to_move == 1
    assert placements(table.move("1E,0,1U,0/-,1N,-,-"))[0][:3] == (5, 1, (1, 0, 1))


def test_a_correction_where_a_cube_was_missed_is_no_new_placement(begun):
    begun.move("1E,-,-,-")
    begun.move("1E,0,-,-")
    assert EventKind.FAULT in {event.kind for event in begun.move("-,0,-,-")}
    told = after_order(begun, Correct((0, 0, 0), parse_tower("0,-,-,-")[0, 0, 0]))
    assert kinds(told) == ["resync", "corrected"]
    assert [(ply.player, ply.type) for ply in begun.state.game.plies] == [(1, 0), (2, 0)]


def test_what_a_person_says_before_the_first_look_is_where_the_game_begins(table):
    after_order(table, Correct((0, 0, 0), parse_tower("1E,-,-,-")[0, 0, 0]))
    assert placements(table.show("1E,-,-,-")) == []
    assert len(table.state.game.plies) == 1


def test_undo_without_a_placement_does_nothing(begun):
    before = len(begun.events)
    begun.step(Undo())
    assert begun.events[before:] == []


def test_a_known_start_explains_the_first_look(far_pose):
    from referee.live.state import GameState

    table = Table(far_pose, LiveState(game=GameState.from_position(Position())))
    assert placements(table.show("1E,-,-,-")) == [(1, 1, (0, 0, 0), 1)]


def moved_aside(pose, by_px=40.0):
    """The camera after a knock that shifts its picture."""
    matrix = pose.lens.matrix.copy()
    matrix[0, 2] += by_px
    return replace(pose, lens=replace(pose.lens, matrix=matrix))


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


def test_a_mat_out_of_view_is_said_once_and_when_it_is_back(begun):
    begun.move("1E,-,-,-")
    begun.pose, pose = None, begun.pose

    def hidden(request, notation, nats):
        return Look(request, None, None, NO_MARKER)

    begun.look, look = hidden, begun.look
    grey = np.full((480, 640, 3), 90, np.uint8)
    grey[::16] = 10
    events = begun.frames([grey] * 60, "-,-,-,-")
    assert [event.view for event in events if event.kind is EventKind.VIEW] == [ViewChange.HIDDEN]
    begun.look, begun.pose = look, pose
    events = begun.show("1E,-,-,-", seconds=3.0)
    assert [event.view for event in events if event.kind is EventKind.VIEW] == [ViewChange.CLEAR]
    assert len(begun.state.game.plies) == 1


def test_a_frozen_camera_is_noticed(far_pose):
    table = Table(far_pose, LiveState(settings=Settings(is_live=True)))
    events = table.show("-,-,-,-", seconds=8.0)
    assert [event.view for event in events if event.kind is EventKind.VIEW] == [ViewChange.FROZEN]


def test_a_picture_that_is_never_still_is_told_once(far_pose):
    """As under a lamp whose bands wander through the picture."""
    table = Table(far_pose)
    still = picture_of("-,-,-,-", far_pose)
    bands = [
        np.clip(still * (1 + 0.25 * np.sin(np.arange(480) / 40 + shift)[:, None, None]), 0, 255) for shift in range(5)
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


def test_a_fault_that_only_one_of_the_looks_at_it_shows_is_not_told(far_pose):
    """Two cubes came at once; the second look takes a beige one for a blue one, no other look does."""
    table = Table(far_pose)
    table.show("-,-,-,-")
    looks, look = iter(["3ENU,2NU,-,-", "4WNSD,2NU,-,-"]), table.look
    table.look = lambda request, notation, nats: look(request, next(looks, notation), nats)
    events = table.move("3ENU,2NU,-,-", seconds=3.0, nats=6.0)
    assert kinds(events) == ["placement", "placement"]


def test_a_fault_that_two_looks_show_alike_is_told(far_pose):
    table = Table(far_pose)
    table.show("-,-,-,-")
    events = table.move("4WNSD,2NU,-,-", seconds=3.0, nats=6.0)
    assert [event.rule for event in events if event.kind is EventKind.FAULT] == [5]


def test_an_arm_that_lay_there_in_other_light_and_has_left_hides_nothing_for_good(far_pose):
    table = Table(far_pose)
    table.show("-,-,-,-")
    table.frames([with_hand(picture_of("1E,-,-,-", far_pose), 0.1)] * 20, "1E,-,-,-", 6.0)
    table.show("1E,-,-,-")
    table.show("1E,-,-,-", seconds=2.0, light=0.8)
    darker = picture_of("1E,0,-,-", far_pose, 0.8)
    reaches = [0.1, 0.3, 0.5, *[0.6] * 255, 0.5, 0.3, 0.1]
    table.frames([with_hand(darker, reach) for reach in reaches], "1E,0,-,-", 6.0)
    table.show("1E,0,-,-", seconds=3.0, light=0.8, nats=6.0)
    table.frames([with_hand(darker, reach) for reach in (0.1, 0.4, 0.6, 0.3)], "1E,0,-,-")
    assert "placement" in kinds(table.show("1E,0,2SU,-", seconds=4.0, light=0.8, nats=6.0))


def test_pictures_that_stand_for_themselves_are_each_read(far_pose):
    table = Table(far_pose, LiveState(settings=Settings(are_stills=True)))
    for notation in ("-,-,-,-", "1E,-,-,-", "1E,0,-,-", "1E,0,1U,-"):
        table.frames([picture_of(notation, far_pose)], notation)
    assert placements(table.events) == [(1, 1, (0, 0, 0), 1), (2, 2, (1, 0, 0), 0), (3, 1, (0, 1, 0), 1)]


def test_what_an_arm_hides_in_pictures_that_stand_for_themselves_is_not_gone(far_pose):
    table = Table(far_pose, LiveState(settings=Settings(are_stills=True)))
    for tower in ("-,-,-,-", "0,-,-,-", "0,1W,-,-"):
        table.frames([picture_of(tower, far_pose)], tower)
    for reach in (0.6, 0.7):
        assert kinds(table.frames([with_hand(picture_of("0,1W,-,-", far_pose), reach)], "0,-,-,-")) == []
    assert placements(table.frames([picture_of("0,1W,1S,-", far_pose)], "0,1W,1S,-")) == [(3, 1, (0, 1, 0), 1)]


def test_an_arm_that_lay_before_markers_in_the_picture_before_hides_nothing_in_this_one(far_pose):
    def show(tower, in_view, is_reached=False):
        picture = with_markers(picture_of(tower, far_pose), far_pose)
        return table.frames([with_sleeve(picture) if is_reached else picture], in_view)

    table = Table(far_pose, LiveState(settings=Settings(are_stills=True)))
    for tower in ("-,-,-,-", "0,-,-,-"):
        show(tower, tower)
    assert kinds(show("0,1W,-,-", "0,1W,-,-", is_reached=True)) == ["placement"]
    assert kinds(show("0,-,-,-", "0,-,-,-")) == ["undo"]


def test_with_a_key_to_wait_for_nothing_is_read_without_it(far_pose):
    from referee.live.inputs import MoveDone

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


def test_steps_are_pure(begun):
    state = begun.state
    small, reference = state.scene.small_bgr.copy(), state.scene.reference_bgr.copy()
    frame = Frame(picture_of("1E,-,-,-", begun.pose), begun.time)
    first, second = step(state, frame), step(state, frame)
    assert first[1] == second[1]
    np.testing.assert_array_equal(state.scene.small_bgr, small)
    np.testing.assert_array_equal(state.scene.reference_bgr, reference)


def test_after_a_fall_an_empty_mat_begins_the_next_game(begun):
    for notation in ("1E,-,-,-", "1E,0,-,-", "1E,0,1U,-"):
        begun.move(notation)
    assert kinds(begun.move("-,-,-,-", seconds=3.0)) == ["toppled"]
    assert begun.state.phase is Phase.OUT_OF_STEP
    assert kinds(begun.show("-,-,-,-", seconds=10.0)) == ["start"]
    assert placements(begun.move("1E,-,-,-")) == [(1, 1, (0, 0, 0), 1)]


@pytest.mark.parametrize(
    ("first", "second", "whole"),
    [
        ("1E,-,-,-", "1E,0,-,-", "1E,0,1U,-"),
        # Where one of these is gone the mat is seen, as it was after the fall.
        ("1E,-,-,-", "1E,-,-,0", "1E,-,1U,0"),
        ("-,1E,-,-", "-,1E,-,0", "0,1E,-,0"),
    ],
)
def test_a_tower_that_fell_may_be_built_up_again(begun, first, second, whole):
    for notation in (first, second, whole):
        begun.move(notation)
    assert kinds(begun.move("-,-,-,-", seconds=6.0)) == ["toppled"]
    for notation in (first, second):
        assert kinds(begun.move(notation, seconds=6.0)) == []
    assert kinds(begun.move(whole, seconds=3.0)) == ["resync"]
    assert len(begun.state.game.plies) == 3


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


def test_what_is_illegal_about_a_tower_that_stands_already_is_said_at_once(table):
    joined, fault = table.show("2EN,1S,1E,1S/-,-,-,1D", nats=10.0)
    assert joined.kind is EventKind.JOINED
    assert (fault.kind, fault.rule, fault.cell, fault.ply) == (EventKind.FAULT, 5, (1, 0, 0), None)
    assert (fault.type, fault.bulges) == (1, (Face.S,))


def test_a_tower_that_stands_already_is_not_accused_of_what_is_not_sure(table):
    assert [event.kind for event in table.show("2EN,1S,1E,1S/-,-,-,1D", nats=4.0)] == [EventKind.JOINED]
