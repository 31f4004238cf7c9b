"""Hands in films come with a piece and go without it, or the other way round, and rests are between what happens."""

from collections import namedtuple
from dataclasses import replace

import numpy as np

from samples.visits import FIRST_REST, LIES, REST, HandMoment, frames_of_story, handling

HAND = HandMoment(frozenset("a"), player=1)


def test_a_hand_brings_a_piece_or_takes_it_away():
    brought = list(handling(np.random.default_rng(1), HAND, "b"))
    assert [(brought[end].laid, brought[end].carried) for end in (0, -1)] == [({"a"}, "b"), ({"a", "b"}, None)]
    taken = list(handling(np.random.default_rng(1), HAND, "a"))
    assert [(taken[end].laid, taken[end].carried) for end in (0, -1)] == [({"a"}, None), (set(), "a")]
    for moments in (brought, taken):
        reaches = [moment.reach for moment in moments]
        top = reaches.index(1.0)
        assert reaches[: top + 1] == sorted(reaches[: top + 1])
        assert reaches[top:] == sorted(reaches[top:], reverse=True)
        assert 0 < reaches[-1] < 0.1


def test_after_each_thing_nothing_happens_and_a_bump_lasts():
    told = [namedtuple("Told", "kind")(kind) for kind in ("bump", "mistake", "turn")]

    def act(before, happening):
        changed = replace(before, player=2, reach=1.0, carried="x", laid=before.laid ^ {happening.kind})
        return iter([replace(before, player=2), changed, changed])

    start = HandMoment(frozenset("a"))
    moments, (bump, mistake, turn) = frames_of_story(np.random.default_rng(1), start, told, act)
    assert bump.first == FIRST_REST
    assert bump.changed == ()
    assert mistake.changed == (mistake.first + 1,)
    assert turn.last - turn.first == 2
    assert REST[0] <= mistake.first - bump.last - 1 <= REST[1]
    assert LIES[0] <= turn.first - mistake.last - 1 <= LIES[1]
    assert moments[turn.first - 1] == HandMoment(frozenset({"a", "mistake"}), camera=1)
    assert moments[-1] == HandMoment(frozenset({"a", "mistake", "turn"}), camera=1)
