"""Options that several commands share, as decorators. Imports nothing heavy: every `--help` comes through here."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from .parameters import GameName, LanguageCode, NumberRange, PhotoGameName, RuleChoice, WholeNumber
from .phrases import ENGLISH
from .remarks import tell
from .sheets.papers import PAPERS_MM

if TYPE_CHECKING:
    from calibration.profile import Profile
    from rules.games.babel import Options

CommandT = TypeVar("CommandT", bound=Callable[..., Any])

#: What photos show where no game is named.
USUAL_PHOTO_GAME = "babel"


def photo_game_option(how: str, step: str = "reader") -> Callable[[CommandT], CommandT]:
    """`--game` of a command that sees games, passed as `game`; see `PhotoGameName`."""
    return click.option(
        "--game",
        type=PhotoGameName(how, step),
        default=USUAL_PHOTO_GAME,
        show_default=True,
        metavar="NAME",
        help="The game that is played; babel pico is the same game as babel.",
    )


def game_option(command: CommandT) -> CommandT:
    """`--game`, passed as `game`; None where it is left out."""
    help_text = "The game that is played; `tower-referee games` lists the names."
    return click.option("--game", type=GameName(), metavar="NAME", help=help_text)(command)


def option_option(command: CommandT) -> CommandT:
    """`--option`, a decision of a game's rule set as `name=value`, passed as `option_texts`."""
    return click.option(
        "--option",
        "option_texts",
        multiple=True,
        metavar="NAME=VALUE",
        help="A decision of the rule set, once for each; `tower-referee games` lists them.",
    )(command)


def seconds_option(command: CommandT) -> CommandT:
    """`--seconds`, how long to think about a move."""
    return click.option(
        "--seconds",
        type=NumberRange(0.01, 3600, "s"),
        default=1.0,
        show_default=True,
        help="How long to think about a move, in games that are not solved.",
    )(command)


def seed_option(help_text: str, default: int | None = None) -> Callable[[CommandT], CommandT]:
    """`--seed`, which makes chance come out the same again; told is what that is."""
    return click.option(
        "--seed",
        type=WholeNumber(0, 2**63 - 1),
        default=default,
        show_default=True,
        metavar="N",
        help=help_text,
    )


def profile_option(command: CommandT) -> CommandT:
    """`--profile`, the name of what was calibrated, passed as `profile_name`."""
    return click.option(
        "--profile", "profile_name", metavar="NAME", help="Read with what `calibrate` learned under this name."
    )(command)


def paper_option(command: CommandT) -> CommandT:
    """`--paper`, the size of a printed sheet, passed as `paper`."""
    papers = click.Choice(list(PAPERS_MM), case_sensitive=False)
    return click.option("--paper", type=papers, default="a4", show_default=True, help="Size of the sheet.")(command)


def language_option(help_text: str) -> Callable[[CommandT], CommandT]:
    """`--language`, passed as `language`; what it is of, the command says."""
    return click.option("--language", type=LanguageCode(), default=ENGLISH, show_default=True, help=help_text)


def json_option(command: CommandT) -> CommandT:
    """`--json`, passed as `as_json`."""
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON document instead of text.")(command)


TYPE2, TYPE3 = RuleChoice(["adjacent", "opposite", "both"]), RuleChoice(["corner", "T", "both"])


def rule_options(command: CommandT) -> CommandT:
    """The decisions that babel's rule sheet leaves open, passed as `type2`, `type3` and `finished`."""
    for option in reversed(
        (
            click.option(
                "--type2",
                type=TYPE2,
                show_default="adjacent",
                help="babel: how the two bulges of a black cube lie to each other.",
            ),
            click.option(
                "--type3",
                type=TYPE3,
                show_default="corner",
                help="babel: how the three bulges of a beige cube lie to each other.",
            ),
            click.option(
                "--finished",
                type=RuleChoice(["last-mover-wins", "draw"]),
                show_default="last-mover-wins",
                help="babel: what a finished tower of 24 cubes means.",
            ),
        )
    ):
        command = option(command)
    return command


def rule_texts(type2: str | None, type3: str | None, finished: str | None) -> tuple[str, ...]:
    """The values of `rule_options` that were given, as `name=value`."""
    given = {"type2": type2, "type3": type3, "finished": finished}
    return tuple(f"{name}={value}" for name, value in given.items() if value is not None)


def profile_from(name: str | None, type2: str | None, type3: str | None) -> "Profile | None":
    """The profile that `profile_option` names, if any, but for rules that were given."""
    if name is None:
        return None
    from .profiles.files import load_profile
    from .profiles.use import without_overruled

    return without_overruled(load_profile(name), type2, type3)


def tell_profile(profile: "Profile | None", options: "Options") -> None:
    """Say on standard error that a profile holds nothing, or what the verdict goes by of which it has rules."""
    if profile is None:
        return
    from .profiles.report import lines_of_use

    for line in lines_of_use(profile, options):
        tell(f"profile {profile.name}: {line}")


def rules_from(type2: str | None, type3: str | None, finished: str | None, profile: "Profile | None") -> "Options":
    """The rule set that the values of `rule_options` describe; how bulges lie, a profile tells where they do not."""
    from rules.games.babel import DEFAULT_OPTIONS
    from rules.options import with_options

    if profile is not None and profile.rules is not None:
        type2, type3 = type2 or profile.rules.type2, type3 or profile.rules.type3
    return with_options(DEFAULT_OPTIONS, rule_texts(type2, type3, finished))
