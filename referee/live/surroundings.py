"""What a cube meets where it is placed: how likely each row of marks is, by all that was ever seen of the tower.

Called by `placement_belief` and `ending`.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import numpy as np

from calibration.arrays import FloatArray
from rules.games.babel import (
    TYPES,
    Cell,
    CellFace,
    Face,
    Options,
    bulge_sets,
    from_the_ground,
    in_footprint,
    is_outer,
)
from vision.games.babel.memory import CubeMemory
from vision.games.babel.telling.belief import WHOLE_CUBES

# A joint or outer face of an earlier cube that is against the rules without having been noticed: how much less likely.
_UNNOTICED = 0.02
# Earlier levels than these two below tell nothing more of a cube.
_LEVELS_BELOW = 2


@dataclass(frozen=True, slots=True)
class Before:
    """Where a cube was placed, before it is known what it is.

    Attributes
    ----------
    others : mapping of Cell to CubeMemory
        The cubes that stood before.
    waived : frozenset of (Cell, Face)
        Faces of them of which it is known that they break a rule.
    hand : tuple of 5 int, or None
        What the player held; None if that is not known.
    options : Options
    unseen : tuple of Cell
        Cells out of view that may hold a cube, though nobody knows of one.
    """

    others: Mapping[Cell, CubeMemory]
    waived: frozenset[CellFace]
    hand: tuple[int, ...] | None
    options: Options
    unseen: tuple[Cell, ...] = ()


def prior_chances(before: Before) -> FloatArray:
    """How likely each of `WHOLE_CUBES` is before anything is seen: types alike, as players choose what fits; (n,)."""
    counts = [len(bulge_sets(kind.number, before.options)) for kind in TYPES]
    exists = [bulges in bulge_sets(type, before.options) for type, bulges in WHOLE_CUBES]
    return np.array([exist / counts[type] for (type, _), exist in zip(WHOLE_CUBES, exists, strict=True)])


def touching_faces(cell: Cell, others: Collection[Cell]) -> tuple[Face, ...]:
    """The faces with which a cube meets others of the tower; one that stands beside the tower meets none."""
    besides = {face: face.beside(cell) for face in Face}
    return tuple(face for face, at in besides.items() if at in others and in_footprint(at) and in_footprint(cell))


def marks_met(cell: Cell, touching: tuple[Face, ...], before: Before) -> Mapping[tuple[bool, ...], float]:
    """How likely each row of marks is that meets the touching faces; True for a bulge. Sums to 1."""
    waiting = {(face.beside(cell), face.opposite) for face in touching}
    order = [c for c in before.others if in_footprint(c) and c[2] >= cell[2] - _LEVELS_BELOW]
    order.sort(key=from_the_ground)
    frontier: dict[frozenset[CellFace], float] = {frozenset(): 1.0}
    done: set[Cell] = set()
    for other in order:
        met = {face: (face.beside(other), face.opposite) for face in Face if face.beside(other) in done}
        told = {facing for facing in met.values() if facing not in waiting}
        judged = {face: facing for face, facing in met.items() if not {(other, face), facing} & before.waived}
        kept = [f for f in Face if (other, f) in waiting or (f.beside(other) in order and f.beside(other) not in done)]
        after: dict[frozenset[CellFace], float] = {}
        for bulges, chance in _cube_ways(other, before):
            added = frozenset((other, face) for face in kept if face in bulges)
            for marks, weight in frontier.items():
                # Where a cube's mark is its neighbour's too.
                unmet = sum((facing in marks) == (face in bulges) for face, facing in judged.items())
                key = (marks - told) | added
                after[key] = after.get(key, 0.0) + weight * chance * _UNNOTICED**unmet
        total = sum(after.values())
        frontier = {key: share / total for key, share in after.items() if share > 1e-9 * total}
        done.add(other)
    meets: dict[tuple[bool, ...], float] = {}
    for marks, share in frontier.items():
        row = tuple((face.beside(cell), face.opposite) in marks for face in touching)
        meets[row] = meets.get(row, 0.0) + share
    total = sum(meets.values())
    return {row: share / total for row, share in meets.items()}


def _cube_ways(cell: Cell, before: Before) -> list[tuple[frozenset[Face], float]]:
    """Where the bulges of an earlier cube may lie, outer ones unlikely unless they were noticed."""
    evidence = np.exp(before.others[cell].log_likelihoods())
    weights = evidence * prior_chances(before)
    for i, (_, bulges) in enumerate(WHOLE_CUBES):
        unnoticed = [f for f in bulges if is_outer(cell, f) and (cell, f) not in before.waived]
        weights[i] *= _UNNOTICED ** len(unnoticed)
    if not weights.any():
        weights = evidence  # A person told a cube that there is not in this set.
    shares = weights / weights.sum()
    return [(bulges, float(share)) for (_, bulges), share in zip(WHOLE_CUBES, shares, strict=True) if share > 1e-6]
