"""What happened between two looks at the table."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import IncompletePosition
from rules.games.tours import GAME, Fall, Options, explain, parse_move, parse_position


def ways(before, after, options=GAME.default_options):
    change = explain(parse_position(before, options), parse_position(after, options))
    assert bool(change.ways) != bool(change.faults)
    return [[str(move) for move in way] for way in change.ways]


def faults(before, after, options=GAME.default_options):
    return explain(parse_position(before, options), parse_position(after, options)).faults


@given(st.integers(0, 999), st.integers(1, 3), st.integers(0, 60))
@settings(max_examples=20, deadline=None)
def test_each_move_of_a_game_is_found_again(play, hide, seed, players, start):
    positions, moves = play(seed, players, 0.15, start + 5)
    for before, after, move in list(zip(positions, positions[1:], moves, strict=False))[start:]:
        assert (move,) in explain(before, after).ways
        # A camera sees the columns alone, and of these not every tile.
        seen = replace(hide(after, seed), reserves=None)
        found = explain(before, seen)
        assert not found.faults
        if before.columns != after.columns and not isinstance(move, Fall):
            assert (move,) in found.ways


@given(st.integers(0, 999), st.integers(1, 3))
@settings(max_examples=8, deadline=None)
def test_what_explains_a_change_leads_there(play, seed, players):
    positions, _ = play(seed, players, 0.2, 40)
    for before, after in zip(positions, positions[3:], strict=False):
        try:
            change = explain(before, after)
        except IncompletePosition:
            # What was placed and fell at once left no trace.
            continue
        assert not change.faults
        for way in change.ways:
            position = before
            for move in way:
                position = GAME.play(position, move)
            assert position.columns == after.columns
            assert position.reserves == after.reserves


def test_a_hidden_tile_that_shows_later_is_not_gone():
    """The 9 has been placed on an empty square and has fallen with the 5 of which it shows now what lay below."""
    with pytest.raises(IncompletePosition, match="told apart"):
        faults("?5b,-,-/-,-,-/-,-,- -", "4b,-,-/-,-,-/-,-,- 5b9b")
    assert [fault.rule for fault in faults("?5b,-,-/-,-,-/-,-,- -", "4b,-,-/-,-,-/-,-,- -")] == ["8"]


@given(st.integers(0, 999), st.integers(1, 3))
@settings(max_examples=8, deadline=None)
def test_turns_without_a_fall_are_never_a_fault(play, hide, seed, players):
    positions, _ = play(seed, players, most_moves=40)
    for before, after in zip(positions, positions[4:], strict=False):
        assert not explain(before, after).faults
        assert not explain(before, replace(hide(after, seed), reserves=None)).faults


def test_a_new_tile_that_cannot_be_read_is_no_fault():
    before = "5b5b5b5b,-,-/-,-,-/-,-,-"
    assert ways(before, "5b5b5b5b?,-,-/-,-,-/-,-,- *") == [["draw=4b", "a1=4b"], ["draw=6b", "a1=6b"]]


def test_a_tile_that_was_not_seen_drawn_is_told_with_its_draw():
    assert ways("5b,-,-/-,-,-/-,-,-", "5b5b,-,-/-,-,-/-,-,- *") == [["draw=5b", "a1=5b"]]


def test_nothing_new_needs_no_move():
    assert ways("5b,-,-/-,-,-/-,-,- - 7b", "5b,-,-/-,-,-/-,-,- *") == [[]]


def test_a_tile_in_hand_need_not_be_seen_where_the_reserves_are():
    assert ways("-,-,-/-,-,-/-,-,- - 9b", "-,-,-/-,-,-/-,-,- -") == [[]]


def test_several_turns_are_told_in_the_order_of_the_players():
    assert ways("-,-,-/-,-,-/-,-,- -:-", "5b,4c,-/-,-,-/-,-,- *", Options(players=2)) == [
        ["draw=5b", "a1=5b", "draw=4c", "b1=4c"]
    ]


def test_three_turns_are_told_one_by_one():
    assert ways("5b,-,-/-,-,-/-,-,-", "5b5b5b5b,-,-/-,-,-/-,-,- *") == [3 * ["draw=5b", "a1=5b"]]


def test_the_reserves_tell_who_caused_a_fall():
    before = "5b5c,-,-/-,-,-/-,-,- -:-"
    assert ways(before, "5b,-,-/-,-,-/-,-,- 5c:-") == [["fall=1:a1.1"]]
    assert ways(before, "5b,-,-/-,-,-/-,-,- -:5c") == [["fall=2:a1.1"]]
    # Nobody looked: it was the player whose turn it had been.
    assert ways(before, "5b,-,-/-,-,-/-,-,- *", Options(players=2)) == [["fall=2:a1.1"]]


def test_who_has_named_a_square_has_the_turn_in_which_columns_fall():
    options = Options(players=2, drawing="unseen")
    before, after = "5b5c,-,-/-,-,-/-,-,- -:- @b1", "5b,-,-/-,-,-/-,-,- * @b1"
    assert ways(before, after, options) == [["fall=1:a1.1"]]
    assert ways(before.replace("@b1", "-"), after.replace("@b1", "-"), options) == [["fall=2:a1.1"]]


def test_a_hidden_tile_does_not_go_from_one_reserve_to_another():
    columns = "5b,5c,-/-,-,-/-,-,-"
    assert [fault.rule for fault in faults(f"{columns} 2b?:2c9c", f"{columns} 2b:2c9c?")] == ["6"]


def test_a_tile_may_bring_down_the_column_that_it_is_placed_on():
    assert ways("5b5b,-,-/-,-,-/-,-,- - 6b", "5b,-,-/-,-,-/-,-,- 5b6b") == [["a1=6b", "fall=1:a1.1"]]


def test_a_tile_may_go_to_the_reserve_where_nobody_looks():
    columns = "1b,1b,1b/1b,2b,2b/2b,2b,"
    assert ["draw=9b", "reserve=9b", "draw=3b", "c3=3b"] not in ways(f"{columns}3b", f"{columns}3b3b *")
    assert ["reserve=9b", "draw=3b", "c3=3b"] in ways(f"{columns}3b - 9b", f"{columns}3b3b *")


def test_a_tile_may_be_placed_after_a_fall_where_it_did_not_fit_before():
    assert ways("5b6b7b,-,-/-,-,-/-,-,- - 4b", "5b4b,-,-/-,-,-/-,-,- *") == [["fall=1:a1.1", "a1=4b"]]


def test_an_unknown_new_tile_is_the_drawn_one():
    assert ways("5b,-,-/-,-,-/-,-,- - 5b", "5b?,-,-/-,-,-/-,-,- *") == [["a1=5b"]]


def test_where_squares_are_named_first_every_name_that_fits_is_told():
    options = Options(drawing="unseen")
    before = "-,-,-/-,-,-/-,-,-"
    assert ways(before, "5b,-,-/-,-,-/-,-,- *", options) == [["aim=a1", "draw=5b", "a1=5b"]]
    assert faults(f"{before} - 5b@a1", "-,5b,-/-,-,-/-,-,- -", options)[0].rule == "2"


def test_what_a_fall_and_three_turns_with_named_squares_do_not_explain_is_left_open_soon():
    options = Options(players=3, families="cwb", drawing="unseen")
    before = "-,-,-/9b,9c,-/-,6w,4c -:-:- @b1"
    with pytest.raises(IncompletePosition, match="told apart"):
        faults(before, "-,3w,-/9b,9c,-/-,9w,4c * -", options)


def test_a_fall_and_three_turns_with_named_squares_and_hidden_reserves_are_too_many_ways_to_look_at():
    options = Options(players=3, drawing="unseen")
    columns = "4c5c5w4w,9c,7c/5w,9w9w,4w/4w4b4c,6b,7b"
    reserves = "1b1b1b2b2b2b3b4b4b4b5b5b5b6b7b:1c1c2c2c3c3c4c4c5c6c7c7c:1w3w4w5w5w6w8w8w9w9w"
    with pytest.raises(IncompletePosition, match="too many ways"):
        faults(f"{columns} {reserves} -", "4c5c5w4w,9c,7c/5w,9w9w9b,4w/4w4b4c,-,- * @b2", options)


def test_of_a_tile_that_does_not_fit_it_is_the_placing_that_is_at_fault_and_not_that_no_square_was_named():
    found = faults("7b,-,-/-,-,-/-,-,- -", "7b5b,-,-/-,-,-/-,-,- -", Options(drawing="unseen"))
    assert [fault.rule for fault in found] == ["5"]


def test_a_square_that_has_been_named_since_is_told():
    options = Options(drawing="unseen")
    before = "-,-,-/-,-,-/-,-,- -"
    assert ways(f"{before} -", f"{before} @a1", options) == [["aim=a1"]]
    assert ways(f"{before} 5b@a1", "5b,-,-/-,-,-/-,-,- * @c2", options) == [["a1=5b", "aim=c2"]]
    assert ways(f"{before} -", "5b,-,-/-,-,-/-,-,- - @c2", options) == [["aim=a1", "draw=5b", "a1=5b", "aim=c2"]]


@pytest.mark.parametrize(
    ("before", "after", "rule", "place"),
    [
        ("7b,-,-/-,-,-/-,-,- - 5b", "7b5b,-,-/-,-,-/-,-,- *", "5", "a1"),
        ("7b,-,-/-,-,-/-,-,- -", "7b5b,-,-/-,-,-/-,-,- *", "5", "a1"),
        ("7b,-,-/-,-,-/-,-,- -:- 5c", "7b5c,-,-/-,-,-/-,-,- *", "4", "a1"),
        ("7b,-,-/-,-,-/-,-,- - 5b", "7b6b,-,-/-,-,-/-,-,- -", "2", "a1"),
        ("7b,-,-/-,-,-/-,-,- -:-", "7b,5b,-/-,-,-/-,-,- -:-", "2", "b1"),
        ("7b8b,-,-/-,-,-/-,-,- - 2b", "7b,8b,-/-,-,-/-,-,- - 2b", "7", "b1"),
        ("7b8b9b,-,-/-,-,-/-,-,- - 2b", "7b9b8b,-,-/-,-,-/-,-,- -", "7", "a1"),
        # Nobody looked at the reserves, so both may have fallen; but then no 9 could be placed.
        ("7b8b9b,-,-/-,-,-/-,-,- - 2b", "7b9b8b,-,-/-,-,-/-,-,- *", "5", "a1"),
        ("7b8b,-,-/-,-,-/-,-,- - 2b", "7b,-,-/-,-,-/-,-,- 9b", "8", "a1"),
        ("7b,-,-/-,-,-/-,-,- 1b", "7b,-,-/-,-,-/-,-,- -", "6", "reserve 1"),
        # The tile below was exchanged before the 2 was laid.
        ("-,-,1b/-,-,-/-,-,- - 2b", "-,-,9b2b/-,-,-/-,-,- -", "7", "c1"),
        # Whatever the hidden tile is, it has not gone to the reserve.
        ("?3b,-,-/-,-,-/-,-,- -", "3b,-,-/-,-,-/-,-,- -", "8", "a1"),
        ("5b?3b,-,-/-,-,-/-,-,- -", "6b7b8b,-,-/-,-,-/-,-,- 3b5b", "7", "a1"),
    ],
)
def test_what_nothing_explains_is_a_fault_with_its_rule_and_place(before, after, rule, place):
    found = faults(before, after)
    assert found[0].rule == rule
    assert place is None or place in found[0].places


def test_more_new_tiles_than_can_be_told_apart_accuse_nobody():
    with pytest.raises(IncompletePosition, match="4 tiles are new"):
        explain(parse_position("-,-,-/-,-,-/-,-,-"), parse_position("1b1b,1b2b,-/-,-,-/-,-,- *"))


def test_a_change_from_unknown_reserves_cannot_be_explained():
    with pytest.raises(IncompletePosition):
        explain(parse_position("-,-,-/-,-,-/-,-,- *"), parse_position("5b,-,-/-,-,-/-,-,- *"))


def test_a_reserve_is_explained_when_the_tile_fits_nowhere():
    columns = "1b,1b,1b/1b,2b,2b/2b,2b,3b"
    assert ways(f"{columns} - 9b", f"{columns} 9b") == [["reserve=9b"]]
    assert (
        parse_move("reserve=9b") in explain(parse_position(f"{columns} - 9b"), parse_position(f"{columns} 9b")).ways[0]
    )


def test_a_tile_that_fell_at_once_accuses_nobody():
    with pytest.raises(IncompletePosition, match="If it was placed and fell, enter the fall"):
        explain(parse_position("7b,-,-/-,-,-/-,-,- - 7b"), parse_position("7b,-,-/-,-,-/-,-,- 7b"))
    options = replace(GAME.default_options, players=2)
    # Drawn and placed on a1, which fell with it; the reserves were not looked at.
    after = "5b,9c9c,-/-,-,-/-,-,- * -"
    assert explain(parse_position("5b4b,9c,-/-,-,-/-,-,- -:2c -", options), parse_position(after, options)).ways
    with pytest.raises(IncompletePosition, match="told apart"):
        explain(parse_position("-,-,-/-,-,-/-,-,- - -"), parse_position("-,-,-/-,-,-/-,-,- 3b -"))
    # c1=2w, both tiles there fall; then another 2w is drawn and placed on b1.
    unseen = replace(GAME.default_options, drawing="unseen", families="wcb")
    for reserve in ("2w7w", "*"):
        with pytest.raises(IncompletePosition, match="told apart"):
            explain(
                parse_position("-,-,-/7w,-,-/-,-,- - 2w@c1", unseen),
                parse_position(f"-,2w,-/-,-,-/-,-,- {reserve}", unseen),
            )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # The 9 of circles was placed on c1 and fell at once; the 4 of characters was drawn and placed.
        ("1c,4b,-/4w5w,9c,3b/7c,2b3b,5w -:-:- 9c", "1c,4b4w,-/4w5w,9c,3b/7c,2b3b,5w * -"),
        ("-,8b,3b/-,9b,7c7w/2c,-,5w -:-:- 4c", "-,8b,3b/-,9b,7c7w/2c2w,-,5w -:-:4c -"),
        # The 4 of circles was drawn, placed and fell; the 2 of bamboo was drawn by the next player.
        ("-,9b,-/3b,-,4c/5c6c,9b,2b -:- -", "-,9b,-/3b2b,-,4c/5c6c,9b,2b -:4c -"),
        # a2 and c2 fell, and another 9 of bamboo was drawn.
        ("-,9w,-/9b,-,9c/-,-,- -:-:- -", "-,9w,-/-,-,-/-,9b,- 9b:9c:- -"),
        # The same where nobody has looked at the reserves.
        ("7b,-,-/-,-,-/-,-,- - 5b", "7b6b,-,-/-,-,-/-,-,- *"),
        # Player 1 brought c2 down, both placed tiles there, and then player 2 brought a1 down.
        ("4b,-,-/-,-,2b2c/-,-,- -:- -", "-,-,-/-,-,6c6b/-,-,- 2b2c:4b -"),
        # a1 fell, the 2 was placed on b1 and fell from there, and two more tiles were placed on a1.
        ("7b8b9b,-,-/-,-,-/-,-,- - 2b", "7b6b5b,-,-/-,-,-/-,-,- *"),
    ],
)
def test_tiles_that_may_have_fallen_without_a_trace_accuse_nobody(before, after):
    options = replace(GAME.default_options, players=before.count(":") + 1)
    with pytest.raises(IncompletePosition, match=r"told apart|placed and fell"):
        explain(parse_position(before, options), parse_position(after, options))


def test_a_tile_on_another_square_than_was_named_may_be_a_later_one():
    """The 9 was placed on b2 and fell; for another 9 a2 was named."""
    options = Options(drawing="unseen")
    before = "-,-,-/-,-,-/-,-,- - 9b@b2"
    with pytest.raises(IncompletePosition, match="the reserves tell more"):
        faults(before, "-,-,-/9b,-,-/-,-,- *", options)
    assert [fault.rule for fault in faults(before, "-,-,-/9b,-,-/-,-,- -", options)] == ["2"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # a1 fell to one tile, and four were drawn.
        ("5b6b7b,-,-/-,-,-/-,-,- - -", "5b4b3b,9b,1b/-,-,-/-,-,- 6b7b"),
        # Three that fitted nowhere were put aside before the 8 of bamboo was placed.
        ("1c1c,1b,1b/9b,4c,2c/2b,8b9b,4c -:- -", "1c1c,1b,1b/9b,4c,2c/2b,8b9b8b,4c 6b:6c7c"),
    ],
)
def test_more_draws_than_are_told_apart_accuse_nobody(before, after):
    options = replace(GAME.default_options, players=before.count(":") + 1)
    with pytest.raises(IncompletePosition, match="tiles are new"):
        explain(parse_position(before, options), parse_position(after, options))
