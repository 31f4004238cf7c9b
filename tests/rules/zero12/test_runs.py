"""Which runs are legal: facts of the game, and agreement with a literal second reading."""

import pytest

from rules import IllegalMove
from rules.games.zero12 import (
    Card,
    Options,
    card_notation,
    move_faults,
    move_notation,
    parse_move,
    parse_position,
    play,
    start,
)
from rules.games.zero12.runs import supported
from rules.games.zero12.squares import square_names


def texts(position):
    return {move_notation(move) for move in position.legal_moves() if move_notation(move) != "pass"}


def with_codes(default=0, **codes):
    """An empty board with a card of one code but for the squares named."""
    names = [f"{column}{row}" for row in range(1, 13) for column in "abcdefghijkl"]
    card = Card(tuple(codes.get(name, default) for name in names))
    return start(Options(card=card_notation(card)))


def refused(position, text):
    return [(fault.rule, fault.places) for fault in move_faults(position, parse_move(text))]


def test_on_an_empty_board_only_the_corners_start_a_run():
    assert square_names(supported(0)) == ("a1", "l1", "a12", "l12")
    assert {text[: 3 if text[1:3] == "12" else 2] for text in texts(start())} == {"a1", "l1", "a12", "l12"}


def test_a_corner_among_its_own_code_may_be_laid_alone():
    assert "a1" in texts(with_codes())
    assert refused(with_codes(), "a1E2") == [("4", ("a1", "b1"))]


def test_a_corner_before_another_code_needs_two():
    position = with_codes(b1=1)
    assert "a1E2" in texts(position)
    assert refused(position, "a1") == [("4", ("a1",))]


def test_a_corner_before_its_own_code_and_beside_another_needs_three():
    position = with_codes(a2=1)
    assert refused(position, "a1") == [("4", ("a1",))]
    assert refused(position, "a1E2") == [("4", ("a1", "b1"))]
    assert "a1E3" in texts(position)


def test_two_of_one_code_are_enough_where_the_second_is_enclosed():
    card = with_codes(a2=1).options.card
    open_row = parse_position(f"{card} {'./' * 11}0........... 24,24,24:23,24,24")
    assert refused(open_row, "b1E2") == [("4", ("b1", "c1"))]
    enclosed = parse_position(f"{card} {'./' * 11}0..0........ 24,24,24:22,24,24")
    assert "b1E2" in texts(enclosed)


@pytest.mark.parametrize(
    ("text", "rule", "places"),
    [
        ("a1NE3", "2", ("a1", "b2", "c3")),
        ("j1E4", "2", ("j1", "k1", "l1")),
        ("a1=1", "2", ("a1",)),
        ("a1E3=012", "2", ("b1",)),
        ("e5", "3", ("e5",)),
        ("e1", "3", ("e1",)),
        ("a1E3", None, ()),
    ],
)
def test_each_wrong_run_is_refused_with_its_rule_and_squares(text, rule, places):
    found = refused(with_codes(), text)
    assert found[:1] == ([(rule, places)] if rule else [])


def test_filled_squares_opposite_contacts_and_empty_stocks_are_named():
    position = play(with_codes(), parse_move("a1E12"))
    assert refused(position, "a1") == [("2", ("a1",))]
    position = play(position, parse_move("a2N11"))
    # c2 lies on the row that was laid, with nothing beside it; b12 between the column and nothing.
    assert refused(position, "c2") == [("3", ("c2",))]
    assert "one contact only" in move_faults(position, parse_move("c2"))[0].message
    scarce = parse_position(f"{position.options.card} {'/'.join(['.'] * 12)} 2,24,24:24,24,24 1")
    assert refused(scarce, "a1E3") == [("1", ("a1", "b1", "c1"))]


def test_two_opposite_contacts_are_not_enough():
    card = with_codes().options.card
    board = "/".join(["." for _ in range(10)] + ["0.0.........", "............"])
    position = parse_position(f"{card} {board} 24,24,24:22,24,24 1")
    fault = move_faults(position, parse_move("b2"))[0]
    assert fault.rule == "3"
    assert "opposite faces only, East and West" in fault.message


def test_a_refused_run_names_its_rule_in_the_exception():
    with pytest.raises(IllegalMove, match=r"a1E2 is not legal here\. Rule 4"):
        play(with_codes(), parse_move("a1E2"))


@pytest.mark.parametrize(
    "options",
    [{}, {"first_square": "either_end"}, {"free_faces": "whole_card"}, {"single_direction": "said"}],
)
@pytest.mark.parametrize("fair", [True, False])
def test_the_literal_reading_agrees_everywhere(random_game, literal_moves, options, fair):
    looked_at = 0
    for players in (2, 8):
        positions, _ = random_game(players, fair, shortness=0.6, players=players, **options)
        for position in positions[:-1]:
            assert texts(position) == literal_moves(position)
            looked_at += 1
    assert looked_at > 60


def test_every_run_that_is_not_listed_is_refused_and_every_listed_one_is_not(random_game, literal_moves):
    positions, _ = random_game(7)
    every = [f"{c}{r}{way}" for c in "adghl" for r in (1, 4, 6, 12) for way in ("", "N2", "E2", "S3", "W4", "E5")]
    for position in positions[:-1:6]:
        legal = literal_moves(position)
        for text in {*every, *legal}:
            assert (not move_faults(position, parse_move(text))) == (text in legal), text


def test_a_direction_that_is_said_for_one_cube_counts_only_by_option():
    codes = with_codes(a2=1).options.card
    said = start(Options(card=codes, single_direction="said"))
    assert "a1E1" in texts(said)
    assert "a1N1" not in texts(said)
    assert refused(said, "a1") == [("4", ("a1",))]
    assert refused(with_codes(a2=1), "a1E1") == [("4", ("a1",))]
    assert not move_faults(with_codes(), parse_move("a1E1"))


def test_the_literal_reading_counts_the_same_sequences(literal_moves):
    firsts = sorted(literal_moves(start()))
    assert len(firsts) == 84
    assert sum(len(literal_moves(play(start(), parse_move(text)))) for text in firsts) == 6306
