"""What happens in a live game on a board, as values and as JSON. Made by each game; read by journal and window."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

import msgspec

from referee.live.game_events import EventKind, GameEvent, ViewChange
from referee.live.saved_fields import checked


@dataclass(frozen=True, slots=True)
class BoardEvent(GameEvent):
    """One thing that happened; fields that do not apply are None or empty.

    Attributes
    ----------
    ply : int or None
        Number of the turn, counted from 1.
    player : int or None
        Who played, from 1.
    move : str
        The turn in notation.
    squares : tuple of str
        Of a turn, where its cubes lie, in the order of laying; of a fault, what it is about.
    rule : int or None
        Of a fault, the rule's number on the sheet.
    rules_withdrawn : tuple of int
        Of a correction, the rules that were told to be broken and are not.
    position : str
        The position after it, in notation; of a fault only what lies there, with what is wrong; empty where nothing
        changed.
    """

    ply: int | None = None
    player: int | None = None
    move: str = ""
    squares: tuple[str, ...] = ()
    rule: int | None = None
    rules_withdrawn: tuple[int, ...] = ()
    position: str = ""


def tell_of_a_foul(events: Iterable[BoardEvent]) -> bool:
    """Whether events tell, in their order, of a rule that was broken and do not take that back.

    A run that was taken back after it broke a rule did break it.

    Examples
    --------
    >>> told = BoardEvent(EventKind.FAULT, 1.0, "One cube is too few.", ply=3, rule=4)
    >>> withdrawn = BoardEvent(EventKind.CORRECTED, 2.0, "It goes on.", ply=3, rules_withdrawn=(4,))
    >>> tell_of_a_foul([told]), tell_of_a_foul([told, withdrawn])
    (True, False)
    """
    at_fault: set[int | None] = set()
    for event in events:
        if event.kind is EventKind.FAULT:
            at_fault.add(event.ply)
        elif event.rules_withdrawn:
            at_fault.discard(event.ply)
        elif event.kind is EventKind.UNDO and at_fault:
            return True
    return bool(at_fault)


def event_fields(event: BoardEvent) -> dict[str, Any]:
    """The event as one JSON object, without what does not apply.

    Examples
    --------
    >>> event_fields(BoardEvent(EventKind.HAND, 2.5, "A hand is at the board.", is_there=True))
    {'event': 'hand', 'there': True, 'message': 'A hand is at the board.', 'source_time': 2.5}
    """
    fields: dict[str, Any] = {
        "event": event.kind.value,
        "view": event.view.value if event.view else None,
        "there": event.is_there,
        "ply": event.ply,
        "player": event.player,
        "move": event.move or None,
        "squares": list(event.squares) or None,
        "rule": event.rule,
        "rules_withdrawn": list(event.rules_withdrawn) or None,
        "position": event.position or None,
        "evidence": event.evidence or None,
        "message": event.message,
        "source_time": round(event.source_time, 3),
    }
    return {name: value for name, value in fields.items() if value is not None}


_Number = Annotated[int, msgspec.Meta(ge=1)]


class _EventFields(msgspec.Struct, frozen=True):
    event: EventKind
    message: str
    source_time: float
    view: ViewChange | None = None
    there: bool | None = None
    ply: _Number | None = None
    player: _Number | None = None
    move: str = ""
    squares: tuple[str, ...] = ()
    rule: _Number | None = None
    rules_withdrawn: tuple[_Number, ...] = ()
    position: str = ""
    evidence: str = ""


def event_from(fields: Mapping[str, Any]) -> BoardEvent:
    """The event of which `event_fields` made these.

    Raises
    ------
    ValueError
        They are those of no event.
    """
    read = checked(fields, _EventFields)
    return BoardEvent(
        read.event,
        read.source_time,
        read.message,
        ply=read.ply,
        player=read.player,
        move=read.move,
        squares=read.squares,
        rule=read.rule,
        rules_withdrawn=read.rules_withdrawn,
        position=read.position,
        is_there=read.there,
        view=read.view,
        evidence=read.evidence,
    )
