"""What reaches over the table, or is put before it, hides cubes, and takes none away."""

import cv2
import numpy as np
import pytest
from fake_table import PAINTS_BGR, Table, kinds, moved_aside, picture_of, placements, with_hand, with_markers

from calibration.mat import BABEL_MAT
from referee.live.game_events import EventKind
from referee.live.pictures import Settings
from referee.live.state import LiveState, Phase


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


def test_a_marker_beside_a_large_arm_tells_that_the_camera_was_not_moved(begun, monkeypatch):
    look, asked = begun.look, []
    monkeypatch.setattr(begun, "look", lambda request, *seen: asked.append(request) or look(request, *seen))
    still = with_markers(picture_of("0,1W,-,-", begun.pose), begun.pose)
    begun.frames([still] * 15, "0,1W,-,-")
    assert [request.is_in_place for request in asked] == [False] * len(asked)
    begun.frames([with_large_arm(still)] * 15, "0,1W,-,-")
    assert asked[-1].is_in_place


def test_a_large_arm_that_hides_none_of_the_few_markers_in_view_is_waited_for_too(begun):
    """The camera shows the mat's far end alone; the arm lies over the tower and all that is nearer."""

    def far_end(notation, is_covered=False):
        picture = with_markers(picture_of(notation, begun.pose), begun.pose)
        picture[296:] = 190
        if is_covered:
            picture[292:] = (60, 80, 120)
        return [picture] * 45

    begun.frames(far_end("0,1W,-,-"), "0,1W,-,-")
    hidden = begun.frames(far_end("0,1W,-,-", is_covered=True), "-,-,-,-")
    assert kinds(hidden) == []


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


def with_arm_between_markers(picture, pose):
    """The same with an arm from the right border to the tower that hides paper and no marker."""
    tip, paper = pose.project(np.array([[0.6, 0.6, 0.8], [2.2, 1.1, 0.0]]))
    along = (paper - tip) / np.linalg.norm(paper - tip)
    beside, shoulder = 9 * np.array([-along[1], along[0]]), tip + 900 * along
    reached = picture.copy()
    outline = np.array([tip + beside, tip - beside, shoulder - beside, shoulder + beside])
    cv2.fillConvexPoly(reached, np.rint(outline).astype(np.int32), (120, 150, 210))
    return reached


@pytest.mark.parametrize(("tower", "told"), [("1E,0,1U,-", ["placement"]), ("1E,-,-,-", ["undo"])])
def test_an_arm_that_hid_paper_alone_as_the_camera_was_moved_is_not_waited_for_once_it_has_left(begun, tower, told):
    """What lay under it then may be gone since, too."""
    for before in ("1E,-,-,-", "1E,0,-,-"):
        begun.move(before)
    begun.pose = moved_aside(begun.pose)

    def marked(notation):
        return with_markers(picture_of(notation, begun.pose), begun.pose)

    begun.frames([with_arm_between_markers(marked("1E,0,-,-"), begun.pose)] * 15, "1E,0,-,-")
    assert kinds(begun.frames([marked(tower)] * 15, tower), ("hand", "ask")) == told


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


@pytest.mark.parametrize(("before", "after"), [("0,1W,-,-", "0,-,-,-"), ("0,-,-,-", "-,-,-,-")])
def test_a_cube_that_was_taken_back_as_a_shadow_passed_over_the_tower_is_told_once_that_has_left(begun, before, after):
    """What comes from the border darkens smooth ground, as a dark sleeve does too."""

    def show(notation, shade=1.0):
        picture = picture_of(notation, begun.pose)
        picture[(picture == 120).all(axis=2)] = 200
        picture[150:, 330:] = picture[150:, 330:] * shade
        return kinds(begun.frames([picture] * 45, notation))

    for tower in ("-,-,-,-", "0,-,-,-", before):
        show(tower)
    assert show(after, shade=0.65) == []
    assert show(after) == ["undo"]


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
