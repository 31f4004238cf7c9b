"""The tower as a value: what is known of each cube, where it stands, and names for the cells.

A tower holds anything that a photo can show, also what no rule allows; `judge` says what is wrong with it.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

from rules.cubes import Cell, Face, from_the_ground
from rules.errors import ImpossiblePosition, counted

from .pieces import TYPES, Mark, face_letters

LEVELS = 6
COLUMNS = {(0, 0): "a1", (1, 0): "b1", (0, 1): "a2", (1, 1): "b2"}
"""Names of the four columns by (x, y), in the order of the notation."""
CELLS: tuple[Cell, ...] = tuple((x, y, z) for z in range(LEVELS) for x, y in COLUMNS)
"""The 24 cells of the tower from the ground up."""
SIDES = (Face.E, Face.W, Face.N, Face.S)


def cell_name(cell: Cell) -> str:
    """What people call a cell.

    Examples
    --------
    >>> cell_name((1, 0, 2))
    'b1 on level 3'
    >>> cell_name((2, 0, 0))
    'the place East of b1 on level 1'
    """
    x, y, z = cell
    return f"{COLUMNS.get((x, y)) or _place_beside(x, y)} on level {z + 1}"


def cells_name(cells: Collection[Cell]) -> str:
    """What people call several cells, from the ground up; levels of which the same cells are named are told as one.

    Examples
    --------
    >>> cells_name([(1, 0, 0), (0, 1, 0), (1, 0, 1), (1, 0, 2)])
    'b1 a2 on level 1, b1 on levels 2 to 3'
    >>> cells_name([(0, 0, 0), (2, 0, 0)])
    'a1 on level 1, the place East of b1 on level 1'
    """
    inside = sorted(filter(in_footprint, cells), key=from_the_ground)
    rows: list[tuple[str, int, int]] = []
    for level, row in groupby(inside, key=lambda cell: cell[2] + 1):
        names = " ".join(COLUMNS[cell[:2]] for cell in row)
        lowest = rows.pop()[1] if rows and rows[-1][::2] == (names, level - 1) else level
        rows.append((names, lowest, level))
    told = [f"{names} on level{f's {low} to' if low < high else ''} {high}" for names, low, high in rows]
    return ", ".join([*told, *(cell_name(cell) for cell in cells if not in_footprint(cell))])


def _place_beside(x: int, y: int) -> str:
    """What people call a place outside of the footprint.

    Examples
    --------
    >>> _place_beside(-1, 2), _place_beside(0, -3)
    ('the place North and West of a2', 'the place 3 South of a1')
    """
    near_x, near_y = (min(max(place, 0), 1) for place in (x, y))
    steps = ((y - near_y, "North", "South"), (x - near_x, "East", "West"))
    ways = [f"{abs(step)} {(ahead if step > 0 else behind)}" for step, ahead, behind in steps if step]
    return f"the place {' and '.join(way.removeprefix('1 ') for way in ways)} of {COLUMNS[near_x, near_y]}"


def in_footprint(cell: Cell) -> bool:
    """Whether the cell lies above the 2x2 footprint."""
    return cell[:2] in COLUMNS


def is_outer(cell: Cell, face: Face) -> bool:
    """Whether this face of a cube in that cell of the footprint is on the outside of the tower, by rule 5."""
    beside = face.beside(cell)
    return beside[2] < 0 or not in_footprint(beside)


@dataclass(frozen=True, slots=True)
class Cube:
    """What is known of one cube; a face in neither set is unknown.

    What follows from the cube alone is filled in: all hollows once all bulges of a known type are known, and the
    reverse; the type once all six faces are known, or as many bulges as only one has. So equal knowledge is an equal
    value.

    Attributes
    ----------
    type : int or None
        0 to 4, None if unknown.
    bulges, hollows : frozenset of Face
        Faces known to carry a bulge, a hollow.

    Raises
    ------
    ImpossiblePosition
        A face is in both sets, or the type has fewer bulges or hollows than are known.

    Examples
    --------
    >>> cube = Cube(1, frozenset({Face.U}))
    >>> cube.mark(Face.D)
    <Mark.HOLLOW: 'hollow'>
    >>> Cube(1).mark(Face.D) is None
    True
    """

    type: int | None
    bulges: frozenset[Face] = frozenset()
    hollows: frozenset[Face] = frozenset()

    def __post_init__(self) -> None:
        if self.type is not None and not 0 <= self.type < len(TYPES):
            raise ImpossiblePosition(f"cube of type {self.type}; types are 0 to {len(TYPES) - 1}")
        if both := self.bulges & self.hollows:
            raise ImpossiblePosition(f"face {min(face.name for face in both)} is given as bulge and as hollow")
        most = TYPES[-1].bulge_count if self.type is None else TYPES[self.type].bulge_count
        fewest = 0 if self.type is None else most
        name = "no cube" if self.type is None else f"a {self.type}"
        if len(self.bulges) > most:
            raise ImpossiblePosition(
                f"{counted(len(self.bulges), 'bulge')}; {name} has {'more than ' * (name == 'no cube')}{most}"
            )
        if len(self.hollows) > 6 - fewest:
            raise ImpossiblePosition(f"{counted(len(self.hollows), 'hollow')}; {name} has {6 - fewest}")
        everything = frozenset(Face)
        if self.type is None and (len(self.bulges) == most or len(self.bulges) + len(self.hollows) == 6):
            object.__setattr__(self, "type", len(self.bulges))
        if self.type is not None and len(self.bulges) == most:
            object.__setattr__(self, "hollows", everything - self.bulges)
        elif self.type is not None and len(self.hollows) == 6 - most:
            object.__setattr__(self, "bulges", everything - self.hollows)

    def mark(self, face: Face) -> Mark | None:
        """The mark on a face, None if unknown."""
        if face in self.bulges:
            return Mark.BULGE
        return Mark.HOLLOW if face in self.hollows else None

    @property
    def is_known(self) -> bool:
        """Whether the type and all six faces are known."""
        return len(self.bulges) + len(self.hollows) == 6

    def could_be(self, bulges: frozenset[Face]) -> bool:
        """Whether a cube with exactly these bulges agrees with what is known."""
        return self.bulges <= bulges and not self.hollows & bulges and self.type in (None, len(bulges))


class Tower(Mapping[Cell, Cube]):
    """Cubes by cell, immutable and hashable, in the order from the ground up and a1 b1 a2 b2 on each level.

    Cells may lie outside the footprint or above an empty one, as a photo can show it.

    Examples
    --------
    >>> tower = Tower.from_cubes({(0, 0, 0): Cube(1, frozenset({Face.U}))})
    >>> len(tower), (1, 0, 0) in tower
    (1, False)
    >>> tower.placed((1, 0, 0), Cube(0))
    parse_tower('1U,0,-,-')
    """

    __slots__ = ("_cubes",)
    _cubes: dict[Cell, Cube]

    @classmethod
    def from_cubes(cls, cubes: Mapping[Cell, Cube]) -> "Tower":
        """The tower of these cubes.

        Raises
        ------
        ImpossiblePosition
            A cell lies below the ground.
        """
        for cell in cubes:
            if cell[2] < 0:
                raise ImpossiblePosition(f"cell {cell} lies below the ground")
        tower = cls.__new__(cls)
        tower._cubes = {cell: cubes[cell] for cell in sorted(cubes, key=from_the_ground)}
        return tower

    def __getitem__(self, cell: Cell) -> Cube:
        return self._cubes[cell]

    def __iter__(self) -> Iterator[Cell]:
        return iter(self._cubes)

    def __len__(self) -> int:
        return len(self._cubes)

    def __eq__(self, other: object) -> bool:
        return self._cubes == other._cubes if isinstance(other, Tower) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self._cubes.items()))

    def __str__(self) -> str:
        return tower_notation(self)

    def __repr__(self) -> str:
        return f"parse_tower({str(self)!r})"

    def placed(self, cell: Cell, cube: Cube) -> "Tower":
        """This tower with a cube put into a cell, whatever stood there."""
        return Tower.from_cubes({**self._cubes, cell: cube})

    def without(self, cell: Cell) -> "Tower":
        """This tower with a cell emptied."""
        return Tower.from_cubes({other: cube for other, cube in self._cubes.items() if other != cell})

    def type_counts(self) -> tuple[int, ...]:
        """How many cubes of each known type stand here, indexed by type."""
        types = [cube.type for cube in self._cubes.values()]
        return tuple(types.count(kind.number) for kind in TYPES)

    def left_in_box(self) -> tuple[tuple[int, int], ...]:
        """The fewest and the most cubes of each type that the box still holds; of those of unknown type any may be.

        Examples
        --------
        >>> Tower.from_cubes({(0, 0, 0): Cube(2), (1, 0, 0): Cube(None)}).left_in_box()
        ((5, 6), (5, 6), (0, 1), (5, 6), (3, 4))
        """
        unknown = sum(cube.type is None for cube in self._cubes.values())
        left = [kind.in_box - standing for kind, standing in zip(TYPES, self.type_counts(), strict=True)]
        return tuple((max(0, most - unknown), max(0, most)) for most in left)


EMPTY_TOWER = Tower.from_cubes({})


@dataclass(frozen=True, slots=True)
class Placement:
    """One turn: a cell, and the cube put there so that these faces carry its bulges.

    Raises
    ------
    ImpossiblePosition
        The type has another number of bulges.

    Examples
    --------
    >>> str(Placement((1, 0, 2), 3, frozenset({Face.N, Face.U, Face.E})))
    'b1.3=3ENU'
    """

    cell: Cell
    type: int
    bulges: frozenset[Face]

    def __post_init__(self) -> None:
        if not Cube(self.type, self.bulges).is_known:
            raise ImpossiblePosition(f"a {self.type} with {len(self.bulges)} bulges; it has {self.type}")

    @property
    def cube(self) -> Cube:
        """The cube as it stands after the placement."""
        return Cube(self.type, self.bulges)

    def __str__(self) -> str:
        return placement_notation(self)


def cube_notation(cube: Cube) -> str:
    """The cube as in the tower notation: type, known bulges, and unless that is all, known hollows and `?`.

    Examples
    --------
    >>> cube_notation(Cube(3, frozenset({Face.U}), frozenset({Face.E})))
    '3Ue?'
    """
    bulges, hollows = face_letters(cube.bulges), face_letters(cube.hollows).lower()
    if cube.type is None:
        return f"?{bulges}{hollows}"
    return f"{cube.type}{bulges}" if cube.is_known else f"{cube.type}{bulges}{hollows}?"


def tower_notation(tower: Tower) -> str:
    """One line of text that `parse_tower` reads back to the same tower.

    Examples
    --------
    >>> tower_notation(Tower.from_cubes({(2, 0, 0): Cube(None), (1, 1, 1): Cube(0)}))
    '-,-,-,-/-,-,-,0 +2,0,0=?'
    """
    heights = [cell[2] + 1 for cell in tower if in_footprint(cell)]
    levels = []
    for z in range(max(heights, default=1)):
        cells = ((x, y, z) for x, y in COLUMNS)
        levels.append(",".join(cube_notation(tower[cell]) if cell in tower else "-" for cell in cells))
    beside = [f"{cell_notation(cell)}={cube_notation(cube)}" for cell, cube in tower.items() if not in_footprint(cell)]
    return " ".join(["/".join(levels), *beside])


def placement_notation(placement: Placement) -> str:
    """Text that `parse_placement` reads back to the same placement."""
    return f"{cell_notation(placement.cell)}={cube_notation(placement.cube)}"


def cell_notation(cell: Cell) -> str:
    """Text that `parse_cell` reads back to the same cell; one outside the footprint as `+x,y,z`.

    Examples
    --------
    >>> cell_notation((1, 0, 2)), cell_notation((2, -1, 0))
    ('b1.3', '+2,-1,0')
    """
    x, y, z = cell
    return f"{COLUMNS[x, y]}.{z + 1}" if in_footprint(cell) and z >= 0 else f"+{x},{y},{z}"
