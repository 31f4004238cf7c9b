"""The film of a game of babel: a tower after each thing that happened. Called by `export`."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from rules.games.babel import CellFace, Tower

from .game_film import Film, Still
from .tower_drawing import WIDTH, draw_tower, drawing_height

PX_PER_EDGE = 48
_FEWEST_LEVELS = 2


@dataclass(frozen=True, slots=True)
class TowerStill:
    """One picture of the film.

    Attributes
    ----------
    tower : Tower
    caption : str
        What has just happened.
    faulty : frozenset of (Cell, Face)
        Faces at fault.
    is_fault : bool
        Whether the caption tells a fault.
    """

    tower: Tower
    caption: str
    faulty: frozenset[CellFace] = field(default_factory=frozenset)
    is_fault: bool = False


def tower_film(stills: Sequence[TowerStill]) -> Film:
    """The film, with room for the highest of its towers.

    Parameters
    ----------
    stills : sequence of TowerStill
        At least one.
    """
    levels = max([_FEWEST_LEVELS, *(cell[2] + 1 for still in stills for cell in still.tower)])
    drawn = (
        Still(tuple(draw_tower(still.tower, levels, still.faulty)), still.caption, still.is_fault) for still in stills
    )
    return Film(WIDTH, drawing_height(levels), PX_PER_EDGE, tuple(drawn))
