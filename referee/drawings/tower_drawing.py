"""A tower drawn from two opposite corners, so that every side shows.

Used by the live window, by exported games and by reports.
"""

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from math import cos, pi, radians, sin

from rules.games.babel import LEVELS, Cell, CellFace, Cube, Face, Mark, Tower

from .flat import DARK_RGB, FAULT_RGB, Drawn, Label, Point, Polygon, Rgb, ink_on

#: Fill of a cube by its type number, close to the paint.
PAINTS_RGB: tuple[Rgb, ...] = ((140, 140, 140), (244, 242, 234), (52, 52, 52), (216, 176, 120), (44, 96, 178))
UNKNOWN_RGB: Rgb = (196, 206, 196)
TEXT_RGB: Rgb = (120, 120, 120)
#: Width of a drawing, in edges.
WIDTH = 8.4
_MIDDLES_X = (2.1, 6.3)
_ACROSS, _DEEP = cos(radians(30)), sin(radians(30))
#: Light falls from the left: how bright the two sides are against the top.
_BRIGHTNESS = {Face.U: 1.0, Face.W: 0.86, Face.S: 0.72, Face.E: 0.86, Face.N: 0.72}


def drawing_height(levels: int) -> float:
    """Height of the drawing of a tower with room for so many levels, in edges."""
    return levels + 3.4


def draw_tower(tower: Tower, levels: int = LEVELS, faulty: Set[CellFace] = frozenset()) -> Iterator[Drawn]:
    """The tower seen from the South-West and from the North-East, side by side, each above the column that is nearest.

    Parameters
    ----------
    tower : Tower
    levels : int
        How many levels there is room for above the ground.
    faulty : set of (Cell, Face)
        Faces outlined in red.

    Yields
    ------
    Polygon or Label
        In edges, from (0, 0) to (`WIDTH`, `drawing_height(levels)`), y down.
    """
    size = _size(tower)
    for middle_x, turned, name in ((_MIDDLES_X[0], False, "a1"), (_MIDDLES_X[1], True, "b2")):
        corner = _Corner((middle_x, levels + 1.9), turned, size)
        yield Polygon(corner.points(((0, 0, 0), (2, 0, 0), (2, 2, 0), (0, 2, 0))), None, TEXT_RGB, 0.03)
        yield from _view(tower, corner, faulty)
        yield Label((middle_x, levels + 3.3), name, 0.4, TEXT_RGB, "middle")


@dataclass(frozen=True, slots=True)
class _Corner:
    """From which corner a tower is seen, where that view lies in the drawing, and how long an edge is there."""

    origin_xy: Point
    is_turned: bool
    size: float

    @property
    def sides(self) -> tuple[Face, ...]:
        """The faces that look this way."""
        return (Face.N, Face.E, Face.U) if self.is_turned else (Face.W, Face.S, Face.U)

    def distance(self, cell: Cell) -> int:
        """How far from the corner a cell lies, on the ground."""
        return -cell[0] - cell[1] if self.is_turned else cell[0] + cell[1]

    def points(self, places: Sequence[tuple[float, float, float]]) -> tuple[Point, ...]:
        """Where points of the tower lie in the drawing; half a turn shows the other two sides."""
        points = []
        for x, y, z in places:
            east, north = (1 - x, 1 - y) if self.is_turned else (x - 1, y - 1)
            across, down = (east - north) * _ACROSS, -(east + north) * _DEEP - z
            points.append((self.origin_xy[0] + self.size * across, self.origin_xy[1] + self.size * down))
        return tuple(points)


def _size(tower: Tower) -> float:
    """How long an edge is drawn: shorter where cubes beside the footprint need room."""
    farthest = max((max(abs(2 * cell[0] - 1), abs(2 * cell[1] - 1)) for cell in tower), default=1)
    return 1.0 if farthest <= 1 else 1.9 / (farthest + 1)


def _view(tower: Tower, corner: _Corner, faulty: Set[CellFace]) -> Iterator[Drawn]:
    for cell in sorted(tower, key=lambda cell: (cell[2], -corner.distance(cell))):
        for face in corner.sides:
            if face.beside(cell) not in tower:
                yield from _face(tower[cell], cell, face, corner, (cell, face) in faulty)


def _face(cube: Cube, cell: Cell, face: Face, corner: _Corner, is_faulty: bool) -> Iterator[Drawn]:
    paint = UNKNOWN_RGB if cube.type is None else PAINTS_RGB[cube.type]
    fill = _scaled(paint, _BRIGHTNESS[face])
    outline = (FAULT_RGB, 0.12) if is_faulty else (DARK_RGB, 0.03)
    yield Polygon(corner.points(_corners(cell, face)), fill, *outline)
    match cube.mark(face):
        case Mark.BULGE:
            light = _scaled(paint, 1.35, 60)
            yield Polygon(corner.points(_ring(cell, face, 0.27)), light, DARK_RGB, 0.045)
        case Mark.HOLLOW:
            yield Polygon(corner.points(_ring(cell, face, 0.2)), _scaled(fill, 0.62), None)
        case None:
            (at,) = corner.points([_centre(cell, face)])
            yield Label((at[0], at[1] + 0.16), "?", 0.45, ink_on(fill), "middle")


def _corners(cell: Cell, face: Face) -> list[tuple[float, float, float]]:
    return [_on_face(cell, face, *ends) for ends in ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))]


def _ring(cell: Cell, face: Face, radius: float) -> list[tuple[float, float, float]]:
    turns = [2 * pi * step / 20 for step in range(20)]
    return [_on_face(cell, face, radius * cos(angle), radius * sin(angle)) for angle in turns]


def _centre(cell: Cell, face: Face) -> tuple[float, float, float]:
    return _on_face(cell, face, 0.0, 0.0)


def _on_face(cell: Cell, face: Face, first: float, second: float) -> tuple[float, float, float]:
    """A point of a face, given along its two edges from its centre."""
    offset = face.offset
    middle = [place + 0.5 + 0.5 * step for place, step in zip(cell, offset, strict=True)]
    along = [axis for axis in range(3) if not offset[axis]]
    middle[along[0]] += first
    middle[along[1]] += second
    return middle[0], middle[1], middle[2]


def _scaled(colour_rgb: Rgb, factor: float, more: int = 0) -> Rgb:
    red, green, blue = (min(255, round(value * factor) + more) for value in colour_rgb)
    return red, green, blue
