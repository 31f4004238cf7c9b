"""A command that has commands of its own, and says which there are. Used by the program and its groups."""

import difflib
from collections.abc import Sequence

import click

from .slips import meant_command


class CommandGroup(click.Group):
    """A group that answers a command that it does not have with the nearest one, or with all of them."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the command line; fails with all commands where none is named."""
        if not args and self.no_args_is_help and not ctx.resilient_parsing:
            ctx.fail(f"a command is missing; there are: {', '.join(self.list_commands(ctx))}")
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command of a command line; fails with a hint."""
        name, known = args[0], self.list_commands(ctx)
        if name not in known and not name.startswith("-") and not ctx.resilient_parsing:
            meant = _meant(ctx.command_path.split()[1:], name, known)
            hint = f"did you mean {meant!r}?" if meant else f"there are: {', '.join(known)}"
            ctx.fail(f"there is no command {name!r}; {hint}")
        return super().resolve_command(ctx, args)


def _meant(group: Sequence[str], name: str, known: Sequence[str]) -> str | None:
    """Which of a group's commands is probably meant by a word that is none: the one that other people call so, or else
    the one that is written nearly so; None if that cannot be told."""
    return meant_command(group, name) or next(iter(difflib.get_close_matches(name.lower(), known, n=1)), None)
