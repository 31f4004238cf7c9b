"""What was probably meant by a command or an option that does not exist. Called by the program's entry and groups."""

import re
from collections.abc import Sequence

import click

from .files import is_file

#: What people call commands that have other names; of a group's commands behind its name.
OTHER_NAMES = {
    "check": ("analyse", "analyze", "look", "photo", "photos", "picture", "read", "scan", "see"),
    "watch": ("camera", "cameras", "film", "follow", "live", "record", "stream", "video", "webcam"),
    "suggest": ("advise", "best", "hint", "move", "solve"),
    "judge": ("legal", "validate", "verify"),
    "play": ("game", "new", "start"),
    "calibrate": ("colors", "colours", "learn", "lens", "light"),
    "calibrate camera": ("lens",),
    "calibrate check": ("light", "meter"),
    "profile delete": ("remove", "rm"),
    "mat": ("print", "sheet"),
    "bench": ("benchmark", "measure", "test"),
    "--help": ("help",),
    "--version": ("version",),
}
_MEANT = {
    (*command.split()[:-1], name): command.split()[-1] for command, names in OTHER_NAMES.items() for name in names
}
# Word processors and web pages make one of two hyphens.
_LONG_DASH = re.compile(r"[\u2013\u2014]+-*(\w.*)")


def meant_command(group: Sequence[str], name: str) -> str | None:
    """The command, or the option in its place, that is probably meant by a word that is none; None if no word is known
    for one.

    Parameters
    ----------
    group : sequence of str
        The names of the group of commands, such as `["calibrate"]`; none for the program's own.
    name : str
    """
    return _MEANT.get((*group, name.lower()))


def told_notation(word: str) -> str | None:
    """What to type where a tower stands in the place of a command; None if it is none."""
    if "," not in word:
        return None
    return f"{word!r} is no command; `judge` before it judges a tower in notation, `suggest` ranks the placements"


def told_long_dash(words: Sequence[str]) -> str | None:
    """What to type for an option whose hyphens have become a long dash; None if no word looks like one."""
    for word in words:
        if (match := _LONG_DASH.match(word)) and not is_file(word):
            hyphens = "-" if len(match[1]) == 1 else "--"
            return f"{word!r} begins with a long dash; options begin with hyphens, as in {hyphens}{match[1]}"
    return None


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
        if words and (notation := told_notation(words[0])):
            return notation
        is_before = any(word in command.list_commands(error.ctx) for word in words)
        return (
            f"{error.option_name!r} stands before the command; type its options behind its name" if is_before else None
        )
    names = {name for parameter in command.params for name in parameter.opts}
    if short := next((word for word in words if word not in names and f"-{word}" in names), None):
        return f"there is no option {short!r}; did you mean '-{short}'?"
    return None
