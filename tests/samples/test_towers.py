"""The towers of the sample photos are what they are said to be."""

import numpy as np
import pytest

from rules.games.babel import TYPES, Face, judge
from samples.towers import FAULT_NAMES, random_faulty_tower, random_legal_tower, random_pile, random_spares, tower_of

RULES_OF_FAULT = {
    "outer_bulge": {5},
    "hollow_hollow": {6},
    "level_early": {4},
    "outside_footprint": {3},
    "too_many": {1},
    "blue_on_ground": {2, 5},
    "diagonal_on_ground": {7},
}


@pytest.mark.parametrize("count", [1, 2, 5, 12, 21, 24])
def test_legal_towers_have_the_cubes_asked_for_and_no_fault(count: int) -> None:
    pile = random_legal_tower(np.random.default_rng(count), count)
    assert len(pile) == count
    assert judge(tower_of(pile)).verdict == "legal"


@pytest.mark.parametrize("fault", FAULT_NAMES)
@pytest.mark.parametrize("count", [5, 13])
def test_faulty_towers_break_the_rule_of_their_fault_and_no_other(fault: str, count: int) -> None:
    for seed in range(4):
        pile = random_faulty_tower(np.random.default_rng(seed), fault, count)
        broken = {fault.rule for fault in judge(tower_of(pile)).faults}
        assert broken and broken <= RULES_OF_FAULT[fault]


def test_a_fault_that_no_tower_of_the_size_can_have_is_refused() -> None:
    with pytest.raises(ValueError, match="too_many"):
        random_faulty_tower(np.random.default_rng(0), "too_many", 2)


def test_piles_stand_and_show_both_marks_on_every_side() -> None:
    rng = np.random.default_rng(7)
    marks = {face: set() for face in (Face.E, Face.W, Face.N, Face.S, Face.U)}
    for count in range(1, 25):
        pile = random_pile(rng, count)
        cells = {placement.cell for placement in pile}
        assert len(cells) == count
        for placement in pile:
            x, y, z = placement.cell
            assert (z == 0 and Face.D not in placement.bulges) or (x, y, z - 1) in cells
            for face, seen in marks.items():
                seen.add(placement.cube.mark(face))
    assert all(len(seen) == 2 for seen in marks.values())


def test_spares_come_from_what_the_tower_leaves_in_the_box() -> None:
    rng = np.random.default_rng(3)
    pile = random_legal_tower(rng, 16)
    spares = random_spares(rng, pile, 24)
    used = tower_of(pile).type_counts()
    assert [used[kind.number] + sum(cube.type == kind.number for cube in spares) for kind in TYPES] == [6, 6, 2, 6, 4]
    assert not any(Face.D in cube.bulges for cube in spares)
