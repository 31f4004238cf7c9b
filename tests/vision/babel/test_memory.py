"""What many looks tell of one cube."""

import numpy as np
import pytest

from rules.games.babel import Cube, Face, Mark
from vision.games.babel.evidence import CubeEvidence, FaceEvidence
from vision.games.babel.memory import CubeMemory
from vision.games.babel.telling.belief import WHOLE_CUBES, join


def look(type, odds, nats=5.0):
    types = tuple(0.0 if number == type else -nats for number in range(5))
    belief = join(types, odds)
    faces = tuple(
        FaceEvidence(face, np.zeros((4, 2)), 1.0, 30.0, log_odds, belief.bulges[face])
        for face, log_odds in odds.items()
    )
    return CubeEvidence((0, 0, 0), 1.0, tuple(map(float, belief.types)), types, faces, belief.whole)


def test_a_face_covered_by_now_is_still_known():
    memory = CubeMemory().seen(look(3, {Face.U: 5.0, Face.S: -5.0}))
    for _ in range(3):
        memory = memory.seen(look(3, {Face.S: -5.0}))
    assert memory.known.bulges == {Face.U}
    assert memory.known.hollows == {Face.S}
    assert memory.seen_faces == (Face.S, Face.U)


def test_a_single_slip_is_outvoted():
    memory = CubeMemory()
    for odds in (4.0, -3.0, 4.0, 4.0):
        memory = memory.seen(look(1, {Face.S: odds}))
    assert memory.bulge_probabilities[Face.S] > 0.75


@pytest.mark.parametrize(("odds", "mark"), [(5.0, Mark.BULGE), (-5.0, Mark.HOLLOW)])
def test_no_single_look_however_sure_overrules_all_others(odds, mark):
    memory = CubeMemory()
    for _ in range(4):
        memory = memory.seen(look(3, {Face.S: odds}))
    memory = memory.seen(look(1, {Face.S: -10 * odds}, nats=50.0))
    assert (memory.known.type, memory.known.mark(Face.S)) == (3, mark)


def test_many_looks_that_err_alike_do_not_become_certain():
    memory = CubeMemory()
    for _ in range(100):
        memory = memory.seen(look(3, {Face.U: 1.0}))
    assert 0.7 < memory.bulge_probabilities[Face.U] < 0.98


def test_probabilities_are_of_all_cubes_there_are():
    logs = CubeMemory().seen(look(2, {Face.U: 2.0})).log_probabilities()
    assert len(logs) == len(WHOLE_CUBES)
    assert np.exp(logs).sum() == pytest.approx(1.0)


def test_nothing_seen_says_nothing():
    assert CubeMemory().known == Cube(None)
    assert CubeMemory().type_probabilities == pytest.approx([0.2] * 5)


def test_a_person_overrules_all_looks():
    memory = CubeMemory().seen(look(0, {Face.U: -6.0})).corrected(Cube(1, frozenset({Face.U})))
    assert memory.known == Cube(1, frozenset({Face.U}))
    assert memory.seen(look(0, {Face.U: -6.0})).known == Cube(1, frozenset({Face.U}))


def test_a_look_in_which_every_type_is_unlikely_tells_no_more_than_which_is_likelier():
    far_off = CubeEvidence((0, 0, 0), 1.0, (0.2,) * 5, (-30.0, -28.0, -33.0, -40.0, -40.0), (), ())
    near_by = CubeEvidence((0, 0, 0), 1.0, (0.2,) * 5, (-2.0, 0.0, -5.0, -12.0, -12.0), (), ())
    assert CubeMemory().seen(far_off) == CubeMemory().seen(near_by)
    assert CubeMemory().seen(far_off).types == (-2.0, 0.0, -5.0, -6.0, -6.0)


def test_what_a_person_said_of_one_face_is_known_before_any_look():
    assert CubeMemory().corrected(Cube(None, frozenset({Face.U}))).known == Cube(None, frozenset({Face.U}))
    assert CubeMemory().corrected(Cube(3)).type_probabilities.tolist() == pytest.approx([0, 0, 0, 1, 0])


def test_a_cube_that_no_set_holds_is_remembered_as_it_was_said():
    """Blue cubes have their two hollows on neighbouring faces."""
    said = Cube(4, frozenset({Face.E, Face.W, Face.N, Face.S}))
    memory = CubeMemory().seen(look(1, {Face.U: 5.0})).corrected(said)
    assert memory.known == said
    assert np.isfinite(memory.log_probabilities()).all()
