"""A cube that was turned is judged anew; one that seems exchanged is held against nobody."""

import pytest
from fake_table import kinds, moved_aside, picture_of, with_hand

from referee.live.inputs import Correct
from referee.live.placing import sure_hand
from rules.games.babel import FULL_HAND, Face, Mark, parse_tower, tower_notation


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
