"""Les Tours de Babel's own ways: to judge a change, for tiles may be hidden in columns, to check a photo, to watch."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from referee.errors import InputError
from referee.live.request import WatchRequest
from referee.verdicts.request import CheckRequest
from rules.games.tours import Position

if TYPE_CHECKING:
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

    if card is not None:
        raise InputError("--card is for the board of 012x012; leave it out")
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

    if card is not None:
        raise InputError("--card is for the board of 012x012; leave it out")
    return watch_table(request, asked)


def replay_journal(path: Path, step: bool, as_json: bool) -> int:
    """Show the journal of a game that was watched; the exit status."""
    from referee.live.journal import read_journal
    from referee.live_boards.events import tell_of_a_foul
    from referee.live_boards.tours.journal_report import journal_document, print_journal
    from referee.live_boards.tours.saving import TABLE_CODEC

    reading = read_journal(path, TABLE_CODEC)
    if as_json:
        from referee.json_output import print_json

        print_json(journal_document(reading))
    else:
        from referee.console import OutputConsole

        print_journal(OutputConsole(), reading, step)
    return 1 if tell_of_a_foul(reading.events) else 0


def exported_journal(path: Path) -> "Exported":
    """The game of a journal, to be written otherwise; it cannot be drawn."""
    from referee.live.journal import read_journal
    from referee.live_boards.tours.journal_report import journal_document, journal_text
    from referee.live_boards.tours.saving import TABLE_CODEC
    from referee.playing.exporting import Exported

    def stills() -> NoReturn:
        raise InputError(f"{path}: is a game of tours; only babel can be drawn, others go to .json or .txt")

    reading = read_journal(path, TABLE_CODEC)
    document, text = (lambda: journal_document(reading)), (lambda: journal_text(reading.game))
    return Exported("tours", stills, document, text, reading.remarks)
