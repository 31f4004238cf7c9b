"""The facts about cubes."""

import pytest

from rules import ImpossiblePosition
from rules.games.babel import FULL_HAND, TYPES, Cube, Face, Mark, Options, Placement, bulge_sets


def test_faces_are_in_the_order_of_the_notation():
    assert [face.name for face in Face] == list("EWNSUD")


def test_opposite_faces_cancel():
    for face in Face:
        assert face.opposite is not face
        assert face.opposite.opposite is face
        assert face.opposite.beside(face.beside((0, 0, 0))) == (0, 0, 0)


def test_the_box_holds_twice_what_a_player_starts_with():
    assert [kind.in_box for kind in TYPES] == [6, 6, 2, 6, 4]
    assert tuple(kind.in_box for kind in TYPES) == tuple(2 * held for held in FULL_HAND)
    assert sum(FULL_HAND) == 12


@pytest.mark.parametrize(
    ("type", "options", "count"),
    # Rotations of a cube by hand: a set is one of the faces, edges, corners or axes of the cube.
    [
        (0, Options(), 1),
        (1, Options(), 6),
        (2, Options(), 12),
        (2, Options(type2="opposite"), 3),
        (2, Options(type2="both"), 15),
        (3, Options(), 8),
        (3, Options(type3="T"), 12),
        (3, Options(type3="both"), 20),
        (4, Options(), 12),
    ],
)
def test_number_of_arrangements(type, options, count):
    sets = bulge_sets(type, options)
    assert len(set(sets)) == len(sets) == count
    assert all(len(bulges) == type for bulges in sets)


@pytest.mark.parametrize("option", [{"type2": "corner"}, {"type3": "adjacent"}, {"finished": "win"}])
def test_an_unknown_option_is_refused_with_its_choices(option):
    with pytest.raises(ValueError, match="it can be"):
        Options(**option)


def test_a_cube_fills_in_what_follows_from_its_type():
    assert Cube(0).is_known
    assert Cube(3, frozenset({Face.E, Face.N, Face.U})).mark(Face.D) is Mark.HOLLOW
    assert Cube(4, hollows=frozenset({Face.E, Face.N})).mark(Face.D) is Mark.BULGE
    assert Cube(None, frozenset({Face.U}), frozenset(Face) - {Face.U}).type == 1
    assert Cube(None, frozenset({Face.U})).mark(Face.D) is None
    assert Cube(None, frozenset(Face) - {Face.U, Face.D}) == Cube(4, frozenset(Face) - {Face.U, Face.D})


@pytest.mark.parametrize(
    ("type", "bulges", "hollows"),
    [(5, "", ""), (-1, "", ""), (1, "EN", ""), (4, "", "EWN"), (None, "EWNSU", ""), (3, "E", "E")],
)
def test_a_cube_that_cannot_exist_is_refused(type, bulges, hollows):
    with pytest.raises(ImpossiblePosition):
        Cube(type, frozenset(Face[letter] for letter in bulges), frozenset(Face[letter] for letter in hollows))


def test_a_placement_knows_all_bulges():
    with pytest.raises(ImpossiblePosition):
        Placement((0, 0, 0), 3, frozenset({Face.E}))
