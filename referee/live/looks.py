"""Looks: what stands there now, compared with the game, and believed at once, after another look, or not at all."""

from dataclasses import replace

import numpy as np

from calibration.arrays import BoolArray
from calibration.locating import MIRRORED, ON_OUTLINE
from vision.camera_moves import has_clearly_moved, has_moved
from vision.games.babel.evidence import Reading
from vision.games.babel.following import (
    Difference,
    airspace,
    behind,
    compare,
    seen_to_be_empty,
    tower_room,
    unlike_told,
)
from vision.games.babel.memory import CubeMemory
from vision.reaching import hides_printed, printed_markers
from vision.scene import looked

from .changing import ask_of_told, reconsider
from .committing import begin, commit, forget, is_first_cube, remember
from .events import Event
from .frames import hand_gone, has_come_to_stay, markers_beside
from .game_events import EventKind, ViewChange
from .inputs import Look
from .outcome import Outcome, Stepped, then
from .state import Accusation, Doubt, GameState, LiveState
from .troubles import Readable, light, turned_round, unreadable

#: After a look that told nothing the next one waits this long (seconds).
_AGAIN_SECONDS = 1.0
#: A look that another must confirm is followed by it after this long (seconds).
_CONFIRM_SECONDS = 0.2
#: And one that shows the camera moved by little after this long, for the lens may hunt for focus until then; so many
#: that all show it elsewhere are believed too.
_MOVED_AGAIN_SECONDS, _MOST_MOVES = 0.5, 4
#: So many looks that do not agree with each other are out of step.
_MOST_LOOKS = 6
#: Out of step, so many looks that agree tell what stands there; fewer tell a single cube, before the next one comes.
_RESYNC_LOOKS, _FIRST_CUBE_LOOKS = 3, 2
#: So many that show an empty mat begin the next game; more in a game that is not over: its tower may be built up again.
_EMPTY_LOOKS, _EMPTY_LOOKS_IN_A_GAME = 2, 8


def on_look(state: LiveState, look: Look) -> Stepped:
    """The state after the look that it wished for, and what is to be told."""
    time = look.request.source_time
    if look.unread == MIRRORED:
        return turned_round(state, Event, time)
    if look.is_in_vain:
        return replace(state, moves=(), next_look=time + _AGAIN_SECONDS), ()
    state, events = light(state, Event, look.poor, time)
    readable = Readable(look.unread if look.pose is None else None, look.mat_pose is not None, "tower")
    state, seen = unreadable(state, Event, readable, state.game.has_begun, time)
    if look.pose is None:
        return replace(state, next_look=time + _AGAIN_SECONDS), (*events, *seen)
    is_moved = state.mat_pose is not None and look.mat_pose is not None and has_moved(state.mat_pose, look.mat_pose)
    if is_moved and not _is_move_plain(state, look):
        return _doubting_move(state, look), (*events, *seen)
    state = replace(state, moves=())
    if is_moved:
        fresh = replace(state.scene, reference_bgr=None, change=None)
        state = replace(state, mat_pose=look.mat_pose, scene=fresh)
        # What differs from the picture before was moved with it.
        look = replace(look, request=replace(look.request, changed=None, before_markers=None))
    # Out of step, what is not seen does not count as there.
    is_first = state.scene.reference_bgr is None and bool(state.game.cubes) and not state.is_lost
    if is_first and not has_come_to_stay(state, time):
        look = replace(look, request=replace(look.request, before_markers=_over_the_mat(state.game, look)))
    state, outcome = _judged(state, look)
    if state.doubt is None and state.hand_since is not None and state.hand_since <= time:
        state, seen = replace(state, hand_since=None), (*seen, hand_gone(time))
    if is_moved:
        message = "The camera or the mat was moved; its place was found again."
        seen = (*seen, Event(EventKind.VIEW, time, message, view=ViewChange.MOVED))
    return state, (*events, *seen, *outcome.events)


def _over_the_mat(game: GameState, look: Look) -> BoolArray | None:
    """Where a thing may hide the tower, without an earlier picture to tell an arm by: everywhere, if one lies over
    markers of the mat; shape (h, w)."""
    assert look.pose is not None and look.mat_pose is not None
    small = look.request.small_bgr
    size_wh = (small.shape[1], small.shape[0])
    markers = markers_beside(tower_room(game.cubes, look.pose, size_wh), look.mat_pose)
    is_hidden = hides_printed(small, markers, printed_markers(look.mat_pose, size_wh))
    return np.ones(small.shape[:2], np.bool_) if is_hidden else None


def _is_move_plain(state: LiveState, look: Look) -> bool:
    """Whether the camera was moved, and no look that is a little off makes it seem so."""
    assert state.mat_pose is not None and look.mat_pose is not None
    if state.settings.are_stills or has_clearly_moved(state.mat_pose, look.mat_pose):
        return True
    is_seen_again = any(not has_moved(pose, look.mat_pose) for pose in state.moves)
    return is_seen_again or len(state.moves) + 1 >= _MOST_MOVES


def _doubting_move(state: LiveState, look: Look) -> LiveState:
    """Look again whether the camera was moved; what changed is told by that look, too."""
    assert look.mat_pose is not None
    next_look = look.request.source_time + _MOVED_AGAIN_SECONDS
    return replace(state, moves=(*state.moves, look.mat_pose), next_look=next_look)


def _judged(state: LiveState, look: Look) -> tuple[LiveState, Outcome]:
    """The state after a look that found the mat, and what it leads to."""
    assert look.pose is not None
    game, time = state.game, look.request.source_time
    is_first = state.scene.reference_bgr is None
    since_last = None if is_first else look.request.changed
    # Where the pictures do not tell what has changed, they do not tell how often a hand was there either.
    difference = _difference(game, look, since_last, state.may_hide or since_last is None)
    if not game.has_begun:
        return _begun(state, look, difference)
    if state.is_lost:
        return _found_again(state, look, difference)
    if not _is_confirmed(state, difference) and not _is_plain(state, difference, look):
        return _doubting(state, look, difference, Outcome(game))
    is_before = look.request.before_markers is not None and (difference.doubtful or not is_first)
    if difference.is_nothing and (is_before or (difference.doubtful and _is_passing(state, look))):
        # What stands there is no part of the game, so the next look still compares with what was there before.
        return replace(state, doubt=None, next_look=time + _AGAIN_SECONDS), Outcome(game)
    outcome = _gone_on(game, look, difference)
    if not _is_told_again(state, outcome):
        return _doubting(state, look, difference, outcome)
    # A cube that came in sight says nothing of one that was placed out of it before.
    may_hide = difference.is_nothing or (state.may_hide and not difference.hidden)
    settled = replace(_after(state, look, outcome), may_hide=may_hide)
    if outcome.is_lost and look.reading is not None and (difference.altered or difference.removed):
        # Another tower, or what is left of one, does not become the known one by standing still.
        settled = replace(settled, scene=replace(settled.scene, reference_bgr=None))
    return settled, outcome


def _begun(state: LiveState, look: Look, difference: Difference) -> tuple[LiveState, Outcome]:
    """Before a game: it begins with what stands there, its faults told once a second look tells them too."""
    outcome = begin(look.reading, state.game, look.request.source_time)
    if not _is_told_again(state, outcome) and not state.is_lost:
        return _doubting(state, look, difference, outcome)
    return _begun_with(state, look, outcome)


def _begun_with(state: LiveState, look: Look, outcome: Outcome) -> tuple[LiveState, Outcome]:
    """The state from the tower on that a game begins with; of its faults those are told that the last look told too."""
    told = _as_told_again(state, outcome)
    return replace(_after(state, look, told), may_hide=_may_hide_at_first(look.reading)), told


def _gone_on(game: GameState, look: Look, difference: Difference) -> Outcome:
    """What was placed, taken back or turned, and what the look tells of the cubes that were there before."""
    time = look.request.source_time
    # Whoever goes on now may have changed that before: what stands there next is nobody's fault.
    known = forget(game, difference.doubtful)
    outcome = Outcome(known) if difference.is_nothing else commit(known, difference, time)
    if look.reading is None or outcome.is_lost:
        return outcome
    fresh = [cube.cell for cube in (*difference.added, *difference.altered)]
    # Before what reaches in, or stands there, cubes look otherwise than they are.
    is_in_view = not look.request.is_reached and look.request.before_markers is None
    unlike = unlike_told(outcome.game.cubes, look.reading) if is_in_view else ()
    remembered = remember(outcome.game, look.reading, (*fresh, *difference.doubtful))
    again = ask_of_told(remembered, unlike, time)
    return then(outcome, then(again, reconsider(again.game, time)))


def _difference(
    game: GameState,
    look: Look,
    changed: BoolArray | None,
    may_hide: bool,
) -> Difference:
    assert look.pose is not None
    if look.reading is None:
        difference = Difference((), (), tuple(game.cubes), (), False, changed is not None)
    else:
        last = game.plies[-1].cell if game.plies else None
        difference = compare(game.cubes, look.reading, changed, may_hide, last)
    # What reaches in hides cubes that are there, and parts of them; what is new is seen all the same.
    if look.request.is_reached:
        unlike = (cube.cell for cube in difference.altered if game.cubes[cube.cell].told is None)
        # Whoever placed another meanwhile may have taken back what is not seen, or did so in what is but a shadow.
        missing = difference.removed if difference.added or look.request.arm is None else ()
        return replace(difference, removed=(), altered=(), doubtful=(*difference.doubtful, *unlike, *missing))
    if look.request.before_markers is None:
        return difference
    hidden = behind(look.request.before_markers, game.cubes, look.pose)
    if look.reading is not None:
        hidden -= seen_to_be_empty(look.reading)
    return replace(
        difference,
        removed=tuple(cell for cell in difference.removed if cell not in hidden),
        altered=tuple(cube for cube in difference.altered if cube.cell not in hidden),
        doubtful=(
            *difference.doubtful,
            *(cell for cell in difference.removed if cell in hidden),
            *(cube.cell for cube in difference.altered if cube.cell in hidden),
        ),
    )


def _is_passing(state: LiveState, look: Look) -> bool:
    """Whether what reaches in may be a shadow, or an arm that has left, and has not come to stay."""
    request = look.request
    return request.is_reached and request.arm is None and not has_come_to_stay(state, request.source_time)


def _is_plain(state: LiveState, difference: Difference, look: Look) -> bool:
    """One new cube, where pixels have changed, or nothing at all: what a second look need not confirm."""
    if look.request.is_covered or look.request.is_reached:
        return False
    if difference.is_nothing:
        return not difference.is_unexplained
    is_one = len(difference.added) == 1 and not any((*difference.cells[1:], difference.hidden, difference.doubtful))
    # Of two looks that say different things of what is new, neither is believed.
    return is_one and difference.is_clear and state.doubt is None


def _accused(outcome: Outcome) -> frozenset[Accusation]:
    """The faults that would be told."""
    return frozenset((event.rule, event.cell) for event in outcome.events if event.kind is EventKind.FAULT)


def _is_told_again(state: LiveState, outcome: Outcome) -> bool:
    """Whether the last look told each fault too: a single one, which may have missed a cube or misread a mark, does not
    do for that."""
    return _as_told_again(state, outcome).events == outcome.events


def _as_told_again(state: LiveState, outcome: Outcome) -> Outcome:
    """The same without the faults that the last look did not tell."""
    if state.settings.are_stills:
        return outcome
    told_before = frozenset() if state.doubt is None else state.doubt.accused
    told = (e for e in outcome.events if e.kind is not EventKind.FAULT or (e.rule, e.cell) in told_before)
    return replace(outcome, events=tuple(told))


def _is_confirmed(state: LiveState, difference: Difference) -> bool:
    # A picture that stands for itself says the same when it is read again.
    return state.settings.are_stills or (state.doubt is not None and state.doubt.cells == difference.cells)


def _doubting(state: LiveState, look: Look, difference: Difference, outcome: Outcome) -> tuple[LiveState, Outcome]:
    """Look again soon, for what a look would have told; after many that differ from each other it is out of step."""
    time = look.request.source_time
    looks = 1 + (state.doubt.looks if state.doubt else 0)
    if looks >= _MOST_LOOKS:
        message = "The tower cannot be followed: each look shows another one. Stand clear, or correct it by hand."
        lost = Outcome(state.game, (Event(EventKind.OUT_OF_STEP, time, message),), None, is_lost=True)
        return _after(state, look, lost), lost
    doubt = Doubt(difference.cells, looks, _accused(outcome))
    return replace(state, doubt=doubt, next_look=time + _CONFIRM_SECONDS), Outcome(state.game)


def _found_again(state: LiveState, look: Look, difference: Difference) -> tuple[LiveState, Outcome]:
    """Out of step: go on once the tower is as it was, or once looks agree on one that is no part of it."""
    time = look.request.source_time
    if difference.is_nothing and state.doubt is not None and state.doubt.cells[1] and not look.request.is_reached:
        # What was gone at the look before is not back for not having changed since.
        difference = _difference(state.game, look, None, True)
    if difference.is_nothing and look.request.is_reached:
        # Before what reaches in nothing is told to be missing.
        return replace(state, next_look=time + _AGAIN_SECONDS), Outcome(state.game)
    if difference.is_nothing:
        message = "The tower stands as it did before; the game goes on."
        event = Event(EventKind.RESYNC, time, message, position=state.game.notation)
        # Whoever built it up again may have placed another one, or turned it.
        outcome = Outcome(forget(state.game, difference.doubtful), (event,))
        return _after(state, look, outcome), outcome
    looks = 1 + (state.doubt.looks if state.doubt is not None and _is_as_before(state.doubt, difference) else 0)
    is_agreed = state.settings.are_stills or looks >= _looks_to_agree(state.game, look.reading)
    is_other = difference.added or difference.altered or _is_another_first_cube(state.game, look.reading, difference)
    is_building = look.reading is not None and not is_other
    outcome = begin(look.reading, GameState(options=state.game.options), time, EventKind.RESYNC)
    if is_building or not is_agreed:
        soon = not is_building and look.reading is not None and is_first_cube(look.reading)
        next_look = time + (_CONFIRM_SECONDS if soon else _AGAIN_SECONDS)
        doubt = Doubt(difference.cells, looks, _accused(outcome))
        return replace(state, doubt=doubt, next_look=next_look), Outcome(state.game)
    return _begun_with(state, look, outcome)


def _may_hide_at_first(reading: Reading | None) -> bool:
    """Whether more cubes may stand on the mat than a first look shows."""
    return reading is not None and not is_first_cube(reading)


def _is_another_first_cube(game: GameState, reading: Reading | None, difference: Difference) -> bool:
    """Whether a single cube stands where an old one did and is another.

    In a game that may go on it must be of another colour: what is left of a tower that fell may lie otherwise.
    """
    if reading is None or not is_first_cube(reading) or reading.cubes[0].cell not in game.cubes:
        return False
    (cube,) = reading.cubes
    is_of_another_colour = CubeMemory().seen(cube).known.type not in (None, game.tower[cube.cell].type)
    return is_of_another_colour or (game.is_played_out and bool(difference.doubtful))


def _is_as_before(doubt: Doubt, difference: Difference) -> bool:
    """Whether a look shows the tower of the one before it, on which cubes may have been placed since."""
    # Which cubes are others than before is told less surely once new ones hide some of their faces.
    (added, gone, _), (added_now, gone_now, _) = doubt.cells, difference.cells
    return added <= added_now and gone_now <= gone


def _looks_to_agree(game: GameState, reading: Reading | None) -> int:
    """Out of step, how many looks must show the same before it is believed."""
    if reading is not None:
        return _FIRST_CUBE_LOOKS if is_first_cube(reading) else _RESYNC_LOOKS
    return _EMPTY_LOOKS if game.is_played_out else _EMPTY_LOOKS_IN_A_GAME


def _after(state: LiveState, look: Look, outcome: Outcome) -> LiveState:
    """The state once a look is settled: what it showed is the reference for what changes next."""
    assert look.pose is not None
    small = look.request.small_bgr
    region = airspace(look.pose, (small.shape[1], small.shape[0]))
    return replace(
        state,
        game=outcome.game,
        scene=looked(state.scene, small, region, look.request.arm),
        pose=look.pose,
        mat_pose=look.mat_pose or look.pose,
        place=look.reading.place if look.reading else ON_OUTLINE,
        question=outcome.question if outcome.events else state.question,
        doubt=None,
        is_lost=outcome.is_lost,
        next_look=look.request.source_time + (_AGAIN_SECONDS if outcome.is_lost else 0.0),
    )
