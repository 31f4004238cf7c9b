"""Where a tower stands that was set down beside the mat's outline, or nudged, and how large it is on the mat.

Used by the reader.

Faces are recognised up to a sixth of an edge and six degrees from where they are expected; people are less careful.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product

import numpy as np

from calibration.arrays import UInt8Array
from calibration.camera import CameraPose
from calibration.locating import ON_OUTLINE, LocatedMat, Place
from rules.games.babel import COLUMNS, Cell, Face
from vision.face_network import SHARE_IN_VIEW, ask_presence
from vision.faces import sightlines
from vision.games.babel.standing.occupancy import FaceOdds, best_columns, score
from vision.games.babel.standing.one_view import Standing, refined, stand
from vision.patches import Pyramid
from vision.timing import timed

# Faces in view of a tower that stands where it is taken to stand have log-odds of 5.4 in the mean, on all but 3 of 175
# rendered photos at least 3.7; of one that is off by a seventh of an edge, 0 to 3.
_WELL_SEEN = 3.5
# The towers tried: shifts (edges) East and North, and turns (degrees), at first, and then twice round the best.
_SHIFTS, _TURNS_DEG = (-0.25, 0.0, 0.25), (-12.0, 0.0, 12.0)
_FINER = ((0.12, 6.0), (0.06, 3.0))
# By its two lowest levels a tower is recognised.
_LOW_CELLS: tuple[Cell, ...] = tuple((x, y, z) for z in range(2) for x, y in COLUMNS)
# What a face must add (nats) to speak for a place: a cube seen elsewhere, larger or smaller, has faces on bare paper.
_OF_A_FACE = 1.5
# The sizes tried, as logarithms: of cubes on mats printed at 105 and 95 %, as far as printers fit sheets to the page.
_LOG_SIZES = (-0.05, 0.05)
#: So much more of the picture another place, size or edit must explain (nats), that chance changes nothing.
LEAST_GAIN = 5.0


def is_well_placed(standing: Standing) -> bool:
    """Whether the faces in view look as those of a tower right there do."""
    return looks_like_cubes(standing, _WELL_SEEN)


def is_well_sized(standing: Standing) -> bool:
    """Whether those of the two uppermost levels do: cubes larger or smaller than taken for lie off most there."""
    return looks_like_cubes(standing, _WELL_SEEN, max(z for *_, z in standing.occupancy.cells) - 1)


def looks_like_cubes(standing: Standing, least: float, lowest: int = 0) -> bool:
    """Whether faces in view, of that level and above, have log-odds of at least so much in the mean."""
    sites = [site for site in standing.faces_in_view if site.cell[2] >= lowest]
    return bool(sites) and float(standing.log_odds_of(sites).mean()) >= least


def placed(frame_bgr: UInt8Array, mat: LocatedMat, standing: Standing) -> tuple[LocatedMat, Standing]:
    """The mat in the frame of the tower that stands on it shifted and turned, by some 0.4 edges and 20 degrees at most.

    Parameters
    ----------
    frame_bgr : uint8 array of shape (height, width, 3)
    mat : LocatedMat
        As found in this very picture.
    standing : Standing
        What seems to stand on its outline.

    Returns
    -------
    tuple of LocatedMat and Standing
        Also what stands there; as they were where no other place explains the picture better.
    """
    with timed("search"):
        place = _likeliest_place(frame_bgr, mat)
    if place == ON_OUTLINE:
        return mat, standing
    moved = mat.told_from(place)
    there = stand(frame_bgr, moved.pose)
    return (moved, there) if there.score > standing.score + LEAST_GAIN else (mat, standing)


def is_at_border(place: Place) -> bool:
    """Whether a place lies beyond those that are tried first: the tower may stand farther still.

    Examples
    --------
    >>> is_at_border(Place(0.25, 0.0, -12.0)), is_at_border(Place(0.25, 0.0, -15.0))
    (False, True)
    """
    return max(abs(place.x), abs(place.y)) > max(_SHIFTS) or abs(place.turn_deg) > max(_TURNS_DEG)


def on_other_print(frame_bgr: UInt8Array, mat: LocatedMat, standing: Standing) -> Standing:
    """What stands there if the mat was not printed at its true size, and the pose refined accordingly.

    A high tower's top lies too far then for its edges to be found where they are expected.

    Parameters
    ----------
    frame_bgr : uint8 array of shape (height, width, 3)
    mat : LocatedMat
        As found in this very picture, in the tower's frame.
    standing : Standing
        What seems to stand there, with a refined pose.

    Returns
    -------
    Standing
        The same where no other size explains the picture better.
    """
    best = standing
    for log_size in _LOG_SIZES:
        with timed("refinement"):
            pose = refined(frame_bgr, standing, mat, log_size)
        there = stand(frame_bgr, pose)
        if there.score > best.score + LEAST_GAIN:
            best = there
    return best


def _likeliest_place(frame_bgr: UInt8Array, mat: LocatedMat) -> Place:
    """Where on the mat a tower explains the picture of its two lowest levels best."""
    scores: dict[Place, float] = {}
    pyramid = Pyramid(frame_bgr)

    def best_with(places: Iterable[Place]) -> Place:
        for place in places:
            scores[place] = _score(pyramid, mat.told_from(place).pose)
        return max(scores, key=scores.__getitem__)

    best = best_with(Place(x, y, turn_deg) for x, y, turn_deg in product(_SHIFTS, _SHIFTS, _TURNS_DEG))
    for shift, turn_deg in _FINER:
        best = best_with(_beside(best, shift, turn_deg))
    return best


def _beside(place: Place, shift: float, turn_deg: float) -> Iterator[Place]:
    """The places one step away from another in each direction."""
    for sign in (-1, 1):
        yield replace(place, x=place.x + sign * shift)
        yield replace(place, y=place.y + sign * shift)
        yield replace(place, turn_deg=place.turn_deg + sign * turn_deg)


def _score(pyramid: Pyramid, pose: CameraPose) -> float:
    """How clearly a tower stands there by its two lowest levels, in nats."""
    lines = sightlines(_LOW_CELLS, pose)
    # Whether more cubes stand on these is not asked: their tops say nothing.
    is_asked = np.array([site.face is not Face.U or site.cell[2] == 0 for site in lines.sites])
    log_odds = np.full(len(lines.sites), _OF_A_FACE)
    log_odds[is_asked] = ask_presence(pyramid, [lines.sites[i] for i in np.flatnonzero(is_asked)], pose)
    odds = FaceOdds.alike(log_odds)
    cells = best_columns(lines, odds)
    return score(lines, odds, cells) - _OF_A_FACE * len(lines.sites_in_view(cells, SHARE_IN_VIEW))
