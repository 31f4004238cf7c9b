"""What may happen in a live game, whichever game it is. Made by a step; read by session and journal."""

from dataclasses import dataclass, field
from enum import Enum
from typing import TypeVar


class EventKind(Enum):
    """What an event is about; the value is its name in JSON."""

    START = "start"
    """The first look showed a game before its first cube, or with it; none is told where `watch --start` tells more."""
    JOINED = "joined"
    """The first look showed a tower that was already begun."""
    PLACEMENT = "placement"
    """A cube was placed; what speaks against it follows as faults."""
    FAULT = "fault"
    """A cube was placed, taken or turned against the rules; one event for each rule broken."""
    CORRECTED = "corrected"
    """What was said of an earlier placement is taken back: later looks, or a person, know better."""
    UNDO = "undo"
    """The last cube was taken back, by hand or by key."""
    TURNED = "turned"
    """A cube was turned in its place."""
    TOPPLED = "toppled"
    """The tower fell, or most of it was taken away."""
    TAKEN_DOWN = "taken_down"
    """The game is over, and its tower is taken down."""
    OUT_OF_STEP = "out_of_step"
    """The tower changed in a way that was not followed; nothing is judged until `RESYNC`."""
    RESYNC = "resync"
    """The tower as a whole was read anew and is followed from here."""
    ASK = "ask"
    """It could not be told what was placed: `choices` are the likeliest readings."""
    HAND = "hand"
    """A hand came to the tower, or left it; see `is_there`."""
    VIEW = "view"
    """Something about the picture; see `view`."""
    GAME_OVER = "game_over"
    """The player to move has no legal placement."""

    @property
    def is_of_the_game(self) -> bool:
        """Whether it is about the game itself, and not about what the camera sees of it."""
        return self not in (EventKind.HAND, EventKind.VIEW)


class ViewChange(Enum):
    """What a `VIEW` event says; the value is its name in JSON."""

    MOVED = "moved"
    """The camera or the mat was moved; the pose was found again."""
    HIDDEN = "hidden"
    """No marker of the mat can be seen."""
    UNREADABLE = "unreadable"
    """The mat is seen, but the tower on it cannot be read, as in a picture without colours."""
    DARK = "dark"
    BRIGHT = "bright"
    BLURRED = "blurred"
    FROZEN = "frozen"
    """The source sends the same picture again and again."""
    RESTLESS = "restless"
    """Nothing has been still for long: hands, a camera that shakes, a lamp that flickers, or noise in little light."""
    MIRRORED = "mirrored"
    LOST = "lost"
    """The source sends nothing any more; it is tried again."""
    BACK = "back"
    """The source sends pictures again."""
    PROFILE = "profile"
    """What a profile knows does not fit what is seen, and is not used."""
    CLEAR = "clear"
    """Nothing is wrong with the picture any more."""


@dataclass(frozen=True, slots=True)
class GameEvent:
    """One thing that happened, whichever the game; each adds what it tells.

    Attributes
    ----------
    kind : EventKind
    source_time : float
        Seconds since the source began; of a folder of pictures the picture's number.
    message : str
        A sentence in English.
    is_there : bool or None
        Of a hand.
    view : ViewChange or None
    evidence : str
        Name of the picture of the evidence, where one was saved.
    """

    kind: EventKind
    source_time: float
    message: str
    is_there: bool | None = field(default=None, kw_only=True)
    view: ViewChange | None = field(default=None, kw_only=True)
    evidence: str = field(default="", kw_only=True)


EventT = TypeVar("EventT", bound=GameEvent)
"""The events of one game."""
