"""Les Tours de Babel's own ways: to judge a change, for tiles may be hidden in the columns, and to check a photo."""

from dataclasses import replace
from pathlib import Path

from referee.errors import InputError
from referee.verdicts.request import CheckRequest
from rules.games.tours import Position


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
