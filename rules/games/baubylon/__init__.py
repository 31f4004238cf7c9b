"""Baubylon: three to six players climb a building of blocks; the first pawn on its summit wins.

The names that other rooms use; each comes from one module of this folder, and README.md shows them at work.
"""

from .alone import Place, expected_rolls
from .building import (
    HEIGHT_DIGITS,
    Block,
    Building,
    Pose,
    building_notation,
    height_map,
    parse_building,
    stack_blocks,
)
from .changes import explain
from .fairness import fairness
from .game import GAME
from .ground import Ground, cheapest_way, ground_of, reachable
from .legality import legal_moves, move_faults, play
from .making import propose
from .moves import DIE, Exchange, Move, Pass, PlaceRed, Roll, Source, Travel, parse_move
from .notation import parse_position
from .options import DEFAULT_BUILDING, DEFAULT_OPTIONS, Options
from .outcomes import displacements, random_turn
from .position import RED, Position, Stack, position_notation, stack_letters, start
from .race import chances_to_win
from .seen import position_faults
from .squares import MOST_SIDE, Square, neighbours, square_name
from .tiling import with_blocks

__all__ = [
    "DEFAULT_BUILDING",
    "DEFAULT_OPTIONS",
    "DIE",
    "GAME",
    "HEIGHT_DIGITS",
    "MOST_SIDE",
    "RED",
    "Block",
    "Building",
    "Exchange",
    "Ground",
    "Move",
    "Options",
    "Pass",
    "Place",
    "PlaceRed",
    "Pose",
    "Position",
    "Roll",
    "Source",
    "Square",
    "Stack",
    "Travel",
    "building_notation",
    "chances_to_win",
    "cheapest_way",
    "displacements",
    "expected_rolls",
    "explain",
    "fairness",
    "ground_of",
    "height_map",
    "legal_moves",
    "move_faults",
    "neighbours",
    "parse_building",
    "parse_move",
    "parse_position",
    "play",
    "position_faults",
    "position_notation",
    "propose",
    "random_turn",
    "reachable",
    "square_name",
    "stack_blocks",
    "stack_letters",
    "start",
    "with_blocks",
]
