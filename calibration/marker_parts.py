"""The mat by markers of which its picture shows parts: the border cuts them off, or cubes cover them. Used by vision.

OpenCV's detector needs the whole outline of a marker. Where none is whole, corners of black and white cells tell where
markers lie roughly: features (SIFT, Lowe 2004) like those of markers drawn as they look from many sides (Morel and Yu
2009). Whole markers are then fitted to what is in view of them, first one, and from there the others.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np

from .arrays import BoolArray, Float32Array, FloatArray, IntArray, UInt8Array
from .camera import CameraPose, Lens, scaled_points
from .focal_prior import LensKnowledge
from .locating import NO_MARKER, LocatedMat, locate_mat, pose_by
from .markers import FittedMarker, MatSighting, drawn_marker, fitted_marker, light_of
from .mat import BABEL_MAT, CORNERS_IN_CELLS, MARKER_CELLS
from .refusal import Unreadable

# Markers are drawn with so many pixels a cell, so much blurred, from sides of up to this tilt (as OpenCV counts it).
_DRAWN_PX, _DRAWN_BLUR_PX, _MOST_TILT = 20, 2.0, 3
_MOST_DRAWN_FEATURES, _MOST_FEATURES = 800, 4000
# The picture is looked at in so many scales until the mat is found, as noise hides features in the first: with that
# alone it is found in 38 of 53 photos.
_SCALES = (1.0, 0.7, 0.35)
# A feature of the picture may be that corner of a marker to which it is nearest, by this share of how far it is from
# the next but those within so many cells, among so many.
_NEARER, _SAME_CELLS, _NEAREST = 0.95, 0.4, 6
# So many features at least lie on one marker, as one homography of so many tried at most has them, within this (px).
_LEAST_FEATURES, _MOST_HOMOGRAPHIES, _FEATURE_OFF_PX = 5, 20_000, 4.0
# A first marker correlates by so much at least with what is in view; the likeliest ones are tried.
_LEAST_ALIKE, _MOST_TRIED = 0.6, 4
# Corners of cells, the paper right round a marker included; of a part that counts so many lie in the picture.
_LATTICE = np.stack([*np.meshgrid(np.arange(-1, MARKER_CELLS + 2), np.arange(-1, MARKER_CELLS + 2))], axis=-1)
_CELL_CORNERS = _LATTICE.reshape(-1, 2).astype(np.float64)
_LEAST_CORNERS = 20
# Other markers are looked for within so many cells of where the first put them, with so many pixels a cell.
_NEAR_CELLS, _FOUND_PX = 2, 6
# The mat is where so many markers at least correlate by so much. Of 53 rendered photos in which hardly any marker is
# whole it is found in 49, the tower's corners 2 px off in the median, in one 30; in 100 pictures without a mat in none.
_LEAST_MARKERS, _CLEAR = 2, 0.85


@dataclass(frozen=True, slots=True, eq=False)
class MarkerPart:
    """What a picture shows of a marker.

    Attributes
    ----------
    number : int
        The marker's id.
    fitted : FittedMarker
    points_xyz : float64 array of shape (n, 3)
        The corners of its cells that lie in the picture, on `BABEL_MAT`, in cube edges.
    points_xy : float64 array of shape (n, 2)
        Where they are seen, in pixels.
    """

    number: int
    fitted: FittedMarker
    points_xyz: FloatArray
    points_xy: FloatArray

    @property
    def alike(self) -> float:
        """How well the marker correlates with what is in view of it."""
        return self.fitted.alike

    @property
    def is_clear(self) -> bool:
        """Whether it is surely this one."""
        return self.alike > _CLEAR


def locate_whole_or_parts(frame_gray: UInt8Array, lens: LensKnowledge = None) -> LocatedMat | Unreadable:
    """Find the mat and the camera's pose by whole markers, and by parts of them too where less than two are whole.

    Parameters and what is returned are those of `locating.locate_mat`.
    """
    located = locate_mat(frame_gray, lens)
    if located is NO_MARKER:
        return locate_by_parts(frame_gray, lens) or located
    if isinstance(located, LocatedMat) and len(located.sighting.marker_ids) < _LEAST_MARKERS:
        return locate_by_parts(frame_gray, lens, located.sighting) or located
    return located


def locate_by_parts(
    frame_gray: UInt8Array, lens: LensKnowledge = None, whole: MatSighting | None = None
) -> LocatedMat | None:
    """Find the mat and the camera's pose where hardly any marker is whole.

    Parameters
    ----------
    frame_gray : uint8 array of shape (height, width)
    lens : Lens or ClaimedFocal, optional
        As in `locating.locate_mat`.
    whole : MatSighting, optional
        Markers that were found. Where they lead to no others, all are looked for by their features.

    Returns
    -------
    LocatedMat or None
        None where less than `_LEAST_MARKERS` are seen. Corners out of the picture lie where the pose has them.
    """
    light = light_of(frame_gray)
    found = zip(whole.marker_ids, whole.corners_xy, strict=True) if whole else ()
    for about in (found, *(_rough_corners(frame_gray, scale) for scale in _SCALES)):
        parts = _parts(about, light, lens)
        if len(parts) >= _LEAST_MARKERS:
            pose = _pose(parts, (light.shape[1], light.shape[0]), lens)
            return None if pose is None else _located(parts, pose, isinstance(lens, Lens))
    return None


def _parts(about: Iterable[tuple[int, FloatArray]], light: Float32Array, lens: LensKnowledge) -> list[MarkerPart]:
    """The markers in view, begun from those whose corners lie about there: from all clear ones, or from one alone."""
    fitted = (_fitted_part(number, corners_xy, light) for number, corners_xy in about)
    first = _most_alike_first(part for part in fitted if part and part.alike > _LEAST_ALIKE)
    clear = [part for part in first if part.is_clear]
    starts = [clear] * (len(clear) > 1) + [[part] for part in first[:_MOST_TRIED]]
    return max((_with_others(start, light, lens) for start in starts), key=len, default=[])


def _located(parts: Sequence[MarkerPart], pose: CameraPose, is_lens_known: bool) -> LocatedMat:
    """The mat by these parts, and the pose that follows from them."""
    corners = []
    for part in parts:
        corners_xy = part.fitted.corners_xy
        is_seen = _in_picture(corners_xy, pose.lens.size_wh)[:, None]
        corners.append(np.where(is_seen, corners_xy, pose.project(BABEL_MAT.marker_corners(part.number))))
    sighting = MatSighting(tuple(part.number for part in parts), np.array(corners))
    world = sighting.points_xyz
    return LocatedMat(pose, sighting, world, pose.reprojection_error_px(world, sighting.points_xy), is_lens_known)


def _with_others(start: Sequence[MarkerPart], light: Float32Array, lens: LensKnowledge) -> list[MarkerPart]:
    """All markers that are seen where the first ones, and then those, put them, and the first that are as clear."""
    size_wh = (light.shape[1], light.shape[0])
    parts, pose = [*start], _pose(start, size_wh, lens)
    is_new = True
    while pose and is_new:
        known, is_new = {part.number for part in parts}, False
        found = (_part_at(number, pose, light) for number in BABEL_MAT.marker_ids if number not in known)
        for part in _most_alike_first(part for part in found if part and part.is_clear):
            # One of which a cube covers a part may be fitted beside its place: no camera sees it there with the others.
            if further := _pose([*parts, part], size_wh, lens):
                parts, pose, is_new = [*parts, part], further, True
    return [part for part in parts if part.is_clear] if pose else []


def _most_alike_first(parts: Iterable[MarkerPart]) -> list[MarkerPart]:
    return sorted(parts, key=lambda part: part.alike, reverse=True)


def _pose(parts: Sequence[MarkerPart], size_wh: tuple[int, int], lens: LensKnowledge) -> CameraPose | None:
    """The camera's pose by what is in view of some markers."""
    world, seen = (np.concatenate(points) for points in zip(*((p.points_xyz, p.points_xy) for p in parts), strict=True))
    return pose_by(world, seen, size_wh, lens)


def _part_at(number: int, pose: CameraPose, light: Float32Array) -> MarkerPart | None:
    """What is seen of a marker where a pose has it; None where that is too little."""
    cells_xyz = BABEL_MAT.on_marker(number, _CELL_CORNERS)
    if not pose.can_show(cells_xyz).all():
        return None
    if _in_picture(pose.project(cells_xyz), pose.lens.size_wh).sum() < _LEAST_CORNERS:
        return None
    return _fitted_part(number, _found_near(number, pose.project(BABEL_MAT.marker_corners(number)), light), light)


def _found_near(number: int, corners_xy: FloatArray, light: Float32Array) -> FloatArray:
    """The corners (4, 2) of a marker, moved to where a picture looks most like it, `_NEAR_CELLS` off at most."""
    drawn, margin = drawn_marker(number, _FOUND_PX), _NEAR_CELLS * _FOUND_PX
    side = len(drawn) + 2 * margin
    # In the drawing, one cell of paper lies before the marker.
    drawn_xy = _FOUND_PX * (1 + CORNERS_IN_CELLS) - 0.5
    to_pixels = cv2.getPerspectiveTransform((drawn_xy + margin).astype(np.float32), corners_xy.astype(np.float32))
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    patch = cv2.warpPerspective(light, to_pixels, (side, side), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    _, _, _, best_xy = cv2.minMaxLoc(cv2.matchTemplate(patch, drawn, cv2.TM_CCOEFF_NORMED))
    return np.asarray(cv2.perspectiveTransform((drawn_xy + best_xy)[None], to_pixels)[0])


def _fitted_part(number: int, corners_xy: FloatArray, light: Float32Array) -> MarkerPart | None:
    """What is seen of a marker whose corners lie about there; None where it is too little or fits nothing."""
    fitted = fitted_marker(number, corners_xy, light)
    if fitted is None:
        return None
    points_xy = fitted.at(_CELL_CORNERS)
    is_seen = _in_picture(points_xy, (light.shape[1], light.shape[0]))
    if is_seen.sum() < _LEAST_CORNERS:
        return None
    return MarkerPart(number, fitted, BABEL_MAT.on_marker(number, _CELL_CORNERS[is_seen]), points_xy[is_seen])


def _in_picture(points_xy: FloatArray, size_wh: tuple[int, int]) -> BoolArray:
    """Which points, shape (n, 2), lie in a picture of this size, (n,)."""
    return np.asarray(((points_xy >= 0) & (points_xy <= np.subtract(size_wh, 1))).all(axis=1), np.bool_)


def _rough_corners(frame_gray: UInt8Array, scale: float) -> Iterator[tuple[int, FloatArray]]:
    """The markers that features of the picture, seen at this scale, seem to belong to, and about where their corners
    are, (4, 2)."""
    scaled = cv2.resize(frame_gray, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    found, described = cv2.SIFT.create(_MOST_FEATURES).detectAndCompute(scaled, None)
    if len(found) < _LEAST_FEATURES:
        return
    numbers, cells_xy, known = _drawn_features()
    matches = cv2.BFMatcher().knnMatch(described, known, k=_NEAREST)
    nearest = np.array([[match.trainIdx for match in best] for best in matches])
    distances = np.array([[match.distance for match in best] for best in matches])
    is_elsewhere = (numbers[nearest] != numbers[nearest[:, :1]]) | (
        np.linalg.norm(cells_xy[nearest] - cells_xy[nearest[:, :1]], axis=2) > _SAME_CELLS
    )
    next_distance = np.where(is_elsewhere, distances, np.inf).min(axis=1)
    is_clear = distances[:, 0] < _NEARER * next_distance
    seen_xy, of_feature = np.array([point.pt for point in found])[is_clear], nearest[is_clear, 0]
    for number in BABEL_MAT.marker_ids:
        own = numbers[of_feature] == number
        if own.sum() < _LEAST_FEATURES:
            continue
        to_pixels, is_near = cv2.findHomography(
            cells_xy[of_feature[own]], seen_xy[own], cv2.USAC_MAGSAC, _FEATURE_OFF_PX, None, _MOST_HOMOGRAPHIES
        )
        if to_pixels is not None and is_near.sum() >= _LEAST_FEATURES:
            corners_xy = cv2.perspectiveTransform(CORNERS_IN_CELLS[None], to_pixels)[0]
            yield number, scaled_points(corners_xy, 1 / scale)


@cache
def _drawn_features() -> tuple[IntArray, FloatArray, Float32Array]:
    """Features of all markers as they look from many sides: whose each is, (n,), where, (n, 2) in cells, and what it
    looks like, (n, 128)."""
    features = cv2.AffineFeature.create(cv2.SIFT.create(_MOST_DRAWN_FEATURES), _MOST_TILT, 0)
    numbers, cells_xy, described = [], [], []
    for number in BABEL_MAT.marker_ids:
        drawn = cv2.GaussianBlur(255 * drawn_marker(number, _DRAWN_PX), (0, 0), _DRAWN_BLUR_PX).astype(np.uint8)
        found, own = features.detectAndCompute(drawn, None)
        numbers.append(np.full(len(found), number))
        cells_xy.append((np.array([point.pt for point in found]) + 0.5) / _DRAWN_PX - 1)
        described.append(own)
    return np.concatenate(numbers), np.concatenate(cells_xy), np.concatenate(described)
