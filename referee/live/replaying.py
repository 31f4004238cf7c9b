"""A journal shown in the terminal, event by event, with the tower after each change. Called by `replay`."""

from rich.console import Console
from rich.text import Text

from referee.replaying import goes_on
from referee.tower_text import draw_tower, hands_text, symbols_for

from .events import Event, EventKind
from .journal import JournalReading

#: Events that say nothing of the game itself.
_BESIDE_THE_GAME = (EventKind.HAND, EventKind.VIEW)


def print_journal(console: Console, reading: JournalReading, step: bool) -> None:
    """Print what happened, and how the game stood at the end.

    Parameters
    ----------
    console : Console
    reading : JournalReading
    step : bool
        Wait for Enter after each event of the game.
    """
    console.print(Text(f"babel  {reading.source}", "bold"))
    for event in reading.events:
        if event.kind in _BESIDE_THE_GAME:
            continue
        if step and not goes_on(console):
            break
        console.print()
        console.print(Text(_sentence(event), "bold red" if event.kind is EventKind.FAULT else "bold"))
        tower = event.tower
        if tower is not None:
            console.print(draw_tower(tower, tower, symbols_for(console)))
    console.print()
    if reading.game.hands:
        console.print(hands_text(reading.game.hands))
    console.print(f"notation: {reading.game.notation}", markup=False, soft_wrap=True)
    if reading.is_torn:
        console.print(Text("The journal is cut off; `watch --resume` goes on after its last whole line.", "yellow"))


def _sentence(event: Event) -> str:
    minutes, seconds = divmod(int(event.source_time), 60)
    rule = "" if event.rule is None else f"AGAINST RULE {event.rule}: "
    return f"{minutes}:{seconds:02d}  {rule}{event.message}"
