"""The chance of each player to be first, if all ran alone past stacks that stay. The quick look of `suggest`.

Each player's nearest pawn goes its best way; how long that takes is known as a distribution.
"""

from collections.abc import Mapping
from functools import lru_cache

from .alone import Place, expected_rolls
from .moves import Source
from .options import Options
from .outlook import AT_HOME, MOST_ROLLS, Outlook, Spot
from .position import Position

SHUT_IN_ROLLS = 6.0
"""Expected rolls until a shut-in pawn is free, as a 1 frees it; only a guess, as the others move too."""
_NEGLIGIBLE = 1e-4


@lru_cache(maxsize=64)
def _rolls_left(options: Options) -> Mapping[Place, float]:
    """`alone.expected_rolls` in floating point, for places from which the summit can be reached."""
    return {place: float(rolls) for place, rolls in expected_rolls(options).items()}


def rolls_of_nearest(position: Position, player: int) -> float:
    """The expected rolls of a player's nearest pawn, alone on the building; infinite if none can arrive."""
    rolls = _rolls_left(position.options)
    expected = [rolls[Source.HOME]] if position.home[player - 1] and Source.HOME in rolls else []
    for square, stack in position.occupied():
        if player in stack and square in rolls:
            expected.append(rolls[square] + (SHUT_IN_ROLLS if stack[-1] != player else 0.0))
    return min(expected, default=float("inf"))


def chances_to_win(position: Position, ahead: Outlook) -> tuple[float, ...]:
    """Each player's chance, the next to roll being `position.player`; sums to 1.

    What nobody has won after `MOST_ROLLS` rolls each is shared evenly.

    Parameters
    ----------
    position : Position
    ahead : Outlook
        Of this position, or of one a few turns before.

    Examples
    --------
    >>> from .notation import parse_position
    >>> from .outlook import outlook
    >>> position = parse_position("12 a1:2")
    >>> [round(chance, 2) for chance in chances_to_win(position, outlook(position))]
    [0.25, 0.56, 0.19]
    """
    players = position.options.players
    if position.is_over:
        return tuple(float(player == position.winner) for player in range(1, players + 1))
    order = [(position.player - 1 + turn) % players for turn in range(players)]
    running = [_running(position, player + 1, ahead) for player in order]
    chances = [0.0] * players
    all_running = 1.0
    for rolls in range(1, MOST_ROLLS + 1):
        before = all_running
        for player, row in zip(order, running, strict=True):
            # The others have had as many rolls as their place in the turn lets them: `all_running` follows each.
            if row[rolls - 1] > 0.0:
                stays = row[rolls] / row[rolls - 1]
                chances[player] += all_running * (1.0 - stays)
                all_running *= stays
        if all_running < _NEGLIGIBLE or (before == all_running and rolls > MOST_ROLLS // 2):
            break
    return tuple(chance + all_running / players for chance in chances)


def _running(position: Position, player: int, ahead: Outlook) -> tuple[float, ...]:
    """The chance that the player's nearest pawn is not on the summit after 0, 1, 2 ... rolls."""
    runs: list[tuple[float, Spot, bool]] = []
    if position.home[player - 1]:
        runs.append((ahead.rolls[AT_HOME], AT_HOME, True))
    for square, stack in position.occupied():
        if player in stack and (spot := ahead.spot(position, square, player)) is not None:
            is_free = stack[-1] == player
            runs.append((ahead.rolls[spot] + (0.0 if is_free else SHUT_IN_ROLLS), spot, is_free))
    if not runs:
        return (1.0,) * (MOST_ROLLS + 1)
    _, spot, is_free = min(runs, key=lambda run: run[0])
    return ahead.running[spot] if is_free else _delayed(ahead.running[spot])


@lru_cache(maxsize=1024)
def _delayed(row: tuple[float, ...]) -> tuple[float, ...]:
    """The same run after waiting for a pawn to come free, one roll in `SHUT_IN_ROLLS` on average."""
    free = 1.0 / SHUT_IN_ROLLS
    delayed = [1.0]
    # After each roll: still shut in, or freed at some roll and running since then.
    arrived = [1.0 - chance for chance in row]
    for rolls in range(1, len(row)):
        there = sum(free * (1.0 - free) ** (freed - 1) * arrived[rolls - freed] for freed in range(1, rolls + 1))
        delayed.append(1.0 - there)
    return tuple(delayed)


def minus_rolls_left(position: Position, player: int) -> float:
    """Minus the expected rolls of all of a player's pawns together; to choose between moves of equal chance."""
    rolls = _rolls_left(position.options)
    far = max(rolls.values(), default=0.0)
    home = position.home[player - 1] * rolls.get(Source.HOME, far)
    return -home - sum(rolls.get(square, far) * stack.count(player) for square, stack in position.occupied())
