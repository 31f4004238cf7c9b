"""The pure step of following a printed board: a state and one input in, the next state and its events out.

Called by the session. Frames are watched cheaply; where all is still again and something has changed, a look is asked
for, and its result comes back as another input. What a game makes of what it sees is its own: see `Following`.
"""

from dataclasses import replace
from typing import Any

import numpy as np

from calibration.camera import CameraPose
from calibration.locating import MIRRORED
from calibration.refusal import Unreadable
from referee.live.game_events import EventKind, ViewChange
from referee.live.orders import MoveDone, Resync
from referee.live.pictures import Frame, SourceChange, SourceEnd, upright
from referee.live.troubles import Readable, frozen, light, on_source, restless, turned_round, unreadable
from vision.camera_moves import has_moved
from vision.reaching import from_the_border, is_lit_otherwise, is_reached_into
from vision.regions import region_of
from vision.scene import EVERYTHING, REST_SECONDS, Scene, compared, looked, watch

from .events import BoardEvent
from .following import Following, Outcome, Sight
from .state import BoardLook, BoardRequest, BoardState, Unsettled

Stepped = tuple[BoardState, tuple[BoardEvent, ...]]
AnyGame = Following[Any, Any, Any]

#: After so many seconds without a hand a turn is over, if it may be.
PAUSE_SECONDS = 5.0
# Fewer changed small pixels than this are noise: a cube is some 80 of them.
_FEW_PIXELS = 14
# Something that lies over the board for this long (seconds) without moving is no arm.
_COVERED_SECONDS = 15.0
# Seconds until the next look: after one that could read nothing, and after one that another must confirm; each further
# one waits longer, up to so long.
_AGAIN_SECONDS, _CONFIRM_SECONDS, _LONGEST_SECONDS = 1.0, 0.2, 5.0
# So many looks at a board at rest that is not seen clearly are enough.
_MOST_LOOKS = 6
# What belongs to the board: its squares, and this much (squares) round them.
_ROUND_IT = 0.5


def step(state: BoardState, entry: Any, following: AnyGame) -> Stepped:
    """Take one input.

    Parameters
    ----------
    state : BoardState
    entry : Frame, BoardLook, SourceChange, SourceEnd or an order
        A look must answer `state.wanted`.
    following : Following
        How the game that is played is followed.

    Returns
    -------
    (BoardState, tuple of BoardEvent)
        A look is due where the state's `wanted` is set and was not before: at this very frame.
    """
    match entry:
        case Frame():
            return _on_frame(state, entry, following)
        case BoardLook():
            return _on_look(replace(state, wanted=None), entry, following)
        case SourceChange():
            return on_source(state, BoardEvent, entry)
        case SourceEnd():
            return _with(state, following.pause(state.game, state.scene.source_time))
        case MoveDone():
            return _looking_again(replace(state, is_told_over=True)), ()
        case Resync():
            return _looking_again(replace(state, is_read_anew=True)), ()
    return _with(state, following.order(state.game, entry, state.scene.source_time))


def _with(state: BoardState, outcome: Outcome[Any]) -> Stepped:
    return replace(state, game=outcome.game), outcome.events


def _looking_again(state: BoardState, is_covered: bool = False) -> BoardState:
    """The state that asks for a look at the present picture, if there is one and none is under way."""
    if state.wanted is not None or state.scene.small_bgr is None:
        return state
    scene = state.scene
    changed = None if scene.changed_share > EVERYTHING else scene.changed
    if state.settings.are_stills:
        # Each picture of a folder stands for itself.
        changed = np.ones(state.scene.small_bgr.shape[:2], np.bool_)
    game = None if state.is_read_anew or not state.game.has_begun else state.game
    return replace(state, wanted=BoardRequest(scene.source_time, state.scene.small_bgr, changed, is_covered, game))


def _on_frame(state: BoardState, frame: Frame, following: AnyGame) -> Stepped:
    """The state after one more picture; it wishes for a look where all is still and something has changed."""
    time = frame.source_time
    state = replace(state, scene=watch(state.scene, upright(frame.picture_bgr, state.is_mirrored), time))
    state, stuck = frozen(state, BoardEvent, time)
    state, unrest = restless(state, BoardEvent, time)
    events = (*stuck, *unrest)
    if state.settings.are_stills:
        return _looking_again(replace(state, scene=compared(state.scene))), events
    if state.scene.is_moving:
        state, hand = _with_hand(replace(state, next_look=time), time, is_there=True)
        return state, (*events, *hand)
    still_s = 0.0 if state.scene.still_since is None else time - state.scene.still_since
    if state.wanted is not None or still_s < REST_SECONDS or time < state.next_look:
        return state, events
    if not _is_look_due(state):
        state, hand = _with_hand(state, time, is_there=False)
        is_over = still_s >= PAUSE_SECONDS and not state.settings.waits_for_key
        state, over = _with(state, following.pause(state.game, time)) if is_over else (state, ())
        return state, (*events, *hand, *over)
    if still_s < _COVERED_SECONDS and _is_covered(state.scene):
        state, hand = _with_hand(state, time, is_there=True)
        # A picture that has changed up to its border may be that of a camera that was moved.
        return _looking_again(state, is_covered=True), (*events, *hand)
    waits_for_key = state.settings.waits_for_key and state.game.has_begun and not state.is_look_open
    return (state if waits_for_key else _looking_again(state)), events


def _is_look_due(state: BoardState) -> bool:
    """Whether what is in view may differ from what was read."""
    is_unread = not state.game.has_begun or state.scene.reference_bgr is None or state.unread_since is not None
    return is_unread or state.is_look_open or state.scene.changed_in_region >= _FEW_PIXELS


def _is_covered(scene: Scene) -> bool:
    """Whether an arm reaches over the board; where the whole picture has changed the camera was moved."""
    change = scene.change
    if change is None or scene.changed_share > EVERYTHING:
        return False
    reaching = from_the_border(change.changed)
    return bool(reaching.any()) and is_reached_into(reaching, scene.region) and not is_lit_otherwise(change)


def _with_hand(state: BoardState, time: float, *, is_there: bool) -> Stepped:
    """Say that a hand has come, or that it has left."""
    if is_there == (state.hand_since is not None) or not state.game.has_begun:
        return state, ()
    message = "A hand is at the board." if is_there else "The hand has left the board."
    event = BoardEvent(EventKind.HAND, time, message, is_there=is_there)
    return replace(state, hand_since=time if is_there else None), (event,)


def _on_look(state: BoardState, look: BoardLook, following: AnyGame) -> Stepped:
    """The state after the look that it wished for, and what is to be told."""
    time, reading = look.request.source_time, look.reading
    if reading == MIRRORED:
        return turned_round(state, BoardEvent, time)
    refused = reading if isinstance(reading, Unreadable) else None if state.game.has_begun else look.other_sheet
    is_mat_there = not isinstance(reading, Unreadable)
    readable = Readable(refused, is_mat_there, "board")
    state, seen = unreadable(state, BoardEvent, readable, state.game.has_begun, time)
    if refused is not None or isinstance(reading, Unreadable):
        return replace(state, next_look=time + _AGAIN_SECONDS), seen
    state, dazzled = light(state, BoardEvent, following.poor(reading), time)
    is_moved = state.pose is not None and has_moved(state.pose, reading.pose, following.mat)
    if is_moved and not state.settings.are_stills and not _is_seen_again(state, reading.pose, following):
        return replace(state, moved_to=reading.pose, next_look=time + _CONFIRM_SECONDS), (*seen, *dazzled)
    state, moved = _placed(state, reading.pose, is_moved, time)
    if look.request.is_covered:
        return replace(state, next_look=time if is_moved else time + _AGAIN_SECONDS), (*seen, *dazzled, *moved)
    state, told = _judged(state, look.request, reading, following)
    return state, (*seen, *dazzled, *moved, *told)


def _is_seen_again(state: BoardState, pose: CameraPose, following: AnyGame) -> bool:
    return state.moved_to is not None and not has_moved(state.moved_to, pose, following.mat)


def _placed(state: BoardState, pose: CameraPose, is_moved: bool, time: float) -> Stepped:
    """The state with where the camera is; from elsewhere the picture is another one."""
    state = replace(state, moved_to=None)
    if not is_moved:
        return replace(state, pose=state.pose or pose), ()
    message = "The camera or the board was moved; its place was found again."
    scene = replace(state.scene, reference_bgr=None, change=None)
    event = BoardEvent(EventKind.VIEW, time, message, view=ViewChange.MOVED)
    return replace(state, pose=pose, scene=scene), (event,)


def _settled(state: BoardState, request: BoardRequest, following: AnyGame) -> BoardState:
    """The state that compares further pictures with the one that was looked at."""
    assert state.pose is not None
    height, width = request.small_bgr.shape[:2]
    half, top = following.mat.footprint_side / 2 + _ROUND_IT, following.room(state.game)
    room = np.array([[x, y, z] for x in (-half, half) for y in (-half, half) for z in (0.0, top)])
    scene = looked(state.scene, request.small_bgr, region_of(room, state.pose, (width, height)))
    return replace(state, scene=scene, unsettled=None, is_told_over=False, is_read_anew=False)


def _judged(state: BoardState, request: BoardRequest, reading: Any, following: AnyGame) -> Stepped:
    """The state once what lies on the board is committed, or has to be seen again."""
    game, time, are_stills = state.game, request.source_time, state.settings.are_stills
    if state.is_read_anew and request.game is not None:
        # Asked for before the order to read all anew.
        return state, ()
    seen = following.seen(game, reading, request)
    is_again = are_stills or (state.unsettled is not None and state.unsettled.laid == seen.laid)
    is_plain = seen.is_plain and following.adds_only(game, seen.laid)
    if not is_again and (request.game is None or not is_plain):
        return _unsettled(state, seen.laid, time), ()
    still_since = state.scene.still_since
    sight = Sight(
        seen.laid,
        time,
        seen.doubtful,
        may_accuse=is_again and seen.may_accuse,
        is_at_rest=are_stills or (still_since is not None and time - still_since >= PAUSE_SECONDS),
        unproven=seen.unproven,
    )
    outcome = following.begin(game, reading, sight) if request.game is None else following.see(game, sight)
    if outcome.is_open:
        if not sight.is_at_rest or _looks(state, seen.laid) < _MOST_LOOKS:
            return _with(_unsettled(state, seen.laid, time), outcome)
        outcome = following.give_up(game, sight)
    if state.is_told_over:
        outcome = outcome.then(following.end_turn(outcome.game, time))
    elif are_stills:
        outcome = outcome.then(following.pause(outcome.game, time))
    state, events = _with(state, outcome)
    return _settled(state, request, following), events


def _looks(state: BoardState, laid: Any) -> int:
    """How many looks in a row have shown this."""
    return state.unsettled.looks + 1 if state.unsettled is not None and state.unsettled.laid == laid else 1


def _unsettled(state: BoardState, laid: Any, time: float) -> BoardState:
    """The state that waits for another look."""
    looks = _looks(state, laid)
    next_look = time + min(_CONFIRM_SECONDS * 2 ** (looks - 1), _LONGEST_SECONDS)
    if state.scene.still_since is not None and time < (rest := state.scene.still_since + PAUSE_SECONDS):
        # What is open because something may be about to move is settled as soon as nothing is.
        next_look = min(next_look, rest)
    return replace(state, unsettled=Unsettled(laid, looks), next_look=next_look)
