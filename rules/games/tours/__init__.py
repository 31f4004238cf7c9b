"""Les Tours de Babel: mah-jong tiles stacked on nine squares, for one to three players.

The names that other rooms use; each comes from one module of this folder, and README.md shows them at work.
"""

from .changes import explain
from .game import GAME, Tours
from .legality import move_faults, play
from .moves import Aim, Draw, Fall, Move, Place, Reserve
from .notation import parse_move, parse_position, position_notation, position_of_columns
from .position import Position
from .seen import position_faults
from .tiles import DEFAULT_OPTIONS, FAMILIES, SQUARES, TILES, VALUES, Options, Tile, may_lie_on, worth

__all__ = [
    "DEFAULT_OPTIONS",
    "FAMILIES",
    "GAME",
    "SQUARES",
    "TILES",
    "VALUES",
    "Aim",
    "Draw",
    "Fall",
    "Move",
    "Options",
    "Place",
    "Position",
    "Reserve",
    "Tile",
    "Tours",
    "explain",
    "may_lie_on",
    "move_faults",
    "parse_move",
    "parse_position",
    "play",
    "position_faults",
    "position_notation",
    "position_of_columns",
    "worth",
]
