"""The notation reads back what it writes, and refuses everything else with the place."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rules import NotationError
from rules.games.babel import (
    Cube,
    Face,
    Placement,
    Position,
    Tower,
    bulge_sets,
    parse_fields,
    parse_hands,
    parse_placement,
    parse_position,
    parse_tower,
    placement_notation,
    position_notation,
    tower_notation,
)


@st.composite
def cubes(draw):
    """A cube of which anything may be hidden."""
    type = draw(st.integers(0, 4))
    bulges = draw(st.frozensets(st.sampled_from(Face), min_size=type, max_size=type))
    shown = draw(st.frozensets(st.sampled_from(Face)))
    return Cube(draw(st.sampled_from([type, None])), bulges & shown, shown - bulges)


CELLS_ANYWHERE = st.one_of(
    st.tuples(st.integers(0, 1), st.integers(0, 1), st.integers(0, 7)),
    st.tuples(st.integers(-2, 3), st.integers(-2, 3), st.integers(0, 3)),
)
TOWERS = st.dictionaries(CELLS_ANYWHERE, cubes(), max_size=26).map(Tower.from_cubes)
HANDS = st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(0, 1), st.integers(0, 3), st.integers(0, 2))
POSITIONS = st.builds(Position, TOWERS, st.tuples(HANDS, HANDS), st.sampled_from([1, 2]))


@given(TOWERS)
def test_towers_round_trip(tower):
    assert parse_tower(tower_notation(tower)) == tower


@given(POSITIONS)
def test_positions_round_trip(position):
    assert parse_position(position_notation(position)) == position


@given(CELLS_ANYWHERE, st.integers(0, 4), st.data())
def test_placements_round_trip(cell, type, data):
    placement = Placement(cell, type, data.draw(st.sampled_from(bulge_sets(type))))
    assert parse_placement(placement_notation(placement)) == placement


@given(st.one_of(st.text(), st.text("-?/,:+= 0123459EWNSUDewnsudab.")))
@example("+0,0,0=0")
@example("-,-,-,- 3 3")
@example("٣ENU,-,-,-")
def test_only_notation_errors_come_out_of_garbage(text):
    for parse, write in ((parse_tower, tower_notation), (parse_position, position_notation), (parse_placement, str)):
        try:
            value = parse(text)
        except NotationError as error:
            assert repr(text) in str(error)
        else:
            assert parse(write(value)) == value


@given(POSITIONS.map(position_notation), st.integers(0, 200), st.sampled_from("-?/,:+= 059EeX") | st.just(""))
def test_a_slip_of_the_pen_is_read_or_refused(text, place, slip):
    place %= len(text)
    changed = text[:place] + slip + text[place + 1 :]
    try:
        position = parse_position(changed)
    except NotationError as error:
        assert repr(changed) in str(error)
    else:
        assert parse_position(position_notation(position)) == position


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("-,-,-,-", "-,-,-,-"),
        (" 1U , 0,-,- / - ,-,-,-/-,-,-,-", "1U,0,-,-"),
        ("4DUNE,-,-,-", "4ENUD,-,-,-"),
        ("3Ues?,3?,?Us,?", "3Ues?,3?,?Us,?"),
        ("0?,1U?,1ewnsd?,?ewnsud", "0,1U,1U,0"),
        ("-,-,-,-/0,-,-,- +-1,0,0=2? +2,1,0=?E", "-,-,-,-/0,-,-,- +-1,0,0=2? +2,1,0=?E"),
        ("1U,0,\N{EN DASH},\N{MINUS SIGN}", "1U,0,-,-"),
        ("\ufeff1U\N{FULLWIDTH COMMA}\N{FULLWIDTH DIGIT ZERO},-,-", "1U,0,-,-"),
    ],
)
def test_what_is_read_is_written_in_one_form(text, written):
    assert tower_notation(parse_tower(text)) == written


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", "nothing is written"),
        ("1U,0,-", "level 1"),
        ("1U,0,-,-/5,-,-,-", "level 2, cell a1"),
        ("1U,3EN,-,-", "level 1, cell b1.*2 of 3 bulges"),
        ("1UU,-,-,-", "names a face twice"),
        ("1EW,-,-,-", "2 bulges; a 1 has 1"),
        ("?Uu,-,-,-", "as bulge and as hollow"),
        ("1eU?,-,-,-", "is no cube"),
        ("0,-,-,- +0,0,0=0", "inside the footprint"),
        ("0,-,-,- +2,0,0=0 +2,0,0=0", "given twice"),
        ("0,-,-,- 33132:3313", "five digits"),
        ("0,-,-,- 93132:33132", "at most 33132"),
        ("0,-,-,- 23132:33132 3", "1 or 2"),
        ("0,-,-,- 23132:33132 2 2", "nothing more"),
        ("0,1E,-,-", "give the hands"),
        ("0,?,-,-", "not known"),
        ("2EN,2EN,2EN,-", "more cubes of a type"),
    ],
)
def test_an_error_names_the_place_and_repeats_the_text(text, place):
    with pytest.raises(NotationError, match=place) as error:
        parse_position(text)
    assert repr(text) in str(error.value)


@pytest.mark.parametrize("behind", ["4,4,4,4", "xyz", "3", "33132", "-+2,0,0=0", "33132:3313", "1 2", "33132:33132 x"])
def test_nothing_behind_a_tower_is_passed_over(behind):
    for read in (parse_tower, parse_fields, parse_position):
        with pytest.raises(NotationError):
            read(f"1E,0,-,- {behind}")


@pytest.mark.parametrize("hands", ["33132 32132", "33132 : 32132", "33132\N{FULLWIDTH COLON}32132"])
def test_hands_may_be_written_with_a_space_between_or_with_other_letters(hands):
    assert parse_fields(f"1E,-,-,- {hands} 2") == parse_fields("1E,-,-,- 33132:32132 2")
    assert parse_hands(hands) == parse_hands("33132/32132") == parse_hands("33132:32132")


@pytest.mark.parametrize("hands", ["3313 232132", "33132", "3313232132", "33132::32132"])
def test_hands_that_are_not_five_digits_each_are_refused(hands):
    with pytest.raises(NotationError, match="five digits"):
        parse_hands(hands)


@pytest.mark.parametrize("text", ["c1.1=0", "a1.0=0", "a1=0", "a1.1=3?", "a1.1=?", "a1.1", "+0,0,0=0"])
def test_a_placement_needs_a_cell_and_a_whole_cube(text):
    with pytest.raises(NotationError):
        parse_placement(text)


def test_a_placement_may_be_typed_in_small_letters():
    assert parse_placement("B1 . 3 = 3enu") == parse_placement("b1.3=3ENU") == parse_placement("b1.3=3wsd?")


def test_a_placement_may_be_typed_with_full_width_letters():
    assert parse_placement("".join(chr(ord(letter) + 0xFEE0) for letter in "b1.3=3ENU")).cell == (1, 0, 2)


@pytest.mark.parametrize("cube", ["1e", "3enu", "4ws"])
def test_who_writes_bulges_in_small_letters_is_told_and_not_accused(cube):
    with pytest.raises(NotationError, match="all of them in capital letters"):
        parse_tower(f"{cube},-,-,-")
