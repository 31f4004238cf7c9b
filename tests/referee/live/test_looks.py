"""What a look shows is believed at once, after another look, or not at all."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from referee.live import looks
from referee.live.events import Event
from referee.live.game_events import EventKind
from referee.live.inputs import Look, LookRequest
from referee.live.outcome import Outcome
from referee.live.pictures import Settings
from referee.live.state import Doubt, GameState, LiveState
from rules.games.babel import Cube
from vision.games.babel.following import Difference
from vision.games.babel.memory import CubeMemory

HERE, THERE, ABOVE = (0, 0, 0), (1, 0, 0), (0, 0, 1)
NOTHING = Difference((), (), (), (), is_unexplained=False, is_clear=True)


def cube(cell):
    return SimpleNamespace(cell=cell)


def added(*cells, **fields):
    return replace(NOTHING, added=tuple(map(cube, cells)), **fields)


@pytest.fixture
def look(far_pose, read_like):
    """A look at two cubes."""
    request = LookRequest(5.0, np.zeros((180, 240, 3), np.uint8), np.zeros((180, 240), np.bool_))
    return Look(request, read_like("1E,0,-,-"), far_pose)


def doubt_of(difference, times=1, accused=()):
    return Doubt(difference.cells, times, frozenset(accused))


@pytest.mark.parametrize(
    ("difference", "is_plain"),
    [
        pytest.param(NOTHING, True, id="nothing"),
        pytest.param(replace(NOTHING, is_unexplained=True), False, id="a change without a cause"),
        pytest.param(added(HERE), True, id="one new cube"),
        pytest.param(added(HERE, is_clear=False), False, id="one where no pixels have changed"),
        pytest.param(added(HERE, THERE), False, id="two new cubes"),
        pytest.param(added(HERE, hidden=(THERE,)), False, id="one more out of view"),
        pytest.param(added(HERE, doubtful=(THERE,)), False, id="another in doubt"),
        pytest.param(added(HERE, removed=(THERE,)), False, id="another gone"),
        pytest.param(added(HERE, altered=(cube(THERE),)), False, id="another altered"),
        pytest.param(replace(NOTHING, removed=(HERE,)), False, id="one gone"),
        pytest.param(replace(NOTHING, altered=(cube(HERE),)), False, id="one altered"),
    ],
)
def test_one_new_cube_or_nothing_needs_no_second_look(look, difference, is_plain):
    assert looks._is_plain(LiveState(), difference, look) is is_plain


@pytest.mark.parametrize("below", ["is_covered", "is_reached"])
@pytest.mark.parametrize("difference", [NOTHING, added(HERE)])
def test_below_an_arm_everything_needs_a_second_look(look, below, difference):
    reached = replace(look, request=replace(look.request, **{below: True}))
    assert not looks._is_plain(LiveState(), difference, reached)


def test_a_new_cube_of_which_the_last_look_said_something_else_needs_another_look(look):
    doubting = LiveState(doubt=doubt_of(added(THERE)))
    assert not looks._is_plain(doubting, added(HERE), look)
    assert looks._is_plain(doubting, NOTHING, look)


@pytest.mark.parametrize(
    ("before", "is_confirmed"),
    [(added(HERE), True), (added(THERE), False), (replace(NOTHING, removed=(HERE,)), False), (None, False)],
)
def test_two_looks_must_agree_on_which_cells_are_new_gone_or_altered(before, is_confirmed):
    state = LiveState(doubt=None if before is None else doubt_of(before))
    assert looks._is_confirmed(state, added(HERE)) is is_confirmed
    assert looks._is_confirmed(replace(state, settings=Settings(are_stills=True)), added(HERE))


@pytest.mark.parametrize(
    ("before", "now", "is_as_before"),
    [
        (added(HERE), added(HERE), True),
        # A tower may grow meanwhile, but not shrink.
        (added(HERE), added(HERE, ABOVE), True),
        (added(HERE, ABOVE), added(HERE), False),
        (replace(NOTHING, removed=(HERE, THERE)), replace(NOTHING, removed=(HERE,)), True),
        (replace(NOTHING, removed=(HERE,)), replace(NOTHING, removed=(HERE, THERE)), False),
        # New cubes hide faces of altered ones.
        (added(HERE, altered=(cube(THERE),)), added(HERE, ABOVE), True),
    ],
)
def test_out_of_step_a_look_shows_the_tower_of_the_one_before_though_it_has_grown(before, now, is_as_before):
    assert looks._is_as_before(doubt_of(before), now) is is_as_before


@pytest.mark.parametrize(
    ("notation", "was_over", "times"),
    [("1E,0,-,-", False, 3), ("1E,-,-,-", False, 2), (None, False, 8), (None, True, 2)],
)
def test_out_of_step_more_looks_must_agree_on_an_empty_mat_while_the_game_may_go_on(
    read_like, notation, was_over, times
):
    reading = None if notation is None else read_like(notation)
    assert looks._looks_to_agree(GameState(was_over=was_over), reading) == times


def test_more_cubes_may_stand_there_than_a_first_look_shows_unless_it_is_a_first_cube_or_none(read_like):
    one = read_like("1E,-,-,-")
    assert not looks._may_hide_at_first(one)
    assert looks._may_hide_at_first(replace(one, hidden=(THERE,)))
    assert looks._may_hide_at_first(read_like("1E,0,-,-"))
    assert not looks._may_hide_at_first(None)


def test_looks_that_differ_from_each_other_are_out_of_step_at_the_sixth(look):
    state, told = LiveState(next_look=0.0), []
    for number in range(6):
        state, outcome = looks._doubting(state, look, added((0, 0, number)), Outcome(state.game))
        told.append([event.kind for event in outcome.events])
        if number < 5:
            assert (state.doubt.looks, state.is_lost, state.next_look) == (number + 1, False, 5.2)
    assert told == [[]] * 5 + [[EventKind.OUT_OF_STEP]]
    assert (state.doubt, state.is_lost, state.next_look) == (None, True, 6.0)


def test_of_what_a_look_leads_to_only_faults_that_the_last_one_told_too_are_told():
    events = tuple(
        Event(kind, 1.0, "", cell=cell, rule=rule)
        for kind, cell, rule in (
            (EventKind.PLACEMENT, HERE, None),
            (EventKind.FAULT, HERE, 5),
            (EventKind.FAULT, HERE, 6),
            (EventKind.FAULT, THERE, 5),
        )
    )
    outcome = Outcome(GameState(), events)
    state = LiveState(doubt=doubt_of(added(HERE), accused=[(5, HERE)]))
    assert looks._as_told_again(state, outcome).events == events[:2]
    assert looks._as_told_again(LiveState(), outcome).events == events[:1]
    assert not looks._is_told_again(state, outcome)
    assert looks._is_told_again(state, replace(outcome, events=events[:2]))
    # A picture that stands for itself says the same when it is read again.
    assert looks._as_told_again(replace(state, settings=Settings(are_stills=True)), outcome) == outcome


@pytest.fixture
def seen_as(monkeypatch, look):
    """Function (difference, request's fields) -> what is made of a look that would show so much by itself.

    In a game with three cubes, of which one was told."""
    game = GameState(cubes={HERE: CubeMemory(), THERE: CubeMemory(), ABOVE: CubeMemory(told=Cube(0))})

    def seen_as(difference, **fields):
        monkeypatch.setattr(looks, "compare", lambda *_: difference)
        monkeypatch.setattr(looks, "behind", lambda *_: frozenset({HERE}))
        return looks._difference(game, replace(look, request=replace(look.request, **fields)), None, True)

    return seen_as


def test_below_an_arm_nothing_is_gone_and_what_looks_otherwise_is_in_doubt(seen_as):
    seen = replace(NOTHING, removed=(HERE,), altered=(cube(THERE), cube(ABOVE)), doubtful=((1, 1, 0),))
    arm = np.ones((180, 240), np.bool_)
    alone = seen_as(seen, is_reached=True, arm=arm)
    assert (alone.removed, alone.altered) == ((), ())
    # What a person told is not doubted for its looks.
    assert alone.doubtful == ((1, 1, 0), THERE)
    # What reaches in may be a shadow.
    assert seen_as(seen, is_reached=True).doubtful == ((1, 1, 0), THERE, HERE)
    new = cube((0, 1, 0))
    with_another = seen_as(replace(seen, added=(new,)), is_reached=True, arm=arm)
    assert (with_another.added, with_another.removed) == ((new,), ())
    # Whoever placed it may have taken back what is not seen.
    assert with_another.doubtful == ((1, 1, 0), THERE, HERE)


def test_behind_a_thing_before_the_mats_markers_nothing_is_gone_or_altered(seen_as):
    thing = np.ones((180, 240), np.bool_)
    seen = replace(NOTHING, removed=(HERE, THERE), doubtful=((1, 1, 0),))
    gone = seen_as(seen, before_markers=thing)
    assert (gone.removed, gone.doubtful) == ((THERE,), ((1, 1, 0), HERE))
    altered = seen_as(replace(NOTHING, altered=(cube(HERE), cube(ABOVE))), before_markers=thing)
    assert ([one.cell for one in altered.altered], altered.doubtful) == ([ABOVE], (HERE,))
    assert seen_as(seen) == seen


def test_where_nothing_can_be_read_every_cube_is_gone(look):
    game = GameState(cubes={HERE: CubeMemory(), THERE: CubeMemory()})
    empty = replace(look, reading=None)
    for changed in (look.request.changed, None):
        difference = looks._difference(game, empty, changed, True)
        assert (difference.removed, difference.is_clear) == ((HERE, THERE), changed is not None)
