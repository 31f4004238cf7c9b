"""What is wrong with the picture or its source, said once when it begins and once when it is over."""

from dataclasses import replace

from .events import Event
from .game_events import EventKind, ViewChange
from .inputs import Look
from .outcome import Stepped
from .pictures import SourceChange
from .state import LiveState

#: A camera whose pictures are the same to the last bit for this long (seconds) is frozen.
_FROZEN_SECONDS = 5.0
#: Hands seldom move at the tower for so long (seconds) without a third of a second's rest.
_RESTLESS_SECONDS = 20.0
#: An arm may hide all markers of the mat for a moment (seconds) in a game.
_PASSING_SECONDS = 1.0


def frozen(state: LiveState, time: float) -> Stepped:
    """Say that a camera sends no new pictures any more."""
    is_frozen = state.settings.is_live and time - state.scene.same_since > _FROZEN_SECONDS
    message = "The camera sends the same picture again and again: it is frozen. Unplug it and plug it in again."
    return _with_trouble(state, ViewChange.FROZEN, is_frozen, message, time)


def restless(state: LiveState, time: float) -> Stepped:
    """Say that nothing is ever at rest, so that nothing is read."""
    since = state.scene.restless_since
    is_restless = not state.settings.are_stills and since is not None and time - since > _RESTLESS_SECONDS
    message = (
        f"Nothing has been still for {_RESTLESS_SECONDS:.0f} seconds: take hands away, steady the camera, give it "
        "more light, for in little a picture is all noise, and see whether a lamp flickers."
    )
    return _with_trouble(state, ViewChange.RESTLESS, is_restless, message, time)


def remarked(state: LiveState, look: Look) -> Stepped:
    """Say what of a profile does not fit, each thing once."""
    time, fresh = look.request.source_time, [remark for remark in look.remarks if remark not in state.remarks]
    events = (
        Event(EventKind.VIEW, time, f"Not all of the profile is used: {remark}.", view=ViewChange.PROFILE)
        for remark in fresh
    )
    return replace(state, remarks=(*state.remarks, *fresh)), tuple(events)


def light(state: LiveState, look: Look) -> Stepped:
    """Say that a look found too little or too much light, or too little sharpness."""
    events: tuple[Event, ...] = ()
    for trouble in (ViewChange.DARK, ViewChange.BRIGHT, ViewChange.BLURRED):
        message = f"The picture is poor: {look.poor.get(trouble, '')}."
        state, told = _with_trouble(state, trouble, trouble in look.poor, message, look.request.source_time)
        events += told
    return state, events


def unreadable(state: LiveState, look: Look) -> Stepped:
    """Say that looks find no mat, or a mat but no tower that can be read; in a game once that lasts."""
    time = look.request.source_time
    message = f"The tower cannot be read: {look.unread}."
    is_read, is_mat_there = look.pose is not None, look.mat_pose is not None
    since = time if state.unread_since is None else state.unread_since
    state = replace(state, unread_since=None if is_read else since)
    if not is_read and state.game.has_begun and not state.settings.are_stills and time < since + _PASSING_SECONDS:
        return state, ()
    state, hidden = _with_trouble(state, ViewChange.HIDDEN, not is_read and not is_mat_there, message, time)
    state, unread = _with_trouble(state, ViewChange.UNREADABLE, not is_read and is_mat_there, message, time)
    return state, (*hidden, *unread)


def _with_trouble(state: LiveState, trouble: ViewChange, is_there: bool, message: str, time: float) -> Stepped:
    """Say once that something is wrong with the picture, and once that it is over, or what else still is wrong."""
    if is_there == (trouble in state.troubles):
        return state, ()
    if is_there:
        event = Event(EventKind.VIEW, time, message, view=trouble)
        return replace(state, troubles=state.troubles | {trouble}), (event,)
    left = sorted(state.troubles - {trouble}, key=lambda other: other.value)
    over = f"No longer {trouble.value}" + (f", but still {', '.join(other.value for other in left)}." if left else ".")
    view = left[0] if left else ViewChange.CLEAR
    return replace(state, troubles=frozenset(left)), (Event(EventKind.VIEW, time, over, view=view),)


def on_source(state: LiveState, change: SourceChange) -> Stepped:
    """The camera was lost, or is back."""
    if change.is_there == (ViewChange.LOST not in state.troubles):
        return state, ()
    time = change.source_time
    if not change.is_there:
        message = "The camera is lost; it is tried again. The game is kept."
        event = Event(EventKind.VIEW, time, message, view=ViewChange.LOST)
        return replace(state, troubles=state.troubles | {ViewChange.LOST}), (event,)
    event = Event(EventKind.VIEW, time, "The camera is back.", view=ViewChange.BACK)
    # It may look from elsewhere now: pixels are compared again only after the next look, and none before answers.
    fresh = replace(state.scene, small_bgr=None, reference_bgr=None, change=None, still_since=None)
    return replace(state, troubles=state.troubles - {ViewChange.LOST}, scene=fresh, wanted=None), (event,)
