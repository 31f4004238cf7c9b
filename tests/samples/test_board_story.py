"""What happens in filmed games of 012x012 is what the rules say of it."""

import numpy as np
import pytest

from rules.games.zero12 import Mistake, Options, explain, move_faults, play, position_faults, start
from samples.board_positions import cubes_on
from samples.board_story import MOST_CUBES, BoardPlot, random_board_story

FULL = BoardPlot(turns=6, mistakes=3, reaches=2, bumps=1)
SEEDS = range(8)


def story(seed, plot=FULL, players=2):
    return random_board_story(np.random.default_rng(seed), Options(players=players), plot)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_story_has_all_that_its_plot_asks_for(seed):
    _, told = story(seed)
    kinds = [happening.kind for happening in told]
    assert [kinds.count(kind) for kind in ("turn", "mistake", "taken_back", "reach", "bump")] == [6, 3, 3, 2, 1]


@pytest.mark.parametrize("players", [1, 2, 3, 8])
@pytest.mark.parametrize("seed", SEEDS)
def test_turns_are_legal_and_each_position_follows_from_the_one_before(seed, players):
    position, told = story(seed, players=players)
    assert position == start(Options(players=players))
    for number, happening in enumerate(told):
        if happening.kind in ("turn", "mistake", "taken_back"):
            assert happening.player == position.to_move
        if happening.kind == "turn":
            assert not happening.faults
            assert happening.run.length <= MOST_CUBES
            assert tuple(square for square, _ in happening.cubes) == happening.run.squares
            assert play(position, happening.run) == happening.position
        elif happening.kind == "mistake":
            # Nothing of the game but the cubes changes until they have been taken back.
            assert happening.position.to_move == position.to_move
            assert set(cubes_on(happening.position)) == {*cubes_on(position), *happening.cubes}
            assert not [fault for fault in position_faults(happening.position) if fault.rule == "1"]
            back = told[number + 1]
            assert (back.kind, back.player, back.cubes) == ("taken_back", happening.player, happening.cubes[::-1])
            assert (back.position.laid, back.position.stocks) == (position.laid, position.stocks)
            assert back.position.turns == 2
            # The right run comes next.
            assert (told[number + 2].kind, told[number + 2].player) == ("turn", happening.player)
        elif happening.kind in ("reach", "bump"):
            assert happening.position == position
            assert bool(happening.player) == (happening.kind == "reach")
        if happening.kind != "mistake":
            position = happening.position


def test_mistakes_are_wrong_for_several_reasons_and_no_legal_turns_explain_them():
    reasons = set()
    for seed in range(10):
        position, told = story(seed)
        for happening in told:
            if happening.kind == "mistake":
                assert explain(position, happening.position).faults
                if happening.run:
                    assert happening.faults == move_faults(position, happening.run)
                    assert play(position, Mistake(happening.run)).turns == 2
                else:
                    assert happening.faults == explain(position, happening.position).faults
                reasons.add((bool(happening.run), happening.faults[0].rule))
            else:
                position = happening.position
    assert reasons == {(True, "2"), (True, "3"), (True, "4"), (False, "2")}


@pytest.mark.parametrize("begun", [2, 60, 110])
def test_a_game_may_have_begun_before(begun):
    position, told = story(5, BoardPlot(turns=3, begun=begun))
    assert position.filled.bit_count() == begun
    assert not position_faults(position)
    assert sum(map(sum, position.stocks)) == 144 - begun
    assert len(told) == 3


def test_too_much_for_so_few_turns_is_refused():
    with pytest.raises(ValueError, match="no game of 2 turns has room for 3 other"):
        story(1, BoardPlot(turns=2, mistakes=2, reaches=1))


def test_the_same_seed_tells_the_same_story():
    assert story(7) == story(7)
    assert story(7) != story(8)
