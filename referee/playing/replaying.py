"""A recorded game shown in the terminal. Called by `replay`."""

from typing import Any

from rich.console import Console
from rich.text import Text

from referee.boards import board
from referee.reports.game_text import print_faults
from referee.reports.standing import standing
from rules.options import options_notation
from rules.record import mover
from rules.record_reading import RecordReading


def print_replay(console: Console, reading: RecordReading[Any, Any], step: bool) -> None:
    """Print who played what, each move with the position that it leads to, and what is wrong.

    Parameters
    ----------
    console : Console
    reading : RecordReading
    step : bool
        Wait for Enter after each move; the end of input ends the showing, not the verdict.
    """
    record, wrong = reading.record, reading.wrong_move
    game, start = record.game, record.positions[0]
    # First, for it may not be known: then nothing is printed.
    told = None if wrong and wrong.is_start else standing(game, start)
    console.print(Text(f"{game.name}  {'  '.join(options_notation(game.options(start)))}", "bold"))
    for number, name in enumerate(record.players, start=1):
        console.print(Text(f"player {number}: {name}"))
    console.print(board(game, start))
    if told is not None:
        console.print(Text(told))
    for number, move in enumerate(record.moves, start=1):
        if step and not goes_on(console):
            break
        before, after = record.positions[number - 1 : number + 1]
        console.print()
        console.print(Text(f"{number}. {mover(game.to_move(before))}: {game.move_notation(move)}", "bold"))
        console.print(board(game, after))
        if not wrong or number < len(record.moves):
            console.print(Text(standing(game, after)))
    if wrong:
        console.print()
        console.print(Text(f"{wrong.line} is not legal here:", "bold red"))
        print_faults(console, wrong.faults)
    for remark in reading.remarks:
        console.print(Text(remark, "yellow"))


def goes_on(console: Console) -> bool:
    """Ask whether to show more; the end of input says no."""
    try:
        return console.input(Text("Enter: next move, q: end ")).strip().lower() not in ("q", "quit")
    except EOFError:
        console.print()
        return False
