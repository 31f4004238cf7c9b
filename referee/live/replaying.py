"""A journal shown in the terminal, event by event, with the tower after each change. Called by `replay`."""

from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.text import Text

from referee.replaying import goes_on
from referee.tower_text import draw_tower, hands_text, symbols_for
from rules.games.babel import Tower, parse_tower

from .journal import JournalReading

#: Events that say nothing of the game itself.
_BESIDE_THE_GAME = ("hand", "view")


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
        if event.get("event") in _BESIDE_THE_GAME:
            continue
        if step and not goes_on(console):
            break
        console.print()
        console.print(Text(_sentence(event), "bold red" if event.get("event") == "fault" else "bold"))
        if event.get("position"):
            tower = _tower(str(event["position"]))
            console.print(draw_tower(tower, tower, symbols_for(console)))
    console.print()
    if reading.game.hands:
        console.print(hands_text(reading.game.hands))
    console.print(f"notation: {reading.game.notation}", markup=False, soft_wrap=True)
    if reading.is_torn:
        console.print(Text("The journal is cut off; `watch --resume` goes on after its last whole line.", "yellow"))


def _sentence(event: Mapping[str, Any]) -> str:
    minutes, seconds = divmod(int(event.get("source_time", 0)), 60)
    rule = f"AGAINST RULE {event['rule']}: " if "rule" in event else ""
    return f"{minutes}:{seconds:02d}  {rule}{event.get('message', '')}"


def _tower(position: str) -> Tower:
    """The tower of a position's notation, whatever is known of hands and turn."""
    words = [word for word in position.split() if ":" not in word and word not in ("1", "2")]
    return parse_tower(" ".join(words))
