"""How each game is shown: one module for a game, named as the game's folder in `rules.games`, found by that name.

A module exports `board`; what a game's command prints in a way of its own is a function of the command's name.
Called by the commands.
"""

import importlib
from types import ModuleType
from typing import TYPE_CHECKING, Any

from rules.game import Game

if TYPE_CHECKING:
    from rich.console import RenderableType


def folder_of(game: Game[Any, Any, Any]) -> str:
    """The name of the game's folder in `rules.games`.

    Examples
    --------
    >>> from rules.games import load
    >>> folder_of(load("babel pico"))
    'babel'
    """
    return type(game).__module__.split(".")[2]


def board(game: Game[Any, Any, Any], position: Any) -> "RenderableType":
    """A position drawn for a terminal; its notation where the game has no drawing."""
    module = _module(game)
    drawn: RenderableType = module.board(position) if module else game.position_notation(position)
    return drawn


def notation(game: Game[Any, Any, Any], position: Any) -> str:
    """A position in the game's notation, without what does not fit to the rest of it."""
    own = own_way(game, "notation")
    return str(own(position) if own else game.position_notation(position))


def own_way(game: Game[Any, Any, Any], name: str) -> Any:
    """What the game's module here calls by this name; None if the game does as all games do."""
    return getattr(_module(game), name, None)


def _module(game: Game[Any, Any, Any]) -> ModuleType | None:
    name = f"{__name__}.{folder_of(game)}"
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        return None
