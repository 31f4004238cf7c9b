"""What people may order in a live game, whichever game it is; each adds its own. Given to a step by the session."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Undo:
    """Take the last move back."""


@dataclass(frozen=True, slots=True)
class MoveDone:
    """The player says that the move is done: look now."""


@dataclass(frozen=True, slots=True)
class Resync:
    """Read all that stands there anew and go on from it."""
