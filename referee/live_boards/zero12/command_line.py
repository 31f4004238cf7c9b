"""`watch` of a board of 012x012: from its options to the session. Called by the game's own way to watch."""

from contextlib import nullcontext
from functools import partial
from pathlib import Path

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
from referee.verdicts.board_command_line import board_options, is_card_said, require_paints
from rules.errors import faults_sentence
from rules.games.zero12 import GAME, Options
from vision.networks import BOARDS, load_network

from .follow import FOLLOWING
from .game import BoardGame
from .looking import take_look
from .saving import BOARD_CODEC


def watch_board(request: WatchRequest, card: Path | None, asked: tuple[str, ...]) -> int:
    """Follow a board by camera; the exit status."""
    if request.profile is not None:
        raise InputError("the board of 012x012 is read without a profile; leave --profile out")
    source = source_name(request.source)
    opened = open_source(source, request.fps, tell)
    journal, game, told = _begun(request, source, card, asked)
    phrases, are_stills = Phrasebook(), opened.settings.are_stills
    with journal or nullcontext(), speaking(spoken, phrases, request.speaks, tell) as speaker:
        load_network(BOARDS)
        is_card_told = game.has_begun or is_card_said(card, asked)
        look = partial(take_look, options=game.position.options, is_card_told=is_card_told)
        session = board_session(opened, game, FOLLOWING, look, request.waits_for_key, journal, tell, told)
        if request.is_headless:
            return run(session, lambda event: printed(event, request.prints_json, are_stills), NOTHING_READ, speaker)
        from referee.live.window import show
        from referee.live_boards.view import BoardView

        from .window import WINDOW

        return show(session, BoardView(WINDOW), phrases, speaker)


def _begun(
    request: WatchRequest, source: str, card: Path | None, asked: tuple[str, ...]
) -> tuple[Journal[BoardEvent, BoardGame] | None, BoardGame, tuple[BoardEvent, ...]]:
    """The journal to write, if one is asked for, what to go on with, and what the journal tells already."""
    if request.resume is not None:
        if card is not None or asked:
            raise InputError("--resume goes on by the rules of its journal; leave --card and --option out")
        resumed, reading = Journal.resume(request.resume, BOARD_CODEC)
        return resumed, reading.game, reading.events
    options = board_options(card, asked)
    game = BoardGame.of(options) if request.start is None else _from_start(request.start, options)
    require_paints(game.position.options)
    if game.position.options.mode == "sliding":
        raise InputError("the sliding puzzle is not followed live; it has no turns that a camera could tell")
    journal = (
        None if request.record is None else Journal.create(request.record, shown_address(source), game, BOARD_CODEC)
    )
    return journal, game, ()


def _from_start(notation: str, options: Options) -> BoardGame:
    """The game that goes on from a position that a person tells."""
    position = GAME.parse_position(with_name(without_label(notation), GAME), options)
    if faults := GAME.faults(position):
        raise InputError(f"--start: the position breaks a rule. {faults_sentence(faults)}")
    return BoardGame.from_position(position)
