"""A live game without a window: events as text or as JSON lines. Called by `watch --headless`."""

import contextlib

import click

from .events import Event, EventKind, event_line
from .session import Session


def run(session: Session, json_lines: bool) -> int:
    """Print every event as it happens, until the source ends or Ctrl-C; the exit status."""
    is_illegal = False
    with contextlib.suppress(KeyboardInterrupt):
        for moment in session.run():
            for event in moment.events:
                is_illegal |= event.kind is EventKind.FAULT
                click.echo(event_line(event) if json_lines else event_text(event))
    return 1 if is_illegal else 0


def event_text(event: Event) -> str:
    """The event as one line for people.

    Examples
    --------
    >>> event_text(Event(EventKind.HAND, 62.0, "A hand is at the tower.", is_there=True))
    '  1:02  A hand is at the tower.'
    """
    minutes, seconds = divmod(int(event.source_time), 60)
    rule = f"AGAINST RULE {event.rule}: " if event.rule is not None else ""
    lines = [f"{minutes:3d}:{seconds:02d}  {rule}{event.message}"]
    lines += [f"        {choice.probability:4.0%}  {choice.cube}" for choice in event.choices]
    return "\n".join(lines)
