"""What a photo shows, before any rule is asked: the type between seeing and judging.

Made by the readers in vision/games; used by the program, its drawings and the bench.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from calibration.arrays import FloatArray
from calibration.camera import CameraPose
from calibration.locating import ON_OUTLINE, Place
from rules.errors import ImpossiblePosition
from rules.games.babel import NO_CUBE, Candidate, Cell, CellFace, Cube, Face, Mark, Tower, in_footprint

#: Readings with less confidence than this are unknown to the verdict and all that follows from it.
SAID = 0.6
#: A type is told, with doubt, once it is likelier than all others together: of 19 types of 632 rendered photos with 0.5
#: to 0.6 14 are right, but of 21 marks 11.
LIKELIER = 0.5
#: With less than this, what is said is said with doubt, and no verdict of "legal" rests on it.
SURE = 0.9
#: So sure at most is that something is of the cell of which it is told, where the tower's foot is open. Of 25 rendered
#: towers with an open foot 11 were read on wrong levels, of 9 of which one side alone is clearly in view none.
_SUREST_CELL = 0.85


@dataclass(frozen=True, slots=True, eq=False)
class FaceEvidence:
    """One face in view.

    Attributes
    ----------
    face : Face
    corners_xy : float64 array of shape (4, 2)
        Upper left first, clockwise seen from outside, in pixels of the photo.
    visible_share : float, 0..1
        Share of its area that nothing hides, inside the picture.
    view_angle_deg : float, 0..90
        Between its normal and the ray to the camera.
    bulge_log_odds : float
        Natural logarithm of the odds bulge : hollow, from this face's picture alone.
    bulge_probability : float, 0..1
        The same after the cube's physical facts were joined: how many bulges its type has and how they lie.
    """

    face: Face
    corners_xy: FloatArray
    visible_share: float
    view_angle_deg: float
    bulge_log_odds: float
    bulge_probability: float

    @property
    def mark(self) -> Mark | None:
        """The likelier mark, where it is likely enough to be said."""
        if self.confidence < SAID:
            return None
        return Mark.BULGE if self.bulge_probability > 0.5 else Mark.HOLLOW

    @property
    def confidence(self) -> float:
        """Probability of the likelier mark, 0.5..1."""
        return max(self.bulge_probability, 1 - self.bulge_probability)


@dataclass(frozen=True, slots=True, eq=False)
class CubeEvidence:
    """One cube that was seen.

    Attributes
    ----------
    cell : tuple of int
    presence : float, 0..1
        Probability that a cube is there.
    type_probabilities : tuple of 5 floats
        By type number, summing to 1; physical facts and the box's inventory as a prior included.
    type_log_likelihoods : tuple of 5 floats
        By type number, natural logarithms: from its colours alone, before marks and inventory were joined.
    faces : tuple of FaceEvidence
        The faces in view, at least one.
    whole : tuple of (type, bulges, log-probability)
        Everything that the cube can be, with natural logarithms of probabilities, colour and marks joined.
    """

    cell: Cell
    presence: float
    type_probabilities: tuple[float, ...]
    type_log_likelihoods: tuple[float, ...]
    faces: tuple[FaceEvidence, ...]
    whole: tuple[Candidate, ...]

    @property
    def likeliest_type(self) -> int:
        """The type number of the highest probability."""
        return max(range(len(self.type_probabilities)), key=self.type_probabilities.__getitem__)

    @property
    def type(self) -> int | None:
        """The likeliest type, where it is likely enough to be told, if with doubt."""
        return self.likeliest_type if self.confidence > LIKELIER else None

    @property
    def confidence(self) -> float:
        """Probability of the likeliest type, 0..1."""
        return self.type_probabilities[self.likeliest_type]

    @property
    def is_type_doubtful(self) -> bool:
        """Whether other types are so likely that the verdict takes it for unknown."""
        return self.confidence < SAID

    @property
    def known(self) -> Cube:
        """Type and marks as far as they are likely enough to be judged."""
        return said_or_sure(self._with_confidence)

    @property
    def sure(self) -> Cube:
        """Type and marks as far as they are sure."""
        return self._with_confidence(SURE)

    def _with_confidence(self, least: float) -> Cube:
        marks = {face.face: face.mark for face in self.faces if face.confidence >= least}
        return Cube(
            self.likeliest_type if self.confidence >= least else None,
            frozenset(face for face, mark in marks.items() if mark is Mark.BULGE),
            frozenset(face for face, mark in marks.items() if mark is Mark.HOLLOW),
        )


def cube_as_likely(types: FloatArray, bulges: Mapping[Face, float], faces: Collection[Face], least: float) -> Cube:
    """Type and marks of some faces, as far as they are at least so likely.

    Parameters
    ----------
    types : float array of shape (5,)
        Probability of each type.
    bulges : mapping of Face to float
        Probability of a bulge on each of `faces`.
    faces : collection of Face
    least : float, above 0.5

    Raises
    ------
    ImpossiblePosition
        No cube has all this together.
    """
    likeliest = int(types.argmax())
    return Cube(
        likeliest if types[likeliest] >= least else None,
        frozenset(face for face in faces if bulges[face] >= least),
        frozenset(face for face in faces if bulges[face] <= 1 - least),
    )


def said_or_sure(with_confidence: Callable[[float], Cube]) -> Cube:
    """What is likely enough to be said of a cube; where no cube has it all together, what is sure."""
    try:
        return with_confidence(SAID)
    except ImpossiblePosition:
        return with_confidence(SURE)


@dataclass(frozen=True, slots=True, eq=False)
class Contradiction:
    """Something on which views of one tower are sure of different things.

    Attributes
    ----------
    cell : tuple of int
    face : Face or None
        The face of which the mark is in question; None where it is the type, or whether a cube is there.
    said : tuple of (int, str)
        For each view that is sure, by its number from 0, what it says: a colour, a mark, "a cube" or "no cube".
    """

    cell: Cell
    face: Face | None
    said: tuple[tuple[int, str], ...]

    @property
    def is_about_presence(self) -> bool:
        """Whether one view shows a cube there and another shows none."""
        return any(what == NO_CUBE for _, what in self.said)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class SeenTower:
    """What is known of a tower from one view, or from several joined: all that a verdict needs.

    Attributes
    ----------
    cubes : tuple of CubeEvidence
        The cubes in view, from the ground up.
    hidden : tuple of cell
        Cells below the top level that hold a cube, or may hold one, no face of which is in view.
    rather_empty : tuple of cell
        Those of them in which rather no cube is: it would be in view, unless something stands before it.
    is_corner_open : bool
        Whether in an empty corner of a tower of one level, which nobody sees to be bare, a cube may stand.
    cut_off : bool
        Whether part of the tower may lie outside the picture.
    too_dark : bool
        Whether there is too little light to be sure of anything.
    too_bright : bool
        Whether a white cube may stand where the picture is burnt out.
    colourless : bool
        Whether hardly any colour shows, as after a filter: types may then be told by their lightness alone.
    one_sided : bool
        Whether nothing but the sides of a tower without a mat, or one of them, tells where its levels lie or which end
        is up, which is little; or its foot is open.
    is_foot_open : bool
        Whether a further level may be hidden below, or lie outside of the picture, or which end is up is not known:
        what is told of a cell may be of another one. On the mat only of a tower found far beside the outline.
    misplaced : bool
        Whether what was found on the mat hardly looks like faces of cubes, as where a photo was stretched, or its foot
        is open: the tower may stand elsewhere.
    covered : tuple of cell
        Cubes with a face that does not look like one: something stands before it, or the tower lies elsewhere.
    is_plain : bool
        Whether no face in view may be covered in part, nor has light or shadow ending on it.
    contradictions : tuple of Contradiction
        Between views; what they are about is left unknown.
    on_mat : bool
        Whether a mat fixed the frame; without one, the tower may be turned about the vertical by quarter turns.
    off_outline : bool
        Whether it stands so far beside the mat's outline that this does not tell which of its columns cubes stand on.
    """

    cubes: tuple[CubeEvidence, ...]
    hidden: tuple[Cell, ...]
    cut_off: bool
    too_dark: bool
    rather_empty: tuple[Cell, ...] = ()
    is_corner_open: bool = False
    too_bright: bool = False
    colourless: bool = False
    one_sided: bool = False
    is_foot_open: bool = False
    misplaced: bool = False
    covered: tuple[Cell, ...] = ()
    is_plain: bool = False
    contradictions: tuple[Contradiction, ...] = ()
    on_mat: bool = True
    off_outline: bool = False

    @property
    def levels(self) -> int:
        """How many levels the tower has, hidden cubes included; at least 1."""
        return 1 + max((z for *_, z in (*(cube.cell for cube in self.cubes), *self.hidden)), default=0)

    @property
    def unsure_cubes(self) -> tuple[CubeEvidence, ...]:
        """The cubes that may not be there."""
        return tuple(cube for cube in self.cubes if cube.presence < SURE)

    @property
    def possible_spares(self) -> tuple[CubeEvidence, ...]:
        """The cubes beside the footprint that may not be of the tower: players keep spare ones there."""
        return tuple(cube for cube in self.unsure_cubes if not in_footprint(cube.cell))

    @property
    def likely_types(self) -> dict[Cell, int]:
        """The type told of each cube, if with doubt; none of one on which views contradict each other."""
        unclear = {found.cell for found in self.contradictions if found.face is None}
        return {cube.cell: cube.type for cube in self.cubes if cube.type is not None and cube.cell not in unclear}

    @property
    def faces_told(self) -> frozenset[CellFace]:
        """The faces in view whose mark could be told."""
        return frozenset((cube.cell, face.face) for cube in self.cubes for face in cube.faces if face.mark is not None)

    @property
    def cell_confidence(self) -> float:
        """How sure it is at most that what is told of a cell is of that one, 0..1."""
        return _SUREST_CELL if self.is_foot_open or self.misplaced else 1.0

    @property
    def is_footprint_known(self) -> bool:
        """Whether it shows where cubes stand on the footprint: by the mat's outline, or as they fill it both ways."""
        inner = [cube.cell for cube in self.cubes if cube.presence >= SURE and in_footprint(cube.cell)]
        is_on_outline = self.on_mat and not self.off_outline
        return is_on_outline or all(len({cell[axis] for cell in inner}) == 2 for axis in (0, 1))

    @property
    def tower(self) -> Tower:
        """What was seen, as a tower: what is unsure or out of view is left unknown.

        A cube that is likely but not surely there is in it, so that its place does not pass for empty.
        """
        return self._tower({cube.cell: cube.known for cube in self.cubes})

    @property
    def sure_tower(self) -> Tower:
        """The same with no more than is sure of each cube."""
        return self._tower({cube.cell: cube.sure for cube in self.cubes})

    def _tower(self, known: dict[Cell, Cube]) -> Tower:
        for found in self.contradictions:
            if found.cell in known:
                known[found.cell] = _without(known[found.cell], found.face)
        known |= {cell: Cube(None) for cell in self.hidden}
        return Tower.from_cubes(known)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Reading(SeenTower):
    """A tower as one photo shows it.

    Attributes
    ----------
    pose : CameraPose
    place : Place
        Where on the mat the tower was found: next to where it stands, if that is beside the outline.
    """

    pose: CameraPose
    place: Place = ON_OUTLINE


def _without(cube: Cube, face: Face | None) -> Cube:
    """The cube with the mark of a face unknown, or all of it."""
    return Cube(None) if face is None else Cube(cube.type, cube.bulges - {face}, cube.hollows - {face})
