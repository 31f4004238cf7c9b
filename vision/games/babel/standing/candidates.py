"""The cells in which the reader looks for a cube. Used by the babel reader, by samples and by the bench."""

from collections.abc import Callable, Collection, Mapping

from rules.games.babel import CELLS, COLUMNS, LEVELS, Cell, Cube, Tower

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


def top_level(cells: Collection[Cell]) -> int:
    """The level of the highest cube in the footprint, counted from 0; 0 where none stands there."""
    return max((z for x, y, z in cells if (x, y) in COLUMNS), default=0)


def next_cells(cells: Collection[Cell]) -> list[Cell]:
    """The next free cell of each column of the footprint."""
    free = []
    for x, y in COLUMNS:
        height = next((z for z in range(TOWER_LEVELS) if (x, y, z) not in cells), None)
        if height is not None:
            free.append((x, y, height))
    return free


def with_supports(shown: Mapping[Cell, Cube]) -> Tower:
    """The cubes that a photo shows, with one of unknown type wherever they stand on one that it does not show.

    Examples
    --------
    >>> with_supports({(0, 0, 1): Cube(4)})[0, 0, 0].type is None
    True
    """
    below = {(x, y, lower): Cube(None) for x, y, z in shown for lower in range(z)}
    return Tower.from_cubes({**below, **shown})


def with_hidden_corners(seen: Tower, would_be_seen: Callable[[Cell], bool]) -> Tower:
    """What a photo tells, with a cube of unknown type wherever one below the top level would not be seen.

    Parameters
    ----------
    seen : Tower
        As far as the photo shows it.
    would_be_seen : callable
        Whether the photo would show a cube in this free cell.

    Examples
    --------
    >>> seen = Tower.from_cubes({(0, 0, 0): Cube(0), (1, 0, 0): Cube(1), (0, 1, 0): Cube(0), (0, 0, 1): Cube(4)})
    >>> (1, 1, 0) in with_hidden_corners(seen, lambda cell: cell[2] > 0)
    True
    """
    filled, highest = dict(seen), max((z for *_, z in seen), default=0)
    for cell in CELLS:
        may_stand = cell[2] < highest and cell not in filled and is_carried(cell, filled)
        if may_stand and not would_be_seen(cell):
            filled[cell] = Cube(None)
    return Tower.from_cubes(filled)
