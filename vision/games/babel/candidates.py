"""The cells in which the reader looks for a cube. Used by the babel reader and by the training of its network."""

from collections.abc import Collection

from rules.games.babel import COLUMNS, LEVELS, Cell

#: One level more than is allowed, so that a seventh is seen.
TOWER_LEVELS = LEVELS + 1
#: The twelve columns round the footprint, where a cube is a fault. It stands on the mat or on one other; higher is
#: looked only where two were found.
RING_COLUMNS = tuple((x, y) for x in range(-1, 3) for y in range(-1, 3) if (x, y) not in COLUMNS)
RING_LEVELS = 2

TOWER_CELLS: tuple[Cell, ...] = tuple((x, y, z) for z in range(TOWER_LEVELS) for x, y in COLUMNS)
RING_CELLS: tuple[Cell, ...] = tuple((x, y, z) for z in range(RING_LEVELS) for x, y in RING_COLUMNS)
CANDIDATE_CELLS: tuple[Cell, ...] = TOWER_CELLS + RING_CELLS


def is_carried(cell: Cell, cells: Collection[Cell]) -> bool:
    """Whether a cube there would stand on the ground or on one of `cells`."""
    x, y, z = cell
    return z == 0 or (x, y, z - 1) in cells


def tops(cells: Collection[Cell]) -> list[Cell]:
    """Those of `cells` with no other on them."""
    return [(x, y, z) for x, y, z in cells if (x, y, z + 1) not in cells]


def next_cells(cells: Collection[Cell]) -> list[Cell]:
    """The next free cell of each column of the footprint."""
    free = []
    for x, y in COLUMNS:
        height = next((z for z in range(TOWER_LEVELS) if (x, y, z) not in cells), None)
        if height is not None:
            free.append((x, y, height))
    return free
