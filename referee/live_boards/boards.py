"""Games of 012x012, followed live: what `session` needs for them. Called by `watch`."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from referee.live.journal import Journal
from referee.live.session import Moment, Session
from referee.live.sources import Source

from .events import BoardEvent, tell_of_a_foul
from .game import BoardGame
from .looking import take_look
from .state import BoardLook, BoardOrder, BoardState
from .step import step

BoardMoment = Moment[BoardState, BoardEvent]
BoardSession = Session[BoardState, BoardEvent, BoardLook, BoardOrder]


def board_session(
    source: Source,
    game: BoardGame,
    is_card_told: bool,
    waits_for_key: bool = False,
    journal: Journal[BoardEvent, BoardGame] | None = None,
    complain: Callable[[str], None] = print,
    told: Sequence[BoardEvent] = (),
) -> BoardSession:
    """The session that follows a board.

    Parameters
    ----------
    source : Source
    game : BoardGame
        Where to begin.
    is_card_told : bool
        Whether somebody said that the game's card is that of the sheet, or its signs have to show it.
    waits_for_key : bool
        Whether the board is read only when a player says that the turn is over.
    journal, complain, told
        As of `Session`.
    """
    state = BoardState(game=game, settings=replace(source.settings, waits_for_key=waits_for_key))
    look = partial(take_look, options=game.position.options, is_card_told=is_card_told)
    return Session(source, state, step, look, tell_of_a_foul, journal, complain, told)
