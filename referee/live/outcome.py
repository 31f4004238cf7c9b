"""What a look or an order leads to, and the words of its events. Called by `committing`, `placing` and `changing`."""

from dataclasses import dataclass
from typing import Any

from referee.verdicts.verdict import fault_confidence
from rules.games.babel import TYPES, Cell, Cube, Face, Fault, cell_name, cube_notation
from vision.games.babel.evidence import Reading

from .events import Event
from .game_events import EventKind
from .state import GameState, LiveState, Ply, Question


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a look leads to.

    Attributes
    ----------
    game : GameState
    events : tuple of Event
    question : Question or None
    is_lost : bool
        Whether the game is out of step now.
    """

    game: GameState
    events: tuple[Event, ...] = ()
    question: Question | None = None
    is_lost: bool = False


def then(first: Outcome, second: Outcome) -> Outcome:
    """What two things lead to, one after the other."""
    return Outcome(second.game, (*first.events, *second.events), second.question or first.question, second.is_lost)


def ply_of(game: GameState, cell: Cell) -> Ply | None:
    """The last placement into a cell; None of a cube that stood there when the game was joined."""
    return next((ply for ply in reversed(game.plies) if ply.cell == cell), None)


def ply_number(game: GameState, cell: Cell) -> int:
    """The number of that placement, from 1; 0 if there is none."""
    ply = ply_of(game, cell)
    return 0 if ply is None else ply.number


def start_event(game: GameState, time: float) -> Event:
    """That a game begins, at a source time in seconds."""
    message = f"A game begins; player {game.to_move} is to move."
    return Event(EventKind.START, time, message, position=game.notation)


def cube_in_words(cube: Cube) -> str:
    """What is known of a cube, as a message names it.

    Examples
    --------
    >>> cube_in_words(Cube(0)), cube_in_words(Cube(None))
    ('a grey cube (0)', 'a cube of unknown colour (?)')
    """
    name = "a cube of unknown colour" if cube.type is None else f"a {TYPES[cube.type].colour} cube"
    return f"{name} ({cube_notation(cube)})"


def placement_event(game: GameState, ply: Ply, time: float) -> Event:
    """A placement, told with the game after it, at a source time in seconds."""
    guess = "" if ply.is_order_known else " Who placed which cube is a guess."
    message = f"{ply.number}. Player {ply.player} places {cube_in_words(ply.cube)} in {cell_name(ply.cell)}.{guess}"
    return Event(
        EventKind.PLACEMENT,
        time,
        message,
        **cube_fields(ply),
        confidence=ply.confidence,
        is_order_known=ply.is_order_known,
        position=game.notation,
    )


def fault_events(ply: Ply, time: float) -> tuple[Event, ...]:
    """Each rule that a placement breaks, with the confidence that it breaks any."""
    return tuple(_fault_event(fault, ply.illegal, time, cube_fields(ply)) for fault in ply.faults)


def standing_fault(fault: Fault, reading: Reading, game: GameState, time: float) -> Event:
    """A fault of a tower that stood already when it was first looked at: nobody's placement."""
    confidence = fault_confidence(fault, reading, game.options)
    fields = {} if fault.cell is None else _what_stands(fault.cell, game.tower.get(fault.cell, Cube(None)))
    return _fault_event(fault, confidence, time, {**fields, "position": game.notation})


def _fault_event(fault: Fault, confidence: float, time: float, fields: dict[str, Any]) -> Event:
    own = {"cell": fault.cell, "rule": fault.rule, "faces": fault.faces, "by": fault.by, "confidence": confidence}
    return Event(EventKind.FAULT, time, fault.message, **{**fields, **own})


def moved_again(game: GameState, ply: Ply | None, fault: Fault, time: float) -> Event:
    """That a placed cube was moved or taken away; `ply` is its placement, if that is known."""
    fields = {"cell": fault.cell} if ply is None else cube_fields(ply)
    return Event(EventKind.FAULT, time, fault.message, **fields, rule=fault.rule, by=fault.by, position=game.notation)


def turned_event(game: GameState, cell: Cell, message: str, time: float) -> Event:
    """That a cube lies otherwise than it did."""
    ply = ply_of(game, cell)
    fields = {"cell": cell} if ply is None else cube_fields(ply)
    return Event(EventKind.TURNED, time, message, **fields, position=game.notation)


def cube_fields(ply: Ply) -> dict[str, Any]:
    """The fields of an event about a placement."""
    return {"ply": ply.number, "player": ply.player, **_what_stands(ply.cell, ply.cube)}


def _what_stands(cell: Cell, cube: Cube) -> dict[str, Any]:
    return {
        "cell": cell,
        "type": cube.type,
        "bulges": tuple(face for face in Face if face in cube.bulges),
        "unknown": tuple(face for face in Face if cube.mark(face) is None),
    }


Stepped = tuple[LiveState, tuple[Event, ...]]
"""The state after an input, and what is to be told of it."""
