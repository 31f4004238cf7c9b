"""The pure step of live following: a state and one input in, the next state and its events out. Called by the session.

Frames are watched cheaply. Where all is still again and something has changed, a look is asked for
(`LiveState.wanted`); its result comes back as another input, so that frames need not wait for it.
"""

from dataclasses import replace
from typing import assert_never

import cv2
import numpy as np

from calibration.camera import UInt8Array
from vision.games.babel.following import Difference, airspace, compare
from vision.scene import EVERYTHING, has_moved, is_reached_into, looked, watch

from .changing import correct, reconsider, take_away
from .committing import begin, begin_anew, commit, join, remember
from .events import Event, EventKind, ViewChange
from .inputs import (
    Choose,
    Correct,
    Frame,
    Input,
    Look,
    LookRequest,
    MoveDone,
    Order,
    Resync,
    SourceChange,
    StartFrom,
    Undo,
)
from .outcome import Outcome
from .state import Doubt, GameState, LiveState

#: Fewer changed small pixels than this are noise.
_FEW_PIXELS = 14
#: Something that lies over the tower for this long (seconds) without moving is no arm.
_COVERED_SECONDS = 15.0
#: After a look that told nothing the next one waits this long (seconds).
_AGAIN_SECONDS = 1.0
#: A look that another must confirm is followed by it after this long (seconds).
_CONFIRM_SECONDS = 0.2
#: So many looks that do not agree with each other are out of step.
_MOST_LOOKS = 6
#: Out of step, so many looks that agree tell what stands there.
_RESYNC_LOOKS = 3
#: A camera whose pictures are the same to the last bit for this long (seconds) is frozen.
_FROZEN_SECONDS = 5.0

Stepped = tuple[LiveState, tuple[Event, ...]]


def step(state: LiveState, entry: Input) -> Stepped:
    """Take one input.

    Parameters
    ----------
    state : LiveState
    entry : Frame, Look, SourceChange or an order
        A look must answer `state.wanted`.

    Returns
    -------
    (LiveState, tuple of Event)
        A look is due where the state's `wanted` is set and was not before: at this very frame.
    """
    match entry:
        case Frame():
            return _on_frame(state, upright(state, entry.picture_bgr), entry.source_time)
        case Look():
            state, events = _on_look(replace(state, wanted=None), entry)
            return state, (*_remarks(entry), *events)
        case SourceChange():
            return _on_source(state, entry)
        case Undo() | Choose() | Correct() | StartFrom() | MoveDone() | Resync():
            return _on_order(state, entry)
    assert_never(entry)


def upright(state: LiveState, picture_bgr: UInt8Array) -> UInt8Array:
    """The picture as it is read: turned round if the source mirrors it."""
    return np.asarray(cv2.flip(picture_bgr, 1), np.uint8) if state.is_mirrored else picture_bgr


# --- frames


def _on_frame(state: LiveState, picture_bgr: UInt8Array, time: float) -> Stepped:
    state = replace(state, scene=watch(state.scene, picture_bgr, time))
    state, events = _frozen(state, time)
    if state.settings.are_stills:
        return _wish(state, time, _covered(state)), events
    if state.scene.is_moving:
        # What the last look found is out of date, so the next one need not wait.
        return _with_hand(replace(state, next_look=time), events, time)
    if state.wanted is not None or not _is_still(state, time) or time < state.next_look:
        return state, events
    if not _is_look_due(state):
        return _without_hand(state, events, time)
    is_covered = _covered(state) and time - (state.scene.still_since or time) < _COVERED_SECONDS
    if is_covered:
        state, events = _with_hand(state, events, time)
    return (state if state.settings.waits_for_key else _wish(state, time, is_covered)), events


def _is_still(state: LiveState, time: float) -> bool:
    since = state.scene.still_since
    return since is not None and time - since >= state.settings.still_seconds


def _is_look_due(state: LiveState) -> bool:
    """Whether what is in view may differ from what was read."""
    is_unread = not state.game.has_begun or state.pose is None or state.scene.reference_bgr is None
    is_unread |= ViewChange.HIDDEN in state.troubles
    return is_unread or state.doubt is not None or state.is_lost or state.scene.changed_in_region >= _FEW_PIXELS


def _covered(state: LiveState) -> bool:
    """Whether an arm lies over the tower; a picture that has changed all over was moved, or its light switched."""
    scene = state.scene
    if scene.changed is None or scene.changed_share > EVERYTHING:
        return False
    return is_reached_into(scene.changed, scene.region)


def _wish(state: LiveState, time: float, is_covered: bool) -> LiveState:
    scene = state.scene
    assert scene.small_bgr is not None
    changed = None if scene.changed_share > EVERYTHING else scene.changed
    request = LookRequest(time, scene.small_bgr, changed, is_covered, frozenset(state.game.cubes), state.mat_pose)
    return replace(state, wanted=request)


def _with_hand(state: LiveState, events: tuple[Event, ...], time: float) -> Stepped:
    if state.hand_since is not None or not state.game.has_begun:
        return state, events
    event = Event(EventKind.HAND, time, "A hand is at the tower.", is_there=True)
    return replace(state, hand_since=time), (*events, event)


def _without_hand(state: LiveState, events: tuple[Event, ...], time: float) -> Stepped:
    if state.hand_since is None:
        return state, events
    return replace(state, hand_since=None, may_hide=True), (*events, _hand_gone(time))


def _hand_gone(time: float) -> Event:
    return Event(EventKind.HAND, time, "The hand has left the tower.", is_there=False)


def _frozen(state: LiveState, time: float) -> Stepped:
    is_frozen = state.settings.is_live and time - state.scene.same_since > _FROZEN_SECONDS
    message = "The camera sends the same picture again and again: it is frozen. Unplug it and plug it in again."
    return _with_trouble(state, ViewChange.FROZEN, is_frozen, message, time)


# --- looks


def _on_look(state: LiveState, look: Look) -> Stepped:
    time = look.request.source_time
    if look.is_mirrored and not state.is_mirrored:
        message = "The picture is mirrored; it is turned round before it is read."
        event = Event(EventKind.VIEW, time, message, view=ViewChange.MIRRORED)
        return replace(state, is_mirrored=True, scene=replace(state.scene, small_bgr=None)), (event,)
    if look.is_in_vain:
        return replace(state, next_look=time + _AGAIN_SECONDS), ()
    state, events = _light(state, look)
    if look.pose is None:
        message = f"The tower cannot be read: {look.reason}; {look.advice}."
        state, hidden = _with_trouble(state, ViewChange.HIDDEN, True, message, time)
        return replace(state, next_look=time + _AGAIN_SECONDS), (*events, *hidden)
    state, seen = _with_trouble(state, ViewChange.HIDDEN, False, "", time)
    is_moved = state.mat_pose is not None and look.mat_pose is not None and has_moved(state.mat_pose, look.mat_pose)
    if is_moved:
        fresh = replace(state.scene, reference_bgr=None, changed=None)
        state = replace(state, mat_pose=look.mat_pose, scene=fresh)
    state, outcome = _judged(state, look, is_moved)
    if state.doubt is None and state.hand_since is not None:
        state, seen = replace(state, hand_since=None), (*seen, _hand_gone(time))
    if is_moved:
        message = "The camera or the mat was moved; its place was found again."
        seen = (*seen, Event(EventKind.VIEW, time, message, view=ViewChange.MOVED))
    return state, (*events, *seen, *outcome.events)


def _judged(state: LiveState, look: Look, is_moved: bool) -> tuple[LiveState, Outcome]:
    """The state after a look that found the mat, and what it leads to."""
    assert look.pose is not None
    game, time = state.game, look.request.source_time
    if not game.has_begun:
        outcome = begin(look.reading, game, time)
        return _after(state, look, outcome), outcome
    changed = None if is_moved else look.request.changed
    since_last = None if state.scene.reference_bgr is None else changed
    # Where the pictures do not tell what has changed, they do not tell how often a hand was there either.
    difference = _difference(game, look, since_last, state.may_hide or since_last is None)
    if state.is_lost:
        return _found_again(state, look, difference)
    is_plain = _is_plain(difference) or (difference.is_nothing and not difference.is_unexplained)
    is_plain &= not look.request.is_covered
    if not is_plain and not _is_confirmed(state, difference, look):
        return _doubting(state, look, difference)
    outcome = Outcome(game) if difference.is_nothing else commit(game, difference, look.reading, time)
    if look.reading is not None and not outcome.is_lost:
        fresh = [cube.cell for cube in (*difference.added, *difference.altered)]
        again = reconsider(remember(outcome.game, look.reading, fresh), time)
        outcome = replace(outcome, game=again.game, events=(*outcome.events, *again.events))
    return replace(_after(state, look, outcome), may_hide=difference.is_nothing), outcome


def _difference(
    game: GameState,
    look: Look,
    changed: "np.ndarray[tuple[int, ...], np.dtype[np.bool_]] | None",
    may_hide: bool,
) -> Difference:
    if look.reading is None:
        return Difference((), (), tuple(game.cubes), (), False, changed is not None)
    return compare(game.cubes, look.reading, changed, may_hide)


def _is_plain(difference: Difference) -> bool:
    """One new cube, where pixels have changed: nothing that a second look would have to confirm."""
    return (
        difference.is_clear and len(difference.added) == 1 and not any(difference.cells[1:]) and not difference.hidden
    )


def _is_confirmed(state: LiveState, difference: Difference, look: Look) -> bool:
    if state.settings.are_stills:
        # The same picture read again says the same; an arm before it hides cubes that are there.
        return not (look.request.is_covered and (difference.removed or difference.altered))
    return state.doubt is not None and state.doubt.cells == difference.cells


def _doubting(state: LiveState, look: Look, difference: Difference) -> tuple[LiveState, Outcome]:
    """Look again soon; after many looks that contradict each other the game is out of step."""
    time = look.request.source_time
    looks = 1 + (state.doubt.looks if state.doubt else 0)
    if looks >= _MOST_LOOKS:
        message = "The tower cannot be followed: each look shows another one. Stand clear, or correct it by hand."
        lost = Outcome(state.game, (Event(EventKind.OUT_OF_STEP, time, message),), None, is_lost=True)
        return _after(state, look, lost), lost
    doubt = None if state.settings.are_stills else Doubt(difference.cells, looks)
    return replace(state, doubt=doubt, next_look=time + _CONFIRM_SECONDS), Outcome(state.game)


def _found_again(state: LiveState, look: Look, difference: Difference) -> tuple[LiveState, Outcome]:
    """Out of step: go on once the tower is as it was, or once looks agree on one that is no part of it."""
    time = look.request.source_time
    if difference.is_nothing:
        message = "The tower stands as it did before; the game goes on."
        event = Event(EventKind.RESYNC, time, message, position=state.game.notation)
        outcome = Outcome(state.game, (event,))
        return _after(state, look, outcome), outcome
    looks = 1 + (state.doubt.looks if state.doubt is not None and state.doubt.cells == difference.cells else 0)
    if state.game.is_over and look.reading is None and (looks > 1 or state.settings.are_stills):
        outcome = begin_anew(state.game, time)
        return _after(state, look, outcome), outcome
    is_building = not difference.added and not difference.altered
    if look.reading is None or is_building or (looks < _RESYNC_LOOKS and not state.settings.are_stills):
        return replace(state, doubt=Doubt(difference.cells, looks), next_look=time + _AGAIN_SECONDS), Outcome(
            state.game
        )
    outcome = join(state.game, look.reading, time, EventKind.RESYNC)
    return _after(state, look, outcome), outcome


def _after(state: LiveState, look: Look, outcome: Outcome) -> LiveState:
    """The state once a look is settled: what it showed is the reference for what changes next."""
    assert look.pose is not None
    small = look.request.small_bgr
    region = airspace(look.pose, (small.shape[1], small.shape[0]))
    return replace(
        state,
        game=outcome.game,
        scene=looked(state.scene, small, region),
        pose=look.pose,
        mat_pose=look.mat_pose or look.pose,
        question=outcome.question if outcome.events else state.question,
        doubt=None,
        is_lost=outcome.is_lost,
        next_look=look.request.source_time + (_AGAIN_SECONDS if outcome.is_lost else 0.0),
    )


# --- the picture's troubles


def _remarks(look: Look) -> tuple[Event, ...]:
    """What of a profile does not fit."""
    time = look.request.source_time
    return tuple(
        Event(EventKind.VIEW, time, f"Not all of the profile is used: {remark}.", view=ViewChange.PROFILE)
        for remark in look.remarks
    )


def _light(state: LiveState, look: Look) -> Stepped:
    time = look.request.source_time
    message = f"The picture is poor: {look.trouble}."
    state, dark = _with_trouble(state, ViewChange.DARK, look.is_dark, message, time)
    state, blurred = _with_trouble(state, ViewChange.BLURRED, look.is_blurred, message, time)
    return state, (*dark, *blurred)


def _with_trouble(state: LiveState, trouble: ViewChange, is_there: bool, message: str, time: float) -> Stepped:
    """Say once that something is wrong with the picture, and once that it is over."""
    if is_there == (trouble in state.troubles):
        return state, ()
    if is_there:
        event = Event(EventKind.VIEW, time, message, view=trouble)
        return replace(state, troubles=state.troubles | {trouble}), (event,)
    left = state.troubles - {trouble}
    over = f"No longer {trouble.value}" + (f", but still {', '.join(sorted(t.value for t in left))}." if left else ".")
    return replace(state, troubles=left), (Event(EventKind.VIEW, time, over, view=ViewChange.CLEAR),)


def _on_source(state: LiveState, change: SourceChange) -> Stepped:
    if change.is_there == (ViewChange.LOST not in state.troubles):
        return state, ()
    time = change.source_time
    if not change.is_there:
        message = (
            f"The camera is lost{f' ({change.reason})' if change.reason else ''}; it is tried again. The game is kept."
        )
        event = Event(EventKind.VIEW, time, message, view=ViewChange.LOST)
        return replace(state, troubles=state.troubles | {ViewChange.LOST}, wanted=None), (event,)
    event = Event(EventKind.VIEW, time, "The camera is back.", view=ViewChange.BACK)
    # It may look from elsewhere now: pixels are compared again only after the next look.
    fresh = replace(state.scene, small_bgr=None, reference_bgr=None, changed=None, still_since=None)
    return replace(state, troubles=state.troubles - {ViewChange.LOST}, scene=fresh), (event,)


# --- orders


def _on_order(state: LiveState, order: Order) -> Stepped:
    time = state.scene.source_time
    match order:
        case Undo():
            plies = state.game.plies
            outcome = take_away(state.game, plies[-1].cell, time, "hand") if plies else Outcome(state.game)
        case Correct(cell, cube):
            outcome = correct(state.game, cell, cube, time)
        case Choose(number):
            outcome = _chosen(state, number, time)
        case StartFrom(position):
            game = GameState.from_position(position)
            event = Event(EventKind.START, time, "The game goes on from a given position.", position=game.notation)
            return replace(state, game=game, question=None, doubt=None, is_lost=False), (event,)
        case MoveDone():
            is_free = state.wanted is None and state.scene.small_bgr is not None
            return (_wish(state, time, False) if is_free else state), ()
        case Resync():
            event = Event(EventKind.OUT_OF_STEP, time, "The tower is read anew.")
            return replace(state, is_lost=True, doubt=None, next_look=time), (event,)
        case _:
            assert_never(order)
    return replace(state, game=outcome.game, question=outcome.question), outcome.events


def _chosen(state: LiveState, number: int, time: float) -> Outcome:
    """The game with the open question answered."""
    if state.question is None or not 0 <= number < len(state.question.choices):
        return Outcome(state.game, (), state.question)
    choice = state.question.choices[number]
    return Outcome(state.game) if choice.cell is None else correct(state.game, choice.cell, choice.cube, time)
