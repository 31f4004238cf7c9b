"""How much less likely every legal tower is than what was read. A verdict that rests on deduction asks here.

One misread fact must not accuse, nor may one cause that misleads many: light that makes all marks of a side look alike,
or paints of two or three types that look alike, nor a cube that may not be there. Such causes are weighed as hypotheses
of their own.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import combinations

from rules.games.babel import (
    COLUMNS,
    TYPES,
    Candidate,
    Cell,
    Face,
    Options,
    Tower,
    best_legal,
    every_candidate,
    in_footprint,
    left_standing,
)
from vision.games.babel.evidence import CubeEvidence, SeenTower

#: A fault that nobody sees and that only follows is spoken out when the likeliest legal tower is this many nats less
#: likely than what was read: odds of 1 : 22,000.
DEDUCED_NATS = 10.0
#: How unlikely it is that one cause misleads all marks of a side, or all cubes of some types (nats): 1 : 100. Chosen.
SHARED_CAUSE = 4.6

#: Types whose paints one light may make look alike, all of them: grey, white and bare wood under two colours of light.
WASHED_OUT = (0, 1, 3)

_Weigh = Callable[[CubeEvidence], Sequence[Candidate]]


@lru_cache(maxsize=4)
def nats_against_legal(reading: SeenTower, options: Options) -> float:
    """How much less likely the likeliest legal tower is than the likeliest one that is physically possible.

    Parameters
    ----------
    reading : SeenTower
    options : Options

    Returns
    -------
    float
        In nats; 0 where the tower's outline alone decides, for that is seen and not deduced. Shared causes are weighed
        only where the answer would otherwise reach `DEDUCED_NATS`.
    """
    nearest = nearest_legal(reading, options)
    if nearest is None:
        return 0.0
    least = _nats(reading, nearest[0], options)
    for less, doubt in _without_doubtful(reading):
        if least < DEDUCED_NATS:
            break
        # Cubes that may not be there must not make every legal tower unlikely.
        legal = _best(less, options, _as_seen)
        if legal is not None:
            least = min(least, _nats(less, legal[0], options) + doubt)
    return least


def _nats(reading: SeenTower, legal: float, options: Options) -> float:
    """How much less likely the likeliest legal tower is, all cubes being there; for its log-likelihood as seen."""
    likeliest = sum(max(log for _, _, log in _as_seen(cube)) for cube in reading.cubes if in_footprint(cube.cell))
    least = likeliest - legal
    for weigh in _shared_causes(reading):
        if least < DEDUCED_NATS:
            break
        misled = _best(reading, options, weigh)
        if misled is not None:
            least = min(least, likeliest - misled[0] + SHARED_CAUSE)
    # A cause that misleads can make the legal tower the likelier one.
    return max(0.0, least)


def _without_doubtful(reading: SeenTower) -> Iterator[tuple[SeenTower, float]]:
    """The tower less the uppermost cubes of one column that may not be there, and how unlikely that is (nats)."""
    disputed = {found.cell for found in reading.contradictions if found.is_about_presence}
    for column in COLUMNS:
        less, doubt = reading, 0.0
        for cube in sorted((cube for cube in reading.cubes if cube.cell[:2] == column), key=lambda one: -one.cell[2]):
            if cube.cell not in disputed:
                doubt += math.inf if cube.presence == 1 else max(0.0, math.log(cube.presence / (1 - cube.presence)))
            if doubt >= DEDUCED_NATS:
                break
            less = _lower(less, cube.cell)
            yield less, doubt


def _lower(reading: SeenTower, cell: Cell) -> SeenTower:
    """The tower without the cube in a cell, and without all above it."""
    seen = left_standing([cube.cell for cube in reading.cubes], cell)
    cubes = tuple(cube for cube in reading.cubes if cube.cell in seen)
    return replace(reading, cubes=cubes, hidden=tuple(left_standing(reading.hidden, cell)))


@lru_cache(maxsize=4)
def nearest_legal(reading: SeenTower, options: Options) -> tuple[float, Tower] | None:
    """The likeliest legal tower, given all evidence, with its log-likelihood; None if none has this outline."""
    return _best(reading, options, _as_seen)


def _best(reading: SeenTower, options: Options, weigh: _Weigh) -> tuple[float, Tower] | None:
    candidates: dict[Cell, Sequence[Candidate]] = {
        cube.cell: weigh(cube) for cube in reading.cubes if in_footprint(cube.cell)
    }
    hidden = {cell: every_candidate(options) for cell in reading.hidden if cell not in candidates}
    return best_legal({**candidates, **hidden}, options)


def _as_seen(cube: CubeEvidence) -> list[Candidate]:
    """All that the cube can be, weighed by what is seen of it alone.

    How many ways a type can lie must not count against it: players choose the one way that is legal.
    """
    ways = Counter(number for number, _, _ in cube.whole)
    return [(number, bulges, log + math.log(ways[number])) for number, bulges, log in cube.whole]


def _shared_causes(reading: SeenTower) -> Iterator[_Weigh]:
    """Ways to weigh cubes by hypothesis: marks of one side, or all, tell nothing; or some types look the same."""
    in_view = {face.face for cube in reading.cubes for face in cube.faces}
    for sides in (*(frozenset({side}) for side in Face if side in in_view), frozenset(in_view)):
        yield partial(_without_marks, sides=sides)
    seen = {cube.likeliest_type for cube in reading.cubes}
    for alike in (*combinations(range(len(TYPES)), 2), WASHED_OUT):
        if seen & {*alike}:
            yield partial(_alike, types=alike)


def _without_marks(cube: CubeEvidence, sides: frozenset[Face]) -> list[Candidate]:
    """The cube's candidates as if its marks on some sides looked as they do whatever they are."""
    odds = {face.face: face.bulge_log_odds for face in cube.faces if face.face in sides}
    likelier = sum(max(each, 0.0) for each in odds.values())
    return [
        (number, bulges, log - sum(each for face, each in odds.items() if face in bulges) + likelier)
        for number, bulges, log in _as_seen(cube)
    ]


def _alike(cube: CubeEvidence, types: Sequence[int]) -> list[Candidate]:
    """The cube's candidates as if any of these types looked like the likeliest of them."""
    logs = cube.type_log_likelihoods
    likeliest = max(logs[number] for number in types)
    return [
        (number, bulges, log - logs[number] + likeliest if number in types else log)
        for number, bulges, log in _as_seen(cube)
    ]
