"""The games, found by walking the folders here; each folder is one game and exports `GAME`.

Called by everything that takes a game's name. Adding a game touches no list.
"""

import importlib
import pkgutil
from collections.abc import Iterator
from typing import Any

from rules.game import Game, plain_name, words_of_name


def names() -> tuple[str, ...]:
    """Names of all games, in the order of their folders.

    Examples
    --------
    >>> "babel" in names()
    True
    """
    return tuple(game.name for game in _games())


def load(name: str) -> Game[Any, Any, Any]:
    """The game of that name or alias; case, spaces, `-`, `_` and a colon behind it are all one.

    Raises
    ------
    KeyError
        No game has this name; the message lists those that exist.

    Examples
    --------
    >>> load("babel pico").name
    'babel'
    """
    # A game is mostly called by its folder's name: then the others need not be imported.
    for game in _games(plain_name(name)):
        if plain_name(name) in map(plain_name, (game.name, *game.aliases)):
            return game
    raise KeyError(f"no game is called {name!r}; there are: {', '.join(names())}")


def of_notation(text: str) -> Game[Any, Any, Any] | None:
    """The game with whose name, or an alias, a notation begins; None if it is no game's.

    Examples
    --------
    >>> of_notation("babel 0,-,-,-").name
    'babel'
    """
    return without_name(text)[0]


def without_name(text: str) -> tuple[Game[Any, Any, Any] | None, str]:
    """The game that a notation names, None if it names none, and the notation without that name.

    Examples
    --------
    >>> without_name("babel pico 0,-,-,-")[1], without_name("Tours de Babel 5b,-,-")[1], without_name(" 0,-,-,- ")
    ('0,-,-,-', '5b,-,-', (None, '0,-,-,-'))
    """
    words = text.split()
    for game in _games(plain_name("".join(words[:1]))):
        if count := words_of_name(words, (game.name, *game.aliases)):
            return game, " ".join(words[count:])
    return None, text.strip()


def _games(first: str = "") -> Iterator[Game[Any, Any, Any]]:
    """All games in the order of their folders, but that in the folder `first` before the others."""
    folders = sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)
    for folder in sorted(folders, key=lambda folder: folder != first):
        yield importlib.import_module(f"{__name__}.{folder}").GAME
