"""The games, found by walking the folders here; each folder is one game and exports `GAME`.

Called by everything that takes a game's name. Adding a game touches no list.
"""

import importlib
import pkgutil
from typing import Any

from rules.game import Game


def names() -> tuple[str, ...]:
    """Names of all games, in the order of their folders.

    Examples
    --------
    >>> "babel" in names()
    True
    """
    return tuple(game.name for game in _games())


def load(name: str) -> Game[Any, Any, Any]:
    """The game of that name or alias; case, spaces, `-` and `_` are all one.

    Raises
    ------
    KeyError
        No game has this name; the message lists those that exist.

    Examples
    --------
    >>> load("babel pico").name
    'babel'
    """
    for game in _games():
        if _plain(name) in map(_plain, (game.name, *game.aliases)):
            return game
    raise KeyError(f"no game is called {name!r}; there are: {', '.join(names())}")


def _games() -> tuple[Game[Any, Any, Any], ...]:
    folders = sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)
    return tuple(importlib.import_module(f"{__name__}.{folder}").GAME for folder in folders)


def _plain(name: str) -> str:
    return "".join(character for character in name.casefold() if character not in " -_")
