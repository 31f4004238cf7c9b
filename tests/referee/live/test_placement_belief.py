"""What a placement may be, legal or not, by all that was seen."""

import pytest

from referee.live.placement_belief import weigh_placement
from referee.live.surroundings import Before, marks_met
from rules.games.babel import DEFAULT_OPTIONS, Cube, Face
from vision.games.babel.evidence import CubeEvidence, FaceEvidence
from vision.games.babel.memory import CubeMemory
from vision.games.babel.telling.belief import join


def test_a_cube_too_many_is_told_of_the_likeliest_type(camera_at):
    """Beige rather than black, and the player holds neither."""
    types = (-9.0, -9.0, -3.0, 0.0, -9.0)
    belief = join(types, {})
    face = FaceEvidence(Face.U, camera_at((-6, -7, 4)).project([[[0.0, 0.0, 1.0]] * 4])[0], 1.0, 40.0, 0.0, 0.5)
    cube = CubeEvidence((0, 0, 0), 0.999, tuple(map(float, belief.types)), types, (face,), belief.whole)
    before = Before({}, frozenset(), (3, 3, 0, 0, 2), DEFAULT_OPTIONS)
    found = weigh_placement((0, 0, 0), CubeMemory().seen(cube), before)
    assert "beige" in " ".join(fault.message for fault in found.faults if fault.rule == 1)


def test_what_a_person_said_of_a_cube_holds_even_if_the_options_know_no_such_cube():
    """Black with bulges on opposite sides, where the option says that they lie adjacent."""
    told = CubeMemory().corrected(Cube(2, frozenset({Face.E, Face.W}), frozenset(Face) - {Face.E, Face.W}))
    before = Before({(0, 0, 0): told}, frozenset(), None, DEFAULT_OPTIONS)
    assert marks_met((1, 0, 0), (Face.W,), before) == {(True,): pytest.approx(1.0)}
    assert marks_met((0, 1, 0), (Face.S,), before) == {(False,): pytest.approx(1.0)}


def test_the_cube_two_levels_below_tells_where_the_bulge_between_lies():
    """A white cube that stands on a grey one has its bulge below."""
    others = {(0, 0, 0): CubeMemory().corrected(Cube(0)), (0, 0, 1): CubeMemory().corrected(Cube(1))}
    met = marks_met((0, 0, 2), (Face.D,), Before(others, frozenset(), None, DEFAULT_OPTIONS))
    assert met[True,] < 0.05


def test_a_third_fault_of_a_cube_is_not_named_where_the_one_beside_it_may_be_another():
    """A grey one, less likely a white one whose bulge meets it: a person says that it shows two bulges outside."""
    grey = CubeMemory((0.0, -2.0, -9.0, -9.0, -9.0), 1, {Face.U: (-5.0, 1)})
    bulges = frozenset({Face.E, Face.N, Face.U})
    told = CubeMemory().corrected(Cube(3, bulges, frozenset(Face) - bulges))
    found = weigh_placement((1, 1, 0), told, Before({(1, 0, 0): grey}, frozenset(), None, DEFAULT_OPTIONS))
    assert found.illegal > 0.99
    assert [fault.rule for fault in found.faults] == [5, 5]


@pytest.mark.parametrize(("memory", "rules"), [(CubeMemory((0.0, -9.0, -9.0, -9.0, -9.0), 1), [7]), (CubeMemory(), [])])
def test_a_cube_that_may_be_gone_puts_none_on_a_diagonal(memory, rules):
    before = Before({(0, 0, 0): memory}, frozenset(), None, DEFAULT_OPTIONS)
    assert [fault.rule for fault in weigh_placement((1, 1, 0), CubeMemory(), before).faults if fault.rule == 7] == rules
