"""babel in the terminal: the tower from all sides, and what both players hold."""

from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, RenderResult

from referee.tower_text import draw_tower, hands_text, symbols_for
from rules.games.babel import Position


@dataclass(frozen=True, slots=True)
class Board:
    """The tower from all sides and what both players still hold, in symbols that the terminal can show.

    Hands that do not fit to the tower are left out.
    """

    position: Position

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield draw_tower(self.position.tower, self.position.tower, symbols_for(console))
        if not self.position.problems():
            yield hands_text(self.position.hands)


def board(position: Position) -> Board:
    """The position drawn."""
    return Board(position)
