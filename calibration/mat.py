"""The printed mat: its geometry, finding it in a picture, and the camera pose that follows.

Used by vision and by the drawing of the sheet.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from .camera import CameraPose, FloatArray, Lens, UInt8Array, plain_lens, rotation_about_vertical, scaled_points
from .focal_prior import FocalPrior, focal_prior
from .linear_light import LINEAR_LIGHT
from .refusal import Unreadable
from .robust_fit import fit_robustly
from .rotation import rotation_of

MARKER_DICTIONARY = cv2.aruco.DICT_4X4_50
#: Cells along a marker: four bits and a black border.
MARKER_CELLS = 6


@dataclass(frozen=True, slots=True)
class Mat:
    """A mat's geometry, in cube edges, origin in the middle, x East, y North.

    Attributes
    ----------
    side : float
        Side of the white square.
    marker_side : float
        Side of a marker; each marker's top edge lies to the North.
    marker_centres : tuple of (id, x, y)
    footprint_side : float
        Side of the outline on which the tower stands.
    """

    side: float
    marker_side: float
    marker_centres: tuple[tuple[int, float, float], ...]
    footprint_side: float

    def marker_corners(self, marker_id: int) -> FloatArray:
        """Corners of one marker on the table in ArUco's order (North-West first, clockwise), shape (4, 3).

        Raises
        ------
        KeyError
            If the mat has no marker of that id.
        """
        centres = {number: (x, y) for number, x, y in self.marker_centres}
        x, y = centres[marker_id]
        half = self.marker_side / 2
        return np.array(
            [[x - half, y + half, 0], [x + half, y + half, 0], [x + half, y - half, 0], [x - half, y - half, 0]]
        )


#: The mat for babel: side 6, eight markers of side 1 round a 2x2 footprint (docs/conventions.md).
BABEL_MAT = Mat(
    side=6.0,
    marker_side=1.0,
    marker_centres=(
        (0, -2.25, -2.25),
        (1, 2.25, -2.25),
        (2, 2.25, 2.25),
        (3, -2.25, 2.25),
        (4, 0.0, -2.25),
        (5, 2.25, 0.0),
        (6, 0.0, 2.25),
        (7, -2.25, 0.0),
    ),
    footprint_side=2.0,
)


@dataclass(frozen=True, slots=True, eq=False)
class MatSighting:
    """The markers of a mat seen in a picture.

    Attributes
    ----------
    marker_ids : tuple of int
        Ids of the markers seen, all of this mat, each once.
    corners_xy : float64 array of shape (n, 4, 2)
        Their corners in the picture, in ArUco's order, in pixels.
    """

    marker_ids: tuple[int, ...]
    corners_xy: FloatArray


def longest_sides_px(corners_xy: FloatArray) -> FloatArray:
    """The longest side of each marker or other square; corners of shape (n, 4, 2) in pixels, lengths of shape (n,)."""
    sides = np.linalg.norm(corners_xy - np.roll(corners_xy, 1, axis=1), axis=2)
    return np.asarray(sides.max(axis=1), np.float64)


def marker_cells(marker_id: int) -> UInt8Array:
    """A marker, North first: 0 where a cell is black, 255 where white; shape (MARKER_CELLS, MARKER_CELLS)."""
    dictionary = cv2.aruco.getPredefinedDictionary(MARKER_DICTIONARY)
    return np.asarray(cv2.aruco.generateImageMarker(dictionary, marker_id, MARKER_CELLS, borderBits=1), np.uint8)


#: What `locate_mat` answers where there seems to be no mat.
NO_MARKER = Unreadable(
    "no marker of the mat was found", "put the whole printed mat in view, in focus, without glare on it"
)
#: What it answers where the mat is seen as in a mirror, as cameras for video calls often show it.
MIRRORED = Unreadable(
    "the picture is mirrored", "switch mirroring off in the camera's settings, or flip the picture from left to right"
)
_NOT_FLAT = Unreadable(
    "the markers do not fit one flat mat", "lay the mat flat, with no second one in view, and photograph it again"
)
# Corners miss by a pixel or so, a wrong id or a crumpled sheet by far more than this share of the longer side, six
# pixels of a thousand: chosen.
_MOST_MISSED = 0.006
# A mirrored mat shows at least this many markers once it is turned round; one may be chance, though in 270 rendered
# photos turned round, 160 without the mat, none shows any.
_FEWEST_MIRRORED = 2
# With fewer markers the picture is looked at once more, evenly lit. It takes a hundredth of a second; in 60 rendered
# photos of towers partly in shade it finds 13 more, in 100 pictures without the mat none.
_FEW = 3


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

    def pose_on_mat(self, pose: CameraPose) -> CameraPose:
        """A camera's pose told in the frame of what stands here, in the mat's own frame."""
        back = rotation_about_vertical(-self.turn_deg)
        return pose.told_from(back @ [-self.x, -self.y, 0.0], -self.turn_deg)


#: Where a tower belongs: on the outline in the mat's middle.
ON_OUTLINE = Place()


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
        return self.sighting.corners_xy.reshape(-1, 2)

    @property
    def own_pose(self) -> CameraPose:
        """The camera's pose in the mat's own frame, wherever the frame of `pose` is."""
        return self.place.pose_on_mat(self.pose)

    def told_from(self, place: Place) -> "LocatedMat":
        """The same mat in the frame of what stands at a place, itself told in the present frame."""
        shift = np.array([place.x, place.y, 0.0])
        corners_xyz = (self.corners_xyz - shift) @ rotation_about_vertical(place.turn_deg)
        x, y, _ = self.place.on_mat(shift).tolist()
        pose = self.pose.told_from(shift, place.turn_deg)
        return replace(
            self, pose=pose, corners_xyz=corners_xyz, place=Place(x, y, self.place.turn_deg + place.turn_deg)
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


def find_markers(frame_gray: UInt8Array, mat: Mat = BABEL_MAT) -> MatSighting:
    """Find the mat's markers that are in plain view, with all their corners.

    Parameters
    ----------
    frame_gray : uint8 array of shape (height, width)
    mat : Mat

    Returns
    -------
    MatSighting
        Possibly with no marker at all. A marker seen twice is left out: one of the two is something else.
    """
    return _sighting(_detected(frame_gray, mat), frame_gray)


def _sightings(frame_gray: UInt8Array) -> Iterator[MatSighting]:
    """The markers in plain view; before these, where they are few, together with those seen in even light alone."""
    found = _detected(frame_gray, BABEL_MAT)
    if len(found) < _FEW:
        yield _sighting(_detected(_evenly_lit(frame_gray), BABEL_MAT) | found, frame_gray)
    yield _sighting(found, frame_gray)


def _sighting(found: Mapping[int, Sequence[FloatArray]], frame_gray: UInt8Array) -> MatSighting:
    """The markers that were seen once, of those that were found."""
    ours = sorted((number, corners[0]) for number, corners in found.items() if len(corners) == 1)
    light = np.asarray(cv2.LUT(frame_gray, _LIGHT), np.float32)
    corners_xy = [_where_half_the_light_is(corners_xy, light) for _, corners_xy in ours]
    return MatSighting(tuple(number for number, _ in ours), np.array(corners_xy, np.float64).reshape(-1, 4, 2))


_LIGHT = LINEAR_LIGHT.astype(np.float32)
# Corners are looked for within half a cell of where the detector has them, and this many pixels at most.
_CORNER_CELLS, _CORNER_PX = 0.5, 5
_CORNER_STEPS = (cv2.TERM_CRITERIA_COUNT + cv2.TERM_CRITERIA_EPS, 30, 0.01)


def _where_half_the_light_is(corners_xy: FloatArray, light: NDArray[np.float32]) -> FloatArray:
    """A marker's corners (4, 2) refined in a picture of linear light.

    A lens blurs light, not codes: halfway between the codes of black and white less than a quarter of the light is
    left, and lines drawn there lie inside the black. Of 4,396 corners in 224 rendered photos the median error is 0.36
    px; refined by the codes 0.77, all toward the marker's middle, and as the detector has them 1.18.
    """
    cell_px = np.linalg.norm(corners_xy - np.roll(corners_xy, 1, axis=0), axis=1).min() / MARKER_CELLS
    half = int(np.clip(round(_CORNER_CELLS * cell_px), 1, _CORNER_PX))
    start = corners_xy.astype(np.float32).reshape(-1, 1, 2)
    return np.asarray(cv2.cornerSubPix(light, start, (half, half), (-1, -1), _CORNER_STEPS), np.float64).reshape(4, 2)


def _detected(frame_gray: UInt8Array, mat: Mat) -> dict[int, list[FloatArray]]:
    """The corners (4, 2) of each marker of the mat that is seen, wherever it is."""
    detector = marker_detector(cv2.aruco.getPredefinedDictionary(MARKER_DICTIONARY))
    ours = {number for number, _, _ in mat.marker_centres}
    corners, ids, _ = detector.detectMarkers(frame_gray)
    found: dict[int, list[FloatArray]] = {}
    for number, corners_xy in zip([] if ids is None else np.ravel(ids), corners, strict=True):
        if number in ours:
            found.setdefault(int(number), []).append(np.reshape(corners_xy, (4, 2)))
    return found


def _evenly_lit(frame_gray: UInt8Array) -> UInt8Array:
    """The picture with contrast as great everywhere: paper in a hard-edged shadow may be darker than ink in the sun."""
    return np.asarray(cv2.createCLAHE(clipLimit=4.0, tileGridSize=(12, 12)).apply(frame_gray), np.uint8)


def marker_detector(dictionary: cv2.aruco.Dictionary) -> cv2.aruco.ArucoDetector:
    """OpenCV's detector as markers of a mat need it: small ones too. Corners are to be refined."""
    parameters = cv2.aruco.DetectorParameters()
    # Cells are read on more pixels than usual: of slanted and blurred markers more are found.
    parameters.perspectiveRemovePixelPerCell = 8
    parameters.minMarkerPerimeterRate = 0.02
    return cv2.aruco.ArucoDetector(dictionary, parameters)


def locate_mat(
    frame_gray: UInt8Array, lens: Lens | None = None, focal_hint_px: float | None = None
) -> LocatedMat | Unreadable:
    """Find the mat and the camera's pose from whatever markers can be seen.

    Parameters
    ----------
    frame_gray : uint8 array of shape (height, width)
    lens : Lens, optional
        A known lens for this picture size. Without one, focal length and the first radial distortion
        coefficient are estimated, with the principal point in the picture's middle and square pixels.
    focal_hint_px : float, optional
        The focal length that the photo's file claims, a prior for the estimate.

    Returns
    -------
    LocatedMat or Unreadable
    """
    located = _located(frame_gray, lens, focal_hint_px)
    return MIRRORED if isinstance(located, Unreadable) and _is_mirrored(frame_gray) else located


def located_by(lens: Lens, located: LocatedMat) -> LocatedMat | Unreadable:
    """The mat by the same markers, as a known lens for this picture size would show it; told in its own frame."""
    return _fitted(located.sighting, lens.size_wh, lens, None)


def _located(frame_gray: UInt8Array, lens: Lens | None, focal_hint_px: float | None) -> LocatedMat | Unreadable:
    """`locate_mat` of a picture that is not mirrored."""
    height, width = frame_gray.shape
    # Evenly lit, a marker may be found though a cube hides a corner of it, which then lies elsewhere.
    fits = (_fitted(sighting, (width, height), lens, focal_hint_px) for sighting in _sightings(frame_gray))
    return next((located for located in fits if located is not _NOT_FLAT), _NOT_FLAT)


def _fitted(
    sighting: MatSighting, size_wh: tuple[int, int], lens: Lens | None, focal_hint_px: float | None
) -> LocatedMat | Unreadable:
    """The mat and the camera's pose from these markers in a picture of this size."""
    if not sighting.marker_ids:
        return NO_MARKER
    world = np.concatenate([BABEL_MAT.marker_corners(number) for number in sighting.marker_ids])
    seen = sighting.corners_xy.reshape(-1, 2)
    solved = _pose_with_lens(world, seen, lens) if lens else _pose_and_lens(world, seen, size_wh, focal_hint_px)
    if solved is None:
        return _NOT_FLAT
    located = LocatedMat(solved, sighting, world, solved.reprojection_error_px(world, seen), lens is not None)
    return _NOT_FLAT if located.reprojection_error_px > _MOST_MISSED * max(size_wh) else located


def _is_mirrored(frame_gray: UInt8Array) -> bool:
    sighting = find_markers(np.asarray(cv2.flip(frame_gray, 1), np.uint8))
    return len(sighting.marker_ids) >= _FEWEST_MIRRORED


def _pose_with_lens(world: FloatArray, seen_xy: FloatArray, lens: Lens) -> CameraPose | None:
    """Pose for a known lens: the better of the plane's two poses, refined."""
    count, rotations, translations, _ = cv2.solvePnPGeneric(
        world, seen_xy, lens.matrix, lens.distortion, flags=cv2.SOLVEPNP_IPPE
    )
    poses = []
    for i in range(count):
        rotation, translation = cv2.solvePnPRefineLM(
            world, seen_xy, lens.matrix, lens.distortion, rotations[i], translations[i]
        )
        pose = CameraPose(lens, rotation_of(rotation), np.asarray(translation, np.float64).ravel())
        # The camera is above the table, and the mat in front of it.
        if pose.centre[2] > 0 and pose.depth(world).min() > 0:
            poses.append((pose.reprojection_error_px(world, seen_xy), i, pose))
    return min(poses)[2] if poses else None


# Focal lengths that are tried, over the longer side: from a wide phone to a long lens.
_FOCAL_OVER_LONGER = np.geomspace(0.45, 3.0, 14)
# Standard deviation of a refined corner (px), of the order of its median error of 0.8 in rendered photos.
_CORNER_SIGMA = 0.5
# Standard deviation of k1, chosen: phones correct their pictures, webcams bend straight lines by a tenth at the most.
_DISTORTION_SPREAD = 0.1


def _pose_and_lens(
    world: FloatArray, seen_xy: FloatArray, size_wh: tuple[int, int], focal_hint_px: float | None
) -> CameraPose | None:
    """Pose, focal length and radial distortion together, from a scan over focal lengths, then least squares."""
    # Where few markers are seen, they hardly tell the focal length.
    prior = focal_prior(size_wh, focal_hint_px)
    scan = []
    for focal_px in _FOCAL_OVER_LONGER * max(size_wh):
        pose = _pose_with_lens(world, seen_xy, plain_lens(float(focal_px), size_wh))
        if pose is not None:
            residuals = (pose.project(world) - seen_xy).ravel() / _CORNER_SIGMA
            scan.append((float(np.sum(residuals**2) + prior.surprise(float(np.log(focal_px))) ** 2), pose))
    if not scan:
        return None
    _, start = min(scan, key=lambda entry: entry[0])
    return _refine(world, seen_xy, start, prior)


def _refine(world: FloatArray, seen_xy: FloatArray, start: CameraPose, prior: FocalPrior) -> CameraPose:
    """Least squares over focal length, k1, rotation and translation, with weak priors on the lens."""

    def pose_of(parameters: FloatArray) -> CameraPose:
        lens = plain_lens(float(np.exp(parameters[0])), start.lens.size_wh, float(parameters[1]))
        return CameraPose(lens, rotation_of(parameters[2:5]), parameters[5:8])

    def residuals(parameters: FloatArray) -> FloatArray:
        misses = (pose_of(parameters).project(world) - seen_xy).ravel() / _CORNER_SIGMA
        priors = [prior.surprise(parameters[0]), parameters[1] / _DISTORTION_SPREAD]
        return np.concatenate([misses, priors])

    first = np.concatenate(
        [
            [np.log(start.lens.matrix[0, 0]), 0.0],
            cv2.Rodrigues(start.rotation)[0].ravel(),
            start.translation.astype(np.float64),
        ]
    )
    return pose_of(fit_robustly(residuals, first, scale=2.0, most_evaluations=60))
