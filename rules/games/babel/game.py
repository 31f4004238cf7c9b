"""babel under the names that every game has, for tools and tests that know no game."""

from .judge import judge
from .notation import parse_placement, parse_position
from .pieces import DEFAULT_OPTIONS, Options
from .position import Position, position_notation
from .tower import CELLS, Placement, placement_notation


class Babel:
    """The game as `rules.game.Game` describes it; each method is one of this folder's own by its common name."""

    name = "babel"
    aliases = ("babel pico",)
    longest_game_plies = len(CELLS)
    default_options = DEFAULT_OPTIONS

    def start(self, options: Options | None = None) -> Position:
        """The empty tower with both hands full."""
        return Position(options=options or DEFAULT_OPTIONS)

    def to_move(self, position: Position) -> int:
        """1 or 2."""
        return position.to_move

    def is_over(self, position: Position) -> bool:
        """Whether the player to move has no legal placement."""
        return position.is_over

    def result(self, position: Position) -> str:
        """Who wins, or `"draw"`, or `"not over"`."""
        return position.result.value

    def legal_moves(self, position: Position) -> tuple[Placement, ...]:
        """All legal placements."""
        return position.legal_placements()

    def play(self, position: Position, move: Placement) -> Position:
        """The position after a placement."""
        return position.place(move)

    def faults(self, position: Position) -> tuple[str, ...]:
        """What is wrong with the tower, and with the hands and turn beside it."""
        found = (fault.message for fault in judge(position.tower, position.options).faults)
        return tuple(dict.fromkeys((*found, *position.problems())))

    def parse_position(self, text: str, options: Options | None = None) -> Position:
        """Read the tower notation."""
        return parse_position(text, options or DEFAULT_OPTIONS)

    def position_notation(self, position: Position) -> str:
        """Write the tower notation with hands and player."""
        return position_notation(position)

    def parse_move(self, text: str) -> Placement:
        """Read a placement such as `b1.3=3ENU`."""
        return parse_placement(text)

    def move_notation(self, move: Placement) -> str:
        """Write a placement."""
        return placement_notation(move)


GAME = Babel()
