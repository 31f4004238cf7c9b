"""What an event says of a cube and of faults."""

import pytest

from referee.live.events import Event, tell_of_a_foul
from referee.live.game_events import EventKind
from rules.games.babel import Face, Mark

CELL = (0, 0, 0)


def test_a_fault_shows_at_its_faces_or_all_over_its_cube():
    fault = Event(EventKind.FAULT, 1.0, "", cell=CELL, faces=(Face.S,))
    assert fault.faulty == {(CELL, Face.S)}
    assert Event(EventKind.FAULT, 1.0, "", cell=CELL).faulty == {(CELL, face) for face in Face}
    assert not Event(EventKind.FAULT, 1.0, "").faulty


def test_a_mark_that_is_not_known_is_neither_bulge_nor_hollow():
    cube = Event(EventKind.PLACEMENT, 1.0, "", cell=CELL, bulges=(Face.E,), unknown=(Face.N,)).cube
    assert {face: cube.mark(face) for face in (Face.E, Face.N, Face.S)} == {
        Face.E: Mark.BULGE,
        Face.N: None,
        Face.S: Mark.HOLLOW,
    }


@pytest.mark.parametrize("kind", EventKind)
def test_hands_and_pictures_are_not_of_the_game(kind):
    assert kind.is_of_the_game == (kind.value not in ("hand", "view"))


def test_a_cube_that_broke_a_rule_did_so_though_it_is_taken_back():
    told = Event(EventKind.FAULT, 1.0, "", cell=CELL)
    undone = Event(EventKind.UNDO, 2.0, "", cell=CELL)
    later = Event(EventKind.CORRECTED, 3.0, "", cell=CELL, is_withdrawn=True)
    assert tell_of_a_foul([told, undone, later])
    assert not tell_of_a_foul([told, later, undone])
