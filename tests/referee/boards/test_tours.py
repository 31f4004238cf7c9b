"""Les Tours de Babel drawn for a terminal."""

from rich.console import Console

from referee.boards.tours import board
from rules.games.tours import Options, parse_position


def drawn(notation, options=None):
    console = Console(width=80, record=True, file=None)
    with console.capture() as capture:
        console.print(board(parse_position(notation, options or Options())))
    return capture.get()


def test_the_board_has_north_up_and_shows_tops_heights_points_and_what_lies_beside():
    text = drawn("5b4b4c,-,-/-,-,-/-,-,?2b 9b:- 3b", Options(players=2))
    lines = text.splitlines()
    assert lines[1].index("c3") > lines[1].index("a3") > 0
    assert "4c  3 high, worth 2" in text
    assert "2b  2 high, worth 1" in text
    assert "5b4b4c" in text
    assert "player 1  bamboo  points 0, 32 to draw" in text
    assert "player 2  circles  points 2, 33 to draw" in text
    assert "reserve 9b" in text
    assert "drawn  3b" in text


def test_what_is_not_known_is_said():
    assert "The reserves are not known" in drawn("5b,-,-/-,-,-/-,-,- *")
    assert "points ?" in drawn("5b?,-,-/-,-,-/-,-,-")


def test_tiles_that_are_hidden_in_a_column_have_a_question_mark_each():
    assert "5b??4c" in drawn("5b??4c,-,-/-,-,-/-,-,-")
