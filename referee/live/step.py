"""The pure step of live following: a state and one input in, the next state and its events out. Called by the session.

Frames are watched cheaply. Where all is still again and something has changed, a look is asked for
(`LiveState.wanted`); its result comes back as another input, so that frames need not wait for it.
"""

from dataclasses import replace
from typing import assert_never

from rules.options import with_options

from .changing import correct, faults_said_anew, take_away
from .events import Choice, Event
from .frames import on_frame, wish
from .game_events import EventKind, ViewChange
from .inputs import Choose, Correct, Input, Look, Order
from .looks import on_look
from .orders import MoveDone, Resync, Undo
from .outcome import Outcome, Stepped
from .pictures import Frame, SourceChange, SourceEnd, upright
from .state import GameState, LiveState
from .troubles import on_source


def step(state: LiveState, entry: Input) -> Stepped:
    """Take one input.

    Parameters
    ----------
    state : LiveState
    entry : Frame, Look, SourceChange, SourceEnd or an order
        A look must answer `state.wanted`.

    Returns
    -------
    (LiveState, tuple of Event)
        A look is due where the state's `wanted` is set and was not before: at this very frame.
    """
    match entry:
        case Frame():
            return on_frame(state, upright(entry.picture_bgr, state.is_mirrored), entry.source_time)
        case Look():
            state, told = _remarked(state, entry)
            judged = _with_rules_left_open(state.game, entry)
            state, events = on_look(replace(state, wanted=None, game=judged.game), entry)
            return state, (*told, *judged.events, *events)
        case SourceChange():
            return on_source(state, Event, entry)
        case SourceEnd():
            return state, ()
        case Undo() | Choose() | Correct() | MoveDone() | Resync():
            return _on_order(state, entry)
    assert_never(entry)


def _remarked(state: LiveState, look: Look) -> Stepped:
    """Say what of a profile does not fit, each thing once."""
    time, fresh = look.request.source_time, [remark for remark in look.remarks if remark not in state.remarks]
    events = (
        Event(EventKind.VIEW, time, f"Not all of the profile is used: {remark}.", view=ViewChange.PROFILE)
        for remark in fresh
    )
    return replace(state, remarks=(*state.remarks, *fresh)), tuple(events)


def _with_rules_left_open(game: GameState, look: Look) -> Outcome:
    """The game by the rules that a look leaves open, if any, and what then broke none."""
    by_them = replace(game, options=with_options(game.options, look.left_open))
    if by_them.options == game.options:
        return Outcome(game)
    return faults_said_anew(by_them, look.request.source_time, "seen")


def _on_order(state: LiveState, order: Order) -> Stepped:
    time = state.scene.source_time
    match order:
        case Undo():
            plies = state.game.plies
            outcome = take_away(state.game, plies[-1].cell, time, "hand") if plies else Outcome(state.game)
        case Correct(cell, cube):
            outcome = correct(state.game, cell, cube, time, state.is_lost)
            if outcome.events:
                outcome = replace(outcome, game=replace(outcome.game, has_begun=True))
        case Choose(choice):
            outcome = _chosen(state, choice, time)
        case MoveDone():
            is_free = state.wanted is None and state.scene.small_bgr is not None
            return (wish(state, time) if is_free else state), ()
        case Resync():
            event = Event(EventKind.OUT_OF_STEP, time, "The tower is read anew.")
            return replace(state, is_lost=True, doubt=None, question=None, next_look=time), (event,)
        case _:
            assert_never(order)
    is_settled = bool(outcome.events) or isinstance(order, Choose)
    question = outcome.question if is_settled else state.question
    return replace(state, game=outcome.game, question=question), outcome.events


def _chosen(state: LiveState, chosen: Choice, time: float) -> Outcome:
    """The game with the open question answered, or as it is if that answer is none of its own."""
    answers = {(choice.cell, choice.cube) for choice in state.question.choices} if state.question else ()
    if (chosen.cell, chosen.cube) not in answers:
        return Outcome(state.game, (), state.question)
    return correct(state.game, chosen.cell, chosen.cube, time)
