"""What every game offers under the same names, so that tools and tests need to know no game.

A game's folder exports `GAME`, an object of this shape; the game's own modules offer the same in its own terms.
"""

from collections.abc import Sequence
from typing import Protocol, TypeVar

PositionT = TypeVar("PositionT")
MoveT = TypeVar("MoveT")
OptionsT = TypeVar("OptionsT")


class Game(Protocol[PositionT, MoveT, OptionsT]):
    """One game: its names, its positions and moves, and both as text.

    Positions, moves and options are immutable values; a position knows its options.
    """

    @property
    def name(self) -> str:
        """The name people use, also the first choice on a command line."""

    @property
    def aliases(self) -> tuple[str, ...]:
        """Other names under which `rules.games.load` finds the game."""

    @property
    def longest_game_plies(self) -> int:
        """No game lasts longer than this many moves."""

    @property
    def default_options(self) -> OptionsT:
        """The decisions of the rule set as most people play it."""

    def start(self, options: OptionsT | None = None) -> PositionT:
        """The position before the first move."""

    def to_move(self, position: PositionT) -> int:
        """The player whose turn it is, counted from 1."""

    def is_over(self, position: PositionT) -> bool:
        """Whether nobody moves any more."""

    def result(self, position: PositionT) -> str:
        """How it ended, in words; `"not over"` before."""

    def legal_moves(self, position: PositionT) -> Sequence[MoveT]:
        """All legal moves, always in the same order; none once the game is over."""

    def play(self, position: PositionT, move: MoveT) -> PositionT:
        """The position after a move; raises `IllegalMove` with the rules it breaks."""

    def faults(self, position: PositionT) -> Sequence[str]:
        """Every fault of a position seen without its history, in sentences; empty when none is proven."""

    def parse_position(self, text: str, options: OptionsT | None = None) -> PositionT:
        """The position that a line of text describes; raises `NotationError`."""

    def position_notation(self, position: PositionT) -> str:
        """The line of text that `parse_position` reads back to the same position."""

    def parse_move(self, text: str) -> MoveT:
        """The move that a text describes; raises `NotationError`."""

    def move_notation(self, move: MoveT) -> str:
        """The text that `parse_move` reads back to the same move."""
