"""Les Tours de Babel's own ways: to judge a change, for tiles may be hidden in columns, to check a photo, and to watch
and draw a game."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from referee.games import require_no_card
from referee.live.request import WatchRequest
from referee.phrases import Phrasebook
from referee.playing.scenes import Scene
from referee.verdicts.request import CheckRequest
from rules.errors import listed
from rules.games.tours import SQUARES, Aim, Draw, Fall, Move, Place, Position, Reserve, Tile

if TYPE_CHECKING:
    from referee.drawings.flat import Drawing
    from referee.playing.exporting import Exported


def with_seen(end: Position, after: Position) -> Position:
    """The position to which a change leads, with the tiles of its columns that only the later look shows."""
    pairs = zip(end.columns, after.columns, strict=True)
    columns = tuple(tuple(known or seen for known, seen in zip(*pair, strict=True)) for pair in pairs)
    return replace(end, columns=columns)


def sheet(edge_mm: float | None, paper: str, file_format: str, card: Path | None) -> tuple[bytes, str]:
    """The printed board as a file, and what it is in words."""
    from referee.sheets.papers import SQUARE_MM
    from referee.sheets.tile_board import tile_board_sheet

    require_no_card(card)
    edge_mm = SQUARE_MM if edge_mm is None else edge_mm
    what = f"board of Les Tours de Babel with squares of {edge_mm:g} mm on {paper}"
    return tile_board_sheet(edge_mm, paper, file_format), what


def check(request: CheckRequest) -> int:
    """Read the columns from a photo and judge them, or the turns since the position before; the exit status."""
    # What reads pictures takes long to load, and every command of this game loads this module.
    from referee.verdicts.table_command_line import check_table_photo

    return check_table_photo(request)


def watch(request: WatchRequest, card: Path | None, asked: tuple[str, ...]) -> int:
    """Follow columns of tiles by camera and judge each turn; the exit status."""
    from referee.live_boards.tours.command_line import watch_table

    require_no_card(card)
    return watch_table(request, asked)


def replay_journal(path: Path, step: bool, as_json: bool) -> int:
    """Show the journal of a game that was watched; the exit status."""
    from referee.live_boards import journals
    from referee.live_boards.tours.journal_report import REPORT

    return journals.replay_journal(REPORT, path, step, as_json)


def exported_journal(path: Path, phrases: Phrasebook) -> "Exported":
    """The game of a journal, to be written otherwise."""
    from referee.live_boards import journals
    from referee.live_boards.tours.journal_report import REPORT

    return journals.exported_journal(REPORT, path, phrases)


def drawing(scene: Scene) -> "Drawing":
    """The columns from above, with the square of the last turn and what is at fault marked; in squares."""
    from referee.drawings.flat import Drawing
    from referee.drawings.table_drawing import HEIGHT, WIDTH, MarkedTable, draw_table

    table = MarkedTable(scene.position.columns, last=scene.last, at_fault=scene.at_fault)
    return Drawing(WIDTH, HEIGHT, tuple(draw_table(table)))


def scene(before: Position, move: Move, after: Position | None = None) -> Scene | None:
    """What a move of a record looks like, None of what is shown together with the tile that is laid then; without a
    position after it, the move is against the rules."""
    match move:
        case Aim() | Draw():
            return None
        case Place(square, named):
            tile, name = named or before.drawn, SQUARES[square]
            words = "a tile" if tile is None else tile.words
            lays = f"draws {words} and lays it on" if tile == before.drawn else f"lays {words} on"
            shown = after or _laid_anyway(before, square, tile)
            return Scene(shown, f"Player {before.player} {lays} {name}.", frozenset({name}))
        case Reserve(tile):
            return Scene(after or before, f"Player {before.player} draws {tile.words} and puts it aside.")
        case Fall(player, heights):
            names = tuple(SQUARES[square] for square, _ in heights)
            told = f"{listed(names)} fell: the tiles go to the reserve of player {player} (rule 8)."
            return Scene(after or before, told, frozenset(names))


def _laid_anyway(before: Position, square: int, tile: Tile | None) -> Position:
    """The columns with a tile that breaks a rule where it lies."""
    columns = list(before.columns)
    columns[square] = (*columns[square], tile)
    return replace(before, columns=tuple(columns), drawn=None)
