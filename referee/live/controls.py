"""What players see and can do beside the picture of a live game: the last verdict, advice, keys. Pure.

Called by `view` and `panel`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from referee.phrases import Phrasebook
from referee.verdicts.advice import advise_tower
from rules.errors import ImpossiblePosition, NotationError
from rules.games.babel import Cell, CellFace, Face, cube_notation, judge, parse_cell, parse_cube

from .events import Event
from .game_events import EventKind
from .inputs import Choose, Correct, Order
from .keys import BACKSPACE, ENTER, ESCAPE, letter_of, plain_key
from .layout import Tone
from .orders import MoveDone, Resync, Undo
from .state import GameState, LiveState
from .telling import cube_name, face_names, place_name, sentence


class Key(StrEnum):
    """A key that does something as long as nothing is typed; the value is its character."""

    SUGGEST = "s"
    TAKE_BACK = "u"
    CORRECT = "c"
    MOVE_DONE = " "
    READ_ANEW = "r"
    QUIT = "q"


_LONGEST_ENTRY = 40
_SUGGESTIONS_SHOWN = 3


@dataclass(frozen=True, slots=True)
class Suggested:
    """One placement that is proposed.

    Attributes
    ----------
    cell : Cell
    text : str
        What to place where, and what comes of it.
    """

    cell: Cell
    text: str


@dataclass(frozen=True, slots=True)
class Controls:
    """What is shown beside picture and tower.

    Attributes
    ----------
    verdict : str
        What the referee said last.
    tone : {"plain", "good", "bad", "unsure"}
        How it is meant.
    faulty : frozenset of (Cell, Face)
        Where the last fault shows.
    suggestions : tuple of Suggested
        Best first; empty unless they were asked for.
    remark : str
        An answer to the last key.
    entry : str or None
        What is being typed; None if nothing is.
    has_quit : bool
    """

    verdict: str = ""
    tone: Tone = "plain"
    faulty: frozenset[CellFace] = frozenset()
    suggestions: tuple[Suggested, ...] = ()
    remark: str = ""
    entry: str | None = None
    has_quit: bool = False


def told(controls: Controls, events: Sequence[Event], phrases: Phrasebook) -> Controls:
    """The controls after some events of one moment."""
    # What is wrong with the picture leaves the verdict as it stands: it is shown as long as it lasts, from the state.
    news = [event for event in events if event.kind.is_of_the_game]
    if not news:
        return controls
    faults = [event for event in news if event.kind is EventKind.FAULT]
    kinds = {event.kind for event in news}
    words = [sentence(event, phrases) for event in news]
    tone: Tone = "plain"
    if faults:
        tone = "bad"
    elif kinds & {EventKind.ASK, EventKind.OUT_OF_STEP, EventKind.TOPPLED}:
        tone = "unsure"
    elif EventKind.PLACEMENT in kinds:
        tone = "good"
        words.append(phrases.say("Nothing speaks against it."))
    if EventKind.ASK in kinds:
        words.append(phrases.say("Press its number."))
    faulty = frozenset[tuple[Cell, Face]]().union(*(event.faulty for event in faults))
    return replace(controls, verdict=" ".join(words), tone=tone, faulty=faulty, suggestions=(), remark="")


def pressed(controls: Controls, key: int, state: LiveState, phrases: Phrasebook) -> tuple[Controls, Order | None]:
    """What a key does: the controls after it, and what the game is told to do.

    Parameters
    ----------
    controls : Controls
    key : int
        Its character's code; Enter, Escape and Backspace as in ASCII.
    state : LiveState
    phrases : Phrasebook
    """
    key = plain_key(key)
    if controls.entry is not None:
        return _typed(controls, controls.entry, key, phrases)
    letter = letter_of(key)
    clear = replace(controls, remark="")
    if state.question and letter.isdigit() and 1 <= int(letter) <= len(state.question.choices):
        return clear, Choose(state.question.choices[int(letter) - 1])
    match letter:
        case Key.SUGGEST:
            found, remark = suggestions(state.game, phrases)
            return replace(clear, suggestions=found, remark=remark), None
        case Key.TAKE_BACK:
            return clear, Undo()
        case Key.CORRECT:
            return replace(clear, entry=""), None
        case Key.MOVE_DONE:
            return clear, MoveDone()
        case Key.READ_ANEW:
            return clear, Resync()
        case Key.QUIT:
            return replace(clear, has_quit=True), None
    return (replace(clear, suggestions=()), None) if key == ESCAPE else (controls, None)


def suggestions(game: GameState, phrases: Phrasebook) -> tuple[tuple[Suggested, ...], str]:
    """The best placements with their exact outcome, or none and the reason."""
    say = phrases.say
    if game.is_over:
        return (), say("The game is over")
    if game.hands is None:
        return (), say("No suggestion: it is not known what the players hold.")
    judgement = judge(game.tower, game.options)
    if judgement.verdict == "illegal" or game.taken_away:
        return (), say("No suggestion: the tower breaks a rule.")
    advice = advise_tower(game.tower, judgement, game.hands, game.options)
    if not advice.suggestions:
        return (), say("No suggestion: a face that matters is not known.")
    found = []
    for suggestion in advice.suggestions[:_SUGGESTIONS_SHOWN]:
        placement = suggestion.placement
        cube = cube_name(placement.type, phrases)
        what = say("{cube}, {place}", cube=cube, place=place_name(placement.cell, phrases))
        if placement.bulges:
            bulges = face_names((face for face in Face if face in placement.bulges), phrases)
            what = say("{placement}, bulges: {faces}", placement=what, faces=bulges)
        found.append(Suggested(placement.cell, f"{what} – {_outcome(suggestion.outcome, suggestion.plies, phrases)}"))
    return tuple(found), ""


def choice_texts(state: LiveState, phrases: Phrasebook) -> tuple[str, ...]:
    """The answers to the open question, each with its key."""
    texts = []
    for number, choice in enumerate(state.question.choices if state.question else (), start=1):
        name = f"{cube_name(choice.cube.type, phrases)} {cube_notation(choice.cube)}"
        what = phrases.say("{cube}, {place}", cube=name, place=place_name(choice.cell, phrases))
        texts.append(f"{number}: {what} ({choice.probability:.0%})")
    return tuple(texts)


def _outcome(outcome: str, plies: int, phrases: Phrasebook) -> str:
    match outcome:
        case "win":
            return phrases.say_many("wins with this placement", "wins in {count} placements", plies)
        case "loss":
            return phrases.say_many("loses after this placement", "loses in {count} placements", plies)
    return phrases.say_many("a draw with this placement", "a draw in {count} placements", plies)


def _typed(controls: Controls, entry: str, key: int, phrases: Phrasebook) -> tuple[Controls, Order | None]:
    """A key while a correction is being typed."""
    if key == ESCAPE:
        return replace(controls, entry=None, remark=""), None
    if key == BACKSPACE:
        return replace(controls, entry=entry[:-1]), None
    if key == ENTER:
        order = parse_correction(entry)
        if order is None:
            remark = phrases.say("That is no cube; it should look like {example}.", example="b1.2=3ENU")
            return replace(controls, remark=remark), None
        return replace(controls, entry=None, remark=""), order
    if 32 <= key < 127 and len(entry) < _LONGEST_ENTRY:
        # Some windows tell no upper case from lower: of a cube that is typed, letters are its bulges.
        letter = chr(key).upper() if "=" in entry else chr(key).lower()
        return replace(controls, entry=entry + letter), None
    return controls, None


def parse_correction(text: str) -> Correct | None:
    """What a person says stands in a cell, `b1.2=3ENU`, `b1.2=3?` or `b1.2=-`; None if it cannot be read."""
    place, _, word = text.replace(" ", "").partition("=")
    try:
        cell = parse_cell(place)
        if word == "-":
            return Correct(cell, None)
        return Correct(cell, parse_cube(word))
    except (NotationError, ImpossiblePosition):
        return None
