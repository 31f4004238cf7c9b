"""The cubes of babel as data: marks, the five types and the ways their bulges may lie.

Everything else in this folder builds on it; vision and samples read the same facts.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from itertools import combinations
from typing import Literal

from rules.cubes import Cell, Face
from rules.options import require_choices


class Mark(Enum):
    """What a face carries at its centre."""

    BULGE = "bulge"
    """A half-ball standing out."""
    HOLLOW = "hollow"
    """A dent that takes a bulge."""


@dataclass(frozen=True, slots=True)
class CubeType:
    """A kind of cube.

    Attributes
    ----------
    number : int
        0 to 4, also the number of its bulges.
    colour : str
        What people call it by.
    bulge_count : int
        Faces with a bulge; the other faces are hollow.
    in_box : int
        How many cubes of this type a box holds.
    """

    number: int
    colour: str
    bulge_count: int
    in_box: int


TYPES = (
    CubeType(0, "grey", 0, 6),
    CubeType(1, "white", 1, 6),
    CubeType(2, "black", 2, 2),
    CubeType(3, "beige", 3, 6),
    CubeType(4, "blue", 4, 4),
)
"""The five types, indexed by their number."""

Type2 = Literal["adjacent", "opposite", "both"]
Type3 = Literal["corner", "T", "both"]
Finished = Literal["last_mover_wins", "draw"]


@dataclass(frozen=True, slots=True)
class Options:
    """The decisions that the rule sheet leaves open.

    Attributes
    ----------
    type2 : {"adjacent", "opposite", "both"}
        How the two bulges of a type 2 lie to each other.
    type3 : {"corner", "T", "both"}
        Whether the three bulges of a type 3 meet in a corner, or two are opposite with one between.
    finished : {"last_mover_wins", "draw"}
        What a finished tower of 24 cubes is.

    Raises
    ------
    ValueError
        For any other value.
    """

    type2: Type2 = "adjacent"
    type3: Type3 = "corner"
    finished: Finished = "last_mover_wins"

    def __post_init__(self) -> None:
        require_choices(self)


DEFAULT_OPTIONS = Options()
"""The rule set as the sheet is mostly read."""


@cache
def bulge_sets(type: int, options: Options = DEFAULT_OPTIONS) -> tuple[frozenset[Face], ...]:
    """All sets of faces that can carry the bulges of a cube, in all its rotations.

    Parameters
    ----------
    type : int
        0 to 4.
    options : Options
        Say how the bulges of types 2 and 3 lie.

    Returns
    -------
    tuple of frozenset of Face
        In the order of the faces E W N S U D, without repetition.

    Examples
    --------
    >>> [len(bulge_sets(number)) for number in range(5)]
    [1, 6, 12, 8, 12]
    """
    chosen = (frozenset(faces) for faces in combinations(Face, TYPES[type].bulge_count))
    return tuple(bulges for bulges in chosen if _exists(bulges, options))


def _exists(bulges: frozenset[Face], options: Options) -> bool:
    """Whether a cube with these bulges exists; its type follows from their number."""
    opposite_pairs = sum(face.opposite in bulges for face in bulges) // 2
    match len(bulges):
        case 2:
            return options.type2 == "both" or (options.type2 == "opposite") == (opposite_pairs == 1)
        case 3:
            return options.type3 == "both" or (options.type3 == "T") == (opposite_pairs == 1)
        case 4:
            # The two hollows are adjacent: with opposite hollows the cube would fit nowhere in a 2x2 tower.
            return opposite_pairs == 1
    return True


def face_letters(faces: frozenset[Face]) -> str:
    """Letters of the faces in the order E W N S U D."""
    return "".join(face.name for face in Face if face in faces)


Candidate = tuple[int, frozenset[Face], float]
"""A type, the faces of its bulges, and a weight such as a log-likelihood."""
Candidates = Mapping[Cell, Sequence[Candidate]]
"""What each cube may be. Cells lie in the tower's 24; a cell that is missing is empty and binds no neighbour."""


@cache
def every_candidate(options: Options) -> tuple[Candidate, ...]:
    """All that a cube can be and how it can lie, all weighed alike.

    Examples
    --------
    >>> len(every_candidate(DEFAULT_OPTIONS))
    39
    """
    return tuple((kind.number, bulges, 0.0) for kind in TYPES for bulges in bulge_sets(kind.number, options))
