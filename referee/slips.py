"""What was probably meant by a command or an option that does not exist. Called by the program's entry."""

from collections.abc import Sequence

import click

from .files import is_file

#: What people call commands that have other names.
OTHER_NAMES = {
    "check": ("look", "photo", "photos", "picture", "read", "scan", "see"),
    "watch": ("camera", "film", "follow", "live", "record", "stream", "video", "webcam"),
    "suggest": ("advise", "best", "hint", "move", "solve"),
    "judge": ("legal", "validate", "verify"),
    "play": ("game", "new", "start"),
    "calibrate": ("colors", "colours", "learn", "light"),
    "mat": ("print", "sheet"),
    "bench": ("benchmark", "measure", "test"),
    "--help": ("help",),
    "--version": ("version",),
}
_MEANT = {name: command for command, names in OTHER_NAMES.items() for name in names}


def meant_command(name: str) -> str | None:
    """The command, or the option in its place, that is probably meant by a word that is none; None if no word is known
    for one."""
    return _MEANT.get(name.lower())


def told_slip(error: click.NoSuchOption, words: Sequence[str]) -> str | None:
    """What is wrong with the words of a command line, and what to type instead; None if that cannot be told.

    Parameters
    ----------
    error : click.NoSuchOption
        Raised for these words.
    words : sequence of str
        All that was typed behind the program's name.
    """
    if file := next((word for word in words if word.startswith("-") and is_file(word)), None):
        return f"{file!r} is taken for an option; write ./{file} for the file"
    if error.option_name == "--hands":
        return "there is no option '--hands' here; write the hands behind the tower, such as '1E,-,-,- 32132:33132'"
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
