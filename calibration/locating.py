"""Finding the mat in a picture, and the camera pose that follows. Used by vision."""

from dataclasses import dataclass, replace
from itertools import chain, product

import cv2
import numpy as np

from .arrays import FloatArray, UInt8Array
from .camera import CameraPose, Lens, rotation_about_vertical, scaled_points
from .focal_prior import LensKnowledge, focal_prior
from .markers import MatSighting, find_markers, sightings
from .mat import BABEL_MAT, Mat
from .plane_pose import pose_and_lens, pose_with_lens
from .refusal import Unreadable

#: What `locate_mat` answers where there seems to be no mat.
NO_MARKER = Unreadable(
    "no marker of the mat was found", "put the whole printed mat in view, in focus, without glare on it"
)
#: What it answers where fewer markers are seen than the mat needs.
FEW_MARKERS = Unreadable(
    "too few of the markers are found", "put the whole printed sheet in view, in focus, without glare on it"
)
#: What it answers where the mat is seen as in a mirror, as cameras for video calls often show it.
MIRRORED = Unreadable(
    "the picture is mirrored", "switch mirroring off in the camera's settings, or flip the picture from left to right"
)
#: What it answers where at least `_FEWEST_DOUBLED` markers are seen twice: whichever it took, the other may be meant.
TWO_MATS = Unreadable("two mats are in the picture", "take one of them away, or crop the photo so that one is left")
_NOT_FLAT = Unreadable(
    "the markers do not fit one flat mat", "lay the mat flat, with no second one in view, and photograph it again"
)
# Corners miss by a pixel or so, a wrong id or a crumpled sheet by far more than this share of the longer side, six
# pixels of a thousand: chosen.
_MOST_MISSED = 0.006
# Where markers miss by more than this share, those that lie on one plane are tried without the others, if they are at
# least so many and half of those seen: wrong ids, paper that curls, or a corner cut off by the edge of a shadow.
_ROUGH, _FEWEST_ON_PLANE = 0.002, 2
# How near to its plane such a marker lies, as a share of the longer side too.
_ON_PLANE = 0.003
# One marker seen twice may be chance once.
_FEWEST_DOUBLED = 2
# A mirrored mat shows at least this many markers once it is turned round; one may be chance, though in 270 rendered
# photos turned round, 160 without the mat, none shows any.
_FEWEST_MIRRORED = 2


@dataclass(frozen=True, slots=True)
class Place:
    """Where something stands on the mat that belongs in its middle.

    Attributes
    ----------
    x, y : float
        How far East and North of it, in cube edges.
    turn_deg : float
        How far it is turned against the clock, in degrees.
    """

    x: float = 0.0
    y: float = 0.0
    turn_deg: float = 0.0

    def on_mat(self, points_xyz: FloatArray) -> FloatArray:
        """Points told in the frame of what stands here, shape (..., 3), in the mat's own frame."""
        return np.asarray(points_xyz @ rotation_about_vertical(self.turn_deg).T + [self.x, self.y, 0.0])

    def from_mat(self, points_xyz: FloatArray) -> FloatArray:
        """Points told in the mat's own frame, shape (..., 3), in the frame of what stands here."""
        return np.asarray((points_xyz - [self.x, self.y, 0.0]) @ rotation_about_vertical(self.turn_deg))

    def pose_on_mat(self, pose: CameraPose) -> CameraPose:
        """A camera's pose told in the frame of what stands here, in the mat's own frame."""
        back = rotation_about_vertical(-self.turn_deg)
        return pose.told_from(back @ [-self.x, -self.y, 0.0], -self.turn_deg)


#: Where a tower belongs: on the outline in the mat's middle.
ON_OUTLINE = Place()


@dataclass(frozen=True, slots=True)
class Edit:
    """What was done to a picture after it was taken.

    Attributes
    ----------
    stretch : float
        How many times as wide it was made.
    across, down : float
        Where the camera looked straight ahead, to the right of the picture's middle and below it, in shares of its
        longer side: not in the middle of a picture that was cropped more at one side.
    """

    stretch: float = 1.0
    across: float = 0.0
    down: float = 0.0


#: Pictures cropped more at one side, coarsely, and the one that was not: where the lens's middle is looked for.
CROPS = tuple(Edit(1.0, across, down) for across, down in product((-0.4, -0.2, 0.0, 0.2, 0.4), repeat=2))
# Tried where no camera explains the markers as they are: of 74 photos made 3/4 as wide ten, of 74 cropped round a tower
# 8 to 18 degrees beside the lens's axis 50.
_EDITS = (Edit(stretch=0.8), *CROPS)


@dataclass(frozen=True, slots=True, eq=False)
class LocatedMat:
    """A camera pose from a mat, and how well it explains the markers.

    Attributes
    ----------
    pose : CameraPose
    sighting : MatSighting
    corners_xyz : float64 array of shape (4n, 3)
        The corners of the markers seen, on the table, in the sighting's order.
    reprojection_error_px : float
        Root mean square over the marker corners.
    is_lens_known : bool
        Whether the lens was given, not estimated.
    place : Place
        Of what has the frame in which all this is told.
    """

    pose: CameraPose
    sighting: MatSighting
    corners_xyz: FloatArray
    reprojection_error_px: float
    is_lens_known: bool
    place: Place = ON_OUTLINE

    @property
    def corners_xy(self) -> FloatArray:
        """The same corners in the picture, shape (4n, 2)."""
        return self.sighting.points_xy

    @property
    def own_pose(self) -> CameraPose:
        """The camera's pose in the mat's own frame, wherever the frame of `pose` is."""
        return self.place.pose_on_mat(self.pose)

    def told_from(self, place: Place) -> "LocatedMat":
        """The same mat in the frame of what stands at a place, itself told in the present frame."""
        shift = np.array([place.x, place.y, 0.0])
        x, y, _ = self.place.on_mat(shift).tolist()
        pose = self.pose.told_from(shift, place.turn_deg)
        return replace(
            self,
            pose=pose,
            corners_xyz=place.from_mat(self.corners_xyz),
            place=Place(x, y, self.place.turn_deg + place.turn_deg),
        )

    def scaled_to(self, size_wh: tuple[int, int]) -> "LocatedMat":
        """The same mat, in the picture resized to `size_wh`."""
        scale_xy = np.divide(size_wh, self.pose.lens.size_wh)
        return replace(
            self,
            pose=self.pose.scaled_to(size_wh),
            sighting=replace(self.sighting, corners_xy=scaled_points(self.sighting.corners_xy, scale_xy)),
            reprojection_error_px=self.reprojection_error_px * float(scale_xy.mean()),
        )


def locate_mat(frame_gray: UInt8Array, lens: LensKnowledge = None, mat: Mat = BABEL_MAT) -> LocatedMat | Unreadable:
    """Find the mat and the camera's pose from whatever markers can be seen.

    Parameters
    ----------
    frame_gray : uint8 array of shape (height, width)
    lens : Lens or ClaimedFocal, optional
        For this picture size. If it is no Lens, focal length and the first radial distortion coefficient are estimated,
        with the principal point in the picture's middle and square pixels; a claimed focal length is a prior for that.
    mat : Mat
        Which is looked for.

    Returns
    -------
    LocatedMat or Unreadable
    """
    located = _located(frame_gray, lens, mat)
    if isinstance(located, LocatedMat) and len(located.sighting.marker_ids) < mat.fewest_markers:
        located = FEW_MARKERS
    return MIRRORED if isinstance(located, Unreadable) and _is_mirrored(frame_gray, mat) else located


def located_by(lens: Lens, located: LocatedMat) -> LocatedMat | Unreadable:
    """The mat by the same markers, as a known lens for this picture size would show it; told in its own frame."""
    return _fitted(located.sighting, lens.size_wh, lens)


def edited(located: LocatedMat, edit: Edit) -> LocatedMat | Unreadable:
    """The mat by the same markers, if the picture was edited so; its lens is estimated anew.

    In the frame of the same place.
    """
    fitted = _fitted_edited(located.sighting, located.pose.lens.size_wh, edit)
    return fitted if isinstance(fitted, Unreadable) else fitted.told_from(located.place)


def _located(frame_gray: UInt8Array, lens: LensKnowledge, mat: Mat) -> LocatedMat | Unreadable:
    """`locate_mat` of a picture that is not mirrored."""
    height, width = frame_gray.shape
    longer = max(width, height)
    # Evenly lit, a marker may be found though a cube hides a corner of it, which then lies elsewhere.
    seen = tuple(sightings(frame_gray, mat))
    on_plane = (part for sighting in seen if (part := _on_one_plane(sighting, _ON_PLANE * longer)))
    rough: list[LocatedMat] = []
    for sighting in chain(seen, on_plane):
        located = _fitted(sighting, (width, height), lens)
        if isinstance(located, LocatedMat) and located.reprojection_error_px > _ROUGH * longer:
            rough.append(located)
        elif located is not _NOT_FLAT:
            return located
    if not rough and not isinstance(lens, Lens):
        return _best_edited(seen[-1], (width, height))
    return min(rough, key=lambda located: located.reprojection_error_px, default=_NOT_FLAT)


def _best_edited(sighting: MatSighting, size_wh: tuple[int, int]) -> LocatedMat | Unreadable:
    """The mat by these markers, edited so that they fit best; whichever it is, cubes tell more closely."""
    fits = (_fitted_edited(sighting, size_wh, edit) for edit in _EDITS)
    flat = [located for located in fits if isinstance(located, LocatedMat)]
    return min(flat, key=lambda located: located.reprojection_error_px, default=_NOT_FLAT)


def _fitted_edited(sighting: MatSighting, size_wh: tuple[int, int], edit: Edit) -> LocatedMat | Unreadable:
    """The mat by these markers in a picture of this size, edited so."""
    off_xy = np.array([edit.across, edit.down]) * max(size_wh)
    # The smallest picture with the lens's middle in its own, before it was cropped, and where this one lay in it.
    whole_wh = tuple(np.rint(size_wh + 2 * abs(off_xy)).astype(int).tolist())
    corner_xy = np.maximum(-2 * off_xy, 0)
    taken_wh = (round(whole_wh[0] / edit.stretch), whole_wh[1])
    corners_xy = scaled_points(sighting.corners_xy + corner_xy, np.divide(taken_wh, whole_wh))
    fitted = _fitted(replace(sighting, corners_xy=corners_xy), taken_wh, None)
    if isinstance(fitted, Unreadable):
        return fitted
    whole = fitted.scaled_to(whole_wh)
    return replace(whole, sighting=sighting, pose=replace(whole.pose, lens=whole.pose.lens.cropped(corner_xy, size_wh)))


def _on_one_plane(sighting: MatSighting, most_missed_px: float) -> MatSighting | None:
    """The markers that the mat on one plane explains, if they are most of them, but not all."""
    count = len(sighting.marker_ids)
    if count <= _FEWEST_ON_PLANE:
        return None
    _, is_near = cv2.findHomography(sighting.points_xyz[:, :2], sighting.points_xy, cv2.RANSAC, most_missed_px)
    on_plane = is_near.reshape(-1, 4).all(axis=1)
    if on_plane.all() or on_plane.sum() < max(_FEWEST_ON_PLANE, count / 2):
        return None
    ids = tuple(np.array(sighting.marker_ids)[on_plane].tolist())
    return replace(sighting, marker_ids=ids, corners_xy=sighting.corners_xy[on_plane], doubled=0)


def _fitted(sighting: MatSighting, size_wh: tuple[int, int], lens: LensKnowledge) -> LocatedMat | Unreadable:
    """The mat and the camera's pose from these markers in a picture of this size."""
    if sighting.doubled >= _FEWEST_DOUBLED:
        return TWO_MATS
    if not sighting.marker_ids:
        return NO_MARKER
    world, seen = sighting.points_xyz, sighting.points_xy
    solved = pose_by(world, seen, size_wh, lens)
    if solved is None:
        return _NOT_FLAT
    return LocatedMat(solved, sighting, world, solved.reprojection_error_px(world, seen), isinstance(lens, Lens))


def pose_by(
    points_xyz: FloatArray, points_xy: FloatArray, size_wh: tuple[int, int], lens: LensKnowledge
) -> CameraPose | None:
    """The camera's pose by points of the mat in a picture of this size, the lens known or estimated.

    Parameters
    ----------
    points_xyz : float64 array of shape (n, 3)
        On the mat, in cube edges; at least the four corners of a square.
    points_xy : float64 array of shape (n, 2)
        Where they are seen, in pixels.
    size_wh : tuple of int
    lens : Lens, ClaimedFocal or None

    Returns
    -------
    CameraPose or None
        None where no camera sees them so, give or take `_MOST_MISSED` of the longer side.
    """
    if isinstance(lens, Lens):
        pose = pose_with_lens(points_xyz, points_xy, lens)
    else:
        pose = pose_and_lens(points_xyz, points_xy, size_wh, focal_prior(size_wh, lens))
    is_near = pose and pose.reprojection_error_px(points_xyz, points_xy) <= _MOST_MISSED * max(size_wh)
    return pose if is_near else None


def _is_mirrored(frame_gray: UInt8Array, mat: Mat) -> bool:
    sighting = find_markers(np.asarray(cv2.flip(frame_gray, 1), np.uint8), mat)
    return len(sighting.marker_ids) >= _FEWEST_MIRRORED
