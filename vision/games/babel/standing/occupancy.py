"""Which cells hold a cube: whole towers are compared, never single cells. Used by the babel reader."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from calibration.arrays import BoolArray, FloatArray, IntArray
from rules.games.babel import COLUMNS, Cell, from_the_ground, left_standing
from vision.face_network import SHARE_IN_VIEW, SHARE_OUT_OF_VIEW
from vision.faces import GRID, Sightlines

from .candidates import TOWER_LEVELS, top_level

#: No single face may weigh more than this many nats: a network that is too sure of one must not overrule the rest.
MOST_LOG_ODDS = 6.0
# A whole face that the network says is there, is there by so many times its log-odds: of 3,877 with 4 to 5 nats 10 are
# not (5.9 nats), of 14,374 with 6 and more, 4 (8.1); rendered photos that it was not trained on. For partly hidden
# faces, and where it says that there is none, its odds hold as they are.
_UNDERSTATED = 4 / 3
# Below this gain (nats) a cube beside the footprint is not believed: on 378 rendered photos, not trained on, 61 of 67
# that were there gain more than 5, and so does one of the three others that gain most; on 798 further ones all 23 that
# were there gain more than 4, and no other.
_LEAST_GAIN = 4.0
# Each cube costs this (nats), and each level by which columns differ beyond one; chosen far below what a face tells.
_EACH_CUBE, _UNEVEN = 0.01, 0.1
# A cell is empty for certain when a cube there would make the picture more than this (nats) less likely: more than any
# single face can tell, but with bare ground in its place.
_EMPTY_LOSS = MOST_LOG_ODDS
# A face that is not seen says only this much (nats) against a cube below the top level: a hand may cover it, unless
# bare ground is seen there. What lies behind an empty cell is seen. Chosen: with it all 14 faults in view of 76
# rendered photos are named that were before.
_COVERED_LOSS = 1.0
# That bare ground is seen in a face's place counts so much against it besides (nats): of 48 places of faces in empty
# corners 36 look so, of 2,501 faces that are there 340, of white and grey cubes; in 500 rendered photos. None of those
# 340 is there by less than -3.2 nats. With it five more faults are named in 784 rendered photos, and of 737 photos
# of legal towers with things or edges of light painted before them none is called illegal.
_BARE_GROUND = 1.7
# Where a cube would make the picture less likely by more than this (nats), there is rather none. Of 40 cells that were
# not told in 530 rendered photos 18 lie beyond, 16 of them empty; of the 22 others 5 are.
_RATHER_EMPTY = 1.5
# If less than this (nats) speaks against a cube in an empty corner of a tower of one level, there may be one. Set on
# eleven edited photos of legal towers of three cubes, with something before the corner cube or glare on it, that had
# been accused of touching only diagonally: at most 2.0 speaks against it in them. In 36 photos of two cubes that do
# touch only so, seven of the 72 corners have less, and in four of these the paper is seen.
_CLEARLY_EMPTY = 3.0


@dataclass(frozen=True, slots=True, eq=False)
class FaceOdds:
    """Natural logarithms of the odds that faces are there, n of them: what networks say is `clipped`.

    Attributes
    ----------
    whole : float64 array of shape (n,)
        If nothing stands before a face. Also what is known of one that was never taken to be partly hidden.
    partly : float64 array of shape (n,)
        If something hides a part of it. A sliver that is there speaks for its cube, but not for seeing the whole face.
    """

    whole: FloatArray
    partly: FloatArray

    @classmethod
    def alike(cls, log_odds: FloatArray) -> "FaceOdds":
        """The same log-odds, shape (n,), whether something stands before a face or not."""
        return cls(clipped(log_odds), clipped(log_odds))

    @property
    def calibrated(self) -> "FaceOdds":
        """The same as often right as they say: for how sure a cube is, not for which tower is the best."""
        return FaceOdds(np.where(self.whole > 0, _UNDERSTATED * self.whole, self.whole), self.partly)

    def with_less_against(self, most: float | FloatArray) -> "FaceOdds":
        """The same where no face that is not seen says more than this against its being there, in all or each, (n,)."""
        return FaceOdds(np.maximum(self.whole, -most), np.maximum(self.partly, -most))

    def lowered(self, by: FloatArray) -> "FaceOdds":
        """The same where more speaks against each face, by so much; shape (n,)."""
        return FaceOdds(self.whole - by, self.partly - by)

    def weighted(self, weights: FloatArray) -> "FaceOdds":
        """The same where each counts so much, shape (n,)."""
        return FaceOdds(weights * self.whole, weights * self.partly)

    def with_shares(self, shares: FloatArray) -> FloatArray:
        """Those of faces of which these shares are in view, shape (n,)."""
        return np.asarray(np.where(shares < 1, self.partly, self.whole))

    def counted(self, shares: FloatArray) -> FloatArray:
        """What each face adds to a tower's log-likelihood if it is there with this share in view, shape (n,)."""
        return self.with_shares(shares) * _in_view(shares)


@dataclass(frozen=True, slots=True, eq=False)
class Occupancy:
    """The likeliest set of cubes.

    Attributes
    ----------
    cells : tuple of cell
        With a cube, from the ground up; each but the ground's stands on another.
    presence : tuple of float, 0..1
        For each cell, the probability that it is there, against the likeliest tower that ends below it.
    untold : tuple of cell
        Cells below the tower's top level of which the picture does not tell whether they hold a cube: corners behind,
        and those that something stands before.
    """

    cells: tuple[Cell, ...]
    presence: tuple[float, ...]
    untold: tuple[Cell, ...]


def find_occupancy(lines: Sightlines, odds: FaceOdds) -> Occupancy:
    """Find the set of stacked cubes that explains best which faces are seen.

    A tower predicts which faces are in view. With log-odds l that a face is there, a tower's log-likelihood is, up to
    a constant, the sum of l over the faces that it shows; those of which it shows little count in part. All heights of
    the four columns are tried, then stacks beside the footprint one at a time.

    Parameters
    ----------
    lines : Sightlines
    odds : FaceOdds
        For each of `lines.sites`.

    Returns
    -------
    Occupancy
        Possibly without any cell.
    """
    cells = _with_cubes_beside(lines, odds, best_columns(lines, odds))
    untold = _untold(lines, odds.with_less_against(_COVERED_LOSS), cells)
    return Occupancy(tuple(cells), presence_of(lines, odds, cells), untold)


def with_bare_ground(occupancy: Occupancy, lines: Sightlines, odds: FaceOdds, is_bare: BoolArray) -> Occupancy:
    """The same once it is known of which of `lines.sites` bare ground is seen in their place, and no hand; (n,)."""
    odds = odds.with_less_against(np.where(is_bare, MOST_LOG_ODDS, _COVERED_LOSS))
    odds = odds.lowered(np.where(is_bare, _BARE_GROUND, 0.0))
    return replace(occupancy, untold=_untold(lines, odds, occupancy.cells))


def clipped(log_odds: FloatArray) -> FloatArray:
    """The log-odds with none so large that a single face weighs more than the rest together."""
    return np.asarray(np.clip(log_odds, -MOST_LOG_ODDS, MOST_LOG_ODDS))


def score(lines: Sightlines, odds: FaceOdds, cells: Sequence[Cell]) -> float:
    """Log-likelihood of a set of cubes, in nats, relative to an empty table."""
    filled = set(cells)
    own = np.array([site.cell in filled for site in lines.sites])
    return float(np.sum(odds.counted(lines.visible_shares(cells))[own]))


def _in_view(shares: FloatArray) -> FloatArray:
    """How much a face with this share in view counts as there, 0..1: what the network was taught."""
    return np.asarray(np.clip((shares - SHARE_OUT_OF_VIEW) / (SHARE_IN_VIEW - SHARE_OUT_OF_VIEW), 0.0, 1.0))


def best_columns(lines: Sightlines, odds: FaceOdds) -> list[Cell]:
    """The best heights of the four columns, by trying all of them up to the highest face that may be there."""
    index = {cell: j for j, cell in enumerate(lines.cells)}
    columns = list(COLUMNS)
    site_column = np.array([columns.index(s.cell[:2]) if s.cell[:2] in COLUMNS else -1 for s in lines.sites])
    site_level = np.array([site.cell[2] for site in lines.sites])
    may_be = (site_column >= 0) & (np.maximum(odds.whole, odds.partly) > -MOST_LOG_ODDS)
    levels = 1 + int(site_level[may_be].max(initial=-1))
    hidden = np.zeros((len(COLUMNS), levels + 1, len(lines.sites)), np.uint64)
    for c, (x, y) in enumerate(COLUMNS):
        for z in range(levels):
            hidden[c, z + 1] = hidden[c, z] | lines.hidden_by[:, index[(x, y, z)]]
    total = np.zeros((levels + 1,) * len(COLUMNS))
    axes = range(len(COLUMNS))
    for i in np.flatnonzero((site_column >= 0) & (site_level < levels)):
        # The face is there if its column is high enough.
        there = tuple(slice(site_level[i] + 1, None) if axis == site_column[i] else slice(None) for axis in axes)
        # What each height of each column hides of it, along an axis of its own.
        hides = [hidden[axis, there[axis], i].reshape([-1 if other == axis else 1 for other in axes]) for axis in axes]
        bits = (hides[0] | hides[1]) | (hides[2] | hides[3])
        shares = np.bitwise_count(lines.in_picture[i] & ~bits) / GRID**2
        total[there] += np.where(shares < 1, odds.partly[i], odds.whole[i]) * _in_view(shares)
    heights = np.stack(np.meshgrid(*[np.arange(levels + 1)] * 4, indexing="ij"), axis=-1).reshape(-1, 4)
    best = heights[np.argmax(total.ravel() - _oddness(heights))]
    return [(x, y, z) for z in range(levels) for (x, y), height in zip(COLUMNS, best, strict=True) if z < height]


def _oddness(heights: IntArray) -> FloatArray:
    """A little against each cube, and against uneven columns: decides only where nothing is seen."""
    uneven = np.maximum(0, heights.max(axis=1) - heights.min(axis=1) - 1)
    return np.asarray(_EACH_CUBE * heights.sum(axis=1) + _UNEVEN * uneven)


def _with_cubes_beside(lines: Sightlines, odds: FaceOdds, cells: list[Cell]) -> list[Cell]:
    """Add stacks outside the footprint while they make the picture clearly more likely, by enough for each cube."""
    in_footprint = len(cells)
    # A sliver of shadow beside the tower looks like a face that is seen flat.
    odds = odds.weighted(np.where([site.cell[:2] in COLUMNS for site in lines.sites], 1.0, lines.weights))

    def valued(tower: list[Cell]) -> tuple[float, list[Cell]]:
        return score(lines, odds, tower) - _LEAST_GAIN * (len(tower) - in_footprint), tower

    current, _ = valued(cells)
    while True:
        best, tower = max(
            (valued([*cells, *stack]) for stack in _stacks_beside(lines, cells)), default=(-np.inf, cells)
        )
        if best < current:
            return sorted(cells, key=from_the_ground)
        current, cells = best, tower


def _stacks_beside(lines: Sightlines, cells: Sequence[Cell]) -> list[list[Cell]]:
    """What may be added to each column outside the footprint: of two cubes, only the upper one may be seen clearly."""
    free: dict[tuple[int, int], list[Cell]] = {}
    for x, y, z in sorted(lines.cells, key=from_the_ground):
        if (x, y) not in COLUMNS and (x, y, z) not in cells:
            free.setdefault((x, y), []).append((x, y, z))
    return [column[:height] for column in free.values() for height in range(1, len(column) + 1)]


def _untold(lines: Sightlines, odds: FaceOdds, cells: Sequence[Cell]) -> tuple[Cell, ...]:
    """Cells of the footprint below the top level that could be filled without hiding much of what is seen."""
    top = top_level(cells)
    current = score(lines, odds, cells)
    untold: list[Cell] = []
    for column in COLUMNS:
        # What a cube hides is hidden by one on top of it too, which may itself be in view.
        rest = [(*column, z) for z in range(min(top + 2, TOWER_LEVELS)) if (*column, z) not in cells]
        likely = [
            height
            for height, cell in enumerate(rest, start=1)
            if score(lines, odds, _filled_up_to(cells, cell)) - current >= -_EMPTY_LOSS
        ]
        untold += [cell for cell in rest[: max(likely, default=0)] if cell[2] < top]
    return tuple(untold)


def rather_empty(lines: Sightlines, odds: FaceOdds, occupancy: Occupancy) -> tuple[Cell, ...]:
    """The untold cells in which rather no cube is: it would be in view, unless something stands before it."""
    current = score(lines, odds, occupancy.cells)
    return tuple(
        cell
        for cell in occupancy.untold
        if current - score(lines, odds, _filled_up_to(occupancy.cells, cell)) > _RATHER_EMPTY
    )


def open_corners(lines: Sightlines, odds: FaceOdds, occupancy: Occupancy) -> tuple[Cell, ...]:
    """The empty corners of a tower of one level in which a cube may stand all the same; none of a higher tower."""
    if any(z for *_, z in occupancy.cells):
        return ()
    current = score(lines, odds, occupancy.cells)
    empty = (cell for column in COLUMNS if (cell := (*column, 0)) not in occupancy.cells)
    return tuple(
        cell for cell in empty if current - score(lines, odds, _filled_up_to(occupancy.cells, cell)) < _CLEARLY_EMPTY
    )


def _filled_up_to(cells: Sequence[Cell], cell: Cell) -> list[Cell]:
    """The cubes with more of them in a column, up to a cell."""
    x, y, z = cell
    return [*cells, *((x, y, level) for level in range(z + 1) if (x, y, level) not in cells)]


def presence_of(lines: Sightlines, odds: FaceOdds, cells: Sequence[Cell]) -> tuple[float, ...]:
    """Probability of each cube, 0..1, against the same tower without it and whatever stands on it."""
    odds = odds.calibrated
    current = score(lines, odds, cells)
    losses = [score(lines, odds, left_standing(cells, cell)) - current for cell in cells]
    return tuple(float(1 / (1 + np.exp(loss))) for loss in losses)
