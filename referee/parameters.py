"""What is typed for an argument or option, read and refused in one line. Used by options and commands."""

import importlib.util
import math
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from .files import named_path
from .phrases import LANGUAGES

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
    """The name of a game that the house can see.

    Parameters
    ----------
    how : str
        What is done with it, for the error.
    step : str
        The module of the game's reader without which it cannot be seen so.
    """

    def __init__(self, how: str, step: str = "reader") -> None:
        self._how, self._step = how, step

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name of the game; fails if the house has no reader for it."""
        from rules import games

        from .games import folder_of

        name = super().convert(value, param, ctx)
        folder = folder_of(games.load(name))
        seen = importlib.util.find_spec(f"vision.games.{folder}")
        if seen is None or importlib.util.find_spec(f"vision.games.{folder}.{self._step}") is None:
            self.fail(f"{name} cannot be {self._how}", param, ctx)
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


class ColoursText(click.ParamType):  # type: ignore[type-arg, unused-ignore]
    """Three to six colours of pawns with commas between, turned into a tuple."""

    name = "colours"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, ...]:
        """The colours; fails for one that is not told apart, or that is given twice."""
        from rules.errors import listed
        from vision.games.baubylon.pawn_colours import PAWN_COLOURS

        colours = tuple(str(value).replace(",", " ").casefold().split())
        known = PAWN_COLOURS[1:]
        strange = [colour for colour in colours if colour not in known]
        if strange:
            self.fail(f"{strange[0]!r} is not a colour of players' pawns; these are {listed(known)}", param, ctx)
        if len(set(colours)) != len(colours) or not 3 <= len(colours) <= 6:
            self.fail(f"{value!r} are not three to six different colours", param, ctx)
        return colours


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


class LanguageCode(click.Choice[str]):
    """A language, also by what systems call it, such as `de-AT` or `de_DE.UTF-8`."""

    def __init__(self) -> None:
        super().__init__(LANGUAGES, case_sensitive=False)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The code of the language alone; fails with all there are."""
        return super().convert(re.split("[-_.]", str(value))[0] or value, param, ctx)


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
