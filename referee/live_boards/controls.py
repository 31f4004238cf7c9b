"""What players see and can do beside the picture of a live game of 012x012: the last verdict, advice, keys. Pure but
for the clock that ends a search.

Called by `view` and `panel`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from referee.live.game_events import EventKind
from referee.live.keys import ESCAPE, letter_of, plain_key
from referee.live.layout import Tone
from referee.live.orders import MoveDone, Resync
from referee.playing.clock import seconds
from rules.game import Budget, RankedMove
from rules.games.zero12 import GAME, Move, Position, Run, bit, move_notation
from rules.games.zero12.squares import SquareSet

from .event_text import sentence
from .events import BoardEvent, tell_of_a_foul
from .game import BoardGame
from .state import BoardOrder, BoardState


class Key(StrEnum):
    """A key that does something; the value is its character."""

    SUGGEST = "s"
    TURN_OVER = " "
    READ_ANEW = "r"
    QUIT = "q"


_SUGGESTIONS_SHOWN = 3
# Nobody waits longer for a key; the same seed brings about the same advice again.
_SEARCH_SECONDS, _SEED = 1.0, 0


@dataclass(frozen=True, slots=True)
class Suggested:
    """One turn that is proposed.

    Attributes
    ----------
    squares : SquareSet
        Where its cubes belong.
    text : str
        The turn in notation, its chance to win, and why.
    """

    squares: SquareSet
    text: str


@dataclass(frozen=True, slots=True)
class Controls:
    """What is shown beside picture and board.

    Attributes
    ----------
    verdict : str
        What the referee said last.
    tone : {"plain", "good", "bad", "unsure"}
        How it is meant.
    at_fault : frozenset of str
        The squares that the last faults are about.
    suggestions : tuple of Suggested
        Best first; empty unless they were asked for.
    remark : str
        An answer to the last key.
    has_quit : bool
    """

    verdict: str = ""
    tone: Tone = "plain"
    at_fault: frozenset[str] = frozenset()
    suggestions: tuple[Suggested, ...] = ()
    remark: str = ""
    has_quit: bool = False


def told(controls: Controls, events: Sequence[BoardEvent]) -> Controls:
    """The controls after some events of one moment."""
    # What is wrong with the picture leaves the verdict as it stands: it is shown as long as it lasts, from the state.
    news = [event for event in events if event.kind.is_of_the_game]
    if not news:
        return controls
    faults = (event.squares for event in news if event.kind is EventKind.FAULT)
    return replace(
        controls,
        verdict=" ".join(map(sentence, news)),
        tone=_tone(news),
        at_fault=frozenset[str]().union(*faults),
        suggestions=(),
        remark="",
    )


def _tone(news: Sequence[BoardEvent]) -> Tone:
    if tell_of_a_foul(news):
        return "bad"
    # What was followed ends in a position; the board that is read anew because nobody could follow it tells none.
    if any(event.kind is EventKind.RESYNC and not event.position for event in news):
        return "unsure"
    is_legal = any(event.kind is EventKind.PLACEMENT or event.rules_withdrawn for event in news)
    return "good" if is_legal else "plain"


def pressed(controls: Controls, key: int, state: BoardState) -> tuple[Controls, BoardOrder | None]:
    """What a key does: the controls after it, and what the game is told to do.

    Parameters
    ----------
    controls : Controls
    key : int
        Its character's code, or `ESCAPE`.
    state : BoardState
    """
    clear = replace(controls, remark="")
    match letter_of(key):
        case Key.SUGGEST:
            found, remark = suggestions(state.game, seconds(_SEARCH_SECONDS))
            return replace(clear, suggestions=found, remark=remark), None
        case Key.TURN_OVER:
            return clear, MoveDone()
        case Key.READ_ANEW:
            return clear, Resync()
        case Key.QUIT:
            return replace(clear, has_quit=True), None
    return (replace(clear, suggestions=()), None) if plain_key(key) == ESCAPE else (controls, None)


def suggestions(game: BoardGame, budget: Budget) -> tuple[tuple[Suggested, ...], str]:
    """The best turns that a search finds within its budget, or none and the reason."""
    if reason := _no_suggestion(game):
        return (), reason
    advice = GAME.suggest(game.position, budget, _SEED)
    return tuple(_suggested(ranked, game.position) for ranked in advice.moves[:_SUGGESTIONS_SHOWN]), ""


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
    squares = sum(map(bit, move.squares)) if isinstance(move, Run) else 0
    # Alone nobody wins or loses, so that there is no such chance.
    chance = f"chance to win {ranked.value:.0%}, " if position.options.mode == "game" else ""
    return Suggested(squares, f"{move_notation(move)} – {chance}{ranked.reason}")
