"""What a position proves without its history."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.games.tours import TILES, Tile, may_lie_on, parse_position, position_faults


@given(st.integers(0, 999), st.integers(1, 3), st.sampled_from([0.0, 0.1]), st.sampled_from([0.0, 0.3, 0.9]))
@settings(max_examples=20, deadline=None)
def test_no_position_of_a_game_is_accused_whatever_is_hidden_or_has_fallen(play, hide, seed, players, falls, hidden):
    for position in play(seed, players, falls)[0][::9]:
        assert not position_faults(hide(position, seed, hidden))


@pytest.mark.parametrize(
    ("notation", "rules", "told"),
    [
        ("5b5b5b5b,5b,-/-,-,-/-,-,-", ["1"], "the 5 of bamboo 5 times"),
        ("5b,-,-/-,-,-/-,-,- 5b5b5b5b", ["1"], "5 times"),
        ("5b,5c,-/-,-,-/-,-,- -", ["1", "2"], "only bamboo is played"),
        ("5b7b,-,-/-,-,-/-,-,-", ["5"], "a1: the 7 of bamboo may not lie on the 5 of bamboo"),
        ("5b6c,-,-/-,-,-/-,-,- -:-", ["4"], "a1: the 6 of circles may not lie on the 5 of bamboo"),
        ("5b,2b?9b,-/-,-,-/-,-,-", ["5"], "no tile can lie hidden between the 2 of bamboo and the 9 of bamboo"),
        ("5b5b,-,-/-,-,-/-,-,- -:-", ["2", "2"], "player 1 has drawn 1"),
        ("-,-,-/-,-,-/-,-,- -:- 5c", ["2", "2", "2"], "It is the turn of player 1"),
        ("-,-,-/-,-,-/-,-,- " + "?" * 37, ["1"], "37 tiles"),
    ],
)
def test_each_fault_is_told_with_its_rule(notation, rules, told):
    faults = position_faults(parse_position(notation))
    assert [fault.rule for fault in faults] == rules
    assert told in faults[0].message


def test_reserves_that_nobody_looked_at_prove_nothing_about_turns():
    assert not position_faults(parse_position("5b5b,-,-/-,-,-/-,-,- *"))
    assert not position_faults(
        parse_position("5b5b,5c,-/-,-,-/-,-,- *", parse_position("-,-,-/-,-,-/-,-,- -:-").options)
    )


def test_a_tile_may_lie_between_two_hidden_in_every_way_that_a_row_of_tiles_allows():
    # By the letter: some tile in between makes both pairs right.
    for below in TILES[:9]:
        for above in TILES:
            expected = any(may_lie_on(middle, below) and may_lie_on(above, middle) for middle in TILES)
            position = parse_position(f"{below}?{above},-,-/-,-,-/-,-,- -:-:-")
            rules = {fault.rule for fault in position_faults(position)}
            assert bool(rules & {"4", "5"}) != expected


def test_who_owns_the_top_below_does_not_matter_for_equal_values():
    assert may_lie_on(Tile("w", 4), Tile("b", 4))
    assert not may_lie_on(Tile("w", 4), Tile("b", 5))
