"""A journal shown in the terminal, event by event, with the tower after each change. Called by `replay`."""

from collections.abc import Iterator
from typing import Any

from rich.console import Console
from rich.text import Text

from referee.live.event_text import event_text
from referee.live.game_events import EventKind, EventT
from referee.live.journal import JournalReading
from referee.live.saving import TowerReading
from referee.tower_text import draw_tower, hands_text, symbols_for

from .replaying import goes_on


def print_journal(console: Console, reading: TowerReading, step: bool) -> None:
    """Print what happened, and how the game stood at the end.

    Parameters
    ----------
    console : Console
    reading : TowerReading
    step : bool
        Wait for Enter after each event of the game.
    """
    for event in told_events(console, "babel", reading, step):
        console.print()
        console.print(Text(event_text(event).lstrip(), "bold red" if event.kind is EventKind.FAULT else "bold"))
        tower = event.tower
        if tower is not None:
            console.print(draw_tower(tower, tower, symbols_for(console)))
    console.print()
    if reading.game.hands:
        console.print(hands_text(reading.game.hands))
    print_end(console, reading, reading.game.notation)


def told_events(console: Console, game: str, reading: JournalReading[EventT, Any], step: bool) -> Iterator[EventT]:
    """The events of a journal that are about the game, after a heading; with `step` each once Enter was pressed."""
    console.print(Text(f"{game}  {reading.source}", "bold"))
    for event in reading.events:
        if not event.kind.is_of_the_game:
            continue
        if step and not goes_on(console):
            break
        yield event


def print_end(console: Console, reading: JournalReading[Any, Any], notation: str) -> None:
    """Print the position at the end of a journal, and whether it is cut off there."""
    console.print(f"notation: {notation}", markup=False, soft_wrap=True)
    if reading.is_torn:
        console.print(Text("The journal is cut off; `watch --resume` goes on after its last whole line.", "yellow"))
