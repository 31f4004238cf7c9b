"""The events of a live game on a board as lines, for people or as JSON, and as sentences to speak."""

from collections.abc import Sequence

import msgspec

from referee.json_output import printable_json
from referee.live.game_events import EventKind
from referee.live.headless import time_text
from referee.phrases import Phrasebook

from .events import BoardEvent, event_fields

NOTHING_READ = "no board could be read in any picture"
"""Why a game has nothing in it, though its pictures were looked at."""


def printed(event: BoardEvent, json_lines: bool, are_stills: bool) -> str | None:
    """The event as one line of JSON, or as `event_text` has it; None for hands, for one comes with every cube."""
    if json_lines:
        return printable_json(msgspec.json.encode(event_fields(event)).decode())
    return None if event.kind is EventKind.HAND else event_text(event, are_stills)


def event_text(event: BoardEvent, are_stills: bool = False) -> str:
    """The event as one line for people.

    Examples
    --------
    >>> event_text(BoardEvent(EventKind.HAND, 62.0, "A hand is at the board.", is_there=True))
    '  1:02  A hand is at the board.'
    """
    rule = f"AGAINST RULE {event.rule}: " if event.rule is not None else ""
    return f"{time_text(event.source_time, are_stills)}  {rule}{event.message}"


def spoken(events: Sequence[BoardEvent], _phrases: Phrasebook) -> tuple[str, ...]:
    """What to say of some events: what is about the game, as it is written."""
    kinds = (EventKind.START, EventKind.HAND, EventKind.VIEW)
    told = [event for event in events if event.kind not in kinds]
    return tuple(map(sentence, told))


def sentence(event: BoardEvent) -> str:
    """What an event is, with the rule that was broken if one was."""
    return event.message if event.rule is None else f"Against rule {event.rule}: {event.message}"
