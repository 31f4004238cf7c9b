"""What was probably meant by an option that no command has. Called by the program's entry."""

from collections.abc import Sequence
from pathlib import Path

import click


def told_slip(error: click.NoSuchOption, words: Sequence[str]) -> str | None:
    """What is wrong with the words of a command line, and what to type instead; None if that cannot be told.

    Parameters
    ----------
    error : click.NoSuchOption
        Raised for these words.
    words : sequence of str
        All that was typed behind the program's name.
    """
    if file := next((word for word in words if word.startswith("-") and Path(word).exists()), None):
        return f"{file!r} is taken for an option; write ./{file} for the file"
    if error.ctx is None:
        return None
    command = error.ctx.command
    if isinstance(command, click.Group):
        is_before = any(word in command.list_commands(error.ctx) for word in words)
        return (
            f"{error.option_name!r} stands before the command; type its options behind its name" if is_before else None
        )
    names = {name for parameter in command.params for name in parameter.opts}
    if short := next((word for word in words if word not in names and f"-{word}" in names), None):
        return f"there is no option {short!r}; did you mean '-{short}'?"
    return None
