"""Where cubes stand, as one photo shows it for one pose of its camera. Used by the babel reader."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera import CameraPose, FloatArray, UInt8Array
from rules.games.babel import Cell
from vision.face_network import SHARE_OUT_OF_VIEW, ask_presence
from vision.faces import FaceSite, Sightlines, sightlines
from vision.refinement import ROUND_THE_EDGES, ROUND_THE_OUTLINE, Located, refine_pose
from vision.timing import timed
from vision.tower_network import LEAST_SHARE

from .candidates import CANDIDATE_CELLS, COLUMNS, RING_CELLS
from .occupancy import FaceOdds, Occupancy, find_occupancy

# Answers beyond this (nats) are clear: odds of 1 : 20.
_CLEAR = 3.0
# So many times at most, faces in doubt are looked at again while that changes the tower.
_LOOKS_AGAIN = 2
# Partly hidden faces are there more often than the network says (nats): 0.73 +- 0.12 by 1,869 faces of 754 rendered
# photos that it was not trained on.
_PARTLY_HIDDEN = 0.7
# What stands for the answer about a face that cannot be there.
_ABSENT = 6.0


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
        """Log-odds of all faces, with nothing known to stand before them."""
        return dict(zip(self.lines.sites, map(float, self.odds.whole), strict=True))

    @property
    def clear_answers(self) -> dict[FaceSite, float]:
        """Those of the faces of which it is clear whether they are there."""
        return {site: log_odds for site, log_odds in self.answers.items() if abs(log_odds) > _CLEAR}


def stand(
    frame_bgr: UInt8Array,
    pose: CameraPose,
    told: Mapping[FaceSite, float],
    timings: dict[str, float],
    cells: Sequence[Cell] = CANDIDATE_CELLS,
) -> Standing:
    """Find which faces could be in view, which are, as far as not told, and the cubes that explain this.

    Parameters
    ----------
    frame_bgr : uint8 array of shape (height, width, 3)
    pose : CameraPose
    told : mapping of FaceSite to float
        Log-odds that are known already.
    timings : dict of str to float
        The seconds of each step are added to it.
    cells : sequence of cell
        Where cubes may stand.
    """
    with timed(timings, "faces"):
        lines = sightlines(cells, pose)
    with timed(timings, "presence"):
        asked = [site for site in lines.sites if site not in told and not _is_raised_beside(site.cell)]
        answers = {**told, **dict(zip(asked, ask_presence(frame_bgr, asked, pose), strict=True))}
        # Beside the tower, a cube on another is looked for only where there may be that other.
        there = {site.cell for site, log_odds in answers.items() if log_odds > -_CLEAR}
        rest = [site for site in lines.sites if site not in answers]
        raised = [site for site in rest if (*site.cell[:2], site.cell[2] - 1) in there]
        answers |= dict.fromkeys(rest, -_ABSENT) | dict(zip(raised, ask_presence(frame_bgr, raised, pose), strict=True))
        odds = FaceOdds.alike(np.array([answers[site] for site in lines.sites], np.float64))
    with timed(timings, "occupancy"):
        occupancy = find_occupancy(lines, odds)
    for _ in range(_LOOKS_AGAIN):
        shares = lines.visible_shares(occupancy.cells)
        rows = _in_doubt(lines, shares, odds, occupancy)
        with timed(timings, "presence"):
            again = ask_presence(frame_bgr, [lines.sites[i] for i in rows], pose, occupancy.cells)
            is_hidden = shares[rows] < 1
            odds.partly[rows[is_hidden]] = again[is_hidden] + _PARTLY_HIDDEN
            odds.whole[rows[~is_hidden]] = again[~is_hidden]
        with timed(timings, "occupancy"):
            before, occupancy = occupancy, find_occupancy(lines, odds)
        if occupancy.cells == before.cells:
            break
    return Standing(pose, lines, odds, occupancy)


def _in_doubt(lines: Sightlines, shares: FloatArray, odds: FaceOdds, occupancy: Occupancy) -> NDArray[np.int64]:
    """Rows of the faces to ask about again, now that it is known what stands before them.

    Those in part hidden by the cubes found, or not clear, of these cubes and of all that may stand in the footprint.
    """
    highest = max((z for *_, z in occupancy.cells), default=-1) + 1
    cells = {*occupancy.cells, *((*column, z) for column in COLUMNS for z in range(highest + 1))}
    may_stand = np.array([site.cell in cells for site in lines.sites])
    return np.flatnonzero(may_stand & (shares >= SHARE_OUT_OF_VIEW) & ((shares < 1) | (abs(odds.whole) < _CLEAR)))


def _is_raised_beside(cell: Cell) -> bool:
    return cell in RING_CELLS and cell[2] > 0


def refined(frame_bgr: UInt8Array, standing: Standing, located: Located) -> CameraPose:
    """The pose refined on the edges of the cubes found."""
    cells = standing.occupancy.cells
    gray = np.asarray(cv2.cvtColor(frame_bgr, cv2.COLOR_BGR2GRAY), np.uint8)
    reaches = ROUND_THE_OUTLINE if len(located.corners_xyz) else ROUND_THE_EDGES
    return refine_pose(gray, located, cells, standing.lines.sites_in_view(cells, LEAST_SHARE), reaches)
