"""What is shown of a cube: what was told of it, and what follows with certainty. Used by drawings, reports and JSON."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.games.babel import Cell, Cube, Face, Mark


@dataclass(frozen=True, slots=True)
class ShownCube:
    """A cube of which some things are told with doubt; unlike a `Cube` it takes none of them for granted.

    Attributes
    ----------
    type : int or None
        0 to 4, None if unknown.
    marks : mapping of Face to Mark
        Those that are known.
    """

    type: int | None
    marks: Mapping[Face, Mark]

    def mark(self, face: Face) -> Mark | None:
        """The mark on a face, None if unknown."""
        return self.marks.get(face)


Shown = Mapping[Cell, Cube] | Mapping[Cell, ShownCube]
"""A tower as it is shown."""
