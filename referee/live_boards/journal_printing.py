"""The events of a board game's journal in the terminal. Called by the games' reports of their journals."""

from typing import Any

from rich.console import Console
from rich.text import Text

from referee.live.game_events import EventKind
from referee.live.journal import JournalReading
from referee.playing.journal_replaying import told_events

from .event_text import event_text
from .events import BoardEvent


def print_events(console: Console, game: str, reading: JournalReading[BoardEvent, Any], step: bool) -> None:
    """Print the events that are about the game; with `step` each once Enter was pressed."""
    for event in told_events(console, game, reading, step):
        style = "bold red" if event.kind is EventKind.FAULT else "bold"
        console.print(Text(event_text(event).lstrip(), style), soft_wrap=True)
