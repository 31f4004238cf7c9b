"""Single things that are known of a tower, and how they are put into words. Faults rest on them.

Used by `legality`, `proof` and the program.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from rules.cubes import Cell, Face, from_the_ground

from .pieces import TYPES, Mark, face_letters
from .tower import COLUMNS, Tower

Said = int | Mark | str

CUBE, NO_CUBE = "a cube", "no cube"


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that is known of a tower.

    Attributes
    ----------
    cell : Cell
    face : Face or None
        The face whose mark is known; None where the fact is one of the whole cube.
    said : int, Mark or str
        The cube's type, the face's mark, or that the cell holds `CUBE` or `NO_CUBE`.
    """

    cell: Cell
    face: Face | None
    said: Said

    def agrees(self, number: int, bulges: frozenset[Face]) -> bool:
        """Whether a cube of this type, turned so, has what is known."""
        if self.face is not None:
            return (self.face in bulges) == (self.said is Mark.BULGE)
        return self.said in (number, CUBE)


def known_facts(tower: Tower, cells: Iterable[Cell]) -> tuple[Fact, ...]:
    """All that is known of the cubes in these cells, each cube's standing there included."""
    facts = []
    for cell in cells:
        cube = tower[cell]
        facts.append(Fact(cell, None, CUBE))
        if cube.type is not None:
            facts.append(Fact(cell, None, cube.type))
        facts += [Fact(cell, face, mark) for face in Face if (mark := cube.mark(face)) is not None]
    return tuple(facts)


def in_words(facts: Sequence[Fact]) -> str:
    """The cubes that facts are about with what is known of them, level by level.

    Examples
    --------
    >>> in_words([Fact((0, 0, 1), None, 4), Fact((1, 0, 1), None, 4), Fact((1, 1, 1), Face.E, Mark.BULGE)])
    'the blue cubes in a1 b1 on level 2, the cube in b2 on level 2 with a bulge at E'
    >>> in_words([Fact((0, 0, 0), None, NO_CUBE), Fact((1, 0, 1), None, CUBE)])
    'no cube in a1 on level 1, the cube in b1 on level 2'
    """
    cells = sorted({fact.cell for fact in facts}, key=from_the_ground)

    def about(cell: Cell) -> tuple[int, bool, str, str]:
        known = [fact for fact in facts if fact.cell == cell]
        colours = [TYPES[fact.said].colour for fact in known if isinstance(fact.said, int)]
        return cell[2], any(fact.said == NO_CUBE for fact in known), colours[0] if colours else "", _marks(known)

    phrases = []
    for (level, is_empty, colour, marks), group in groupby(cells, about):
        names = " ".join(COLUMNS[cell[:2]] for cell in group)
        which = "no" if is_empty else "the"
        cubes = "cubes" if " " in names and not is_empty else "cube"
        phrases.append(" ".join(filter(None, [which, colour, cubes, "in", names, f"on level {level + 1}", marks])))
    return ", ".join(phrases)


def _marks(known: Sequence[Fact]) -> str:
    parts = []
    for mark in Mark:
        faces = frozenset(fact.face for fact in known if fact.said is mark and fact.face is not None)
        if faces:
            word = f"{mark.value}s" if len(faces) > 1 else f"a {mark.value}"
            parts.append(f"{word} at {' '.join(face_letters(faces))}")
    return f"with {' and '.join(parts)}" if parts else ""
