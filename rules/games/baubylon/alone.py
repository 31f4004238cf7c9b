"""How many rolls one pawn alone needs to the summit when it always goes the best way; exact.

A stochastic shortest path: each roll must be used in full if it can, unless the rule set lets one pass always; the
player chooses the way. Called by the pictures of a building and by whoever weighs moves.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from math import gcd

from .ground import ground_of
from .moves import DIE, Source
from .options import Options
from .position import Position, Stack
from .squares import Square
from .walking import arrivals, ground_square

Place = Square | Source
"""Where a pawn is; `Source.HOME` before it enters."""
Choices = Mapping[Place, tuple[tuple[Place, ...], ...]]
"""For each place and each roll from 1 to 6, where the pawn can go; where it is if it cannot move or may pass."""

Policy = Mapping[Place, tuple[Place, ...]]
"""Where to go with each roll from 1 to 6."""

_CLOSE_ENOUGH = 1e-6
"""Remainder at which value iteration makes way for exact improvement; smaller is slower there, larger here."""


@lru_cache(maxsize=64)
def expected_rolls(options: Options) -> Mapping[Place, Fraction]:
    """The expected number of rolls of one pawn alone to the summit of a rule set's building, exactly.

    0 on the summit. Places from which it cannot be reached, or which cannot be reached from home, are left out.

    A first policy comes from value iteration in floating point. It is then valued exactly by solving its linear
    equations in whole numbers, and improved until no choice is better: that is the fixed point of the equations of
    optimality, which has one solution only where each roll costs one (Bertsekas and Tsitsiklis, An Analysis of
    Stochastic Shortest Path Problems, 1991).

    Examples
    --------
    >>> one_step = Options(building="12")
    >>> expected_rolls(one_step)[Source.HOME]
    Fraction(6, 1)
    """
    choices = _choices(options)
    goal: set[Place] = {place for place in choices if place in ground_of(options).summit}
    sure = _within_reach(choices, goal)
    policy, better = None, _first_policy(sure, goal)
    while policy != better:
        policy = better
        rolls = _value(policy, goal)
        better = _improved(policy, sure, rolls)
    return rolls


def _choices(options: Options) -> Choices:
    """Where a pawn can go from each place that it can come to, with each roll."""
    ground = ground_of(options)
    empty: tuple[Stack, ...] = ((),) * len(ground.building.heights)
    elsewhere = (0,) * options.players
    stays = options.passing == "always"
    choices: dict[Place, tuple[tuple[Place, ...], ...]] = {}
    waiting: list[Place] = [Source.HOME]
    while waiting:
        place = waiting.pop()
        if place in choices:
            continue
        if place in ground.summit:
            choices[place] = ((place,),) * len(DIE)
            continue
        stacks = list(empty)
        if not isinstance(place, Source):
            stacks[ground.building.index(place)] = (1,)
        alone = Position(options, tuple(stacks), (1, *elsewhere[1:]), elsewhere, 0, 0, 1)
        found = arrivals(alone, place, DIE[-1])
        ends = [tuple(sorted({end for end, _ in found[points]}, key=ground_square)) for points in DIE]
        choices[place] = tuple(squares + (place,) * (stays or not squares) for squares in ends)
        waiting += [end for row in choices[place] for end in row]
    return choices


def _within_reach(choices: Choices, goal: set[Place]) -> Choices:
    """The places from which a pawn is sure to arrive if it goes the right ways, with the ends that keep it so.

    A roll that can be used must be, so that it may force a pawn to where the summit is out of reach.
    """
    inside = set(choices)
    while True:
        kept = {
            # Not in the order of a set, which differs from run to run.
            place: tuple(tuple(end for end in ends if end in inside) for ends in rows)
            for place, rows in choices.items()
            if place in inside
        }
        near = goal & {place for place, rows in kept.items() if all(rows)}
        grown = True
        while grown:
            more = {
                place
                for place, rows in kept.items()
                if place not in near and all(rows) and any(end in near for ends in rows for end in ends)
            }
            near |= more
            grown = bool(more)
        if near == inside:
            return kept
        inside = near


def _first_policy(choices: Choices, goal: set[Place]) -> Policy:
    """What looks best after value iteration. A remainder below 1 is enough for it to be sure to arrive."""
    rolls = dict.fromkeys(choices, 0.0)
    remainder = 1.0
    while remainder > _CLOSE_ENOUGH:
        remainder = 0.0
        for place, rows in choices.items():
            if place not in goal:
                value = 1 + sum(min(rolls[end] for end in ends) for ends in rows) / len(DIE)
                remainder = max(remainder, value - rolls[place])
                rolls[place] = value
    return {
        place: tuple(min(ends, key=rolls.__getitem__) for ends in rows)
        for place, rows in choices.items()
        if place not in goal
    }


def _improved(policy: Policy, choices: Choices, rolls: Mapping[Place, Fraction]) -> Policy:
    """The policy with each choice that is worse than another one exchanged for the best."""
    better = {}
    for place, chosen in policy.items():
        nearest = (min(ends, key=rolls.__getitem__) for ends in choices[place])
        better[place] = tuple(
            kept if rolls[kept] == rolls[end] else end for kept, end in zip(chosen, nearest, strict=True)
        )
    return better


def _value(policy: Policy, goal: set[Place]) -> dict[Place, Fraction]:
    """The expected rolls under a policy: 6 V(place) = 6 + the sum of V over the ends of its six rolls.

    Solved by elimination in whole numbers, place by place, each row kept without a common factor.
    """
    rows = [_equation(place, ends, goal) for place, ends in policy.items()]
    solved: list[tuple[Place, dict[Place | None, int]]] = []
    while rows:
        # The shortest row first keeps the others short.
        row = min(rows, key=len)
        rows.remove(row)
        pivot = next(place for place in row if place is not None)
        rows = [_without(pivot, row, other) if pivot in other else other for other in rows]
        solved.append((pivot, row))
    value: dict[Place, Fraction] = dict.fromkeys(goal, Fraction(0))
    for pivot, row in reversed(solved):
        known = sum(factor * value[place] for place, factor in row.items() if place is not None and place != pivot)
        value[pivot] = Fraction(row[None] - known) / row[pivot]
    return value


def _equation(place: Place, ends: tuple[Place, ...], goal: set[Place]) -> dict[Place | None, int]:
    """Factors of the unknown places; the right side under None."""
    row: dict[Place | None, int] = {place: len(DIE), None: len(DIE)}
    for end in ends:
        if end not in goal:
            row[end] = row.get(end, 0) - 1
    return row


def _without(pivot: Place, row: dict[Place | None, int], other: dict[Place | None, int]) -> dict[Place | None, int]:
    """Another equation with the pivot taken out by means of its row."""
    mine, theirs = row[pivot], other[pivot]
    joined = {key: mine * other.get(key, 0) - theirs * row.get(key, 0) for key in {**other, **row}}
    shared = gcd(*joined.values())
    return {key: factor // shared for key, factor in joined.items() if factor or key is None}
