"""Joins readings of one tower, taken from several sides at one moment, into one. Called by the program.

`joined_standing` joins where cubes stand, `sides` finds from which side each photo was taken; here is what the cubes
are. No rule of the game is known here.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial

import numpy as np

from calibration.arrays import FloatArray
from rules.games.babel import TYPES, Cell, Face, Mark, from_the_ground
from vision.games.babel.evidence import Contradiction, CubeEvidence, FaceEvidence, Reading, SeenTower
from vision.games.babel.telling.belief import CubeBelief, join, of_one_box
from vision.games.babel.turning import turned
from vision.logs import normalised_logs

from .joined_standing import join_standing
from .sides import find_sides, is_borne_out, view_weights

#: Two views that are this sure of different things contradict each other; below, the evidence is added up.
CONTRADICTION = 0.98
#: Evidence of n views counts as that of n to this power: paint and light that mislead one view mislead the next.
#: Chosen: 0 would be no gain from a second view, 1 views with nothing in common. On 55 rendered towers of three views
#: each, which the networks had learned from, the fewest types were wrong from 0 to 0.6, and the fewest marks at 0.6.
_TOGETHER = 0.6


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class JoinedReading(SeenTower):
    """A tower as all views together show it.

    Attributes
    ----------
    views : tuple of Reading
        What was joined, each in the frame of the whole: that of the mat, or of the first view where none has a mat. A
        face's place in the picture (`corners_xy`) belongs to the view that sees it best.
    numbers : tuple of int
        For each of `views`, which of the readings it is, from 0.
    left_out : tuple of int
        Readings of which it cannot be told from which side they were taken.
    mirrored : tuple of int
        Readings of pictures that were flipped from left to right; left out too.
    strange : tuple of int
        Readings that fit the others as those of another tower would; left out too.
    """

    views: tuple[Reading, ...]
    numbers: tuple[int, ...]
    left_out: tuple[int, ...]
    mirrored: tuple[int, ...]
    strange: tuple[int, ...]

    def as_seen_by(self, view: int) -> Reading:
        """One of `views` with what all of them together say of the faces that it shows; for drawing on its photo."""
        joined = {cube.cell: cube for cube in self.cubes}
        own = self.views[view]
        return replace(
            own,
            cubes=tuple(
                replace(joined[cube.cell], faces=tuple(_with_places(joined[cube.cell], cube)))
                for cube in own.cubes
                if cube.cell in joined
            ),
        )


def _with_places(joined: CubeEvidence, own: CubeEvidence) -> Iterator[FaceEvidence]:
    told = {face.face: face for face in joined.faces}
    for face in own.faces:
        fused = told[face.face]
        yield replace(face, bulge_log_odds=fused.bulge_log_odds, bulge_probability=fused.bulge_probability)


def join_views(readings: Sequence[Reading]) -> JoinedReading:
    """Join what several photos of one tower show.

    Views on a mat share its frame. Without one, each is known up to quarter turns: those are taken in which the views
    agree best. A view of which that cannot be told is left out, and one that is mirrored or, where the others are more,
    of another tower.

    Parameters
    ----------
    readings : sequence of Reading
        At least one.

    Returns
    -------
    JoinedReading
        Facts on which two views are sure of different things are left unknown and listed as contradictions.
    """
    sides = find_sides(readings)
    told = [(number, turn) for number, turn in enumerate(sides.turns) if turn is not None]
    numbers = tuple(number for number, _ in told)
    views = tuple(turned(readings[number], turn) for number, turn in told)
    joined = partial(
        JoinedReading,
        is_corner_open=all(view.is_corner_open for view in views),
        cut_off=all(view.cut_off for view in views),
        on_mat=any(view.on_mat for view in views),
        off_outline=any(view.off_outline for view in views),
        too_dark=any(view.too_dark for view in views),
        too_bright=any(view.too_bright for view in views),
        colourless=any(view.colourless for view in views),
        one_sided=_are_open(views, lambda view: view.one_sided),
        is_foot_open=_are_open(views, lambda view: view.is_foot_open),
        misplaced=any(view.misplaced for view in views),
        covered=tuple(sorted({cell for view in views for cell in view.covered}, key=from_the_ground)),
        is_plain=all(view.is_plain for view in views),
        views=views,
        numbers=numbers,
        left_out=tuple(
            n for n, turn in enumerate(sides.turns) if turn is None and n not in sides.mirrored | sides.strange
        ),
        mirrored=tuple(sorted(sides.mirrored)),
        strange=tuple(sorted(sides.strange)),
    )
    if len(views) == 1:
        (only,) = views
        return joined(cubes=only.cubes, hidden=only.hidden, rather_empty=only.rather_empty)
    weights = view_weights(views)
    standing = join_standing(views, weights)
    seen = [_Seen(cell, presence, views, weights) for cell, presence in standing.presence.items()]
    shown = [cube for cube in seen if cube.views]
    beliefs = of_one_box([cube.belief() for cube in shown])
    contradictions = [*standing.contradictions, *(found for cube in shown for found in cube.contradictions)]
    return joined(
        cubes=tuple(cube.evidence(belief) for cube, belief in zip(shown, beliefs, strict=True)),
        hidden=(*(cube.cell for cube in seen if not cube.views), *standing.untold),
        rather_empty=tuple(cell for cell in standing.untold if any(cell in view.rather_empty for view in views)),
        contradictions=tuple(contradictions),
    )


def _are_open(views: Sequence[Reading], is_open: Callable[[Reading], bool]) -> bool:
    """Whether in any view it is open which end is up or where the levels lie, and no view sure of it bears it out."""
    sure = [view for view in views if not is_open(view)]
    return any(is_open(view) and not any(is_borne_out(view, one) for one in sure) for view in views)


class _Seen:
    """One cube, as the views that show it have it."""

    def __init__(self, cell: Cell, presence: float, views: Sequence[Reading], weights: Sequence[float]) -> None:
        self.cell = cell
        self.presence = presence
        every = ((number, cube) for number, view in enumerate(views) for cube in view.cubes if cube.cell == cell)
        self.views: dict[int, CubeEvidence] = dict(every)
        self.weights = weights

    @cached_property
    def contradictions(self) -> tuple[Contradiction, ...]:
        """Where two views are sure of different things; marks only where the type is not in question."""
        return tuple(self._contradictions())

    def _contradictions(self) -> Iterator[Contradiction]:
        if self._is_type_open:
            said = ((number, TYPES[kind].colour) for kind, numbers in self._sure_types.items() for number in numbers)
            yield Contradiction(self.cell, None, tuple(sorted(said)))
            return
        for face in self._faces():
            marks = self._sure_marks(face)
            if len({mark for _, mark in marks}) > 1:
                yield Contradiction(self.cell, face, tuple((number, mark.value) for number, mark in marks))

    @cached_property
    def _sure_types(self) -> dict[int, list[int]]:
        """The types told by views that are sure of the cube and its type, each with the numbers of those views."""
        said: dict[int, list[int]] = {}
        for number, cube in self.views.items():
            if cube.presence * cube.confidence >= CONTRADICTION:
                said.setdefault(cube.likeliest_type, []).append(number)
        return said

    @property
    def _is_type_open(self) -> bool:
        """Whether sure views tell different types."""
        return len(self._sure_types) > 1

    def belief(self) -> CubeBelief:
        """What the cube is by all views, contradictions left open."""
        return join(self._type_logs(), self._odds())

    def evidence(self, belief: CubeBelief) -> CubeEvidence:
        """The cube once the box's inventory is weighed in."""
        return CubeEvidence(
            cell=self.cell,
            presence=self.presence,
            type_probabilities=self._types(belief),
            type_log_likelihoods=tuple(map(float, self._type_logs())),
            faces=tuple(
                replace(
                    self._best_seen(face),
                    bulge_log_odds=odds,
                    # What other types would mostly have there is nothing that was seen.
                    bulge_probability=0.5 if face in self._open else belief.bulges[face],
                )
                for face, odds in self._odds().items()
            ),
            whole=belief.whole,
        )

    def _types(self, belief: CubeBelief) -> tuple[float, ...]:
        """How likely each type is: those that sure views differ on are so alike, whatever the box would rather hold."""
        if not self._is_type_open:
            return tuple(map(float, belief.types))
        return tuple(1 / len(self._sure_types) if kind.number in self._sure_types else 0.0 for kind in TYPES)

    @cached_property
    def _open(self) -> frozenset[Face]:
        """The faces of which the mark is left unknown, as the views contradict each other about it or the cube."""
        about = {found.face for found in self.contradictions}
        return frozenset(face for face in self._faces() if about & {face, None})

    def _odds(self) -> dict[Face, float]:
        """Log-odds of a bulge on each face in view by all views; 0 where the views contradict each other."""
        return {face: 0.0 if face in self._open else self._log_odds(face) for face in self._faces()}

    def _type_logs(self) -> FloatArray:
        """Log-likelihood of each type by the colours in all views; if they contradict each other, by the sure ones, all
        that say the same as one."""
        logs = {number: np.array(cube.type_log_likelihoods) for number, cube in self.views.items()}
        if not self._is_type_open:
            return _together(np.array(list(logs.values())), [self.weights[number] for number in logs])
        alike = [[normalised_logs(logs[number]) for number in numbers] for numbers in self._sure_types.values()]
        return np.asarray(np.logaddexp.reduce([np.mean(same, axis=0) for same in alike], axis=0))

    def _faces(self) -> list[Face]:
        seen = {evidence.face for cube in self.views.values() for evidence in cube.faces}
        return [face for face in Face if face in seen]

    def _of(self, face: Face) -> list[tuple[int, FaceEvidence]]:
        return [(n, found) for n, cube in self.views.items() for found in cube.faces if found.face is face]

    def _sure_marks(self, face: Face) -> list[tuple[int, Mark]]:
        sure = ((number, found) for number, found in self._of(face) if found.confidence >= CONTRADICTION)
        return [(number, found.mark) for number, found in sure if found.mark is not None]

    def _log_odds(self, face: Face) -> float:
        seen = self._of(face)
        odds = np.array([found.bulge_log_odds for _, found in seen])
        return float(_together(odds, [self.weights[number] for number, _ in seen]))

    def _best_seen(self, face: Face) -> FaceEvidence:
        def seen_area(found: FaceEvidence) -> float:
            return found.visible_share * float(np.cos(np.radians(found.view_angle_deg)))

        return max((found for _, found in self._of(face)), key=seen_area)


def _together(logs: FloatArray, weights: Sequence[float]) -> FloatArray:
    """Evidence of several views, along the first axis, added up: views of weight n count n to the power `_TOGETHER`."""
    return np.asarray(np.asarray(weights) @ logs * sum(weights) ** (_TOGETHER - 1))
