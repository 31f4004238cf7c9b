"""Where cubes stand by several views of one tower: heights of columns and cubes beside them. Called by `views`."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from calibration.arrays import FloatArray
from rules.games.babel import COLUMNS, CUBE, NO_CUBE, Cell, Face, from_the_ground
from vision.faces import Sightlines, sightlines, view_angles_deg
from vision.games.babel.evidence import Contradiction, CubeEvidence, Reading
from vision.games.babel.standing.candidates import TOWER_LEVELS

#: What one view that shows no cube where it would see one says against it, in nats: odds of 1 : 55.
ABSENT = -4.0
#: The same where it tells the mark on the face below: of 1,107 upper faces told as surely as `_SURE_OF_MARK` in 372
#: rendered photos one has a cube on it.
_BARE, _SURE_OF_MARK = -7.0, 0.98
#: Of a cube that is not there a view would show at least this share of one face, and not right along it: a face seen as
#: flat as this is hidden by any bulge before it.
_WOULD_SHOW, _FLAT_DEG = 0.35, 84.0
#: No view is surer than this of a cube, in nats.
_MOST = 12.0
#: A view that is this sure of a cube contradicts one that would see it and does not.
_SURE_OF_CUBE = 0.99


@dataclass(frozen=True, slots=True, eq=False)
class JoinedStanding:
    """Where cubes stand.

    Attributes
    ----------
    presence : dict of cell to float, 0..1
        The cells with a cube, from the ground up, and how sure each is.
    untold : tuple of cell
        Further cells below the top level that may hold one.
    contradictions : tuple of Contradiction
        Cells where one view is sure of a cube and another would see it and does not; with the views' numbers.
    """

    presence: dict[Cell, float]
    untold: tuple[Cell, ...]
    contradictions: tuple[Contradiction, ...]


def join_standing(views: Sequence[Reading], weights: Sequence[float]) -> JoinedStanding:
    """Join what views in one frame say of where cubes stand.

    Parameters
    ----------
    views : sequence of Reading
    weights : sequence of float, 0..1
        What each view counts (`sides.view_weights`).
    """
    seen = _as_views(views)
    presence: dict[Cell, float] = {}
    untold: list[Cell] = []
    for x, y in dict.fromkeys(cell[:2] for cell in seen[0].every):
        logs = np.asarray(weights) @ [view.height_logs((x, y)) for view in seen]
        height = int(np.argmax(logs))
        for z in range(height):
            presence[(x, y, z)] = float(1 / (1 + np.exp(logs[: z + 1].max() - logs[height])))
        if height:
            # Whether the lowest level is one or a mirror image, the height does not tell.
            presence[(x, y, 0)] = min(presence[(x, y, 0)], _surest(seen, (x, y, 0)))
        if (x, y) in COLUMNS:
            rest = range(height, TOWER_LEVELS)
            untold += [(x, y, z) for z in rest if logs[z + 1] > logs[height] + ABSENT and _any_untold(views, (x, y, z))]
    cells = sorted(presence, key=from_the_ground)
    contradictions = tuple(_contradictions(seen))
    return JoinedStanding({cell: presence[cell] for cell in cells}, tuple(untold), contradictions)


def height_agreement(one: Reading, other: Reading) -> float:
    """Log-likelihood that two views in one frame show the same heights, against that each is right by itself.

    Returns
    -------
    float
        In nats, 0 or less.
    """
    views = _as_views((one, other))
    loss = 0.0
    for column in COLUMNS:
        first, second = (view.height_logs(column) for view in views)
        loss += float((first + second).max() - first.max() - second.max())
    return loss


class _View:
    """One view's say on the heights of columns."""

    def __init__(self, reading: Reading, every: tuple[Cell, ...]) -> None:
        self.cubes: dict[Cell, CubeEvidence] = {cube.cell: cube for cube in reading.cubes}
        self.hidden = frozenset(reading.hidden)
        self.every = every
        self._pose = reading.pose

    @cached_property
    def _lines(self) -> Sightlines:
        # Costly, and needed only where views differ.
        return sightlines(self.every, self._pose)

    def height_logs(self, column: tuple[int, int]) -> FloatArray:
        """Log-likelihood of each height of a column, 0 to `TOWER_LEVELS`, against the likeliest; in nats."""
        levels = [z for x, y, z in self.cubes if (x, y) == column]
        height = max(levels, default=-1) + 1
        logs = np.zeros(TOWER_LEVELS + 1)
        for z in reversed(range(height)):
            cube = self.cubes.get((*column, z))
            # A cube of which no face is in view is there because of those above it, and one in doubt no less than they.
            logs[z] = min(logs[z + 1], -_log_odds(cube.presence)) if cube else -_MOST
        for z in range(height, TOWER_LEVELS):
            logs[z + 1] = logs[z] + self._for_a_cube((*column, z))
        return logs

    def _for_a_cube(self, cell: Cell) -> float:
        """What this view, which has no cube there, says for one in a cell; in nats, 0 or less."""
        if cell in self.hidden or not self.would_show(cell):
            return 0.0
        return _BARE if self._is_bare(cell) else ABSENT

    def _is_bare(self, cell: Cell) -> bool:
        """Whether this view tells the mark on the upper face right below a cell."""
        x, y, z = cell
        below = self.cubes.get((x, y, z - 1))
        return below is not None and any(
            face.face is Face.U and face.visible_share >= _WOULD_SHOW and face.confidence >= _SURE_OF_MARK
            for face in below.faces
        )

    def would_show(self, cell: Cell) -> bool:
        """Whether this view would show a cube in this cell, were the column filled up to it."""
        if cell not in self.every:
            return False
        column = (other for other in self.every if other[:2] == cell[:2] and other[2] <= cell[2])
        standing = tuple({*self.cubes, *self.hidden, *column})
        shown = [site for site in self._lines.sites_in_view(standing, _WOULD_SHOW) if site.cell == cell]
        return bool((view_angles_deg(shown, self._pose) < _FLAT_DEG).any())


def _surest(seen: Sequence[_View], cell: Cell) -> float:
    """How sure the view is of a cube that is surest of it, 0..1; 1 where none shows it."""
    return max((view.cubes[cell].presence for view in seen if cell in view.cubes), default=1.0)


def _as_views(readings: Sequence[Reading]) -> list[_View]:
    """The views, each knowing all cells that any of them has, with all below; those of the footprint come first."""
    tops: dict[tuple[int, int], int] = dict.fromkeys(COLUMNS, -1)
    for reading in readings:
        for x, y, z in (*(cube.cell for cube in reading.cubes), *reading.hidden):
            tops[x, y] = max(z, tops.get((x, y), -1))
    every = tuple((x, y, z) for (x, y), top in tops.items() for z in range(top + 1))
    return [_View(reading, every) for reading in readings]


def _log_odds(probability: float) -> float:
    clipped = min(max(probability, 1e-9), 1 - 1e-9)
    return float(np.clip(np.log(clipped / (1 - clipped)), -_MOST, _MOST))


def _any_untold(views: Sequence[Reading], cell: Cell) -> bool:
    """Whether a view said that the cell may hold a cube; levels above the tower that no view shows are no question."""
    return any(cell in view.hidden for view in views)


def _contradictions(seen: Sequence[_View]) -> list[Contradiction]:
    found: list[Contradiction] = []
    cells = {cell for view in seen for cell, cube in view.cubes.items() if cube.presence >= _SURE_OF_CUBE}
    for cell in sorted(cells, key=from_the_ground):
        sure = [n for n, view in enumerate(seen) if cell in view.cubes and view.cubes[cell].presence >= _SURE_OF_CUBE]
        missing = [n for n, view in enumerate(seen) if _misses(view, cell)]
        if missing and not any(other.cell[:2] == cell[:2] for other in found):
            said = [(number, CUBE) for number in sure] + [(number, NO_CUBE) for number in missing]
            found.append(Contradiction(cell, None, tuple(sorted(said))))
    return found


def _misses(view: _View, cell: Cell) -> bool:
    """Whether a view has no cube there although it would see it."""
    above = any(other[:2] == cell[:2] and other[2] >= cell[2] for other in view.cubes)
    return not above and cell not in view.hidden and view.would_show(cell)
