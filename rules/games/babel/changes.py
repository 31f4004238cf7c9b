"""What happened between two looks at a tower: the placements that explain it, or the fault.

Called for every change that a camera sees. Only the towers count: whose turn it is and what the hands hold comes from
the position before.
"""

from collections.abc import Iterator

from rules.game import Explanation, Fault

from .legality import structural_faults
from .pieces import Cell, bulge_sets
from .position import Position
from .tower import Cube, Placement, Tower, cell_name

MOST_PLACEMENTS = 3
"""More cubes than these between two looks are not explained one by one."""


def explain(before: Position, after: Position) -> Explanation[Placement]:
    """The placements that lead from one tower to another.

    Parameters
    ----------
    before : Position
        All faces known that a next cube may touch.
    after : Position
        Only its tower counts; what is not known of a cube may be anything.

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
    new = [cell for cell in after.tower if cell not in before.tower]
    if len(new) > MOST_PLACEMENTS:
        places = tuple(map(cell_name, new))
        return Explanation((), (Fault("3", places, f"{len(new)} cubes are new: {', '.join(places)}; one a turn."),))
    ways = tuple(_ways(before, after.tower, frozenset(new)))
    return Explanation(ways, () if ways else _faults(before, after.tower, new))


def _alterations(before: Tower, after: Tower) -> Iterator[Fault]:
    """Cubes that were there and are gone or have become others."""
    for cell, cube in before.items():
        name = cell_name(cell)
        if cell not in after:
            yield Fault("3", (name,), f"The cube in {name} has been taken away; a placed cube stays.")
        elif not _could_be_one(cube, after[cell]):
            yield Fault("3", (name,), f"The cube in {name} has been turned or exchanged; a placed cube stays as it is.")


def _could_be_one(first: Cube, second: Cube) -> bool:
    same_type = first.type is None or second.type is None or first.type == second.type
    return same_type and not (first.bulges & second.hollows or first.hollows & second.bulges)


def _ways(position: Position, seen: Tower, new: frozenset[Cell]) -> Iterator[tuple[Placement, ...]]:
    """Every order and turning in which the new cubes can have come."""
    if not new:
        yield ()
        return
    for placement in position.legal_placements():
        if placement.cell in new and _agrees(placement, seen[placement.cell]):
            rest = new - {placement.cell}
            for way in _ways(position.place(placement), seen, rest):
                yield (placement, *way)


def _agrees(placement: Placement, cube: Cube) -> bool:
    return cube.type in (None, placement.type) and cube.could_be(placement.bulges)


def _faults(before: Position, seen: Tower, new: list[Cell]) -> tuple[Fault, ...]:
    """What is wrong with the first of the new cubes, in the reading that breaks the fewest rules."""
    cell = min(new, key=lambda cell: (cell[2], cell[1], cell[0]))
    readings = [
        Placement(cell, type, bulges)
        for type in ([seen[cell].type] if seen[cell].type is not None else range(5))
        for bulges in bulge_sets(type, before.options)
        if seen[cell].could_be(bulges)
    ]
    broken = [before.faults_of(placement) for placement in readings]
    fewest = min((faults for faults in broken if faults), key=len, default=structural_faults(seen))
    return tuple(Fault(str(fault.rule), (cell_name(fault.cell),), fault.message) for fault in fewest)
