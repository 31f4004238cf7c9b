"""What is suggested in a live game of Les Tours de Babel, and why nothing is. Called by the window when its key is
pressed."""

from dataclasses import replace

from referee.live_boards.controls import SEED, SUGGESTIONS_SHOWN, Suggested
from rules.errors import ImpossiblePosition, IncompletePosition
from rules.game import Budget, RankedMove
from rules.games.tours import GAME, SQUARES, Move, Place

from .game import TableGame


def suggestions(game: TableGame, budget: Budget) -> tuple[tuple[Suggested, ...], str]:
    """The best squares for the drawn tile that a search finds within its budget, or none and the reason."""
    if reason := why_not(game):
        return (), reason
    if game.drawn is None:
        return (), "Tell the value of the drawn tile first, with the keys 1 to 9."
    position = replace(game.position, drawn=game.drawn)
    try:
        advice = GAME.suggest(position, budget, SEED)
    except (ImpossiblePosition, IncompletePosition) as reason:
        return (), f"No suggestion: {str(reason).rstrip('.')}."
    return tuple(map(_suggested, advice.moves[:SUGGESTIONS_SHOWN])), ""


def why_not(game: TableGame) -> str:
    """Why nothing can be said of the next turn; empty if it can be."""
    if not game.has_begun:
        return "The table was not read yet."
    if game.is_over:
        return "The game is over."
    if game.faults:
        return "The tile that was laid last breaks a rule."
    if game.family is None:
        return "It is not known whose turn it is."
    return ""


def _suggested(ranked: RankedMove[Move]) -> Suggested:
    move = ranked.move
    squares = frozenset({SQUARES[move.square]}) if isinstance(move, Place) else frozenset[str]()
    return Suggested(squares, f"{move} – {ranked.reason}")
