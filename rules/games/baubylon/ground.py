"""What a building means for pawns: its edge, entries and summit, the points of each step, the cheapest way up.

Called by the walk of a pawn, by the fairness of a building and by its pictures.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from heapq import heappop, heappush

from .building import Building
from .moves import DIE
from .options import Options
from .squares import Square, neighbours

HOME: Square = (-9, -9)
"""Where a pawn stands before it enters; a square of no ground."""


@dataclass(frozen=True, slots=True)
class Ground:
    """A building as pawns find it, under one rule set.

    Attributes
    ----------
    building : Building
    edge : tuple of Square
        Squares of the building that the table around it touches.
    entries : tuple of Square
        Those of the edge that are one storey high.
    summit : frozenset of Square
        All highest squares; whether they are one goal is the question of B1.
    steps : mapping from Square to tuple of (Square, int)
        From each square, also of the table, and from `HOME`: where one step leads and its points without pawns.
    """

    building: Building
    edge: tuple[Square, ...]
    entries: tuple[Square, ...]
    summit: frozenset[Square]
    steps: Mapping[Square, tuple[tuple[Square, int], ...]]

    def is_table(self, square: Square) -> bool:
        """Whether nothing is built on a square."""
        return self.building.height(square) == 0


@lru_cache(maxsize=64)
def ground_of(options: Options) -> Ground:
    """The ground of a rule set's building.

    Examples
    --------
    >>> ground = ground_of(Options(building="122/232/222"))
    >>> ground.entries, ground.steps[(0, 2)]
    (((0, 2),), (((1, 2), 3), ((-1, 2), 3), ((0, 3), 3), ((0, 1), 3)))
    """
    building = options.built
    # Who may stop on the table, or has no way twice, may walk away from the building for as long as the points last.
    around = _table_around(building, rows=DIE[-1] if options.table_stopping or not options.squares_again else 1)
    built = [square for square in building.squares if building.height(square)]
    edge = tuple(square for square in built if any(beside in around for beside in neighbours(square)))
    entries = tuple(square for square in edge if building.height(square) == 1)
    highest = max(building.heights)
    summit = frozenset(square for square in built if building.height(square) == highest)
    table = around | {square for square in building.squares if not building.height(square)}
    steps = {square: tuple(_steps(square, building, options, table, entries)) for square in [*built, *table]}
    steps[HOME] = tuple((entry, 1 + options.points_up) for entry in entries)
    return Ground(building, edge, entries, summit, steps)


def reachable(options: Options, start: Square = HOME) -> tuple[Square, ...]:
    """The squares of a rule set's building to which steps lead from a start, in the order of `Building.squares`.

    Examples
    --------
    >>> reachable(Options(building="1241"))
    ((0, 0), (1, 0), (2, 0), (3, 0))
    >>> reachable(Options(building="1252"))
    ((0, 0), (1, 0))
    """
    ground = ground_of(options)
    found, waiting = {start}, [start]
    while waiting:
        for square, _ in ground.steps[waiting.pop()]:
            if square not in found:
                found.add(square)
                waiting.append(square)
    return tuple(square for square in ground.building.squares if square in found and not ground.is_table(square))


def _table_around(building: Building, rows: int) -> frozenset[Square]:
    """The table from which pawns enter: so many rows around the ground, and all that they lead to without climbing."""
    within = {(x, y) for x in range(-rows, building.width + rows) for y in range(-rows, building.depth + rows)}
    corner = (-rows, -rows)
    found, waiting = {corner}, [corner]
    while waiting:
        for beside in neighbours(waiting.pop()):
            if beside in within and beside not in found and not building.height(beside):
                found.add(beside)
                waiting.append(beside)
    return frozenset(found)


def _steps(
    square: Square, building: Building, options: Options, table: frozenset[Square], entries: tuple[Square, ...]
) -> Iterator[tuple[Square, int]]:
    if square in table and not options.table_passing:
        return
    for beside in neighbours(square):
        built = building.height(beside) > 0
        if built and square in table and beside not in entries:
            continue
        rise = building.height(beside) - building.height(square)
        onto_table = beside in table and (options.table_passing or options.table_stopping)
        if (built or onto_table) and abs(rise) <= options.highest_step:
            yield beside, 1 + _climb_points(options, rise)


def _climb_points(options: Options, rise: int) -> int:
    """What so many storeys up, or down if negative, cost beside the step itself (M2)."""
    return rise * options.points_up if rise > 0 else -rise * options.points_down


def points_from_pawns(options: Options, rise: int, under: int) -> int:
    """The points of a step by a pawn that stands on others, before what it climbs at its end.

    Parameters
    ----------
    options : Options
    rise : int
        Storeys up to the next square; negative if it lies lower.
    under : int
        Pawns under the one that steps off.

    Examples
    --------
    >>> points_from_pawns(Options(), 1, 2), points_from_pawns(Options(stepping_off="from_its_height"), 1, 2)
    (5, 1)
    """
    climb = _climb_points(options, rise)
    down = under * options.points_off_pawn
    if options.stepping_off == "from_its_height" and rise > 0:
        return 1 + abs(climb - down)
    return 1 + climb + down


def cheapest_way(options: Options) -> tuple[int, tuple[Square, ...]] | None:
    """Points and squares of a cheapest way from the table to the summit; None if there is no way.

    Found by Dijkstra's algorithm over steps between empty squares, entering included.

    Examples
    --------
    >>> cheapest_way(Options(building="12/23"))
    (9, ((0, 1), (0, 0), (1, 0)))
    """
    ground = ground_of(options)
    waiting: list[tuple[int, tuple[Square, ...]]] = [(0, (HOME,))]
    done = set()
    while waiting:
        points, way = heappop(waiting)
        if way[-1] in ground.summit:
            return points, way[1:]
        if way[-1] not in done:
            done.add(way[-1])
            for square, more in ground.steps[way[-1]]:
                heappush(waiting, (points + more, (*way, square)))
    return None
