"""Stocks, turns, mistakes, the end game, the winner, options and notation."""

import dataclasses

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import IllegalMove, IncompletePosition, NotationError
from rules.games.zero12 import (
    DEFAULT_CARD,
    GAME,
    Options,
    Pass,
    Position,
    card_notation,
    move_faults,
    move_notation,
    parse_move,
    parse_position,
    play,
    position_notation,
    start,
)

EMPTY_ROWS = "/".join(["."] * 12)


def played(position, *texts):
    for text in texts:
        position = play(position, parse_move(text))
    return position


@pytest.mark.parametrize(("players", "share"), [(1, 48), (2, 24), (3, 16), (4, 12), (6, 8), (8, 6)])
def test_the_box_is_shared_evenly(players, share):
    assert start(Options(players=players)).stocks == ((share,) * 3,) * players


def test_a_run_takes_cubes_from_its_player_and_the_turn_goes_round():
    position = played(start(Options(players=3)), "a1N2", "l1N2", "a12S2")
    assert position.stocks == ((15, 15, 16), (16, 15, 15), (16, 15, 15))
    assert position.to_move == 1
    assert position.last == 3


def test_after_a_mistake_its_player_plays_twice():
    position = played(start(), "!a1", "a1N2")
    assert position.to_move == 1
    assert played(position, "l1N2").to_move == 2
    assert played(start(), "!a1", "!a1", "a1N2", "l1N2").to_move == 2
    assert played(start(Options(replay="correction_only")), "!a1", "a1N2").to_move == 2


def test_a_legal_run_is_no_mistake():
    with pytest.raises(IllegalMove, match="Rule 5"):
        played(start(), "!a1N2")


def test_who_can_lay_must_but_the_guesser_may_pass_once():
    with pytest.raises(IllegalMove, match="Rule 6"):
        played(start(), "pass")
    position = start(Options(guesser=1))
    assert Pass() in position.legal_moves()
    position = played(position, "pass", "a1N2", "l1N2", "a12S2")
    with pytest.raises(IllegalMove, match="Rule 6"):
        played(position, "pass")
    assert parse_position(position_notation(position), position.options) == position


def test_a_pass_that_is_forced_does_not_use_up_the_guessers_free_one():
    empty_handed = dataclasses.replace(start(Options(guesser=1)), stocks=((0, 0, 0), (24, 24, 24)))
    assert played(empty_handed, "pass").may_pass


def whole_board_but(*squares, codes=DEFAULT_CARD):
    rows = card_notation(codes).split("/")
    for square in squares:
        row, column = 12 - int(square[1:]), "abcdefghijkl".index(square[0])
        rows[row] = rows[row][:column] + "." + rows[row][column + 1 :]
    return "/".join(rows)


def test_without_a_run_by_rule_4_the_longest_of_one_colour_is_due():
    # With two white cubes and no other: a1 and b1 are white, as are l12 and k12, beside another code N or S.
    position = parse_position(f"{card_notation(DEFAULT_CARD)} {EMPTY_ROWS} 2,0,0:24,24,24 1")
    assert {move_notation(move) for move in position.legal_moves()} == {"a1E2", "l12W2"}
    assert [(fault.rule, fault.places) for fault in move_faults(position, parse_move("a1"))] == [("6", ("a1",))]
    assert played(position, "a1E2").last == 1


def test_a_player_without_fitting_cubes_passes_and_who_lays_last_wins():
    board = whole_board_but("a1", "c5")
    line = f"{card_notation(DEFAULT_CARD)} {board}"
    position = parse_position(f"{line} 0,0,0:1,0,1 1 last=2")
    assert position.legal_moves() == (Pass(),)
    position = played(position, "pass")
    assert {move_notation(move) for move in position.legal_moves()} == {"a1", "c5"}
    position = played(position, "a1", "pass", "c5")
    assert position.is_over
    assert position.winner == 2
    assert GAME.result(position) == "player 2 wins"
    assert position.legal_moves() == ()
    with pytest.raises(IllegalMove, match="Rule 7"):
        played(position, "pass")


def test_the_game_ends_when_nobody_has_a_cube_that_fits():
    line = f"{card_notation(DEFAULT_CARD)} {whole_board_but('a1')}"
    position = parse_position(f"{line} 0,1,0:0,0,1 1 last=2")
    assert position.is_over
    assert position.winner == 2


@pytest.mark.parametrize("seed", range(4))
def test_cubes_never_appear_or_vanish(random_game, seed):
    positions, moves = random_game(seed, players=(2, 3, 4, 8)[seed])
    for position, move in zip(positions[1:], moves, strict=True):
        laid = [squares.bit_count() for squares in position.laid]
        left = [sum(stock[code] for stock in position.stocks) for code in range(3)]
        assert [a + b for a, b in zip(laid, left, strict=True)] == [48, 48, 48]
        assert move
    assert positions[-1].winner == positions[-1].last


@settings(deadline=None, max_examples=25)
@given(st.integers(0, 10**6), st.integers(0, 90), st.sampled_from([1, 2, 3, 4, 6, 8]))
def test_notation_round_trips(random_game, seed, ply, players):
    positions, moves = random_game(seed % 5, players=players)
    position = positions[min(ply, len(positions) - 1)]
    assert parse_position(position_notation(position)) == position
    assert all(parse_move(move_notation(move)) == move for move in moves)
    doubled = dataclasses.replace(position, turns=2)
    assert parse_position(position_notation(doubled)) == doubled


def test_a_board_without_stocks_can_be_judged_but_not_played():
    position = parse_position(f"{card_notation(DEFAULT_CARD)} {'./' * 11}00..........")
    assert position.stocks == ()
    assert GAME.faults(position) == ()
    with pytest.raises(IncompletePosition):
        position.legal_moves()


CARD = card_notation(DEFAULT_CARD)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("012x012", "expected a card and a board"),
        (f"{CARD[:-1]} {EMPTY_ROWS}", "row 1 of the card has 11 codes"),
        (f"{CARD[:-1]}x {EMPTY_ROWS}", "square l1: 'x' is no code"),
        (f"{CARD} {EMPTY_ROWS}/.", "the board has 13 rows"),
        (f"{CARD} {EMPTY_ROWS[:-1]}00", "row 1 of the board: expected 12 squares"),
        (f"{CARD} {EMPTY_ROWS[:-1]}00000000000x", "square l1 of the board: 'x'"),
        (f"{CARD} {EMPTY_ROWS} 24,24", "'24,24' is not understood"),
        (f"{CARD} {EMPTY_ROWS} 1 2", "said twice"),
        (f"{CARD} {EMPTY_ROWS} 3", "player 3 is none of 2"),
        (f"{CARD} {EMPTY_ROWS} {':'.join(['9,9,9'] * 5)}", "stocks of 5 players"),
        (f"{CARD} {EMPTY_ROWS} 48,48,48:1,1,1 puzzle", "stocks of 2 players; 1 play"),
        (f"{CARD} {EMPTY_ROWS} sliding", "one empty square, not 144"),
    ],
)
def test_a_line_that_cannot_be_parsed_says_where(text, message):
    with pytest.raises(NotationError, match=message.replace("(", r"\(")):
        parse_position(text)


@pytest.mark.parametrize(
    "text", ["a13", "m1", "a1E", "a1EE3", "a1E13", "a1E0", "a1E3=01", "a1=3", "slide:z9", "!", "!pass"]
)
def test_a_move_that_cannot_be_parsed_is_refused(text):
    if text == "a1E":
        assert parse_move(text).length == 1
    else:
        with pytest.raises(NotationError):
            parse_move(text)


@pytest.mark.parametrize(
    "options",
    [
        {"players": 5},
        {"mode": "solo"},
        {"mode": "puzzle"},
        {"guesser": 3},
        {"card": "012"},
        {"colour2": "white"},
        {"shuffle": 0},
        {"replay": "never"},
        {"first_square": "last"},
    ],
)
def test_options_that_do_not_exist_are_refused(options):
    with pytest.raises(ValueError, match="option"):
        Options(**options)


def test_positions_are_values():
    assert start() == start()
    assert isinstance(start(), Position)
    assert hash(start()) == hash(start())
