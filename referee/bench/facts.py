"""What was said of a tower's cubes and marks, compared with the truth fact by fact. Called by `photo` and `views`."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from rules.games.babel import Cell, Face, Mark, cell_name
from vision.faces import FaceSite, view_angles_deg
from vision.games.babel.evidence import CubeEvidence, FaceEvidence

from .truth import TrueCube, Truth


@dataclass(frozen=True, slots=True)
class TypeAnswer:
    """What was said of the type of a cube in view; `said` is None where nothing was, `found` whether it was seen."""

    true: int
    said: int | None
    found: bool
    confidence: float


@dataclass(frozen=True, slots=True)
class MarkAnswer:
    """What was said of the mark of a face in view; `said` is None where nothing was."""

    true: Mark
    said: Mark | None
    view_angle_deg: float
    confidence: float


AnswerT = TypeVar("AnswerT", TypeAnswer, MarkAnswer)


@dataclass(frozen=True, slots=True)
class Facts:
    """What was said of a tower's cubes and marks.

    Attributes
    ----------
    types : tuple of TypeAnswer
        One for each cube in view.
    marks : tuple of MarkAnswer
        One for each face in view.
    extra_cubes : int
        Cubes reported where there is none.
    misses : tuple of str
        Every wrong or missing fact, in words.
    """

    types: tuple[TypeAnswer, ...]
    marks: tuple[MarkAnswer, ...]
    extra_cubes: int
    misses: tuple[str, ...]

    @property
    def types_right(self) -> bool:
        """Whether the type of every visible cube is right, and no cube too many was reported."""
        return not self.extra_cubes and all(answer.said == answer.true for answer in self.types)

    @property
    def all_right(self) -> bool:
        """Whether every visible mark is right too."""
        return self.types_right and all(answer.said is answer.true for answer in self.marks)


def compare_facts(truth: Truth, seen: Sequence[CubeEvidence], cell_confidence: float = 1.0) -> Facts:
    """Compare what was said of cubes with the truth in the same frame.

    Parameters
    ----------
    truth : Truth
    seen : sequence of CubeEvidence
    cell_confidence : float, 0..1
        As in `vision.games.babel.evidence.SeenTower`: nothing counts for surer than this.
    """
    cubes = {cube.cell: cube for cube in seen}
    extra = sorted(set(cubes) - {cube.cell for cube in truth.cubes})
    return Facts(
        types=tuple(_no_surer(_type_answer(cube, cubes), cell_confidence) for cube in truth.visible_cubes),
        marks=tuple(_no_surer(answer, cell_confidence) for answer in _mark_answers(truth, cubes)),
        extra_cubes=len(extra),
        misses=tuple(_misses(truth, cubes, extra)),
    )


def unread_facts(truth: Truth, reason: str) -> Facts:
    """The facts where nothing was read: everything in view is missed, for one reason."""
    return replace(compare_facts(truth, ()), misses=(reason,))


def _no_surer(answer: AnswerT, confidence: float) -> AnswerT:
    return replace(answer, confidence=min(answer.confidence, confidence))


def _type_answer(cube: TrueCube, cubes: Mapping[Cell, CubeEvidence]) -> TypeAnswer:
    seen = cubes.get(cube.cell)
    if seen is None:
        return TypeAnswer(cube.type, None, False, 0.0)
    return TypeAnswer(cube.type, seen.type, True, seen.confidence)


def _mark_answers(truth: Truth, cubes: Mapping[Cell, CubeEvidence]) -> Iterator[MarkAnswer]:
    sites = [(cube, face) for cube in truth.visible_cubes for face in cube.visible_faces]
    angles_deg = view_angles_deg([FaceSite(cube.cell, face) for cube, face in sites], truth.pose)
    for (cube, face), angle in zip(sites, angles_deg, strict=True):
        seen = _face_of(cubes.get(cube.cell), face)
        yield MarkAnswer(cube.mark(face), seen.mark if seen else None, float(angle), seen.confidence if seen else 0.0)


def _face_of(cube: CubeEvidence | None, face: Face) -> FaceEvidence | None:
    return next((evidence for evidence in cube.faces if evidence.face is face), None) if cube else None


def _misses(truth: Truth, cubes: Mapping[Cell, CubeEvidence], extra: list[Cell]) -> Iterator[str]:
    for cube in truth.visible_cubes:
        place, seen = cell_name(cube.cell), cubes.get(cube.cell)
        if seen is None:
            yield f"{place}: not seen, is a {cube.type}"
            continue
        if seen.type != cube.type:
            yield f"{place}: type {'unsure' if seen.type is None else seen.type}, is {cube.type}"
        for face in cube.visible_faces:
            evidence = _face_of(seen, face)
            mark = evidence.mark if evidence else None
            if mark is not cube.mark(face):
                said = mark.value if mark else ("unsure" if evidence else "not seen")
                yield f"{place} face {face.name}: {said}, is {cube.mark(face).value}"
    for cell in extra:
        yield f"{cell_name(cell)}: no cube there"
