"""`watch` of Les Tours de Babel: from its options to what is followed. Called by the game's own way to watch."""

from typing import TYPE_CHECKING

from calibration.tile_set import TileSet
from referee.errors import InputError
from referee.live.request import WatchRequest
from referee.live.sources import open_source, source_name
from referee.live_boards.watching import Begun, follow, recorded, resumed, told_start
from referee.remarks import tell
from referee.verdicts.table_command_line import known_tiles
from rules.games.tours import GAME, Options, Position
from rules.options import with_options

from .follow import following
from .game import TableGame
from .looking import TableLooks
from .saving import TABLE_CODEC

if TYPE_CHECKING:
    from referee.live_boards.view import BoardWindow


def watch_table(request: WatchRequest, asked: tuple[str, ...]) -> int:
    """Follow columns of tiles by camera; the exit status."""
    source = source_name(request.source)
    start = _start(request, asked)
    tile_set, lens = known_tiles(request.profile, start)
    opened = open_source(source, request.fps, tell)
    begun = _begun(request, source, tile_set, asked, start)

    def shown() -> "BoardWindow":
        from .window import window

        return window(tile_set.size)

    return follow(request, opened, begun, following(tile_set), lambda: TableLooks(tile_set, lens, tell), shown)


def _start(request: WatchRequest, asked: tuple[str, ...]) -> Position | None:
    """The position that a person tells the game to begin from."""
    if request.start is None or request.resume is not None:
        return None
    start: Position = told_start(GAME, request.start, with_options(GAME.default_options, asked))
    return start


def _begun(
    request: WatchRequest, source: str, tile_set: TileSet, asked: tuple[str, ...], start: Position | None
) -> Begun:
    """What to go on with, and the journal."""
    if request.resume is not None:
        if asked:
            raise InputError("--resume goes on by the rules of its journal; leave --option out")
        return resumed(request, TABLE_CODEC)
    options: Options = with_options(GAME.default_options, asked)
    told = {text.partition("=")[0].strip().casefold() for text in asked}
    game = TableGame.of(options, told, tile_set.families) if start is None else TableGame.from_position(start)
    if not game.lines:
        raise InputError(f"the profile {request.profile!r} does not know the tiles of all who play; calibrate them too")
    return recorded(request, source, game, TABLE_CODEC)
