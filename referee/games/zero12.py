"""012x012's own way to check a photo and to watch a game: its board, seen from above."""

from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from referee.live.request import WatchRequest
from referee.verdicts.request import CheckRequest

if TYPE_CHECKING:
    from referee.playing.exporting import Exported


def check(request: CheckRequest) -> int:
    """Read a board from a photo and judge it, or the turns since the position before; the exit status."""
    # What reads pictures takes long to load, and every command of this game loads this module.
    from referee.verdicts.board_command_line import check_board_photo

    return check_board_photo(request)


def sheet(edge_mm: float | None, paper: str, file_format: str, card_path: Path | None) -> tuple[bytes, str]:
    """The printed board as a file, and what it is in words."""
    from calibration.board_mat import BOARD_MAT
    from referee.sheets.card_files import read_card
    from referee.sheets.game_board import game_board_sheet
    from referee.sheets.papers import largest_edge_mm
    from rules.games.zero12 import DEFAULT_CARD

    card = DEFAULT_CARD if card_path is None else read_card(card_path)
    edge_mm = largest_edge_mm(BOARD_MAT, paper) if edge_mm is None else edge_mm
    what = f"board of 012x012, card {card.reference}, for cubes of {edge_mm:g} mm on {paper}"
    return game_board_sheet(card, edge_mm, paper, file_format), what


def watch(request: WatchRequest, card: Path | None, asked: tuple[str, ...]) -> int:
    """Follow a board by camera and judge each turn; the exit status."""
    from referee.live_boards.zero12.command_line import watch_board

    return watch_board(request, card, asked)


def replay_journal(path: Path, step: bool, as_json: bool) -> int:
    """Show the journal of a game that was watched; the exit status."""
    from referee.live.journal import read_journal
    from referee.live_boards.events import tell_of_a_foul
    from referee.live_boards.zero12.journal_report import journal_document, print_journal
    from referee.live_boards.zero12.saving import BOARD_CODEC

    reading = read_journal(path, BOARD_CODEC)
    if as_json:
        from referee.json_output import print_json

        print_json(journal_document(reading))
    else:
        from referee.console import OutputConsole

        print_journal(OutputConsole(), reading, step)
    return 1 if tell_of_a_foul(reading.events) else 0


def exported_journal(path: Path) -> "Exported":
    """The game of a journal, to be written otherwise; it cannot be drawn."""
    from referee.errors import InputError
    from referee.live.journal import read_journal
    from referee.live_boards.zero12.journal_report import journal_document, journal_text
    from referee.live_boards.zero12.saving import BOARD_CODEC
    from referee.playing.exporting import Exported

    def stills() -> NoReturn:
        raise InputError(f"{path}: is a game of 012x012; only babel can be drawn, others go to .json or .txt")

    reading = read_journal(path, BOARD_CODEC)
    document, text = (lambda: journal_document(reading)), (lambda: journal_text(reading.game))
    return Exported("012x012", stills, document, text, reading.remarks)
