"""012x012 drawn for a terminal."""

import re

from rich.console import Console

from referee.boards.zero12 import board
from rules.games.zero12 import SIDE, Options, parse_position, position_notation, start

EMPTY = "./././././././././././. 24,24,24:24,24,24 1"
TWO_CUBES = "..1........./././././././././././2........... 24,23,24:24,24,23 2"


def drawn(position):
    console = Console(width=80)
    with console.capture() as capture:
        console.print(board(position))
    return capture.get().splitlines()


def after_the_card(board_and_rest):
    return parse_position(position_notation(start()).replace(EMPTY, board_and_rest))


def test_the_board_has_north_up_with_cubes_in_brackets_among_what_the_card_asks_for():
    lines = drawn(after_the_card(TWO_CUBES))
    assert lines[0].rstrip() == " 12  2  2 [1] 0  0  0  2  2  0  0  0  0"
    assert lines[1].startswith(" 11  1  1  2  2")
    assert lines[11].rstrip() == "  1 [2] 0  1  1  1  1  0  0  1  1  1  1"
    assert lines[12].split() == list("abcdefghijkl")
    assert lines[13:] == ["player 1 has 24 white, 23 black, 24 red", "player 2 has 24 white, 24 black, 23 red"]


def test_who_has_two_turns_is_told():
    told = drawn(after_the_card(f"{TWO_CUBES} again"))[-2:]
    assert [line.endswith(" (two turns)") for line in told] == [False, True]


def test_where_cubes_slide_the_free_squares_are_blank():
    position = start(Options(mode="sliding", players=1))
    free = sum(position.cube((column, row)) is None for column in range(SIDE) for row in range(SIDE))
    lines = drawn(position)[:SIDE]
    assert sum(line.count("[") for line in lines) == SIDE * SIDE - free
    assert not any(character.isdigit() for line in lines for character in re.sub(r"\[.\]", "", line[4:]))
