"""The referee's word on a tower without its history, hidden faces and all.

Joins the faults that show directly (`legality`) with what follows from all arrangements (`arrangements`). Called by
the game and by the program, for positions and for what was read.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rules.cubes import Cell, Face, from_the_ground
from rules.game import Verdict

from .arrangements import BOX, count_arrangements, first_impossible, possible_candidates
from .facts import Fact, in_words, known_facts
from .hands import Hands
from .legality import Fault, seen_faults
from .pieces import DEFAULT_OPTIONS, Candidate, Candidates, Options
from .proof import Choices, choices_of, facts_seen, forbids, smallest, why_none_fits
from .sweep import CellFace
from .tower import Cube, Tower, cells_name, is_outer


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
    reasons : tuple of str
        Why the verdict is what it is, a sentence each.
    options : Options
        Under which it was judged.
    """

    verdict: Verdict
    faults: tuple[Fault, ...]
    arrangements: int
    witness: Tower | None
    certain: Tower
    reasons: tuple[str, ...]
    options: Options

    @property
    def proof(self) -> str:
        """The reasons, one after the other."""
        return " ".join(self.reasons)


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
    choices = choices_of(known_facts(tower, tower), options)
    found = None if faults else possible_candidates(choices)
    if found is None:
        faults = (*_with_facts(faults, tower, options), *_deduced_faults(tower, choices, faults, options))
        return Judgement("illegal", faults, 0, None, tower, tuple(fault.message for fault in faults), options)
    possible, chosen = found
    arrangements = count_arrangements(choices)
    witness = Tower.from_cubes({cell: Cube(type, bulges) for cell, (type, bulges, _) in chosen.items()})
    certain = _in_common(possible)
    open_questions = _open_questions(tower, certain, all_in_view)
    verdict: Verdict = "undetermined" if open_questions else "legal"
    agreeing = f"{arrangements} legal arrangement{'s agree' if arrangements != 1 else ' agrees'} with what is known."
    return Judgement(verdict, (), arrangements, witness, certain, (*open_questions, agreeing), options)


def certain_by_hands(tower: Tower, hands: Hands, options: Options = DEFAULT_OPTIONS) -> Tower | None:
    """The tower with each type and face filled in that is the same in all legal arrangements that leave the players
    these hands; None if no arrangement does, or the hands hold more than the box.

    Examples
    --------
    >>> from .notation import parse_tower
    >>> certain_by_hands(parse_tower("?E,?,-,-"), ((3, 2, 1, 3, 2), (2, 3, 1, 3, 2)))
    parse_tower('1E,0,-,-')
    """
    standing = [most - first - second for most, first, second in zip(BOX, *hands, strict=True)]
    if min(standing) < 0:
        return None
    found = possible_candidates(choices_of(known_facts(tower, tower), options), standing)
    return None if found is None else _in_common(found[0])


def _in_common(possible: Candidates) -> Tower:
    """The tower as far as all that its cubes can be agrees."""
    return Tower.from_cubes({cell: _common(cubes) for cell, cubes in possible.items()})


def _common(candidates: Sequence[Candidate]) -> Cube:
    """What holds for all of these candidates."""
    types = {type for type, _, _ in candidates}
    bulges = frozenset.intersection(*(bulges for _, bulges, _ in candidates))
    hollows = frozenset(Face).difference(*(bulges for _, bulges, _ in candidates))
    return Cube(types.pop() if len(types) == 1 else None, bulges, hollows)


def _open_questions(tower: Tower, certain: Tower, all_in_view: bool) -> list[str]:
    unseen = [cell for cell, cube in tower.items() if cube.type is None]
    unknown = [cell for cell in unseen if certain[cell].type is None]
    following = [cell for cell in unseen if certain[cell].type is not None]
    questions = []
    if unknown:
        questions.append(f"{_types_are(unknown)} not known.")
    if following:
        questions.append(f"{_types_are(following)} not known, but certain if the tower is legal.")
    if not all_in_view:
        questions.append("Part of the tower was out of view.")
    return questions


def _types_are(cells: Sequence[Cell]) -> str:
    return f"The type of {cells_name(cells)} is" if len(cells) == 1 else f"The types of {cells_name(cells)} are"


def _with_facts(seen: Sequence[Fault], tower: Tower, options: Options) -> list[Fault]:
    """The faults that show directly, each with what it rests on."""
    return [replace(f, facts=facts_seen(f.rule, f.cell, f.faces, tower, options)) for f in seen]


def _deduced_faults(tower: Tower, choices: Choices, seen: Sequence[Fault], options: Options) -> tuple[Fault, ...]:
    """What follows beyond the faults seen: small groups of cubes that allow no arrangement, none in two groups.

    A face that is already at fault is not held again, so that each fault is found for itself. What the box holds is an
    argument only where nothing else is wrong: after a fault it cannot be told which cubes are still to come.
    """
    waived = frozenset((fault.cell, face) for fault in seen if fault.rule in (5, 6) for face in fault.faces)
    unlimited = [len(tower)] * len(BOX)
    remaining: Choices = {cell: sets for cell, sets in choices.items() if sets}
    faults = []
    while first := _impossible(remaining, unlimited, waived):
        facts = smallest(known_facts(tower, first), options, unlimited, waived)
        if not waived:
            facts = smallest(facts, options, BOX)
        faults.append(_fault(facts, tower, options, waived))
        cells = {fact.cell for fact in facts}
        remaining = {cell: sets for cell, sets in remaining.items() if cell not in cells}
    if not faults and not seen:
        facts = smallest(known_facts(tower, _impossible(remaining, BOX, waived)), options, BOX)
        faults.append(_fault(facts, tower, options, waived))
    return tuple(faults)


def _impossible(choices: Candidates, limits: Sequence[int], waived: frozenset[CellFace]) -> list[Cell]:
    """The first cells from the ground up that allow no arrangement together; empty if all allow one."""
    number = first_impossible(choices, limits, waived)
    return [] if number is None else sorted(choices, key=from_the_ground)[:number]


def _fault(facts: Sequence[Fact], tower: Tower, options: Options, waived: frozenset[CellFace]) -> Fault:
    """The fault that facts prove which allow no arrangement: of turning (5 or 6), or of what the box holds (1)."""
    cells = sorted({fact.cell for fact in facts}, key=from_the_ground)
    last = cells[-1]
    if not forbids(facts, options, [len(cells)] * len(BOX), waived):
        message = f"One box does not hold what would fit for {in_words(facts)}, however they are turned."
        return Fault(1, last, (), "deduced", message, tuple(facts))
    if len(cells) == 1:
        outer = tuple(face for face in Face if is_outer(last, face) and face not in tower[last].hollows)
        where = ("one of the faces " if len(outer) > 1 else "face ") + " ".join(face.name for face in outer)
        message = f"However it is turned, {in_words(facts)} shows a bulge on the outside, at {where}."
        return Fault(5, last, outer, "deduced", message, tuple(facts))
    touching = tuple(face for face in Face if face.beside(last) in cells)
    message = f"No legal arrangement has {in_words(facts)}: {why_none_fits(facts, options, waived)}"
    return Fault(6, last, touching, "deduced", message, tuple(facts))
