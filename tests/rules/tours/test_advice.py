"""What is suggested: true near the end, better than the first square before it."""

import random

import pytest

from rules import ImpossiblePosition, IncompletePosition
from rules.games.tours import GAME, Options, Place, parse_position
from rules.search import rounds


def true_value(position, player):
    """Expected lead of a player over the best other, alone the points, when everybody plays for that; by trying all."""
    if position.is_over:
        scores = position.scores
        others = [score for index, score in enumerate(scores, start=1) if index != player]
        return scores[player - 1] - max(others, default=0)
    if position.drawn is None:
        draws = zip(position.legal_moves(), position.chances(), strict=True)
        return sum(float(chance) * true_value(GAME.play(position, draw), player) for draw, chance in draws)
    return true_value(best_play(position), player)


def best_play(position):
    after = [GAME.play(position, move) for move in position.legal_moves()]
    return max(after, key=lambda one: true_value(one, position.player))


def near_the_end(play, seed, players, left):
    """A position of a random game with a tile drawn and so many still to come."""
    positions, _ = play(seed, players)
    return next(one for one in positions if one.drawn is not None and one.tiles_out == 36 * players - left)


def outcome(options, seed, seat, suggested):
    """Final scores when one seat plays by suggestion, or like the others by the first legal square."""
    chance = random.Random(seed)
    position = GAME.start(options)
    while not position.is_over:
        moves = position.legal_moves()
        if position.drawn is None:
            move = chance.choices(moves, list(map(float, position.chances())))[0]
        elif suggested and position.player == seat:
            move = GAME.suggest(position, rounds(1), seed).moves[0].move
        else:
            move = GAME.baselines["first square"](position, chance)
        position = GAME.play(position, move)
    return position.scores


@pytest.mark.parametrize(("players", "left"), [(1, 2), (1, 3), (2, 3), (3, 3)])
@pytest.mark.parametrize("seed", range(3))
def test_near_the_end_the_values_are_those_of_trying_everything(play, players, left, seed):
    position = near_the_end(play, seed, players, left)
    advice = GAME.suggest(position, rounds(50))
    # Of three, a rival with equally good squares may take another one than was thought.
    assert advice.is_exact == (players < 3)
    for ranked in advice.moves:
        assert ranked.value == pytest.approx(true_value(GAME.play(position, ranked.move), position.player))


def test_before_the_last_tiles_nothing_is_called_exact(play):
    assert not GAME.suggest(near_the_end(play, 0, 1, 7), rounds(5)).is_exact
    hidden = parse_position("1b1b?,-,-/-,-,-/-,-,- - 5b")
    assert len(hidden.columns[0]) == 3
    covered = parse_position("1b?1b,-,-/-,-,-/-,-,- - 5b")
    assert not GAME.suggest(covered, rounds(2)).is_exact


def test_hidden_tiles_keep_the_end_from_being_exact(play, hide):
    position = near_the_end(play, 1, 1, 2)
    assert None in hide(position, 1).tiles()
    assert not GAME.suggest(hide(position, 1), rounds(5)).is_exact


@pytest.mark.parametrize("seed", range(3))
def test_hidden_tiles_are_not_drawn_once_the_pile_is_empty(play, hide, seed):
    position = hide(near_the_end(play, seed, 1, 0), seed)
    assert None in position.tiles()
    for ranked in GAME.suggest(position, rounds(3)).moves:
        assert ranked.value == GAME.play(position, ranked.move).scores[0]


def test_equal_columns_are_worth_the_same_and_all_are_listed():
    advice = GAME.suggest(parse_position("5b,-,-/-,-,-/-,-,- - 7b"), rounds(3))
    assert len(advice.moves) == 8
    assert len({ranked.value for ranked in advice.moves}) == 1
    assert all("15 or more in" in ranked.reason for ranked in advice.moves)


def test_alone_the_suggested_square_leads_to_nearly_all_that_can_be_had():
    # At most 22 points can be had alone, and the first legal square brings 19 to 20; see README.md.
    suggested = [outcome(Options(), seed, 1, True)[0] for seed in range(5)]
    first = [outcome(Options(), seed, 1, False)[0] for seed in range(5)]
    assert sum(suggested) / 5 > 21.5
    assert sum(suggested) > sum(first) + 5
    assert max(suggested) <= 22


def test_against_one_who_takes_the_first_square_the_suggested_one_leads_by_far():
    leads = []
    for seed in range(8):
        seat = 1 + seed % 2
        scores = outcome(Options(players=2), seed, seat, True)
        leads.append(scores[seat - 1] - scores[2 - seat])
    assert sum(leads) / 8 > 5


def test_among_several_the_value_is_the_lead():
    advice = GAME.suggest(parse_position("5b5b5b5b,-,-/-,-,-/-,-,- -:5c5c5c 5c", Options(players=2)), rounds(5))
    assert advice.unit == "expected points more than the best other player"
    assert isinstance(advice.moves[0].move, Place)
    assert {"takes it from the bamboo" in ranked.reason for ranked in advice.moves} == {True, False}


def test_a_tile_that_fits_nowhere_has_a_value_too():
    advice = GAME.suggest(parse_position("1b,1b,1b/1b,2b,2b/2b,2b,3b - 9b"), rounds(3))
    assert [str(ranked.move) for ranked in advice.moves] == ["reserve=9b"]
    assert advice.moves[0].reason.startswith("fits nowhere")


def test_where_squares_are_named_first_the_name_is_suggested():
    advice = GAME.suggest(parse_position("5b,-,-/-,-,-/-,-,-", Options(drawing="unseen")), rounds(20))
    assert len(advice.moves) == 9
    assert str(advice.moves[-1].move) == "aim=a1"
    assert "where 31% fit" in advice.moves[-1].reason
    named = GAME.suggest(parse_position("5b,-,-/-,-,-/-,-,- - 9b@a1", Options(drawing="unseen")), rounds(2))
    assert [str(ranked.move) for ranked in named.moves] == ["reserve=9b"]


@pytest.mark.parametrize("columns", ["1b1b1b1b1b,-,-/-,-,-/-,-,- - 5b", "-,-,-/-,-,-/-,-,- 1b:- 1b", "1b" * 120])
def test_where_tiles_do_not_add_up_nothing_can_be_suggested(columns):
    text = columns if "," in columns else f"{columns},-,-/-,-,-/-,-,- - 1b"
    with pytest.raises(ImpossiblePosition):
        GAME.suggest(parse_position(text), rounds(1))


def test_a_square_is_not_weighed_while_the_top_of_a_column_is_hidden():
    position = parse_position("5b?,-,-/-,-,-/-,-,- - -", Options(drawing="unseen"))
    with pytest.raises(IncompletePosition, match="top tile of a1"):
        GAME.suggest(position, rounds(1))


def test_while_a_tile_is_to_be_drawn_nothing_is_suggested():
    assert GAME.suggest(GAME.start(), rounds(1)).moves == ()
