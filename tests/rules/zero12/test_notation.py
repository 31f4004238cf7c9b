"""Every move and position, possible or not, is written and read back."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.games.zero12 import (
    SQUARES,
    Direction,
    Mistake,
    Options,
    Pass,
    Position,
    Run,
    Slide,
    move_notation,
    parse_move,
    parse_position,
    position_notation,
)
from rules.games.zero12.squares import bit

SQUARE = st.sampled_from(SQUARES)


@st.composite
def runs(draw):
    """Any run, diagonal or beyond the board, with the codes laid or without."""
    length = draw(st.integers(1, 12))
    direction = draw(st.sampled_from(Direction)) if length > 1 else draw(st.none() | st.sampled_from(Direction))
    colours = draw(st.just("") | st.text("012", min_size=length, max_size=length))
    return Run(draw(SQUARE), direction, length, colours)


@st.composite
def positions(draw):
    """Cubes of any colour anywhere, and any stocks."""
    players = draw(st.sampled_from([1, 2, 3, 4, 6, 8]))
    options = Options(players=players, guesser=draw(st.integers(0, players)))
    laid = [0, 0, 0]
    for square, code in draw(st.dictionaries(SQUARE, st.integers(0, 2), min_size=1, max_size=20)).items():
        laid[code] |= bit(square)
    stock = st.tuples(*[st.integers(0, 99)] * 3)
    stocks = draw(st.just(()) | st.tuples(*[stock] * players))
    to_move, last = draw(st.integers(1, players)), draw(st.integers(0, players))
    may_pass = bool(options.guesser) and draw(st.booleans())
    return Position(options, tuple(laid), stocks, to_move, draw(st.integers(1, 2)), last, may_pass)


@given(runs() | st.just(Pass()) | st.builds(Mistake, runs()) | st.builds(Slide, SQUARE))
def test_every_move_is_written_and_read_back(move):
    assert parse_move(move_notation(move)) == move


@pytest.mark.parametrize(
    "typed, written", [("A1 n 2", "a1N2"), ("! B1e2", "!b1E2"), ("PASS", "pass"), ("Slide: C3", "slide:c3")]
)
def test_a_move_may_be_typed_with_other_letters_and_spaces(typed, written):
    assert move_notation(parse_move(typed)) == written


@given(positions())
@settings(max_examples=50, deadline=None)
def test_every_position_is_written_and_read_back(position):
    notation = position_notation(position)
    assert parse_position(notation, position.options) == parse_position(notation.upper(), position.options) == position
