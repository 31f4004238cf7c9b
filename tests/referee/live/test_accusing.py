"""Nobody is accused of what is not sure, or of what a single look shows."""

import pytest
from fake_table import Table, kinds, picture_of, placements, rules_broken

from referee.live.game_events import EventKind
from referee.live.inputs import Correct
from referee.live.orders import Resync
from rules.games.babel import Face, Mark, parse_tower


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


def test_cubes_told_twice_while_out_of_step_are_no_faults_either(begun):
    begun.move("1E,-,-,-", nats=6.0)
    tower = "1E,2NU,1U,0/1D,-,-,-"
    begun.move(tower)
    for _ in range(2):
        begun.step(Correct((0, 0, 1), parse_tower(tower)[0, 0, 1]))
    assert rules_broken(begun.events) == []


def test_many_cubes_that_look_otherwise_accuse_nobody(begun):
    for tower in ("1E,-,-,-", "1E,0,-,-", "1E,0,1U,-", "1E,0,1U,1U"):
        begun.move(tower, nats=6.0)
    assert kinds(begun.move("1S,3SEN,4EUNW,3UEN", seconds=0.8, nats=6.0)) == ["out_of_step"]
    assert kinds(begun.move("1E,0,1U,1U", seconds=3.0, nats=6.0)) == ["resync"]
    assert len(begun.state.game.plies) == 4


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


def test_what_is_illegal_about_a_tower_that_stands_already_is_said_at_once(table):
    joined, fault = table.show("2EN,1S,1E,1S/-,-,-,1D", nats=10.0)
    assert joined.kind is EventKind.JOINED
    assert (fault.kind, fault.rule, fault.cell, fault.ply) == (EventKind.FAULT, 5, (1, 0, 0), None)
    assert (fault.type, fault.bulges) == (1, (Face.S,))


def test_a_tower_that_stands_already_is_not_accused_of_what_is_not_sure(table):
    assert [event.kind for event in table.show("2EN,1S,1E,1S/-,-,-,1D", nats=4.0)] == [EventKind.JOINED]
