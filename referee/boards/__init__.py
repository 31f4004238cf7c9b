"""How each game's positions are drawn: a module with `board` for each, named as the game's folder in `rules.games`.

Called by whoever prints positions.
"""

from typing import Any

from rich.console import RenderableType

from referee.games import module_of
from rules.game import Game


def board(game: Game[Any, Any, Any], position: Any) -> RenderableType:
    """A position drawn for a terminal; its notation where the game has no drawing."""
    module = module_of(game, __name__)
    drawn: RenderableType = module.board(position) if module else game.position_notation(position)
    return drawn
