"""What the journal of a game of 012x012 tells of its turns, and the game as a record. For `replay` and `export`."""

from collections.abc import Iterator
from typing import Any

from referee.live_boards.journals import Report, TurnFields
from rules.errors import IllegalMove, IncompletePosition
from rules.games.zero12 import GAME, Pass, move_notation, position_notation
from rules.record import Record, record_notation

from .game import BoardGame
from .saving import BOARD_CODEC


def _turns(game: BoardGame) -> Iterator[TurnFields]:
    for turn in game.told:
        fields = {"player": turn.player, "passed": list(turn.passed), "move": move_notation(turn.move)}
        yield fields, turn.faults


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


REPORT = Report(GAME, BOARD_CODEC, _turns, journal_text)
"""How a game of 012x012 tells what its journal holds."""
