"""What a picture of a game on a board shows. Made by `board_films` and by the games' own ways, which draw it."""

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Scene:
    """One picture of a game.

    Attributes
    ----------
    position
        What lies on the board, in the game's own terms.
    caption : str
        What has just happened.
    last : frozenset of str
        The names of the squares of the last turn.
    at_fault : frozenset of str
        Those that a fault is about.
    is_fault : bool
        Whether the caption tells a fault.
    """

    position: Any
    caption: str
    last: frozenset[str] = field(default_factory=frozenset)
    at_fault: frozenset[str] = field(default_factory=frozenset)
    is_fault: bool = False
