"""The journal of a game of Les Tours de Babel as one JSON document, as a record, and event by event. Called by `replay`
and `export`."""

from dataclasses import replace
from typing import Any

from rich.console import Console

from referee.boards.tours import board
from referee.live_boards.events import event_fields
from referee.live_boards.journal_printing import print_events
from referee.playing.journal_replaying import print_end
from rules.errors import IllegalMove, IncompletePosition
from rules.games.tours import GAME, Position, Reserve, position_notation
from rules.record import Record, record_notation

from .game import TableGame
from .lines import onward
from .saving import TableReading


def journal_document(reading: TableReading) -> dict[str, Any]:
    """What `export` writes of a journal as JSON, and `replay --json` prints."""
    game = reading.game
    return {
        "game": GAME.name,
        "source": reading.source,
        "notation": position_notation(game.position),
        "is_over": game.is_over,
        "turns": [
            {
                "moves": list(map(str, turn.moves)),
                "faults": [
                    {"rule": fault.rule, "squares": list(fault.places), "message": fault.message}
                    for fault in turn.faults
                ],
            }
            for turn in game.turns
        ],
        "events": [event_fields(event) for event in reading.events],
        "remarks": list(reading.remarks),
    }


def journal_text(game: TableGame) -> str:
    """A refereed game as a record that `replay` reads: what broke a rule and was left lying, and all after it, as
    remarks; who plays which family is told as it turned out."""
    first = game.turns[0].before[0] if game.turns else game.position
    if first.reserves is None or game.position.reserves is None:
        place = position_notation(first)
        remarks = [f"it is not known whose turn it was; the game was followed from {place}"]
        return record_notation(Record.of(GAME)) + _remarks(game, 0, remarks)
    reserves = (*first.reserves, *((),) * game.position.options.players)[: game.position.options.players]
    record: Record[Any, Any] = Record.of(GAME, replace(first, reserves=reserves, options=game.position.options))
    remarks, played = [], 0
    ends = [turn.before[0].columns for turn in game.turns[1:]] + [game.position.columns]
    for number, (turn, columns) in enumerate(zip(game.turns, ends, strict=True), start=1):
        try:
            ways = () if turn.faults else onward(record.position, columns).ways
            moves = ways[0].moves if ways else turn.moves
            for move in moves:
                record = record.play(move)
        except (IllegalMove, IncompletePosition):
            break
        if any(isinstance(move, Reserve) for move in moves) and None in _put_aside(ways[0].end):
            remarks.append(f"which tile was put aside before tile {number} nobody saw: it is one that fitted nowhere")
        played = number
    return record_notation(record) + _remarks(game, played, remarks)


def _put_aside(position: Position) -> list[object]:
    return [tile for reserve in position.known_reserves for tile in reserve]


def _remarks(game: TableGame, played: int, remarks: list[str]) -> str:
    """What the record does not hold, each on a line of its own."""
    for number, turn in enumerate(game.turns[played:], start=played + 1):
        moves = ", ".join(map(str, turn.moves))
        broken = "".join(f"  {fault.message}" for fault in turn.faults)
        remarks.append(f"{number}. {moves}{broken}")
    return "".join(f"# {remark}\n" for remark in remarks)


def print_journal(console: Console, reading: TableReading, step: bool) -> None:
    """Print what happened, and how the table looked at the end.

    Parameters
    ----------
    console : Console
    reading : TableReading
    step : bool
        Wait for Enter after each event of the game.
    """
    print_events(console, GAME.name, reading, step)
    console.print()
    console.print(board(reading.game.position))
    print_end(console, reading, position_notation(reading.game.position))
