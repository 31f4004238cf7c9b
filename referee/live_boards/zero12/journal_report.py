"""The journal of a game of 012x012 as one JSON document, as a record, and event by event. Called by `replay` and
`export`."""

from typing import Any

from rich.console import Console

from referee.boards.zero12 import board
from referee.live_boards.events import event_fields
from referee.live_boards.journal_printing import print_events
from referee.playing.journal_replaying import print_end
from rules.errors import IllegalMove, IncompletePosition
from rules.games.zero12 import GAME, Pass, move_notation, position_notation
from rules.record import Record, record_notation

from .game import BoardGame
from .saving import BoardReading


def journal_document(reading: BoardReading) -> dict[str, Any]:
    """What `export` writes of a journal as JSON, and `replay --json` prints."""
    game = reading.game
    return {
        "game": GAME.name,
        "source": reading.source,
        "notation": position_notation(game.position),
        "is_over": game.is_over,
        "turns": [
            {
                "player": turn.player,
                "passed": list(turn.passed),
                "move": move_notation(turn.move),
                "faults": [
                    {"rule": fault.rule, "squares": list(fault.places), "message": fault.message}
                    for fault in turn.faults
                ],
            }
            for turn in game.told
        ],
        "events": [event_fields(event) for event in reading.events],
        "remarks": list(reading.remarks),
    }


def journal_text(game: BoardGame) -> str:
    """A refereed game as a record that `replay` reads: what broke a rule and was left lying, and all after it, as
    remarks."""
    turns, remarks = game.told, []
    first = turns[0].before if turns else game.position
    if not first.stocks:
        remarks.append(f"the game was joined, so what everybody has left is not known: {position_notation(first)}")
    record: Record[Any, Any] = Record.of(GAME, first if first.stocks else GAME.start(first.options))
    played = 0
    for turn in turns if first.stocks else ():
        try:
            for move in (*[Pass()] * len(turn.passed), turn.move):
                record = record.play(move)
        except (IllegalMove, IncompletePosition):
            break
        played += 1
    for number, turn in enumerate(turns[played:], start=played + 1):
        who = f"player {turn.player}" if turn.player else "somebody"
        broken = "".join(f"  {fault.message}" for fault in turn.faults)
        remarks.append(f"{number}. {who}: {move_notation(turn.move)}{broken}")
    return record_notation(record) + "".join(f"# {remark}\n" for remark in remarks)


def print_journal(console: Console, reading: BoardReading, step: bool) -> None:
    """Print what happened, and how the board looked at the end.

    Parameters
    ----------
    console : Console
    reading : BoardReading
    step : bool
        Wait for Enter after each event of the game.
    """
    print_events(console, GAME.name, reading, step)
    console.print()
    console.print(board(reading.game.position))
    print_end(console, reading, position_notation(reading.game.position))
