"""Every move and position, possible or not, is written and read back."""

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.games.baubylon import (
    DIE,
    MOST_SIDE,
    Exchange,
    Options,
    Pass,
    PlaceRed,
    Position,
    Roll,
    Source,
    Travel,
    parse_move,
    parse_position,
)

SIDE = st.integers(0, MOST_SIDE - 1)
SQUARE = st.tuples(SIDE, SIDE)
BUILDINGS = ["1", "012/A30", "3x2:a1e,c1n,a1u"]


@st.composite
def travels(draw):
    """Any way; whether a pawn is pushed off at its end stands beside those pushed off in passing."""
    start = draw(st.sampled_from(Source) | SQUARE)
    end = draw(st.just(Source.HOME) | SQUARE)
    return Travel(start, end, tuple(sorted(draw(st.lists(SQUARE, max_size=3)))))


@st.composite
def positions(draw):
    """Any pawns anywhere."""
    options = Options(players=draw(st.integers(3, 6)), building=draw(st.sampled_from(BUILDINGS)))
    pawns = st.lists(st.integers(0, options.players), max_size=6).map(tuple)
    stacks = tuple(draw(pawns) for _ in options.built.heights)
    home, held = (tuple(draw(st.integers(0, 9)) for _ in range(options.players)) for _ in range(2))
    left = draw(st.integers(0, 9))
    roll = 0 if left else draw(st.integers(0, len(DIE)))
    return Position(options, stacks, home, held, left, roll, draw(st.integers(1, options.players)))


@given(
    travels()
    | st.builds(PlaceRed, SQUARE)
    | st.builds(Roll, st.sampled_from(DIE))
    | st.builds(Exchange, SQUARE, st.integers(0, 99))
    | st.just(Pass())
)
def test_every_move_is_written_and_read_back(move):
    assert parse_move(str(move)) == move


@given(positions())
@settings(max_examples=100, deadline=None)
def test_every_position_is_written_and_read_back(position):
    assert parse_position(str(position), position.options) == position
