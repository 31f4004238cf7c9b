"""Options that several commands share, as decorators. Imports nothing heavy: every `--help` comes through here."""

import math
import pkgutil
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from .files import named_path
from .phrases import ENGLISH, LANGUAGES
from .sheets.papers import PAPERS_MM

if TYPE_CHECKING:
    from calibration.profile import Profile
    from rules.games.babel import Options

CommandT = TypeVar("CommandT", bound=Callable[..., Any])

_BETWEEN_CORNERS = re.compile(r"[\s,;()\[\]]+")
# A comma before three digits may part thousands.
_DECIMAL_COMMA = re.compile(r"([+-]?[0-9]+),([0-9]{1,2}|[0-9]{4,})\Z")


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


class PhotoGameName(GameName):
    """The name of a game that can be read from photos."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name of the game; fails if the house has no reader for it."""
        from rules import games
        from vision import games as readers

        from .games import folder_of

        name = super().convert(value, param, ctx)
        if folder_of(games.load(name)) not in {module.name for module in pkgutil.iter_modules(readers.__path__)}:
            self.fail(f"{name} cannot be read from photos", param, ctx)
        return name


class HandsText(click.ParamType):  # type: ignore[type-arg, unused-ignore]
    """Two hands as five digits each joined by `:`, turned into a pair of tuples."""

    name = "hands"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Both hands; fails where one is more than a player has."""
        from rules import NotationError
        from rules.games.babel import FULL_HAND, parse_hands

        try:
            hands = parse_hands(str(value))
        except NotationError as error:
            self.fail(str(error), param, ctx)
        if any(held > most for hand in hands for held, most in zip(hand, FULL_HAND, strict=True)):
            self.fail(f"{value!r} is more than a player has, {''.join(map(str, FULL_HAND))}", param, ctx)
        return hands


class CornersText(click.ParamType):  # type: ignore[type-arg, unused-ignore]
    """Six points as twelve numbers with commas between, turned into pairs of x and y.

    Spaces, semicolons and brackets will do as well: so the outline of a JSON document can be pasted.
    """

    name = "corners"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[tuple[float, float], ...]:
        """The points in the order in which they are given."""
        try:
            numbers = [float(number) for number in _BETWEEN_CORNERS.sub(" ", str(value)).split()]
        except ValueError:
            numbers = []
        if len(numbers) != 12 or not all(map(math.isfinite, numbers)):
            message = f"{value!r} is not six points; expected twelve numbers x,y,x,y,... in pixels of the photo"
            self.fail(message, param, ctx)
        return tuple(zip(numbers[::2], numbers[1::2], strict=True))


def photo_game_option(command: CommandT) -> CommandT:
    """`--game` of the commands that read photos, passed as `game`."""
    help_text = "The game that is played; babel pico is the same game as babel."
    return click.option(
        "--game", type=PhotoGameName(), default="babel", show_default=True, metavar="NAME", help=help_text
    )(command)


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


class FilePath(click.ParamType):  # type: ignore[type-arg, unused-ignore]
    """The path of a file or folder; an empty one, which stands for the current folder, is a slip."""

    name = "path"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """The path; fails if it is empty."""
        if not str(value):
            self.fail("the name of a file or folder is empty", param, ctx)
        return named_path(str(value))


class Number(click.types.FloatParamType):
    """A number; nan, which lies in every range, is none. Its unit may stand behind it, and a decimal comma in it."""

    def __init__(self, unit: str = "") -> None:
        self.unit = unit

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number; fails for what is none."""
        try:
            number = float(_DECIMAL_COMMA.sub(r"\1.\2", str(value).strip().lower().removesuffix(self.unit).rstrip()))
        except ValueError:
            number = math.nan
        if math.isnan(number):
            self.fail(f"{value!r} is not a number such as 2.5", param, ctx)
        return number


class NumberRange(click.FloatRange, Number):
    """A number within bounds."""

    def __init__(self, least: float, most: float, unit: str) -> None:
        click.FloatRange.__init__(self, least, most)
        Number.__init__(self, unit)


class WholeNumber(click.IntRange):
    """A whole number within bounds, called so in messages."""

    name = "whole number"


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


class LanguageCode(click.Choice[str]):
    """A language, also by what systems call it, such as `de-AT` or `de_DE.UTF-8`."""

    def __init__(self) -> None:
        super().__init__(LANGUAGES, case_sensitive=False)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The code of the language alone; fails with all there are."""
        return super().convert(re.split("[-_.]", str(value))[0] or value, param, ctx)


def language_option(help_text: str) -> Callable[[CommandT], CommandT]:
    """`--language`, passed as `language`; what it is of, the command says."""
    return click.option("--language", type=LanguageCode(), default=ENGLISH, show_default=True, help=help_text)


def json_option(command: CommandT) -> CommandT:
    """`--json`, passed as `as_json`."""
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON document instead of text.")(command)


class RuleChoice(click.Choice[str]):
    """A decision of a rule set; case does not matter, nor whether words are joined by `-`, `_` or spaces."""

    def __init__(self, choices: Sequence[str]) -> None:
        super().__init__(choices, case_sensitive=False)

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """All of them as they are listed, upper case kept."""
        return f"[{'|'.join(self.choices)}]"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The choice as it is listed; fails with all of them."""
        return super().convert("-".join(str(value).replace("_", "-").split()), param, ctx)


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
        click.echo(f"profile {profile.name}: {line}", err=True)


def rules_from(type2: str | None, type3: str | None, finished: str | None, profile: "Profile | None") -> "Options":
    """The rule set that the values of `rule_options` describe; how bulges lie, a profile tells where they do not."""
    from rules.games.babel import DEFAULT_OPTIONS
    from rules.options import with_options

    if profile is not None and profile.rules is not None:
        type2, type3 = type2 or profile.rules.type2, type3 or profile.rules.type3
    return with_options(DEFAULT_OPTIONS, rule_texts(type2, type3, finished))
