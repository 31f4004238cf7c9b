"""The bench of pawns counts what was read against what stands there; the reader is left out."""

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import samples
import samples.pawn_bench as bench
from calibration.camera import CameraPose, plain_lens
from calibration.locating import NO_MARKER
from vision.games.baubylon.evidence import PawnReading
from vision.games.baubylon.pawn_colours import MOST_PAWNS

FOLDER = Path(samples.__file__).parent / "photos" / "pawn_develop"
PHOTOS = sorted(FOLDER.glob("pawn_develop_0_*.jpg"))
TRUTHS = [json.loads(photo.with_suffix(".json").read_text()) for photo in PHOTOS]
STACKS = TRUTHS[0]["pawns"]
NAMES = bench.played_colours(STACKS)
POSE = CameraPose(plain_lens(100.0, (10, 10)), np.eye(3), np.array([0.0, 0.0, 20.0]))


def square_of(name):
    return "abcdefgh".index(name[0]), int(name[1]) - 1


def reading_of(stacks):
    counts = np.zeros((8, 8, MOST_PAWNS + 1))
    counts[..., 0] = 1
    colours = np.full((8, 8, MOST_PAWNS, len(NAMES)), 1 / len(NAMES))
    for name, stack in stacks.items():
        counts[square_of(name)] = np.arange(MOST_PAWNS + 1) == len(stack)
        for level, colour in enumerate(stack):
            colours[square_of(name)][level] = [colour == other for other in NAMES]
    return PawnReading(tuple(NAMES), counts, colours)


@pytest.fixture
def read_as(monkeypatch):
    def read_as(reading):
        monkeypatch.setattr(bench, "see", lambda *_: NO_MARKER if reading is None else (POSE, None))
        monkeypatch.setattr(bench, "see_pawns", lambda *_: None)
        monkeypatch.setattr(bench, "joined_pawns", lambda *_: reading)
        return list(bench.measure_pawns("pawn_develop_0", PHOTOS))

    return read_as


def test_what_is_read_as_it_is_counts_as_right(read_as) -> None:
    one, two, three = read_as(reading_of(STACKS))
    assert [score.views for score in (one, two, three)] == [1, 2, 3]
    assert three.stacks == three.counts_right == three.whole > 0
    assert three.pawns == three.colours_right >= one.pawns
    assert three.empty == three.empty_right > 30
    assert (three.empty_wrong, three.counts_wrong, three.colours_wrong) == (0, 0, 0)
    assert (three.sure, three.wrong_though_sure) == (64, 0)


def test_what_is_read_otherwise_counts_as_wrong(read_as) -> None:
    in_view = [name for name, shares in TRUTHS[0]["pawns_in_view"].items() if shares[-1] > 0.5]
    recoloured, taller = in_view[:2]
    other = next(colour for colour in NAMES if colour != STACKS[recoloured][-1])
    wrong = STACKS | {recoloured: [*STACKS[recoloured][:-1], other], taller: [*STACKS[taller], other]}
    score, *_ = read_as(reading_of(wrong))
    assert (score.counts_wrong, score.colours_wrong) == (1, 1)
    assert score.whole == score.stacks - 2
    assert (score.sure, score.wrong_though_sure) == (64, 2)


def test_a_pawn_where_none_stands_counts_as_wrong(read_as) -> None:
    room = np.array(TRUTHS[0]["pawn_room"])
    y, x = next(place for place in np.argwhere(room > 0.9) if f"{'abcdefgh'[place[1]]}{place[0] + 1}" not in STACKS)
    score, *_ = read_as(reading_of(STACKS | {f"{'abcdefgh'[x]}{y + 1}": ["red"]}))
    assert score.empty_wrong == 1
    assert score.empty_right == score.empty - 1


def test_a_photo_that_is_not_read_tells_nothing(read_as) -> None:
    *_, score = read_as(None)
    assert (score.unread, score.counts_right, score.empty_right, score.sure) == (3, 0, 0, 0)
    assert score.stacks > 0


def test_a_folder_is_measured_by_one_photo_of_each_building_by_two_and_so_on(monkeypatch, tmp_path) -> None:
    monkeypatch.setattr(bench, "see", lambda *_: (POSE, None))
    monkeypatch.setattr(bench, "see_pawns", lambda *_: None)
    monkeypatch.setattr(bench, "joined_pawns", lambda *_: reading_of(STACKS))
    csv = tmp_path / "scores.csv"
    told = CliRunner().invoke(bench.pawn_bench, [str(FOLDER), "--csv", str(csv)])
    assert told.exit_code == 0
    assert [f"{count} of each of 1 buildings, 0 not read" in told.stdout for count in (1, 2, 3)] == [True] * 3
    assert len(csv.read_text().splitlines()) == 4
    assert CliRunner().invoke(bench.pawn_bench, [str(tmp_path)]).exit_code == 1
