"""Suggestions: proofs against a plain search to the end, reproducible, and the puzzles of one player."""

import dataclasses
import random

import pytest

from rules.games.zero12 import DEFAULT_CARD, GAME, Options, Slide, card_notation, move_faults, play, start
from rules.search import rounds


def mover_wins(position):
    """A plain search to the end, without memory."""
    mover = position.to_move
    for move in position.legal_moves():
        after = play(position, move)
        if (after.winner == mover) if after.is_over else (mover_wins(after) == (after.to_move == mover)):
            return True
    return False


def wins_whatever_others_do(player, position):
    """A plain search to the end, with all others against the player."""
    if position.is_over:
        return position.winner == player
    after = (wins_whatever_others_do(player, play(position, move)) for move in position.legal_moves())
    return any(after) if position.to_move == player else all(after)


def late_positions(random_game, seed, empty, **options):
    positions = random_game(seed, **options)[0]
    return [position for position in positions if 0 < 144 - position.filled.bit_count() <= empty]


@pytest.mark.parametrize("seed", range(4))
def test_proven_values_agree_with_a_plain_search(random_game, seed):
    for position in late_positions(random_game, seed, 8):
        advice = GAME.suggest(position, rounds(500))
        assert advice.is_exact
        assert {one.value for one in advice.moves} <= {0.0, 1.0}
        assert (advice.moves[0].value == 1.0) == mover_wins(position)
        for one in advice.moves:
            after = play(position, one.move)
            wins = after.winner == position.to_move if after.is_over else None
            if wins is None:
                wins = mover_wins(after) == (after.to_move == position.to_move)
            assert (one.value == 1.0) == wins


def test_near_the_end_a_few_rounds_prove_every_move(random_game):
    positions = late_positions(random_game, 0, 21)
    assert 144 - positions[0].filled.bit_count() == 21
    assert all(GAME.suggest(position, rounds(20)).is_exact for position in positions)


@pytest.mark.parametrize("seed", range(6))
def test_of_three_players_a_certain_win_is_one_that_nobody_can_prevent(random_game, seed):
    for position in late_positions(random_game, seed, 8, players=3, guesser=seed % 4):
        for one in GAME.suggest(position, rounds(20_000)).moves:
            wins = wins_whatever_others_do(position.to_move, play(position, one.move))
            assert (one.value == 1.0) == wins
            assert (one.reason in ("lays the last cube", "wins against every defence")) == wins


@pytest.mark.parametrize("seed", range(6))
def test_what_ends_the_game_stands_before_slower_wins(random_game, seed):
    for position in late_positions(random_game, seed, 4):
        last = {move for move in position.legal_moves() if play(position, move).is_over}
        first = [one.move for one in GAME.suggest(position, rounds(500)).moves[: len(last)]]
        assert set(first) == last


@pytest.fixture
def hangs_on_player_3():
    """Player 2 wins with g6N2; after h7W1 it is player 3's choice whether player 1 or player 2 lays last."""
    options = Options(players=3, guesser=2, first_square="either_end", single_direction="said", free_faces="whole_card")
    card = (
        "000011110001/010000010101/000010010010/202100100121/110002011120/002002002000/"
        "200101202000/000010012000/020210002220/121022012020/002001020100/001000211020"
    )
    board = card.replace("110002011120/002002002000/200101202000", "1100020..120/002002..2000/20010..02000")
    text = f"012x012 {card} {board} 0,2,1:2,0,1:0,1,0 2 last=1 guesser=2"
    return GAME.parse_position(text, options)


def test_what_a_third_player_may_do_either_way_is_no_certain_win(hangs_on_player_3):
    moves = GAME.suggest(hangs_on_player_3, rounds(1000)).moves
    values = {GAME.move_notation(one.move): one.value for one in moves}
    assert moves[0].reason == "wins against every defence"
    assert values["g6N2"] == 1.0
    assert 0 < values["h7W1"] < 1


def test_two_turns_after_a_mistake_are_searched_too(random_game):
    for position in late_positions(random_game, 1, 6):
        doubled = dataclasses.replace(position, turns=2)
        assert (GAME.suggest(doubled, rounds(500)).moves[0].value == 1.0) == mover_wins(doubled)


@pytest.mark.parametrize("seed", [33, 39])  # In these somebody else has to pass before.
def test_a_pass_that_is_forced_leaves_the_one_of_rule_7(random_game, seed):
    for position in late_positions(random_game, seed, 6, guesser=seed % 2 + 1):
        again = dataclasses.replace(position, may_pass=True)
        assert (GAME.suggest(again, rounds(500)).moves[0].value == 1.0) == mover_wins(again)


@pytest.mark.parametrize("players", [2, 3])
def test_the_same_seed_and_rounds_give_the_same_advice_over_all_moves(players):
    position = start(Options(players=players))
    first, second = (GAME.suggest(position, rounds(10), seed=3) for _ in range(2))
    assert first == second
    assert not first.is_exact
    assert {one.move for one in first.moves} == set(position.legal_moves())
    assert list(first.moves) == sorted(first.moves, key=lambda one: -one.value)


def test_without_a_round_every_move_still_has_a_value():
    advice = GAME.suggest(start(), rounds(0))
    assert len(advice.moves) == len(start().legal_moves())
    assert all(0 < one.value < 1 for one in advice.moves)


def test_one_cube_that_is_left_is_told_as_one(hangs_on_player_3):
    reasons = {one.reason for one in GAME.suggest(hangs_on_player_3, rounds(0)).moves}
    assert "leaves 1 cube to player 2 and 3 to the richest other" in reasons


def test_the_suggestion_beats_a_random_player():
    wins = 0
    for seed in range(2):
        chance, position, own = random.Random(seed), start(), seed % 2 + 1
        while not position.is_over:
            if position.to_move == own:
                position = play(position, GAME.suggest(position, rounds(2), seed).moves[0].move)
            else:
                position = play(position, chance.choice(position.legal_moves()))
        wins += position.winner == own
    assert wins == 2


def test_one_player_alone_is_never_beaten():
    advice = GAME.suggest(start(Options(players=1)), rounds(1))
    assert advice.is_exact
    assert {one.value for one in advice.moves} == {1.0}
    assert {one.reason for one in advice.moves} == {"lays the last cube too: nobody else plays"}


def test_the_puzzle_takes_any_square_one_by_one():
    position = start(Options(players=1, mode="puzzle"))
    assert len(position.legal_moves()) == 144
    assert move_faults(position, GAME.parse_move("f6=1"))[0].rule == "2"
    assert move_faults(position, GAME.parse_move("a1E2"))[0].rule == "8"
    while not position.is_over:
        position = play(position, GAME.suggest(position, rounds(0)).moves[0].move)
    assert position.winner == 1
    assert GAME.result(position) == "the picture is complete"


def test_the_sliding_puzzle_is_mixed_slid_and_solved_by_its_suggestions():
    position = start(Options(players=1, mode="sliding", shuffle=12, seed=4))
    assert GAME.faults(position) == ()
    assert GAME.parse_position(GAME.position_notation(position), position.options) == position
    assert move_faults(position, Slide((0, 11)))[0].rule == "8"
    for _ in range(12):
        if position.is_over:
            break
        position = play(position, GAME.suggest(position, rounds(20)).moves[0].move)
    assert position.winner == 1


def test_of_slides_that_lead_as_near_the_card_the_one_that_is_there_sooner_comes_first():
    position = start(Options(players=1, mode="sliding", shuffle=3, seed=1))
    advice = GAME.suggest(position, rounds(20))
    assert advice.unit == "minus the squares out of place"
    assert [(one.value, one.reason) for one in advice.moves] == [
        (0, "shows the card after 3 slides"),
        (-2, "2 squares out of place after 1 slide"),
        (-2, "2 squares out of place after 3 slides"),
        (-3, "3 squares out of place after 1 slide"),
    ]


@pytest.mark.parametrize("shuffle", [1, 2, 10])
def test_the_sliding_puzzle_is_never_solved_from_the_start(shuffle):
    assert not any(start(Options(players=1, mode="sliding", shuffle=shuffle, seed=seed)).is_over for seed in range(20))


def test_slides_are_explained():
    position = start(Options(players=1, mode="sliding", shuffle=5))
    first = position.legal_moves()[0]
    assert (first,) in GAME.explain(position, play(position, first)).ways
    card = card_notation(DEFAULT_CARD)
    strange = GAME.parse_position(f"{card} {card[:-1]}. sliding")
    assert GAME.faults(strange) == ()
