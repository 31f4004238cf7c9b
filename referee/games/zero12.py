"""012x012's own way to check a photo, to watch a game and to draw one: its board, seen from above."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from referee.live.request import WatchRequest
from referee.phrases import Phrasebook
from referee.playing.scenes import Scene
from referee.verdicts.request import CheckRequest
from rules.games.zero12 import (
    DEFAULT_CARD,
    Mistake,
    Move,
    Pass,
    Position,
    Run,
    Slide,
    bit,
    move_notation,
    square_name,
    square_names,
)
from rules.games.zero12.sliding import hole
from rules.games.zero12.squares import is_on_board, squares_named

if TYPE_CHECKING:
    from referee.drawings.flat import Drawing
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
    from referee.live_boards import journals
    from referee.live_boards.zero12.journal_report import REPORT

    return journals.replay_journal(REPORT, path, step, as_json)


def exported_journal(path: Path, phrases: Phrasebook) -> "Exported":
    """The game of a journal, to be written otherwise."""
    from referee.live_boards import journals
    from referee.live_boards.zero12.journal_report import REPORT

    return journals.exported_journal(REPORT, path, phrases)


def drawing(scene: Scene) -> "Drawing":
    """The board from above, with the cubes of the last turn and what is at fault marked; in squares."""
    from referee.drawings.board_drawing import HEIGHT, WIDTH, MarkedBoard, draw_board
    from referee.drawings.flat import Drawing

    position: Position = scene.position
    board = MarkedBoard(position.laid, last=squares_named(scene.last), at_fault=squares_named(scene.at_fault))
    return Drawing(WIDTH, HEIGHT, tuple(draw_board(board, position.card, position.options.colours)))


def scene(before: Position, move: Move, after: Position | None = None) -> Scene:
    """What a move of a record looks like; without a position after it, it is against the rules."""
    who = f"Player {before.to_move}"
    match move:
        case Mistake(run):
            told = f"{who} lays {move_notation(run)} against the rules, and takes it back (rule 5)."
            return Scene(_laid_anyway(before, run), told, at_fault=_names(run), is_fault=True)
        case Run():
            return Scene(after or _laid_anyway(before, move), f"{who} lays {move_notation(move)}.", _names(move))
        case Pass():
            return Scene(after or before, f"{who} passes.")
        case Slide(square):
            filled = frozenset(square_names(hole(before.laid)))
            return Scene(after or before, f"The cube of {square_name(square)} is slid.", filled)


def _names(run: Run) -> frozenset[str]:
    """The squares of a run that the board has."""
    return frozenset(square_name(square) for square in run.squares if is_on_board(square))


def _laid_anyway(before: Position, run: Run) -> Position:
    """The board with the cubes of a run that breaks a rule, where there is room for them."""
    laid = list(before.laid)
    for number, square in enumerate(run.squares):
        if is_on_board(square) and before.cube(square) is None:
            laid[int(run.colours[number]) if run.colours else before.card.code(square)] |= bit(square)
    first, second, third = laid
    return replace(before, laid=(first, second, third))
