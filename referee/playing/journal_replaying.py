"""A journal shown in the terminal, event by event, with the tower after each change. Called by `replay`."""

from rich.console import Console
from rich.text import Text

from referee.live.event_text import event_text
from referee.live.game_events import EventKind
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
    console.print(Text(f"babel  {reading.source}", "bold"))
    for event in reading.events:
        if not event.kind.is_of_the_game:
            continue
        if step and not goes_on(console):
            break
        console.print()
        console.print(Text(event_text(event).lstrip(), "bold red" if event.kind is EventKind.FAULT else "bold"))
        tower = event.tower
        if tower is not None:
            console.print(draw_tower(tower, tower, symbols_for(console)))
    console.print()
    if reading.game.hands:
        console.print(hands_text(reading.game.hands))
    console.print(f"notation: {reading.game.notation}", markup=False, soft_wrap=True)
    if reading.is_torn:
        console.print(Text("The journal is cut off; `watch --resume` goes on after its last whole line.", "yellow"))
