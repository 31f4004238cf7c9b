"""The bench of buildings counts what was read against what stands there; the reader is left out."""

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import samples
import samples.building_bench as bench
from calibration.camera import CameraPose, plain_lens
from calibration.locating import NO_MARKER
from rules.games.baubylon import parse_building
from vision.games.baubylon.building_network import HEIGHTS
from vision.games.baubylon.evidence import BuildingReading

FOLDER = Path(samples.__file__).parent / "photos" / "building_develop"
PHOTOS = sorted(FOLDER.glob("building_develop_1_*.jpg"))
TRUTHS = [json.loads(photo.with_suffix(".json").read_text()) for photo in PHOTOS]
TRUE = np.array(parse_building(TRUTHS[0]["heights"]).heights).reshape(8, 8).T
IN_VIEW = [np.array(truth["visible"]).T >= bench.IN_VIEW for truth in TRUTHS]
POSE = CameraPose(plain_lens(100.0, (10, 10)), np.eye(3), np.array([0.0, 0.0, 20.0]))


def reading_of(heights, sure=0.9999):
    chances = np.where(np.arange(HEIGHTS) == heights[..., None], sure, (1 - sure) / (HEIGHTS - 1))
    return BuildingReading((POSE,), chances, np.ones((8, 8)), (0.0,))


@pytest.fixture
def read_as(monkeypatch):
    def read_as(answer):
        is_read = isinstance(answer, BuildingReading)
        monkeypatch.setattr(bench, "see", lambda *_: (POSE, None) if is_read else answer)
        monkeypatch.setattr(bench, "joined", lambda *_: answer)
        return list(bench.measure_building("building_develop_1", PHOTOS))

    return read_as


def test_what_is_read_as_it_is_counts_as_right(read_as) -> None:
    one, two, three = read_as(reading_of(TRUE))
    assert [score.views for score in (one, two, three)] == [1, 2, 3]
    assert one.in_view == one.right == IN_VIEW[0].sum() < three.in_view == (IN_VIEW[0] | IN_VIEW[1] | IN_VIEW[2]).sum()
    assert three.built_right == three.built_in_view > 0
    assert (three.sure, three.wrong_though_sure, three.wrong, three.hidden_wrong) == (64, 0, 0, 0)
    assert three.is_right


def test_what_is_read_otherwise_counts_as_wrong_and_what_is_not_sure_as_neither(read_as) -> None:
    heights = TRUE.copy()
    first, second = np.argwhere(IN_VIEW[0])[:2]
    heights[tuple(first)] += 1
    reading = reading_of(heights)
    reading.chances[tuple(second)] = 1 / HEIGHTS
    score, *_ = read_as(reading)
    assert (score.wrong, score.unsure, score.right) == (1, 1, score.in_view - 2)
    assert (score.sure, score.wrong_though_sure) == (63, 1)
    assert not score.is_right


def test_a_photo_that_is_not_read_tells_nothing(read_as) -> None:
    *_, score = read_as(NO_MARKER)
    assert (score.unread, score.unsure, score.right, score.sure) == (3, score.in_view, 0, 0)


def test_a_folder_is_measured_by_one_photo_of_each_building_by_two_and_so_on(monkeypatch, tmp_path) -> None:
    monkeypatch.setattr(bench, "see", lambda *_: (POSE, None))
    monkeypatch.setattr(bench, "joined", lambda *_: reading_of(TRUE))
    csv = tmp_path / "scores.csv"
    told = CliRunner().invoke(bench.building_bench, [str(FOLDER), "--csv", str(csv)])
    assert told.exit_code == 0
    assert [f"{count} of each of 4 buildings, 0 not read" in told.stdout for count in (1, 2, 3)] == [True] * 3
    assert len(csv.read_text().splitlines()) == 13
    assert CliRunner().invoke(bench.building_bench, [str(tmp_path)]).exit_code == 1
