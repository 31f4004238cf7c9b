"""What happens in a live game of babel, as values. Made by `step`; read by journal, window and speech."""

from collections.abc import Iterable
from dataclasses import dataclass

from rules.games.babel import Cell, Cube, Face, Tower, parse_fields

from .game_events import EventKind, GameEvent


@dataclass(frozen=True, slots=True)
class Choice:
    """One reading to choose from.

    Attributes
    ----------
    cell : Cell
    cube : Cube
        What would stand there.
    probability : float, 0..1
    """

    cell: Cell
    cube: Cube
    probability: float


@dataclass(frozen=True, slots=True)
class Event(GameEvent):
    """One thing that happened; fields that do not apply are None or empty.

    Attributes
    ----------
    ply : int or None
        Number of the placement, counted from 1.
    player : {1, 2} or None
        Who placed.
    cell : Cell or None
    type : int or None
        0 to 4.
    bulges, unknown : tuple of Face
        The faces that carry a bulge, and those of which the mark is not known.
    rule : int or None
        Of a fault, the rule's number on the sheet.
    faces : tuple of Face
        Of a fault, where it shows.
    by : str
        Of a fault `"seen"` or `"deduced"`; of a correction or undo `"seen"` or `"hand"`.
    confidence : float or None
        0..1, of what was read.
    is_order_known : bool
        False if several cubes came between two looks, so that who placed which is a guess.
    is_withdrawn : bool
        Of a correction, whether the placement was told to break a rule and breaks none, or nothing was placed.
    rules_withdrawn : tuple of int
        Of a correction, the rules that the placement was told to break and does not; it may break others.
    choices : tuple of Choice
        Of `ASK`, likeliest first.
    position : str
        The tower after the event, in notation, with hands and player where they are known; empty where nothing changed.
    """

    ply: int | None = None
    player: int | None = None
    cell: Cell | None = None
    type: int | None = None
    bulges: tuple[Face, ...] = ()
    unknown: tuple[Face, ...] = ()
    rule: int | None = None
    faces: tuple[Face, ...] = ()
    by: str = ""
    confidence: float | None = None
    is_order_known: bool = True
    is_withdrawn: bool = False
    rules_withdrawn: tuple[int, ...] = ()
    choices: tuple[Choice, ...] = ()
    position: str = ""

    @property
    def faulty(self) -> frozenset[tuple[Cell, Face]]:
        """Of a fault, where it shows: all of the cube if nowhere in particular."""
        return frozenset((self.cell, face) for face in self.faces or tuple(Face) if self.cell is not None)

    @property
    def tower(self) -> Tower | None:
        """The tower after the event; None where nothing changed."""
        return parse_fields(self.position).tower if self.position else None

    @property
    def to_move(self) -> int | None:
        """The player to move after the event; None where nothing changed, or it is not known."""
        return parse_fields(self.position).player if self.position else None

    @property
    def cube(self) -> Cube:
        """What is known of the cube that is placed."""
        return Cube(self.type, frozenset(self.bulges), frozenset(Face) - {*self.bulges, *self.unknown})


def tell_of_a_foul(events: Iterable[Event]) -> bool:
    """Whether events tell, in their order, of a rule that was broken and do not take that back.

    A cube that was taken back after it broke a rule did break it.

    Examples
    --------
    >>> told = Event(EventKind.FAULT, 1.0, "It shows a bulge outside.", cell=(0, 0, 0))
    >>> withdrawn = Event(EventKind.CORRECTED, 2.0, "It broke no rule.", cell=(0, 0, 0), is_withdrawn=True)
    >>> tell_of_a_foul([told]), tell_of_a_foul([told, withdrawn])
    (True, False)
    """
    at_fault: set[Cell | None] = set()
    for event in events:
        if event.kind is EventKind.FAULT:
            at_fault.add(event.cell)
        elif event.is_withdrawn:
            at_fault.discard(event.cell)
        elif event.kind is EventKind.UNDO and event.cell in at_fault:
            return True
    return bool(at_fault)
