"""How long a pawn takes to the summit past the stacks that stand now, if they stay and it always goes its best way.

Called for the quick look of `suggest`. What a pawn alone on the empty building can expect, exactly, is `alone`'s.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from .alone import Place
from .moves import DIE, Source
from .position import RED, Position, Stack
from .squares import Square
from .walking import arrivals, ground_square

MOST_ROLLS = 150
"""Rolls that are looked ahead."""
_MOST_EXPECTED = 50.0
"""Expected rolls of a pawn that cannot arrive, and the most of any other."""
_CLOSE_ENOUGH = 1e-3

Spot = tuple[Place, bool]
"""Where a pawn is, and whether it has there the place of the pawn that was on top instead of one above it."""
AT_HOME: Spot = (Source.HOME, False)
Choices = Mapping[Spot, tuple[tuple[Spot, ...], ...]]
"""For each spot and each roll from 1 to 6, where the pawn can go, where it is if it cannot; nothing on the summit."""

_RUNNER, _OTHER = 1, 2


@dataclass(frozen=True, slots=True)
class Outlook:
    """What every pawn can expect if the stacks stay as they are.

    Attributes
    ----------
    stacks : tuple of Stack
        As they stand.
    rolls : mapping from Spot to float
        Expected number of rolls to the summit, at most 50.
    running : mapping from Spot to tuple of float
        The chance not to be on the summit after 0, 1, 2 ... `MOST_ROLLS` rolls.
    """

    stacks: tuple[Stack, ...]
    rolls: Mapping[Spot, float]
    running: Mapping[Spot, tuple[float, ...]]

    def spot(self, position: Position, square: Square, player: int) -> Spot | None:
        """Where the player's highest pawn of a stack is, in this position; None if nothing is known of that place."""
        level = max(number for number, pawn in enumerate(position.stack(square)) if pawn == player)
        on_top = level < len(self.stacks[position.ground.building.index(square)])
        known = (spot for spot in ((square, on_top), (square, not on_top)) if spot in self.rolls)
        return next(known, None)


def outlook(position: Position) -> Outlook:
    """The outlook past the stacks of a position.

    Examples
    --------
    >>> from .notation import parse_position
    >>> free, behind = (outlook(parse_position(text)) for text in ("1223", "1223 c1:r"))
    >>> round(free.rolls[AT_HOME], 1), round(behind.rolls[AT_HOME], 1)
    (6.8, 9.9)
    """
    choices = _choices(position)
    rolls = _expected(choices)
    best = {spot: tuple(min(ends, key=rolls.__getitem__) for ends in rows) for spot, rows in choices.items() if rows}
    now = {spot: float(spot in best) for spot in choices}
    after = [now]
    for _ in range(MOST_ROLLS):
        now = {spot: sum(now[end] for end in best[spot]) / len(DIE) if spot in best else 0.0 for spot in choices}
        after.append(now)
    return Outlook(position.stacks, rolls, {spot: tuple(chances[spot] for chances in after) for spot in choices})


def _choices(position: Position) -> Choices:
    """Where a pawn can go from each spot that it can come to, or on which one stands, with each roll."""
    ground, stays = position.ground, position.options.passing == "always"
    others = tuple(tuple(RED if pawn == RED else _OTHER for pawn in stack) for stack in position.stacks)
    choices: dict[Spot, tuple[tuple[Spot, ...], ...]] = {}
    waiting: list[Spot] = [AT_HOME, *((square, True) for square, _ in position.occupied())]
    while waiting:
        spot = waiting.pop()
        if spot in choices:
            continue
        place, on_top = spot
        if place in ground.summit:
            choices[spot] = ()
            continue
        stacks = list(others)
        if not isinstance(place, Source):
            below = position.stack(place)[:-1] if on_top else position.stack(place)
            index = ground.building.index(place)
            stacks[index] = (*others[index][: len(below)], _RUNNER)
        runner = replace(position, stacks=tuple(stacks), red_left=0, roll=0, player=_RUNNER)
        found = arrivals(runner, place, DIE[-1])
        ends = [sorted({(end, end in pushed) for end, pushed in found[points]}, key=_by_square) for points in DIE]
        choices[spot] = tuple((*row, spot) if stays or not row else tuple(row) for row in ends)
        waiting += [end for row in choices[spot] for end in row]
    return choices


def _by_square(spot: Spot) -> tuple[Square, bool]:
    return ground_square(spot[0]), spot[1]


def _expected(choices: Choices) -> dict[Spot, float]:
    """The expected rolls by value iteration, from above: whoever can be forced to where no way leads on stays there."""
    rolls = {spot: _MOST_EXPECTED if rows else 0.0 for spot, rows in choices.items()}
    remainder = 1.0
    while remainder > _CLOSE_ENOUGH:
        remainder = 0.0
        for spot, rows in choices.items():
            if rows:
                value = min(_MOST_EXPECTED, 1 + sum(min(rolls[end] for end in ends) for ends in rows) / len(DIE))
                remainder = max(remainder, rolls[spot] - value)
                rolls[spot] = value
    return rolls
