"""Finds a babel tower in a photo without the mat: of several poses, the one under which there is a tower.

Used by the babel reader.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

import numpy as np

from calibration.arrays import FloatArray, UInt8Array
from calibration.camera import CameraPose, Lens
from calibration.refusal import Unreadable
from rules.games.babel import COLUMNS, Cell, Face
from vision.face_network import SHARE_IN_VIEW
from vision.faces import FaceSite
from vision.outline_contrast import outline_contrast
from vision.patches import view_vectors
from vision.tower_outline import poses_from_outline
from vision.tower_pose import WHOLE, LocatedTower, Part, are_close, find_towers

from .candidates import TOWER_CELLS
from .occupancy import Occupancy, score
from .one_view import Standing, refined, stand

#: How many poses are tried, of those that are looked for first and of the rest; and of those that an outline gives.
_TRIED, _OUTLINES_TRIED = 3, 5
#: With as much as this (nats), some ten clear faces, and upper ones among them, no further tower is looked for; nor
#: with as much as the next without upper ones, or as much for each face in the mean with some three upper ones. Of 288
#: rendered photos, the best of the first three poses has one of these in 245, and is wrong in none in which a later one
#: is right; with the first alone, half of a tower was taken for one.
_CLEAR, _CLEAR_WITHOUT_TOP = 60.0, 100.0
_CLEAR_EACH, _CLEAR_TOPS = 4.5, 14.0
#: With less than this in all, or for each face in the mean, its ground is not tried on other levels. Of 768 poses, 97
#: of them in photos of other things, 475 became a tower's there: with at least 21.7 before, and 2.2 for each face.
_HOPELESS, _HOPELESS_EACH = 20.0, 2.0
#: With less than this (nats) in all, some five clear faces, or for each face in view of its footprint's cubes in the
#: mean, no tower is claimed: puzzle cubes, checked cloths and chess boards reach 3.7 for each, however many squares.
_LEAST, _LEAST_EACH = 25.0, 3.75
#: The same where upper faces are clear. Of 228 photos without a tower, 140 of them rendered ones with it painted out,
#: none reaches more than 8.6 there; single cubes beside it, which have but one upper face, reach 18.
_LEAST_WITH_TOP, _LEAST_EACH_WITH_TOP = 20.0, 2.8
#: A cube beside the footprint counts so much less (nats): cubes that may be in it as well are in it.
_BESIDE = 10.0
#: Where the tower was found by one row of its columns, another stands beyond if that adds so much (nats), some two
#: clear faces: of seven rendered photos of which one row was found it adds 51 in one, and nothing in the others.
_OTHER_ROW = 10.0
#: Where people have what they photograph: a table cloth or a shelf round it may have more lines than a tower.
_MIDDLE: Part = (-0.25, -0.25, 0.25, 0.25)
#: What each of the lowest level's faces in view has to add in the mean (nats): of bare table below a tower the network,
#: which was shown none, says that each face there might just be one. With the true poses of 198 rendered photos, what
#: is missing of an outline taken off and flat faces counted less, no table adds 2.3 and two lowest levels less than
#: 2.4; in one photo, of two columns from before one side, table with a shadow on it adds 2.6.
_LOWEST_LEVEL = 2.4
#: A face counts less the flatter it is seen, from this cosine on: the network says nearly the same of table and cube.
_FLAT = 0.2
#: With less than this (nats) for all side faces that look along one axis, the tower is seen from one side only.
_LEAST_SIDE = 10.0
#: Where its outline stands out by less than this (standard errors), each of its faces counts less by so many nats for
#: each that is missing. With the true poses of 144 rendered photos of 72 towers, a lowest level has less in three, bare
#: table below it in 138.
_OUTLINE, _MISSING = 4.5, 0.8
#: With less than this (nats for each face, in the mean), its cubes are doubtful: a tower's mirror image on a glossy
#: table reaches 3.6 there, nine in ten lowest levels more than 4.
_SURE_LOWEST_LEVEL, _DOUBTFUL = 4.0, 0.85

#: With so much (nats) its upper faces are in view: of 78 rendered photos whose tower is found, they are in 70.
_CLEAR_TOP = 8.0
#: With as much as this (nats), and upper faces in view, a picture is upright: of 200 rendered photos that were turned
#: by a quarter or by half a turn, 33 show a tower with upper faces in view, which has 21 to 68.
_UPRIGHT = 80.0
#: One way up is believed where it has so much more (nats) than the others: 17 of these photos show a tower either way
#: up, seen from above; the right one had less in one, 1.5 and 3.3 more in two, and 12 or more in the others. A tower as
#: low as wide has three sides that may be its top: of 20 photos of three to nine cubes six leave it open.
_CLEARLY_BETTER = 8.0
#: A camera lies on the table at the lowest (edges), and its pose may be off: 25 of the 80 are seen from farther below.
_LOWEST_CAMERA = -0.5
#: That a picture is turned and its camera lies lower than this (edges), some two centimetres, is not believed: upright,
#: such a photo was taken from as high as the tower's top.
_LOWEST_CAMERA_TURNED = 0.7

#: What is answered where neither mat nor tower is found.
NO_TOWER = Unreadable(
    "no marker of the mat was found, and no tower of two by two columns",
    "photograph the whole tower from near by (or crop the photo), upright and so that two of its sides are in view",
)


NO_OUTLINE = Unreadable(
    "the six corners are no outline of a tower of two by two columns in the photo",
    "give them against the clock: lower left, lower middle, lower right, upper right, upper middle, upper left",
)


@dataclass(frozen=True, slots=True, eq=False)
class _Judged:
    """A pose with its ground on the best level.

    Attributes
    ----------
    located : LocatedTower
    score : float
        Log-likelihood (nats) of its cubes against none at all.
    top : float
        The log-odds (nats) of the upper faces in view of those in the footprint, summed up.
    faces : int
        How many of the faces of those in the footprint are in view.
    """

    located: LocatedTower
    score: float
    top: float
    faces: int

    @property
    def is_upright(self) -> bool:
        """Whether it would hardly be found like this were the picture upside down."""
        return self.has_clear_top and self.score >= _UPRIGHT

    @property
    def has_clear_top(self) -> bool:
        """Whether upper faces are in view: what lies flat on a table, or stands on it as a board, has no such."""
        return self.top >= _CLEAR_TOP

    @property
    def looks_like_cubes(self) -> bool:
        """Whether its faces look like some in the mean."""
        return self.score >= (_LEAST_EACH_WITH_TOP if self.has_clear_top else _LEAST_EACH) * self.faces

    @property
    def is_clear(self) -> bool:
        """Whether no better one has to be looked for."""
        if self.top >= _CLEAR_TOPS and self.score >= _CLEAR_EACH * self.faces:
            return True
        return self.score >= (_CLEAR if self.has_clear_top else _CLEAR_WITHOUT_TOP)

    @property
    def is_enough(self) -> bool:
        """Whether there are enough of them to claim a tower."""
        return self.score >= (_LEAST_WITH_TOP if self.has_clear_top else _LEAST)


def find_tower(frame_bgr: UInt8Array, lens: Lens | None, focal_hint_px: float | None) -> LocatedTower | Unreadable:
    """Find the tower and the camera's pose from the tower itself.

    Parameters
    ----------
    frame_bgr : uint8 array of shape (height, width, 3)
    lens : Lens, optional
    focal_hint_px : float, optional

    Returns
    -------
    LocatedTower or Unreadable
        Level 0 is the tower's lowest level. Where that explains the picture clearly better, it is taken to be upside
        down, or on its side: light from above then makes a hollow look like a bulge.
    """
    upright = _from_above(_upright(frame_bgr, lens, focal_hint_px), _LOWEST_CAMERA)
    if upright is not None and upright.is_upright:
        return upright.located
    turns = (2,) if upright is not None and upright.score >= _UPRIGHT else (2, 1, 3)
    judged = (_turned(frame_bgr, lens, focal_hint_px, quarters) for quarters in turns)
    turned = [found for found in (_from_above(one, _LOWEST_CAMERA_TURNED) for one in judged) if found is not None]
    best = max(turned, key=lambda found: found.score, default=None)
    least = _CLEAR if upright is None else max(_CLEAR, upright.score + _CLEARLY_BETTER)
    chosen = best if best is not None and best.has_clear_top and best.score >= least else upright
    if chosen is None:
        return NO_TOWER
    others = [found.score for found in turned if found is not chosen]
    return replace(chosen.located, is_upright_known=max(others, default=0.0) < chosen.score - _CLEARLY_BETTER)


def on_both_rows(frame_bgr: UInt8Array, located: LocatedTower) -> tuple[LocatedTower, Standing]:
    """The tower with its footprint on both rows of its columns, where it was found by one and the other is beyond.

    Parameters
    ----------
    frame_bgr : uint8 array of shape (height, width, 3)
    located : LocatedTower
        As `find_tower` finds it in this picture.

    Returns
    -------
    tuple of LocatedTower and Standing
        Also what stands there, as `stand` sees it.
    """
    standing = stand(frame_bgr, located.pose)
    for east, north in ((1, 0), (0, 1)):
        rows = {cell[north] for cell in standing.occupancy.cells if cell[:2] in COLUMNS}
        if len(rows) == 1:
            step = 1 if rows == {1} else -1
            other = _told_from(frame_bgr, standing, (step * east, step * north, 0))
            if _score(other) > _score(standing) + _OTHER_ROW:
                # Nothing was asked of cells that lay out of reach before.
                standing = stand(frame_bgr, other.pose)
    return replace(located, pose=standing.pose), standing


def _upright(frame_bgr: UInt8Array, lens: Lens | None, focal_hint_px: float | None) -> _Judged | None:
    """The tower that the whole picture shows, or else its middle; None if there is none."""
    best: _Judged | None = None
    for part in (WHOLE, _MIDDLE):
        best = _best(frame_bgr, find_towers(frame_bgr, lens, focal_hint_px, _TRIED, part), best)
        if best is not None and best.is_clear:
            return best
    if best is not None and best.is_enough:
        return best
    # What the file claims is wrong where the photo was cropped.
    return _upright(frame_bgr, lens, None) if focal_hint_px and lens is None else None


def _turned(frame_bgr: UInt8Array, lens: Lens | None, focal_hint_px: float | None, quarters: int) -> _Judged | None:
    """The tower that the picture shows once turned, if it is among the first that are looked for; None if not."""
    turned = np.ascontiguousarray(np.rot90(frame_bgr, quarters))
    found = islice(find_towers(turned, lens and lens.turned(quarters), focal_hint_px, _TRIED), _TRIED)
    return _best(frame_bgr, (replace(tower, pose=tower.pose.turned(-quarters)) for tower in found), None)


def _from_above(judged: _Judged | None, lowest: float) -> _Judged | None:
    """The same; None where the camera would be lower than this (edges above the table)."""
    return None if judged is None or judged.located.pose.centre[2] < lowest else judged


def _best(frame_bgr: UInt8Array, towers: Iterator[LocatedTower], best: _Judged | None) -> _Judged | None:
    """The best of these and the one before, of those under which there is a tower; one found clearly twice is it."""
    for tried, located in enumerate(towers, start=1):
        judged = _judged(frame_bgr, located)
        before = best
        if judged.looks_like_cubes and (best is None or judged.score > best.score):
            best = judged
        if best is None or not best.is_clear:
            continue
        if tried == _TRIED or _is_found_twice(judged, before):
            break
    return best


def _is_found_twice(one: _Judged, other: _Judged | None) -> bool:
    return other is not None and one.is_clear and other.is_clear and are_close(one.located.pose, other.located.pose)


def place_tower(
    frame_bgr: UInt8Array, outline_xy: FloatArray, lens: Lens | None, focal_hint_px: float | None
) -> LocatedTower | Unreadable:
    """The camera's pose for a tower whose outline is given by hand.

    Parameters
    ----------
    frame_bgr : uint8 array of shape (height, width, 3)
    outline_xy : float array of shape (6, 2)
        As `tower_outline.outline_corners` orders them.
    lens : Lens, optional
    focal_hint_px : float, optional

    Returns
    -------
    LocatedTower or Unreadable
        Not located where the points are no such outline, or hardly a face of a cube lies in it.
    """
    height, width = frame_bgr.shape[:2]
    poses = poses_from_outline(outline_xy, (width, height), lens, focal_hint_px)[:_OUTLINES_TRIED]
    judged = (_judged(frame_bgr, LocatedTower(pose, lens is not None)) for pose in poses)
    best = max((one for one in judged if one.looks_like_cubes), key=lambda one: one.score, default=None)
    return best.located if best is not None and best.faces else NO_OUTLINE


def with_doubt_below(frame_bgr: UInt8Array, standing: Standing) -> Occupancy:
    """Where cubes stand, those of the lowest level in doubt where there might just be the table or a mirror image."""
    occupancy, answers = standing.occupancy, standing.answers
    log_odds = [answers[site] for site in _lowest_faces(standing)]
    if not log_odds or np.mean(log_odds) - _missing_outline(frame_bgr, standing) >= _SURE_LOWEST_LEVEL:
        return occupancy
    sure = zip(occupancy.cells, occupancy.presence, strict=True)
    presence = tuple(min(value, _DOUBTFUL) if cell[2] == 0 else value for cell, value in sure)
    return replace(occupancy, presence=presence)


def is_one_sided(standing: Standing) -> bool:
    """Whether only one side of the tower is clearly in view: where its levels lie is then a guess."""
    answers, in_view = standing.answers, _faces_in_view(standing)
    axes = ((Face.E, Face.W), (Face.N, Face.S))
    return min(sum(answers[site] for site in in_view if site.face in axis) for axis in axes) < _LEAST_SIDE


def _judged(frame_bgr: UInt8Array, located: LocatedTower) -> _Judged:
    """How well a pose explains the picture as a tower, on the level that does so best."""
    standing = stand(frame_bgr, located.pose, cells=TOWER_CELLS)
    if standing.occupancy.cells:
        pose = refined(frame_bgr, standing, located)
        standing = stand(frame_bgr, pose)
    if _score(standing) >= max(_HOPELESS, _HOPELESS_EACH * len(_footprint_faces(standing))):
        standing = _on_best_level(frame_bgr, standing, located)
    in_view, answers = _footprint_faces(standing), standing.answers
    top = float(sum(answers[site] for site in in_view if site.face is Face.U))
    return _Judged(replace(located, pose=standing.pose), _score(standing), top, len(in_view))


def _on_best_level(frame_bgr: UInt8Array, standing: Standing, located: LocatedTower) -> Standing:
    """The tower with its ground where its lowest level has cubes."""
    lower = _on_level(frame_bgr, standing, -1)
    while _has_lowest_level(frame_bgr, lower):
        # A pose that a few levels gave is a little off on those farther down.
        pose = refined(frame_bgr, lower, replace(located, pose=lower.pose))
        standing = stand(frame_bgr, pose, lower.clear_answers)
        lower = _on_level(frame_bgr, standing, -1)
    while not _has_lowest_level(frame_bgr, standing):
        upper = _on_level(frame_bgr, standing, 1)
        if not upper.occupancy.cells:
            break
        standing = upper
    return standing


def _has_lowest_level(frame_bgr: UInt8Array, standing: Standing) -> bool:
    """Whether there are cubes on the lowest level, and not just the table."""
    faces = _lowest_faces(standing)
    least = _LOWEST_LEVEL + _missing_outline(frame_bgr, standing)
    weights = np.minimum(1.0, view_vectors(faces, standing.pose)[:, 2] / _FLAT)
    return float(weights @ [standing.answers[site] - least for site in faces]) > 0


def _missing_outline(frame_bgr: UInt8Array, standing: Standing) -> float:
    """By how much less than a cube would the lowest level stands out from what is round it: nats for each face."""
    sides = [site for site in _lowest_faces(standing) if site.face is not Face.U]
    contrast = outline_contrast(frame_bgr, sides, standing.occupancy.cells, standing.pose)
    return 0.0 if contrast is None else _MISSING * max(0.0, _OUTLINE - contrast)


def _lowest_faces(standing: Standing) -> list[FaceSite]:
    """The faces in view of the footprint's cubes on the lowest level."""
    return [site for site in _footprint_faces(standing) if site.cell[2] == 0]


def _footprint_faces(standing: Standing) -> list[FaceSite]:
    """The faces in view of the cubes in the footprint."""
    return [site for site in _faces_in_view(standing) if site.cell[:2] in COLUMNS]


def _faces_in_view(standing: Standing) -> tuple[FaceSite, ...]:
    return standing.lines.sites_in_view(standing.occupancy.cells, SHARE_IN_VIEW)


def _score(standing: Standing) -> float:
    cells = standing.occupancy.cells
    beside = sum(cell[:2] not in COLUMNS for cell in cells)
    return score(standing.lines, standing.odds, cells) - _BESIDE * beside


def _on_level(frame_bgr: UInt8Array, standing: Standing, step: int) -> Standing:
    """The tower with its ground this many levels higher."""
    return _told_from(frame_bgr, standing, (0, 0, step))


def _told_from(frame_bgr: UInt8Array, standing: Standing, steps: Cell) -> Standing:
    """The tower told in the frame that lies so many cells farther East, North and up."""
    pose = standing.pose
    moved = CameraPose(pose.lens, pose.rotation, pose.translation + pose.rotation @ np.array(steps, np.float64))
    told = {FaceSite(_less(site.cell, steps), site.face): log_odds for site, log_odds in standing.answers.items()}
    return stand(frame_bgr, moved, told)


def _less(cell: Cell, steps: Cell) -> Cell:
    return cell[0] - steps[0], cell[1] - steps[1], cell[2] - steps[2]
