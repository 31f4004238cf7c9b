"""The next look is the one after which the fewest arrangements are left."""

from collections import Counter
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.games.babel import (
    CORNERS,
    DEFAULT_OPTIONS,
    Cell,
    Cube,
    Face,
    FurtherView,
    Options,
    Tower,
    bulge_sets,
    further_view,
    is_outer,
    judge,
    parse_tower,
)


def look(tower: Tower, options: Options = DEFAULT_OPTIONS) -> FurtherView:
    view = further_view(tower, options=options)
    assert view is not None
    return view


def appearance(tower: Tower, corner: str) -> tuple[object, ...]:
    """What a whole tower shows from a corner: types, and marks of outer faces and tops."""
    return tuple(
        (cell, face, cube.type, cube.mark(face))
        for cell, cube in tower.items()
        for face in Face
        if is_shown(tower, cell, face, corner)
    )


def is_shown(tower: Tower, cell: Cell, face: Face, corner: str) -> bool:
    if face is Face.U:
        return Face.U.beside(cell) not in tower
    return face in CORNERS[corner] and is_outer(cell, face)


def every_arrangement(tower: Tower) -> list[Tower]:
    """All legal towers that agree with what is known of this one, one by one."""
    ways = [
        [
            Cube(number, bulges)
            for number in range(5)
            for bulges in bulge_sets(number)
            if cube.type in (None, number) and cube.bulges <= bulges and not (cube.hollows or frozenset()) & bulges
        ]
        for cube in tower.values()
    ]
    towers = (Tower.from_cubes(dict(zip(tower, cubes, strict=True))) for cubes in product(*ways))
    return [found for found in towers if judge(found).arrangements]


@settings(max_examples=12, deadline=None)
@given(st.sampled_from(("0,1?,-,-", "1?,1?,-,1u?", "?,0,-,-", "2?,?,-,-", "?,1s?,0,-", "1N?,?,-,-")))
def test_the_expected_number_is_the_mean_over_all_arrangements(notation: str) -> None:
    tower = parse_tower(notation)
    arrangements = every_arrangement(tower)
    assert arrangements
    for corner in CORNERS:
        view = further_view(tower, [corner])
        assert view is not None
        alike = Counter(appearance(arrangement, corner) for arrangement in arrangements)
        assert view.arrangements == len(arrangements) == judge(tower).arrangements
        assert view.expected == pytest.approx(sum(n * n for n in alike.values()) / len(arrangements))


def test_the_look_that_leaves_the_fewest_arrangements_is_chosen() -> None:
    # a2 on level 1 has a bulge against each free face, so it is grey; b2 on level 2 may be black or beige. From the
    # South-West only the one shows, from the South-East only the other.
    tower = parse_tower("2NE,1N,?,1W/-,-,1D,?/-,-,-,1D")
    idle, telling = (further_view(tower, [corner]) for corner in ("South-West", "South-East"))
    assert idle is not None and telling is not None
    assert (idle.cubes, idle.faces) == (telling.cubes, telling.faces) == (1, 1)
    assert (idle.arrangements, idle.expected, telling.expected) == (2, 2.0, 1.0)
    assert further_view(tower, ["South-West", "South-East"]) == telling


def test_of_looks_that_leave_as_many_the_one_that_shows_more_is_chosen() -> None:
    views = [further_view(parse_tower("1?,?,-,-"), [corner]) for corner in CORNERS]
    shown = [view for view in views if view is not None]
    assert len({view.expected for view in shown}) == 1
    assert look(parse_tower("1?,?,-,-")).faces == max(view.faces for view in shown) > min(view.faces for view in shown)


def test_without_a_legal_arrangement_what_is_shown_decides() -> None:
    view = look(parse_tower("1S?,?,-,-"))
    assert (view.arrangements, view.expected) == (None, None)
    assert view.cubes == 1


def test_a_cube_of_unknown_colour_is_worth_more_than_an_unknown_mark() -> None:
    # From the North-East one face more shows, but not the cube in a1 on level 1.
    tower = parse_tower("?,0,0,1?/1S,0,0,1?")
    marks = further_view(tower, ["North-East"])
    assert marks is not None
    assert (look(tower).cubes, marks.cubes) == (1, 0)
    assert look(tower).faces < marks.faces


def test_a_tower_that_could_look_in_too_many_ways_is_not_counted() -> None:
    view = look(parse_tower("/".join(["?,?,?,?"] * 6)))
    assert (view.arrangements, view.expected) == (None, None)
    assert view.cubes == 19


def test_the_options_say_which_cubes_there_are() -> None:
    tower = parse_tower("1?,-,-,-/2?,-,-,-/1?,-,-,-")
    default, both = (look(tower, options=options).arrangements for options in (DEFAULT_OPTIONS, Options(type2="both")))
    assert default is not None and both is not None
    assert default < both
