import pytest
from rich.console import Console

from referee.boards.baubylon import board
from rules.games.baubylon import Options, parse_position


@pytest.mark.parametrize(("left", "told"), [(1, "1 red pawn is still"), (2, "2 red pawns are still")])
def test_what_is_still_to_be_put_on_the_building_is_told_as_one_or_several(left: int, told: str) -> None:
    console = Console(width=80)
    with console.capture() as capture:
        console.print(board(parse_position(f"12/23 - 666 {left}:000", Options(building="12/23"))))
    assert told in capture.get()


def test_the_building_has_north_up_with_storeys_and_top_pawns_and_what_each_player_has_beside_it() -> None:
    console = Console(width=80)
    with console.capture() as capture:
        console.print(board(parse_position("2232/3441/2322/2222 b2:12r,c2:r3,d4:1 455 0:020 4 2")))
    lines = [line.rstrip() for line in capture.get().splitlines()]
    assert lines[:5] == [
        " 4 2   2   3   2 1",
        " 3 3   4*  4*  1<",
        " 2 2   3 r 2 3 2",
        " 1 2   2   2   2",
        "    a   b   c   d",
    ]
    assert lines[6:] == [
        "stacks from below: b2: 12r  c2: r3",
        "1 player 1: 4 at home",
        "2 player 2: 5 at home, 2 red",
        "3 player 3: 5 at home",
        "player 2 has rolled 4",
    ]
