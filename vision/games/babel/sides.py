"""From which side each of several photos was taken, and which end of the tower is up in it, by what their readings
have in common. Called by `views`."""

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray

from calibration.camera import FloatArray
from rules.games.babel import TYPES, Cell
from vision.evidence import CubeEvidence, Reading

from .standing import height_agreement
from .turning import mirrored, turned, turned_cell

Turn = int | None
"""Quarter turns, anticlockwise from above, that bring a reading into the common frame; None if they cannot be told."""

#: A turn is told when every other one makes the views this much (nats) less likely: 1 in 20.
_LEAST_MARGIN = 3.0
#: A view is taken for mirrored if it fits so much (nats) better then, both than as it is and than one of another tower.
#: Of 33 pairs of rendered photos from opposite corners none gains more than 13 so; of 66 photos and what a mirror shows
#: of them 61 do.
_MIRRORED = 15.0
#: In one cube out of this many a view is wrong however sure it is: no single cube decides alone.
_MISREAD = 0.02

#: A view is taken for right if it would fit this much (nats) worse upside down or a level off, turned in any way: it
#: is wrong by less than 1 in 1,000 then, were one in eight of those in doubt wrong.
_BORNE_OUT = 9.0

# Views whose directions differ by less are from one side. Chosen: a hand that holds the camera still moves by a few.
_ONE_SIDE_DEG = 15.0


def find_turns(readings: Sequence[Reading]) -> tuple[Turn, ...]:
    """Find how each reading has to be turned into the frame of those on a mat, or else of the first that is used.

    All combinations are tried; each pair of views is weighed by the heights of the columns and by types and marks of
    the cubes that both show. Without a mat the largest group of views is used that are told from each other's sides.

    Parameters
    ----------
    readings : sequence of Reading

    Returns
    -------
    tuple of int or None
        One for each reading.
    """
    anchor, turns, total = _weighed(readings)
    groups = [_group_of(n, turns, total) for n in ([anchor] if readings[anchor].on_mat else range(len(readings)))]
    best = turns[np.argmax(total)]

    def worth(group: frozenset[int]) -> tuple[int, float, int]:
        """The same in whatever order the readings come, near enough."""
        return len(group), _agreement_within(readings, group, best), _faces(readings, group)

    group = max(groups, key=worth)
    frame = best[anchor] if readings[anchor].on_mat else best[min(group)]
    is_used = [n in group or reading.on_mat for n, reading in enumerate(readings)]
    return tuple(int(turn - frame) % 4 if used else None for turn, used in zip(best, is_used, strict=True))


def find_mirrored(readings: Sequence[Reading]) -> frozenset[int]:
    """Readings without a mat that fit to the others far better as in a mirror, as some cameras save their pictures.

    Of two, neither on a mat, the second is taken to be the one.
    """
    readings, found = list(readings), set[int]()
    while True:
        fit = _weighed(readings)[2].max()
        gains = {}
        for n in reversed(range(len(readings))):
            others = [*readings[:n], *readings[n + 1 :]]
            if readings[n].on_mat or n in found or not others:
                continue
            flipped = _weighed([*readings[:n], mirrored(readings[n]), *readings[n + 1 :]])[2].max()
            # One of another tower fits in no way.
            gains[n] = min(flipped - fit, flipped - _weighed(others)[2].max())
        best = max(gains, key=gains.__getitem__, default=None)
        if best is None or gains[best] < _MIRRORED:
            return frozenset(found)
        readings[best] = mirrored(readings[best])
        found.add(best)


def _weighed(readings: Sequence[Reading]) -> tuple[int, NDArray[np.int64], FloatArray]:
    """A reading that stays as it is, combinations of turns of all, shape (m, n), and how well the views agree, (m,)."""
    on_mat = [reading.on_mat for reading in readings]
    anchor = on_mat.index(True) if any(on_mat) else 0
    free = [n for n in range(len(readings)) if n != anchor and not on_mat[n]]
    turns = np.zeros((4 ** len(free), len(readings)), np.int64)
    turns[:, free] = np.array(list(product(range(4), repeat=len(free))))
    total = np.zeros(len(turns))
    for one, other in combinations(range(len(readings)), 2):
        if one in free or other in free:
            total += _agreements(readings[one], readings[other])[(turns[:, other] - turns[:, one]) % 4]
    return anchor, turns, total


def _group_of(anchor: int, turns: NDArray[np.int64], total: FloatArray) -> frozenset[int]:
    """A reading, and those of which it is told how they are turned against it."""
    against = (turns - turns[:, [anchor]]) % 4
    best = against[np.argmax(total)]
    others = (total[against[:, n] != best[n]].max(initial=-np.inf) for n in range(len(best)))
    return frozenset(n for n, other in enumerate(others) if total.max() - other >= _LEAST_MARGIN)


def _agreement_within(readings: Sequence[Reading], group: frozenset[int], best: NDArray[np.int64]) -> float:
    pairs = combinations(sorted(group), 2)
    return sum(_agreement(readings[one], turned(readings[other], int(best[other] - best[one]))) for one, other in pairs)


def _faces(readings: Sequence[Reading], group: frozenset[int]) -> int:
    return sum(len(cube.faces) for n in group for cube in readings[n].cubes)


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
    """Log-likelihood that the cubes in the same cells are the same, against cubes that have nothing in common."""
    same = np.array([one[cell] @ other[cell] for cell in one.keys() & other.keys()])
    return float(np.log((1 - _MISREAD) * len(TYPES) * same + _MISREAD).sum())


def _agreements(one: Reading, other: Reading) -> FloatArray:
    """How well the other fits to the one when turned by 0 to 3 quarters, in nats; shape (4,)."""
    return np.array([_agreement(one, turned(other, quarters)) for quarters in range(4)])


def _agreement(one: Reading, other: Reading) -> float:
    cubes = {cube.cell: cube for cube in other.cubes}
    shared = ((cube, cubes[cube.cell]) for cube in one.cubes if cube.cell in cubes)
    return height_agreement(one, other) + sum(_same_cube(*pair) for pair in shared)


def _same_cube(one: CubeEvidence, other: CubeEvidence) -> float:
    """Log-likelihood that two views show one cube, against two cubes that have nothing to do with each other."""
    logs = {(number, bulges): log for number, bulges, log in other.whole}
    counts = np.bincount([number for number, _, _ in one.whole], minlength=len(TYPES))
    kinds = np.count_nonzero(counts)
    both = [
        log + logs[number, bulges] + np.log(kinds * counts[number])
        for number, bulges, log in one.whole
        if (number, bulges) in logs
    ]
    return float(np.logaddexp(np.log1p(-_MISREAD) + np.logaddexp.reduce(both), np.log(_MISREAD)))
