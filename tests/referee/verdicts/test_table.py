"""The verdict on columns of which it is given what a photo shows."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import samples
from calibration.camera import CameraPose, plain_lens
from calibration.profile import LensFields
from referee.photos import Photo, load_photo
from referee.verdicts.table import ACCUSE, judge_table, points_of_columns, table_lens
from rules.games.tours import DEFAULT_OPTIONS, SQUARES, TILES, Options, Tile, parse_position, position_notation
from vision.games.tours.evidence import ColumnReading, TableReading

TABLE = Path(samples.__file__).parent / "photos" / "tile_develop" / "tile_develop_1.jpg"
PHOTO = Photo(Path("table.jpg"), np.zeros((10, 10, 3), np.uint8), (10, 10), None)
POSE = CameraPose(plain_lens(100.0, (10, 10)), np.eye(3), np.array([0.0, 0.0, 20.0]))
HEIGHTS = 17
BEFORE = "5b4b,2b,-/-,-,-/-,-,- - 3b"


def column(height, top, sure=0.9999):
    heights = np.full(HEIGHTS, (1 - sure) / (HEIGHTS - 1))
    tops = np.full(len(TILES), (1 - sure) / (len(TILES) - 1))
    heights[height] = sure
    if top is not None:
        tops[TILES.index(top)] = sure
    return ColumnReading(heights[:, None] * tops)


def seen(notation, sure=0.9999):
    """A reading of a position that is so sure everywhere."""
    columns = parse_position(notation).columns
    return TableReading(POSE, tuple(column(len(tiles), tiles[-1] if tiles else None, sure) for tiles in columns))


def with_column(reading, name, seen_there):
    columns = list(reading.columns)
    columns[SQUARES.index(name)] = seen_there
    return replace(reading, columns=tuple(columns))


def judged(reading, before=None, options=DEFAULT_OPTIONS):
    return judge_table(PHOTO, reading, options, None if before is None else parse_position(before, options))


def test_columns_alone_are_legal_with_their_tops_and_heights() -> None:
    found = judged(seen("5b4b,2b,-/-,-,9b8b9b/-,-,-"))
    assert (found.verdict, found.faults, found.reasons) == ("legal", (), ())
    assert position_notation(found.position) == "tours ?4b,2b,-/-,-,??9b/-,-,- * -"


def test_families_that_are_seen_are_played() -> None:
    found = judged(seen("5b,2c,-/-,-,-/-,9w,-"))
    assert found.verdict == "legal"
    assert found.position.options.players == 3


def test_a_fifth_tile_of_a_kind_is_accused_only_where_all_are_sure() -> None:
    reading = seen("5b,5b,5b/5b,5b,-/-,-,-")
    found = judged(reading)
    assert [(fault.rule, fault.places) for fault in found.faults] == [("1", ("a1", "b1", "c1", "a2", "b2"))]
    doubtful = judged(with_column(reading, "b1", column(1, Tile("b", 5), ACCUSE - 0.01)))
    assert (doubtful.verdict, doubtful.faults) == ("undetermined", ())
    assert doubtful.reasons[0].startswith("Not sure, but it may be: Here lies the 5 of bamboo 5 times")


def test_the_turn_since_a_position_is_told() -> None:
    found = judged(seen("5b4b3b,2b,-/-,-,-/-,-,-"), BEFORE)
    assert found.verdict == "legal"
    assert [[str(move) for move in way] for way in found.change.ways] == [["a1=3b"]]


def test_what_a_turn_breaks_is_told_by_rule_and_square() -> None:
    found = judged(seen("5b4b,2b9b,-/-,-,-/-,-,-"), "5b4b,2b,-/-,-,-/-,-,- - 9b")
    assert found.verdict == "illegal"
    assert [(fault.rule, fault.places) for fault in found.faults] == [("5", ("b1",))]


@pytest.mark.parametrize("sure", [ACCUSE - 0.01, 0.95])
def test_nobody_is_accused_by_a_column_that_is_not_sure_enough(sure: float) -> None:
    wrong = with_column(seen("5b4b,2b,-/-,-,-/-,-,-"), "b1", column(2, Tile("b", 9), sure))
    found = judged(wrong, "5b4b,2b,-/-,-,-/-,-,- - 9b")
    assert (found.verdict, found.faults) == ("undetermined", ())
    assert found.reasons[-1].startswith("Not sure, but it may be: b1: the 9 of bamboo may not lie on the 2 of bamboo")


def test_nobody_is_accused_while_another_column_is_not_told() -> None:
    # The tile may have been taken from there, so to say.
    reading = with_column(seen("5b4b,2b9b,-/-,-,-/-,-,-"), "c3", column(0, None, 0.5))
    found = judged(reading, "5b4b,2b,-/-,-,-/-,-,- - 9b")
    assert (found.verdict, found.faults) == ("undetermined", ())
    assert found.reasons[0].startswith("It is not sure how high c3 is; a photo from higher up")


def test_a_column_that_is_not_told_is_as_before() -> None:
    reading = with_column(seen("5b4b3b,2b,-/-,-,-/-,-,-"), "b1", column(4, Tile("c", 1), 0.4))
    found = judged(reading, BEFORE)
    assert found.position.columns[1] == (Tile("b", 2),)
    assert found.verdict == "undetermined"


def test_a_top_that_is_not_told_stays_as_it_was_if_the_height_did() -> None:
    reading = seen("5b4b3b,2b,-/-,-,-/-,-,-")
    blurred = ColumnReading(np.repeat(reading.columns[1].heights[:, None], len(TILES), axis=1))
    found = judged(with_column(reading, "b1", blurred), BEFORE)
    assert found.reasons == ("It is not sure which tile lies on b1.",)
    assert [[str(move) for move in way] for way in found.change.ways] == [["a1=3b"]]
    alone = judged(with_column(reading, "b1", blurred))
    assert position_notation(alone.position) == "tours ??3b,?,-/-,-,-/-,-,- * -"


def test_a_change_that_cannot_be_told_apart_is_no_fault() -> None:
    options = Options(players=2)
    found = judged(seen("5b5c5b5c5b,-,-/-,-,-/-,-,-"), "-,-,-/-,-,-/-,-,- -:- -", options)
    assert (found.verdict, found.faults) == ("undetermined", ())
    assert "5 tiles are new" in found.reasons[0]


def test_points_go_to_the_family_on_top() -> None:
    position = parse_position("5b4b?3b,2c,-/-,-,9w9c9w/-,2c3c,?")
    assert points_of_columns(position) == {"bamboo": 2, "circles": 2, "characters": 2}


def lens_fields(focal_share=1.0):
    """The lens of a photo of columns, or one of another focal length."""
    truth = json.loads(TABLE.with_suffix(".json").read_text())["camera"]
    matrix = np.array(truth["K"])
    matrix[[0, 1], [0, 1]] *= focal_share
    size_wh = truth["width"], truth["height"]
    return LensFields(size_wh, tuple(map(tuple, matrix.tolist())), tuple(truth["dist"]), "k1 k2", 20, 0.2)


def test_the_lens_of_a_profile_is_used_for_tables_if_it_fits():
    frame, remarks = load_photo(TABLE).frame_bgr, []
    size_wh = frame.shape[1], frame.shape[0]
    assert table_lens(frame, size_wh, None, remarks.append) is None
    fitting = table_lens(frame, size_wh, lens_fields(), remarks.append)
    assert fitting.matrix[0, 0] == pytest.approx(lens_fields().matrix[0][0])
    assert remarks == []
    assert table_lens(frame, size_wh, lens_fields(1.4), remarks.append) is None
    assert "its lens does not fit this photo" in remarks[0]
