"""What happens in filmed games of Les Tours de Babel is what the rules say of it."""

from collections import Counter

import numpy as np
import pytest

from rules.games.tours import Draw, Fall, Options, Place, Position, Reserve, explain, play, position_faults
from samples.table_story import MOST_FALLEN, TablePlot, random_table_story

FULL = TablePlot(turns=9, mistakes=2, reaches=1, falls=1, bumps=1, begun=8)
SEEDS = range(6)


def story(seed, plot=FULL, players=2):
    return random_table_story(np.random.default_rng(seed), Options(players=players, families="wbc"), plot)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_story_has_all_that_its_plot_asks_for(seed):
    start, told = story(seed)
    kinds = Counter(happening.kind for happening in told)
    assert kinds["turn"] + kinds["aside"] == 9
    del kinds["turn"], kinds["aside"]
    assert kinds == {"mistake": 2, "taken_back": 2, "reach": 1, "fall": 1, "bump": 1}
    assert sum(map(len, start.columns)) == 8
    assert not position_faults(start)


@pytest.mark.parametrize("players", [1, 2, 3])
@pytest.mark.parametrize("seed", SEEDS)
def test_each_position_follows_from_the_one_before(seed, players):
    position, told = story(seed, players=players)
    for number, happening in enumerate(told):
        if happening.kind in ("turn", "aside"):
            assert happening.player == position.player
            drawn = play(position, Draw(happening.move.tile))
            assert play(drawn, happening.move) == happening.position
            assert isinstance(happening.move, Place if happening.kind == "turn" else Reserve)
        elif happening.kind == "mistake":
            back = told[number + 1]
            assert (back.kind, back.player, back.move) == ("taken_back", happening.player, happening.move)
            assert back.position == position
            # The turn stays with the player who has it, and the tile with the one who laid it.
            next_of_player = next(after for after in told[number + 2 :] if after.kind in ("turn", "aside"))
            assert next_of_player.player == position.player
            if happening.player == position.player:
                assert next_of_player.move.tile == happening.move.tile
            continue
        elif happening.kind == "fall":
            assert isinstance(happening.move, Fall)
            assert play(position, happening.move) == happening.position
            assert 1 <= len(happening.squares) <= 2
            lost = [len(position.columns[square]) - left for square, left in happening.move.heights]
            assert all(1 <= count <= MOST_FALLEN for count in lost)
        else:
            assert happening.position == position
            assert bool(happening.player) == (happening.kind != "bump")
        position = happening.position


def test_mistakes_break_each_of_the_rules_and_turns_alone_do_not_explain_them():
    rules = set()
    for seed in range(12):
        position, told = story(seed, TablePlot(turns=5, mistakes=3, begun=12))
        for happening in told:
            if happening.kind == "mistake":
                assert happening.faults == explain(position, happening.position).faults
                (fault,) = happening.faults
                assert fault.rule in ("2", "4", "5")
                assert (fault.rule == "2") == (happening.player != position.player)
                rules.add(fault.rule)
            else:
                assert not happening.faults
                position = happening.position
    assert rules == {"2", "4", "5"}


def test_columns_grow_and_what_fits_nowhere_is_put_aside():
    heights, kinds = Counter(), Counter()
    for seed in range(8):
        _, told = story(seed, TablePlot(turns=12, begun=14), players=3)
        heights += Counter(map(len, told[-1].position.columns))
        kinds += Counter(happening.kind for happening in told)
    assert all(heights[height] for height in range(1, 6))
    assert kinds["aside"]
    assert kinds["turn"] > 4 * kinds["aside"]


def test_alone_nobody_lays_out_of_turn():
    _, told = story(3, TablePlot(turns=4, mistakes=3, begun=6), players=1)
    mistakes = [happening for happening in told if happening.kind == "mistake"]
    assert [fault.rule for mistake in mistakes for fault in mistake.faults] == ["5"] * 3


def test_a_game_without_room_for_it_is_refused():
    with pytest.raises(ValueError, match="no game of 2 turns has room for 3 other"):
        story(1, TablePlot(turns=2, mistakes=2, reaches=1))
    with pytest.raises(ValueError, match="no game of 30 turns after 20 tiles was found"):
        story(1, TablePlot(turns=30, begun=20), players=1)
    # Where nothing lies on anything nothing falls.
    with pytest.raises(ValueError, match="no game of 1 turns after 0 tiles was found"):
        story(1, TablePlot(turns=1, falls=1))


def test_the_same_seed_tells_the_same_story():
    assert story(7) == story(7)
    assert story(7) != story(8)
    assert isinstance(story(7)[0], Position)
