"""One sweep over the cells of a tower from the ground up, whatever is carried along.

All that a later cube must know of the earlier ones is the frontier: the marks of at most four tops and two sides that
still wait for their neighbour.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, Protocol, TypeVar

from rules.cubes import Cell, Face, from_the_ground

from .pieces import Candidate, Candidates
from .stock import Stock
from .tower import COLUMNS, LEVELS, in_footprint, is_outer

CellFace = tuple[Cell, Face]

ValueT = TypeVar("ValueT")


class Step(NamedTuple):
    """One way to fill a cell: the cube's type, the bulges it adds to the frontier, and the candidate behind it."""

    type: int
    added: int
    candidate: Candidate


@dataclass(frozen=True, slots=True)
class Site:
    """A cell with its ways to be filled, sorted by the frontier bits that they answer to."""

    cell: Cell
    consumed: int
    by_need: Mapping[int, tuple[Step, ...]]

    def steps(self, frontier: int) -> tuple[Step, ...]:
        """The ways that fit to the marks waiting in this frontier."""
        return self.by_need.get(frontier & self.consumed, ())

    def after(self, frontier: int, step: Step) -> int:
        """The frontier once the cell is filled so."""
        return frontier & ~self.consumed | step.added


def sites_of(candidates: Candidates, waived: frozenset[CellFace] = frozenset()) -> list[Site]:
    """The cells from the ground up with their candidates, bound to each other where both are there."""
    cells = sorted(candidates, key=from_the_ground)
    for cell in cells:
        if not in_footprint(cell) or not 0 <= cell[2] < LEVELS:
            raise ValueError(f"cell {cell} is not one of the tower's 24")
    waived |= {(face.beside(cell), face.opposite) for cell, face in waived}
    sites = []
    for cell in cells:
        held = frozenset(face for face in Face if (cell, face) not in waived)
        joined = frozenset(face for face in held if face.beside(cell) in candidates)
        sites.append(_site(cell, tuple(candidates[cell]), held, joined))
    return sites


# What forbids a tower is found by leaving out fact after fact, and most cells stay as they were.
@lru_cache(maxsize=2_000)
def _site(cell: Cell, candidates: tuple[Candidate, ...], held: frozenset[Face], joined: frozenset[Face]) -> Site:
    """The cell with rules 5 and 6 on the faces `held`, those `joined` of which have a neighbour."""
    outer = frozenset(face for face in held if is_outer(cell, face))
    incoming = {face: _joint_bit(face.beside(cell), face.opposite) for face in joined if face in _EARLIER}
    outgoing = {face: _joint_bit(cell, face) for face in joined if face not in _EARLIER}
    by_need: dict[int, list[Step]] = {}
    for candidate in candidates:
        type, bulges, _ = candidate
        if not bulges & outer:
            # Where this cube is hollow, a bulge must wait in the frontier, and the reverse.
            need = sum(bit for face, bit in incoming.items() if face not in bulges)
            added = sum(bit for face, bit in outgoing.items() if face in bulges)
            by_need.setdefault(need, []).append(Step(type, added, candidate))
    return Site(cell, sum(incoming.values()), {need: tuple(steps) for need, steps in by_need.items()})


_EARLIER = frozenset({Face.W, Face.S, Face.D})
"""Faces that look to a cell filled before this one."""


def _joint_bit(cell: Cell, face: Face) -> int:
    """The frontier bit for the mark that a cube shows to a later one: a top, East or North face."""
    column = list(COLUMNS).index(cell[:2])
    return 1 << (column + {Face.U: 0, Face.E: 4, Face.N: 8}[face])


class Algebra(Protocol[ValueT]):
    """What a sweep carries along for every frontier."""

    start: ValueT

    def extend(self, value: ValueT, step: Step) -> ValueT:
        """The value after one more cube; a falsy value is dropped."""

    def join(self, one: ValueT, other: ValueT) -> ValueT:
        """The value of a frontier that is reached in two ways."""


def sweep(sites: Sequence[Site], algebra: Algebra[ValueT]) -> list[dict[int, ValueT]]:
    """What each frontier carries before the first cell, after the first, and so on to the last."""
    stages = [{0: algebra.start}]
    for site in sites:
        following: dict[int, ValueT] = {}
        for frontier, value in stages[-1].items():
            for step in site.steps(frontier):
                extended = algebra.extend(value, step)
                if extended:
                    after = site.after(frontier, step)
                    present = following.get(after)
                    following[after] = extended if present is None else algebra.join(present, extended)
        stages.append(following)
    return stages


def completions(sites: Sequence[Site], forward: Sequence[Mapping[int, int]], stock: Stock) -> list[dict[int, int]]:
    """For every stage and frontier reached, the stocks from which all further cells can be filled."""
    stages = [{0: stock.final_mask(1)}]
    for site, reached in zip(reversed(sites), reversed(forward[:-1]), strict=True):
        earlier = {}
        for frontier in reached:
            slots = 0
            for step in site.steps(frontier):
                slots |= stock.remove(stages[-1].get(site.after(frontier, step), 0), step.type)
            earlier[frontier] = slots
        stages.append(earlier)
    return stages[::-1]
