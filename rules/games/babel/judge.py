"""The referee's word on a tower without its history, hidden faces and all.

Joins the faults that show directly (`legality`) with what follows from all arrangements (`arrangements`). Called by
the command line and by vision for its verdicts.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from .arrangements import (
    BOX,
    Candidate,
    Candidates,
    CellFace,
    count_arrangements,
    first_impossible,
    possible_candidates,
)
from .legality import Fault, seen_faults
from .pieces import DEFAULT_OPTIONS, TYPES, Cell, Face, Options, bulge_sets
from .tower import COLUMNS, LEVELS, Cube, Tower, cell_name, in_footprint, is_outer

Verdict = Literal["legal", "illegal", "undetermined"]
_Choices = dict[Cell, list[Candidate]]


@dataclass(frozen=True, slots=True)
class Judgement:
    """What can be said of a tower.

    Attributes
    ----------
    verdict : {"legal", "illegal", "undetermined"}
        Illegal: a fault is seen, or no arrangement of what is unknown is legal. Undetermined: neither, but the type
        of a cube is unknown or part of the tower was out of view. Legal: all types are known and some arrangement of
        the unknown faces is legal, so nothing that is known speaks against the tower.
    faults : tuple of Fault
        Seen ones first, then deduced ones.
    arrangements : int
        How many legal arrangements agree with what is known; 0 if illegal.
    witness : Tower or None
        One of them, all faces known.
    certain : Tower
        The tower with each type and face filled in that is the same in all of them.
    proof : str
        Why the verdict is what it is, in sentences.
    """

    verdict: Verdict
    faults: tuple[Fault, ...]
    arrangements: int
    witness: Tower | None
    certain: Tower
    proof: str


def judge(tower: Tower, options: Options = DEFAULT_OPTIONS, all_in_view: bool = True) -> Judgement:
    """Judge a tower of which types and faces may be unknown.

    Parameters
    ----------
    tower : Tower
        What is known.
    options : Options
        Which cubes exist.
    all_in_view : bool
        False if cubes may stand where the tower has none, for they were out of the picture.

    Examples
    --------
    >>> from .notation import parse_tower
    >>> judge(parse_tower("1?,0,-,-")).certain
    parse_tower('1E,0,-,-')
    >>> judge(parse_tower("3?,-,-,-/0,-,-,-")).faults[0].message
    'Level 2 is begun (a1) although level 1 lacks b1 a2 b2.'
    """
    faults = seen_faults(tower, options, all_in_view)
    choices = _choices(tower, options)
    found = None if faults else possible_candidates(choices)
    if found is None:
        faults += _deduced_faults(tower, choices, faults)
        return Judgement("illegal", faults, 0, None, tower, " ".join(fault.message for fault in faults))
    possible, chosen = found
    arrangements = count_arrangements(choices)
    witness = Tower.from_cubes({cell: Cube(type, bulges) for cell, (type, bulges, _) in chosen.items()})
    certain = Tower.from_cubes({cell: _common(cubes) for cell, cubes in possible.items()})
    open_questions = _open_questions(tower, all_in_view)
    verdict: Verdict = "undetermined" if open_questions else "legal"
    agreeing = f"{arrangements} legal arrangement{'s agree' if arrangements != 1 else ' agrees'} with what is known."
    return Judgement(verdict, (), arrangements, witness, certain, " ".join([*open_questions, agreeing]))


def _choices(tower: Tower, options: Options) -> _Choices:
    """For every cube in one of the 24 cells the types and bulges that agree with what is known of it."""
    choices = {}
    for cell, cube in tower.items():
        if in_footprint(cell) and cell[2] < LEVELS:
            types = range(len(TYPES)) if cube.type is None else (cube.type,)
            sets = ((type, bulges) for type in types for bulges in bulge_sets(type, options))
            choices[cell] = [(type, bulges, 0.0) for type, bulges in sets if cube.could_be(bulges)]
    return choices


def _common(candidates: Sequence[Candidate]) -> Cube:
    """What holds for all of these candidates."""
    types = {type for type, _, _ in candidates}
    bulges = frozenset.intersection(*(bulges for _, bulges, _ in candidates))
    hollows = frozenset(Face).difference(*(bulges for _, bulges, _ in candidates))
    return Cube(types.pop() if len(types) == 1 else None, bulges, hollows)


def _open_questions(tower: Tower, all_in_view: bool) -> list[str]:
    unknown = [cell_name(cell) for cell, cube in tower.items() if cube.type is None]
    questions = []
    if unknown:
        questions.append(f"The type of {', '.join(unknown)} is not known.")
    if not all_in_view:
        questions.append("Part of the tower was out of view.")
    return questions


def _deduced_faults(tower: Tower, choices: _Choices, seen: Sequence[Fault]) -> tuple[Fault, ...]:
    """What follows beyond the faults seen: small groups of cubes that allow no arrangement, none in two groups.

    A face that is already at fault is not held again, so that each fault is found for itself. What the box holds is an
    argument only where nothing else is wrong: after a fault it cannot be told which cubes are still to come.
    """
    waived = frozenset((fault.cell, face) for fault in seen if fault.rule in (5, 6) for face in fault.faces)
    unlimited = [len(tower)] * len(BOX)
    remaining: _Choices = {cell: sets for cell, sets in choices.items() if sets}
    faults = []
    while group := _impossible_group(remaining, unlimited, waived):
        faults.append(_turning_fault(group, tower))
        remaining = {cell: sets for cell, sets in remaining.items() if cell not in group}
    if not faults and not seen:
        faults.append(_box_fault(_impossible_group(remaining, BOX, waived)))
    return tuple(faults)


def _impossible_group(choices: Candidates, limits: Sequence[int], waived: frozenset[CellFace]) -> list[Cell]:
    """Cubes that allow no arrangement together, from the ground up, none superfluous; empty if all allow one."""
    number = first_impossible(choices, limits, waived)
    if number is None:
        return []
    group = sorted(choices, key=lambda cell: (cell[2], cell[1], cell[0]))[:number]
    levels = sorted({cell[2] for cell in group})
    for part in [*([cell for cell in group if cell[2] == z] for z in levels), *([cell] for cell in group)]:
        rest = [cell for cell in group if cell not in part]
        if rest and len(rest) < len(group) and first_impossible(_only(choices, rest), limits, waived) is not None:
            group = rest
    return group


def _only(choices: Candidates, cells: Sequence[Cell]) -> Candidates:
    return {cell: choices[cell] for cell in cells}


def _turning_fault(group: Sequence[Cell], tower: Tower) -> Fault:
    """Rule 5 or 6, for cubes that cannot be turned so as to fit outside and each other."""
    last = group[-1]
    if len(group) == 1:
        outer = tuple(face for face in Face if is_outer(last, face) and face not in tower[last].hollows)
        letters = " ".join(face.name for face in outer)
        cube = f"{_described(tower[last])} in {cell_name(last)}"
        message = f"However it is turned, {cube} shows a bulge on the outside, at one of the faces {letters}."
        return Fault(5, last, outer, "deduced", message)
    touching = tuple(face for face in Face if face.beside(last) in group)
    message = f"However these cubes are turned, two equal marks meet or a bulge shows on the outside: {_listed(group)}."
    return Fault(6, last, touching, "deduced", message)


def _box_fault(group: Sequence[Cell]) -> Fault:
    """Rule 1, for cubes that could fit, but only with more cubes of a type than the box holds."""
    message = f"With the cubes of one box there is no legal way to fill in what is hidden of these: {_listed(group)}."
    return Fault(1, group[-1], (), "deduced", message)


def _listed(group: Sequence[Cell]) -> str:
    """The cells by level."""
    levels = sorted({cell[2] for cell in group})
    names = {z: " ".join(COLUMNS[cell[:2]] for cell in group if cell[2] == z) for z in levels}
    return "; ".join(f"{columns} on level {z + 1}" for z, columns in names.items())


def _described(cube: Cube) -> str:
    return "the cube" if cube.type is None else f"the {TYPES[cube.type].colour} cube (type {cube.type})"
