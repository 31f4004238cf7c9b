"""How well the computer plays each game: many games against simple players, seats rotated. Called by `strength`."""

import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import Any

from referee.players import COMPUTER, Players
from referee.shares import wilson_interval
from rules.game import CHANCE, Game
from rules.search import rounds


@dataclass(frozen=True, slots=True)
class GameOutcome:
    """One game.

    Attributes
    ----------
    seat : int
        Where the computer sat, counted from 1.
    winners : tuple of int
    scores : tuple of int
        Empty where the game counts none.
    rival_score : float or None
        Mean score of the others; playing alone, of the simple player with the same chance.
    rival_won : bool or None
        Playing alone, whether the simple player won; None in company.
    seconds : tuple of float
        For each move of the computer.
    listing_seconds : tuple of float
        To list the legal moves, at each turn of a player.
    """

    seat: int
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    rival_score: float | None
    rival_won: bool | None
    seconds: tuple[float, ...]
    listing_seconds: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Contest:
    """The computer against one simple player.

    Attributes
    ----------
    game : Game
    options : object
        The rule set.
    baseline : str
        The simple player's name.
    thinking_rounds : int
        The budget of each of the computer's moves, so that all comes out the same again.
    seed : int
        Of the first game; each game has its own.
    """

    game: Game[Any, Any, Any]
    options: Any
    baseline: str
    thinking_rounds: int
    seed: int

    def play(self, games: int) -> Iterator[GameOutcome]:
        """Play that many games, one seat further each time."""
        count = self.game.player_count(self.game.start(self.options))
        for number in range(games):
            seat = 1 + number % count
            end, seconds, listing_seconds = self._play(seat, number)
            scores = self.game.scores(end)
            others = [score for player, score in enumerate(scores, start=1) if player != seat]
            rival_won = None
            if count == 1:
                rival, _, _ = self._play(0, number)
                others, rival_won = list(self.game.scores(rival)), bool(self.game.winners(rival))
            yield GameOutcome(
                seat=seat,
                winners=self.game.winners(end),
                scores=scores,
                rival_score=fmean(others) if others else None,
                rival_won=rival_won,
                seconds=tuple(seconds),
                listing_seconds=tuple(listing_seconds),
            )

    def _play(self, seat: int, number: int) -> tuple[Any, list[float], list[float]]:
        """The end of a game in which the computer has a seat, or none; how long its moves took, and to list all."""
        players = Players(self.game, self.seed + number, lambda: rounds(self.thinking_rounds))
        position, ply = self.game.start(self.options), 0
        seconds, listing_seconds = list[float](), list[float]()
        while not self.game.is_over(position) and ply < self.game.longest_game_plies:
            turn = self.game.to_move(position)
            if turn == CHANCE:
                move = players.draw(position, ply)
            else:
                begun = time.perf_counter()
                self.game.legal_moves(position)
                listing_seconds.append(time.perf_counter() - begun)
                begun = time.perf_counter()
                move = players.choose(COMPUTER if turn == seat else self.baseline, position, ply).move
                if turn == seat:
                    seconds.append(time.perf_counter() - begun)
            position, ply = self.game.play(position, move), ply + 1
        return position, seconds, listing_seconds


def summarise(contest: Contest, outcomes: Sequence[GameOutcome]) -> dict[str, Any]:
    """The row of a contest in the table and in `strength --json`.

    `won` counts games that the computer won alone, `shared` those that it won with others or that nobody won in
    company. The interval is Wilson's of 95 %, that of the lead in points the normal one.
    """
    won = sum(outcome.winners == (outcome.seat,) for outcome in outcomes)
    alone = any(outcome.rival_won is not None for outcome in outcomes)
    shared = sum(
        (len(outcome.winners) > 1 and outcome.seat in outcome.winners) or (not alone and not outcome.winners)
        for outcome in outcomes
    )
    leads = [
        outcome.scores[outcome.seat - 1] - outcome.rival_score
        for outcome in outcomes
        if outcome.rival_score is not None
    ]
    seconds = [second for outcome in outcomes for second in outcome.seconds]
    listing = [second for outcome in outcomes for second in outcome.listing_seconds]
    return {
        "game": contest.game.name,
        "against": contest.baseline,
        "players": contest.game.player_count(contest.game.start(contest.options)),
        "games": len(outcomes),
        "won": won,
        "interval": wilson_interval(won, len(outcomes)),
        "shared": shared,
        "rival_won": sum(bool(outcome.rival_won) for outcome in outcomes) if alone else None,
        "score": fmean(outcome.scores[outcome.seat - 1] for outcome in outcomes) if leads else None,
        "lead": fmean(leads) if leads else None,
        "lead_interval": _around_mean(leads),
        "seconds_per_move": fmean(seconds) if seconds else None,
        "listing_ms": 1000 * fmean(listing) if listing else None,
        "slowest_listing_ms": 1000 * max(listing) if listing else None,
    }


def _around_mean(values: Sequence[float]) -> list[float] | None:
    """The 95 % interval of a mean."""
    if len(values) < 2:
        return None
    half = 1.96 * stdev(values) / math.sqrt(len(values))
    return [fmean(values) - half, fmean(values) + half]
