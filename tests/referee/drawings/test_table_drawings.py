"""Columns of tiles drawn on their photo, and the faces of a set."""

import cv2
import numpy as np

from calibration.camera import CameraPose, plain_lens
from calibration.tile_set import FACE_WH, TileSet, TileSize
from referee.drawings.annotate_table import FAMILY_COLOURS, annotate_table
from referee.drawings.face_lines import AMBER, RED
from referee.drawings.flat import Label, text_width_px
from referee.drawings.table_drawing import MarkedTable, draw_table
from referee.drawings.tile_faces import draw_faces
from rules.game import Fault
from rules.games.tours import SQUARES, TILES, VALUES, Tile
from vision.games.tours.evidence import ColumnReading, TableReading

SIZE = TileSize(0.9, 0.7, 0.5)
ABOVE = CameraPose(plain_lens(900.0, (1000, 1000)), np.diag([1.0, -1.0, -1.0]), np.array([0.0, 0.0, 5.0]))
PHOTO = np.full((1000, 1000, 3), 128, np.uint8)


def column(height, top=None, sure=0.9999):
    heights, tops = np.full(17, (1 - sure) / 16), np.full(len(TILES), 1 / len(TILES))
    heights[height] = sure
    if top is not None:
        tops = np.eye(len(TILES))[TILES.index(top)]
    return ColumnReading(heights[:, None] * tops)


def drawn(faults=(), **told):
    columns = tuple(told.get(name, column(0)) for name in SQUARES)
    verdict = "illegal" if faults else "legal"
    return annotate_table(PHOTO, TableReading(ABOVE, columns), SIZE, verdict, faults)


def at_south_edge(picture, square, height):
    """The colour in the middle of a top's Southern side; the verdict stands above the photo."""
    east, north = square % 3 - 1.0, square // 3 - 1.0
    x, y = ABOVE.project(np.array([east, north - SIZE.length / 2, height * SIZE.height]))
    strip = picture.shape[0] - PHOTO.shape[0]
    rows = picture[: strip + 1000]
    above = next(row for row in range(strip + 1) if tuple(rows[row, 999]) == (128, 128, 128))
    return tuple(picture[round(y) + above, round(x)])


def test_each_top_is_outlined_at_its_height_in_the_colour_of_its_family() -> None:
    picture = drawn(a1=column(1, Tile("b", 5)), b2=column(4, Tile("c", 1)), c3=column(2, Tile("w", 9)))
    assert at_south_edge(picture, 0, 1) == FAMILY_COLOURS["b"]
    assert at_south_edge(picture, 4, 4) == FAMILY_COLOURS["c"]
    assert at_south_edge(picture, 8, 2) == FAMILY_COLOURS["w"]
    assert at_south_edge(picture, 5, 0) == (128, 128, 128)


def test_what_is_not_sure_is_amber_and_what_is_at_fault_red() -> None:
    fault = Fault("5", ("b1",), "b1: it may not lie there.")
    picture = drawn((fault,), b1=column(2, Tile("b", 5)), c1=column(1))
    assert at_south_edge(picture, 1, 2) == RED
    assert at_south_edge(picture, 2, 1) == AMBER


def test_a_column_of_which_nobody_knows_how_high_it_is_is_named_below_the_photo() -> None:
    picture = drawn(a1=column(3, Tile("b", 5), 0.5))
    for height in range(5):
        assert at_south_edge(picture, 0, height) == (128, 128, 128)
    assert len(picture) > len(drawn())


def test_the_photo_itself_stays_as_it_is() -> None:
    drawn(a1=column(1, Tile("b", 5)))
    assert (PHOTO == 128).all()


def test_faces_are_drawn_in_rows_by_family_and_twice_as_large() -> None:
    width, height = FACE_WH
    faces = {
        Tile(family, value): np.full((height, width, 3), 10 * value + row + 5, np.uint8)
        for row, family in enumerate("bw")
        for value in VALUES
    }
    picture = draw_faces(TileSet(SIZE, faces))
    places = {}
    for tile, face in faces.items():
        is_face = (picture == face[0, 0]).all(axis=2).astype(np.uint8)
        _, _, stats, _ = cv2.connectedComponentsWithStats(is_face)
        left, top, across, down, _ = stats[1:][stats[1:, cv2.CC_STAT_AREA].argmax()]
        assert (across, down) == (2 * width, 2 * height)
        places[tile] = (top, left)
    assert sorted(places, key=places.__getitem__) == list(faces)


def test_words_beside_a_high_column_stay_within_its_square_in_a_browser_with_wide_letters() -> None:
    table = MarkedTable(((Tile("b", 5),) * 36, *((),) * 8))
    words = [mark for mark in draw_table(table) if isinstance(mark, Label) and mark.anchor == "start"]
    beside = {label.text: label.at_xy[0] + 1.1 * text_width_px(label.text, 1000 * label.size) / 1000 for label in words}
    assert {"36 high", "worth 18"} <= set(beside)
    assert all(end < 1.0 for text, end in beside.items() if len(text) > 2)
