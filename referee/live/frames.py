"""Frames, watched cheaply: whether a hand is at the tower, and when a look is due."""

from dataclasses import dataclass, replace

from calibration.arrays import BoolArray, UInt8Array
from calibration.camera import CameraPose
from calibration.mat import BABEL_MAT
from vision.games.babel.following import tower_room
from vision.reaching import (
    bares_paper,
    blank_paper,
    covered_up,
    from_the_border,
    is_in_place,
    is_lit_otherwise,
    is_reached_into,
    light_on_ground,
    printed_markers,
    uncovers,
    with_all_between,
)
from vision.regions import region_of
from vision.scene import EVERYTHING, REST_SECONDS, Change, compared, is_as_before, watch

from .events import Event
from .game_events import EventKind
from .inputs import LookRequest
from .outcome import Stepped
from .state import LiveState
from .troubles import frozen, restless

#: Fewer changed small pixels than this are noise.
_FEW_PIXELS = 14
#: Something that lies over the tower for this long (seconds) without moving is no arm.
_COVERED_SECONDS = 15.0


@dataclass(frozen=True, slots=True, eq=False)
class Reach:
    """What reaches over the tower in a still picture; the attributes as in `LookRequest`."""

    is_covered: bool = False
    is_reached: bool = False
    arm: BoolArray | None = None
    is_in_place: bool = False


#: Nothing reaches in, or the player says that nothing does.
NO_REACH = Reach()


def on_frame(state: LiveState, picture_bgr: UInt8Array, time: float) -> Stepped:
    """The state after one more picture, upright; it wishes for a look where all is still and something has changed."""
    state = replace(state, scene=watch(state.scene, picture_bgr, time))
    state, stuck = frozen(state, Event, time)
    state, unrest = restless(state, Event, time)
    events = (*stuck, *unrest)
    if state.settings.are_stills:
        state = replace(state, scene=compared(state.scene))
        # An arm is no reason to wait: it may lie there in all pictures to come.
        return wish(state, time, replace(_reach(state), is_covered=False)), events
    if state.scene.is_moving:
        # What the last look found is out of date, so the next one need not wait.
        return _with_hand(replace(state, next_look=time), events, time)
    if state.wanted is not None or _still_seconds(state, time) < REST_SECONDS or time < state.next_look:
        return state, events
    if not _is_look_due(state):
        return _without_hand(state, events, time)
    if _has_left_the_first(state):
        # What lay under it at that look is not known, so nothing tells what has changed there.
        state = replace(state, scene=replace(state.scene, reference_bgr=None, change=None))
    reach = _reach(state)
    if has_come_to_stay(state, time):
        reach = replace(reach, is_covered=False)
    if reach.is_covered:
        state, events = _with_hand(state, events, time)
    # What a look has left open is settled without a further key.
    waits_for_key = state.settings.waits_for_key and not state.is_unsettled
    return (state if waits_for_key else wish(state, time, reach)), events


def has_come_to_stay(state: LiveState, time: float) -> bool:
    """Whether nothing has moved at the tower for so long that what lies over it is no arm."""
    return _still_seconds(state, time) >= _COVERED_SECONDS


def _still_seconds(state: LiveState, time: float) -> float:
    since = state.scene.still_since
    return 0.0 if since is None else time - since


def _is_look_due(state: LiveState) -> bool:
    """Whether what is in view may differ from what was read."""
    is_unread = not state.game.has_begun or state.pose is None or state.scene.reference_bgr is None
    is_unread |= state.unread_since is not None
    return is_unread or state.is_unsettled or state.scene.changed_in_region >= _FEW_PIXELS


def _change(state: LiveState) -> Change | None:
    """What has changed since the last look, as far as it tells anything: a picture that has changed all over was moved,
    or its light switched."""
    return None if state.scene.changed_share > EVERYTHING else state.scene.change


def _reach(state: LiveState) -> Reach:
    """What reaches over the tower. What may be a dark sleeve or a shadow reaches in, but is told for no arm."""
    scene, change = state.scene, state.scene.change
    if change is None:
        return NO_REACH
    room = _room(state, change)
    markers = _markers(state, room)
    is_large = _change(state) is None
    if is_large and not is_in_place(change, markers):
        return NO_REACH
    reaching = from_the_border(change.changed, scene.lying)
    if not reaching.any() or is_lit_otherwise(change):
        return NO_REACH
    if is_as_before(scene, reaching):
        return NO_REACH  # it has left
    reaching = with_all_between(reaching, change, markers)
    is_over = is_reached_into(reaching, room)
    if _uncovers(state, change, [marker for marker in markers if (marker & reaching).any()]):
        return Reach(is_reached=is_over)  # it lay there at the last look and was not told then, as in the first one
    if room is not None:
        # A cube's own shadow may end outside the picture, and an arm has to cross the ground before the tower.
        light = light_on_ground(change, ~room)
        if light is not None:
            return Reach(is_reached=is_over and light < 0)
    # One that lies beside the tower may reach over it next, and changes nothing where it lies.
    return Reach(is_over, is_over, reaching, is_large)


def _has_left_the_first(state: LiveState) -> bool:
    """Whether an arm has left that lay over the first picture, where nothing told it from what else is in view."""
    scene, change = state.scene, state.scene.change
    if not scene.is_first or change is None or state.mat_pose is None:
        return False
    room = _room(state, change)
    reaching = from_the_border(change.changed)
    if room is None or not is_reached_into(reaching, room):
        return False
    height, width = reaching.shape
    paper = blank_paper(state.mat_pose, (width, height)) & ~room
    return bares_paper(replace(change, changed=reaching), paper)


def _room(state: LiveState, change: Change) -> BoolArray | None:
    """Where the tower shows, and the next cubes on it; shape (h, w) as `changed`; None while its place is not known."""
    height, width = change.changed.shape
    return None if state.pose is None else tower_room(state.game.cubes, state.pose, (width, height))


def _before_markers(state: LiveState, change: Change | None) -> BoolArray | None:
    """What was put before markers of the mat and is no cube on the tower: it may hide cubes too."""
    if change is None:
        return None
    # An arm that lay over markers at the last look and has left was put before none.
    behind_bgr = state.scene.behind_bgr
    before = change if behind_bgr is None else replace(change, before_bgr=behind_bgr)
    markers = _markers(state, _room(state, change))
    return None if _uncovers(state, before, markers) else covered_up(before, markers)


def _uncovers(state: LiveState, change: Change, markers: list[BoolArray]) -> bool:
    """Whether what lay before these markers of the mat has left."""
    height, width = change.changed.shape
    return state.mat_pose is not None and uncovers(change, markers, printed_markers(state.mat_pose, (width, height)))


def _markers(state: LiveState, room: BoolArray | None) -> list[BoolArray]:
    """Where the mat's markers are in view, each of shape (h, w) as the tower's room; none while either is not known."""
    return [] if room is None or state.mat_pose is None else markers_beside(room, state.mat_pose)


def markers_beside(room: BoolArray, mat_pose: CameraPose) -> list[BoolArray]:
    """Where the mat's markers are in view beside the tower's room, each of its shape (h, w)."""
    height, width = room.shape
    corners = map(BABEL_MAT.marker_corners, BABEL_MAT.marker_ids)
    return [region_of(each, mat_pose, (width, height)) & ~room for each in corners]


def wish(state: LiveState, time: float, reach: Reach = NO_REACH) -> LiveState:
    """The state that asks for a look at the present picture."""
    small_bgr, change = state.scene.small_bgr, _change(state)
    assert small_bgr is not None
    request = LookRequest(
        source_time=time,
        small_bgr=small_bgr,
        changed=None if change is None else change.changed,
        is_covered=reach.is_covered,
        is_reached=reach.is_reached,
        arm=reach.arm,
        before_markers=_before_markers(state, change),
        is_in_place=reach.is_in_place,
        expected=frozenset(state.game.cubes),
        mat_pose=state.mat_pose,
        place=state.place,
    )
    return replace(state, wanted=request)


def _with_hand(state: LiveState, events: tuple[Event, ...], time: float) -> Stepped:
    if state.hand_since is not None or not state.game.has_begun:
        return state, events
    event = Event(EventKind.HAND, time, "A hand is at the tower.", is_there=True)
    return replace(state, hand_since=time), (*events, event)


def _without_hand(state: LiveState, events: tuple[Event, ...], time: float) -> Stepped:
    if state.hand_since is None:
        return state, events
    return replace(state, hand_since=None, may_hide=True), (*events, hand_gone(time))


def hand_gone(time: float) -> Event:
    """What is told when nothing moves at the tower any more."""
    return Event(EventKind.HAND, time, "The hand has left the tower.", is_there=False)
