"""How the cubes of a tower can be turned: counted, listed face by face, or chosen by weight, without listing them.

Dynamic programming over the cells from the ground up: one sweep (`sweep`) serves every question; what is carried along
is an algebra (`algebras`): counts, possible stocks, or best weights. Called by `judge` and, through `best_legal`, by
the program's verdicts.
"""

from collections.abc import Sequence

from rules.cubes import Cell

from .algebras import Best, Count, CountByWeight, Reach, TooMany, unchain
from .legality import structural_faults
from .pieces import DEFAULT_OPTIONS, TYPES, Candidate, Candidates, Options, bulge_sets
from .stock import COUNT_BITS, Stock
from .sweep import CellFace, completions, sites_of, sweep
from .tower import Cube, Tower

BOX = tuple(kind.in_box for kind in TYPES)
"""Cubes of each type in the box."""


def count_arrangements(candidates: Candidates, limits: Sequence[int] = BOX) -> int:
    """The number of ways to choose one candidate for every cube so that rules 1, 5 and 6 hold.

    Parameters
    ----------
    candidates : mapping of Cell to sequence of Candidate
        What each cube may be; weights are not looked at.
    limits : sequence of 5 int
        Most cubes of each type.
    """
    sites = sites_of(candidates)
    stock = Stock.of(candidates, limits)
    numbers = sweep(sites, Count(stock))[-1].get(0, 0)
    packed = numbers & stock.final_mask(COUNT_BITS)
    block = (1 << COUNT_BITS) - 1
    total = 0
    while packed:
        total += packed & block
        packed >>= COUNT_BITS
    return total


def counts_by_weight(candidates: Candidates, most: int) -> tuple[int, ...] | None:
    """How many arrangements have each sum of weights; with weights that tell what shows, how many look alike.

    Parameters
    ----------
    candidates : mapping of Cell to sequence of Candidate
    most : int
        With more sums than this on the way, for one frontier, the counting is given up: it would take too long.

    Returns
    -------
    tuple of int or None
        A count for each sum, in no order; None if given up.
    """
    sites = sites_of(candidates)
    stock = Stock.of(candidates, BOX)
    try:
        ends = sweep(sites, CountByWeight(stock, most))[-1].get(0, {})
    except TooMany:
        return None
    allowed = stock.final_mask(1)
    counts: dict[float, int] = {}
    for (slot, weight), count in ends.items():
        if allowed >> slot & 1:
            counts[weight] = counts.get(weight, 0) + count
    return tuple(counts.values())


def possible_candidates(
    candidates: Candidates, limits: Sequence[int] = BOX
) -> tuple[dict[Cell, tuple[Candidate, ...]], dict[Cell, Candidate]] | None:
    """Which candidates occur in some arrangement with so many cubes of each type at most, and one whole arrangement;
    None if there is no arrangement."""
    sites = sites_of(candidates)
    stock = Stock.of(candidates, limits)
    forward = sweep(sites, Reach(stock))
    backward = completions(sites, forward, stock)
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
    sites = sites_of(candidates, waived)
    stock = Stock.of(candidates, limits)
    reached = sweep(sites, Reach(stock))
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
    >>> from .pieces import Face
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
    sites = sites_of(existing, frozenset())
    exceeded: set[int] = set()
    while True:
        stock = Stock.of(existing, BOX, only=frozenset(exceeded))
        best = sweep(sites, Best(stock))[-1].get(0, {})
        allowed = stock.final_mask(1)
        ends = [end for slot, end in best.items() if allowed >> slot & 1]
        if not ends:
            return None
        weight, chain = max(ends, key=lambda end: end[0])
        chosen = unchain(chain)
        types = [candidate[0] for candidate in chosen]
        too_many = {number for number, most in enumerate(BOX) if types.count(number) > most}
        if not too_many:
            cubes = (Cube(type, bulges) for type, bulges, _ in chosen)
            return weight, Tower.from_cubes(dict(zip((site.cell for site in sites), cubes, strict=True)))
        exceeded |= too_many
