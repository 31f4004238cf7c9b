"""babel and babel pico: one rule set for two sizes of the same 24 cubes.

The names that other rooms use; each comes from one module of this folder, and README.md shows them at work.
"""

from .arrangements import best_legal, count_arrangements
from .facts import Fact
from .further_view import CORNERS, FurtherView, further_view
from .game import GAME
from .judge import Judgement, judge
from .legality import Fault, open_cells, outer_bulge_fault, placement_faults, seen_faults, surroundings
from .notation import gives_hands, parse_cube, parse_placement, parse_position, parse_tower, parse_tower_of_position
from .perfect import Outcome, Solver, Suggestion, Value
from .pieces import (
    DEFAULT_OPTIONS,
    TYPES,
    Candidate,
    Cell,
    CubeType,
    Face,
    Mark,
    Options,
    bulge_sets,
    face_letters,
    from_the_ground,
)
from .position import (
    FULL_HAND,
    Hand,
    Hands,
    Position,
    Result,
    hands_notation,
    position_notation,
    position_of,
    possible_hands,
)
from .tower import (
    CELLS,
    COLUMNS,
    EMPTY_TOWER,
    LEVELS,
    Cube,
    Placement,
    Tower,
    cell_name,
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
    "DEFAULT_OPTIONS",
    "EMPTY_TOWER",
    "FULL_HAND",
    "GAME",
    "LEVELS",
    "TYPES",
    "Candidate",
    "Cell",
    "Cube",
    "CubeType",
    "Face",
    "Fact",
    "Fault",
    "FurtherView",
    "Hand",
    "Hands",
    "Judgement",
    "Mark",
    "Options",
    "Outcome",
    "Placement",
    "Position",
    "Result",
    "Solver",
    "Suggestion",
    "Tower",
    "Value",
    "best_legal",
    "bulge_sets",
    "cell_name",
    "count_arrangements",
    "cube_notation",
    "face_letters",
    "from_the_ground",
    "further_view",
    "gives_hands",
    "hands_notation",
    "in_footprint",
    "is_outer",
    "judge",
    "open_cells",
    "outer_bulge_fault",
    "parse_cube",
    "parse_placement",
    "parse_position",
    "parse_tower",
    "parse_tower_of_position",
    "placement_faults",
    "placement_notation",
    "position_notation",
    "position_of",
    "possible_hands",
    "seen_faults",
    "surroundings",
    "tower_notation",
]
