"""Drawing, placing, the reserve, falls, points and the end."""

import random
from fractions import Fraction

import pytest

from rules import IllegalMove, ImpossiblePosition, IncompletePosition
from rules.game import CHANCE
from rules.games.tours import (
    GAME,
    SQUARES,
    TILES,
    Draw,
    Fall,
    Options,
    Place,
    Position,
    Reserve,
    Tile,
    parse_move,
    parse_position,
)

EMPTY = "-,-,-/-,-,-/-,-,-"


def rules_of(position, text):
    return [fault.rule for fault in GAME.move_faults(position, parse_move(text))]


def random_table(chance):
    """Nine columns at random, half of them against the rules, and a drawn tile of the player whose turn it is."""
    players = chance.randint(1, 3)
    columns = tuple(tuple(chance.choices(TILES, k=chance.randint(0, 3))) for _ in SQUARES)
    out = sum(map(len, columns))
    family = "bcw"[out % players]
    return Position(
        columns, ((),) * players, Tile(family, chance.randint(1, 9)), None, Options(players=players)
    ), family


def test_a_literal_reading_of_the_rules_finds_the_same_squares_in_thousands_of_positions(literal_squares):
    chance = random.Random(3)
    put_aside = 0
    for _ in range(4000):
        position, family = random_table(chance)
        tops = {name: str(column[-1]) if column else "" for name, column in zip(SQUARES, position.columns, strict=True)}
        expected = literal_squares(str(position.drawn), family, tops)
        moves = position.legal_moves()
        if expected:
            assert [SQUARES[move.square] for move in moves] == expected
        else:
            put_aside += 1
            assert moves == (Reserve(position.drawn),)
        for square, name in enumerate(SQUARES):
            assert bool(GAME.move_faults(position, Place(square, position.drawn))) == (name not in expected)
        assert bool(GAME.move_faults(position, Reserve(position.drawn))) == bool(expected)
    assert put_aside > 10


def test_a_3_takes_2_3_and_4_of_its_family_and_3_of_any():
    # The rules page: "A 3 on top takes a 2, 3 or 4 of the same family from its owner, and a 3 of any family".
    taken = []
    for tile in TILES:
        columns = ((Tile("b", 3),), *((),) * 8)
        position = Position(columns, ((),) * 3, tile, None, Options(players=3))
        if Place(0, tile) in position.legal_moves():
            taken.append(str(tile))
    assert taken == ["2b", "3b", "4b", "3c", "3w"]


def test_alone_fourteen_points_are_lost_by_one():
    # The rules page: heights 1, 3, 3, 3, 3, 4, 4, 5, 5 and 5 tiles in reserve: 1 + 4*2 + 2*2 + 2*3 - 5 = 14.
    rows = "1b,2b2b2b,4b4b4b/6b6b6b,9b9b9b,1b1b1b2b/3b3b3b3b,5b5b5b5b4b,7b7b7b7b6b"
    position = parse_position(f"{rows} 8b8b8b8b9b")
    assert position.is_over
    assert not GAME.faults(position)
    assert position.scores == (14,)
    assert position.winners == ()
    assert GAME.result(position) == "lost with 14 points, 15 needed"
    enough = parse_position(f"{rows} 8b8b8b8b9b", Options(solo_points=14))
    assert enough.winners == (1,)
    assert GAME.result(enough) == "won with 14 points, 14 needed"


def test_the_players_take_turns_and_draw_from_their_own_families(play):
    positions, moves = play(5, players=3)
    drawn = [
        (before.player, move.tile.family) for before, move in zip(positions, moves, strict=False) if type(move) is Draw
    ]
    assert drawn == [(1, "b"), (2, "c"), (3, "w")] * 36
    assert [positions[-1].pile_size(player) for player in (1, 2, 3)] == [0, 0, 0]
    # Once nobody draws any more, the turn stays with the last.
    assert positions[-1].player == 3


def test_families_go_to_the_players_in_the_chosen_order():
    position = GAME.start(Options(players=2, families="wbc"))
    assert position.legal_moves()[0] == Draw(Tile("w", 1))
    assert GAME.play(GAME.play(position, Draw(Tile("w", 1))), Place(0, Tile("w", 1))).family == "b"


def test_a_tile_comes_as_often_as_it_lies_in_the_pile():
    position = parse_position("5b5b5b,5b,4b/-,-,-/-,-,-")
    chances = {str(move.tile): chance for move, chance in zip(position.legal_moves(), position.chances(), strict=True)}
    assert "5b" not in chances
    assert chances["4b"] == Fraction(3, 31)
    assert chances["9b"] == Fraction(4, 31)
    assert position.to_move == CHANCE
    assert not GAME.play(position, Draw(Tile("b", 4))).chances()


def test_a_square_alone_means_the_drawn_tile():
    position = parse_position(f"{EMPTY} - 5b")
    assert GAME.play(position, parse_move("a1")) == GAME.play(position, parse_move("a1=5b"))
    assert rules_of(parse_position(EMPTY), "a1") == ["2"]
    assert rules_of(parse_position("7b,-,-/-,-,-/-,-,- - 5b"), "a1") == ["5"]


def test_a_tile_that_fits_nowhere_goes_to_the_reserve_and_costs_a_point():
    position = parse_position("1b,1b,1b/1b,2b,2b/2b,2b,3b - 9b")
    assert position.legal_moves() == (Reserve(Tile("b", 9)),)
    after = GAME.play(position, Reserve(Tile("b", 9)))
    assert after.scores == (8,)
    assert after.reserves == ((Tile("b", 9),),)
    assert after.to_move == CHANCE


@pytest.mark.parametrize(
    ("columns", "move", "rule"),
    [
        (f"{EMPTY} - 5b", "draw=5b", "2"),
        (f"{EMPTY} - -", "draw=5c", "2"),
        ("5b5b5b5b,-,-/-,-,-/-,-,- - -", "draw=5b", "2"),
        (f"{EMPTY} - -", "a1=5b", "2"),
        (f"{EMPTY} - 5b", "a1=6b", "2"),
        ("7b,-,-/-,-,-/-,-,- - 5b", "a1=5b", "5"),
        ("7c,-,-/-,-,-/-,-,- -:- 5c", "a1=5c", "5"),
        ("6b,-,-/-,-,-/-,-,- -:- 5c", "a1=5c", "4"),
        (f"{EMPTY} - 5b", "reserve=5b", "6"),
        ("6b,-,-/-,-,-/-,-,- - -", "fall=1:a1.1", "8"),
        ("6b,-,-/-,-,-/-,-,- - -", "fall=2:a1.0", "8"),
    ],
)
def test_a_wrong_move_is_refused_with_its_rule(columns, move, rule):
    position = parse_position(columns)
    assert rules_of(position, move) == [rule]
    with pytest.raises(IllegalMove, match=f"Rule {rule}: "):
        GAME.play(position, parse_move(move))


def test_after_the_end_nothing_is_drawn_but_a_column_may_still_fall(play):
    end = play(1)[0][-1]
    assert rules_of(end, "draw=5b") == rules_of(end, "a1=5b") == ["9"]
    square = next(square for square, column in enumerate(end.columns) if column)
    fallen = GAME.play(end, Fall(1, ((square, 0),)))
    assert fallen.is_over
    assert fallen.scores < end.scores


def test_what_falls_goes_to_the_reserve_of_whom_caused_it_whoever_owns_it():
    position = parse_position("5b4b4c,3b,2c/-,-,-/-,-,- -:-")
    after = GAME.play(position, parse_move("fall=2:a1.1,c1.0"))
    assert GAME.position_notation(after) == "tours 5b,3b,-/-,-,-/-,-,- -:4b2c4c -"
    assert after.player == position.player
    assert position.scores == (1, 3)
    assert after.scores == (2, -3)


def test_a_fall_names_each_column_once():
    position = parse_position("5b4b3b,-,-/-,-,-/-,-,-")
    assert [fault.rule for fault in GAME.move_faults(position, Fall(1, ((0, 2), (0, 1))))] == ["8"]


def test_falls_are_never_offered(play):
    assert all(type(move) is not Fall for position in play(2)[0] for move in position.legal_moves())


@pytest.mark.parametrize(("equal_points", "winners"), [("shared", (1, 2)), ("draw", ())])
def test_equal_points(equal_points, winners):
    rows = "1b1b1b1b,2b2b2b2b,3b3b3b3b/4b4b4b4b4c4c4c4c,1c1c1c1c,2c2c2c2c/3c3c3c3c,-,-"
    left = "".join(f"{value}{family}" * 4 for family in "bc" for value in range(5, 10))
    half = len(left) // 2
    position = parse_position(f"{rows} {left[:half]}:{left[half:]}", Options(players=2, equal_points=equal_points))
    assert position.scores == (6 - 20, 10 - 20)
    even = parse_position(
        f"{rows} {left[: half - 8]}:{left[half - 8 :]}", Options(players=2, equal_points=equal_points)
    )
    assert even.scores == (-10, -14)
    assert even.winners == (1,)
    level = parse_position(
        f"{rows} {left[: half - 4]}:{left[half - 4 :]}", Options(players=2, equal_points=equal_points)
    )
    assert level.scores == (-12, -12)
    assert level.winners == winners
    assert ("wins" in GAME.result(level), "draw" in GAME.result(level)) == (False, not winners)


def test_what_is_not_known_and_matters_is_asked_for():
    with pytest.raises(IncompletePosition, match="top tile of b1"):
        parse_position("-,5b?,-/-,-,-/-,-,- - 5b").legal_moves()
    with pytest.raises(IncompletePosition, match="reserves"):
        parse_position(f"{EMPTY} *").legal_moves()
    assert len(parse_position("-,?5b,-/-,-,-/-,-,- - 5b").legal_moves()) == 9


@pytest.mark.parametrize(
    ("before", "move", "after"),
    [
        ("5b4b,-,2b/-,-,-/-,7w,- * -", "fall=2:a1.1,b3.0", "5b,-,2b/-,-,-/-,-,- * -"),
        ("1b,1b,1b/1b,2b,2b/2b,2b,3b * 9b", "reserve=9b", "1b,1b,1b/1b,2b,2b/2b,2b,3b * -"),
    ],
)
def test_what_goes_to_a_reserve_at_which_nobody_looked_is_played_and_leaves_it_unknown(before, move, after):
    position = parse_position(before)
    assert rules_of(position, move) == []
    assert GAME.play(position, parse_move(move)) == parse_position(after, position.options)


def test_a_position_that_no_table_allows_is_refused():
    with pytest.raises(ImpossiblePosition):
        Position(columns=((),) * 8)
    with pytest.raises(ImpossiblePosition):
        Position(reserves=((), ()))


@pytest.mark.parametrize("fields", [{"players": 4}, {"families": "bbc"}, {"equal_points": "coin"}, {"solo_points": 37}])
def test_options_that_do_not_exist_are_refused_with_the_choices(fields):
    with pytest.raises(ValueError, match=f"option {next(iter(fields))}.*it can be"):
        Options(**fields)
