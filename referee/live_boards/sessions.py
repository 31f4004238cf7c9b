"""Games on printed boards, followed live: what `session` needs for them. Called by the games' `watch`."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from calibration.arrays import UInt8Array
from referee.live.journal import Journal
from referee.live.session import Moment, Session
from referee.live.sources import Source

from .events import BoardEvent, tell_of_a_foul
from .following import Following
from .state import BoardLook, BoardRequest, BoardState
from .step import step

BoardMoment = Moment[BoardState, BoardEvent]
BoardSession = Session[BoardState, BoardEvent, BoardLook, Any]


def board_session(
    source: Source,
    game: Any,
    following: Following[Any, Any, Any],
    look: Callable[[UInt8Array, BoardRequest], BoardLook],
    waits_for_key: bool = False,
    journal: Journal[BoardEvent, Any] | None = None,
    complain: Callable[[str], None] = print,
    told: Sequence[BoardEvent] = (),
) -> BoardSession:
    """The session that follows a board.

    Parameters
    ----------
    source : Source
    game : committed game
        Where to begin.
    following : Following
        Of that game.
    look : function
        Reads a frame as a request asks.
    waits_for_key : bool
        Whether the board is read only when a player says that the turn is over.
    journal, complain, told
        As of `Session`.
    """
    state = BoardState(game=game, settings=replace(source.settings, waits_for_key=waits_for_key))
    return Session(source, state, partial(step, following=following), look, tell_of_a_foul, journal, complain, told)
