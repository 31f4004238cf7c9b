"""How likely a placement was legal, and what it was, by all that was ever seen of the tower.

An exact Bayesian filter: cubes are summed over from the ground up, every mark that a camera never saw included, so
that what the earlier cubes must hide counts as well. Players are taken to place legally mostly, never surely: clear
evidence overrules that. What was seen stays in the memories as it was seen; here it is only weighed. Called by
`placing`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from calibration.arrays import FloatArray
from referee.verdicts.verdict import ABOUT_PLACES
from rules.errors import ImpossiblePosition
from rules.games.babel import (
    FULL_HAND,
    TYPES,
    Cell,
    Cube,
    Face,
    Fault,
    Options,
    Placement,
    Tower,
    in_footprint,
    is_outer,
    outer_bulge_fault,
    placement_faults,
)
from vision.games.babel.evidence import SURE, cube_as_likely
from vision.games.babel.memory import CubeMemory
from vision.games.babel.telling.belief import WHOLE_CUBES

from .surroundings import Before, marks_met, prior_chances, touching_faces

#: How many placements break a rule, before anything is seen. Chosen: at 0.001 two clear faces are needed to accuse, at
#: 0.3 one doubtful face accuses.
FOUL_SHARE = 0.04
# A placement that is legal if a cube stands where nobody sees, and a foul if none does.
_AS_LIKELY_AS_NOT = 0.5
# A fault beside the likeliest one is named if it is at least this likely. At 0.5, six of 188 simulated fouls came with
# a fault of rule 6 that was none.
_ALSO_NAMED = 0.9


@dataclass(frozen=True, slots=True)
class PossibleCube:
    """One thing that a placed cube may be.

    Attributes
    ----------
    cube : Cube
        Type and marks, all six.
    probability : float, 0..1
    is_legal : bool
    """

    cube: Cube
    probability: float
    is_legal: bool


@dataclass(frozen=True, slots=True)
class PlacementBelief:
    """What is believed of one placement.

    Attributes
    ----------
    readings : tuple of PossibleCube
        Everything that the cube may be, likeliest first, as far as it matters.
    illegal : float, 0..1
        Probability that a rule was broken.
    faults : tuple of Fault
        The rules broken if one was, the likeliest and what is at least `_ALSO_NAMED`, by their numbers.
    """

    readings: tuple[PossibleCube, ...]
    illegal: float
    faults: tuple[Fault, ...]

    @property
    def type_probabilities(self) -> FloatArray:
        """Probability of each type, shape (5,)."""
        types = np.zeros(len(TYPES))
        for reading in self.readings:
            types[_type_of(reading.cube)] += reading.probability
        return types

    def said(self, seen: Sequence[Face], least: float) -> Cube:
        """Type and seen marks as far as they are at least so likely."""
        types = self.type_probabilities
        bulges = {face: sum(r.probability for r in self.readings if face in r.cube.bulges) for face in seen}
        try:
            return cube_as_likely(types, bulges, seen, least)
        except ImpossiblePosition:
            return cube_as_likely(types, bulges, (), least)


def weigh_placement(cell: Cell, memory: CubeMemory, before: Before) -> PlacementBelief:
    """Weigh everything that a placed cube may be, legal or not.

    Parameters
    ----------
    cell : Cell
    memory : CubeMemory
        What was seen of the cube.
    before : Before

    Returns
    -------
    PlacementBelief
    """
    touching = touching_faces(cell, before.others)
    meets = marks_met(cell, touching, before)
    prior, evidence = prior_chances(before), np.exp(memory.log_likelihoods())
    ways = []
    for (type, bulges), expected, seen in zip(WHOLE_CUBES, prior, evidence, strict=True):
        if expected == 0.0:
            continue
        breaks = (not _may_place(type, before)) + _outer_bulges(cell, bulges)
        for marks, share in meets.items():
            joints = sum((face in bulges) == met for face, met in zip(touching, marks, strict=True))
            ways.append(_Way(type, bulges, marks, breaks + joints, expected * share, expected * share * seen))
    belief = _believe(cell, touching, before, ways, memory.seen_faces)
    out_of_place = _surely_out_of_place(cell, before)
    if not out_of_place:
        return belief
    if not places_broken(cell, (*before.others, *before.unseen), before.options):
        # A cube that came unseen, with another in one visit of a hand, is about as rare as a foul.
        is_worse = belief.illegal > _AS_LIKELY_AS_NOT
        return belief if is_worse else replace(belief, illegal=_AS_LIKELY_AS_NOT, faults=out_of_place)
    # Where a cube stands is seen; it does not make another fault of the same cube any likelier.
    return replace(belief, illegal=1.0, faults=(*out_of_place, *(belief.faults if belief.illegal >= SURE else ())))


@dataclass(frozen=True, slots=True)
class _Way:
    """One cube in one surrounding: `marks` say for each touching face whether a bulge meets it."""

    type: int
    bulges: frozenset[Face]
    marks: tuple[bool, ...]
    breaches: int
    prior: float
    weight: float

    @property
    def is_legal(self) -> bool:
        return self.breaches == 0


def _believe(
    cell: Cell,
    touching: tuple[Face, ...],
    before: Before,
    ways: list[_Way],
    seen_faces: tuple[Face, ...],
) -> PlacementBelief:
    """Scale legal and illegal ways to what is expected of players, and name the faults of the likeliest illegal one."""
    # Each breach is a foul: two at once are as much rarer than one as one is than none.
    numbers = range(1 + max((way.breaches for way in ways), default=0))
    mass = [sum(way.prior for way in ways if way.breaches == number) for number in numbers]
    shares = [FOUL_SHARE**number if number else 1 - FOUL_SHARE for number in numbers]
    scale = [share / part if part else 0.0 for share, part in zip(shares, mass, strict=True)]
    weights = [way.weight * scale[way.breaches] for way in ways]
    total = sum(weights) or 1.0
    chances = [float(weight / total) for weight in weights]
    readings: dict[tuple[int, frozenset[Face], bool], float] = {}
    for way, chance in zip(ways, chances, strict=True):
        key = (way.type, way.bulges, way.is_legal)
        readings[key] = readings.get(key, 0.0) + chance
    ranked = sorted(readings.items(), key=lambda entry: -entry[1])
    illegal = [(way, chance) for way, chance in zip(ways, chances, strict=True) if not way.is_legal]
    return PlacementBelief(
        tuple(PossibleCube(Cube(t, bulges), chance, legal) for (t, bulges, legal), chance in ranked if chance > 1e-6),
        float(min(1.0, sum(chance for _, chance in illegal))),
        _named_faults(cell, touching, before, illegal, seen_faces),
    )


def _named_faults(
    cell: Cell,
    touching: tuple[Face, ...],
    before: Before,
    illegal: list[tuple[_Way, float]],
    seen_faces: tuple[Face, ...],
) -> tuple[Fault, ...]:
    """The faults that most of the illegal ways share."""
    total = sum(chance for _, chance in illegal)
    if total <= 0.0:
        return ()
    found: dict[tuple[int, tuple[Face, ...]], tuple[float, Fault]] = {}
    for way, chance in sorted(illegal, key=lambda entry: -entry[1])[:200]:
        for fault in _faults_of(cell, touching, before, way):
            for part in _by_face(fault):
                if part.rule in ABOUT_PLACES:
                    continue
                key = (part.rule, part.faces)
                # Ways of other types break the same rule: it is told of the likeliest, which comes first.
                before_this, likeliest = found.get(key, (0.0, part))
                found[key] = (before_this + chance / total, likeliest)
    ranked = sorted(found.values(), key=lambda entry: -entry[0])
    named = [fault for chance, fault in ranked[:1]] + [fault for chance, fault in ranked[1:] if chance >= _ALSO_NAMED]
    seen = set(seen_faces)
    return tuple(
        replace(f, by="seen" if set(f.faces) <= seen and f.rule != 6 else "deduced")
        for f in sorted(named, key=lambda fault: fault.rule)
    )


def _by_face(fault: Fault) -> tuple[Fault, ...]:
    """A fault of several faces as one for each."""
    return tuple(outer_bulge_fault(fault.cell, (face,)) for face in fault.faces) if fault.rule == 5 else (fault,)


def _faults_of(cell: Cell, touching: tuple[Face, ...], before: Before, way: _Way) -> tuple[Fault, ...]:
    """What the rules say of one way."""
    met = {face.beside(cell): (face.opposite, mark) for face, mark in zip(touching, way.marks, strict=True)}
    cubes = {}
    for other in before.others:
        face, mark = met.get(other, (Face.D, None))
        bulges = frozenset({face} if mark else ())
        cubes[other] = Cube(None, bulges, frozenset({face} if mark is False else ()))
    placement = Placement(cell, way.type, way.bulges)
    return placement_faults(Tower.from_cubes(cubes), placement, before.hand or FULL_HAND, before.options)


def _may_place(type: int, before: Before) -> bool:
    """Whether rule 1 allows the type; rule 2 forbids nothing that rule 5 does not: a 4 fits nowhere on the ground."""
    return before.hand is None or before.hand[type] > 0


def _surely_out_of_place(cell: Cell, before: Before) -> tuple[Fault, ...]:
    """The faults of any cube at all there, whether or not those still stand of which nothing is known any more."""
    known = [other for other, memory in before.others.items() if memory != CubeMemory()]
    rules = {fault.rule for fault in places_broken(cell, known, before.options)}
    return tuple(fault for fault in places_broken(cell, before.others, before.options) if fault.rule in rules)


def places_broken(cell: Cell, others: Iterable[Cell], options: Options) -> tuple[Fault, ...]:
    """The faults of any cube at all there, with these cells filled: rules 3, 4 and 7."""
    tower = Tower.from_cubes(dict.fromkeys(others, Cube(None)))
    faults = placement_faults(tower, Placement(cell, 0, frozenset()), FULL_HAND, options)
    return tuple(fault for fault in faults if fault.rule in ABOUT_PLACES)


def _outer_bulges(cell: Cell, bulges: frozenset[Face]) -> int:
    """How often rule 5 is broken."""
    return sum(is_outer(cell, face) for face in bulges) if in_footprint(cell) else 0


def _type_of(cube: Cube) -> int:
    assert cube.type is not None
    return cube.type
