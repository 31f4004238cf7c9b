"""A live game without a window, whichever it is: its events line by line. Called by `watch --headless`."""

import contextlib
from collections.abc import Callable
from typing import Any

import click

from referee.errors import UnreadableError
from referee.remarks import tell

from .game_events import EventT
from .session import Session
from .speech import Speaker


def run(
    session: Session[Any, EventT, Any, Any],
    printed: Callable[[EventT], str | None],
    nothing_read: str,
    speaker: Speaker[EventT] | None = None,
) -> int:
    """Print every event as it happens, until the source ends or Ctrl-C; the exit status.

    Parameters
    ----------
    session : Session
    printed : function
        What is printed of an event; None if nothing is.
    nothing_read : str
        What to say where pictures were looked at, and in none anything could be read.
    speaker : Speaker, optional
        Says aloud what happens.

    Raises
    ------
    UnreadableError
        The source has ended, and nothing could be read.
    """
    is_looked_at = is_read = lacks_its_end = False
    with contextlib.suppress(KeyboardInterrupt):
        for moment in session.run():
            lacks_its_end = moment.state.lacks_its_end
            is_looked_at |= bool(moment.events)
            is_read |= moment.state.pose is not None or any(event.kind.is_of_the_game for event in moment.events)
            for event in moment.events:
                line = printed(event)
                if line is not None:
                    click.echo(line)
            if speaker is not None:
                speaker.tell(moment.events)
        if not is_looked_at and not is_read:
            raise UnreadableError("nothing was still long enough to be read; a single photo is one for `check`")
        if not is_read:
            raise UnreadableError(nothing_read)
    if lacks_its_end:
        tell("the game was out of step at the end; what happened last is missing")
    return 1 if session.has_fault else 0


def time_text(source_time: float, are_stills: bool = False) -> str:
    """When something happened: the time in the source, or the number of the picture, where each stands for itself.

    Examples
    --------
    >>> time_text(62.0), time_text(62.0, are_stills=True)
    ('  1:02', '   #62')
    """
    minutes, seconds = divmod(int(source_time), 60)
    return f"{'#' + str(int(source_time)):>6}" if are_stills else f"{minutes:3d}:{seconds:02d}"
