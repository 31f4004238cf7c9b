"""Games of babel, followed live: what `session` needs for them. Called by `watch`."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from calibration.arrays import UInt8Array

from .events import Event, tell_of_a_foul
from .inputs import Look, LookRequest, Order
from .journal import Journal
from .looking import take_look
from .saving import TowerReading
from .session import Moment, Session
from .sources import Source
from .state import GameState, LiveState, Question
from .step import step

TowerMoment = Moment[LiveState, Event]
TowerSession = Session[LiveState, Event, Look, Order]
Looker = Callable[[UInt8Array, LookRequest], Look]
"""Reads the tower in a frame, as `take_look` does."""


def tower_session(
    source: Source,
    state: LiveState,
    journal: Journal[Event, GameState] | None = None,
    look: Looker = take_look,
    complain: Callable[[str], None] = print,
    told: Sequence[Event] = (),
) -> TowerSession:
    """The session that follows a tower.

    Parameters
    ----------
    source : Source
    state : LiveState
        Where to begin; its settings are those of the source, with `waits_for_key` kept.
    journal, complain, told
        As of `Session`.
    look : Looker
        What takes the looks: `take_look`, or what uses a profile beside it.
    """
    settings = replace(source.settings, waits_for_key=state.settings.waits_for_key)
    return Session(source, replace(state, settings=settings), step, look, tell_of_a_foul, journal, complain, told)


def resumed(reading: TowerReading) -> LiveState:
    """Where a game is gone on with: as it stood at the end of its journal, its open question included."""
    asked = reading.asked
    question = None if asked is None else Question(asked.message, asked.choices)
    return LiveState(game=reading.game, question=question)
