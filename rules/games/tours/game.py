"""Les Tours de Babel under the names that every game has, for tools and tests that know no game."""

from collections.abc import Mapping
from fractions import Fraction
from random import Random
from types import MappingProxyType

from rules.errors import listed
from rules.game import Advice, Baseline, Budget, Explanation, Fault

from .advice import advise
from .changes import explain
from .legality import move_faults, play
from .moves import Move
from .notation import ALIASES, NAME, parse_move, parse_position, position_notation
from .position import Position
from .seen import position_faults
from .tiles import DEFAULT_OPTIONS, FAMILY_SIZE, Options

_FALLS_IN_A_LONG_GAME = 36


def first_square(position: Position, chance: Random) -> Move:
    """The first legal square in the order of the notation, or the reserve."""
    return position.legal_moves()[0]


class Tours:
    """The game as `rules.game.Game` describes it; each method is one of this folder's own by its common name."""

    name = NAME
    aliases = ALIASES
    summary = "One to three players stack mah-jong tiles on nine squares; the top tile of a column takes its points."
    longest_game_plies = 3 * 3 * FAMILY_SIZE + _FALLS_IN_A_LONG_GAME
    default_options = DEFAULT_OPTIONS
    baselines: Mapping[str, Baseline[Position, Move]] = MappingProxyType({"first square": first_square})

    def start(self, options: Options | None = None) -> Position:
        """The empty squares, before the first tile is drawn."""
        rules = options or DEFAULT_OPTIONS
        return Position(reserves=((),) * rules.players, options=rules)

    def options(self, position: Position) -> Options:
        """The rule set."""
        return position.options

    def player_count(self, position: Position) -> int:
        """One, two or three."""
        return position.options.players

    def to_move(self, position: Position) -> int:
        """The player who chooses a square, or `CHANCE`, which draws."""
        return position.to_move

    def is_over(self, position: Position) -> bool:
        """Whether all piles are empty and the last tile is placed."""
        return position.is_over

    def winners(self, position: Position) -> tuple[int, ...]:
        """Who has most points; alone, player 1 if the points suffice."""
        return position.winners

    def scores(self, position: Position) -> tuple[int, ...]:
        """Points for columns less the tiles in reserve."""
        return position.scores

    def result(self, position: Position) -> str:
        """Who wins with how many points."""
        if not position.is_over:
            return "not over"
        scores, winners = position.scores, position.winners
        if position.options.players == 1:
            enough = position.options.solo_points
            outcome = "won" if winners else "lost"
            return f"{outcome} with {scores[0]} {_points(scores[0])}, {enough} needed"
        told = ":".join(map(str, scores))
        if not winners:
            return f"draw, points {told}"
        who = f"player {winners[0]} wins" if len(winners) == 1 else f"players {listed(winners)} win"
        return f"{who}, points {told}"

    def legal_moves(self, position: Position) -> tuple[Move, ...]:
        """The tiles that may be drawn, or where the drawn one may lie; falls can be played, but are not offered."""
        return position.legal_moves()

    def chances(self, position: Position) -> tuple[Fraction, ...]:
        """The probability of each tile that may be drawn."""
        return position.chances()

    def move_faults(self, position: Position, move: Move) -> tuple[Fault, ...]:
        """Each rule that a move breaks."""
        return move_faults(position, move)

    def play(self, position: Position, move: Move) -> Position:
        """The position after a draw, a placed tile, a tile put aside or a fall."""
        return play(position, move)

    def faults(self, position: Position) -> tuple[Fault, ...]:
        """What no game could have led to."""
        return position_faults(position)

    def explain(self, before: Position, after: Position) -> Explanation[Move]:
        """The moves that lead from one look at the table to another."""
        return explain(before, after)

    def suggest(self, position: Position, may_go_on: Budget, seed: int = 0) -> Advice[Move]:
        """The squares for the drawn tile by the expected end of the game; nothing while a tile is to be drawn."""
        return advise(position, may_go_on, seed)

    def parse_position(self, text: str, options: Options | None = None) -> Position:
        """Read columns, reserves and drawn tile, with or without the game's name."""
        return parse_position(text, options or DEFAULT_OPTIONS)

    def position_notation(self, position: Position) -> str:
        """Write the game's name, columns, reserves and drawn tile."""
        return position_notation(position)

    def parse_move(self, text: str) -> Move:
        """Read a move such as `draw=5b`, `a1=5b`, `reserve=5b` or `fall=1:a1.2`."""
        return parse_move(text)

    def move_notation(self, move: Move) -> str:
        """Write a move."""
        return str(move)


def _points(count: int) -> str:
    return "point" if abs(count) == 1 else "points"


GAME = Tours()
