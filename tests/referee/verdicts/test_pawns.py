"""What is said of pawns on a building of Baubylon as photos show them."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from referee.errors import InputError
from referee.photos import Photo
from referee.verdicts import pawns as module
from referee.verdicts.building import SeenBuilding
from referee.verdicts.pawns import PROVEN, PawnCheck, check_pawns, judge_turns
from rules.games.baubylon import parse_position
from vision.games.baubylon.evidence import SURE

TABLE = "00000000"
FAIR = "/".join([TABLE, TABLE, "00223200", "00344100", "00232200", "00222200", TABLE, TABLE])
BEFORE = f"{FAIR} c3:r,d4:2 656 5:000 - 1"


@pytest.fixture
def judged(building_reading: Callable[..., Any], pawn_reading: Callable[..., Any]) -> Callable[..., PawnCheck]:
    """The verdict on pawns, and on the turns since a position before."""

    def judged(stacks: str, before: str = BEFORE, denied: tuple[float, ...] = (), **more: Any) -> PawnCheck:
        building = building_reading(FAIR, denied=denied)
        photos = (Photo(Path("now.jpg"), np.zeros((480, 640, 3), np.uint8), (640, 480), None),)
        seen = SeenBuilding(photos, building.poses, (), {})
        return judge_turns(seen, building, pawn_reading(stacks, **more), parse_position(before))

    return judged


def test_where_pawns_are_not_told_the_verdict_is_open_and_a_photo_asked_for(judged: Callable[..., PawnCheck]) -> None:
    found = judged("c3:r d4:? e5:-2")
    assert (found.verdict, found.unknown) == ("undetermined", ((3, 3), (4, 4)))
    assert found.reasons == (
        "It is not sure which pawns, if any, stand on d4 and e5; another photo, from the West, tells more.",
    )
    assert str(found.position).split()[1] == "c3:r,d4:2"


def test_no_photo_of_the_table_is_asked_for(judged: Callable[..., PawnCheck]) -> None:
    assert judged("c3:r d4:2 a1:?").verdict == "legal"


def test_a_turn_is_found_that_explains_what_has_changed(judged: Callable[..., PawnCheck]) -> None:
    found = judged("c3:r d4:2", before=BEFORE)
    assert (found.verdict, found.change.ways) == ("legal", ((),))
    assert found.position.stack((3, 3)) == (2,)


def test_a_change_that_no_turn_makes_accuses_nobody_but_is_told(judged: Callable[..., PawnCheck]) -> None:
    found = judged("c3:r d4:3", before=BEFORE.replace("5:000 - 1", "0:000 1 1"))
    assert (found.verdict, found.faults) == ("undetermined", ())
    assert found.reasons == tuple(f"Not sure, but it may be: {fault.message}" for fault in found.change.faults)
    assert found.reasons


def test_squares_in_doubt_are_settled_by_what_all_show_together(judged: Callable[..., PawnCheck]) -> None:
    """Of the pawn that is gone from d4 nothing is seen where it can have gone to."""
    found = judged("c3:r e4:?", before=f"{FAIR} c3:r,d4:2 656 0:000 3 2")
    assert (found.verdict, found.reasons, found.unknown) == ("legal", (), ((4, 3),))
    assert [" ".join(map(str, way)) for way in found.change.ways] == ["d4-e4"]
    assert found.confidence == pytest.approx(0.99, abs=0.01)


def test_what_is_likely_but_not_proven_is_told_and_the_verdict_open(judged: Callable[..., PawnCheck]) -> None:
    found = judged("c3:r d4:2", sure=0.97)
    assert found.confidence is not None
    assert SURE <= found.confidence < PROVEN
    assert found.verdict == "undetermined"
    assert found.reasons == ("This is most likely, but not sure; a sharper photo tells more.",)


def test_where_nothing_is_likely_enough_it_is_told_what_may_have_been_played(judged: Callable[..., PawnCheck]) -> None:
    """The pawn that is gone from d4 went to one of two squares, of both of which nothing is seen."""
    found = judged("c3:r e4:? d3:?", before=f"{FAIR} c3:r,d4:2 656 0:000 3 2")
    assert (found.confidence, found.verdict) == (None, "undetermined")
    assert [str(one.moves[0]) for one in found.perhaps] == ["d4-d3", "d4-e4"]
    assert sum(one.probability for one in found.perhaps) == pytest.approx(1, abs=0.02)
    assert "What was played may be d4-d3 (50%) or d4-e4 (50%)." in found.reasons


def test_that_a_pawn_was_put_somewhere_is_told_though_not_where(judged: Callable[..., PawnCheck]) -> None:
    found = judged("c3:r c5:? e3:?", before=f"{FAIR} c3:r,d4:2 656 0:000 1 1", sure=0.999999)
    assert (found.confidence, found.verdict) == (None, "undetermined")
    assert "It seems that a pawn was put where no turn brings it, but not sure where." in found.reasons


def test_a_square_that_speaks_against_the_likeliest_keeps_the_verdict_open(
    judged: Callable[..., PawnCheck],
) -> None:
    """What is seen on one square is told, though all together say that it is misread."""
    found = judged("c3:r2 d4:2 f4:1", before=BEFORE.replace("5:000 - 1", "0:000 6 1"), sure=0.99999)
    assert str(found.position).split()[1] == "c3:r,d4:2,f4:1"
    assert found.verdict == "undetermined"
    assert found.reasons == (
        "This is most likely, though what is seen of c3 speaks against it; another photo, from the West, tells more.",
    )


def test_pawns_below_others_are_as_before(judged: Callable[..., PawnCheck]) -> None:
    before = BEFORE.replace("c3:r", "c3:r13")
    assert judged("c3:--3 d4:2", before=before).position.stack((2, 2)) == (0, 1, 3)


def test_a_photo_of_another_building_keeps_the_verdict_open(judged: Callable[..., PawnCheck]) -> None:
    found = judged("c3:r d4:3", before=BEFORE, denied=(0.6,))
    assert (found.verdict, found.faults) == ("undetermined", ())
    assert "now.jpg hardly fits" in found.reasons[0]


def test_the_building_before_is_that_of_the_whole_ground(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "see_building", lambda _: pytest.fail("no photo is needed to say so"))
    colours = ("yellow", "blue", "green")
    small, high = parse_position("2232/3441/2322/2222"), parse_position(FAIR.replace("4", "A"))
    with pytest.raises(InputError, match="4x4 squares and the printed ground 8x8; give the position as `check`"):
        check_pawns([Path("now.jpg")], colours, small)
    with pytest.raises(InputError, match="higher than 9 storeys"):
        check_pawns([Path("now.jpg")], colours, high)
