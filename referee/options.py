"""Options that several commands share, as decorators. Imports nothing heavy: every `--help` comes through here."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click

if TYPE_CHECKING:
    from rules.games.babel import Options

CommandT = TypeVar("CommandT", bound=Callable[..., Any])


class GameName(click.ParamType):  # type: ignore[type-arg, unused-ignore]
    """A game's name or alias, turned into its name."""

    name = "game"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name of the game; fails with the names there are."""
        from rules import games

        try:
            return games.load(str(value)).name
        except KeyError as error:
            self.fail(str(error.args[0]), param, ctx)


class HandsText(click.ParamType):  # type: ignore[type-arg, unused-ignore]
    """Two hands as five digits each joined by `:`, turned into a pair of tuples."""

    name = "hands"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Both hands; whether they can be held is the rules' question."""
        match = re.fullmatch(r"([0-9]{5}):([0-9]{5})", str(value))
        if match is None:
            self.fail(f"{value!r} is not two hands; expected five digits for each player such as 33132:33132")
        return tuple(map(int, match[1])), tuple(map(int, match[2]))


def game_option(command: CommandT) -> CommandT:
    """`--game`, passed as `game`."""
    help_text = "The game that is played; babel pico is the same game as babel."
    return click.option("--game", type=GameName(), default="babel", show_default=True, metavar="NAME", help=help_text)(
        command
    )


def json_option(command: CommandT) -> CommandT:
    """`--json`, passed as `as_json`."""
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON document instead of text.")(command)


def rule_options(command: CommandT) -> CommandT:
    """The decisions that babel's rule sheet leaves open, passed as `type2`, `type3` and `finished`."""
    for option in reversed(
        (
            click.option(
                "--type2",
                type=click.Choice(["adjacent", "opposite", "both"]),
                default="adjacent",
                show_default=True,
                help="How the two bulges of a black cube lie to each other.",
            ),
            click.option(
                "--type3",
                type=click.Choice(["corner", "T", "both"], case_sensitive=False),
                default="corner",
                show_default=True,
                help="How the three bulges of a beige cube lie to each other.",
            ),
            click.option(
                "--finished",
                type=click.Choice(["last-mover-wins", "draw"]),
                default="last-mover-wins",
                show_default=True,
                help="What a finished tower of 24 cubes is.",
            ),
        )
    ):
        command = option(command)
    return command


def rules_from(type2: str, type3: str, finished: str) -> "Options":
    """The rule set that the values of `rule_options` describe."""
    from rules.games.babel import Options

    return Options(**cast(Any, {"type2": type2, "type3": type3, "finished": finished.replace("-", "_")}))
