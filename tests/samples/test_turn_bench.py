"""The bench of turns makes up what stood there before, and counts what is told; the reader is left out."""

from pathlib import Path
from random import Random

import numpy as np
import pytest
from click.testing import CliRunner

import samples
import samples.turn_bench as bench
from referee.verdicts.building import SeenBuilding, see_building
from rules.games.baubylon import explain, parse_position, random_turn
from vision.games.baubylon.evidence import PawnReading
from vision.games.baubylon.pawn_colours import MOST_PAWNS

FOLDER = Path(samples.__file__).parent / "photos" / "pawn_develop"
PHOTOS = sorted(FOLDER.glob("pawn_develop_0_*.jpg"))
AFTER = parse_position("2232/3441/2322/2222 a1:r1,b2:2,d3:3,c1:12")


def sure_reading(position, names):
    counts = np.zeros((8, 8, MOST_PAWNS + 1))
    counts[..., 0] = 1
    colours = np.full((8, 8, MOST_PAWNS, len(names)), 1 / len(names))
    for square, stack in position.occupied():
        counts[square] = np.arange(MOST_PAWNS + 1) == len(stack)
        colours[square][np.arange(len(stack))] = np.eye(len(names))[list(stack)]
    return PawnReading(tuple(names), counts, colours)


@pytest.mark.parametrize("seed", range(3))
def test_what_stood_there_before_leads_to_what_stands_there(seed) -> None:
    turns = list(bench._earlier(AFTER, bench.TURN, Random(seed)))
    assert len(turns) == bench.EACH
    for before in turns:
        assert AFTER.stacks in {one.stacks for one in random_turn(before)}
    for before in bench._earlier(AFTER, bench.TURNS, Random(seed)):
        assert explain(before, AFTER).ways
        assert before.stacks != AFTER.stacks
    for before in bench._earlier(AFTER, bench.PUT, Random(seed)):
        assert AFTER.stacks not in {one.stacks for one in random_turn(before)}
    assert [one.stacks for one in bench._earlier(AFTER, bench.NOTHING, Random(seed))] == [AFTER.stacks]


def test_it_is_made_up_alike_from_the_same_name() -> None:
    first, again = (list(bench._earlier(AFTER, bench.TURN, Random("name"))) for _ in range(2))
    assert first == again


@pytest.fixture
def photos_seen_clearly(monkeypatch) -> None:
    truth = bench.truth_of(PHOTOS[0])
    colours = bench._players(truth["pawns"])
    seen = sure_reading(bench._position(truth, colours), ["red", *colours])
    monkeypatch.setattr(bench, "EACH", 2)
    one = see_building(PHOTOS[:1])
    more = [SeenBuilding(one.photos * n, one.poses * n, one.views * n, {}) for n in (1, 2, 3)]
    monkeypatch.setattr(bench, "readings", lambda photos, _: ((views, seen) for views in more[: len(photos)]))


@pytest.mark.usefixtures("photos_seen_clearly")
def test_what_is_seen_clearly_is_told() -> None:
    by_kind = {score.happened: score for score in bench.measure_turns("pawn_develop_0", PHOTOS[:1])}
    assert list(by_kind) == [bench.TURN, bench.TURNS, bench.NOTHING, bench.PUT]
    for happened in (bench.TURN, bench.NOTHING):
        assert by_kind[happened].told == by_kind[happened].times > 0
    assert all((score.wrong, score.wrong_legal) == (0, 0) for score in by_kind.values())
    assert [score.suspected > 0 for score in by_kind.values()] == [False, False, False, True]


@pytest.mark.usefixtures("photos_seen_clearly")
def test_a_folder_is_measured_by_one_photo_of_each_building_by_two_and_so_on(tmp_path) -> None:
    csv = tmp_path / "scores.csv"
    told = CliRunner().invoke(bench.turn_bench, [str(FOLDER), "--csv", str(csv)])
    assert told.exit_code == 0
    assert [f"{count} of each of 1 buildings, 0 not read" in told.stdout for count in (1, 2, 3)] == [True] * 3
    assert len(csv.read_text().splitlines()) == 1 + 3 * 4


def test_where_no_photo_is_read_nothing_is_told(monkeypatch) -> None:
    none = SeenBuilding((), (), (), {PHOTOS[0]: "no marker"})
    monkeypatch.setattr(bench, "readings", lambda photos, _: [(none, None)])
    scores = list(bench.measure_turns("pawn_develop_0", PHOTOS[:1]))
    assert all((score.told, score.wrong, score.suspected, score.unread) == (0, 0, 0, 1) for score in scores)


def test_a_folder_without_pawns_is_refused(tmp_path) -> None:
    assert CliRunner().invoke(bench.turn_bench, [str(tmp_path)]).exit_code == 1
