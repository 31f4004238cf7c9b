"""`check` of a game of Baubylon, pawns on the building: from its options to what is printed.

Called by the game's own way to check photos.
"""

from dataclasses import replace
from pathlib import Path
from typing import Any

from calibration.building_mat import GROUND_SIDE
from calibration.refusal import Unreadable
from referee.errors import InputError, UnreadableError
from referee.playing.judging import end_of, position_before
from referee.progress import waiting
from referee.remarks import tell
from referee.requests import Request
from rules.errors import counted
from rules.games.baubylon import GAME, Options, Position, square_name
from vision.games.baubylon.pawn_colours import USUAL_COLOURS

from .pawns import PawnCheck, check_pawns
from .photo_check import document_fields, print_check, tell_check
from .request import CheckRequest


def check_pawn_photos(request: CheckRequest, options: Options) -> int:
    """Read the pawns on a building from photos and judge the turns since the position before; the exit status."""
    if request.before is None:
        raise InputError(
            "pawns are read on a building that is known: name with --before the position a moment ago, as `check` "
            "prints it of the building before the game"
        )
    earlier = position_before(GAME, request.before, options)
    colours = _colours(request, earlier)
    with waiting("reading the pawns"):
        found = check_pawns(request.photos, colours, earlier)
    if isinstance(found, Unreadable):
        raise UnreadableError(f"{request.photos[0]}: {found}")
    for path, reason in found.left_out.items():
        tell(f"left out: {path}: {reason}")
    end = end_of(GAME, earlier, found.change)
    if end is not None:
        # What no photo shows, such as whose turn it is, follows from the turns.
        found = replace(found, position=end)
    players = ", ".join(f"{number} {colour}" for number, colour in enumerate(colours, start=1))
    return tell_check(
        request,
        found.verdict,
        lambda target: _picture(found, target),
        lambda: _document(found, Request(GAME, options, "", request.asked), earlier),
        lambda saved: print_check(GAME, found, "this position", [f"players: {players}"], saved),
    )


def _colours(request: CheckRequest, before: Position) -> tuple[str, ...]:
    """The colours of all who play; the usual ones where they are not said."""
    players = before.options.players
    colours = request.pawns or USUAL_COLOURS[:players]
    if len(colours) != players:
        raise InputError(f"--pawns names {counted(len(colours), 'colour')}; {players} play in --before")
    return colours


def _document(found: PawnCheck, request: Request, before: Position) -> dict[str, Any]:
    """What `check --json` prints."""
    squares = [(x, y) for y in range(GROUND_SIDE) for x in range(GROUND_SIDE)]
    stacks = [
        {
            "square": square_name(square),
            "pawns": found.pawns.stack(square),
            "confidence": round(found.pawns.confidence(square), 4),
        }
        for square in squares
        if found.pawns.stack(square) != ()
    ]
    views = zip(found.photos, found.building.poses, strict=True)
    return {
        **document_fields(found, request, before),
        "confidence": None if found.confidence is None else round(found.confidence, 4),
        "perhaps": [
            {"moves": list(map(str, one.moves)), "probability": round(one.probability, 4)} for one in found.perhaps
        ],
        "stacks": stacks,
        "not_told": list(map(square_name, found.unknown)),
        "views": [
            {"photo": str(photo.path), "pose": pose.scaled_to(photo.full_size_wh).as_json()} for photo, pose in views
        ],
        "left_out": [{"photo": str(path), "reason": reason} for path, reason in found.left_out.items()],
    }


def _picture(found: PawnCheck, target: Path) -> bytes:
    """All photos with the reading on them, side by side."""
    from referee.drawings.annotate_pawns import annotate_pawns
    from referee.drawings.pictures import READING_DRAWN, encode_picture, side_by_side

    views = zip(found.photos, found.building.poses, strict=True)
    drawn = [
        annotate_pawns(photo.frame_bgr, pose, found.building, found.pawns, found.unknown, found.verdict)
        for photo, pose in views
    ]
    return encode_picture(side_by_side(drawn, min(map(len, drawn))), target, READING_DRAWN)
