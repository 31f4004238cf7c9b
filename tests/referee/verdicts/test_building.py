"""What is said of a building of Baubylon as photos show it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from referee.photos import Photo
from referee.verdicts.building import BuildingCheck, judge_building
from rules.games.baubylon import DEFAULT_OPTIONS, parse_building

TABLE = "00000000"
FAIR = "/".join([TABLE, TABLE, "00223200", "00344100", "00232200", "00222200", TABLE, TABLE])
UNFAIR = FAIR.replace("3441", "3444")
SOUTH, NORTH, EAST, WEST = (0.0, -12.0, 12.0), (0.0, 12.0, 12.0), (12.0, 0.0, 12.0), (-12.0, 0.0, 12.0)


@pytest.fixture
def judged(building_reading: Callable[..., Any]) -> Callable[..., BuildingCheck]:
    """The verdict on a building, the arguments as for the reading."""

    def judged(*told: Any, **more: Any) -> BuildingCheck:
        reading = building_reading(*told, **more)
        names = ("south.jpg", "north.jpg", "east.jpg", "west.jpg")[: len(reading.poses)]
        photos = [Photo(Path(name), np.zeros((480, 640, 3), np.uint8), (640, 480), None) for name in names]
        return judge_building(photos, {}, reading, DEFAULT_OPTIONS)

    return judged


def test_a_fair_building_is_legal_and_keeps_the_whole_ground(judged: Callable[..., BuildingCheck]) -> None:
    found = judged(FAIR, sure=0.95)
    assert (found.verdict, found.faults, found.reasons, found.unknown) == ("legal", (), (), ())
    assert found.options.building == FAIR


def test_a_fault_is_named_only_if_every_square_is_all_but_certain(judged: Callable[..., BuildingCheck]) -> None:
    proven, likely = judged(UNFAIR), judged(UNFAIR, sure=0.99)
    assert proven.verdict == "illegal"
    assert "B1" in {fault.rule for fault in proven.faults}
    assert (likely.verdict, likely.faults) == ("undetermined", ())
    assert likely.reasons == tuple(f"Not sure, but it may be: {fault.message}" for fault in proven.faults)


@pytest.mark.parametrize(("likely", "verdict"), [((2, 3), "legal"), ((3, 9), "undetermined"), ((2,), "undetermined")])
def test_a_building_is_legal_if_it_is_fair_however_high_a_square_is(
    building_reading: Callable[..., Any], likely: tuple[int, ...], verdict: str
) -> None:
    reading = building_reading(FAIR.replace("00223200", "0022?200"))
    # Blocks make e6 three high, and not two.
    reading.chances[4, 5] = 0.0
    reading.chances[4, 5, list(likely)] = 0.6
    photo = Photo(Path("south.jpg"), np.zeros((480, 640, 3), np.uint8), (640, 480), None)
    found = judge_building((photo,), {}, reading, DEFAULT_OPTIONS)
    assert (found.verdict, found.faults, found.unknown) == (verdict, (), ((4, 5),))
    if verdict == "legal":
        assert found.reasons == ("It is not sure how high e6 is; however high that is, the building is fair.",)


def test_a_photo_of_another_building_keeps_the_verdict_open(judged: Callable[..., BuildingCheck]) -> None:
    found = judged(UNFAIR, eyes=(SOUTH, NORTH), denied=(0.05, 0.6))
    assert (found.verdict, found.faults) == ("undetermined", ())
    assert [reason.split(" and ")[0] for reason in found.reasons] == ["north.jpg hardly fits the others,"]


def test_what_breaks_no_rule_but_may_spoil_the_game_is_a_warning(judged: Callable[..., BuildingCheck]) -> None:
    flat = FAIR.replace("00222200", "00111100")
    found = judged(flat)
    assert [warning.rule for warning in found.warnings] == ["B2"]
    assert found.verdict == "legal"


def test_squares_that_no_photo_shows_are_told_apart_from_unclear_ones(judged: Callable[..., BuildingCheck]) -> None:
    found = judged(FAIR.replace("00223200", "0022_200").replace("00232200", "0?232200"))
    assert (found.verdict, found.faults) == ("undetermined", ())
    hidden, unclear = found.reasons
    assert hidden.startswith("No photo shows how high e6 is; take one from the ")
    assert unclear.startswith("It is not sure how high b4 is; another photo, from the ")
    assert parse_building(found.options.building).height((4, 5)) == 0


@pytest.mark.parametrize(
    ("eyes", "squares", "side"),
    [
        ((SOUTH,), "00000000/00____00/00999900", "North"),
        ((NORTH,), "00999900/00____00/00000000", "South"),
        ((WEST,), "00099_00/00099_00/00099_00", "East"),
        ((EAST,), "00_99000/00_99000/00_99000", "West"),
    ],
)
def test_hidden_squares_are_asked_for_from_the_side_that_shows_them(
    judged: Callable[..., BuildingCheck], eyes: Any, squares: str, side: str
) -> None:
    found = judged(f"{TABLE}/{TABLE}/{squares}/{TABLE}/{TABLE}/{TABLE}", eyes)
    (reason,) = found.reasons
    assert reason.endswith(f"; take one from the {side}.")


def test_from_all_sides_only_a_higher_or_sharper_photo_helps(judged: Callable[..., BuildingCheck]) -> None:
    found = judged(FAIR.replace("3441", "3_?1"), (SOUTH, NORTH, EAST, WEST))
    assert found.reasons == (
        "No photo shows how high d5 is; take one from higher up.",
        "It is not sure how high e5 is; a sharper photo tells more.",
    )


def test_of_many_unknown_squares_a_few_are_named(judged: Callable[..., BuildingCheck]) -> None:
    (reason,) = judged("/".join(["????????", *[TABLE] * 5, "????????", TABLE])).reasons
    assert reason.startswith("It is not sure how high a2, b2, c2, d2, e2, f2, g2, h2 and 8 more are;")


def test_what_is_not_told_is_never_built(judged: Callable[..., BuildingCheck]) -> None:
    found = judged("/".join([TABLE.replace("0", "?")] * 8))
    assert not np.any(parse_building(found.options.building).heights)
    assert len(found.unknown) == 64
