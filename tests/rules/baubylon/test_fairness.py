"""Rules B1 to B4, and buildings that are proposed."""

from dataclasses import replace

import pytest

from rules.games.baubylon import (
    DEFAULT_OPTIONS,
    Options,
    Source,
    building_notation,
    cheapest_way,
    expected_rolls,
    fairness,
    ground_of,
    parse_building,
    propose,
    square_name,
    with_blocks,
)


def broken(building, **changes):
    return [fault.rule for fault in fairness(Options(building=building, **changes)).faults]


def warned(building, **changes):
    return [fault.rule for fault in fairness(Options(building=building, **changes)).warnings]


def test_the_default_building_is_fair():
    assert fairness(DEFAULT_OPTIONS) == fairness(Options())
    assert not fairness(DEFAULT_OPTIONS).faults
    assert not fairness(DEFAULT_OPTIONS).warnings


@pytest.mark.parametrize(
    ("building", "rules"),
    [
        ("2x1:a1e", []),
        ("0", ["B1"]),
        ("4x1:a1e,c1u,d1u", ["B1"]),  # two squares beside each other that are no block's top
        ("3x2:a1e,c1n,a2u", []),
        ("2x1:a1u,b1u,a1e", ["B2"]),
        ("4x1:a1e,c1u,c1u,d1u,d1u,d1u", ["B3"]),
    ],
)
def test_each_rule_with_known_blocks(building, rules):
    assert broken(building) == rules


def test_one_highest_square_or_the_top_of_one_block():
    block_top = "4x1:a1e,c1e,c1e"
    assert broken(block_top) == []
    assert broken(block_top, summit="square") == ["B1"]
    assert broken("1122") == []
    assert broken("2112") == ["B1"]


def test_a_few_entries_are_welcome_and_many_are_warned_of():
    many = "1111/1231/1111"
    assert "B2" in warned(many)
    assert warned(many, entries_one_in=1) == []
    assert warned("1223") == []
    assert broken("222/234/222")[:1] == ["B2"]


def test_an_entry_is_at_the_edge_and_not_in_a_court():
    court = ground_of(Options(building="2222/2012/2232/2222"))
    assert court.entries == ()
    open_court = ground_of(Options(building="2022/2012/2232/2222"))
    assert [square_name(entry) for entry in open_court.entries] == ["c3"]


def test_a_step_of_three_storeys_is_no_way():
    assert broken("14") == ["B3", "B4"]
    assert "B3" not in broken("14", highest_step=3)


def test_no_more_blocks_than_there_are_and_each_at_rest():
    assert broken("1223") == []
    assert broken("1223", blocks=3) == ["B4"]
    assert broken("1224") == ["B4"]
    assert broken("1224", support="half") == []
    # Each block has two squares on top at most.
    assert broken("1113", support="half", blocks=1) == ["B4"]
    assert broken("11", support="half", blocks=1) == []
    # And these at the same height.
    assert broken("12", support="half", blocks=1) == ["B4"]
    assert broken("1213", support="half", blocks=3) == ["B4"]
    overhang = "3x1:a1e,c1u,b1e"
    assert broken(overhang) == ["B4"]
    assert broken(overhang, support="half") == []
    assert broken("3x1:a1e,c1u", blocks=1) == ["B4"]


def test_a_fault_says_where_and_why_in_a_sentence():
    (fault,) = fairness(Options(building="3x1:a1e,c1u,b1e")).faults
    assert fault.places == ("b1",)
    assert fault.message == (
        "The block over b1 on storey 3 has nothing under it there; each block rests on the table or on blocks."
    )


def test_the_cheapest_way_in_points():
    assert cheapest_way(Options(building="1223")) == (10, ((0, 0), (1, 0), (2, 0), (3, 0)))
    assert cheapest_way(Options(building="222")) is None


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("blocks", "width", "depth"), [(48, 6, 6), (30, 5, 5), (12, 4, 4), (48, 9, 7)])
def test_proposed_buildings_are_fair_and_not_larger_than_asked(blocks, width, depth, seed):
    building = propose(DEFAULT_OPTIONS, blocks, width, depth, seed)
    assert building == propose(DEFAULT_OPTIONS, blocks, width, depth, seed)
    assert 0.8 * blocks <= len(building.blocks) <= blocks
    assert (building.width, building.depth) == (width, depth)
    options = replace(DEFAULT_OPTIONS, building=str(building))
    assert not fairness(options).faults
    assert not fairness(options).warnings
    assert expected_rolls(options)[Source.HOME] > 0
    assert with_blocks(parse_building(building_notation(replace(building, blocks=())))) is not None


def test_more_blocks_than_the_ground_has_room_for_do_no_harm():
    building = propose(DEFAULT_OPTIONS, 48, 3, 3, 0)
    assert building is not None
    assert 0 < len(building.blocks) < 48


def test_where_no_fair_building_is_possible_none_is_proposed():
    assert propose(DEFAULT_OPTIONS, 2, 2, 1, 0) is None
