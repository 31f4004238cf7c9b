"""Proposing fair buildings. Called by `building make`."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random

from .alone import expected_rolls
from .building import HEIGHT_DIGITS, Building
from .fairness import fairness
from .moves import Source
from .options import Options
from .squares import Square, neighbours
from .tiling import colour_surplus, with_blocks

MOST_TRIES = 200
"""A ground on which so many tries give nothing fair is taken for unsuitable."""
CHOICE = 5
"""Of so many fair buildings the one is proposed that a pawn alone climbs soonest; a hill with one way up is dull."""
MEAN_HEIGHT = 2.7
"""Storeys for each square of the footprint; higher makes steep buildings on little ground."""


def propose(options: Options, blocks: int, width: int, depth: int, seed: int) -> Building | None:
    """A fair building without warnings, its blocks known; the same again for the same arguments.

    Parameters
    ----------
    options : Options
        What is fair; the building in it gives way to the new one.
    blocks : int
        How many to use at most; nearly all of them are used if the ground has room.
    width, depth : int
        Columns and rows of the ground, not all of which need to be built upon.
    seed : int

    Returns
    -------
    Building or None
        None if no try succeeded: too few blocks, or a ground too small for a goal and a way to it.

    Examples
    --------
    >>> building = propose(Options(), 24, 5, 5, seed=1)
    >>> len(building.blocks) <= 24, fairness(Options(building=str(building))).faults
    (True, ())
    """
    random, most = Random(seed), min(blocks, options.blocks)
    while most > 0:
        found = list(islice(_fair_buildings(random, options, most, width, depth), CHOICE))
        if found:
            return min(found, key=lambda building: _rolls(building, options))
        # Little ground has no room for many blocks.
        most = most * 2 // 3
    return None


def _fair_buildings(random: Random, options: Options, blocks: int, width: int, depth: int) -> Iterator[Building]:
    for _ in range(MOST_TRIES):
        heights = _heights(random, options, 2 * blocks, width, depth)
        building = with_blocks(_evened(random, heights, width, depth))
        if building is not None and len(building.blocks) <= blocks:
            judged = fairness(replace(options, building=str(building)))
            if not judged.faults and not judged.warnings:
                yield building


def _rolls(building: Building, options: Options) -> float:
    """Expected rolls of one pawn alone; infinite if it is not sure to arrive."""
    rolls = expected_rolls(replace(options, building=str(building))).get(Source.HOME)
    return float("inf") if rolls is None else float(rolls)


def _heights(random: Random, options: Options, storeys: int, width: int, depth: int) -> dict[Square, int]:
    """Storeys of each square: a footprint two storeys high, entries of one, and a hill around the summit."""
    footprint = _footprint(random, max(1, min(width * depth, int(storeys / MEAN_HEIGHT))), width, depth)
    edge = [square for square in footprint if any(beside not in footprint for beside in neighbours(square))]
    heights = dict.fromkeys(footprint, 2)
    for entry in random.sample(edge, max(1, len(edge) // options.entries_one_in)):
        heights[entry] = 1
    inside = [square for square in footprint if square not in edge] or [s for s in footprint if heights[s] > 1]
    if not inside:
        return heights
    summit = random.choice(inside)
    left = storeys - sum(heights.values()) - 2
    raisable = [square for square in footprint if heights[square] > 1 and square != summit]
    while left > 0 and raisable:
        square = random.choices(raisable, [1 / (1 + _distance(square, summit)) ** 2 for square in raisable])[0]
        heights[square] += 1
        left -= 1
        # A hill falls off by at least one storey in two squares, so that it stays a hill.
        if heights[square] >= max(3, 6 - (_distance(square, summit) + 1) // 2):
            raisable.remove(square)
    heights[summit] = min(max(heights.values()) + random.choice((1, 2)), len(HEIGHT_DIGITS) - 2)
    return heights


def _footprint(random: Random, area: int, width: int, depth: int) -> list[Square]:
    """A connected, rather compact piece of the ground."""
    ground = {(x, y) for x in range(width) for y in range(depth)}
    chosen = [(width // 2, depth // 2)]
    while len(chosen) < area:
        free = sorted({beside for square in chosen for beside in neighbours(square)} & ground - set(chosen))
        weights = [sum(beside in chosen for beside in neighbours(square)) ** 3 for square in free]
        chosen.append(random.choices(free, weights)[0])
    return sorted(chosen)


def _distance(first: Square, second: Square) -> int:
    return abs(first[0] - second[0]) + abs(first[1] - second[1])


def _evened(random: Random, heights: dict[Square, int], width: int, depth: int) -> Building:
    """The heights with as many dark cells as light ones, as blocks need; some squares one storey lower for it."""
    building = _built(heights, width, depth)
    surplus, is_dark = colour_surplus(building)
    lowerable = list(_top_cells(heights, is_dark))
    for square in random.sample(lowerable, min(surplus, len(lowerable))):
        heights[square] -= 1
    return _built(heights, width, depth)


def _top_cells(heights: dict[Square, int], is_dark: bool) -> Iterator[Square]:
    """Squares above two storeys, the summit not among them, whose highest cell has the colour."""
    highest = max(heights.values())
    for (x, y), height in heights.items():
        if 2 < height < highest and ((x + y + height - 1) % 2 == 0) == is_dark:
            yield x, y


def _built(heights: dict[Square, int], width: int, depth: int) -> Building:
    storeys = tuple(heights.get((x, y), 0) for y in range(depth) for x in range(width))
    return Building(width, depth, storeys)
