"""Baubylon under the names that every game has, for tools and tests that know no game."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType

from rules.game import CHANCE, Advice, Baseline, Budget, Explanation, Fault, after_name

from .advice import nearer, suggest
from .changes import explain
from .legality import legal_moves, move_faults, play
from .moves import DIE, Move, parse_move
from .notation import parse_position
from .options import DEFAULT_OPTIONS, Options
from .position import Position, position_notation, start
from .seen import position_faults


class Baubylon:
    """The game as `rules.game.Game` describes it; each method is one of this folder's own by its common name."""

    name = "baubylon"
    aliases: tuple[str, ...] = ()
    summary = "Three to six players climb a building of blocks with pawns and a die; the first on its summit wins."
    longest_game_plies = 20_000
    default_options = DEFAULT_OPTIONS
    baselines: Mapping[str, Baseline[Position, Move]] = MappingProxyType({"nearer": nearer})

    def start(self, options: Options | None = None) -> Position:
        """The empty building; the red pawns are put on it first."""
        return start(options or DEFAULT_OPTIONS)

    def options(self, position: Position) -> Options:
        """The rule set, the building included."""
        return position.options

    def player_count(self, position: Position) -> int:
        """Three to six."""
        return position.options.players

    def to_move(self, position: Position) -> int:
        """The player who places a red pawn or uses a roll, or `CHANCE` where the die is rolled."""
        return position.to_move

    def is_over(self, position: Position) -> bool:
        """Whether a pawn stands on the summit."""
        return position.is_over

    def winners(self, position: Position) -> tuple[int, ...]:
        """The player on the summit."""
        return (position.winner,) if position.is_over else ()

    def scores(self, position: Position) -> tuple[int, ...]:
        """None: nothing is counted."""
        return ()

    def result(self, position: Position) -> str:
        """Who has won, or `"not over"`."""
        return f"player {position.winner} wins" if position.is_over else "not over"

    def legal_moves(self, position: Position) -> tuple[Move, ...]:
        """All legal moves, or the six rolls."""
        return legal_moves(position)

    def chances(self, position: Position) -> Sequence[Fraction]:
        """One in six for each roll."""
        return (Fraction(1, len(DIE)),) * len(DIE) if position.to_move == CHANCE else ()

    def move_faults(self, position: Position, move: Move) -> tuple[Fault, ...]:
        """Each rule that a move breaks."""
        return move_faults(position, move)

    def play(self, position: Position, move: Move) -> Position:
        """The position after a move."""
        return play(position, move)

    def faults(self, position: Position) -> tuple[Fault, ...]:
        """What is wrong with the building and with the pawns on it."""
        return position_faults(position)

    def explain(self, before: Position, after: Position) -> Explanation[Move]:
        """The turns that lead from one set of stacks to another."""
        return explain(before, after)

    def suggest(self, position: Position, may_go_on: Budget, seed: int = 0) -> Advice[Move]:
        """All legal moves by their chance to win."""
        return suggest(position, may_go_on, seed)

    def parse_position(self, text: str, options: Options | None = None) -> Position:
        """Read a position, with or without the game's name."""
        return parse_position(after_name(text, (self.name, *self.aliases)), options)

    def position_notation(self, position: Position) -> str:
        """Write the game's name and the position."""
        return f"{self.name} {position_notation(position)}"

    def parse_move(self, text: str) -> Move:
        """Read a move such as `a1-c2`, `homexb1` or `roll=4`."""
        return parse_move(text)

    def move_notation(self, move: Move) -> str:
        """Write a move."""
        return str(move)


GAME = Baubylon()
