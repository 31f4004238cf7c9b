"""Why a tower cannot be legal: the facts that alone forbid every arrangement, none superfluous.

Called by `judge`.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from rules.cubes import Cell, Face

from .arrangements import BOX, first_impossible
from .facts import CUBE, NO_CUBE, Fact, Said, known_facts
from .pieces import DEFAULT_OPTIONS, TYPES, Candidate, Mark, Options, every_candidate
from .sweep import CellFace
from .tower import COLUMNS, LEVELS, Tower, cell_name, in_footprint, is_outer

Choices = dict[Cell, tuple[Candidate, ...]]


def forbids(
    facts: Sequence[Fact],
    options: Options = DEFAULT_OPTIONS,
    limits: Sequence[int] = BOX,
    waived: frozenset[CellFace] = frozenset(),
) -> bool:
    """Whether no arrangement of the cubes that these facts name obeys rules 1, 5 and 6.

    Parameters
    ----------
    facts : sequence of Fact
        A cube of which a fact is given stands there; of cells that are not named nothing is known, and they bind no
        neighbour.
    options : Options
    limits : sequence of 5 int
        Most cubes of each type.
    waived : frozenset of (Cell, Face)
        Faces on which rules 5 and 6 are not held.

    Examples
    --------
    >>> blue = [Fact((x, 0, 1), None, 4) for x in (0, 1)]
    >>> forbids(blue), forbids(blue[:1])
    (True, False)
    """
    choices = choices_of(facts, options)
    return not all(choices.values()) or first_impossible(choices, limits, waived) is not None


def choices_of(facts: Sequence[Fact], options: Options) -> Choices:
    """What each cube named by the facts can be, as far as it stands in one of the 24 cells."""
    known: dict[Cell, set[tuple[Face | None, Said]]] = {}
    for fact in facts:
        if in_footprint(fact.cell) and 0 <= fact.cell[2] < LEVELS and fact.said != NO_CUBE:
            known.setdefault(fact.cell, set()).add((fact.face, fact.said))
    return {cell: _agreeing(frozenset(some), options) for cell, some in known.items()}


@lru_cache(maxsize=10_000)
def _agreeing(known: frozenset[tuple[Face | None, Said]], options: Options) -> tuple[Candidate, ...]:
    """All that a cube can be of which this is known."""
    facts = [Fact((0, 0, 0), face, said) for face, said in known]
    every = every_candidate(options)
    return tuple(choice for choice in every if all(fact.agrees(choice[0], choice[1]) for fact in facts))


def smallest(
    facts: Sequence[Fact],
    options: Options,
    limits: Sequence[int],
    waived: frozenset[CellFace] = frozenset(),
) -> tuple[Fact, ...]:
    """Facts among these that still forbid every arrangement, of which none can be left out.

    Whole cubes are left out first, level by level and one by one, then marks, then colours. That a cube stands there is
    only said of one of which nothing else is needed.

    Parameters
    ----------
    facts : sequence of Fact
        That forbid every arrangement.
    options, limits, waived
        As in `forbids`.
    """
    # Of whatever is known that it stands there, as much stays when the rest is left out.
    standing = (Fact(fact.cell, None, CUBE) for fact in facts if fact.said != NO_CUBE)
    everything = tuple(dict.fromkeys((*facts, *standing)))
    kept = list(everything)

    def leave_out(some: Iterable[Fact]) -> None:
        nonlocal kept
        left = set(some)
        rest = [fact for fact in kept if fact not in left]
        if len(rest) < len(kept) and forbids(rest, options, limits, waived):
            kept = rest

    for level in sorted({fact.cell[2] for fact in everything}):
        leave_out(fact for fact in everything if fact.cell[2] == level)
    for cell in dict.fromkeys(fact.cell for fact in kept):
        leave_out(fact for fact in everything if fact.cell == cell)
    leave_out(fact for fact in everything if fact.face is not None)
    for cell in dict.fromkeys(fact.cell for fact in kept):
        leave_out(fact for fact in everything if fact.cell == cell and fact.face is not None)
    for fact in [f for f in kept if f.face is not None] + [f for f in kept if isinstance(f.said, int)]:
        leave_out([fact])
    told = {fact.cell for fact in kept if fact.said != CUBE}
    return tuple(fact for fact in kept if fact.said != CUBE or fact.cell not in told)


def why_none_fits(facts: Sequence[Fact], options: Options, waived: frozenset[CellFace]) -> str:
    """A sentence that says why the cubes of facts that forbid every arrangement cannot be turned so as to fit.

    By counting where that is enough: each joint between two cubes takes one bulge and one hollow.
    """
    choices = choices_of(facts, options)
    fitting = {cell: [c for c in some if not _shows_bulge(cell, c, waived)] for cell, some in choices.items()}
    for cell, some in fitting.items():
        if not some:
            return f"however it is turned, the one in {cell_name(cell)} shows a bulge on the outside."
    inner = {cell: [face for face in Face if face.beside(cell) in choices] for cell in choices}
    joints = sum(map(len, inner.values())) // 2
    counts = {cell: [sum(face in c[1] for face in inner[cell]) for c in some] for cell, some in fitting.items()}
    fewest, most = (sum(pick(some) for some in counts.values()) for pick in (min, max))
    between = f"{'a joint lies' if joints == 1 else f'{joints} joints lie'} between them, each for one bulge"
    if not waived and most < joints:
        return f"{between}, but they can turn {'no bulge' if not most else f'at most {most}'} to each other."
    if not waived and fewest > joints:
        return f"{between}, but they must turn at least {fewest} to each other."
    ways = math.prod(map(len, fitting.values()))
    end = "two equal marks meet" if joints else "a bulge shows on the outside"
    return f"in each of the {ways:,} ways to turn them {end}." if ways > 1 else f"as they must lie, {end}."


def _shows_bulge(cell: Cell, candidate: Candidate, waived: frozenset[CellFace]) -> bool:
    return any(is_outer(cell, face) and (cell, face) not in waived for face in candidate[1])


def facts_seen(rule: int, cell: Cell, faces: Sequence[Face], tower: Tower, options: Options) -> tuple[Fact, ...]:
    """The facts that a fault which shows directly rests on.

    Parameters
    ----------
    rule, cell, faces
        Those of the fault.
    tower : Tower
        What is known.
    options : Options
    """
    return tuple(_facts_seen(rule, cell, faces, tower, options))


def _fits_none(own: Sequence[Fact], options: Options) -> bool:
    """Whether no cube of the box is like what is known of one, wherever it stands."""
    return not _agreeing(frozenset((fact.face, fact.said) for fact in own), options)


def _smallest_of_one(own: Sequence[Fact], options: Options) -> tuple[Fact, ...]:
    """Facts among these about one cube that still fit none, of which none can be left out; hollows are first."""
    kept = list(own)
    for fact in sorted(own, key=lambda fact: (fact.face is None, fact.said is Mark.BULGE)):
        rest = [other for other in kept if other != fact]
        if _fits_none(rest, options):
            kept = rest
    return tuple(kept)


def _facts_seen(rule: int, cell: Cell, faces: Sequence[Face], tower: Tower, options: Options) -> Iterator[Fact]:
    if rule == 1:
        own = known_facts(tower, [cell])
        if _fits_none(own, options):
            yield from _smallest_of_one(own, options)
        else:
            number = tower[cell].type
            assert number is not None
            same = [other for other, cube in tower.items() if cube.type == number]
            yield from (Fact(other, None, number) for other in same[: TYPES[number].in_box + 1])
    elif rule == 2:
        yield from (Fact(other, None, 4) for other in tower if other[2] == 0)
        yield from (Fact((x, y, 0), None, NO_CUBE) for x, y in COLUMNS if (x, y, 0) not in tower)
    elif rule in (5, 6):
        face = faces[0]
        ends = [(cell, face)] if rule == 5 else [(cell, face), (face.beside(cell), face.opposite)]
        for place, side in ends:
            mark = tower[place].mark(side)
            assert mark is not None
            yield Fact(place, side, mark)
    else:
        yield Fact(cell, None, CUBE)
        if rule == 4:
            # The fault names what the level just below lacks, if anything.
            levels = (cell[2] - 1, *range(cell[2]))
            below = next((x, y, z) for z in levels for x, y in COLUMNS if (x, y, z) not in tower)
            yield Fact(below, None, NO_CUBE)
        elif rule == 7:
            ground = [(x, y, 0) for x, y in COLUMNS if (x, y, 0) != cell]
            yield from (Fact(other, None, CUBE if other in tower else NO_CUBE) for other in ground)
