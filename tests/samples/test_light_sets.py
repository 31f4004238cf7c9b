"""A set of cubes is photographed under six lights, and each photo has its own surroundings."""

from itertools import islice, pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner

from referee.calibrating.known_photos import STACK
from rules.games.babel import judge
from samples.light_sets import MOST_CALIBRATIONS, light_sets, scenes_of
from samples.lights import LIGHT_KINDS
from samples.towers import tower_of


def test_each_photo_is_drawn_from_seeds_of_its_own_also_where_the_next_light_begins() -> None:
    seeds = [scene.seed for _, scene in islice(scenes_of(1, MOST_CALIBRATIONS), MOST_CALIBRATIONS + 2)]
    assert all(first < second for first, second in pairwise(seeds))


@pytest.mark.parametrize("count", [0, MOST_CALIBRATIONS + 1])
def test_none_and_more_than_have_seeds_of_their_own_are_refused(count: int, tmp_path: Path) -> None:
    result = CliRunner().invoke(light_sets, [str(tmp_path), "--calibrations", str(count)])
    assert result.exit_code == 2
    assert "1<=x<=9" in result.output


@pytest.mark.parametrize(("option", "number"), [("--sets", "0"), ("--seed", "-1"), ("--samples-per-pixel", "0")])
def test_what_no_set_can_be_rendered_by_is_refused(option: str, number: str, tmp_path: Path) -> None:
    result = CliRunner().invoke(light_sets, [str(tmp_path / "sets"), option, number])
    assert result.exit_code == 2
    assert "is not in the range" in result.output
    assert not (tmp_path / "sets").exists()


def test_a_set_has_one_tower_and_photos_of_the_stack_under_each_light() -> None:
    scenes = dict(scenes_of(2, 1))
    assert list(scenes) == [f"set2_{kind}{suffix}" for kind in LIGHT_KINDS for suffix in ("", "_calib")]
    towers, stacks = [*scenes.values()][::2], [*scenes.values()][1::2]
    assert all(scene.tower == towers[0].tower for scene in towers)
    for scene in stacks:
        assert {placement.cell: placement.type for placement in scene.tower} == STACK
        assert scene.palette is towers[0].palette


def test_towers_are_piles_or_as_people_build_them() -> None:
    (_, pile), (_, legal) = (next(scenes_of(3, 1, towers)) for towers in ("any", "legal"))
    assert judge(tower_of(pile.tower)).verdict == "illegal"
    assert judge(tower_of(legal.tower)).verdict == "legal"
