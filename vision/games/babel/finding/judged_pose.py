"""A pose under which a tower may stand: how much speaks for it, and which way up the picture then is.

Called where a tower is looked for without the mat.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from calibration.arrays import UInt8Array
from calibration.camera import CameraPose
from calibration.refusal import Unreadable
from rules.games.babel import LEVELS, Face
from vision.games.babel.standing.candidates import TOWER_CELLS
from vision.games.babel.standing.one_view import refined, stand

from .tower_frame import above_mirror_image, footprint_faces, likelihood, on_best_level
from .tower_pose import LocatedTower, are_close

#: With as much as this (nats), some ten clear faces, and upper ones among them, no further tower is looked for; nor
#: with as much as the next without upper ones, or as much for each face in the mean with some three upper ones. Of 288
#: rendered photos, the best of the first three poses has one of these in 245, and is wrong in none in which a later one
#: is right; with the first alone, half of a tower was taken for one.
_CLEAR, _CLEAR_WITHOUT_TOP = 60.0, 100.0
_CLEAR_EACH, _CLEAR_TOPS = 4.5, 14.0
#: With less than this in all, or for each face in the mean, its ground is not tried on other levels. Of 768 poses, 97
#: of them in photos of other things, 475 became a tower's there: with at least 21.7 before, and 2.2 for each face.
_HOPELESS, _HOPELESS_EACH = 20.0, 2.0
#: With no more than this (nats) before its pose is refined, it is given up. Of 276 poses in 45 rendered photos, some
#: shown turned too, none that became a claimed tower's had less than 5.9, and none that was chosen less than 14.9.
LEAST_AT_FIRST = 5.0
#: Of a picture that is turned, with no more than this share of what would matter: of 313 such poses 59 did, which had
#: 0.53 and more.
_SHARE_AT_FIRST = 0.4
#: With less than this (nats) in all, some five clear faces, or for each face in view of its footprint's cubes in the
#: mean, no tower is claimed: puzzle cubes, checked cloths and chess boards reach 3.7 for each, however many squares.
_LEAST, _LEAST_EACH = 25.0, 3.75
#: The same where upper faces are clear. Of 228 photos without a tower, 140 of them rendered ones with it painted out,
#: none reaches more than 8.6 there; single cubes beside it, which have but one upper face, reach 18.
_LEAST_WITH_TOP, _LEAST_EACH_WITH_TOP = 20.0, 2.8
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


@dataclass(frozen=True, slots=True, eq=False)
class JudgedPose:
    """A pose with its ground on the best level.

    Attributes
    ----------
    located : LocatedTower
    score : float
        Log-likelihood (nats) of its cubes, and of their mirror image in the table if one is seen, against none at all,
        less for those beside the footprint: `likelihood`.
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
        return self.has_clear_top and self.is_certain

    @property
    def is_certain(self) -> bool:
        """Whether a tower is there for certain, this way up or upside down."""
        return self.score >= _UPRIGHT

    @property
    def is_from_above(self) -> bool:
        """Whether the camera would not be below the table."""
        return bool(self.located.pose.centre[2] >= _LOWEST_CAMERA)

    @property
    def may_be_turned(self) -> bool:
        """Whether the camera would be as high as that of a photo that is shown turned."""
        return bool(self.located.pose.centre[2] >= _LOWEST_CAMERA_TURNED)

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
    def is_claimed(self) -> bool:
        """Whether there are enough of them to claim a tower."""
        return self.is_clear or self.score >= (_LEAST_WITH_TOP if self.has_clear_top else _LEAST)

    def is_shown_by(self, pose: CameraPose) -> bool:
        """Whether another pose, with its ground on any level, shows the tower in the same place.

        Judged by itself it then came out within 0.3 edges of this one each time, some 60 times in 34 rendered photos.
        """
        # Where little speaks for a tower, its ground was not tried on other levels.
        lifts = range(-LEVELS, LEVELS + 1) if self.is_claimed else (0,)
        return any(are_close(pose.told_from(np.array([0, 0, lift]), 0.0), self.located.pose) for lift in lifts)


def least_at_first(upright: JudgedPose | None) -> float:
    """What has to speak (nats) for a tower in the turned picture, before its pose is refined, that `right_way_up` may
    tell from none; for the one that it shows as it is."""
    return _SHARE_AT_FIRST * (_CLEAR if upright is None else upright.score - _CLEARLY_BETTER)


def judge_pose(frame_bgr: UInt8Array, located: LocatedTower, least: float = LEAST_AT_FIRST) -> JudgedPose:
    """How well a pose explains a picture (uint8, height, width, 3) as a tower, on the level that does so best; as it is
    where no more than `least` (nats) speaks for it so."""
    standing = stand(frame_bgr, located.pose, cells=TOWER_CELLS)
    is_hopeless = likelihood(standing) <= least
    if not is_hopeless:
        standing = stand(frame_bgr, refined(frame_bgr, standing, located))
        is_hopeless = likelihood(standing) < max(_HOPELESS, _HOPELESS_EACH * len(footprint_faces(standing)))
    if not is_hopeless:
        standing = on_best_level(frame_bgr, standing, located)
    in_view, answers = footprint_faces(standing), standing.answers
    top = float(sum(answers[site] for site in in_view if site.face is Face.U))
    # A tower explains its mirror image too: without that, one that takes the image for cubes would explain more.
    pose = standing.pose if is_hopeless else above_mirror_image(frame_bgr, standing).pose
    return JudgedPose(replace(located, pose=pose), likelihood(standing), top, len(in_view))


def right_way_up(upright: JudgedPose | None, turned: Sequence[JudgedPose | None]) -> LocatedTower | Unreadable:
    """The tower of those that a picture shows as it is and turned; which way up it was taken is left open where two
    explain it alike.

    Parameters
    ----------
    upright : JudgedPose, optional
        The tower that the picture shows as it is, its camera above the table.
    turned : sequence of JudgedPose or None
        Those that it shows once turned, each turned back into the picture as it is.

    Returns
    -------
    LocatedTower or Unreadable
        `NO_TOWER` where no way up shows one.
    """
    likely = [one for one in turned if one is not None and one.may_be_turned]
    best = max(likely, key=lambda found: found.score, default=None)
    least = _CLEAR if upright is None else max(_CLEAR, upright.score + _CLEARLY_BETTER)
    chosen = best if best is not None and best.has_clear_top and best.score >= least else upright
    if chosen is None:
        return NO_TOWER
    others = [found.score for found in likely if found is not chosen]
    return replace(chosen.located, is_upright_known=max(others, default=0.0) < chosen.score - _CLEARLY_BETTER)
