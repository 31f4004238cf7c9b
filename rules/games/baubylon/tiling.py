"""Blocks for a height map: whether some there are, and which. Called by the fairness of a building and its making.

A block without hollow space under it fills two unit cells, one beside or above the other; so blocks for a height map
are a perfect matching of its cells, which have two colours like a chessboard (Kuhn's augmenting paths).
"""

from collections.abc import Iterator

from .building import Building, Pose, stack_blocks
from .squares import Square, square_name

Cell = tuple[int, int, int]
"""(x, y, storey), the storey from 0 on the table."""


def with_blocks(building: Building) -> Building | None:
    """The same heights made of blocks that all rest fully; None if no blocks make them.

    Examples
    --------
    >>> from .building import parse_building
    >>> str(with_blocks(parse_building("112")))
    '3x1:a1e,c1u'
    >>> with_blocks(parse_building("101")) is None
    True
    """
    cells = {(x, y, z) for x, y in building.squares for z in range(building.height((x, y)))}
    dark = [cell for cell in sorted(cells, key=lambda cell: (cell[2], cell[1], cell[0])) if sum(cell) % 2 == 0]
    if 2 * len(dark) != len(cells):
        return None
    partner: dict[Cell, Cell] = {}
    if not all(_match(cell, cells, partner, set()) for cell in dark):
        return None
    pairs = sorted((min(pair) for pair in map(sorted, partner.items())), key=lambda cell: (cell[2], cell[1], cell[0]))
    mates = {**partner, **{one: other for other, one in partner.items()}}
    placed = [((x, y), _pose((x, y, z), mates[x, y, z])) for x, y, z in pairs]
    return stack_blocks(building.width, building.depth, placed)


def fewest_on_top(building: Building) -> int:
    """How many blocks end a column at least: one covers two neighbours of the same height at most.

    Examples
    --------
    >>> from .building import parse_building
    >>> fewest_on_top(parse_building("12")), fewest_on_top(parse_building("2220"))
    (2, 2)
    """
    tops = {(x, y, building.height((x, y)) - 1) for x, y in building.squares if building.height((x, y))}
    partner: dict[Cell, Cell] = {}
    return len(tops) - sum(_match(cell, tops, partner, set()) for cell in sorted(tops) if sum(cell) % 2 == 0)


def colour_surplus(building: Building) -> tuple[int, bool]:
    """How many more cells one colour has than the other, and whether it is the dark one (even x + y + storey).

    Examples
    --------
    >>> from .building import parse_building
    >>> colour_surplus(parse_building("101"))
    (2, True)
    """
    cells = [(x, y, z) for x, y in building.squares for z in range(building.height((x, y)))]
    surplus = sum(1 if sum(cell) % 2 == 0 else -1 for cell in cells)
    return abs(surplus), surplus > 0


def overhangs(building: Building) -> Iterator[tuple[str, int]]:
    """Each block of which one half rests on nothing: its name and how high it lies."""
    tops: dict[Square, int] = dict.fromkeys(building.squares, 0)
    for block in building.blocks:
        if any(tops[square] < block.storey for square in block.squares):
            loose = next(square for square in block.squares if tops[square] < block.storey)
            yield square_name(loose), block.storey
        tops.update(dict.fromkeys(block.squares, block.top))


def _match(cell: Cell, cells: set[Cell], partner: dict[Cell, Cell], tried: set[Cell]) -> bool:
    """Find a mate for a dark cell, moving others on where needed; `partner` maps light cells to dark ones."""
    x, y, z = cell
    beside = ((x + 1, y, z), (x - 1, y, z), (x, y + 1, z), (x, y - 1, z), (x, y, z + 1), (x, y, z - 1))
    for other in beside:
        if other in cells and other not in tried:
            tried.add(other)
            if other not in partner or _match(partner[other], cells, partner, tried):
                partner[other] = cell
                return True
    return False


def _pose(cell: Cell, mate: Cell) -> Pose:
    if mate[2] != cell[2]:
        return Pose.UPRIGHT
    return Pose.EAST if mate[0] != cell[0] else Pose.NORTH
