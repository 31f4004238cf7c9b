"""`watch` of a board of 012x012: from its options to what is followed. Called by the game's own way to watch."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from calibration.arrays import UInt8Array
from referee.errors import InputError
from referee.live.request import WatchRequest
from referee.live.sources import open_source, source_name
from referee.live_boards.state import BoardLook, BoardRequest
from referee.live_boards.watching import Begun, follow, recorded, resumed, told_start
from referee.remarks import tell
from referee.verdicts.board_command_line import board_options, is_card_said, require_paints
from rules.games.zero12 import GAME
from vision.networks import BOARDS, load_network

from .follow import FOLLOWING
from .game import BoardGame
from .looking import take_look
from .saving import BOARD_CODEC

if TYPE_CHECKING:
    from referee.live_boards.view import BoardWindow


def watch_board(request: WatchRequest, card: Path | None, asked: tuple[str, ...]) -> int:
    """Follow a board by camera; the exit status."""
    if request.profile is not None:
        raise InputError("the board of 012x012 is read without a profile; leave --profile out")
    source = source_name(request.source)
    opened = open_source(source, request.fps, tell)
    begun = _begun(request, source, card, asked)
    game: BoardGame = begun.game

    def looks() -> Callable[[UInt8Array, BoardRequest], BoardLook]:
        load_network(BOARDS)
        is_card_told = game.has_begun or is_card_said(card, asked)
        return partial(take_look, options=game.position.options, is_card_told=is_card_told)

    return follow(request, opened, begun, FOLLOWING, looks, _window)


def _window() -> "BoardWindow":
    from .window import WINDOW

    return WINDOW


def _begun(request: WatchRequest, source: str, card: Path | None, asked: tuple[str, ...]) -> Begun:
    """What to go on with, and the journal."""
    if request.resume is not None:
        if card is not None or asked:
            raise InputError("--resume goes on by the rules of its journal; leave --card and --option out")
        return resumed(request, BOARD_CODEC)
    options = board_options(card, asked)
    if request.start is None:
        game = BoardGame.of(options)
    else:
        game = BoardGame.from_position(told_start(GAME, request.start, options))
    require_paints(game.position.options)
    if game.position.options.mode == "sliding":
        raise InputError("the sliding puzzle is not followed live; it has no turns that a camera could tell")
    return recorded(request, source, game, BOARD_CODEC)
