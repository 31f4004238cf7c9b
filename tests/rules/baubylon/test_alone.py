"""One pawn alone: the exact expectation against the equations of optimality, and figures by hand."""

from dataclasses import replace
from fractions import Fraction

import pytest

from rules.games.baubylon import DEFAULT_OPTIONS, Options, Source, expected_rolls, ground_of, parse_move, parse_position


def rolls(building, **changes):
    return expected_rolls(Options(building=building, **changes))


def test_by_hand_an_entry_beside_the_summit():
    # From a1 only a 3 helps. From the table a 6 leads up at once, a 3 to a1: V = 1 + V(a1) / 6 + 4/6 V.
    assert rolls("12") == {Source.HOME: 6, (0, 0): 6, (1, 0): 0}


def test_by_hand_in_a_row_of_two_storeys():
    # a1 to b1 costs 5; nothing else moves a pawn there, and entering costs 3.
    assert rolls("13") == {Source.HOME: 12, (0, 0): 6, (1, 0): 0}


def test_where_the_summit_is_out_of_reach_nothing_is_expected():
    assert rolls("14") == {}
    assert rolls("22") == {}


@pytest.mark.parametrize("passing", ["nothing_can_move", "always"])
@pytest.mark.parametrize(
    ("building", "changes"),
    [
        (DEFAULT_OPTIONS.building, {}),
        ("22212/23332/23532/23432/21222", {}),
        ("1111/1221/1231/1111", {}),
        ("1023/1220", {}),
        ("22212/23332/23532/23432/21222", {"points_up": 1, "points_down": 1}),
        ("1111/1221/1231/1111", {"turning": False, "return_to_start": False}),
        ("1111/1221/1231/1111", {"squares_again": False, "table_passing": False}),
        ("1111/1221/1231/1111", {"table_stopping": True}),
    ],
)
def test_no_choice_is_better_by_the_second_checker(building, changes, passing, literal_moves):
    """The equations of optimality hold exactly for the ways that the literal reading of the sheet finds."""
    options = replace(Options(building=building, red_pawns=0, passing=passing), **changes)
    found = expected_rolls(options)
    summit = ground_of(options).summit
    for place, expected in found.items():
        if place in summit:
            assert expected == 0
            continue
        total = Fraction(0)
        word = "-" if place is Source.HOME else f"{'abcdefg'[place[0]]}{place[1] + 1}:1"
        homes = "100" if place is Source.HOME else "000"
        for roll in range(1, 7):
            position = parse_position(f"{building} {word} {homes} 0:000 {roll} 1", options)
            moves = literal_moves(position)
            total += min(expected if text == "pass" else found[parse_move(text).end] for text in moves)
        assert expected == 1 + total / 6
