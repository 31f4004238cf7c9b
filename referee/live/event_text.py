"""The events of a live game of babel as lines, for people or as JSON. Called by `watch --headless` and `replay`."""

from dataclasses import replace

from referee.json_output import printable_json
from referee.phrases import ENGLISH, Phrasebook
from rules.games.babel import cube_notation

from .event_fields import event_line
from .events import Choice, Event
from .headless import time_text
from .telling import place_name, written

NOTHING_READ = "neither a tower nor an empty mat could be read in any picture"
"""Why a game has nothing in it, though its pictures were looked at."""
_IN_ENGLISH = Phrasebook()


def printed(event: Event, json_lines: bool, phrases: Phrasebook, are_stills: bool) -> str:
    """The event as one line of JSON, or as `event_text` has it.

    English tells what an event itself says, other languages what `telling` makes of it.
    """
    return _line(event, phrases) if json_lines else _text(event, phrases, are_stills)


def _line(event: Event, phrases: Phrasebook) -> str:
    is_english = phrases.language == ENGLISH
    return printable_json(event_line(event if is_english else replace(event, message=written(event, phrases))))


def _text(event: Event, phrases: Phrasebook, are_stills: bool) -> str:
    if phrases.language != ENGLISH:
        # A sentence of another language names the rule itself.
        event = replace(event, message=written(event, phrases), rule=None)
    return event_text(event, phrases, are_stills)


def _choice_text(choice: Choice, phrases: Phrasebook) -> str:
    return f"{cube_notation(choice.cube)}, {place_name(choice.cell, phrases)}"


def event_text(event: Event, phrases: Phrasebook = _IN_ENGLISH, are_stills: bool = False) -> str:
    """The event as one line for people, with the choices below where something is asked.

    It begins with the time in the source, or the number of the picture, where each stands for itself.

    Examples
    --------
    >>> from .game_events import EventKind
    >>> event_text(Event(EventKind.HAND, 62.0, "A hand is at the tower.", is_there=True))
    '  1:02  A hand is at the tower.'
    """
    rule = f"AGAINST RULE {event.rule}: " if event.rule is not None else ""
    lines = [f"{time_text(event.source_time, are_stills)}  {rule}{event.message}"]
    lines += [f"        {choice.probability:4.0%}  {_choice_text(choice, phrases)}" for choice in event.choices]
    return "\n".join(lines)
