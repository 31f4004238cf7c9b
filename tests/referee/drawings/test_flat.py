"""Drawings as values: the tower from two corners, text in any script, and SVG."""

import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest

from referee.drawings.flat import FAULT_RGB, Label, Polygon, moved, paint, svg_marks, text_width_px, wrapped, write
from referee.drawings.tower_drawing import PAINTS_RGB, WIDTH, draw_tower, drawing_height
from rules.games.babel import EMPTY_TOWER, Face, parse_tower


def polygons(tower, **more):
    return [mark for mark in draw_tower(tower, **more) if isinstance(mark, Polygon)]


def test_a_single_cube_shows_three_faces_from_each_corner_with_their_marks() -> None:
    empty = len(polygons(EMPTY_TOWER))
    # Six faces, the top twice and the underside never; a mark on each of the six drawn.
    assert len(polygons(parse_tower("1U,-,-,-"))) - empty == 12


def test_faces_between_cubes_are_not_drawn() -> None:
    apart = len(polygons(parse_tower("0,-,-,0")))
    together = len(polygons(parse_tower("0,0,-,-")))
    assert together == apart - 4


def test_an_unknown_mark_is_a_question_mark() -> None:
    marks = [mark for mark in draw_tower(parse_tower("2?,-,-,-")) if isinstance(mark, Label)]
    assert [mark.text for mark in marks].count("?") == 6


def test_a_fault_is_outlined_in_red() -> None:
    tower = parse_tower("1W,-,-,-")
    red = [shape for shape in polygons(tower, faulty={((0, 0, 0), Face.W)}) if shape.line_rgb == FAULT_RGB]
    assert len(red) == 1
    assert not [shape for shape in polygons(tower) if shape.line_rgb == FAULT_RGB]


@pytest.mark.parametrize(
    ("near", "both", "first_x"), [("-,-,-,1U", "4ENUD,-,-,1U", 210), ("1U,-,-,-", "1U,-,-,4ENUD", 0)]
)
def test_the_nearer_cube_covers_the_one_behind_it(near: str, both: str, first_x: int) -> None:
    alone, covering = (np.zeros((320, 420, 3), np.uint8) for _ in range(2))
    for frame, notation in ((alone, near), (covering, both)):
        paint(frame, draw_tower(parse_tower(notation), levels=3), scale=50)
    # Each view fills half of the drawing. The top is as bright as its paint.
    top = (alone[:, first_x : first_x + 210] == PAINTS_RGB[1][::-1]).all(axis=2)
    assert top.sum() > 500
    assert (covering[:, first_x : first_x + 210][top] == PAINTS_RGB[1][::-1]).all()


@pytest.mark.parametrize("notation", ["-,-,-,-", "/".join(["0,0,0,0"] * 6), "0,0,0,0 +2,0,0=0 +-1,1,0=0"])
def test_the_drawing_keeps_within_its_size(notation: str) -> None:
    points = np.array([point for shape in polygons(parse_tower(notation)) for point in shape.points_xy])
    assert points.min() >= 0
    assert points[:, 0].max() <= WIDTH
    assert points[:, 1].max() <= drawing_height(6)


@pytest.mark.parametrize("text", ["Ebene über Straße", "規則5に違反：青"])
def test_letters_of_every_language_are_drawn_and_not_question_marks(text: str) -> None:
    def drawn(words: str) -> np.ndarray:
        frame = np.zeros((40, 400, 3), np.uint8)
        write(frame, words, (5, 30), 20, (255, 255, 255))
        return frame

    assert drawn(text).any()
    assert not np.array_equal(drawn(text), drawn("".join(letter if letter.isascii() else "?" for letter in text)))


@pytest.mark.parametrize(
    "text", ["The cube in b1 on level 2 shows a bulge on the outside", "外側に出っ張りが出ています" * 3]
)
def test_long_lines_are_broken_and_nothing_is_lost(text: str) -> None:
    lines = wrapped(text, 20, 200)
    assert len(lines) > 1
    assert all(text_width_px(line, 20) <= 200 for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


def test_painting_scales_and_shifts() -> None:
    frame = np.zeros((60, 60, 3), np.uint8)
    square = Polygon(((0, 0), (1, 0), (1, 1), (0, 1)), (10, 20, 200))
    paint(frame, [square], (20, 30), 20)
    assert frame[40, 30].tolist() == [200, 20, 10]
    assert not frame[:28].any()
    assert not frame[:, :18].any()


def test_a_drawing_is_moved_with_its_words() -> None:
    marks = [Polygon(((0.0, 0.0), (1.0, 2.0)), (1, 2, 3)), Label((1.0, 1.0), "a1", 0.4, (1, 2, 3))]
    shape, label = moved(marks, (2.0, 0.5))
    assert shape == Polygon(((2.0, 0.5), (3.0, 2.5)), (1, 2, 3))
    assert label == Label((3.0, 1.5), "a1", 0.4, (1, 2, 3))


def test_svg_escapes_what_people_write() -> None:
    text = svg_marks([Label((1, 2), 'Tom & "Ida" <3', 0.4, (0, 0, 0))])
    assert ElementTree.fromstring(text).text == 'Tom & "Ida" <3'


def test_svg_has_the_outlines_and_a_fault_in_red() -> None:
    tower = parse_tower("1W,-,-,-")
    shapes = ElementTree.fromstring(f"<svg>{svg_marks(draw_tower(tower, faulty={((0, 0, 0), Face.W)}))}</svg>")
    widths = {shape.get("stroke"): shape.get("stroke-width") for shape in shapes.iter("polygon")}
    assert widths["#dc1e1e"] == "0.12"
    assert "#181818" in widths
