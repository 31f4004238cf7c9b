"""From where a tower should be looked at next, so that the most of what is unknown is settled.

Called by the program.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rules.cubes import Cell, Face

from .arrangements import counts_by_weight, possible_candidates
from .facts import known_facts
from .pieces import DEFAULT_OPTIONS, Candidate, Options
from .proof import Choices, choices_of
from .tower import Tower, in_footprint, is_outer

CORNERS: dict[str, tuple[Face, Face]] = {
    "South-East": (Face.S, Face.E),
    "North-East": (Face.N, Face.E),
    "North-West": (Face.N, Face.W),
    "South-West": (Face.S, Face.W),
}
"""Where one can stand, with the two sides of the tower that are seen from there."""

_MOST_LOOKS = 2000
"""Towers that could look in more ways than this are not counted look by look: it would take more than some 0.1 s."""


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
    arrangements : int or None
        Legal arrangements that agree with what is known now; None if there is none, or they look too many ways.
    expected : float or None
        How many of them would agree with what is known after the look, on average, if all are equally likely.
    """

    corner: str
    cubes: int
    faces: int
    levels: tuple[int, int]
    arrangements: int | None = None
    expected: float | None = None


def further_view(
    tower: Tower, corners: Sequence[str] = tuple(CORNERS), options: Options = DEFAULT_OPTIONS
) -> FurtherView | None:
    """The look that would settle the most; None if there is nothing on the outside that is not known.

    That is the one after which the fewest legal arrangements are left on average; of equals, the one that shows the
    most cubes of unknown type, then unknown marks.

    Parameters
    ----------
    tower : Tower
        What was seen, without what only follows: what a legal tower must have is not what this one has.
    corners : sequence of str
        From where to choose; the first one of equals is taken.
    options : Options

    Examples
    --------
    >>> from .notation import parse_tower
    >>> further_view(parse_tower("1?,?,-,-"))
    FurtherView(corner='South-East', cubes=1, faces=5, levels=(1, 1), arrangements=12, expected=1.3333333333333333)
    >>> further_view(parse_tower("0,0,0,0")) is None
    True
    """
    found = possible_candidates(choices_of(known_facts(tower, tower), options))
    views = [view for corner in corners if (view := _from_corner(tower, corner, found and found[0]))]
    if any(view.expected is None for view in views):
        # What cannot be told of all is no reason to prefer one.
        views = [replace(view, arrangements=None, expected=None) for view in views]
    return max(views, key=_settles, default=None)


def _settles(view: FurtherView) -> tuple[float, int, int]:
    return -(view.expected or 0.0), view.cubes, view.faces


def _from_corner(tower: Tower, corner: str, possible: Choices | None) -> FurtherView | None:
    shown = _shown(tower, corner)
    unknown = [(cell, face) for cell, face in shown if tower[cell].mark(face) is None]
    colours = {cell for cell, _ in shown if tower[cell].type is None}
    levels = [cell[2] + 1 for cell in (*(cell for cell, _ in unknown), *colours)]
    if not levels:
        return None
    counts = possible and counts_by_weight(dict(_by_look(possible, shown)), _MOST_LOOKS)
    ways = sum(counts) if counts else None
    # Each of n arrangements that look alike is the true one just as likely, and then all n of them are left.
    expected = sum(count * count for count in counts) / ways if counts and ways else None
    return FurtherView(corner, len(colours), len(unknown), (min(levels), max(levels)), ways, expected)


def _shown(tower: Tower, corner: str) -> list[tuple[Cell, Face]]:
    """The outer faces and tops that are seen from a corner."""
    cells = [cell for cell in tower if in_footprint(cell)]
    sides = [(cell, face) for cell in cells for face in CORNERS[corner] if is_outer(cell, face)]
    return sides + [(cell, Face.U) for cell in cells if Face.U.beside(cell) not in tower]


def _by_look(possible: Choices, shown: Sequence[tuple[Cell, Face]]) -> Iterator[tuple[Cell, tuple[Candidate, ...]]]:
    """The candidates weighted so that two towers have the same sum just if they look the same."""
    unit = 1
    for cell, candidates in possible.items():
        faces = [face for other, face in shown if other == cell]
        looks: dict[object, int] = {}
        weighted = []
        for number, bulges, _ in candidates:
            look = (number, bulges.intersection(faces)) if faces else None
            weighted.append((number, bulges, unit * looks.setdefault(look, len(looks))))
        yield cell, tuple(weighted)
        unit *= len(looks)
