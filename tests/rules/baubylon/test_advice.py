"""What is suggested: wins at once, pushes a leader off, is the same again, and beats play by chance."""

import random

import pytest

from rules.game import CHANCE
from rules.games.baubylon import GAME, Options, legal_moves, parse_position, start
from rules.games.baubylon.advice import nearer
from rules.search import rounds


def best(text, budget=20, seed=0):
    return str(GAME.suggest(parse_position(text), rounds(budget), seed).moves[0].move)


def test_a_win_is_taken_at_once():
    advice = GAME.suggest(parse_position("1223 c1:1,a1:2 556 0:000 3 1"), rounds(5))
    assert (str(advice.moves[0].move), advice.moves[0].value) == ("c1-d1", 1.0)
    assert "wins" in advice.moves[0].reason


def test_the_pawn_before_the_summit_is_thrown_out():
    assert best("12223 d1:2,c1:1 556 0:000 1 1") == "c1xd1"


def test_who_is_thrown_out_where_a_pawn_comes_back_to_its_own_start():
    moves = GAME.suggest(parse_position("2232/3441/2322/2222 b1:21 556 0:000 3 1"), rounds(5)).moves
    (reason,) = (ranked.reason for ranked in moves if str(ranked.move) == "b1xb1")
    assert reason.startswith("throws out a pawn of player 2, ")


def test_a_move_that_others_can_answer_is_worth_less_once_they_have_played():
    # Next to the summit player 3 goes up with a 3 or a 5, and otherwise may throw out the pawn on b3.
    position = parse_position("222/223/222/122 b3:2,c2:3,b1:1 555 0:000 2 1")
    first, played_on = (
        {str(ranked.move): ranked.value for ranked in GAME.suggest(position, rounds(budget)).moves}
        for budget in (0, 100)
    )
    assert played_on["b1xb3"] < 0.75 * first["b1xb3"]


def test_values_are_chances():
    for seed in range(5):
        position = start()
        chance = random.Random(seed)
        for _ in range(31):
            position = position.applied(chance.choice(legal_moves(position)))
        if position.to_move == CHANCE:
            assert GAME.suggest(position, rounds(3)).moves == ()
            position = position.applied(legal_moves(position)[chance.randrange(6)])
        advice = GAME.suggest(position, rounds(10), seed)
        assert all(0 <= ranked.value <= 1 for ranked in advice.moves)
        assert not advice.is_exact


def test_not_only_the_move_that_looks_best_is_played_on():
    position = parse_position("222/223/222/122 b3:2,c2:3,b1:1 555 0:000 2 1")
    first, played_on = (
        {ranked.move: ranked.value for ranked in GAME.suggest(position, rounds(budget)).moves} for budget in (0, 100)
    )
    assert sum(first[move] != played_on[move] for move in first) > 1


def test_another_seed_rolls_other_dice():
    position = parse_position("222/223/222/122 b3:2,c2:3,b1:1 555 0:000 2 1")
    assert GAME.suggest(position, rounds(20), 1) != GAME.suggest(position, rounds(20), 2)


def test_the_simple_player_brings_another_pawn_on_where_the_nearest_stays():
    position = parse_position("12222223 g1:1,c1:1 466 0:000 1 1")
    assert {str(nearer(position, random.Random(seed))) for seed in range(5)} == {"c1-d1"}


def play_out(player, seat, seed):
    """The winner of a game in which one seat is played by a player and the others by chance."""
    chance, position = random.Random(seed), start(Options(red_pawns=2))
    while not position.is_over:
        if position.to_move == seat:
            position = position.applied(player(position, chance))
        else:
            position = position.applied(chance.choice(legal_moves(position)))
    return position.winner


@pytest.mark.parametrize("seat", [1, 2, 3])
@pytest.mark.parametrize("player", [nearer, lambda position, _: GAME.suggest(position, rounds(0)).moves[0].move])
def test_two_players_by_chance_are_beaten(player, seat):
    assert sum(play_out(player, seat, seed) == seat for seed in range(6)) >= 5
