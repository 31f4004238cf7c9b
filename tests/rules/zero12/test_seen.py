"""Boards without history, and what happened between two of them."""

import random
from dataclasses import replace

import pytest

from rules import IncompletePosition
from rules.games.zero12 import (
    DEFAULT_CARD,
    GAME,
    Card,
    Options,
    card_notation,
    explain,
    move_notation,
    parse_move,
    parse_position,
    play,
    position_notation,
    start,
    unreachable,
)
from rules.games.zero12.squares import BOARD, SQUARES, bit

ONE_CODE = start(Options(card=card_notation(Card((0,) * 144))))


def with_cubes(position, *names, code=0):
    """The position as a camera sees it with further cubes; without a code, of those that the card asks for."""
    laid = list(position.laid)
    for name in names:
        square = parse_move(name).start
        laid[position.card.code(square) if code is None else code] |= bit(square)
    return parse_position(position_notation(type(position)(position.options, tuple(laid), ())))


def faults(before, *names, code=0):
    return [(fault.rule, fault.places) for fault in explain(before, with_cubes(before, *names, code=code)).faults]


@pytest.mark.parametrize("seed", range(3))
def test_no_position_of_a_legal_game_is_accused(random_game, seed):
    for position in random_game(seed)[0]:
        assert GAME.faults(position) == ()
        seen = parse_position(
            position_notation(position).split(" ", 3)[1] + " " + position_notation(position).split()[2]
        )
        assert GAME.faults(seen) == ()


def reachable_one_by_one(filled):
    """Second reading: squares filled in any order that rule 3 allows, tried square by square."""
    reached = set()
    while True:
        new = next(
            (
                (x, y)
                for x, y in filled - reached
                if any(n not in SQUARES or n in reached for n in ((x + 1, y), (x - 1, y)))
                and any(n not in SQUARES or n in reached for n in ((x, y + 1), (x, y - 1)))
            ),
            None,
        )
        if new is None:
            return reached
        reached.add(new)


@pytest.mark.parametrize("share", [0.6, 0.95])
def test_unreachable_squares_agree_with_laying_one_by_one(share):
    chance = random.Random(5)
    for _ in range(8):
        filled = {square for square in SQUARES if chance.random() < share}
        expected = filled - reachable_one_by_one(filled)
        assert unreachable(sum(map(bit, filled))) == sum(map(bit, expected))


def test_a_square_in_the_middle_cannot_have_been_reached():
    seen = with_cubes(ONE_CODE, "a1", "f6")
    assert [(fault.rule, fault.places) for fault in GAME.faults(seen)] == [("3", ("f6",))]


def test_wrong_colours_and_wrong_stocks_are_named():
    card = card_notation(DEFAULT_CARD)
    rules = [
        (f.rule, f.places) for f in GAME.faults(parse_position(f"{card} {'./' * 11}1........... 24,24,24:24,23,24"))
    ]
    assert rules == [("2", ("a1",))]
    stocks = parse_position(f"{card} {'./' * 11}0........... 25,24,24:24,24,24")
    assert {fault.rule for fault in GAME.faults(stocks)} == {"1"}
    assert "player 1 has 25 white" in " ".join(fault.message for fault in GAME.faults(stocks)).lower()
    added = parse_position(f"{card} {'./' * 11}0........... 24,24,24:24,24,24")
    assert [fault.message for fault in GAME.faults(added)] == [
        "Of 48 white cubes 49 are there: 1 on the board, 48 left."
    ]


@pytest.mark.parametrize("seed", range(2))
def test_one_turn_and_two_turns_are_explained(random_game, seed):
    positions, moves = random_game(seed)
    for i in range(0, len(moves) - 1, 5):
        ways = explain(positions[i], positions[i + 1]).ways
        assert (moves[i],) in ways or moves[i] == parse_move("pass")
        for way in explain(positions[i], positions[i + 2]).ways:
            reached = positions[i]
            for move in way:
                reached = play(reached, move)
            assert reached.laid == positions[i + 2].laid
        assert explain(positions[i], positions[i + 2]).ways


def test_no_change_is_explained_by_nothing():
    assert explain(ONE_CODE, ONE_CODE).ways == ((),)


def test_each_fault_between_two_boards_is_named():
    assert faults(ONE_CODE, "a1", "c1") == [("2", ("a1", "c1"))]
    assert "leave out b1" in explain(ONE_CODE, with_cubes(ONE_CODE, "a1", "c1")).faults[0].message
    assert "diagonal" in explain(ONE_CODE, with_cubes(ONE_CODE, "a1", "b2")).faults[0].message
    assert "one straight line" in explain(ONE_CODE, with_cubes(ONE_CODE, "a1", "b3", "f4")).faults[0].message
    assert faults(ONE_CODE, "e5") == [("3", ("e5",))]
    assert faults(start(), "a1", "b1") == [("4", ("a1", "b1"))]
    # Laid from the corner, both have their contacts.
    assert faults(start(), "k1", "l1", code=None) == [("4", ("l1", "k1"))]
    assert faults(ONE_CODE, "a1", code=2) == [("2", ("a1",))]


def test_a_cube_taken_away_or_exchanged_is_a_fault():
    laid = play(ONE_CODE, parse_move("a1E3"))
    assert [fault.places for fault in explain(laid, ONE_CODE).faults] == [("a1",), ("b1",), ("c1",)]
    assert "taken away" in explain(laid, ONE_CODE).faults[0].message
    exchanged = type(laid)(laid.options, (0, laid.laid[0], 0), ())
    assert "exchanged" in explain(laid, exchanged).faults[0].message


def test_both_directions_of_a_run_explain_it():
    row = play(ONE_CODE, parse_move("a1"))
    ways = explain(ONE_CODE, play(ONE_CODE, parse_move("a1E12"))).ways
    assert {move_notation(move) for (move,) in ways} == {"a1E12", "l1W12"}
    assert row.filled != BOARD


def test_more_new_cubes_than_turns_are_told_apart_accuse_nobody():
    with pytest.raises(IncompletePosition, match="more may have been played"):
        faults(ONE_CODE, "a1", "c1", "e1", "g1")
    puzzle = start(Options(players=1, mode="puzzle", card=ONE_CODE.options.card))
    with pytest.raises(IncompletePosition, match="more may have been played"):
        faults(puzzle, "a1", "c3", "e5", "g9")


@pytest.mark.parametrize("options", [Options(), Options(players=1, mode="puzzle")])
def test_no_turn_is_tried_where_more_cubes_are_new_than_any_turns_lay(monkeypatch, options):
    before = start(options)
    after = with_cubes(before, *(f"{column}{row}" for column in "abcdefghijkl" for row in range(1, 13)), code=None)
    monkeypatch.setattr(type(before), "legal_moves", lambda _: pytest.fail("a turn was tried"))
    with pytest.raises(IncompletePosition, match="more may have been played"):
        explain(before, after)


def test_two_runs_after_a_mistake_that_was_taken_back_accuse_nobody():
    """Rule 5: who corrects a mistake has two turns in a row; of the mistake nothing is left to see."""
    empty = {"f6", "i9", "d10"}
    rows = [
        "".join(
            "." if f"{column}{row}" in empty else str(DEFAULT_CARD.code(parse_move(f"{column}{row}").start))
            for column in "abcdefghijkl"
        )
        for row in range(12, 0, -1)
    ]
    before = parse_position(f"{card_notation(DEFAULT_CARD)} {'/'.join(rows)} 2,0,0:0,1,0 1 last=2")
    after = before
    for move in ("!d10=0", "f6", "i9"):
        after = play(after, parse_move(move))
    with pytest.raises(IncompletePosition, match="mistake"):
        explain(before, after)
    # Where a mistake brings no second turn, it explains nothing.
    options = replace(before.options, replay="correction_only")
    assert explain(replace(before, options=options), after).faults


def test_a_player_who_must_pass_may_not_have_passed_again_and_again():
    card = (DEFAULT_CARD.code(square) for square in (parse_move("a1").start, parse_move("f6").start))
    first, added = card
    rows = ["." * 12] * 11 + [f"{first}..........."]
    before = parse_position(f"{card_notation(DEFAULT_CARD)} {'/'.join(rows)} 0,0,0:24,24,24 1 last=1")
    assert faults(before, "f6", code=added) == [("3", ("f6",))]


def test_cubes_that_come_once_the_game_is_over_are_a_fault_however_many():
    over = start(Options(players=1, mode="puzzle"))
    over = replace(over, stocks=((0, 0, 0),))
    names = ("a1", "c3", "e5", "g9", "h2")
    for count in (1, 5):
        (fault,) = explain(over, with_cubes(over, *names[:count], code=None)).faults
        assert (fault.rule, set(fault.places)) == ("7", set(names[:count]))


def test_slides_exchange_no_cube():
    before = start(Options(players=1, mode="sliding", shuffle=3))
    first, second, third = before.laid
    one = first & -first
    (fault,) = explain(before, replace(before, laid=(first ^ one, second | one, third))).faults
    assert (fault.rule, len(fault.places)) == ("8", 1)


def test_another_card_is_no_later_look_at_the_same_game():
    after = start(Options(card=card_notation(DEFAULT_CARD)))
    assert [fault.message for fault in explain(ONE_CODE, after).faults] == [
        "The card is another one; it stays the same during the game."
    ]
