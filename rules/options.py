"""The options of any game as text, `name=value`, and back. Called by records of games and by the command line."""

from dataclasses import fields, replace
from typing import Any, TypeVar

from .errors import NotationError

OptionsT = TypeVar("OptionsT")
_TRUTH = {"yes": True, "no": False}


def options_notation(options: Any) -> tuple[str, ...]:
    """Each option as `name=value`, in the order of their definition.

    Examples
    --------
    >>> from rules.games import load
    >>> options_notation(load("babel").default_options)
    ('type2=adjacent', 'type3=corner', 'finished=last_mover_wins')
    """
    return tuple(f"{field.name}={_value_notation(getattr(options, field.name))}" for field in fields(options))


def with_options(options: OptionsT, texts: tuple[str, ...]) -> OptionsT:
    """The options with those changed that the texts name, each `name=value`; `-` and `_` are one in names and values.

    Raises
    ------
    NotationError
        There is no such option, or it cannot have this value.

    Examples
    --------
    >>> from rules.games import load
    >>> with_options(load("babel").default_options, ("finished=draw",)).finished
    'draw'
    """
    known: dict[str, Any] = {field.name: getattr(options, field.name) for field in fields(options)}  # type: ignore[arg-type]
    for text in texts:
        name, equals, word = text.partition("=")
        name, word = name.strip().replace("-", "_"), word.strip()
        if not equals or name not in known:
            raise NotationError(f"{text!r} is no option; expected name=value, with one of {', '.join(known)}")
        known[name] = _parse_value(text, word, known[name])
    try:
        return replace(options, **known)  # type: ignore[type-var]
    except ValueError as error:
        raise NotationError(str(error)) from None


def _value_notation(value: str | int | bool) -> str:
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)


def _parse_value(text: str, word: str, example: Any) -> str | int | bool:
    if isinstance(example, bool):
        if word not in _TRUTH:
            raise NotationError(f"{text!r} is no choice; expected yes or no")
        return _TRUTH[word]
    if isinstance(example, int):
        if not word.isascii() or not word.isdecimal() or len(word) > 6:
            raise NotationError(f"{text!r} is no number; expected a whole one such as {example}")
        return int(word)
    return word.replace("-", "_")
