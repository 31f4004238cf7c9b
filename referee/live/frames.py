"""Frames, watched cheaply: whether a hand is at the tower, and when a look is due."""

from dataclasses import replace

from calibration.camera import UInt8Array
from calibration.mat import BABEL_MAT
from vision.games.babel.following import tower_room
from vision.reaching import covered_up, from_the_border, is_lit_otherwise, is_reached_into, light_on_ground
from vision.scene import EVERYTHING, BoolArray, is_as_before, region_of, watch

from .events import Event, EventKind, ViewChange
from .inputs import LookRequest
from .outcome import Stepped
from .state import LiveState
from .troubles import frozen, restless

#: Fewer changed small pixels than this are noise.
_FEW_PIXELS = 14
#: Something that lies over the tower for this long (seconds) without moving is no arm.
_COVERED_SECONDS = 15.0


def on_frame(state: LiveState, picture_bgr: UInt8Array, time: float) -> Stepped:
    """The state after one more picture, upright; it wishes for a look where all is still and something has changed."""
    state = replace(state, scene=watch(state.scene, picture_bgr, time))
    state, stuck = frozen(state, time)
    state, unrest = restless(state, time)
    events = (*stuck, *unrest)
    if state.settings.are_stills:
        arm, is_reached = _reached(state)
        return wish(state, time, arm is not None, is_reached, arm), events
    if state.scene.is_moving:
        # What the last look found is out of date, so the next one need not wait.
        return _with_hand(replace(state, next_look=time), events, time)
    if state.wanted is not None or _still_seconds(state, time) < state.settings.still_seconds or time < state.next_look:
        return state, events
    if not _is_look_due(state):
        return _without_hand(state, events, time)
    arm, is_reached = _reached(state)
    is_covered = arm is not None and _still_seconds(state, time) < _COVERED_SECONDS
    if is_covered:
        state, events = _with_hand(state, events, time)
    # What a look has left open is settled without a further key.
    waits_for_key = state.settings.waits_for_key and state.doubt is None and not state.is_lost
    return (state if waits_for_key else wish(state, time, is_covered, is_reached, arm)), events


def _still_seconds(state: LiveState, time: float) -> float:
    since = state.scene.still_since
    return 0.0 if since is None else time - since


def _is_look_due(state: LiveState) -> bool:
    """Whether what is in view may differ from what was read."""
    is_unread = not state.game.has_begun or state.pose is None or state.scene.reference_bgr is None
    is_unread |= bool(state.troubles & {ViewChange.HIDDEN, ViewChange.UNREADABLE})
    return is_unread or state.doubt is not None or state.is_lost or state.scene.changed_in_region >= _FEW_PIXELS


def _reached(state: LiveState) -> tuple[BoolArray | None, bool]:
    """The arm that lies over the tower, and whether anything may that reaches in from the border: a dark sleeve looks
    like a shadow. A picture that has changed all over was moved, or its light switched."""
    scene = state.scene
    if scene.changed is None or scene.changed_share > EVERYTHING:
        return None, False
    if not is_reached_into(scene.changed, scene.region) or is_lit_otherwise(scene):
        return None, False
    reaching = from_the_border(scene.changed)
    if is_as_before(scene, reaching):
        return None, False  # it has left
    if state.pose is None:
        return reaching, True
    # A cube's own shadow may end outside the picture, and an arm has to cross the ground before the tower.
    height, width = scene.changed.shape
    light = light_on_ground(scene, ~tower_room(state.game.cubes, state.pose, (width, height)))
    return reaching if light is None else None, light is None or light < 0


def _before_markers(state: LiveState) -> BoolArray | None:
    """What was put before markers of the mat and is no cube on the tower: it may hide cubes too."""
    scene = state.scene
    if scene.changed is None or scene.changed_share > EVERYTHING or state.pose is None or state.mat_pose is None:
        return None
    height, width = scene.changed.shape
    room = tower_room(state.game.cubes, state.pose, (width, height))
    corners = (BABEL_MAT.marker_corners(number) for number, _, _ in BABEL_MAT.marker_centres)
    markers = [region_of(each, state.mat_pose, (width, height)) & ~room for each in corners]
    return covered_up(scene, markers)


def wish(
    state: LiveState, time: float, is_covered: bool = False, is_reached: bool = False, arm: BoolArray | None = None
) -> LiveState:
    """The state that asks for a look at the present picture."""
    scene = state.scene
    assert scene.small_bgr is not None
    changed = None if scene.changed_share > EVERYTHING else scene.changed
    expected = frozenset(state.game.cubes)
    request = LookRequest(
        time,
        scene.small_bgr,
        changed,
        is_covered,
        is_reached,
        arm,
        _before_markers(state),
        expected,
        state.mat_pose,
        state.place,
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
