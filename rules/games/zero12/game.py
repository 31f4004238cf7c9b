"""012x012 under the names that every game has, for tools and tests that know no game."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from random import Random
from types import MappingProxyType

from rules.game import Advice, Baseline, Budget, Explanation, Fault

from . import alone
from .changes import explain
from .legality import move_faults, play
from .moves import Move, Run, move_notation, parse_move
from .notation import ALIASES, NAME, parse_position, position_notation
from .options import DEFAULT_OPTIONS, Options
from .position import Position, start
from .search import advise
from .seen import position_faults


def shortest_run(position: Position, chance: Random) -> Move:
    """One of the shortest legal runs, at random; a pass if there is none."""
    moves = position.legal_moves()
    runs = [move for move in moves if isinstance(move, Run)]
    fewest = min((run.length for run in runs), default=0)
    return chance.choice([run for run in runs if run.length == fewest] or list(moves))


class Zero12:
    """The game as `rules.game.Game` describes it; each method is one of this folder's own by its common name."""

    name = NAME
    aliases = ALIASES
    summary = "1 to 8 players fill a 12x12 board with runs of cubes after a picture card; who lays last wins."
    # Each cube may be a turn of its own, and everybody else may have to pass before it.
    longest_game_plies = 144 * 8
    default_options = DEFAULT_OPTIONS
    baselines: Mapping[str, Baseline[Position, Move]] = MappingProxyType({"shortest run": shortest_run})

    def start(self, options: Options | None = None) -> Position:
        """The empty board with all stocks full, or the mixed board of the sliding puzzle."""
        return start(options or DEFAULT_OPTIONS)

    def options(self, position: Position) -> Options:
        """The rule set, with the card."""
        return position.options

    def player_count(self, position: Position) -> int:
        """1, 2, 3, 4, 6 or 8."""
        return position.options.players

    def to_move(self, position: Position) -> int:
        """1 to the number of players."""
        return position.to_move

    def is_over(self, position: Position) -> bool:
        """Whether the board is full, nobody can lay a cube, or the sliding puzzle is solved."""
        return position.is_over

    def winners(self, position: Position) -> tuple[int, ...]:
        """Who laid the last cube."""
        return (position.winner,) if position.winner else ()

    def scores(self, position: Position) -> tuple[int, ...]:
        """None: nothing is counted."""
        return ()

    def result(self, position: Position) -> str:
        """Who wins, or how the puzzle ended, or `"not over"`."""
        if not position.is_over:
            return "not over"
        if position.options.mode != "game":
            return "the picture is complete" if position.winner else "no cube is left that fits"
        if position.winner:
            return f"player {position.winner} wins"
        return "the last cube is laid, by whom is not known" if position.filled else "nobody could lay a cube"

    def legal_moves(self, position: Position) -> tuple[Move, ...]:
        """All legal runs, and the pass if there is none or rule 7 allows it."""
        return position.legal_moves()

    def chances(self, position: Position) -> Sequence[Fraction]:
        """None: nothing is left to chance."""
        return ()

    def move_faults(self, position: Position, move: Move) -> tuple[Fault, ...]:
        """Each rule that a move breaks."""
        return move_faults(position, move)

    def play(self, position: Position, move: Move) -> Position:
        """The position after a move, or after a mistake that was taken back."""
        return play(position, move)

    def faults(self, position: Position) -> tuple[Fault, ...]:
        """What is proven wrong with the board and the stocks."""
        return position_faults(position)

    def explain(self, before: Position, after: Position) -> Explanation[Move]:
        """The fewest turns that lead from one board to the other."""
        return explain(before, after)

    def suggest(self, position: Position, may_go_on: Budget, seed: int = 0) -> Advice[Move]:
        """All moves ranked by the chance to lay last, or by how far the puzzle comes."""
        if position.options.mode == "game":
            return advise(position, may_go_on, seed)
        return alone.advise(position, may_go_on)

    def parse_position(self, text: str, options: Options | None = None) -> Position:
        """Read card, board, stocks and turn, with or without the game's name."""
        return parse_position(text, options)

    def position_notation(self, position: Position) -> str:
        """Write the game's name, card, board, stocks and turn."""
        return position_notation(position)

    def parse_move(self, text: str) -> Move:
        """Read a move such as `a1E3`, `pass`, `!a1E2` or `slide:a1`."""
        return parse_move(text)

    def move_notation(self, move: Move) -> str:
        """Write a move."""
        return move_notation(move)


GAME = Zero12()
