"""What the journal of a game of Les Tours de Babel tells of its turns, and the game as a record. Called by `replay` and
`export`."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from referee.live_boards.journals import Report, TurnFields
from rules.errors import IllegalMove, IncompletePosition
from rules.games.tours import GAME, Position, Reserve, position_notation
from rules.record import Record, record_notation

from .game import TableGame
from .lines import onward
from .saving import TABLE_CODEC


def _turns(game: TableGame) -> Iterator[TurnFields]:
    for turn in game.turns:
        yield {"moves": list(map(str, turn.moves))}, turn.faults


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


REPORT = Report(GAME, TABLE_CODEC, _turns, journal_text)
"""How a game of Les Tours de Babel tells what its journal holds."""
