"""The cells in which the reader looks for a cube. Used by the babel reader and by the training of its network."""

from rules.games.babel import Cell

#: The four columns, and one level more than is allowed, so that a seventh is seen.
COLUMNS = ((0, 0), (1, 0), (0, 1), (1, 1))
TOWER_LEVELS = 7
#: The twelve columns round the footprint, where a cube is a fault; it stands on the mat or on one other.
RING_COLUMNS = tuple((x, y) for x in range(-1, 3) for y in range(-1, 3) if (x, y) not in COLUMNS)
RING_LEVELS = 2

TOWER_CELLS: tuple[Cell, ...] = tuple((x, y, z) for z in range(TOWER_LEVELS) for x, y in COLUMNS)
RING_CELLS: tuple[Cell, ...] = tuple((x, y, z) for z in range(RING_LEVELS) for x, y in RING_COLUMNS)
CANDIDATE_CELLS: tuple[Cell, ...] = TOWER_CELLS + RING_CELLS
