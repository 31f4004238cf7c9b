"""A live game without a window: events as text or as JSON lines. Called by `watch --headless`."""

import contextlib
from dataclasses import replace

import click

from referee.errors import UnreadableError
from referee.json_output import printable_json
from referee.phrases import ENGLISH, Phrasebook
from referee.remarks import tell
from rules.games.babel import cube_notation

from .event_fields import event_line
from .events import Choice, Event
from .session import Session
from .speech import Speaker
from .telling import place_name, written

_IN_ENGLISH = Phrasebook()


def run(session: Session, json_lines: bool, phrases: Phrasebook, speaker: Speaker | None = None) -> int:
    """Print every event as it happens, until the source ends or Ctrl-C; the exit status.

    Parameters
    ----------
    session : Session
    json_lines : bool
    phrases : Phrasebook
        English tells what an event itself says; other languages what `telling` makes of it.
    speaker : Speaker, optional
        Says aloud what happens.

    Raises
    ------
    UnreadableError
        The source has ended, and nothing could be read.
    """
    is_looked_at = is_read = is_lost = False
    with contextlib.suppress(KeyboardInterrupt):
        for moment in session.run():
            is_lost = moment.state.is_lost and not moment.state.game.is_played_out
            is_looked_at |= bool(moment.events)
            is_read |= moment.state.pose is not None or any(event.kind.is_of_the_game for event in moment.events)
            for event in moment.events:
                are_stills = moment.state.settings.are_stills
                click.echo(_line(event, phrases) if json_lines else _text(event, phrases, are_stills))
            if speaker is not None:
                speaker.tell(moment.events)
        if not is_looked_at and not is_read:
            raise UnreadableError("nothing was still long enough to be read; a single photo is one for `check`")
        if not is_read:
            raise UnreadableError("neither a tower nor an empty mat could be read in any picture")
    if is_lost:
        tell("the game was out of step at the end; what happened since the last placement is missing")
    return 1 if session.has_fault else 0


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
    >>> from .events import EventKind
    >>> event_text(Event(EventKind.HAND, 62.0, "A hand is at the tower.", is_there=True))
    '  1:02  A hand is at the tower.'
    """
    minutes, seconds = divmod(int(event.source_time), 60)
    when = f"{'#' + str(int(event.source_time)):>6}" if are_stills else f"{minutes:3d}:{seconds:02d}"
    rule = f"AGAINST RULE {event.rule}: " if event.rule is not None else ""
    lines = [f"{when}  {rule}{event.message}"]
    lines += [f"        {choice.probability:4.0%}  {_choice_text(choice, phrases)}" for choice in event.choices]
    return "\n".join(lines)
