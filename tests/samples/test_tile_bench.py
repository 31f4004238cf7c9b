"""The bench of tables counts what was read against what stands there; learning and reading are left out."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

import samples.tile_bench as bench
from calibration.camera import CameraPose, plain_lens
from calibration.locating import NO_MARKER
from calibration.tile_set import TileSet, TileSize
from referee.errors import UnreadableError
from referee.photos import load_photo
from referee.verdicts.table import judge_table
from rules.games.tours import SQUARES, TILES, Options, Tile, parse_position, position_notation
from samples import known_sets
from vision.games.tours.evidence import ColumnReading, TableReading

SIZE = [0.85, 0.62, 0.45]
COLUMNS = {"a1": "5b4b", "b1": "2c", "c3": "1w2w1w"}
HIDDEN = ("a3", "c3")
GAME = "tiles_7_1"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Photos of a set on which nothing is to be seen, and what truly stands there."""
    board = "/".join(",".join(COLUMNS.get(f"{letter}{row}", "-") for letter in "abc") for row in (1, 2, 3))
    position = position_notation(parse_position(f"{board} *", Options(players=3)))
    visible = {square: 0.3 if square in HIDDEN else 1.0 for square in SQUARES}
    truth = {"position": position, "visible": visible, "tile_size": SIZE, "light": "led"}
    for name in (*(f"tiles_7_{words}" for words in ("bamboo", "circles", "characters")), GAME):
        cv2.imwrite(str(tmp_path / f"{name}.jpg"), np.full((200, 200, 3), 90, np.uint8))
        (tmp_path / f"{name}.json").write_text(json.dumps(truth))
    return tmp_path


def column(height: int | None, top: str | None = None, sure: float = 0.9999) -> ColumnReading:
    """What is told of a square; None is what is not sure."""
    heights, tops = np.full(12, 1 / 12), np.full(len(TILES), 1 / len(TILES))
    if height is not None:
        heights = np.where(np.arange(12) == height, sure, (1 - sure) / 11)
    if top is not None:
        tops = np.where(np.array(TILES.index(Tile(top[1], int(top[0])))) == np.arange(len(TILES)), sure, 0.0)
    return ColumnReading(heights[:, None] * tops)


def reading_of(**told: ColumnReading) -> TableReading:
    """What stands there, and otherwise on these squares."""
    truly = {square: column(len(tiles) // 2, tiles[-2:]) for square, tiles in COLUMNS.items()}
    pose = CameraPose(plain_lens(100.0, (200, 200)), np.diag([1.0, -1.0, -1.0]), np.array([0.0, 0.0, 6.0]))
    return TableReading(pose, tuple((truly | told).get(square, column(0)) for square in SQUARES))


@pytest.fixture
def read_as(monkeypatch: pytest.MonkeyPatch, folder: Path):
    def read_as(answer, gallery=None):
        def check_table(photo, tile_set, options):
            return judge_table(load_photo(photo), answer, options) if isinstance(answer, TableReading) else answer

        monkeypatch.setattr(bench, "check_table", check_table)
        return bench.measure_table(folder / f"{GAME}.jpg", TileSet(TileSize(*SIZE), {}), gallery)

    return read_as


def test_what_is_read_as_it_stands_counts_as_right(read_as) -> None:
    score = read_as(reading_of())
    assert (score.in_view, score.right, score.hidden, score.hidden_right) == (7, 7, 2, 2)
    assert (score.unsure, score.wrong_heights, score.wrong_tiles, score.hidden_wrong) == (0, 0, 0, 0)
    # Nine heights and three tiles.
    assert (score.sure, score.wrong_though_sure) == (12, 0)
    assert (score.is_right, score.has_fault, score.verdict) == (True, False, "legal")


def test_wrong_heights_wrong_tiles_and_what_is_not_sure_are_counted_apart(read_as) -> None:
    told = {"a1": column(3, "4b"), "b1": column(1, "3c"), "c1": column(None), "a2": column(1, "1b", sure=0.95)}
    score = read_as(reading_of(**told))
    assert (score.right, score.unsure, score.wrong_heights, score.wrong_tiles) == (3, 1, 2, 1)
    # Six heights as they are, a1's not, and of three tiles that of b1 is another; nothing is sure of c1 and a2.
    assert (score.sure, score.wrong_though_sure) == (10, 2)
    assert not score.is_right


def test_a_tile_that_is_not_told_leaves_its_square_unsure(read_as) -> None:
    score = read_as(reading_of(b1=column(1)))
    assert (score.right, score.unsure, score.wrong_tiles) == (6, 1, 0)


def test_what_is_hidden_counts_by_itself(read_as) -> None:
    score = read_as(reading_of(a3=column(None), c3=column(2, "1w")))
    assert (score.right, score.is_right) == (7, True)
    assert (score.hidden_right, score.hidden_wrong) == (0, 1)


def test_an_accusation_without_a_fault_is_a_false_alarm(read_as) -> None:
    score = read_as(reading_of(**{square: column(1, "5b") for square in SQUARES}))
    assert (score.verdict, score.is_false_alarm) == ("illegal", True)
    assert bench.figures([score])["called illegal without a fault"] == "1 of 1"


def test_only_faults_that_a_photo_can_show_count(read_as, folder: Path) -> None:
    path = folder / f"{GAME}.json"
    truth = json.loads(path.read_text())
    path.write_text(json.dumps({**truth, "position": "tours 5b1b,-,-/-,-,-/-,-,- *"}))
    assert not read_as(reading_of()).has_fault
    path.write_text(json.dumps({**truth, "position": "tours 5b,5b,5b/5b,5b,-/-,-,- *"}))
    assert read_as(reading_of()).has_fault


def test_a_table_that_is_not_found_is_all_unsure(read_as) -> None:
    score = read_as(NO_MARKER)
    assert (score.is_read, score.right, score.unsure, score.hidden_right, score.verdict) == (False, 0, 7, 0, "")
    assert bench.figures([score])["tables found"] == "0 of 1"


def test_misses_are_drawn_into_the_gallery(read_as, tmp_path: Path) -> None:
    gallery = tmp_path / "gallery"
    gallery.mkdir()
    read_as(reading_of(), gallery)
    assert not list(gallery.iterdir())
    read_as(reading_of(b1=column(2, "2c")), gallery)
    assert [path.name for path in gallery.iterdir()] == [f"{GAME}.png"]


def test_a_folder_is_learned_read_and_summed_up(read_as, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read_as(reading_of())
    asked = []

    def learn_tiles(photos, size):
        asked.append((dict(photos), size))
        return TileSet(size, {})

    monkeypatch.setattr(known_sets, "learn_tiles", learn_tiles)
    result = CliRunner().invoke(bench.tile_bench, [str(folder), "--csv", str(folder / "out.csv")])
    assert result.exit_code == 0, result.output
    assert "7 of 7 (100.00%)" in result.stdout
    families = {"b": "bamboo", "c": "circles", "w": "characters"}
    photos = {letter: folder / f"tiles_7_{words}.jpg" for letter, words in families.items()}
    assert asked == [(photos, TileSize(*SIZE))]
    head, row = (folder / "out.csv").read_text().splitlines()
    assert head.startswith("photo,light,is_read,in_view,right")
    assert row.startswith(f"{GAME},led,True,7,7")


def test_games_of_a_set_that_does_not_get_known_are_not_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def learn_tiles(photos, size):
        raise UnreadableError("seen from too low")

    monkeypatch.setattr(known_sets, "learn_tiles", learn_tiles)
    result = CliRunner().invoke(bench.tile_bench, [str(folder)])
    assert "0 of 1" in result.stdout
    assert "seen from too low" in result.stderr


def test_a_folder_without_games_or_without_a_family_is_refused(folder: Path, tmp_path: Path) -> None:
    (folder / f"{GAME}.json").unlink()
    result = CliRunner().invoke(bench.tile_bench, [str(folder)])
    assert result.exit_code == 1
    assert "holds no photo of a game with a truth file" in result.stderr
    (folder / "tiles_7_circles.json").unlink()
    result = CliRunner().invoke(bench.tile_bench, [str(folder)])
    assert result.exit_code == 1
    assert "tiles_7_circles.jpg: is missing, or its truth file" in result.stderr
