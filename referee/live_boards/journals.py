"""The journal of a board game as one JSON document, event by event, as a record and as a film. Called by the games' own
ways to `replay` and to `export`."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from referee.live.journal import Codec, JournalReading, read_journal
from rules.game import Fault, Game

from .events import BoardEvent, event_fields, tell_of_a_foul

if TYPE_CHECKING:
    from rich.console import Console

    from referee.phrases import Phrasebook
    from referee.playing.exporting import Exported

GameT = TypeVar("GameT")
"""All that was committed of a game; it has a `position` and `is_over`."""
TurnFields = tuple[Mapping[str, Any], Iterable[Fault]]
"""What is told of a turn, and the rules that it broke."""


@dataclass(frozen=True, slots=True)
class Report(Generic[GameT]):
    """How one game tells what its journal holds.

    Attributes
    ----------
    rules : Game
    codec : Codec
    turns : function
        The fields of each turn.
    text : function
        The game as a record that `replay` reads.
    """

    rules: Game[Any, Any, Any]
    codec: Codec[BoardEvent, GameT]
    turns: Callable[[GameT], Iterable[TurnFields]]
    text: Callable[[GameT], str]


def replay_journal(report: Report[Any], path: Path, step: bool, as_json: bool) -> int:
    """Show the journal of a game that was watched, with `step` an event at a time; the exit status."""
    reading = read_journal(path, report.codec)
    if as_json:
        from referee.json_output import print_json

        print_json(journal_document(report, reading))
    else:
        from referee.console import OutputConsole

        _print(OutputConsole(), report, reading, step)
    return 1 if tell_of_a_foul(reading.events) else 0


def exported_journal(report: Report[Any], path: Path, phrases: "Phrasebook") -> "Exported":
    """The game of a journal, to be written otherwise."""
    from referee.playing.board_films import journal_film
    from referee.playing.exporting import Exported

    reading = read_journal(path, report.codec)
    return Exported(
        report.rules.name,
        lambda: journal_film(report.rules, reading, path, phrases),
        lambda: journal_document(report, reading),
        lambda: report.text(reading.game),
        reading.remarks,
    )


def journal_document(report: Report[Any], reading: JournalReading[BoardEvent, Any]) -> dict[str, Any]:
    """What `export` writes of a journal as JSON, and `replay --json` prints."""
    return {
        "game": report.rules.name,
        "source": reading.source,
        "notation": report.rules.position_notation(reading.game.position),
        "is_over": reading.game.is_over,
        "turns": [
            {**fields, "faults": list(map(_fault_fields, faults))} for fields, faults in report.turns(reading.game)
        ],
        "events": [event_fields(event) for event in reading.events],
        "remarks": list(reading.remarks),
    }


def _fault_fields(fault: Fault) -> dict[str, Any]:
    return {"rule": fault.rule, "squares": list(fault.places), "message": fault.message}


def _print(console: "Console", report: Report[Any], reading: JournalReading[BoardEvent, Any], step: bool) -> None:
    """Print what happened, and how the board looked at the end."""
    from rich.text import Text

    from referee.boards import board
    from referee.live.game_events import EventKind
    from referee.playing.journal_replaying import print_end, told_events

    from .event_text import event_text

    position = reading.game.position
    for event in told_events(console, report.rules.name, reading, step):
        style = "bold red" if event.kind is EventKind.FAULT else "bold"
        console.print(Text(event_text(event).lstrip(), style), soft_wrap=True)
    console.print()
    console.print(board(report.rules, position))
    print_end(console, reading, report.rules.position_notation(position))
