"""How the cubes of a tower can be turned: counted, listed face by face, or chosen by weight, without listing them.

Dynamic programming over the cells from the ground up. All that a later cube must know of the earlier ones is the
frontier: the marks of at most four tops and two sides that still wait for their neighbour. One sweep serves every
question; what is carried along per frontier is an algebra: counts, possible stocks, or best weights. Called by
`judge` and, through `best_legal`, by vision.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple, Protocol, TypeVar

from .legality import structural_faults
from .pieces import DEFAULT_OPTIONS, TYPES, Cell, Face, Options, bulge_sets, from_the_ground
from .tower import COLUMNS, LEVELS, Cube, Tower, in_footprint, is_outer

BOX = tuple(kind.in_box for kind in TYPES)
"""Cubes of each type in the box."""

Candidate = tuple[int, frozenset[Face], float]
"""A type, the faces of its bulges, and a weight such as a log-likelihood."""
Candidates = Mapping[Cell, Sequence[Candidate]]
"""What each cube may be. Cells lie in the tower's 24; a cell that is missing is empty and binds no neighbour."""
CellFace = tuple[Cell, Face]

ValueT = TypeVar("ValueT")

_COUNT_BITS = 64
"""Bits for one count: a cube has at most 8, 4, 4, 2 arrangements in the cells of a level, in all 2**48."""


def count_arrangements(
    candidates: Candidates, limits: Sequence[int] = BOX, waived: frozenset[CellFace] = frozenset()
) -> int:
    """The number of ways to choose one candidate for every cube so that rules 1, 5 and 6 hold.

    Parameters
    ----------
    candidates : mapping of Cell to sequence of Candidate
        What each cube may be; weights are not looked at.
    limits : sequence of 5 int
        Most cubes of each type.
    waived : frozenset of (Cell, Face)
        Faces on which rules 5 and 6 are not held; the neighbour's face is waived with it.
    """
    sites = _sites(candidates, waived)
    stock = _Stock.of(candidates, limits)
    numbers = _sweep(sites, _Count(stock))[-1].get(0, 0)
    packed = numbers & stock.final_mask(_COUNT_BITS)
    block = (1 << _COUNT_BITS) - 1
    total = 0
    while packed:
        total += packed & block
        packed >>= _COUNT_BITS
    return total


def counts_by_weight(
    candidates: Candidates, most: int, limits: Sequence[int] = BOX, waived: frozenset[CellFace] = frozenset()
) -> tuple[int, ...] | None:
    """How many arrangements have each sum of weights; with weights that tell what shows, how many look alike.

    Parameters
    ----------
    candidates : mapping of Cell to sequence of Candidate
    most : int
        With more sums than this on the way, for one frontier, the counting is given up: it would take too long.
    limits, waived
        As in `count_arrangements`.

    Returns
    -------
    tuple of int or None
        A count for each sum, in no order; None if given up.
    """
    sites = _sites(candidates, waived)
    stock = _Stock.of(candidates, limits)
    try:
        ends = _sweep(sites, _CountByWeight(stock, most))[-1].get(0, {})
    except _TooMany:
        return None
    allowed = stock.final_mask(1)
    counts: dict[float, int] = {}
    for (slot, weight), count in ends.items():
        if allowed >> slot & 1:
            counts[weight] = counts.get(weight, 0) + count
    return tuple(counts.values())


def possible_candidates(
    candidates: Candidates, limits: Sequence[int] = BOX, waived: frozenset[CellFace] = frozenset()
) -> tuple[dict[Cell, tuple[Candidate, ...]], dict[Cell, Candidate]] | None:
    """Which candidates occur in some arrangement, and one whole arrangement; None if there is no arrangement.

    Parameters are those of `count_arrangements`.
    """
    sites = _sites(candidates, waived)
    stock = _Stock.of(candidates, limits)
    forward = _sweep(sites, _Reach(stock))
    backward = _completions(sites, forward, stock)
    if not forward[0].get(0, 0) & backward[0].get(0, 0):
        return None
    possible = {}
    witness = {}
    path = (0, 1)
    for number, site in enumerate(sites):
        found = {}
        for frontier, stocks in forward[number].items():
            for step in site.steps(frontier):
                if stock.add(stocks, step.type) & backward[number + 1].get(site.after(frontier, step), 0):
                    found[step] = step.candidate
        possible[site.cell] = tuple(found.values())
        for step in site.steps(path[0]):
            used = stock.add(path[1], step.type)
            if used & backward[number + 1].get(site.after(path[0], step), 0):
                witness[site.cell] = step.candidate
                path = (site.after(path[0], step), used)
                break
    return possible, witness


def first_impossible(candidates: Candidates, limits: Sequence[int], waived: frozenset[CellFace]) -> int | None:
    """How many cells from the ground up already allow no arrangement; None if all cells together allow one."""
    sites = _sites(candidates, waived)
    stock = _Stock.of(candidates, limits)
    reached = _sweep(sites, _Reach(stock))
    for number, frontiers in enumerate(reached):
        if not frontiers:
            return number
    return None if reached[-1].get(0, 0) & stock.final_mask(1) else len(sites)


def best_legal(candidates: Candidates, options: Options = DEFAULT_OPTIONS) -> tuple[float, Tower] | None:
    """The legal tower whose cubes have the greatest sum of weights.

    Parameters
    ----------
    candidates : mapping of Cell to sequence of (int, frozenset of Face, float)
        For every cube its possible types and bulges with a weight, such as a log-likelihood; in any order.
    options : Options
        Candidates that do not exist under these options are left out.

    Returns
    -------
    (float, Tower) or None
        The sum and the tower; None if no choice of candidates is legal by rules 1 and 3 to 7.

    Notes
    -----
    Rule 1 is held lazily: only types of which the best tower so far takes too many are counted in the next sweep.
    Each sweep is exact for what it counts, so the first tower within the box is the best.

    Examples
    --------
    >>> grey, white = (0, frozenset(), -1.0), (1, frozenset({Face.E}), -0.1)
    >>> best_legal({(0, 0, 0): [grey, white], (1, 0, 0): [grey]})
    (-1.1, parse_tower('1E,0,-,-'))
    """
    if structural_faults(Tower.from_cubes({cell: Cube(None) for cell in candidates})):
        return None
    existing = {
        cell: [candidate for candidate in choices if candidate[1] in bulge_sets(candidate[0], options)]
        for cell, choices in candidates.items()
    }
    sites = _sites(existing, frozenset())
    exceeded: set[int] = set()
    while True:
        stock = _Stock.of(existing, BOX, only=frozenset(exceeded))
        best = _sweep(sites, _Best(stock))[-1].get(0, {})
        allowed = stock.final_mask(1)
        ends = [end for slot, end in best.items() if allowed >> slot & 1]
        if not ends:
            return None
        weight, chain = max(ends, key=lambda end: end[0])
        chosen = _unchain(chain)
        types = [candidate[0] for candidate in chosen]
        too_many = {number for number, most in enumerate(BOX) if types.count(number) > most}
        if not too_many:
            cubes = (Cube(type, bulges) for type, bulges, _ in chosen)
            return weight, Tower.from_cubes(dict(zip((site.cell for site in sites), cubes, strict=True)))
        exceeded |= too_many


class _Step(NamedTuple):
    """One way to fill a cell: the cube's type, the bulges it adds to the frontier, and the candidate behind it."""

    type: int
    added: int
    candidate: Candidate


@dataclass(frozen=True, slots=True)
class _Site:
    """A cell with its ways to be filled, sorted by the frontier bits that they answer to."""

    cell: Cell
    consumed: int
    by_need: Mapping[int, tuple[_Step, ...]]

    def steps(self, frontier: int) -> tuple[_Step, ...]:
        """The ways that fit to the marks waiting in this frontier."""
        return self.by_need.get(frontier & self.consumed, ())

    def after(self, frontier: int, step: _Step) -> int:
        """The frontier once the cell is filled so."""
        return frontier & ~self.consumed | step.added


def _sites(candidates: Candidates, waived: frozenset[CellFace]) -> list[_Site]:
    """The cells from the ground up with their candidates, bound to each other where both are there."""
    cells = sorted(candidates, key=from_the_ground)
    for cell in cells:
        if not in_footprint(cell) or not 0 <= cell[2] < LEVELS:
            raise ValueError(f"cell {cell} is not one of the tower's 24")
    waived |= {(face.beside(cell), face.opposite) for cell, face in waived}
    return [_site(cell, candidates, waived) for cell in cells]


def _site(cell: Cell, candidates: Candidates, waived: frozenset[CellFace]) -> _Site:
    held = [face for face in Face if (cell, face) not in waived]
    outer = frozenset(face for face in held if is_outer(cell, face))
    joined = [face for face in held if face.beside(cell) in candidates]
    incoming = {face: _joint_bit(face.beside(cell), face.opposite) for face in joined if face in _EARLIER}
    outgoing = {face: _joint_bit(cell, face) for face in joined if face not in _EARLIER}
    by_need: dict[int, list[_Step]] = {}
    for candidate in candidates[cell]:
        type, bulges, _ = candidate
        if not bulges & outer:
            # Where this cube is hollow, a bulge must wait in the frontier, and the reverse.
            need = sum(bit for face, bit in incoming.items() if face not in bulges)
            added = sum(bit for face, bit in outgoing.items() if face in bulges)
            by_need.setdefault(need, []).append(_Step(type, added, candidate))
    return _Site(cell, sum(incoming.values()), {need: tuple(steps) for need, steps in by_need.items()})


_EARLIER = frozenset({Face.W, Face.S, Face.D})
"""Faces that look to a cell filled before this one."""


def _joint_bit(cell: Cell, face: Face) -> int:
    """The frontier bit for the mark that a cube shows to a later one: a top, East or North face."""
    column = list(COLUMNS).index(cell[:2])
    return 1 << (column + {Face.U: 0, Face.E: 4, Face.N: 8}[face])


@dataclass(frozen=True, slots=True)
class _Stock:
    """Which types must be counted to keep rule 1, and how a count of them is packed into one number, the slot.

    A type that cannot exceed its limit is not counted; if all five could, type 0 follows from the number of cubes.
    A set of slots is an int with one bit for each, a count for every slot an int with `_COUNT_BITS` for each.
    """

    cubes: int
    limits: tuple[int, ...]
    counted: tuple[int, ...]

    @classmethod
    def of(cls, candidates: Candidates, limits: Sequence[int], only: frozenset[int] | None = None) -> "_Stock":
        """The stock for these candidates; `only` restricts which types are counted at all."""
        could_be = [
            sum(any(choice[0] == type for choice in choices) for choices in candidates.values()) for type in range(5)
        ]
        counted = tuple(type for type in range(5) if could_be[type] > limits[type] and (only is None or type in only))
        return cls(len(candidates), tuple(limits), counted)

    def add(self, slots: int, type: int, bits: int = 1) -> int:
        """The slots after one more cube of this type; those already at the limit drop out."""
        shift, room = _packing(self)[0][type], _room(self, bits)[type]
        return (slots & room) << (shift * bits)

    def remove(self, slots: int, type: int) -> int:
        """The slots from which one more cube of this type leads into these."""
        return (slots >> _packing(self)[0][type]) & _room(self, 1)[type]

    def final_mask(self, bits: int) -> int:
        """The slots that a finished count may have."""
        return _final(self, bits)


@cache
def _packing(stock: _Stock) -> tuple[tuple[int, ...], int]:
    """For each type the step from a slot to the next count of it (0 if not counted), and the number of slots."""
    shifts, slots = [0] * 5, 1
    for type in _packed(stock):
        shifts[type] = slots
        slots *= stock.limits[type] + 1
    return tuple(shifts), slots


def _packed(stock: _Stock) -> tuple[int, ...]:
    return stock.counted[1:] if len(stock.counted) == 5 else stock.counted


def _digits(stock: _Stock, slot: int) -> dict[int, int]:
    """The count of each packed type in a slot."""
    digits = {}
    for type in _packed(stock):
        slot, digits[type] = divmod(slot, stock.limits[type] + 1)
    return digits


@cache
def _room(stock: _Stock, bits: int) -> tuple[int, ...]:
    """For each type the mask of slots that can take one more of it; all ones for a type that is not counted."""
    slots = _packing(stock)[1]
    block = (1 << bits) - 1
    room = [-1] * 5
    for type in _packed(stock):
        free = (slot for slot in range(slots) if _digits(stock, slot)[type] < stock.limits[type])
        room[type] = sum(block << (slot * bits) for slot in free)
    return tuple(room)


@cache
def _final(stock: _Stock, bits: int) -> int:
    slots = _packing(stock)[1]
    block = (1 << bits) - 1
    implied = len(stock.counted) == 5
    fits = (
        slot
        for slot in range(slots)
        if not implied or 0 <= stock.cubes - sum(_digits(stock, slot).values()) <= stock.limits[0]
    )
    return sum(block << (slot * bits) for slot in fits)


class _Algebra(Protocol[ValueT]):
    """What a sweep carries along for every frontier."""

    start: ValueT

    def extend(self, value: ValueT, step: _Step) -> ValueT:
        """The value after one more cube; a falsy value is dropped."""

    def join(self, one: ValueT, other: ValueT) -> ValueT:
        """The value of a frontier that is reached in two ways."""


class _Count:
    """How many arrangements lead to each stock: an int of packed counts."""

    def __init__(self, stock: _Stock) -> None:
        self.start = 1
        self._shift = tuple(shift * _COUNT_BITS for shift in _packing(stock)[0])
        self._room = _room(stock, _COUNT_BITS)

    def extend(self, value: int, step: _Step) -> int:
        return (value & self._room[step.type]) << self._shift[step.type]

    def join(self, one: int, other: int) -> int:
        return one + other


class _TooMany(Exception):
    """More sums of weights than were allowed."""


_Sums = dict[tuple[int, float], int]


class _CountByWeight:
    """How many arrangements lead to each stock and sum of weights."""

    def __init__(self, stock: _Stock, most: int) -> None:
        self.start: _Sums = {(0, 0): 1}
        self._shift = _packing(stock)[0]
        self._room = _room(stock, 1)
        self._most = most

    def extend(self, value: _Sums, step: _Step) -> _Sums:
        shift, room, weight = self._shift[step.type], self._room[step.type], step.candidate[2]
        return {(slot + shift, sum_ + weight): count for (slot, sum_), count in value.items() if room >> slot & 1}

    def join(self, one: _Sums, other: _Sums) -> _Sums:
        joined = dict(one)
        for end, count in other.items():
            joined[end] = joined.get(end, 0) + count
        if len(joined) > self._most:
            raise _TooMany
        return joined


class _Reach:
    """Which stocks can be reached: an int with one bit for each slot."""

    def __init__(self, stock: _Stock) -> None:
        self.start = 1
        self._shift = _packing(stock)[0]
        self._room = _room(stock, 1)

    def extend(self, value: int, step: _Step) -> int:
        return (value & self._room[step.type]) << self._shift[step.type]

    def join(self, one: int, other: int) -> int:
        return one | other


_Chain = tuple["_Chain", Candidate] | None
_Ends = dict[int, tuple[float, _Chain]]


class _Best:
    """The greatest weight for each stock, with the candidates that reach it as a linked list."""

    def __init__(self, stock: _Stock) -> None:
        self.start: _Ends = {0: (0.0, None)}
        self._shift = _packing(stock)[0]
        self._room = _room(stock, 1)

    def extend(self, value: _Ends, step: _Step) -> _Ends:
        shift, room, weight = self._shift[step.type], self._room[step.type], step.candidate[2]
        return {
            slot + shift: (sum_ + weight, (chain, step.candidate))
            for slot, (sum_, chain) in value.items()
            if room >> slot & 1
        }

    def join(self, one: _Ends, other: _Ends) -> _Ends:
        joined = dict(one)
        for slot, end in other.items():
            if slot not in joined or joined[slot][0] < end[0]:
                joined[slot] = end
        return joined


def _sweep(sites: Sequence[_Site], algebra: _Algebra[ValueT]) -> list[dict[int, ValueT]]:
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


def _completions(sites: Sequence[_Site], forward: Sequence[Mapping[int, int]], stock: _Stock) -> list[dict[int, int]]:
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


def _unchain(chain: _Chain) -> list[Candidate]:
    found = []
    while chain is not None:
        chain, candidate = chain
        found.append(candidate)
    return found[::-1]
