"""How a game of 012x012 is followed: what `step` asks of it. Used by `watch`, the window and samples."""

from collections.abc import Mapping
from typing import Any

from calibration.board_mat import BOARD_MAT
from referee.live.game_events import ViewChange
from referee.live_boards.following import Following, Outcome, SeenBoard, Sight
from referee.live_boards.state import BoardRequest
from referee.verdicts.board import faults_from
from rules.games.zero12 import Laid
from rules.games.zero12.squares import BOARD
from vision.games.zero12.evidence import BoardReading, Doubt

from . import turns
from .game import BoardGame, lies_within
from .seeing import ACCUSE, is_fit, seen_board, stirred_squares


def _poor(reading: BoardReading) -> Mapping[ViewChange, str]:
    return {ViewChange.BRIGHT: "burnt out: shorten the exposure"} if reading.doubt is Doubt.BURNT_OUT else {}


def _seen(game: BoardGame, reading: BoardReading, request: BoardRequest) -> SeenBoard[Laid]:
    stirred = BOARD if request.game is None else stirred_squares(request.changed, reading.pose)
    options = game.position.options
    return seen_board(reading, game.laid, game.position.card, options.colours, stirred)


def _begin(game: BoardGame, reading: BoardReading, sight: Sight[Laid]) -> Outcome[BoardGame]:
    """The game that a first look shows, with what is proven to be wrong with it."""
    options = game.position.options
    faults = faults_from(reading, options, ACCUSE) if is_fit(reading, sight.laid, options.colours) else ()
    return turns.begin(game, sight.laid, sight.time, faults)


def _order(game: BoardGame, order: Any, _time: float) -> Outcome[BoardGame]:
    raise TypeError(f"a game of 012x012 knows no order {order!r}")


FOLLOWING = Following(
    mat=BOARD_MAT,
    room=lambda _game: 1.0,
    poor=_poor,
    seen=_seen,
    adds_only=lambda game, laid: lies_within(game.laid, laid),
    begin=_begin,
    see=turns.see,
    give_up=turns.give_up,
    pause=turns.pause,
    end_turn=turns.end_turn,
    order=_order,
)
"""What of following a board is this game's own."""
