"""babel and babel pico: one rule set for two sizes of the same 24 cubes.

The names that other rooms use; each comes from one module of this folder or from `rules.cubes`, and README.md shows
them at work.
"""

from rules.cubes import Cell, Face, from_the_ground, left_standing

from .arrangements import best_legal, count_arrangements
from .changes import all_that_is_known
from .facts import CUBE, NO_CUBE, Fact, in_words
from .further_view import CORNERS, FurtherView, further_view
from .game import GAME
from .hands import FULL_HAND, Hands, hands_notation, hands_with, hands_without, possible_hands
from .judge import Judgement, certain_by_hands, judge
from .legality import (
    Fault,
    altered,
    fitting_placements,
    open_cells,
    outer_bulge_fault,
    placement_faults,
    seen_faults,
    taken_away,
)
from .notation import (
    parse_cell,
    parse_cube,
    parse_fields,
    parse_hands,
    parse_placement,
    parse_position,
    parse_tower,
)
from .perfect import Outcome, Solver, Suggestion, Value, solver_for
from .pieces import (
    DEFAULT_OPTIONS,
    TYPES,
    Candidate,
    Mark,
    Options,
    Type2,
    Type3,
    bulge_sets,
    every_candidate,
    face_letters,
)
from .position import (
    Position,
    PositionFields,
    Result,
    next_player,
    position_notation,
    position_of,
    turn_problems,
)
from .sweep import CellFace
from .tower import (
    CELLS,
    COLUMNS,
    EMPTY_TOWER,
    LEVELS,
    Cube,
    Placement,
    Tower,
    cell_name,
    cell_notation,
    cells_name,
    cube_notation,
    in_footprint,
    is_outer,
    placement_notation,
    tower_notation,
)

__all__ = [
    "CELLS",
    "COLUMNS",
    "CORNERS",
    "CUBE",
    "DEFAULT_OPTIONS",
    "EMPTY_TOWER",
    "FULL_HAND",
    "GAME",
    "LEVELS",
    "NO_CUBE",
    "TYPES",
    "Candidate",
    "Cell",
    "CellFace",
    "Cube",
    "Face",
    "Fact",
    "Fault",
    "FurtherView",
    "Hands",
    "Judgement",
    "Mark",
    "Options",
    "Outcome",
    "Placement",
    "Position",
    "PositionFields",
    "Result",
    "Solver",
    "Suggestion",
    "Tower",
    "Type2",
    "Type3",
    "Value",
    "all_that_is_known",
    "altered",
    "best_legal",
    "bulge_sets",
    "cell_name",
    "cell_notation",
    "cells_name",
    "certain_by_hands",
    "count_arrangements",
    "cube_notation",
    "every_candidate",
    "face_letters",
    "fitting_placements",
    "from_the_ground",
    "further_view",
    "hands_notation",
    "hands_with",
    "hands_without",
    "in_footprint",
    "in_words",
    "is_outer",
    "judge",
    "left_standing",
    "next_player",
    "open_cells",
    "outer_bulge_fault",
    "parse_cell",
    "parse_cube",
    "parse_fields",
    "parse_hands",
    "parse_placement",
    "parse_position",
    "parse_tower",
    "placement_faults",
    "placement_notation",
    "position_notation",
    "position_of",
    "possible_hands",
    "seen_faults",
    "solver_for",
    "taken_away",
    "tower_notation",
    "turn_problems",
]
