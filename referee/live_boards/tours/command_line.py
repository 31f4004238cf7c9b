"""`watch` of Les Tours de Babel: from its options to the session. Called by the game's own way to watch."""

from contextlib import nullcontext

from calibration.tile_set import TileSet
from referee.errors import InputError
from referee.live.camera_source import shown_address
from referee.live.headless import run
from referee.live.journal import Journal
from referee.live.request import WatchRequest
from referee.live.sources import open_source, source_name
from referee.live.speech import speaking
from referee.live_boards.event_text import NOTHING_READ, printed, spoken
from referee.live_boards.events import BoardEvent
from referee.live_boards.sessions import board_session
from referee.notation_argument import without_label
from referee.phrases import Phrasebook
from referee.remarks import tell
from referee.requests import with_name
from referee.verdicts.table_command_line import known_tiles
from rules.errors import faults_sentence
from rules.games.tours import GAME, Options, Position
from rules.options import with_options

from .follow import following
from .game import TableGame
from .looking import TableLooks
from .saving import TABLE_CODEC


def watch_table(request: WatchRequest, asked: tuple[str, ...]) -> int:
    """Follow columns of tiles by camera; the exit status."""
    source = source_name(request.source)
    start = _start(request, asked)
    tile_set, lens = known_tiles(request.profile, start)
    opened = open_source(source, request.fps, tell)
    journal, game, told = _begun(request, source, tile_set, asked, start)
    phrases, are_stills = Phrasebook(), opened.settings.are_stills
    with journal or nullcontext(), speaking(spoken, phrases, request.speaks, tell) as speaker:
        look = TableLooks(tile_set, lens, tell)
        session = board_session(opened, game, following(tile_set), look, request.waits_for_key, journal, tell, told)
        if request.is_headless:
            return run(session, lambda event: printed(event, request.prints_json, are_stills), NOTHING_READ, speaker)
        from referee.live.window import show
        from referee.live_boards.view import BoardView

        from .window import window

        return show(session, BoardView(window(tile_set.size)), phrases, speaker)


def _start(request: WatchRequest, asked: tuple[str, ...]) -> Position | None:
    """The position that a person tells the game to begin from."""
    if request.start is None or request.resume is not None:
        return None
    options: Options = with_options(GAME.default_options, asked)
    position = GAME.parse_position(with_name(without_label(request.start), GAME), options)
    if faults := GAME.faults(position):
        raise InputError(f"--start: the position breaks a rule. {faults_sentence(faults)}")
    return position


def _begun(
    request: WatchRequest, source: str, tile_set: TileSet, asked: tuple[str, ...], start: Position | None
) -> tuple[Journal[BoardEvent, TableGame] | None, TableGame, tuple[BoardEvent, ...]]:
    """The journal to write, if one is asked for, what to go on with, and what the journal tells already."""
    if request.resume is not None:
        if asked:
            raise InputError("--resume goes on by the rules of its journal; leave --option out")
        resumed, reading = Journal.resume(request.resume, TABLE_CODEC)
        return resumed, reading.game, reading.events
    options: Options = with_options(GAME.default_options, asked)
    told = {text.partition("=")[0].strip().casefold() for text in asked}
    game = TableGame.of(options, told, tile_set.families) if start is None else TableGame.from_position(start)
    if not game.lines:
        raise InputError(f"the profile {request.profile!r} does not know the tiles of all who play; calibrate them too")
    journal = (
        None if request.record is None else Journal.create(request.record, shown_address(source), game, TABLE_CODEC)
    )
    return journal, game, ()
