"""What every game offers under the same names, so that tools and tests need to know no game.

A game's folder exports `GAME`, an object of this shape; the game's own modules offer the same in its own terms.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Generic, Literal, Protocol, TypeVar

from .letters import plain_letters

PositionT = TypeVar("PositionT")
MoveT = TypeVar("MoveT")
OptionsT = TypeVar("OptionsT")

CHANCE = 0
"""Whose turn it is when a tile is drawn or a die rolled; players are counted from 1."""

Verdict = Literal["legal", "illegal", "undetermined"]
"""What is said of a position or a change; undetermined where something is not known and nothing proven wrong."""

Budget = Callable[[], bool]
"""Asked by a search again and again: whether it may go on. Time is the caller's; here nothing looks at a clock."""


Baseline = Callable[[PositionT, Random], MoveT]
"""A simple player: position and random numbers in, a legal move out."""


def plain_name(name: str) -> str:
    """A game's name as names are compared: case, spaces, `-`, `_` and a colon behind it are all one."""
    return "".join(character for character in plain_letters(name).casefold() if character not in " -_:")


def words_of_name(words: Sequence[str], names: Iterable[str]) -> int:
    """With how many words a text begins with one of a game's names, the longest; 0 if with none.

    A name of several words may be written in one.
    """
    counts = ((count, name) for name in names for count in (1, len(name.split())))
    return max((count for count, name in counts if plain_name("".join(words[:count])) == plain_name(name)), default=0)


def after_name(text: str, names: Iterable[str]) -> str:
    """A notation without the game's name, if it begins with one of these.

    Examples
    --------
    >>> after_name("Tours De Babel -,-,-", ("tours", "tours de babel")), after_name("-,-,-", ("tours",))
    ('-,-,-', '-,-,-')
    """
    words = text.split()
    count = words_of_name(words, names)
    return " ".join(words[count:]) if count else text


def notation_words(text: str, separators: str = "/,:") -> list[str]:
    """The words of a notation; spaces round separators do not part any.

    Examples
    --------
    >>> notation_words("1U, - / 0 2", "/,")
    ['1U,-/0', '2']
    """
    return re.sub(rf"\s*([{re.escape(separators)}])\s*", r"\1", plain_letters(text)).split()


def move_word(text: str) -> str:
    """The text of a move without its spaces.

    Examples
    --------
    >>> move_word(" b1.3 = 3ENU"), move_word("a1\\u2013c2")
    ('b1.3=3ENU', 'a1-c2')
    """
    return "".join(plain_letters(text).split())


@dataclass(frozen=True, slots=True)
class Fault:
    """One rule broken, in the words of any game.

    Attributes
    ----------
    rule : str
        Its number on the game's rule sheet, such as `"5"` or `"M3"`.
    places : tuple of str
        The squares, cells or pieces at fault, as the game's notation writes them.
    message : str
        A sentence that a player understands.
    """

    rule: str
    places: tuple[str, ...]
    message: str


@dataclass(frozen=True, slots=True)
class RankedMove(Generic[MoveT]):
    """A legal move with its value for the player who makes it.

    Attributes
    ----------
    move
        The move.
    value : float
        In the unit of the `Advice`; more is better.
    reason : str
        Why, in words that a player understands.
    """

    move: MoveT
    value: float
    reason: str


@dataclass(frozen=True, slots=True)
class Advice(Generic[MoveT]):
    """What to play.

    Attributes
    ----------
    moves : tuple of RankedMove
        Every legal move, best first; empty once the game is over.
    unit : str
        What the values count, such as `"chance to win"` or `"expected points"`.
    is_exact : bool
        Whether the values are certain, both in what follows and in what was searched.
    is_settled : bool
        Whether a larger budget would change nothing.
    """

    moves: tuple[RankedMove[MoveT], ...]
    unit: str
    is_exact: bool
    is_settled: bool


@dataclass(frozen=True, slots=True)
class Explanation(Generic[MoveT]):
    """How one state became another, as a camera sees the two.

    Attributes
    ----------
    ways : tuple of tuple
        Each row of moves that leads legally from the one to the other; one empty row if nothing changed, no row if
        there is no way.
    faults : tuple of Fault
        Why there is none; empty if there is one.
    """

    ways: tuple[tuple[MoveT, ...], ...]
    faults: tuple[Fault, ...]


class Game(Protocol[PositionT, MoveT, OptionsT]):
    """One game: its names, its positions and moves, and both as text.

    Positions, moves and options are immutable values; a position knows its options. Options are a frozen dataclass of
    `str`, `int` and `bool` fields, so that `rules.options` can read and write those of any game.
    """

    @property
    def name(self) -> str:
        """The name people use, one word: the first of a position's notation and the choice on a command line."""

    @property
    def aliases(self) -> tuple[str, ...]:
        """Other names under which `rules.games.load` finds the game."""

    @property
    def summary(self) -> str:
        """The game in one sentence."""

    @property
    def longest_game_plies(self) -> int:
        """No game lasts longer than this many moves, chance included, or is stopped after as many."""

    @property
    def default_options(self) -> OptionsT:
        """The decisions of the rule set as most people play it."""

    def start(self, options: OptionsT | None = None) -> PositionT:
        """The position before the first move."""

    def options(self, position: PositionT) -> OptionsT:
        """The rule set of a position."""

    def player_count(self, position: PositionT) -> int:
        """How many play."""

    def to_move(self, position: PositionT) -> int:
        """The player whose turn it is, counted from 1, or `CHANCE`."""

    def is_over(self, position: PositionT) -> bool:
        """Whether nobody moves any more."""

    def winners(self, position: PositionT) -> tuple[int, ...]:
        """Who has won; several share a win; nobody before the end, in a draw, or where playing alone is lost."""

    def scores(self, position: PositionT) -> tuple[int, ...]:
        """The points of each player so far; empty where the game counts none."""

    def result(self, position: PositionT) -> str:
        """How it ended, in words, with the scores if there are any; `"not over"` before."""

    def legal_moves(self, position: PositionT) -> Sequence[MoveT]:
        """All legal moves, or all that chance may bring, always in the same order; none once the game is over."""

    @property
    def baselines(self) -> Mapping[str, Baseline[PositionT, MoveT]]:
        """Simple players by name, which `suggest` is measured against; playing at random is there for every game."""

    def chances(self, position: PositionT) -> Sequence[Fraction]:
        """The probability of each of `legal_moves` where `CHANCE` moves, in their order."""

    def move_faults(self, position: PositionT, move: MoveT) -> Sequence[Fault]:
        """Each rule that a move breaks here; empty if it is legal."""

    def play(self, position: PositionT, move: MoveT) -> PositionT:
        """The position after a move; raises `IllegalMove` with the rules it breaks."""

    def faults(self, position: PositionT) -> Sequence[Fault]:
        """Every fault of a position seen without its history; empty when none is proven."""

    def explain(self, before: PositionT, after: PositionT) -> Explanation[MoveT]:
        """The move or moves that lead from one position to another, of which only what a camera sees counts.

        Raises `IncompletePosition` where it cannot be told and nothing is proven wrong.
        """

    def suggest(self, position: PositionT, may_go_on: Budget, seed: int = 0) -> Advice[MoveT]:
        """All legal moves ranked; a search uses the budget and is the same again with the same seed and budget."""

    def parse_position(self, text: str, options: OptionsT | None = None) -> PositionT:
        """The position that a line of text describes, one of the game's names first; raises `NotationError`."""

    def position_notation(self, position: PositionT) -> str:
        """The line of text that `parse_position` reads back to the same position; the game's name comes first."""

    def parse_move(self, text: str) -> MoveT:
        """The move that a text describes; raises `NotationError`."""

    def move_notation(self, move: MoveT) -> str:
        """The text that `parse_move` reads back to the same move."""
