"""What a game does in a way of its own: a module named as the game's folder in `rules.games`, found by that name.

What one of its commands does so is a function of the command's name. Called by the commands.
"""

import importlib
from pathlib import Path
from types import ModuleType
from typing import Any

from referee.errors import InputError
from rules.game import Game


def folder_of(game: Game[Any, Any, Any]) -> str:
    """The name of the game's folder in `rules.games`.

    Examples
    --------
    >>> from rules.games import load
    >>> folder_of(load("babel pico"))
    'babel'
    """
    return type(game).__module__.split(".")[2]


def notation(game: Game[Any, Any, Any], position: Any) -> str:
    """A position in the game's notation, without what does not fit to the rest of it."""
    own = own_way(game, "notation")
    return str(own(position) if own else game.position_notation(position))


def own_way(game: Game[Any, Any, Any], name: str) -> Any:
    """What the game's module here calls by this name; None if the game does as all games do."""
    return getattr(module_of(game, __name__), name, None)


def require_no_card(card: Path | None) -> None:
    """Refuse a card where another game is played than the one that has cards."""
    if card is not None:
        raise InputError("--card is for the board of 012x012; leave it out")


def module_of(game: Game[Any, Any, Any], package: str) -> ModuleType | None:
    """The game's module in a package of such modules; None if it has none there."""
    name = f"{package}.{folder_of(game)}"
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        return None
