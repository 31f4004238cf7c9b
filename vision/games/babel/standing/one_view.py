"""Where cubes stand, as one photo shows it for one pose of its camera. Used by the babel reader."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from types import MappingProxyType

import numpy as np

from calibration.arrays import FloatArray, IntArray, UInt8Array
from calibration.camera import CameraPose
from rules.games.babel import COLUMNS, Cell, left_standing
from vision.face_network import CLOSE_LOOK, SHARE_IN_VIEW, SHARE_OUT_OF_VIEW, ask_again, ask_presence
from vision.faces import LEAST_SHARE, FaceSite, Sightlines, sightlines
from vision.patches import Pyramid
from vision.refinement import ROUND_THE_EDGES, ROUND_THE_OUTLINE, Located, refine_pose
from vision.timing import timed

from .candidates import CANDIDATE_CELLS, RING_COLUMNS, TOWER_LEVELS, is_carried
from .occupancy import MOST_LOG_ODDS, FaceOdds, Occupancy, clipped, find_occupancy, score

# Answers beyond this (nats) are clear: odds of 1 : 20.
_CLEAR = 3.0
# At faces of which the first look is less sure than this (nats) a closer one follows.
_SURE = 5.0
# A face that it does not see may be covered: it says so much against it, or what the first look did. Chosen: of 296
# photos with something painted before the tower cubes are missed or made up in 54, instead of 64 without this limit.
_COVERED = 2.0
# So many times at most, faces in doubt are looked at again while that changes the tower.
_LOOKS_AGAIN = 2
# Partly hidden faces are there more often than the network says (nats): 0.73 +- 0.12 by 1,869 faces of 754 rendered
# photos that it was not trained on.
_PARTLY_HIDDEN = 0.7
# So many levels are asked about whatever stands there.
_FIRST_LEVELS = 3
# What is hidden by cubes less sure than this is asked about again.
_DOUBTFUL = 0.99
# What stands for the answer about a face that cannot be there: the most that may speak against one.
_ABSENT = MOST_LOG_ODDS
_NOTHING_TOLD: Mapping[FaceSite, float] = MappingProxyType({})


@dataclass(frozen=True, slots=True, eq=False)
class Standing:
    """Where cubes stand, as found with one pose.

    Attributes
    ----------
    pose : CameraPose
    lines : Sightlines
    odds : FaceOdds
        Of each of `lines.sites`.
    occupancy : Occupancy
    """

    pose: CameraPose
    lines: Sightlines
    odds: FaceOdds
    occupancy: Occupancy

    @property
    def answers(self) -> dict[FaceSite, float]:
        """Log-odds of all faces, as if nothing stood before them."""
        return dict(zip(self.lines.sites, map(float, self.odds.whole), strict=True))

    @property
    def faces_in_view(self) -> tuple[FaceSite, ...]:
        """The faces of the cubes found of which at least `SHARE_IN_VIEW` shows."""
        return self.lines.sites_in_view(self.occupancy.cells, SHARE_IN_VIEW)

    def odds_of(self, sites: Sequence[FaceSite]) -> FaceOdds:
        """The odds of some faces, n of them; nothing is known of one that was never asked about, but others of its cube
        were."""
        rows = {site: row for row, site in enumerate(self.lines.sites)}
        looked_at = {site.cell for site, log_odds in self.answers.items() if log_odds > -_ABSENT}
        unknown = [0.0 if site.cell in looked_at else -_ABSENT for site in sites]
        whole, partly = (
            np.array([odds[rows[site]] if site in rows else other for site, other in zip(sites, unknown, strict=True)])
            for odds in (self.odds.whole, self.odds.partly)
        )
        return FaceOdds(whole, partly)

    @property
    def score(self) -> float:
        """Log-likelihood of the cubes found, in nats, relative to an empty mat."""
        return score(self.lines, self.odds, self.occupancy.cells)

    def log_odds_of(self, sites: Sequence[FaceSite]) -> FloatArray:
        """Log-odds of n faces, (n,), with the cubes found standing before them; 0 of those never asked about."""
        odds = self.odds.with_shares(self.lines.visible_shares(self.occupancy.cells))
        by_site = dict(zip(self.lines.sites, odds, strict=True))
        return np.array([by_site.get(site, 0.0) for site in sites], np.float64)

    @property
    def clear_answers(self) -> dict[FaceSite, float]:
        """Those of the faces of which it is clear whether they are there."""
        return {site: log_odds for site, log_odds in self.answers.items() if abs(log_odds) > _CLEAR}


def stand(
    frame_bgr: UInt8Array,
    pose: CameraPose,
    told: Mapping[FaceSite, float] = _NOTHING_TOLD,
    cells: Sequence[Cell] = CANDIDATE_CELLS,
) -> Standing:
    """Find which faces could be in view, which are, as far as not told, and the cubes that explain this.

    Parameters
    ----------
    frame_bgr : uint8 array of shape (height, width, 3)
    pose : CameraPose
    told : mapping of FaceSite to float
        Log-odds that are known already.
    cells : sequence of cell
        Where cubes may stand; and higher beside the footprint, where the highest of these hold some.
    """
    while True:
        standing = _stand(frame_bgr, pose, told, cells)
        higher = _higher_beside(standing)
        if not higher:
            return standing
        told, cells = standing.clear_answers, (*cells, *higher)


def _higher_beside(standing: Standing) -> list[Cell]:
    """Where one cube more would stand on those beside the footprint, if that was not looked at."""
    above = ((x, y, z + 1) for x, y, z in standing.occupancy.cells if (x, y) not in COLUMNS and z + 1 < TOWER_LEVELS)
    return [cell for cell in above if cell not in standing.lines.cells]


def _stand(
    frame_bgr: UInt8Array,
    pose: CameraPose,
    told: Mapping[FaceSite, float],
    cells: Sequence[Cell],
) -> Standing:
    """`stand`, looking nowhere but in these cells."""
    with timed("faces"):
        lines = sightlines(cells, pose)
    pyramid = Pyramid(frame_bgr)
    with timed("presence"):
        odds = FaceOdds.alike(_first_answers(pyramid, lines, pose, told))
    with timed("occupancy"):
        occupancy = find_occupancy(lines, odds)
    odds, occupancy = _settled(lines, odds, occupancy, partial(_looked_again, pyramid, lines, pose))
    with timed("presence"):
        behind = _looked_behind(pyramid, lines, pose, odds, occupancy)
    if behind is not odds:
        with timed("occupancy"):
            occupancy = find_occupancy(lines, behind)
    return Standing(pose, lines, behind, occupancy)


def emptied(standing: Standing, cells: Collection[Cell]) -> Standing:
    """The same once it is known that no cube is in these cells."""
    if not cells:
        return standing
    is_empty = np.array([site.cell in cells for site in standing.lines.sites])
    whole, partly = (np.where(is_empty, -_ABSENT, log_odds) for log_odds in (standing.odds.whole, standing.odds.partly))
    odds = FaceOdds(whole, partly)
    return replace(standing, odds=odds, occupancy=find_occupancy(standing.lines, odds))


def looked_closely(frame_bgr: UInt8Array, standing: Standing, pose: CameraPose) -> Standing:
    """The same once faces in doubt were looked at closely, with the pose that was refined on the tower's edges."""
    lines = standing.lines
    if standing.pose is not pose:
        with timed("faces"):
            lines = sightlines(lines.cells, pose)
    first, pyramid = standing.odds_of(lines.sites), Pyramid(frame_bgr)
    return Standing(
        pose,
        lines,
        *_settled(lines, first, standing.occupancy, lambda _, found: _closely(pyramid, lines, pose, first, found)),
    )


def _settled(
    lines: Sightlines, odds: FaceOdds, occupancy: Occupancy, look: Callable[[FaceOdds, Occupancy], FaceOdds]
) -> tuple[FaceOdds, Occupancy]:
    """The odds by a further look, given those before and the cubes found, and the cubes that explain them; looked again
    if these are others."""
    for _ in range(_LOOKS_AGAIN):
        with timed("presence"):
            odds = look(odds, occupancy)
        with timed("occupancy"):
            before, occupancy = occupancy, find_occupancy(lines, odds)
        if occupancy.cells == before.cells:
            break
    return odds, occupancy


def _first_answers(pyramid: Pyramid, lines: Sightlines, pose: CameraPose, told: Mapping[FaceSite, float]) -> FloatArray:
    """Log-odds of each of `lines.sites`; not asked about is what would stand on nothing."""
    answers = dict(told)
    while True:
        there = {site.cell for site, log_odds in answers.items() if log_odds > -_CLEAR}
        asked = [site for site in lines.sites if site not in answers and _may_stand(site.cell, there)]
        if not asked:
            return np.array([answers.get(site, -_ABSENT) for site in lines.sites], np.float64)
        answers |= zip(asked, ask_presence(pyramid, asked, pose), strict=True)


def _may_stand(cell: Cell, there: Collection[Cell]) -> bool:
    """Whether there may be a cube to stand on: beside the footprint right below, in it anywhere a level or two below.

    A cube behind others shows nothing, but one of its level does. The first levels are always asked about.
    """
    x, y, z = cell
    if (x, y) not in COLUMNS:
        return is_carried(cell, there)
    return z < _FIRST_LEVELS or any((*column, z - down) in there for column in COLUMNS for down in (1, 2))


def _looked_again(
    pyramid: Pyramid, lines: Sightlines, pose: CameraPose, odds: FaceOdds, occupancy: Occupancy
) -> FaceOdds:
    """The odds once the faces in doubt have been asked about again, now that it is known what stands before them."""
    shares = lines.visible_shares(occupancy.cells)
    rows = _in_doubt(lines, shares, odds, occupancy, _CLEAR)
    is_hidden = shares[rows] < 1
    answers = _answers(pyramid, lines, pose, rows, shares, occupancy.cells)
    whole, partly = odds.whole.copy(), odds.partly.copy()
    whole[rows[~is_hidden]] = answers[~is_hidden]
    partly[rows[is_hidden]] = answers[is_hidden]
    return FaceOdds(whole, partly)


def _closely(pyramid: Pyramid, lines: Sightlines, pose: CameraPose, first: FaceOdds, occupancy: Occupancy) -> FaceOdds:
    """The odds once faces in doubt that nothing hides were looked at closely."""
    shares = lines.visible_shares(occupancy.cells)
    rows = _in_doubt(lines, shares, first, occupancy, _SURE)
    # Of faces in part hidden the first look, which sees more round them, tells more.
    rows = rows[shares[rows] == 1]
    close = ask_again(pyramid, [lines.sites[i] for i in rows], pose, occupancy.cells, CLOSE_LOOK)
    whole = first.whole.copy()
    whole[rows] = clipped(np.maximum(close, np.minimum(whole[rows], -_COVERED)))
    return FaceOdds(whole, first.partly)


def _looked_behind(
    pyramid: Pyramid, lines: Sightlines, pose: CameraPose, odds: FaceOdds, occupancy: Occupancy
) -> FaceOdds:
    """The odds once it was asked about the faces that doubtful cubes hide, as they would look without these."""
    cells = occupancy.cells
    own = np.array([site.cell in cells for site in lines.sites])
    is_hidden = own & (lines.visible_shares(cells) < SHARE_OUT_OF_VIEW)
    for cell, presence in zip(cells, occupancy.presence, strict=True):
        if presence < _DOUBTFUL:
            rest = left_standing(cells, cell)
            shares = lines.visible_shares(rest)
            rows = np.flatnonzero(is_hidden & (shares >= SHARE_OUT_OF_VIEW) & (shares < 1))
            if rows.size:
                partly = odds.partly.copy()
                partly[rows] = _answers(pyramid, lines, pose, rows, shares, rest)
                odds = FaceOdds(odds.whole, partly)
    return odds


def _answers(
    pyramid: Pyramid,
    lines: Sightlines,
    pose: CameraPose,
    rows: IntArray,
    shares: FloatArray,
    before: Sequence[Cell],
) -> FloatArray:
    """Log-odds of some faces, `clipped`, given the cubes that stand before them and leave these shares in view."""
    asked = ask_again(pyramid, [lines.sites[i] for i in rows], pose, before)
    return clipped(asked + _PARTLY_HIDDEN * (shares[rows] < 1))


def _in_doubt(lines: Sightlines, shares: FloatArray, odds: FaceOdds, occupancy: Occupancy, clear: float) -> IntArray:
    """Rows of the faces in part hidden by the cubes found, or not clear, of these and where one more may stand."""
    highest = max((z for *_, z in occupancy.cells), default=-1) + 1
    likely = (site.cell for site, log_odds in zip(lines.sites, odds.whole, strict=True) if log_odds > 0)
    cells = {*occupancy.cells, *likely, *((*column, z) for column in COLUMNS for z in range(highest + 1))}
    may_stand = np.array([site.cell in cells for site in lines.sites])
    return np.flatnonzero(may_stand & (shares >= SHARE_OUT_OF_VIEW) & ((shares < 1) | (abs(odds.whole) < clear)))


def refined(
    frame_bgr: UInt8Array,
    standing: Standing,
    located: Located,
    log_size: float | None = None,
    columns: Collection[tuple[int, int]] = (*COLUMNS, *RING_COLUMNS),
) -> CameraPose:
    """The pose refined on the faces of the cubes found in these columns, from that size of theirs on the mat, if one is
    given."""
    cells = standing.occupancy.cells
    sites = [site for site in standing.lines.sites_in_view(cells, LEAST_SHARE) if site.cell[:2] in columns]
    reaches = ROUND_THE_OUTLINE if len(located.corners_xyz) else ROUND_THE_EDGES
    return refine_pose(frame_bgr, located, cells, sites, reaches, log_size)
