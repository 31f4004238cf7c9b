"""012x012 (cublook): a 12x12 board is filled with runs of cubes after a picture card, and who lays last wins.

The names that other rooms use; each comes from one module of this folder, and README.md shows them at work.
"""

from .card import (
    CODES,
    DEFAULT_CARD,
    FAIR_COUNT,
    Card,
    card_file,
    card_notation,
    parse_card,
    parse_card_file,
    unfairness,
)
from .changes import explain
from .game import GAME
from .legality import move_faults, play
from .moves import Mistake, Move, Pass, Run, Slide, move_notation, parse_move
from .notation import parse_position, position_notation
from .options import DEFAULT_OPTIONS, Options
from .position import Laid, Position, cube_on, start
from .search import advise
from .seen import position_faults, unreachable
from .squares import SIDE, SQUARES, Direction, Square, bit, square_name, square_names

__all__ = [
    "CODES",
    "DEFAULT_CARD",
    "DEFAULT_OPTIONS",
    "FAIR_COUNT",
    "GAME",
    "SIDE",
    "SQUARES",
    "Card",
    "Direction",
    "Laid",
    "Mistake",
    "Move",
    "Options",
    "Pass",
    "Position",
    "Run",
    "Slide",
    "Square",
    "advise",
    "bit",
    "card_file",
    "card_notation",
    "cube_on",
    "explain",
    "move_faults",
    "move_notation",
    "parse_card",
    "parse_card_file",
    "parse_move",
    "parse_position",
    "play",
    "position_faults",
    "position_notation",
    "square_name",
    "square_names",
    "start",
    "unfairness",
    "unreachable",
]
