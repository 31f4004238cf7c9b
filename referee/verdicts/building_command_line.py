"""`check` of a building of Baubylon: from its options to what is printed.

Called by the game's own way to check photos.
"""

from functools import partial
from pathlib import Path
from typing import Any

from calibration.refusal import Unreadable
from referee.errors import InputError, UnreadableError
from referee.games import require_no_card
from referee.progress import waiting
from referee.remarks import tell
from rules.games.baubylon import GAME, Options
from rules.letters import plain_letters
from rules.options import option_values, with_options

from .building import BuildingCheck, check_building, height_rows
from .pawns_command_line import check_pawn_photos
from .photo_check import tell_check
from .request import CheckRequest


def check_building_photos(request: CheckRequest) -> int:
    """Read a building from photos and judge it; the exit status."""
    options = _options(request)
    if request.pawns is not None or request.before is not None:
        return check_pawn_photos(request, options)
    with waiting("reading the building"):
        found = check_building(request.photos, options)
    if isinstance(found, Unreadable):
        raise UnreadableError(f"{request.photos[0]}: {found}")
    for path, reason in found.left_out.items():
        tell(f"left out: {path}: {reason}")
    return tell_check(
        request, found.verdict, lambda target: _picture(found, target), lambda: _document(found), partial(_print, found)
    )


def _options(request: CheckRequest) -> Options:
    """The rule set that somebody asks for; what is of no use for a building is refused."""
    require_no_card(request.card)
    if request.profile is not None:
        raise InputError("--profile is of no use for a building of Baubylon; leave it out")
    if any(plain_letters(text).partition("=")[0].strip().casefold() == "building" for text in request.asked):
        raise InputError("--option building is what the photos show; leave it out, or judge it with `building check`")
    options: Options = with_options(GAME.default_options, request.asked)
    return options


def _document(found: BuildingCheck) -> dict[str, Any]:
    """What `check --json` prints."""
    from referee.reports.game_documents import fault_fields, judged_fields

    rows, sure = height_rows(found.reading), found.reading.chances.max(axis=-1).T[::-1]
    # Of a building that is not all known there is no notation.
    is_known = not found.unknown
    building = found.options.building if is_known else None
    views = zip(found.photos, found.reading.poses, strict=True)
    return {
        **judged_fields(GAME, found.verdict, found.faults, " ".join(found.reasons)),
        "warnings": fault_fields(found.warnings),
        "notation": GAME.position_notation(GAME.start(found.options)) if is_known else None,
        "options": {**option_values(found.options), "building": building},
        "heights": rows,
        "confidence": sure.round(4).tolist(),
        "views": [
            {"photo": str(photo.path), "pose": pose.scaled_to(photo.full_size_wh).as_json()} for photo, pose in views
        ],
        "left_out": [{"photo": str(path), "reason": reason} for path, reason in found.left_out.items()],
    }


def _print(found: BuildingCheck, saved: Path | None) -> None:
    """Print the verdict, what is in doubt, the building and where the picture was saved."""
    from referee.boards.baubylon import seen_text
    from referee.console import VERDICT_STYLES, OutputConsole
    from referee.reports.building_text import print_building, print_warnings
    from referee.reports.game_text import print_faults

    console = OutputConsole()
    words = "LEGAL: nothing speaks against this building." if found.verdict == "legal" else found.verdict.upper()
    console.print(words, style=VERDICT_STYLES[found.verdict])
    print_faults(console, found.faults)
    print_warnings(console, found.warnings)
    for reason in found.reasons:
        console.print(f"  {reason}", markup=False)
    if found.unknown:
        console.print(seen_text(found.options.built, found.unknown))
    else:
        print_building(console, found.options)
        notation = GAME.position_notation(GAME.start(found.options))
        console.print(f"notation: {notation}", markup=False, soft_wrap=True)
    if saved is not None:
        console.print(f"picture: {saved}", markup=False, soft_wrap=True)


def _picture(found: BuildingCheck, target: Path) -> bytes:
    """All photos with the reading on them, side by side."""
    from referee.drawings.annotate_building import annotate_building
    from referee.drawings.pictures import READING_DRAWN, encode_picture, side_by_side

    views = zip(found.photos, found.reading.poses, strict=True)
    drawn = [
        annotate_building(photo.frame_bgr, pose, found.reading, found.verdict, found.faults) for photo, pose in views
    ]
    return encode_picture(side_by_side(drawn, min(map(len, drawn))), target, READING_DRAWN)
