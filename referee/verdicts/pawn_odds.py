"""How likely what may have happened on a building of Baubylon is, given what photos show of the pawns on it.

A square alone is often in doubt. All squares together tell more: what a player did is one turn of few that the die
allows, or one pawn put where it must not stand, or anything else, and each of these explains what is seen better or
worse. None is left out, so that what is legal never hides what is seen. Called by the verdict on pawns.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import exp, log

import numpy as np

from rules.games.baubylon import Position, Square, Stack, displacements, random_turn
from vision.games.baubylon.evidence import PawnReading

Stacks = tuple[Stack, ...]
"""For each square, in the order of `Building.squares`."""

# How likely it is, before anything is seen, that nothing has changed since; that one turn was played, or the first red
# pawn put down; that further ones were; that one pawn was put anywhere; and that anything else has happened.
_NOTHING, _ONE, _MORE, _DISPLACED, _ELSE = 0.1, 0.75, 0.1, 0.04, 0.01
# Turns that change something between two looks, as `rules.games.baubylon.explain` tells them too.
_MOST_TURNS = 2
# Of what turns may have made, so many are followed further, and so many told.
_FOLLOWED, _TOLD = 30, 3
# Where anything may have happened so many of the squares have changed, each to one of so many stacks.
_CHANGED, _KINDS = 0.05, 20
# Of colours so many are told wrongly however sure they seem, as a lamp turns one paint into another on all photos alike
# (chosen on 14 rendered buildings); and no answer of the reader is less likely than the second.
_MISNAMED, _LEAST = 0.02, 1e-12


@dataclass(frozen=True, slots=True)
class Weighed:
    """What has most likely happened.

    Attributes
    ----------
    by_turns : tuple of (Stacks, float)
        The few likeliest that turns make, or nothing at all, at least one, the likeliest first; each with how likely it
        is that these stand there now, and that turns made them, 0..1.
    displaced : tuple of Stack
        The likeliest that one pawn put anywhere makes and no turns do.
    displaced_probability : float
        How likely it is that these stand there now, 0..1.
    any_displaced : float
        How likely it is that any such do, 0..1.
    """

    by_turns: tuple[tuple[Stacks, float], ...]
    displaced: Stacks
    displaced_probability: float
    any_displaced: float

    @property
    def stacks(self) -> Stacks:
        """The likeliest that turns make."""
        return self.by_turns[0][0]

    @property
    def probability(self) -> float:
        """How likely these are, 0..1."""
        return self.by_turns[0][1]


def weigh(reading: PawnReading, before: Position) -> Weighed:
    """Weigh what may have happened since a position by what photos show.

    Parameters
    ----------
    reading : PawnReading
        Red first, then the colours of the players in turn.
    before : Position
        On the whole printed ground.
    """
    evidence = _Evidence(reading, before)
    by_turns = _after_turns(before, evidence)
    displaced = {before.stacks_with(changed) for changed in displacements(before)} - by_turns.keys()
    log_weights = {stacks: log(chance) + evidence.of(stacks) for stacks, chance in by_turns.items()}
    each = log(_DISPLACED / len(displaced))
    log_displaced = {stacks: each + evidence.of(stacks) for stacks in displaced}
    log_else = log(_ELSE) + evidence.of_anything()
    together = np.logaddexp.reduce([*log_weights.values(), *log_displaced.values(), log_else])
    likeliest = sorted(log_weights, key=log_weights.__getitem__, reverse=True)[:_TOLD]
    likeliest_displaced = max(log_displaced, key=log_displaced.__getitem__)
    return Weighed(
        by_turns=tuple((stacks, exp(log_weights[stacks] - together)) for stacks in likeliest),
        displaced=likeliest_displaced,
        displaced_probability=exp(log_displaced[likeliest_displaced] - together),
        any_displaced=exp(np.logaddexp.reduce(list(log_displaced.values())) - together),
    )


class _Evidence:
    """How much better stacks explain what is seen than those before do, in nats."""

    def __init__(self, reading: PawnReading, before: Position) -> None:
        self._reading, self._before = reading, before
        self._squares = tuple(before.ground.building.squares)
        self._log_before = [
            self._log_seen(square, stack) for square, stack in zip(self._squares, before.stacks, strict=True)
        ]

    def of(self, stacks: Stacks) -> float:
        """For all squares together."""
        before, squares = self._before.stacks, self._squares
        return sum(
            self._log_seen(squares[place], stack) - self._log_before[place]
            for place, stack in enumerate(stacks)
            if stack != before[place]
        )

    def of_anything(self) -> float:
        """If each square may have changed for itself."""
        as_before = np.exp(self._log_before)
        changed = (1 - as_before) / (as_before * _KINDS)
        return float(np.log((1 - _CHANGED) + _CHANGED * changed).sum())

    def _log_seen(self, square: Square, stack: Stack) -> float:
        reading = self._reading
        # Pawns above the highest that is counted cannot be told.
        stack = stack[: reading.counts.shape[-1] - 1]
        told = reading.colours[square][np.arange(len(stack)), list(stack)]
        colours = (1 - _MISNAMED) * told + _MISNAMED / len(reading.names)
        return log(max(_LEAST, float(reading.counts[square][len(stack)] * colours.prod())))


def _after_turns(before: Position, evidence: _Evidence) -> dict[Stacks, float]:
    """What turns may have made, with how likely each is before anything is seen."""
    chances = {before.stacks: _NOTHING}
    most = max(_MOST_TURNS, before.red_left)
    latest = _after_one_turn(before)
    for number in range(1, most + 1):
        share = _ONE if number == 1 else _MORE / (most - 1)
        for position, chance in latest.items():
            chances[position.stacks] = chances.get(position.stacks, 0.0) + share * chance
        if number < most:
            latest = _next_turns(latest, evidence)
    return chances


def _after_one_turn(position: Position) -> dict[Position, float]:
    """The same after a turn that changes something; others may have passed before, which nobody sees."""
    waiting, chance, chances = position, 1.0, dict[Position, float]()
    for _ in range(position.options.players):
        after = random_turn(waiting)
        passed = [(one, share) for one, share in after.items() if one.stacks == position.stacks]
        for one, share in after.items():
            if one.stacks != position.stacks:
                chances[one] = chances.get(one, 0.0) + chance * share
        if not passed:
            break
        waiting, share = passed[0]
        chance *= share
    return chances


def _next_turns(positions: Mapping[Position, float], evidence: _Evidence) -> dict[Position, float]:
    """What one turn more makes of the likeliest positions."""
    likely = {position: log(chance) + evidence.of(position.stacks) for position, chance in positions.items()}
    chances: dict[Position, float] = {}
    for position in sorted(likely, key=likely.__getitem__, reverse=True)[:_FOLLOWED]:
        for after, chance in random_turn(position).items():
            chances[after] = chances.get(after, 0.0) + positions[position] * chance
    return chances
