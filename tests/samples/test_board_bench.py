"""The bench of boards counts what was read against what lies there; the reader is left out."""

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import samples
import samples.board_bench as bench
from calibration.camera import CameraPose, plain_lens
from calibration.locating import NO_MARKER
from referee.photos import load_photo
from referee.verdicts.board import judge_board
from rules.games.zero12 import SQUARES
from samples.board_truth import true_kinds
from vision.games.zero12.evidence import EMPTY, KINDS, BoardReading

BOARDS = Path(samples.__file__).parent / "photos" / "board_develop"
PHOTO = next(
    photo for photo in sorted(BOARDS.glob("*.jpg")) if json.loads(photo.with_suffix(".json").read_text())["faults"]
)
TRUTH = json.loads(PHOTO.with_suffix(".json").read_text())


def reading_of(kinds, sure=0.9999):
    chances = np.full((12, 12, KINDS), (1 - sure) / (KINDS - 1))
    for square, kind in kinds.items():
        chances[square][kind] = sure
    pose = CameraPose(plain_lens(100.0, (10, 10)), np.eye(3), np.array([0.0, 0.0, 20.0]))
    return BoardReading(pose, chances, np.full((12, 12, 3), 1 / 3))


@pytest.fixture
def read_as(monkeypatch):
    def read_as(answer):
        def check_board(photo, options, is_card_told):
            if not isinstance(answer, BoardReading):
                return answer
            return judge_board(load_photo(photo), answer, options, is_card_told)

        monkeypatch.setattr(bench, "check_board", check_board)
        return bench.measure_board(PHOTO)

    return read_as


def test_what_is_read_as_it_is_counts_as_right(read_as) -> None:
    score = read_as(reading_of(true_kinds(TRUTH)))
    assert (score.right, score.unsure, score.wrong) == (144, 0, 0)
    assert (score.sure, score.wrong_though_sure) == (144, 0)
    assert (score.faults, score.named, score.false_faults) == (len(TRUTH["faults"]), len(TRUTH["faults"]), 0)
    assert not score.is_false_alarm


def test_what_is_read_otherwise_counts_as_wrong_and_what_is_not_sure_as_neither(read_as) -> None:
    kinds = true_kinds(TRUTH)
    empty = [square for square in SQUARES if kinds[square] == EMPTY]
    reading = reading_of(kinds | {empty[0]: 0, empty[1]: 1})
    reading.chances[empty[2]] = 1 / KINDS
    score = read_as(reading)
    assert (score.right, score.unsure, score.wrong, score.wrong_though_sure) == (141, 1, 2, 2)
    assert score.false_faults > 0


def test_a_board_that_is_not_found_is_all_unsure(read_as) -> None:
    score = read_as(NO_MARKER)
    assert (score.is_read, score.right, score.unsure, score.verdict) == (False, 0, 144, "")
    told = bench.figures([score])
    assert told["boards found"] == "0 of 1"
    assert told["faults named"] == f"0 of {len(TRUTH['faults'])}"


def test_a_folder_without_boards_is_refused(tmp_path: Path) -> None:
    result = CliRunner().invoke(bench.board_bench, [str(tmp_path)])
    assert result.exit_code == 1
    assert "holds no photo with a truth file" in result.stderr
