"""Les Tours de Babel in the terminal: the nine columns from above, and what lies beside them."""

from rich.box import SQUARE
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from referee.tower_text import UNKNOWN_STYLE
from rules.errors import IncompletePosition
from rules.games.tours import FAMILIES, SQUARES, Position, Tile, worth

FAMILY_STYLES = {"b": "black on green3", "c": "white on #1c48a0", "w": "white on red3"}
_ROW = 3
_CELL_WIDTH = 22


def board(position: Position) -> RenderableType:
    """The squares with North up, each with its top tile, height and points, and all its tiles from the ground up."""
    squares = Table(box=SQUARE, show_header=False, show_lines=True, padding=(0, 1))
    for _ in range(_ROW):
        squares.add_column(width=_CELL_WIDTH, overflow="fold")
    cells = [_square(name, column) for name, column in zip(SQUARES, position.columns, strict=True)]
    for start in reversed(range(0, len(cells), _ROW)):
        squares.add_row(*cells[start : start + _ROW])
    return Group(squares, *_beside(position))


def _square(name: str, column: tuple[Tile | None, ...]) -> Text:
    if not column:
        return Text(f"{name}\n\n", "dim")
    height = f"{len(column)} high, worth {worth(len(column))}"
    lines = [Text(name), Text.assemble(_tile(column[-1]), f" {height}"), _tiles(column)]
    return Text("\n").join(lines)


def _beside(position: Position) -> list[Text]:
    """Points, reserve and pile of each player, and the drawn tile."""
    if position.reserves is None:
        return [Text("The reserves are not known.")]
    try:
        scores: tuple[int | str, ...] = position.scores
    except IncompletePosition:
        scores = ("?",) * position.options.players
    lines = []
    players = zip(position.options.families_in_play, scores, position.reserves, strict=True)
    for player, (family, score, reserve) in enumerate(players, start=1):
        left = f" points {score}, {position.pile_size(player)} to draw"
        style = FAMILY_STYLES[family]
        lines.append(Text.assemble(f"player {player} ", (f" {FAMILIES[family]} ", style), left))
        if reserve:
            lines.append(Text.assemble("  reserve ", _tiles(reserve)))
    if position.drawn is not None:
        lines.append(Text.assemble("drawn ", _tile(position.drawn)))
    return lines


def _tile(tile: Tile | None) -> tuple[str, str]:
    return (" ? ", UNKNOWN_STYLE) if tile is None else (f" {tile} ", FAMILY_STYLES[tile.family])


def _tiles(tiles: tuple[Tile | None, ...]) -> Text:
    """Tiles one after the other, each with its letter; the letter alone must do where there is no colour."""
    return Text("").join(Text("?" if tile is None else str(tile), "dim") for tile in tiles)
