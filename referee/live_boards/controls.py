"""What players see and can do beside the picture of a live game on a board: the last verdict, advice, keys. Pure but
for the clock that ends a search.

Called by `view`, and by the games' windows.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from referee.live.game_events import EventKind
from referee.live.keys import ESCAPE, letter_of, plain_key
from referee.live.layout import Tone
from referee.live.orders import MoveDone, Resync
from referee.playing.clock import seconds
from rules.game import Budget

from .event_text import sentence
from .events import BoardEvent, tell_of_a_foul
from .state import BoardState


class Key(StrEnum):
    """A key that does something; the value is its character."""

    SUGGEST = "s"
    TURN_OVER = " "
    READ_ANEW = "r"
    QUIT = "q"


KEY_WORDS = {
    Key.SUGGEST: "s: suggestion",
    Key.TURN_OVER: "space bar: turn over",
    Key.READ_ANEW: "r: read anew",
    Key.QUIT: "q: quit",
}
"""What every game's keys do, as the window says it."""

SUGGESTIONS_SHOWN = 3
#: The same seed brings about the same advice again.
SEED = 0
# Nobody waits longer for a key.
_SEARCH_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class Suggested:
    """One turn that is proposed.

    Attributes
    ----------
    squares : frozenset of str
        Where its pieces belong.
    text : str
        The turn in notation, what it is worth, and why.
    """

    squares: frozenset[str]
    text: str


Suggest = Callable[[Any, Budget], tuple[tuple[Suggested, ...], str]]
"""A game's search for the best turns within a budget: these, or none and the reason."""


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


def pressed(
    controls: Controls, key: int, state: BoardState, suggest: Suggest
) -> tuple[Controls, MoveDone | Resync | None]:
    """What a key does that every game has: the controls after it, and what the game is told to do.

    Parameters
    ----------
    controls : Controls
    key : int
        Its character's code, or `ESCAPE`.
    state : BoardState
    suggest : function
        The search of the game.
    """
    clear = replace(controls, remark="")
    match letter_of(key):
        case Key.SUGGEST:
            found, remark = suggest(state.game, seconds(_SEARCH_SECONDS))
            return replace(clear, suggestions=found, remark=remark), None
        case Key.TURN_OVER:
            return clear, MoveDone()
        case Key.READ_ANEW:
            return clear, Resync()
        case Key.QUIT:
            return replace(clear, has_quit=True), None
    return (replace(clear, suggestions=()), None) if plain_key(key) == ESCAPE else (controls, None)
