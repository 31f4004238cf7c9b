"""Who plays: people, and those who are never asked: the computer, simple players, chance. Called by `play` and
`strength`."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from rules.game import Budget, Game
from rules.record import Record

from .errors import InputError

PERSON = "you"
"""A player who types the moves."""
COMPUTER = "computer"
"""Plays what `suggest` ranks first."""
RANDOM = "random"
"""Plays any legal move."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A move with the reason for it; the reason may be empty."""

    move: Any
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Players:
    """All that decide by themselves in one game.

    What they do depends on the seed and on how many moves were made, so that a game that is resumed goes on as it would
    have.

    Attributes
    ----------
    game : Game
    seed : int
    budget : callable
        Makes the budget for one move.
    """

    game: Game[Any, Any, Any]
    seed: int
    budget: Callable[[], Budget]

    def kinds(self) -> tuple[str, ...]:
        """The names of all kinds of players."""
        return (COMPUTER, RANDOM, *self.game.baselines)

    def choose(self, kind: str, position: Any, ply: int) -> Choice:
        """The move of a player of that kind."""
        if kind == COMPUTER:
            best = self.game.suggest(position, self.budget(), self._random(kind, ply).randrange(2**32)).moves[0]
            return Choice(best.move, best.reason)
        if kind == RANDOM:
            return Choice(self._random(kind, ply).choice(self.game.legal_moves(position)))
        return Choice(self.game.baselines[kind](position, self._random(kind, ply)))

    def draw(self, position: Any, ply: int) -> Any:
        """What chance brings."""
        moves, chances = self.game.legal_moves(position), self.game.chances(position)
        return self._random("chance", ply).choices(moves, weights=list(map(float, chances)))[0]

    def _random(self, who: str, ply: int) -> Random:
        # A text as seed gives the same numbers on every machine.
        return Random(f"{self.seed} {who} {ply}")


def kinds_of(words: tuple[str, ...], count: int, players: Players) -> tuple[str, ...]:
    """Who plays, in order: as asked for, or one person against the computer.

    Raises
    ------
    InputError
        There is no such player, or not as many as the game takes.
    """
    kinds = words or (PERSON, *[COMPUTER] * (count - 1))
    known = (PERSON, *players.kinds())
    for kind in kinds:
        if kind not in known:
            raise InputError(f"{kind!r} is not a player; {players.game.name} has: {', '.join(known)}")
    if len(kinds) != count:
        such = ",".join((*kinds, *[COMPUTER] * count)[:count])
        raise InputError(f"{count} players play, not {len(kinds)}; name each, such as {such}")
    return kinds


def names_of(record: Record[Any, Any], kinds: tuple[str, ...], players: Players) -> tuple[str, ...]:
    """What the record calls the players: by their kind, and people by their name if it has one."""
    known = record.players or ("",) * len(kinds)
    pairs = zip(kinds, known, strict=True)
    return tuple(name if kind == PERSON and name and name not in players.kinds() else kind for kind, name in pairs)
