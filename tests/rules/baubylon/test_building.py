"""Blocks, height maps and their text."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import ImpossiblePosition, NotationError
from rules.games.baubylon import Building, Pose, height_map, parse_building, stack_blocks, with_blocks

HEIGHTS = st.integers(1, 5).flatmap(
    lambda width: st.lists(st.lists(st.integers(0, 12), min_size=width, max_size=width), min_size=1, max_size=5)
)


def test_the_size_of_a_ground_may_be_written_in_capitals():
    assert parse_building("2X1:a1e,b1u") == parse_building("2x1:a1e,b1u")


def test_a_lying_block_is_one_storey_on_two_squares_and_a_standing_one_two_on_one():
    assert parse_building("2x2:a1e").heights == (1, 1, 0, 0)
    assert parse_building("2x2:a1n").heights == (1, 0, 1, 0)
    assert parse_building("2x2:a1u").heights == (2, 0, 0, 0)


def test_a_block_rests_on_the_highest_that_is_under_it():
    building = parse_building("2x1:b1u,a1e,a1u")
    assert building.heights == (5, 3)
    assert [block.storey for block in building.blocks] == [0, 2, 3]


@given(HEIGHTS)
def test_heights_are_written_and_read_back(rows):
    building = height_map(rows)
    assert parse_building(str(building)) == building
    assert building.height((0, building.depth - 1)) == rows[0][0]
    assert building.height((-1, 0)) == 0


@given(
    st.lists(st.tuples(st.tuples(st.integers(0, 3), st.integers(0, 2)), st.sampled_from(Pose)), min_size=1, max_size=8)
)
def test_blocks_are_written_and_read_back_in_whichever_order_they_came(placed):
    building = stack_blocks(5, 4, placed)
    assert parse_building(str(building)) == building


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "row 1 from the North"),
        ("12/1", "row 2 from the North has 1 square; expected 2"),
        ("1?2", "has '?'"),
        ("1" * 27, "27x1 squares"),
        ("3:a1u", "size '3'"),
        ("99x1:a1u", "size '99x1'"),
        ("2x2:a1x", "block 'a1x'"),
        ("2x2:", "block ''"),
        ("2x2:b1e", "block b1e reaches beyond the ground"),
        ("1x1:" + ",".join(["a1u"] * 20), "heights go up to 35"),
        ("1x1:" + ",".join(["a1u"] * 300), "300 blocks"),
    ],
)
def test_what_is_no_building_is_refused_with_its_place(text, part):
    with pytest.raises(NotationError, match="expected") as refusal:
        parse_building(text)
    assert part in str(refusal.value)


def test_blocks_beyond_the_ground_cannot_be():
    with pytest.raises(ImpossiblePosition):
        stack_blocks(1, 1, [((0, 0), Pose.NORTH)])


def dominoes_fit(cells):
    """Whether cells can be filled with dominoes, trying every way to cover the first one."""
    if not cells:
        return True
    x, y, z = min(cells)
    mates = ((x + 1, y, z), (x, y + 1, z), (x, y, z + 1))
    return any(dominoes_fit(cells - {(x, y, z), mate}) for mate in mates if mate in cells)


def test_blocks_for_heights_are_found_exactly_where_some_fit():
    chance, outcomes = random.Random(1), set()
    for _ in range(300):
        width, depth = chance.choice(((3, 2), (2, 2), (4, 1), (3, 3)))
        building = Building(width, depth, tuple(chance.choice((0, 1, 1, 2, 3)) for _ in range(width * depth)))
        cells = {(x, y, z) for x, y in building.squares for z in range(building.height((x, y)))}
        built = with_blocks(building)
        assert (built is not None) == dominoes_fit(frozenset(cells))
        outcomes.add(built is not None)
        if built is not None:
            assert built.heights == building.heights
            assert 2 * len(built.blocks) == len(cells)
    assert outcomes == {True, False}
