"""babel and babel pico: one rule set for two sizes of the same 24 cubes.

The names that other rooms use; each comes from one module of this folder, and README.md shows them at work.
"""

from .notation import parse_tower
from .pieces import TYPES, Cell, CubeType, Face, Mark, Options, bulge_sets, face_letters
from .tower import CELLS, COLUMNS, LEVELS, Cube, Tower, cell_name, cube_notation, in_footprint, is_outer, tower_notation

__all__ = [
    "CELLS",
    "COLUMNS",
    "LEVELS",
    "TYPES",
    "Cell",
    "Cube",
    "CubeType",
    "Face",
    "Mark",
    "Options",
    "Tower",
    "bulge_sets",
    "cell_name",
    "cube_notation",
    "face_letters",
    "in_footprint",
    "is_outer",
    "parse_tower",
    "tower_notation",
]
