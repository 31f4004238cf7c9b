"""What is wrong with the picture or its source, said once when it begins and once when it is over, in every live game.

Each function takes the state of a game and the kind of events that this game tells.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from calibration.refusal import Unreadable

from .game_events import EventKind, EventT, ViewChange
from .pictures import SourceChange
from .watched import WatchedT

#: A camera whose pictures are the same to the last bit for this long (seconds) is frozen.
_FROZEN_SECONDS = 5.0
#: Hands seldom move at the tower for so long (seconds) without a third of a second's rest.
_RESTLESS_SECONDS = 20.0
#: An arm may hide all markers of the mat for a moment (seconds) in a game.
_PASSING_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class Readable:
    """Whether a look could read what is watched.

    Attributes
    ----------
    reason : Unreadable or None
        Why it could not; None if it could.
    is_mat_there : bool
    what : str
        What is watched, such as `"tower"`.
    """

    reason: Unreadable | None
    is_mat_there: bool
    what: str


def frozen(state: WatchedT, event: type[EventT], time: float) -> tuple[WatchedT, tuple[EventT, ...]]:
    """Say that a camera sends no new pictures any more."""
    is_frozen = state.settings.is_live and time - state.scene.same_since > _FROZEN_SECONDS
    message = "The camera sends the same picture again and again: it is frozen. Unplug it and plug it in again."
    return _with_trouble(state, event, ViewChange.FROZEN, message if is_frozen else "", time)


def restless(state: WatchedT, event: type[EventT], time: float) -> tuple[WatchedT, tuple[EventT, ...]]:
    """Say that nothing is ever at rest, so that nothing is read."""
    since = state.scene.restless_since
    is_restless = not state.settings.are_stills and since is not None and time - since > _RESTLESS_SECONDS
    message = (
        f"Nothing has been still for {_RESTLESS_SECONDS:.0f} seconds: take hands away, steady the camera, give it "
        "more light, for in little a picture is all noise, and see whether a lamp flickers."
    )
    return _with_trouble(state, event, ViewChange.RESTLESS, message if is_restless else "", time)


def light(
    state: WatchedT, event: type[EventT], poor: Mapping[ViewChange, str], time: float
) -> tuple[WatchedT, tuple[EventT, ...]]:
    """Say that a look found too little or too much light, or too little sharpness: `poor` has the advice."""
    events: tuple[EventT, ...] = ()
    for trouble in (ViewChange.DARK, ViewChange.BRIGHT, ViewChange.BLURRED):
        message = f"The picture is poor: {poor[trouble]}." if trouble in poor else ""
        state, told = _with_trouble(state, event, trouble, message, time)
        events += told
    return state, events


def unreadable(
    state: WatchedT, event: type[EventT], readable: Readable, is_in_a_game: bool, time: float
) -> tuple[WatchedT, tuple[EventT, ...]]:
    """Say that looks find no mat, or a mat but nothing on it that can be read; in a game once that lasts."""
    is_read = readable.reason is None
    since = time if state.unread_since is None else state.unread_since
    state = replace(state, unread_since=None if is_read else since)
    if not is_read and is_in_a_game and not state.settings.are_stills and time < since + _PASSING_SECONDS:
        return state, ()
    message = "" if is_read else f"The {readable.what} cannot be read: {readable.reason}."
    is_hidden = not readable.is_mat_there
    state, hidden = _with_trouble(state, event, ViewChange.HIDDEN, message if is_hidden else "", time)
    state, unread = _with_trouble(state, event, ViewChange.UNREADABLE, "" if is_hidden else message, time)
    return state, (*hidden, *unread)


def turned_round(state: WatchedT, event: type[EventT], time: float) -> tuple[WatchedT, tuple[EventT, ...]]:
    """Read the source's pictures the other way round from now on."""
    is_mirrored = not state.is_mirrored
    if is_mirrored:
        message, view = "The picture is mirrored; it is turned round before it is read.", ViewChange.MIRRORED
    else:
        message, view = "The picture is no longer mirrored; it is read as it comes.", ViewChange.CLEAR
    fresh = replace(state.scene, small_bgr=None)
    return replace(state, is_mirrored=is_mirrored, scene=fresh), (event(EventKind.VIEW, time, message, view=view),)


def on_source(state: WatchedT, event: type[EventT], change: SourceChange) -> tuple[WatchedT, tuple[EventT, ...]]:
    """The camera was lost, or is back."""
    if change.is_there == (ViewChange.LOST not in state.troubles):
        return state, ()
    time = change.source_time
    if not change.is_there:
        message = "The camera is lost; it is tried again. The game is kept."
        lost = event(EventKind.VIEW, time, message, view=ViewChange.LOST)
        return replace(state, troubles=state.troubles | {ViewChange.LOST}), (lost,)
    back = event(EventKind.VIEW, time, "The camera is back.", view=ViewChange.BACK)
    # It may look from elsewhere now: pixels are compared again only after the next look, and none before answers.
    fresh = replace(state.scene, small_bgr=None, reference_bgr=None, change=None, still_since=None)
    return replace(state, troubles=state.troubles - {ViewChange.LOST}, scene=fresh, wanted=None), (back,)


def _with_trouble(
    state: WatchedT, event: type[EventT], trouble: ViewChange, message: str, time: float
) -> tuple[WatchedT, tuple[EventT, ...]]:
    """Say once that something is wrong with the picture, and once that it is over, or what else still is wrong.

    An empty message says that it is not.
    """
    if bool(message) == (trouble in state.troubles):
        return state, ()
    if message:
        told = event(EventKind.VIEW, time, message, view=trouble)
        return replace(state, troubles=state.troubles | {trouble}), (told,)
    left = sorted(state.troubles - {trouble}, key=lambda other: other.value)
    over = f"No longer {trouble.value}" + (f", but still {', '.join(other.value for other in left)}." if left else ".")
    view = left[0] if left else ViewChange.CLEAR
    return replace(state, troubles=frozenset(left)), (event(EventKind.VIEW, time, over, view=view),)
