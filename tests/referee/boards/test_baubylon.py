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
