"""The NOTATION argument of `judge` and `suggest`: typed in one or several words, or read from standard input."""

import sys
from collections.abc import Callable
from typing import Any, TypeVar

import click

from .errors import InputError

CommandT = TypeVar("CommandT", bound=Callable[..., Any])


class NotationCommand(click.Command):
    """A command whose argument may begin with `-`, as the notation of an empty cell does."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Let everything that looks like a tower be an argument, not an option."""
        # A leading space means nothing in the notation and keeps the parser from taking it for an option.
        return super().parse_args(ctx, [f" {arg}" if arg.startswith("-,") else arg for arg in args])


def notation_argument(command: CommandT) -> CommandT:
    """The NOTATION argument, passed as `words`."""
    decorate = click.argument("words", nargs=-1, required=True, metavar="NOTATION")
    return decorate(command)


def read_notation(words: tuple[str, ...]) -> str:
    """The notation as one line; `-` reads it from standard input.

    Raises
    ------
    InputError
        If standard input holds no notation or several lines.
    """
    if words != ("-",):
        return " ".join(words).strip()
    try:
        lines: list[str] = [line.strip() for line in str(sys.stdin.read()).splitlines() if line.strip()]
    except UnicodeDecodeError as error:
        raise InputError("standard input is not text; give one line of notation") from error
    if len(lines) != 1:
        raise InputError(f"standard input holds {len(lines)} lines; give one line of notation")
    return lines[0]
