"""The options of any game as text, `name=value`, and back. Called by records of games and by the command line."""

from dataclasses import fields, replace
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

from .errors import NotationError
from .game import Game
from .letters import plain_letters

OptionsT = TypeVar("OptionsT")
_TRUTH = {"yes": True, "no": False}
# What else is said for these.
_ALSO_TRUTH = {"true": True, "on": True, "false": False, "off": False}

MOST_PLAYERS = 8
"""No game here takes more."""


def options_notation(options: Any) -> tuple[str, ...]:
    """Each option as `name=value`, in the order of their definition.

    Examples
    --------
    >>> from rules.games import load
    >>> options_notation(load("babel").default_options)
    ('type2=adjacent', 'type3=corner', 'finished=last_mover_wins')
    """
    return tuple(f"{name}={value}" for name, value in option_values(options).items())


def option_values(options: Any) -> dict[str, str]:
    """The value of each option as text.

    Examples
    --------
    >>> from rules.games import load
    >>> option_values(load("babel").default_options)["finished"]
    'last_mover_wins'
    """
    return {field.name: _value_notation(getattr(options, field.name)) for field in fields(options)}


def with_options(options: OptionsT, texts: tuple[str, ...]) -> OptionsT:
    """The options with those changed that the texts name, each `name=value`.

    In names and among choices `-`, `_` and spaces are one, and so are capitals and small letters.

    Raises
    ------
    NotationError
        There is no such option, it cannot have this value, or it is given two.

    Examples
    --------
    >>> from rules.games import load
    >>> with_options(load("babel").default_options, ("finished=draw",)).finished
    'draw'
    """
    known: dict[str, Any] = {field.name: getattr(options, field.name) for field in fields(options)}  # type: ignore[arg-type]
    choices = option_choices(options)
    given: dict[str, Any] = {}
    for text in texts:
        name, equals, word = plain_letters(text).partition("=")
        name = _plain(name)
        if not equals or name not in known:
            raise NotationError(f"{text!r} is no option; expected name=value, with one of {', '.join(known)}")
        value = _parse_value(text, word.strip(), known[name], choices[name])
        if given.setdefault(name, value) != value:
            raise NotationError(f"option {name} is given as {given[name]} and as {value}; give it once")
    try:
        return replace(options, **given)  # type: ignore[type-var]
    except ValueError as error:
        raise NotationError(str(error)) from None


def require_agreement(options: Any, texts: tuple[str, ...]) -> None:
    """Refuse options, each `name=value`, that the position contradicts which has `options`.

    Raises
    ------
    NotationError
        As `with_options`, or naming what the position has and what is asked for.

    Examples
    --------
    >>> from rules.games import load
    >>> require_agreement(load("tours").default_options, ("players=2",))
    Traceback (most recent call last):
        ...
    rules.errors.NotationError: the position is of a game with players=1, but players=2 is asked for; leave one of \
them out
    """
    wanted = with_options(options, texts)
    for is_so, asked in zip(options_notation(options), options_notation(wanted), strict=True):
        if asked != is_so:
            raise NotationError(
                f"the position is of a game with {is_so}, but {asked} is asked for; leave one of them out"
            )


def require_choices(options: Any) -> None:
    """Refuse options of which one is not among those that its `Literal` names.

    Raises
    ------
    ValueError
        With the option's name and what it can be.
    """
    for name, hint in get_type_hints(type(options)).items():
        if get_origin(hint) is Literal and getattr(options, name) not in get_args(hint):
            raise ValueError(f"option {name} is {getattr(options, name)!r}; it can be {', '.join(get_args(hint))}")


def option_choices(options: Any) -> dict[str, tuple[str, ...]]:
    """What each option may be, as in `options_notation`; empty for numbers and for words that no list holds.

    Examples
    --------
    >>> from rules.games import load
    >>> option_choices(load("babel").default_options)["finished"]
    ('last_mover_wins', 'draw')
    """
    hints = get_type_hints(type(options))
    return {field.name: _choices(hints[field.name]) for field in fields(options)}


def player_numbers(game: Game[Any, Any, Any]) -> tuple[int, ...]:
    """How many can play a game: what its option `players` may be, or the one number there is.

    Examples
    --------
    >>> from rules.games import load
    >>> player_numbers(load("babel"))
    (2,)
    """
    options = game.default_options
    if not hasattr(options, "players"):
        return (game.player_count(game.start()),)
    return tuple(number for number in range(1, MOST_PLAYERS + 1) if _has_players(options, number))


def _has_players(options: Any, number: int) -> bool:
    try:
        with_options(options, (f"players={number}",))
    except NotationError:
        return False
    return True


def _choices(hint: Any) -> tuple[str, ...]:
    return tuple(_TRUTH) if hint is bool else tuple(_value_notation(value) for value in get_args(hint))


def _value_notation(value: str | int | bool) -> str:
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)


def _parse_value(text: str, word: str, example: Any, choices: tuple[str, ...]) -> str | int | bool:
    if isinstance(example, bool):
        truth = {**_TRUTH, **_ALSO_TRUTH}.get(word.casefold())
        if truth is None:
            raise NotationError(f"{text!r} is no choice; expected yes or no")
        return truth
    if isinstance(example, int):
        if not word.isascii() or not word.isdecimal() or len(word) > 6:
            raise NotationError(f"{text!r} is not a number that fits here; expected a whole one such as {example}")
        return int(word)
    return next((choice for choice in choices if _plain(choice) == _plain(word)), word)


def _plain(word: str) -> str:
    """A name or choice as these are compared."""
    return "_".join(word.replace("-", " ").replace("_", " ").split()).casefold()
