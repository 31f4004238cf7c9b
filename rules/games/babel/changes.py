"""What happened between two looks at a tower: the placements that explain it, or the fault.

Called for every change that a camera sees. Only the towers count: whose turn it is and what the hands hold comes from
the position before.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules.cubes import Cell
from rules.errors import ImpossiblePosition, IncompletePosition
from rules.game import Explanation, Fault

from . import legality
from .facts import known_facts
from .judge import judge
from .pieces import TYPES, bulge_sets
from .position import Position
from .proof import forbids
from .tower import Cube, Placement, Tower, cell_name

MOST_PLACEMENTS = 3
"""More new cubes than these between two looks are not told one by one: four have up to 24 orders for each turning."""


def explain(before: Position, after: Position) -> Explanation[Placement]:
    """The placements that lead from one tower to another.

    Parameters
    ----------
    before : Position
        Where faces are not known, a way counts that is legal for some of what they may be.
    after : Position
        Only its tower counts; what is not known of a cube may be anything.

    Raises
    ------
    IncompletePosition
        More than `MOST_PLACEMENTS` cubes are new and nothing is wrong with the tower: their order cannot be told.

    Examples
    --------
    >>> from .notation import parse_position
    >>> change = explain(parse_position("0,-,-,- 23132:33132"), parse_position("0,1W,-,- 23132:32132"))
    >>> [[str(placement) for placement in way] for way in change.ways]
    [['b1.1=1W']]
    """
    altered = tuple(_alterations(before.tower, after.tower))
    if altered:
        return Explanation((), altered)
    seen = all_that_is_known(before.tower, after.tower)
    new = frozenset(cell for cell in seen if cell not in before.tower)
    if len(new) > MOST_PLACEMENTS:
        return _many(before, seen, len(new))
    tries = tuple(_tries(before, seen, new))
    ways = tuple(attempt.placements for attempt in tries if not attempt.faults and _is_possible(attempt, seen, before))
    return Explanation(ways, () if ways else _faults(before, seen, new, tries))


def common_fault(fault: legality.Fault) -> Fault:
    """A fault of this game in the words of any game."""
    return Fault(str(fault.rule), (cell_name(fault.cell),), fault.message)


def _alterations(before: Tower, after: Tower) -> Iterator[Fault]:
    """Cubes that were there and are gone or have become others."""
    for cell, cube in before.items():
        if cell not in after:
            yield common_fault(legality.taken_away(cell))
        elif cube_of_both(cube, after[cell]) is None:
            yield common_fault(legality.altered(cell))


def cube_of_both(first: Cube, second: Cube) -> Cube | None:
    """One cube as two looks show it; None if they show different cubes."""
    if None not in (first.type, second.type) and first.type != second.type:
        return None
    type = second.type if first.type is None else first.type
    try:
        return Cube(type, first.bulges | second.bulges, first.hollows | second.hollows)
    except ImpossiblePosition:
        return None


def all_that_is_known(before: Tower, after: Tower) -> Tower:
    """The later tower, with what the earlier look showed of its cubes."""
    return Tower.from_cubes(
        {cell: (cube_of_both(before[cell], cube) or cube) if cell in before else cube for cell, cube in after.items()}
    )


@dataclass(frozen=True, slots=True)
class _Try:
    """Placements in one order and turning, and what is wrong with the last of them."""

    placements: tuple[Placement, ...]
    faults: tuple[Fault, ...]


def _tries(position: Position, seen: Tower, new: frozenset[Cell]) -> Iterator[_Try]:
    """Every order and turning in which the new cubes can have come, as far as each goes without a fault."""
    if not new:
        yield _Try((), ())
    for placement in _readings(seen, new, position):
        faults = position.faults_of(placement)
        if faults:
            yield _Try((placement,), tuple(map(common_fault, faults)))
        else:
            for rest in _tries(position.place(placement), seen, new - {placement.cell}):
                yield _Try((placement, *rest.placements), rest.faults)


def _readings(seen: Tower, cells: frozenset[Cell], position: Position) -> Iterator[Placement]:
    """What each of these cubes may be and how it may be turned."""
    for cell in (cell for cell in seen if cell in cells):
        cube = seen[cell]
        for kind in TYPES if cube.type is None else (TYPES[cube.type],):
            for bulges in bulge_sets(kind.number, position.options):
                if cube.could_be(bulges):
                    yield Placement(cell, kind.number, bulges)


def _is_possible(attempt: _Try, seen: Tower, before: Position) -> bool:
    """Whether what is not known of the tower leaves room for these placements."""
    if all(cube.is_known for cube in before.tower.values()):
        return True
    placed = {placement.cell: placement.cube for placement in attempt.placements}
    tower = Tower.from_cubes({**seen, **placed})
    return not forbids(known_facts(tower, tower), before.options)


def _faults(before: Position, seen: Tower, new: frozenset[Cell], tries: Sequence[_Try]) -> tuple[Fault, ...]:
    """What is wrong where no way leads: with the placement that the furthest way stops at, or with the tower."""
    furthest = max(tries, key=lambda attempt: (len(attempt.placements), -len(attempt.faults)), default=None)
    found = furthest.faults if furthest else ()
    if found and all(seen[cell].is_known for cell in new):
        return found
    return _tower_faults(before, seen) or found


def _many(before: Position, seen: Tower, number: int) -> Explanation[Placement]:
    """The faults of a tower that has grown too fast to be explained."""
    faults = _tower_faults(before, seen)
    if not faults:
        raise IncompletePosition(f"{number} cubes are new, so it cannot be told in which order they came")
    return Explanation((), faults)


def _tower_faults(before: Position, seen: Tower) -> tuple[Fault, ...]:
    return tuple(map(common_fault, judge(seen, before.options).faults))
