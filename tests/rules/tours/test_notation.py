"""Text to positions and moves and back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import NotationError
from rules.games.tours import (
    TILES,
    Aim,
    Draw,
    Fall,
    Options,
    Place,
    Position,
    Reserve,
    parse_move,
    parse_position,
    position_notation,
)

EMPTY = "-,-,-/-,-,-/-,-,-"
TILE = st.sampled_from(TILES)
ROW = st.lists(st.none() | TILE, max_size=6)
SQUARE = st.integers(0, 8)
HEIGHTS = st.dictionaries(SQUARE, st.integers(0, 108), min_size=1).map(lambda found: tuple(sorted(found.items())))
MOVES = (
    st.builds(Aim, SQUARE)
    | st.builds(Draw, TILE)
    | st.builds(Place, SQUARE, st.none() | TILE)
    | st.builds(Reserve, TILE)
    | st.builds(Fall, st.integers(1, 9), HEIGHTS)
)


@st.composite
def positions(draw):
    """Any tiles anywhere, possible or not."""
    players = draw(st.integers(1, 3))
    drawing = draw(st.sampled_from(["seen", "unseen"]))
    columns = tuple(tuple(draw(ROW)) for _ in range(9))
    kept = [draw(ROW) for _ in range(players)]
    known = [sorted(tile for tile in row if tile is not None) for row in kept]
    reserves = tuple((*held, *(None,) * (len(row) - len(held))) for held, row in zip(known, kept, strict=True))
    aim = draw(st.none() | SQUARE) if drawing == "unseen" else None
    seen = draw(st.none() | st.just(reserves))
    # Without reserves the tiles on the table may show that more play than the options say.
    options = Options(3 if seen is None else players, drawing=drawing)
    return Position(columns, seen, draw(st.none() | TILE), aim, options)


def test_without_reserves_as_many_play_as_the_families_on_the_table_show():
    for reserves, players in (("", 2), (" *", 2), (" -", 1), (" -:-:-", 3)):
        assert parse_position(f"5b,5c,-/-,-,-/-,-,-{reserves}").options.players == players
    assert parse_position("5b,5c,-/-,-,-/-,-,- *", Options(3)).options.players == 3
    assert parse_position("5b,-,-/-,-,-/-,-,- * 5c").options.players == 2


@given(positions())
def test_every_position_is_written_and_read_back(position):
    text = position_notation(position)
    assert parse_position(text, position.options) == position
    assert parse_position(text.replace(",", " , ").removeprefix("tours "), position.options) == position
    assert parse_position(text.upper(), position.options) == position


@given(MOVES)
def test_every_move_is_written_and_read_back(move):
    assert parse_move(str(move)) == move
    assert parse_move(str(move).replace("=", " = ")) == move


def test_the_reserves_tell_how_many_play():
    assert parse_position(f"{EMPTY} -:-:-").options == Options(players=3)
    assert parse_position(EMPTY, Options(players=2)) == parse_position(f"{EMPTY} -:- -")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("tours", "nothing is written"),
        ("-,-,-/-,-,-", "2 rows"),
        ("-,-,-/-,-/-,-,-", "row '-,-' has 2 squares"),
        ("-,-,-/-,5b0b,-/-,-,-", "square b2: '5b0b'"),
        (f"-,-,-/-,{'5b' * 10}0b,-/-,-,-", f"square b2: '{'5b' * 10}0b' is no column"),
        (f"{EMPTY} 5x", "'5x' is no reserve"),
        (f"{EMPTY} -:-:-:-", "4 reserves"),
        (f"{EMPTY} - 5", "the drawn tile: '5' is no tile"),
        (f"{EMPTY} - 5b@d1", "'d1' is no square"),
        (f"{EMPTY} - @a1", "drawing=unseen"),
        (f"{EMPTY} - 5b 1", "'1' after the drawn tile"),
    ],
)
def test_a_position_that_cannot_be_read_is_refused_with_its_place(text, told):
    with pytest.raises(NotationError) as error:
        parse_position(text)
    assert told in str(error.value)
    assert repr(text) in str(error.value)


@pytest.mark.parametrize(
    "text",
    ["5b", "d1=5b", "a1=", "a1=0b", "draw=", "aim=d1", "fall=a1.0", "fall=1:", "fall=1:a1.0b1.0", "fall=1:a1.0,a1.1"],
)
def test_a_move_that_cannot_be_read_is_refused(text):
    with pytest.raises(NotationError, match="expected"):
        parse_move(text)


def test_a_fall_that_cannot_be_read_is_told_as_it_is_typed():
    with pytest.raises(NotationError, match=r"'fall' is no fall; expected .* such as `fall=1:a1\.2,b2\.0`"):
        parse_move("fall")
