"""What is suggested in a live game of 012x012, and why nothing is. Called by the window when its key is pressed."""

from referee.live_boards.controls import SEED, SUGGESTIONS_SHOWN, Suggested
from rules.game import Budget, RankedMove
from rules.games.zero12 import GAME, Move, Position, Run, move_notation, square_name

from .game import BoardGame


def suggestions(game: BoardGame, budget: Budget) -> tuple[tuple[Suggested, ...], str]:
    """The best turns that a search finds within its budget, or none and the reason."""
    if reason := _no_suggestion(game):
        return (), reason
    advice = GAME.suggest(game.position, budget, SEED)
    return tuple(_suggested(ranked, game.position) for ranked in advice.moves[:SUGGESTIONS_SHOWN]), ""


def _no_suggestion(game: BoardGame) -> str:
    """Why no turn is suggested; empty if one can be."""
    if not game.has_begun:
        return "No suggestion: the board was not read yet."
    if game.is_over:
        return "The game is over."
    if game.faults:
        return "No suggestion: the turn under way breaks a rule."
    if game.altered:
        return "No suggestion: cubes of earlier turns are gone or exchanged."
    if not game.lines[0].is_sure:
        return "No suggestion: it is not known whose turn it is and what everybody has left."
    if game.laid != game.position.laid:
        return "No suggestion: a turn is under way; the space bar says that it is over."
    return ""


def _suggested(ranked: RankedMove[Move], position: Position) -> Suggested:
    move = ranked.move
    squares = frozenset(map(square_name, move.squares)) if isinstance(move, Run) else frozenset[str]()
    # Alone nobody wins or loses, so that there is no such chance.
    chance = f"chance to win {ranked.value:.0%}, " if position.options.mode == "game" else ""
    return Suggested(squares, f"{move_notation(move)} – {chance}{ranked.reason}")
