"""From which side each of several photos was taken, and which end of the tower is up in it, by what their readings
have in common. Called by `views`."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product

import numpy as np

from calibration.arrays import FloatArray, IntArray
from rules.games.babel import TYPES, Cell
from vision.games.babel.evidence import CubeEvidence, Reading
from vision.games.babel.turning import mirrored, turned, turned_cell

from .joined_standing import height_agreement

Turn = int | None
"""Quarter turns, anticlockwise from above, that bring a reading into the common frame; None if they cannot be told."""

#: A turn is told when every other one makes the views this much (nats) less likely: 1 in 20.
_LEAST_MARGIN = 3.0
#: A view is taken for mirrored if it fits so much (nats) better then, both than as it is and than one of another tower.
#: Of 60 pairs of rendered photos of towers from two sides none gains more than 4 so; of the same with the second one
#: flipped 28 do, and of 120 photos and what a mirror shows of them 60. Many towers look alike in a mirror.
_MIRRORED = 8.0
#: In one cube out of this many a view is wrong however sure it is: no single cube decides alone.
_MISREAD = 0.02
#: Of cubes that stand across from each other on one level of a tower so many are the same beyond chance: of 1,052 such
#: pairs in 128 legal towers four in ten are of one type, were it two by chance.
_ALIKE_ACROSS = 0.25

#: A view is taken for right if it would fit this much (nats) worse upside down or a level off, turned in any way: it
#: is wrong by less than 1 in 1,000 then, were one in eight of those in doubt wrong.
_BORNE_OUT = 9.0

# Views whose directions differ by less are from one side. Chosen: a hand that holds the camera still moves by a few.
_ONE_SIDE_DEG = 15.0


@dataclass(frozen=True, slots=True)
class Sides:
    """From where several photos of one tower were taken.

    Attributes
    ----------
    turns : tuple of int or None
        How each reading has to be turned into the frame of those on a mat, or else of the first that is used; None of
        one of which that cannot be told, and of mirrored and strange ones.
    mirrored : frozenset of int
        Readings of pictures that were flipped from left to right, as some cameras save them.
    strange : frozenset of int
        Readings that fit the others as those of another tower would; never half of all.
    """

    turns: tuple[Turn, ...]
    mirrored: frozenset[int]
    strange: frozenset[int]


def find_sides(readings: Sequence[Reading]) -> Sides:
    """Find from which side each of several photos was taken.

    All combinations of turns are tried; each pair of views is weighed by the heights of the columns and by types and
    marks of the cubes that both show. Views that fit as those of another tower would are set aside where the others are
    more. Without a mat the largest group of views is used that are told from each other's sides. Of two that fit in a
    mirror only, neither on a mat, the second is taken to be mirrored.

    Parameters
    ----------
    readings : sequence of Reading
    """
    pairs = _Pairs(readings)
    odd = _find_odd(pairs)
    upright = [n for n in range(len(readings)) if n not in odd.mirrored | odd.strange]
    anchors = [n for n in upright if readings[n].on_mat][:1] or upright
    fit = pairs.fit(upright)
    groups = [fit.group_of(anchor) for anchor in anchors]

    def worth(group: frozenset[int]) -> tuple[int, float, int]:
        """The same in whatever order the readings come, near enough."""
        return (
            len(group),
            pairs.fit(sorted(group)).best,
            sum(len(cube.faces) for n in group for cube in readings[n].cubes),
        )

    group = max(groups, key=worth)
    frame = fit.turns[anchors[0] if readings[anchors[0]].on_mat else min(group)]
    used = {*group, *(n for n in upright if readings[n].on_mat)}
    turns = tuple((fit.turns[n] - frame) % 4 if n in used else None for n in range(len(readings)))
    return Sides(turns, odd.mirrored, odd.strange)


@dataclass(frozen=True, slots=True)
class _Odd:
    """Views that show the tower in a mirror, and views that show another tower."""

    mirrored: frozenset[int] = frozenset()
    strange: frozenset[int] = frozenset()


def _find_odd(pairs: "_Pairs") -> _Odd:
    """The odd ones, found one by one: each time what makes the rest fit best."""
    every = range(len(pairs.readings))
    odd = _Odd()
    while True:
        # From the last one, which of two is taken to be mirrored.
        kept = [n for n in reversed(every) if n not in odd.strange]
        if len(kept) == 1:
            return odd
        fit = pairs.fit(kept, odd.mirrored).best
        without = {n: pairs.fit([m for m in kept if m != n], odd.mirrored).best for n in kept}
        turnable = [n for n in kept if n not in odd.mirrored and not pairs.readings[n].on_mat]
        flipped = {n: pairs.fit(kept, odd.mirrored | {n}).best for n in turnable}
        likeliest = max(flipped, key=flipped.__getitem__, default=None)
        strangest = max(without, key=without.__getitem__)
        # With one of another tower among them any may fit better in a mirror.
        if likeliest is not None and flipped[likeliest] - max(fit, *without.values()) >= _MIRRORED:
            odd = replace(odd, mirrored=odd.mirrored | {likeliest})
        # Of 60 pairs of rendered photos of one tower 57 fit by 3 nats and more; of 180 of two 179 by -4 and less.
        elif without[strangest] > fit and 2 * (len(kept) - 1) > len(every):
            odd = replace(odd, strange=odd.strange | {strangest})
        else:
            return odd


@dataclass(frozen=True, slots=True, eq=False)
class _Fit:
    """Some readings, combinations of turns of them, and how well the views agree in each.

    Attributes
    ----------
    numbers : tuple of int, length n
    tried : int array of shape (m, n)
    total : float array of shape (m,)
    """

    numbers: tuple[int, ...]
    tried: IntArray
    total: FloatArray

    @property
    def best(self) -> float:
        """How well they agree at best, in nats."""
        return float(self.total.max())

    @property
    def turns(self) -> dict[int, int]:
        """The turns in which they agree best."""
        return dict(zip(self.numbers, map(int, self.tried[np.argmax(self.total)]), strict=True))

    def group_of(self, anchor: int) -> frozenset[int]:
        """A reading, and those of which it is told how they are turned against it."""
        against = (self.tried - self.tried[:, [self.numbers.index(anchor)]]) % 4
        best = against[np.argmax(self.total)]
        others = (self.total[against[:, n] != best[n]].max(initial=-np.inf) for n in range(len(best)))
        pairs = zip(self.numbers, others, strict=True)
        return frozenset(number for number, other in pairs if self.best - other >= _LEAST_MARGIN)


class _Pairs:
    """How well pairs of readings agree, turned against each other, as they are or in a mirror; each weighed once."""

    def __init__(self, readings: Sequence[Reading]) -> None:
        self.readings = readings
        self._agreements: dict[tuple[int, int, bool], FloatArray] = {}

    def fit(self, numbers: Iterable[int], in_mirror: frozenset[int] = frozenset()) -> _Fit:
        """Weigh some readings together in all combinations of turns, some of them in a mirror."""
        numbers = tuple(numbers)
        still = next((n for n in numbers if self.readings[n].on_mat), numbers[0])
        free = [i for i, n in enumerate(numbers) if n != still and not self.readings[n].on_mat]
        tried = np.zeros((4 ** len(free), len(numbers)), np.int64)
        tried[:, free] = np.array(list(product(range(4), repeat=len(free))))
        total = np.zeros(len(tried))
        for i, j in combinations(range(len(numbers)), 2):
            total += self._agreement(numbers[i], numbers[j], in_mirror)[(tried[:, j] - tried[:, i]) % 4]
        return _Fit(numbers, tried, total)

    def _agreement(self, one: int, other: int, in_mirror: frozenset[int]) -> FloatArray:
        """How well the other fits to the one when turned by 0 to 3 quarters, in nats; shape (4,)."""
        if one > other:
            # Turned the other way round, which of two comes first does not matter.
            return self._agreement(other, one, in_mirror)[[0, 3, 2, 1]]
        is_flipped = (one in in_mirror) != (other in in_mirror)
        key = (one, other, is_flipped)
        if key not in self._agreements:
            second = mirrored(self.readings[other]) if is_flipped else self.readings[other]
            self._agreements[key] = _agreements(self.readings[one], second)
        # In a mirror all turns go the other way round.
        return self._agreements[key][[0, 3, 2, 1]] if one in in_mirror else self._agreements[key]


def view_weights(views: Sequence[Reading]) -> tuple[float, ...]:
    """What each of several views in one frame counts: those from one side show the same light, and mislead alike.

    Parameters
    ----------
    views : sequence of Reading

    Returns
    -------
    tuple of float, 0..1
        One for each view: 1 over the number of views from its side, itself included.
    """
    levels = max(view.levels for view in views)
    seen_from = np.array([view.pose.centre for view in views]) - np.array([0.0, 0.0, levels / 2])
    seen_from /= np.linalg.norm(seen_from, axis=1, keepdims=True)
    is_near = seen_from @ seen_from.T >= np.cos(np.radians(_ONE_SIDE_DEG))
    return tuple(map(float, 1 / is_near.sum(axis=1)))


def is_borne_out(view: Reading, sure: Reading) -> bool:
    """Whether another view bears out which end of the tower is up in a view, and where its levels lie.

    Marks say nothing about it: lit from below, a hollow looks like a bulge.

    Parameters
    ----------
    view, sure : Reading
        In one frame.
    """
    types, sure_types = _types(view), _types(sure)
    top = view.levels - 1
    mistakes: tuple[Callable[[Cell], Cell], ...] = (
        lambda cell: (cell[0], 1 - cell[1], top - cell[2]),
        lambda cell: (cell[0], cell[1], cell[2] + 1),
        lambda cell: (cell[0], cell[1], cell[2] - 1),
    )
    otherwise = max(
        _same_types({turned_cell(moved(cell), quarters): found for cell, found in types.items()}, sure_types)
        for moved in mistakes
        for quarters in range(4)
    )
    return _same_types(types, sure_types) - otherwise >= _BORNE_OUT


def _types(view: Reading) -> dict[Cell, FloatArray]:
    return {cube.cell: np.asarray(cube.type_probabilities) for cube in view.cubes}


def _same_types(one: Mapping[Cell, FloatArray], other: Mapping[Cell, FloatArray]) -> float:
    """Log-likelihood that the cubes in the same cells are of the same types, against cubes that have nothing in
    common."""
    return sum(_same_type(one[cell], other[cell]) for cell in one.keys() & other.keys())


def _same_type(one: FloatArray, other: FloatArray) -> float:
    """The same for one cube, of which two views tell how likely each type is."""
    return float(np.log((1 - _MISREAD) * len(TYPES) * (one @ other) + _MISREAD))


def _agreements(one: Reading, other: Reading) -> FloatArray:
    """How well the other fits to the one when turned by 0 to 3 quarters, in nats; shape (4,)."""
    others = [turned(other, quarters) for quarters in range(4)]
    same = [_same_cubes(one, each) for each in others]
    agreements = np.full(4, np.nan)
    # Of two that share the mat's frame no other turn is ever asked about.
    for quarters in range(1 if one.on_mat and other.on_mat else 4):
        matched, opposite = same[quarters], same[(quarters + 2) % 4]
        agreements[quarters] = (
            height_agreement(one, others[quarters]) + sum(matched.values()) + _alike_across(matched, opposite)
        )
    return agreements


def _alike_across(matched: Mapping[Cell, float], opposite: Mapping[Cell, float]) -> float:
    """Log-likelihood of what agrees half a turn off too, of cubes that one view shows and the other does not.

    Parameters
    ----------
    matched, opposite : mapping of cell to float
        `_same_cubes` as the views are turned, and half a turn off.
    """
    rest = np.array([nats for cell, nats in opposite.items() if cell not in matched])
    return float(np.log1p(_ALIKE_ACROSS * np.expm1(rest)).sum())


def _same_cubes(one: Reading, other: Reading) -> dict[Cell, float]:
    """`_same_cube` of each that both show."""
    cubes = {cube.cell: cube for cube in other.cubes}
    return {cube.cell: _same_cube(cube, cubes[cube.cell]) for cube in one.cubes if cube.cell in cubes}


def _same_cube(one: CubeEvidence, other: CubeEvidence) -> float:
    """Log-likelihood that two views show one cube, against two cubes that have nothing to do with each other.

    Marks only speak against it: sides of towers are hollow almost everywhere.
    """
    logs = {(number, bulges): log for number, bulges, log in other.whole}
    counts = np.bincount([number for number, _, _ in one.whole], minlength=len(TYPES))
    kinds = np.count_nonzero(counts)
    both = [
        log + logs[number, bulges] + np.log(kinds * counts[number])
        for number, bulges, log in one.whole
        if (number, bulges) in logs
    ]
    whole = float(np.logaddexp(np.log1p(-_MISREAD) + np.logaddexp.reduce(both), np.log(_MISREAD)))
    return min(whole, _same_type(np.asarray(one.type_probabilities), np.asarray(other.type_probabilities)))
