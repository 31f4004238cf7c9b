"""babel under the names that every game has, for tools and tests that know no game."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType

from rules.game import Advice, Baseline, Budget, Explanation, Fault, RankedMove, after_name

from .changes import common_fault, explain
from .judge import judge
from .notation import parse_placement, parse_position
from .perfect import solver_for
from .pieces import DEFAULT_OPTIONS, Options
from .position import Position, Result, position_notation
from .tower import CELLS, Placement, placement_notation

_CHANCE_TO_WIN = {"win": 1.0, "draw": 0.5, "loss": 0.0}


class Babel:
    """The game as `rules.game.Game` describes it; each method is one of this folder's own by its common name."""

    name = "babel"
    aliases = ("babel pico", "pico")
    summary = "Two players build a 2x2 tower of cubes whose bulges must meet hollows; who cannot place loses."
    longest_game_plies = len(CELLS)
    default_options = DEFAULT_OPTIONS
    baselines: Mapping[str, Baseline[Position, Placement]] = MappingProxyType({})

    def start(self, options: Options | None = None) -> Position:
        """The empty tower with both hands full."""
        return Position(options=options or DEFAULT_OPTIONS)

    def options(self, position: Position) -> Options:
        """The rule set."""
        return position.options

    def player_count(self, position: Position) -> int:
        """Two."""
        return len(position.hands)

    def to_move(self, position: Position) -> int:
        """1 or 2."""
        return position.to_move

    def is_over(self, position: Position) -> bool:
        """Whether the player to move has no legal placement."""
        return position.is_over

    def winners(self, position: Position) -> tuple[int, ...]:
        """The player after whose placement the other has none."""
        return {Result.FIRST: (1,), Result.SECOND: (2,)}.get(position.result, ())

    def scores(self, position: Position) -> tuple[int, ...]:
        """None: nothing is counted."""
        return ()

    def result(self, position: Position) -> str:
        """Who wins, or `"draw"`, or `"not over"`."""
        return position.result.value

    def legal_moves(self, position: Position) -> tuple[Placement, ...]:
        """All legal placements."""
        return position.legal_placements()

    def chances(self, position: Position) -> Sequence[Fraction]:
        """None: nothing is left to chance."""
        return ()

    def move_faults(self, position: Position, move: Placement) -> tuple[Fault, ...]:
        """Each rule that a placement breaks."""
        return tuple(common_fault(fault) for fault in position.faults_of(move))

    def play(self, position: Position, move: Placement) -> Position:
        """The position after a placement."""
        return position.place(move)

    def faults(self, position: Position) -> tuple[Fault, ...]:
        """What is wrong with the tower, and with the hands and turn beside it."""
        found = [common_fault(fault) for fault in judge(position.tower, position.options).faults]
        told = {fault.message for fault in found}
        return (*found, *(Fault("1", (), message) for message in position.problems() if message not in told))

    def explain(self, before: Position, after: Position) -> Explanation[Placement]:
        """The placements that lead from one tower to another."""
        return explain(before, after)

    def suggest(self, position: Position, may_go_on: Budget, seed: int = 0) -> Advice[Placement]:
        """All placements by perfect play; budget and seed make no difference."""
        ranked = solver_for(position.options).rank(position)
        moves = tuple(
            RankedMove(one.placement, _CHANCE_TO_WIN[one.outcome], f"{one.outcome} in {one.plies}: {one.reason}")
            for one in ranked
        )
        return Advice(moves, "chance to win", is_exact=True, is_settled=True)

    def parse_position(self, text: str, options: Options | None = None) -> Position:
        """Read the tower notation, with or without the game's name."""
        return parse_position(after_name(text, (self.name, *self.aliases)), options or DEFAULT_OPTIONS)

    def position_notation(self, position: Position) -> str:
        """Write the game's name and the tower notation with hands and player."""
        return f"{self.name} {position_notation(position)}"

    def parse_move(self, text: str) -> Placement:
        """Read a placement such as `b1.3=3ENU`."""
        return parse_placement(text)

    def move_notation(self, move: Placement) -> str:
        """Write a placement."""
        return placement_notation(move)


GAME = Babel()
