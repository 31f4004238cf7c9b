"""The chance of each player to be first, if all ran alone and nobody were in the way. The quick look of `suggest`.

Each player's nearest pawn goes its best way; how long that takes is known exactly as a distribution.
"""

from collections.abc import Mapping
from functools import lru_cache

from .alone import Place, expectation
from .moves import DIE, Source
from .options import Options
from .position import Position

MOST_ROLLS = 150
"""Rolls after which a race is called open; what is left of the chance then is shared evenly."""
SHUT_IN_ROLLS = 6.0
"""Expected rolls until a shut-in pawn is free, as a 1 frees it; only a guess, as the others move too."""
_NEGLIGIBLE = 1e-4


@lru_cache(maxsize=64)
def rolls_left(options: Options) -> Mapping[Place, float]:
    """`alone.expectation` in floating point, for places from which the summit can be reached."""
    return {place: float(rolls) for place, rolls in expectation(options).rolls.items()}


@lru_cache(maxsize=64)
def still_running(options: Options) -> Mapping[Place, tuple[float, ...]]:
    """For each place the chance that a pawn is not on the summit after 0, 1, 2 ... rolls.

    Examples
    --------
    >>> [round(chance, 3) for chance in still_running(Options(building="12"))[(0, 0)][:3]]
    [1.0, 0.833, 0.694]
    """
    best = expectation(options).best
    now = {place: float(place in best) for place in expectation(options).rolls}
    rows = [now]
    for _ in range(MOST_ROLLS):
        now = {place: sum(now[end] for end in best[place]) / len(DIE) if place in best else 0.0 for place in now}
        rows.append(now)
    return {place: tuple(row[place] for row in rows) for place in now}


def nearest(position: Position, player: int) -> tuple[float, Place | None]:
    """The expected rolls of a player's nearest pawn, and its place; infinite and None if none can arrive."""
    rolls = rolls_left(position.options)
    options: list[tuple[float, Place]] = []
    if position.home[player - 1] and Source.HOME in rolls:
        options.append((rolls[Source.HOME], Source.HOME))
    for square, stack in position.occupied():
        if player in stack and square in rolls:
            options.append((rolls[square] + (SHUT_IN_ROLLS if stack[-1] != player else 0.0), square))
    return min(options, key=lambda option: option[0], default=(float("inf"), None))


def chances_to_win(position: Position) -> tuple[float, ...]:
    """Each player's chance, the next to roll being `position.player`; sums to 1.

    Examples
    --------
    >>> from .notation import parse_position
    >>> [round(chance, 2) for chance in chances_to_win(parse_position("12 a1:2", Options()))]
    [0.4, 0.33, 0.27]
    """
    players = position.options.players
    if position.is_over:
        return tuple(float(player == position.winner) for player in range(1, players + 1))
    order = [(position.player - 1 + turn) % players for turn in range(players)]
    running = [_running(position, player + 1) for player in order]
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


def _running(position: Position, player: int) -> tuple[float, ...]:
    _, place = nearest(position, player)
    rows = still_running(position.options)
    if place is None:
        return (1.0,) * (MOST_ROLLS + 1)
    row = rows[place]
    if _is_free(position, player, place):
        return row
    return _delayed(row)


def _is_free(position: Position, player: int, place: Place) -> bool:
    return isinstance(place, Source) or position.stack(place)[-1] == player


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
    rolls = rolls_left(position.options)
    far = max(rolls.values(), default=0.0)
    home = position.home[player - 1] * rolls.get(Source.HOME, far)
    return -home - sum(rolls.get(square, far) * stack.count(player) for square, stack in position.occupied())
