"""Knows which towers stand in the sample photos: legal ones, ones with a chosen fault, and random piles.

Called by samples.generate. A tower is here the tuple of its placements in their order; what is wrong with it, the
rules say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import TypeVar

import numpy as np

from rules.games.babel import (
    COLUMNS,
    LEVELS,
    TYPES,
    Cell,
    Face,
    Fault,
    Options,
    Placement,
    Position,
    Tower,
    bulge_sets,
    judge,
    placement_faults,
)

Pile = tuple[Placement, ...]
Generator = np.random.Generator
_ALL_ARRANGEMENTS = Options(type2="both", type3="both")
_BESIDE_FOOTPRINT = ((2, 0), (2, 1), (-1, 0), (-1, 1), (0, 2), (1, 2), (0, -1), (1, -1))
_TRIES = 400
Item = TypeVar("Item")


def tower_of(pile: Pile) -> Tower:
    """The tower that the placements built, legal or not."""
    return Tower.from_cubes({placement.cell: placement.cube for placement in pile})


def random_legal_tower(rng: Generator, count: int) -> Pile:
    """A tower reached by random legal placements: ``count`` cubes, or as many as the luckiest of many games had."""
    longest: Pile = ()
    for _ in range(_TRIES):
        position = Position()
        pile: Pile = ()
        while len(pile) < count and (options := position.legal_placements()):
            pile = (*pile, _one_of(rng, options))
            position = position.place(pile[-1])
        longest = max(longest, pile, key=len)
        if len(longest) == count:
            break
    return longest


def random_pile(rng: Generator, count: int, outside_share: float = 0.05) -> Pile:
    """Cubes of any type turned anyhow, in columns of random heights: marks of both kinds on every side.

    Only what cannot stand is left out: a cube over nothing, or one that rests on a bulge on the table.
    """
    columns = [*COLUMNS]
    if rng.random() < outside_share:
        columns.append(_one_of(rng, _BESIDE_FOOTPRINT))
    heights = dict.fromkeys(columns, 0)
    pile: list[Placement] = []
    options = _ALL_ARRANGEMENTS if rng.random() < 0.2 else Options()
    while len(pile) < count:
        column = _one_of(rng, columns)
        # Lower columns are likelier, so that piles look like towers in the building more often than like poles.
        is_accepted = rng.random() < 0.4 ** (heights[column] - min(heights.values())) + 0.08
        if heights[column] == LEVELS or not is_accepted:
            continue
        cell = (*column, heights[column])
        heights[column] += 1
        type = int(rng.choice(5, p=(0.14, 0.18, 0.2, 0.24, 0.24)))
        pile.append(_one_of(rng, [*_standing(cell, type, options)]))
    return tuple(pile)


def random_faulty_tower(rng: Generator, fault: str, count: int) -> Pile:
    """A tower in which one placement has a fault of ``FAULT_NAMES``; half the time players did not notice and went on.

    Raises
    ------
    ValueError
        No tower with that fault was found near that number of cubes.
    """
    for _ in range(_TRIES):
        later = int(rng.integers(1, 5)) if rng.random() < 0.5 else 0
        before = min(count - 1 - later, int(rng.integers(0, 4))) if fault in _EARLY_FAULTS else count - 1 - later
        pile = random_legal_tower(rng, max(0, before))
        tower = tower_of(pile)
        found = faulty_placements(tower, _left_in_box(tower), fault)
        if found:
            faulty = (*pile, _one_of(rng, found))
            finished = _go_on(rng, faulty, count)
            # A level begun too early, or two cubes in a diagonal, cannot be told any more once the gap is filled.
            return finished if judge(tower_of(finished)).faults else faulty
    raise ValueError(f"no tower of about {count} cubes with the fault {fault!r} was found")


def faulty_placements(tower: Tower, hand: Sequence[int], fault: str) -> list[Placement]:
    """All that hands can do next that has a fault of ``FAULT_NAMES``; ``hand`` holds so many cubes of each type."""
    is_wanted = _FAULTS[fault]
    return [
        placement for placement in _thinkable(tower) if is_wanted(placement, placement_faults(tower, placement, hand))
    ]


def random_spares(rng: Generator, pile: Pile, count: int) -> list[Placement]:
    """Cubes that lie beside the tower, taken from what is left in the box, each as if it were the first one placed."""
    left = _left_in_box(tower_of(pile))
    types = [type for type, number in enumerate(left) for _ in range(number)]
    chosen = rng.permutation(types)[:count]
    return [_one_of(rng, [*_standing((0, 0, 0), int(type), Options())]) for type in chosen]


def _one_of(rng: Generator, items: Sequence[Item]) -> Item:
    return items[int(rng.integers(len(items)))]


def _standing(cell: Cell, type: int, options: Options) -> Iterator[Placement]:
    for bulges in bulge_sets(type, options):
        if cell[2] or Face.D not in bulges:
            yield Placement(cell, type, bulges)


def _left_in_box(tower: Tower) -> tuple[int, ...]:
    return tuple(most for _, most in tower.left_in_box())


def _thinkable(tower: Tower) -> Iterator[Placement]:
    """Everything that hands can do next: on the ground or on a cube, in the footprint or right beside the tower."""
    tops = [(x, y, sum(cell[:2] == (x, y) for cell in tower)) for x, y in COLUMNS]
    grounds = {cell[:2] for cell in tower if cell[2] == 0}
    beside = [(x, y, 0) for x, y in _BESIDE_FOOTPRINT if any(abs(x - gx) + abs(y - gy) == 1 for gx, gy in grounds)]
    for cell, kind in product([*tops, *beside], TYPES):
        if cell[2] < LEVELS:
            yield from _standing(cell, kind.number, Options())


def _go_on(rng: Generator, pile: Pile, count: int) -> Pile:
    while len(pile) < count:
        tower = tower_of(pile)
        left = _left_in_box(tower)
        fitting = [placement for placement in _thinkable(tower) if not placement_faults(tower, placement, left)]
        if not fitting:
            break
        pile = (*pile, _one_of(rng, fitting))
    return pile


def _breaks_only(rule: int) -> Callable[[Placement, tuple[Fault, ...]], bool]:
    return lambda placement, faults: [fault.rule for fault in faults] == [rule] and len(faults[0].faces) <= 1


def _leaves_a_space(placement: Placement, faults: tuple[Fault, ...]) -> bool:
    # Two bulges would hold the cubes apart, and no hand could build that; two hollows close.
    return _breaks_only(6)(placement, faults) and not placement.bulges & set(faults[0].faces)


def _is_blue_on_ground(placement: Placement, faults: tuple[Fault, ...]) -> bool:
    rules = [fault.rule for fault in faults]
    return placement.type == 4 and placement.cell[2] == 0 and set(rules) <= {2, 5} and rules.count(5) <= 1


_FAULTS: dict[str, Callable[[Placement, tuple[Fault, ...]], bool]] = {
    "outer_bulge": _breaks_only(5),
    "hollow_hollow": _leaves_a_space,
    "level_early": _breaks_only(4),
    "outside_footprint": _breaks_only(3),
    "too_many": _breaks_only(1),
    "blue_on_ground": _is_blue_on_ground,
    "diagonal_on_ground": _breaks_only(7),
}
_EARLY_FAULTS = {"blue_on_ground", "diagonal_on_ground"}
FAULT_NAMES = tuple(_FAULTS)
"""The kinds of fault that `random_faulty_tower` can build in."""
