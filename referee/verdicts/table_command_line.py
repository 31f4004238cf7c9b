"""`check` of the columns of Les Tours de Babel: from its options to what is printed.

Called by the game's own way to check a photo.
"""

from dataclasses import replace
from pathlib import Path
from typing import Any

from calibration.profile import LensFields
from calibration.refusal import Unreadable
from calibration.tile_set import TileSet, TileSize
from referee.errors import InputError, UnreadableError
from referee.games import require_no_card
from referee.games.tours import with_seen
from referee.playing.judging import end_of, position_before
from referee.progress import waiting
from referee.remarks import tell
from referee.requests import Request
from rules.errors import listed
from rules.games.tours import FAMILIES, GAME, SQUARES, Options, Position
from rules.options import with_options

from .photo_check import document_fields, print_check, tell_check
from .request import CheckRequest
from .table import TableCheck, check_table, points_of_columns


def check_table_photo(request: CheckRequest) -> int:
    """Read the columns from a photo and judge them, or the turns since the position before; the exit status."""
    require_no_card(request.card)
    options: Options = with_options(GAME.default_options, request.asked)
    earlier = None if request.before is None else position_before(GAME, request.before, options)
    tile_set, lens = known_tiles(request.profile, earlier)
    with waiting("reading the columns"):
        found = check_table(request.photo, tile_set, options, earlier, lens, tell)
    if isinstance(found, Unreadable):
        raise UnreadableError(f"{request.photo}: {found}")
    end = end_of(GAME, earlier, found.change) if found.change else None
    if end is not None:
        # What no photo shows, whose turn it is and what lies in reserve, follows from the turns.
        found = replace(found, position=with_seen(end, found.position))
    return tell_check(
        request,
        found.verdict,
        lambda target: _picture(found, tile_set.size, target),
        lambda: _document(found, Request(GAME, options, "", request.asked), earlier),
        lambda saved: print_check(GAME, found, "this table", _points_in_words(found.position), saved),
    )


def known_tiles(profile: str | None, before: Position | None) -> tuple[TileSet, LensFields | None]:
    """The tiles that a profile knows, and its lens if it knows one.

    Raises
    ------
    InputError
        If no profile is named, it knows no tiles, or not those of a family that is played.
    """
    from referee.profiles.files import load_profile

    if profile is None:
        raise InputError("tiles differ from maker to maker: name with --profile the set that `calibrate tiles` learned")
    loaded = load_profile(profile)
    tiles = loaded.tiles
    if tiles is None:
        raise InputError(f"the profile {profile!r} knows no tiles; learn them with calibrate tiles --save {profile}")
    played = before.options.families_in_play if before else ""
    missing = [FAMILIES[letter] for letter in played if letter not in tiles.families]
    if missing:
        raise InputError(f"the profile {profile!r} does not know {listed(missing)}, which is played; calibrate it too")
    return tiles.tile_set, loaded.lens


def _document(found: TableCheck, request: Request, before: Position | None) -> dict[str, Any]:
    """What `check --json` prints."""
    reading = found.reading
    columns = [
        {
            "square": name,
            "height": seen.height(),
            "top": None if not seen.height() or seen.top() is None else str(seen.top()),
            "confidence": float(seen.heights.max() * (seen.tops.max() if seen.heights.argmax() else 1.0)),
        }
        for name, seen in zip(SQUARES, reading.columns, strict=True)
    ]
    return {
        **document_fields(found, request, before),
        "columns": columns,
        "points": points_of_columns(found.position),
        "views": [{"photo": str(found.photo.path), "pose": reading.pose.scaled_to(found.photo.full_size_wh).as_json()}],
    }


def _points_in_words(position: Position) -> list[str]:
    points = points_of_columns(position)
    if not points:
        return []
    return ["columns are worth " + listed([f"{count} to {name}" for name, count in points.items()])]


def _picture(found: TableCheck, size: TileSize, target: Path) -> bytes:
    """The photo with the reading on it."""
    from referee.drawings.annotate_table import annotate_table
    from referee.drawings.pictures import READING_DRAWN, encode_picture

    drawn = annotate_table(found.photo.frame_bgr, found.reading, size, found.verdict, found.faults)
    return encode_picture(drawn, target, READING_DRAWN)
