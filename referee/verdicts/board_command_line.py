"""`check` of a board of 012x012: from its options to what is printed. Called by the game's own way to check a photo."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from calibration.card_mat import CUBE_COLOURS_SRGB
from referee.errors import InputError, UnreadableError
from referee.playing.judging import end_of, position_before, print_lines, ways_shown
from referee.progress import waiting
from referee.requests import Request
from referee.writing import require_written, write_each
from rules.errors import listed
from rules.games.zero12 import GAME, SQUARES, Options, Position, card_notation, square_name
from rules.options import with_options
from vision.games.zero12.evidence import EMPTY
from vision.games.zero12.reader import ALWAYS

from .board import BoardCheck, check_board


def check_board_photo(
    photo: Path, card: Path | None, asked: tuple[str, ...], before: str | None, annotate: Path | None, as_json: bool
) -> int:
    """Read a board from a photo and judge it, or the turns since the position before; the exit status."""
    options = board_options(card, asked)
    earlier = None
    if before is not None:
        earlier = position_before(GAME, before, options)
        options = earlier.options
    require_paints(options)
    is_card_told = is_card_said(card, asked) or earlier is not None
    with waiting("reading the board"):
        found = check_board(photo, options, is_card_told, earlier)
    if not isinstance(found, BoardCheck):
        raise UnreadableError(f"{photo}: {found}")
    end = end_of(GAME, earlier, found.change) if found.change else None
    if end is not None:
        # What no photo shows, whose turn it is and what is left, follows from the turns.
        found = replace(found, position=end)
    unsaved = write_each({} if annotate is None else {annotate: lambda: _picture(found, annotate)})
    if as_json:
        from referee.json_output import print_json

        print_json(_document(found, Request(GAME, options, "", asked), earlier))
    else:
        _print(found, None if annotate in unsaved else annotate)
    require_written(unsaved)
    return 1 if found.verdict == "illegal" else 0


def board_options(card: Path | None, asked: tuple[str, ...]) -> Options:
    """The rule set that somebody asks for, with the card of a file if one is named."""
    if card is not None:
        from referee.sheets.card_files import read_card

        asked = (*asked, f"card={card_notation(read_card(card))}")
    options: Options = with_options(GAME.default_options, asked)
    return options


def is_card_said(card: Path | None, asked: tuple[str, ...]) -> bool:
    """Whether somebody says by which card is played."""
    return card is not None or any(text.startswith("card=") for text in asked)


def require_paints(options: Options) -> None:
    """Refuse colours of which nobody knows what they look like."""
    others = [name for name in options.colours if name not in ALWAYS]
    if len(others) != 1 or others[0] not in CUBE_COLOURS_SRGB:
        known = listed([name for name in CUBE_COLOURS_SRGB if name not in ALWAYS])
        raise InputError(
            f"cubes of {listed(list(options.colours))} are not read from photos; white and black ones and one other "
            f"colour are, which may be {known}"
        )


def _document(found: BoardCheck, request: Request, before: Position | None) -> dict[str, Any]:
    """What `check --json` prints."""
    from referee.reports.game_documents import change_fields, verdict_document

    reading = found.reading
    cubes = [(square, kind) for square in SQUARES if (kind := reading.kind(square)) not in (EMPTY, None)]
    change = {} if found.change is None else change_fields(GAME, before, found.change)
    return {
        **verdict_document(request, found.position, found.verdict, found.faults, " ".join(found.reasons)),
        **change,
        "cubes": [
            {"square": square_name(square), "code": code, "confidence": float(reading.chances[square][code])}
            for square, code in cubes
        ],
        "unsure": [square_name(square) for square in reading.unsure],
        "views": [{"photo": str(found.photo.path), "pose": reading.pose.scaled_to(found.photo.full_size_wh).as_json()}],
    }


def _print(found: BoardCheck, saved: Path | None) -> None:
    """Print the board, the verdict, the turns, what is in doubt and where the picture was saved."""
    from referee.boards.zero12 import board
    from referee.console import VERDICT_STYLES, OutputConsole
    from referee.reports.game_text import print_faults

    console = OutputConsole()
    console.print(board(found.position))
    console.print(_verdict_in_words(found), style=VERDICT_STYLES[found.verdict])
    print_faults(console, found.faults)
    ways = ways_shown(GAME, found.change) if found.change else []
    print_lines(console, [*ways, *found.reasons], GAME.position_notation(found.position))
    if saved is not None:
        console.print(f"picture: {saved}", markup=False, soft_wrap=True)


def _verdict_in_words(found: BoardCheck) -> str:
    if found.verdict == "legal" and found.change is None:
        return "LEGAL: nothing speaks against this board."
    return found.verdict.upper()


def _picture(found: BoardCheck, target: Path) -> bytes:
    """The photo with the reading on it."""
    from referee.drawings.annotate_board import annotate_board
    from referee.drawings.pictures import READING_DRAWN, encode_picture

    drawn = annotate_board(found.photo.frame_bgr, found.reading, found.verdict, found.faults)
    return encode_picture(drawn, target, READING_DRAWN)
