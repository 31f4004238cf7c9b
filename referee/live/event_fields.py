"""Events as JSON objects, and read from such again. Used by the session's output and the journal."""

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from rules.games.babel import MOST_LEVELS, TYPES, Face, cube_notation, parse_cube, parse_fields

from .events import Choice, Event
from .game_events import EventKind, ViewChange
from .saved_fields import checked

#: Kinds of which type and marks are always told, even if there are none.
_OF_A_CUBE = (EventKind.PLACEMENT, EventKind.FAULT, EventKind.CORRECTED, EventKind.TURNED, EventKind.UNDO)


def event_fields(event: Event) -> dict[str, Any]:
    """The event as one JSON object, without what does not apply.

    Examples
    --------
    >>> event_fields(Event(EventKind.HAND, 2.5, "A hand is at the tower.", is_there=True))
    {'event': 'hand', 'there': True, 'message': 'A hand is at the tower.', 'source_time': 2.5}
    """
    fields: dict[str, Any] = {"event": event.kind.value}
    fields["view"] = event.view.value if event.view else None
    fields["there"] = event.is_there
    fields["ply"] = event.ply
    fields["player"] = event.player
    fields["cell"] = list(event.cell) if event.cell is not None else None
    fields["type"] = event.type
    of_a_cube = event.kind in _OF_A_CUBE and event.cell is not None
    fields["bulges"] = [face.name for face in event.bulges] if of_a_cube else None
    fields["unknown"] = [face.name for face in event.unknown] if of_a_cube else None
    fields["rule"] = event.rule
    fields["faces"] = [face.name for face in event.faces] or None
    fields["by"] = event.by or None
    fields["confidence"] = None if event.confidence is None else round(event.confidence, 4)
    fields["order_known"] = None if event.is_order_known else False
    fields["withdrawn"] = True if event.is_withdrawn else None
    fields["rules_withdrawn"] = list(event.rules_withdrawn) or None
    fields["choices"] = [_fields_of(choice) for choice in event.choices] or None
    fields["position"] = event.position or None
    fields["evidence"] = event.evidence or None
    fields["message"] = event.message
    fields["source_time"] = round(event.source_time, 3)
    return {name: value for name, value in fields.items() if value is not None}


def event_line(event: Event) -> str:
    """The event as one line of JSON, without its end."""
    return msgspec.json.encode(event_fields(event)).decode()


def _fields_of(choice: Choice) -> dict[str, Any]:
    return {
        "cell": list(choice.cell),
        "cube": cube_notation(choice.cube),
        "probability": round(choice.probability, 4),
    }


TypeNumber = Annotated[int, msgspec.Meta(ge=0, lt=len(TYPES))]
PlayerNumber = Annotated[int, msgspec.Meta(ge=1, le=2)]
RuleNumber = Annotated[int, msgspec.Meta(ge=1, le=8)]
"""As on the sheet."""
_Across = Annotated[int, msgspec.Meta(ge=-MOST_LEVELS, le=MOST_LEVELS)]
_Level = Annotated[int, msgspec.Meta(ge=0, le=MOST_LEVELS)]
CellNumbers = tuple[_Across, _Across, _Level]
"""A cell that a notation can name: one far off would make towers without end of it."""


class _ChoiceFields(msgspec.Struct, frozen=True):
    cell: CellNumbers
    cube: str
    probability: float


class _EventFields(msgspec.Struct, frozen=True):
    event: EventKind
    message: str
    source_time: float
    view: ViewChange | None = None
    there: bool | None = None
    ply: int | None = None
    player: PlayerNumber | None = None
    cell: CellNumbers | None = None
    type: TypeNumber | None = None
    bulges: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    rule: RuleNumber | None = None
    faces: tuple[str, ...] = ()
    by: str = ""
    confidence: float | None = None
    order_known: bool = True
    withdrawn: bool = False
    rules_withdrawn: tuple[RuleNumber, ...] = ()
    choices: tuple[_ChoiceFields, ...] = ()
    position: str = ""
    evidence: str = ""


def event_from(fields: Mapping[str, Any]) -> Event:
    """The event of which `event_fields` made these.

    Raises
    ------
    ValueError
        They are those of no event.
    """
    read = checked(fields, _EventFields)
    if read.position:
        parse_fields(read.position)
    return Event(
        read.event,
        read.source_time,
        read.message,
        ply=read.ply,
        player=read.player,
        cell=read.cell,
        type=read.type,
        bulges=tuple(map(face_named, read.bulges)),
        unknown=tuple(map(face_named, read.unknown)),
        rule=read.rule,
        faces=tuple(map(face_named, read.faces)),
        by=read.by,
        confidence=read.confidence,
        is_order_known=read.order_known,
        is_withdrawn=read.withdrawn,
        rules_withdrawn=read.rules_withdrawn,
        is_there=read.there,
        view=read.view,
        choices=tuple(Choice(c.cell, parse_cube(c.cube), c.probability) for c in read.choices),
        position=read.position,
        evidence=read.evidence,
    )


def face_named(name: str) -> Face:
    """The face of this name.

    Raises
    ------
    ValueError
        There is none.
    """
    if name not in Face.__members__:
        raise ValueError(f"{name!r} is no face")
    return Face[name]
