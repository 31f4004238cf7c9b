"""From where a tower should be looked at next, so that the most of what is unknown comes into view.

Called by the program.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from .pieces import Face
from .tower import Tower, in_footprint, is_outer

CORNERS: dict[str, tuple[Face, Face]] = {
    "South-East": (Face.S, Face.E),
    "North-East": (Face.N, Face.E),
    "North-West": (Face.N, Face.W),
    "South-West": (Face.S, Face.W),
}
"""Where one can stand, with the two sides of the tower that are seen from there."""


@dataclass(frozen=True, slots=True)
class FurtherView:
    """A look at the tower from one corner, from a little above.

    Attributes
    ----------
    corner : str
        A key of `CORNERS`.
    cubes : int
        Cubes of unknown type that it would show.
    faces : int
        Outer faces with an unknown mark that it would show, tops included.
    levels : pair of int
        The lowest and highest level that has one of these, counted from 1.
    """

    corner: str
    cubes: int
    faces: int
    levels: tuple[int, int]


def further_view(tower: Tower, corners: Sequence[str] = tuple(CORNERS)) -> FurtherView | None:
    """The look that would settle the most; None if there is nothing on the outside that is not known.

    Parameters
    ----------
    tower : Tower
        What was seen, without what only follows: what a legal tower must have is not what this one has.
    corners : sequence of str
        From where to choose; the first one of equals is taken.

    Examples
    --------
    >>> from .notation import parse_tower
    >>> further_view(parse_tower("0,1s?,?,2?"))
    FurtherView(corner='North-East', cubes=1, faces=7, levels=(1, 1))
    >>> further_view(parse_tower("0,0,0,0")) is None
    True
    """
    views = [found for corner in corners if (found := _from_corner(tower, corner)) is not None]
    return max(views, key=lambda view: (view.cubes, view.faces), default=None)


def _from_corner(tower: Tower, corner: str) -> FurtherView | None:
    cells = [cell for cell in tower if in_footprint(cell)]
    sides = [(cell, face) for cell in cells for face in CORNERS[corner] if is_outer(cell, face)]
    tops = [(cell, Face.U) for cell in cells if Face.U.beside(cell) not in tower]
    unknown = [(cell, face) for cell, face in sides + tops if tower[cell].mark(face) is None]
    colours = {cell for cell, _ in sides + tops if tower[cell].type is None}
    levels = [cell[2] + 1 for cell in (*(cell for cell, _ in unknown), *colours)]
    if not levels:
        return None
    return FurtherView(corner, len(colours), len(unknown), (min(levels), max(levels)))
