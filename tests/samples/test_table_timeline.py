"""The frames of a filmed game of Les Tours de Babel show what its story tells."""

from itertools import pairwise

import numpy as np
import pytest

from rules.games.tours import Options, parse_position
from samples.table_story import TablePlot, random_table_story
from samples.table_timeline import ASIDE, table_timeline, tiles_on
from samples.visits import FIRST_REST, LIES, REST

PLOT = TablePlot(turns=9, mistakes=2, reaches=1, falls=2, bumps=1, begun=24)


@pytest.fixture(scope="module", params=range(4))
def film(request):
    """The position at first, the story, its frames and when its happenings are."""
    rng = np.random.default_rng(request.param)
    start, story = random_table_story(rng, Options(players=3), PLOT)
    return start, story, *table_timeline(rng, start, story)


def test_a_position_is_its_tiles_by_square_and_level():
    laid = tiles_on(parse_position("5b4b,-,2c/-,-,-/-,-,-"))
    assert [(square, level, str(tile)) for square, level, tile in sorted(laid)] == [
        (0, 0, "5b"),
        (0, 1, "4b"),
        (2, 0, "2c"),
    ]


def test_each_happening_leads_from_table_to_table_in_one_change(film):
    position, story, moments, spans = film
    assert [span.happening for span in spans] == list(story)
    for span in spans:
        before, after = tiles_on(position), tiles_on(span.happening.position)
        assert moments[span.first - 1].laid == before
        assert moments[span.last + 1].laid == after
        assert len(span.changed) == (before != after) == (span.happening.kind not in ("reach", "bump", "aside"))
        for frame in span.changed:
            assert (moments[frame - 1].laid, moments[frame].laid) == (before, after)
        position = span.happening.position


def test_tiles_change_under_the_hand_of_the_one_whose_it_is(film):
    _, _, moments, spans = film
    changing = {frame: span.happening for span in spans for frame in span.changed}
    for frame, (before, after) in enumerate(pairwise(moments), start=1):
        changed = before.laid ^ after.laid
        assert bool(changed) == (frame in changing)
        if changed:
            happening = changing[frame]
            assert before.player == after.player == happening.player
            assert before.squares == after.squares == happening.squares
            assert {square for square, _, _ in changed} == set(happening.squares)
            assert before.reach == after.reach == 1
            assert before.height == after.height == 1 + max(level for _, level, _ in changed)
            carried = {before.carried, after.carried}
            assert carried == ({None} if happening.kind == "fall" else {None, *changed})


def test_no_hand_is_seen_between_the_happenings_nor_while_a_tile_is_put_aside(film):
    _, _, moments, spans = film
    handled = set()
    for span in spans:
        if span.happening.kind == "aside":
            assert ASIDE[0] <= span.last - span.first + 1 <= ASIDE[1]
        elif span.happening.player:
            handled |= set(range(span.first, span.last + 1))
    assert {frame for frame, moment in enumerate(moments) if moment.player} == handled


def test_rests_take_as_long_as_they_do_in_a_game(film):
    _, _, moments, spans = film
    assert spans[0].first == FIRST_REST
    for span, following in pairwise(spans):
        least, most = LIES if span.happening.kind == "mistake" else REST
        assert least <= following.first - span.last - 1 <= most
    assert len(moments) - spans[-1].last - 1 >= REST[0]
