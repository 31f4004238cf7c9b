"""Perfect play: the whole game solved, so that every suggestion is exact.

Called by the command line for suggestions. A position's value depends on the shape of its tower and both hands only.
"""

from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Literal

from rules.errors import ImpossiblePosition

from .hands import FULL_HAND, Hand, other_player, without_one
from .pieces import DEFAULT_OPTIONS, TYPES, Options
from .position import Position
from .shapes import after, canonical, replies, shape_of
from .tower import COLUMNS, Placement

Outcome = Literal["win", "loss", "draw"]


@dataclass(frozen=True, slots=True)
class Value:
    """What a position is worth to the player to move, both playing best.

    Attributes
    ----------
    outcome : {"win", "loss", "draw"}
        For the player to move.
    plies : int
        Placements until the game is over.
    """

    outcome: Outcome
    plies: int


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A legal placement and what it leads to, both playing best afterwards.

    Attributes
    ----------
    placement : Placement
        What to place.
    outcome : {"win", "loss", "draw"}
        For the player who places it.
    plies : int
        Placements until the game is over, this one included.
    reason : str
        What it leaves the other player, in words.
    """

    placement: Placement
    outcome: Outcome
    plies: int
    reason: str

    @property
    def score(self) -> int:
        """More is better: wins by fewest placements, then draws, then losses by most."""
        return {"win": _SURE - self.plies, "draw": 0, "loss": self.plies - _SURE}[self.outcome]


_SURE = 100
"""Score of a game just won; one less for every placement on the way. A loss is the negative, a draw 0."""

_HANDS: tuple[Hand, ...] = tuple((a, b, c, d, e) for a, b, c, d, e in product(*(range(most + 1) for most in FULL_HAND)))
_NUMBER = {hand: number for number, hand in enumerate(_HANDS)}
_EMPTY_HAND = _NUMBER[0, 0, 0, 0, 0]
_SPENT = tuple(
    tuple((type, _NUMBER[without_one(hand, type)]) for type in range(len(TYPES)) if hand[type]) for hand in _HANDS
)
"""For each hand, by its number: the types it can spend, and the hand that is left."""


class Solver:
    """The solution of babel under one set of options.

    A position is solved when it is first asked for, with all that can follow from it; `solve` does so for the whole
    game. Both players seek the better outcome, the winner in as few placements as possible, the loser in as many.

    Parameters
    ----------
    options : Options
        Each set of options is another game with its own solution.

    Examples
    --------
    >>> solver = Solver()
    >>> solver.solve()
    Value(outcome='win', plies=15)
    >>> solver.positions_solved
    100191
    >>> best = solver.rank(Position())[0]
    >>> best.outcome, best.plies
    ('win', 15)
    """

    def __init__(self, options: Options = DEFAULT_OPTIONS) -> None:
        self.options = options
        self._score = cache(self._score_anew)
        self._shapes_after = cache(self._shapes_after_anew)

    @property
    def positions_solved(self) -> int:
        """How many positions are solved so far, turned and mirrored ones counted once."""
        return self._score.cache_info().currsize

    def solve(self) -> Value:
        """Solve the whole game; the value of its start."""
        return self.value(Position(options=self.options))

    def value(self, position: Position) -> Value:
        """What a position is worth to the player to move.

        Raises
        ------
        ImpossiblePosition
            Tower, hands and turn could not come from one game, or the position has other options than the solver.
        IncompletePosition
            A face that a later cube may touch is not known.
        """
        self._require_real(position)
        mover, other = _hand_numbers(position)
        return _as_value(self._score(canonical(shape_of(position.tower)), mover, other), position)

    def rank(self, position: Position) -> tuple[Suggestion, ...]:
        """Every legal placement, best first: wins by fewest placements, then draws, then losses by most.

        Parameters
        ----------
        position : Position
            With the options of this solver.

        Returns
        -------
        tuple of Suggestion
            Empty if the game is over; equally good ones in the order of `legal_placements`.

        Raises
        ------
        ImpossiblePosition, IncompletePosition
            As `value`.
        """
        self._require_real(position)
        shape = shape_of(position.tower)
        mover, other = _hand_numbers(position)
        spent = dict(_SPENT[mover])
        scored = []
        for placement in position.legal_placements():
            changed = after(shape, list(COLUMNS).index(placement.cell[:2]), placement.bulges)
            if changed is None:
                raise ImpossiblePosition(f"the tower {position.tower} contradicts itself around {placement}")
            left = (canonical(changed), other, spent[placement.type])
            scored.append((_one_ply_earlier(self._score(*left)), placement, left))
        scored.sort(key=lambda entry: -entry[0])
        return tuple(self._suggestion(position, *entry) for entry in scored)

    def _suggestion(
        self, position: Position, score: int, placement: Placement, left: tuple[int, int, int]
    ) -> Suggestion:
        value = _as_value(score, position)
        return Suggestion(
            placement, value.outcome, value.plies, self._reason(value, other_player(position.to_move), left)
        )

    def _reason(self, value: Value, opponent: int, left: tuple[int, int, int]) -> str:
        """What a placement of this value leaves the opponent, in words."""
        shape, mover, other = left
        scores: list[int] = []
        for type, rest in _SPENT[mover]:
            for reply, placements in replies(shape, type, self.options).items():
                scores += [-self._score(reply, other, rest)] * placements
        number = f"{len(scores)} {'reply' if len(scores) == 1 else 'replies'}"
        if not scores and mover == other == _EMPTY_HAND:
            return "finishes the tower: no cube is left"
        if not scores:
            return f"ends the game: player {opponent} has no cube that fits"
        if value.outcome == "win":
            return f"leaves player {opponent} with {number}, {'each ' * (len(scores) > 1)}answered by a win"
        good = sum(score > 0 for score in scores)
        if value.outcome == "draw":
            return f"leaves player {opponent} with {number}, none of which wins; best play finishes the tower"
        if len(scores) == 1:
            return f"leaves player {opponent} with {number}, which wins"
        return f"leaves player {opponent} with {number}, {good} of which {'wins' if good == 1 else 'win'}"

    def _require_real(self, position: Position) -> None:
        if position.options != self.options:
            raise ImpossiblePosition(f"the position is played under {position.options}, solved is {self.options}")
        if problems := position.problems():
            raise ImpossiblePosition(" ".join(problems))

    def _score_anew(self, shape: int, mover: int, other: int) -> int:
        """The score for the player to move: `_SURE` less one per placement if won, its negative if lost, 0 if drawn."""
        shapes_after = self._shapes_after(shape)
        best = None
        for type, rest in _SPENT[mover]:
            for reply in shapes_after[type]:
                score = self._score(reply, other, rest)
                if best is None or score < best:
                    best = score
        if best is not None:
            return _one_ply_earlier(best)
        if mover == other == _EMPTY_HAND and self.options.finished == "draw":
            return 0
        return -_SURE

    def _shapes_after_anew(self, shape: int) -> tuple[tuple[int, ...], ...]:
        """For each type, the shapes that a cube of it leads to."""
        return tuple(tuple(replies(shape, type, self.options)) for type in range(len(TYPES)))


@cache
def solver_for(options: Options) -> Solver:
    """The one solver of these options, which keeps what it has solved."""
    return Solver(options)


def _one_ply_earlier(score: int) -> int:
    """The score for a player who leaves the other a position of this score."""
    return -score - 1 if score < 0 else -score + 1 if score > 0 else 0


def _as_value(score: int, position: Position) -> Value:
    if score == 0:
        return Value("draw", sum(map(sum, position.hands)))
    return Value("win" if score > 0 else "loss", _SURE - abs(score))


def _hand_numbers(position: Position) -> tuple[int, int]:
    """The numbers of the hands of the player to move and of the other."""
    return _NUMBER[position.hand], _NUMBER[position.hands[2 - position.to_move]]
