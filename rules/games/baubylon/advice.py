"""What to play: every legal move with its chance to win, by a quick look at each and games played on from the best.

Called by `suggest`, by computer players and by benchmarks.
"""

from dataclasses import dataclass
from math import log, sqrt
from random import Random

from rules.game import CHANCE, Advice, Budget, RankedMove

from .legality import legal_moves
from .moves import DIE, Exchange, Move, Pass, PlaceRed, Roll, Source, Travel
from .outlook import Outlook, outlook
from .position import RED, Position
from .race import chances_to_win, minus_rolls_left, rolls_of_nearest
from .squares import square_name

CANDIDATES = 6
"""Moves that are played on; the others keep their first value."""
FIRST_LOOK_WEIGHT = 12
"""How many games played on the first look at a move counts for; with fewer, a short search is worse than none."""
CURIOSITY = 0.15
"""How much a move that was tried seldom gains; larger spreads the games over more moves."""
PROGRESS_WEIGHT = 1e-4
"""For each expected roll of all own pawns; small, so that it only settles equal chances."""


@dataclass(slots=True)
class _Candidate:
    """A move with the sum of what the games played on from it were worth."""

    move: Move
    total: float
    games: int = FIRST_LOOK_WEIGHT

    @property
    def value(self) -> float:
        return self.total / self.games


def suggest(position: Position, may_go_on: Budget, seed: int) -> Advice[Move]:
    """All legal moves ranked by the chance of the player to move to win.

    The first look takes each player's nearest pawn as running alone past the stacks that stand now. Then, one game for
    each round of the budget, the most promising moves are played on for one turn of everybody, all choosing by first
    looks, and looked at again.

    Parameters
    ----------
    position : Position
        Where the die is to be rolled, there is nothing to choose and no move is ranked.
    may_go_on : Budget
    seed : int
    """
    if position.is_over or position.to_move == CHANCE:
        return Advice((), "chance to win", is_exact=position.is_over, is_settled=True)
    ahead = outlook(position)
    candidates = [_Candidate(move, value * FIRST_LOOK_WEIGHT) for move, value in _first_looks(position, ahead)]
    candidates.sort(key=lambda one: -one.value)
    is_settled = len(candidates) == 1 or bool(position.red_left) or _wins(position, candidates[0].move)
    if not is_settled:
        _play_on(position, ahead, candidates[:CANDIDATES], may_go_on, seed)
        candidates.sort(key=lambda one: -one.value)
    ranked = (RankedMove(one.move, min(1.0, max(0.0, one.value)), _reason(position, one.move)) for one in candidates)
    return Advice(tuple(ranked), "chance to win", is_exact=False, is_settled=is_settled)


def nearer(position: Position, random: Random) -> Move:
    """A simple player: brings the pawn on that comes nearest to the summit, wherever that is; ties by chance.

    Examples
    --------
    >>> from .notation import parse_position
    >>> str(nearer(parse_position("12/23 a1:1 566 0:000 3 1"), Random(0)))
    'a1-b1'
    """
    moves = legal_moves(position)
    after = [position.applied(move) for move in moves]
    rolls = [rolls_of_nearest(one, position.player) - 0.01 * minus_rolls_left(one, position.player) for one in after]
    return random.choice([move for move, value in zip(moves, rolls, strict=True) if value == min(rolls)])


def _first_looks(position: Position, ahead: Outlook) -> list[tuple[Move, float]]:
    player = position.player
    looks = []
    for move in legal_moves(position):
        after = position.applied(move)
        value = chances_to_win(after, ahead)[player - 1]
        looks.append((move, value if after.is_over else value + PROGRESS_WEIGHT * minus_rolls_left(after, player)))
    return looks


def _wins(position: Position, move: Move) -> bool:
    return position.applied(move).winner == position.player


def _play_on(position: Position, ahead: Outlook, candidates: list[_Candidate], may_go_on: Budget, seed: int) -> None:
    while may_go_on():
        played = sum(one.games for one in candidates)
        chosen = max(candidates, key=lambda one: one.value + CURIOSITY * sqrt(log(played) / one.games))
        # The nth game of each move has the same dice, so that moves differ by less luck.
        dice = Random(seed * 1_000_003 + chosen.games)
        chosen.total += _one_game(position.applied(chosen.move), ahead, position.player, dice)
        chosen.games += 1


def _one_game(position: Position, ahead: Outlook, player: int, dice: Random) -> float:
    """A player's chance after the others' next turns."""
    while not position.is_over and position.player != player:
        rolled = position.applied(Roll(dice.choice(DIE)))
        position = rolled.applied(max(_first_looks(rolled, ahead), key=lambda look: look[1])[0])
    return chances_to_win(position, ahead)[player - 1]


def _reason(position: Position, move: Move) -> str:
    match move:
        case PlaceRed():
            return "a red pawn is in everybody's way"
        case Pass():
            return "nothing can move" if len(legal_moves(position)) == 1 else "leaves the roll unused"
        case Exchange(square):
            return f"frees the pawn shut in on {square_name(square)}"
        case Travel():
            return _reason_of_travel(position, move)
    return ""


def _reason_of_travel(position: Position, move: Travel) -> str:
    player = position.player
    after = position.applied(move)
    if after.winner == player:
        return "reaches the summit and wins"
    rolls = rolls_of_nearest(after, player)
    reasons = [
        f"throws out {'a red pawn' if pawn == RED else f'a pawn of player {pawn}'}"
        for pawn in position.thrown_out(move)
    ]
    if move.start is Source.HOME:
        reasons.append("enters")
    if move.end is Source.HOME:
        reasons.append("leaves the building")
    reasons.append(
        f"then the nearest pawn needs {rolls:.1f} rolls alone" if rolls < float("inf") else "no pawn can arrive"
    )
    return ", ".join(reasons)
