"""`check` of a board of 012x012: from its options to what is printed. Called by the game's own way to check a photo."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from calibration.card_mat import CUBE_COLOURS_SRGB
from calibration.refusal import Unreadable
from referee.errors import InputError, UnreadableError
from referee.playing.judging import end_of, position_before
from referee.progress import waiting
from referee.requests import Request
from rules.errors import listed
from rules.games.zero12 import GAME, SQUARES, Options, Position, card_notation, square_name
from rules.options import with_options
from vision.games.zero12.evidence import EMPTY
from vision.games.zero12.reader import ALWAYS

from .board import BoardCheck, check_board
from .photo_check import document_fields, print_check, tell_check
from .request import CheckRequest


def check_board_photo(request: CheckRequest) -> int:
    """Read a board from a photo and judge it, or the turns since the position before; the exit status."""
    if request.profile is not None:
        raise InputError("--profile is of no use for a board of 012x012; leave it out")
    options = board_options(request.card, request.asked)
    earlier = None
    if request.before is not None:
        earlier = position_before(GAME, request.before, options)
        options = earlier.options
    require_paints(options)
    is_card_told = is_card_said(request.card, request.asked) or earlier is not None
    with waiting("reading the board"):
        found = check_board(request.photo, options, is_card_told, earlier)
    if isinstance(found, Unreadable):
        raise UnreadableError(f"{request.photo}: {found}")
    end = end_of(GAME, earlier, found.change) if found.change else None
    if end is not None:
        # What no photo shows, whose turn it is and what is left, follows from the turns.
        found = replace(found, position=end)
    return tell_check(
        request,
        found.verdict,
        lambda target: _picture(found, target),
        lambda: _document(found, Request(GAME, options, "", request.asked), earlier),
        lambda saved: print_check(GAME, found, "this board", (), saved),
    )


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
    reading = found.reading
    cubes = [(square, kind) for square in SQUARES if (kind := reading.kind(square)) not in (EMPTY, None)]
    return {
        **document_fields(found, request, before),
        "cubes": [
            {"square": square_name(square), "code": code, "confidence": float(reading.chances[square][code])}
            for square, code in cubes
        ],
        "unsure": [square_name(square) for square in reading.unsure],
        "views": [{"photo": str(found.photo.path), "pose": reading.pose.scaled_to(found.photo.full_size_wh).as_json()}],
    }


def _picture(found: BoardCheck, target: Path) -> bytes:
    """The photo with the reading on it."""
    from referee.drawings.annotate_board import annotate_board
    from referee.drawings.pictures import READING_DRAWN, encode_picture

    drawn = annotate_board(found.photo.frame_bgr, found.reading, found.verdict, found.faults)
    return encode_picture(drawn, target, READING_DRAWN)
