"""What the report draws of a tower, as values that its template turns into SVG: four sides, top, joints by level."""

from collections.abc import Set
from dataclasses import dataclass
from typing import Literal

from referee.drawings.flat import hex_colour, ink_on
from referee.drawings.tower_drawing import PAINTS_RGB, UNKNOWN_RGB
from referee.shown import Shown, ShownCube
from referee.tower_text import SIDE_COLUMNS, SIDE_NAMES, cell_in_view
from rules.games.babel import COLUMNS, Cell, CellFace, Cube, Face, Mark, in_footprint


@dataclass(frozen=True, slots=True)
class Square:
    """A cube's face, one unit wide, its upper left corner at (x, y), y down.

    Attributes
    ----------
    x, y : float
    fill, ink : str
        CSS colours of the paint and of what is written on it.
    type : str
        The type's number, or "?".
    mark : {"bulge", "hollow", "unknown"}
    seen : bool
        Whether the mark was seen; otherwise it follows.
    faulty : bool
    near : bool
        Whether it stands in the nearer row; else it is drawn paler.
    """

    x: float
    y: float
    fill: str
    ink: str
    type: str
    mark: Literal["bulge", "hollow", "unknown"]
    seen: bool
    faulty: bool
    near: bool


@dataclass(frozen=True, slots=True)
class Side:
    """The tower from one side, or from above: `squares`, and `names` of columns and levels as (text, x, y)."""

    name: str
    height: float
    squares: tuple[Square, ...]
    names: tuple[tuple[str, float, float], ...]


@dataclass(frozen=True, slots=True)
class Joint:
    """Two faces that touch inside a level: `points` of an arrow from the bulge into the hollow, empty if unknown."""

    x: float
    y: float
    points: str
    seen: bool


@dataclass(frozen=True, slots=True)
class PlanSquare:
    """A cube from above; `at` and `down` are where its number stands, `up` what its top is."""

    x: float
    y: float
    fill: str
    ink: str
    type: str
    up: str
    at: float
    down: float


@dataclass(frozen=True, slots=True)
class Plan:
    """The joints within one level, seen from above, North up."""

    level: int
    squares: tuple[PlanSquare, ...]
    joints: tuple[Joint, ...]


def sides(seen: Set[CellFace], certain: Shown, faulty: Set[CellFace]) -> tuple[Side, ...]:
    """The tower from South, East, North and West and from above.

    Parameters
    ----------
    seen : set of (Cell, Face)
        Faces whose mark the camera told.
    certain : Shown
        What is known, and what follows.
    faulty : set of (Cell, Face)
        Outlined in red.
    """
    height = max((cell[2] + 1 for cell in certain if in_footprint(cell)), default=0)
    found = []
    for face, columns in SIDE_COLUMNS.items():
        near = {(i, height - 1 - z): (x, y, z) for i, (x, y) in enumerate(columns) for z in range(height)}
        cells = {at: cell_in_view(certain, cell, face) for at, cell in near.items()}
        names = [(COLUMNS[column], i + 0.5, height + 0.25) for i, column in enumerate(columns)]
        names += [(str(z + 1), -0.3, height - z - 0.5) for z in range(height)]
        found.append(
            Side(SIDE_NAMES[face], height, _squares(cells, face, seen, certain, faulty, {*near.values()}), tuple(names))
        )
    tops = {}
    for x, y in COLUMNS:
        levels = [cell[2] for cell in certain if cell[:2] == (x, y)]
        if levels:
            tops[x, 1 - y] = (x, y, max(levels))
    names = [(name, x + 0.5, -0.25 if y else 2.25) for (x, y), name in COLUMNS.items()]
    return (*found, Side("above", 2, _squares(tops, Face.U, seen, certain, faulty, {*tops.values()}), tuple(names)))


def _squares(
    cells: dict[tuple[int, int], Cell],
    face: Face,
    seen: Set[CellFace],
    certain: Shown,
    faulty: Set[CellFace],
    near: Set[Cell],
) -> tuple[Square, ...]:
    squares = []
    for (x, y), cell in cells.items():
        if cell in certain:
            fill, ink, number = _paint(certain[cell])
            mark = certain[cell].mark(face)
            name: Literal["bulge", "hollow", "unknown"] = mark.value if mark else "unknown"
            squares.append(
                Square(x, y, fill, ink, number, name, (cell, face) in seen, (cell, face) in faulty, cell in near)
            )
    # Those with a red outline last: no neighbour then paints over it.
    return tuple(sorted(squares, key=lambda square: square.faulty))


def plans(seen: Set[CellFace], certain: Shown) -> tuple[Plan, ...]:
    """The joints of each level, from the ground up.

    Parameters
    ----------
    seen : set of (Cell, Face)
        Faces whose mark the camera told.
    certain : Shown
        What is known, and what follows.
    """
    levels = sorted({cell[2] for cell in certain if in_footprint(cell)})
    return tuple(Plan(z + 1, _plan_squares(certain, z), _joints(seen, certain, z)) for z in levels)


def _plan_squares(certain: Shown, z: int) -> tuple[PlanSquare, ...]:
    squares = []
    for x, y in COLUMNS:
        cube = certain.get((x, y, z))
        if cube is not None:
            fill, ink, number = _paint(cube)
            up = {Mark.BULGE: " ↑", Mark.HOLLOW: " ↓", None: ""}[cube.mark(Face.U)]
            # In the outer corner, clear of the joints.
            squares.append(
                PlanSquare(x, 1 - y, fill, ink, number, up, 0.3 if x == 0 else 0.7, 0.75 if y == 0 else 0.25)
            )
    return tuple(squares)


def _joints(seen: Set[CellFace], certain: Shown, z: int) -> tuple[Joint, ...]:
    joints = []
    for cell in ((x, y, z) for x, y in COLUMNS):
        for face in (Face.E, Face.N):
            beside = face.beside(cell)
            if cell in certain and beside in certain:
                mark, other = certain[cell].mark(face), certain[beside].mark(face.opposite)
                x = (cell[0] + beside[0]) / 2 + 0.5
                y = 1.5 - (cell[1] + beside[1]) / 2
                points = "" if mark is None or other is None or mark is other else _arrow(x, y, face, mark)
                joints.append(Joint(x, y, points, {(cell, face), (beside, face.opposite)} <= seen))
    return tuple(joints)


def _arrow(x: float, y: float, face: Face, mark: Mark) -> str:
    """A triangle across the joint, pointing along `face` if the cube before it has the bulge, and back if not."""
    sign = 1 if mark is Mark.BULGE else -1
    dx, dy = sign * face.offset[0], -sign * face.offset[1]
    corners = ((dx * 0.22, dy * 0.22), (-dx * 0.12 + dy * 0.18, -dy * 0.12 + dx * 0.18))
    back = (-dx * 0.12 - dy * 0.18, -dy * 0.12 - dx * 0.18)
    return " ".join(f"{x + a:.2f},{y + b:.2f}" for a, b in (*corners, back))


def _paint(cube: Cube | ShownCube) -> tuple[str, str, str]:
    """Fill, ink and number of a cube."""
    rgb = UNKNOWN_RGB if cube.type is None else PAINTS_RGB[cube.type]
    return hex_colour(rgb), hex_colour(ink_on(rgb)), "?" if cube.type is None else str(cube.type)
