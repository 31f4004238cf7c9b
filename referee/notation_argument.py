"""The NOTATION argument of `judge` and `suggest`: typed in one or several words, or read from standard input."""

import re
import sys
from collections.abc import Callable
from typing import Any, TypeVar

import click

from .errors import InputError
from .files import is_file
from .remarks import tell

#: The longest position, of a full 012x012 board with its card, has some 350.
_MOST_CHARACTERS = 10_000
# So much of standard input shows that it is too long, or several lines.
_MOST_BYTES = 100_000

# Round a notation none of them means anything.
_QUOTES = "\"'`\u2018\u2019\u201a\u201c\u201d\u201e\u00ab\u00bb"
_LABEL = re.compile(r"\s*[\"']?notation[\"']?\s*:", re.IGNORECASE)

CommandT = TypeVar("CommandT", bound=Callable[..., Any])


class NotationCommand(click.Command):
    """A command whose argument may begin with `-`, as the notation of an empty cell does."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Let everything that looks like a tower be an argument, not an option."""
        # A leading space means nothing in the notation and keeps the parser from taking it for an option.
        return super().parse_args(ctx, [f" {arg}" if re.match(r"-\s*[,:]", arg) else arg for arg in args])


def notation_argument(command: CommandT) -> CommandT:
    """The NOTATION argument, passed as `words`."""
    decorate = click.argument("words", nargs=-1, required=True, metavar="NOTATION")
    return decorate(command)


def read_notation(words: tuple[str, ...]) -> str:
    """The notation as one line; `-` reads it from standard input.

    Raises
    ------
    InputError
        If standard input holds no notation or several lines, the notation is too long, or a file is named.
    """
    if len(words) == 1 and "," not in words[0] and words != ("-",) and is_file(words[0]):
        raise InputError(f"{words[0]}: is a file, and a line of notation is wanted; check reads photos, replay records")
    notation = without_label(" ".join(words) if words != ("-",) else _line_of_standard_input())
    if len(notation) > _MOST_CHARACTERS:
        raise InputError(f"{len(notation)} characters are more than any position has; give one line of notation")
    return notation


def without_label(notation: str) -> str:
    """The notation alone: people copy the whole line that the program prints, of a JSON document too, or the quotes
    that stood round it.

    Examples
    --------
    >>> without_label("notation: 1E,0,-,-"), without_label(' "notation": "1E,0,-,-",'), without_label("'1E,0,-,-'")
    ('1E,0,-,-', '1E,0,-,-', '1E,0,-,-')
    """
    return _LABEL.sub("", notation).strip().strip(_QUOTES).rstrip(",").rstrip(_QUOTES).strip()


def _line_of_standard_input() -> str:
    if sys.stdin.isatty():
        # What is pasted may have many lines, so none is waited for as the last.
        end = "Ctrl-Z and Enter" if sys.platform == "win32" else "Ctrl-D"
        tell(f"type or paste one line of notation, then Enter and {end}")
    try:
        text = sys.stdin.buffer.read(_MOST_BYTES).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError("standard input is not UTF-8 text; give one line of notation") from None
    lines: list[str] = [line.strip() for line in text.splitlines() if line.strip()]
    # What another command prints tells the notation among other things.
    lines = list(filter(_LABEL.match, lines)) or lines
    if len(lines) != 1:
        raise InputError(f"standard input holds {'several lines' if lines else 'nothing'}; give one line of notation")
    return lines[0]
