"""The frames of a filmed game of 012x012 show what its story tells, one cube at a time."""

from itertools import pairwise

import numpy as np
import pytest

from rules.games.zero12 import Options
from samples.board_positions import cubes_on
from samples.board_story import BoardPlot, random_board_story
from samples.board_timeline import board_timeline
from samples.visits import FIRST_REST, LIES, REST

PLOT = BoardPlot(turns=5, mistakes=2, reaches=1, bumps=1, begun=20)


@pytest.fixture(scope="module", params=range(4))
def film(request):
    """The position at first, the story, its frames and when its happenings are."""
    rng = np.random.default_rng(request.param)
    start, story = random_board_story(rng, Options(), PLOT)
    return start, story, *board_timeline(rng, start, story)


def test_each_happening_leads_from_board_to_board(film):
    position, story, moments, spans = film
    assert [span.happening for span in spans] == list(story)
    for span in spans:
        assert moments[span.first - 1].laid == set(cubes_on(position))
        position = span.happening.position
        assert moments[span.last + 1].laid == set(cubes_on(position))
        assert len(span.changed) == len(span.happening.cubes)
        assert list(span.changed) == sorted(span.changed)
        lies = span.happening.kind != "taken_back"
        for cube, frame in zip(span.happening.cubes, span.changed, strict=True):
            assert (cube in moments[frame].laid) == lies
            assert (cube in moments[frame - 1].laid) != lies


def test_one_cube_at_a_time_changes_under_the_hand_of_the_one_whose_it_is(film):
    _, _, moments, spans = film
    players = {frame: span.happening.player for span in spans for frame in span.changed}
    for frame, (before, after) in enumerate(pairwise(moments), start=1):
        changed = before.laid ^ after.laid
        if changed:
            ((square, _),) = changed
            assert before.square == after.square == square
            assert before.player == after.player == players[frame]
            assert before.reach == after.reach == 1
            # What was brought is let go, and what is taken away is in the hand.
            assert {before.carried, after.carried} == {None, *changed}


def test_no_hand_and_no_other_change_is_between_the_happenings(film):
    _, _, moments, spans = film
    inside = {frame for span in spans for frame in range(span.first, span.last + 1)}
    for frame, moment in enumerate(moments):
        if frame not in inside:
            assert not moment.player
            assert moment.camera == round(moment.camera)
    for span in spans:
        if span.happening.player:
            assert moments[span.first].player == moments[span.last].player == span.happening.player


def test_rests_and_cubes_take_as_long_as_they_do_in_a_game(film):
    _, _, moments, spans = film
    assert spans[0].first == FIRST_REST
    for span, following in pairwise(spans):
        least, most = LIES if span.happening.kind == "mistake" else REST
        assert least <= following.first - span.last - 1 <= most
        for first, second in pairwise(span.changed):
            assert 18 <= second - first <= 30
            # The hand is away in between.
            assert min(moment.reach for moment in moments[first:second]) < 0.1
    assert len(moments) - spans[-1].last - 1 >= REST[0]


def test_the_camera_moves_once_and_rests_in_its_new_place(film):
    _, _, moments, spans = film
    (bump,) = (span for span in spans if span.happening.kind == "bump")
    assert {moment.camera for moment in moments[: bump.first]} == {0.0}
    assert all(moment.camera % 1 for moment in moments[bump.first : bump.last])
    assert {moment.camera for moment in moments[bump.last :]} == {1.0}
