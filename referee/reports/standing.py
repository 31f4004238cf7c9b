"""How a game stands, in one line. Called by whoever prints positions, and by `judge`."""

from typing import Any

from rules.game import CHANCE, Game


def standing(game: Game[Any, Any, Any], position: Any) -> str:
    """Points and turn, or the result, in one line."""
    if game.is_over(position):
        return f"The game is over: {game.result(position)}."
    scores = game.scores(position)
    turn = game.to_move(position)
    parts = [f"player {number}: {score}" for number, score in enumerate(scores, start=1)]
    parts.append(_chance_for(game, position) if turn == CHANCE else f"to move: player {turn}")
    return "   ".join(parts)


def _chance_for(game: Game[Any, Any, Any], position: Any) -> str:
    """That chance moves, and for which player, where one is to move after it."""
    after = game.play(position, game.legal_moves(position)[0])
    is_told = not game.is_over(after) and game.to_move(after) != CHANCE
    return f"chance moves for player {game.to_move(after)}" if is_told else "chance moves"
