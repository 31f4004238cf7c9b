"""A mat's markers in a picture, and where exactly their corners lie. Called by `locating`, and to measure lenses."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from .arrays import Float32Array, FloatArray, UInt8Array
from .linear_light import LINEAR_LIGHT
from .mat import BABEL_MAT, CORNERS_IN_CELLS, MARKER_CELLS, MARKER_DICTIONARY, Mat, marker_cells

# With fewer markers the picture is looked at once more, evenly lit. It takes a hundredth of a second; in 60 rendered
# photos of towers partly in shade it finds 13 more, in 100 pictures without the mat none.
_FEW = 3
# Corners are looked for within half a cell of where the detector has them, and this many pixels at most.
_CORNER_CELLS, _CORNER_PX = 0.5, 5
_CORNER_STEPS = (cv2.TERM_CRITERIA_COUNT + cv2.TERM_CRITERIA_EPS, 30, 0.01)
_LIGHT = LINEAR_LIGHT.astype(np.float32)
# A corner so near the picture's border may be where the border cuts a marker off. The whole marker, drawn with so many
# pixels a cell and the paper round it, is then fitted to what is in view: of 36 markers in 180 rendered photos and
# parts of photos one came out 4.5 px off, which correlates by 0.78 with what is seen; the others, by 0.95 and more,
# have every corner within 1.6 px, where the detector has the one that is cut off up to 20 px off.
_AT_BORDER_PX, _CELL_PX, _ALIKE = 3.0, 12, 0.9
_FIT_STEPS = (cv2.TERM_CRITERIA_COUNT + cv2.TERM_CRITERIA_EPS, 60, 1e-5)


@dataclass(frozen=True, slots=True, eq=False)
class FittedMarker:
    """A whole marker fitted to what a picture shows of it.

    Attributes
    ----------
    alike : float, -1..1
        How well it correlates with what is in view.
    cells_to_pixels : float64 array of shape (3, 3)
        The homography from cells, right and down of the marker's North-West corner, to the picture.
    """

    alike: float
    cells_to_pixels: FloatArray

    def at(self, cells_xy: FloatArray) -> FloatArray:
        """Where points of the marker, shape (n, 2) in cells, lie in the picture; shape (n, 2), pixels."""
        return np.asarray(cv2.perspectiveTransform(cells_xy[None], self.cells_to_pixels)[0])

    @property
    def corners_xy(self) -> FloatArray:
        """Its corners in ArUco's order, shape (4, 2)."""
        return self.at(CORNERS_IN_CELLS)


@dataclass(frozen=True, slots=True, eq=False)
class MatSighting:
    """The markers of a mat seen in a picture.

    Attributes
    ----------
    marker_ids : tuple of int
        Ids of the markers seen, all of this mat, each once.
    corners_xy : float64 array of shape (n, 4, 2)
        Their corners in the picture's pixels, in ArUco's order; some outside of it, where its border cuts one off.
    doubled : int
        How many further ids were seen more than once.
    mat : Mat
        Whose markers they are.
    """

    marker_ids: tuple[int, ...]
    corners_xy: FloatArray
    doubled: int = 0
    mat: Mat = BABEL_MAT

    @property
    def points_xy(self) -> FloatArray:
        """All corners in the picture, shape (4n, 2)."""
        return self.corners_xy.reshape(-1, 2)

    @property
    def points_xyz(self) -> FloatArray:
        """The same corners on the mat, shape (4n, 3), in its own edges."""
        return np.concatenate([self.mat.marker_corners(number) for number in self.marker_ids])


def longest_sides_px(corners_xy: FloatArray) -> FloatArray:
    """The longest side of each marker or other square; corners of shape (n, 4, 2) in pixels, lengths of shape (n,)."""
    sides = np.linalg.norm(corners_xy - np.roll(corners_xy, 1, axis=1), axis=2)
    return np.asarray(sides.max(axis=1), np.float64)


def shows_mat(frame_gray: UInt8Array, mat: Mat) -> bool:
    """Whether so many markers of a mat are in view as it takes to find it; uint8 array of shape (height, width)."""
    return len(find_markers(frame_gray, mat).marker_ids) >= mat.fewest_markers


def find_markers(frame_gray: UInt8Array, mat: Mat = BABEL_MAT) -> MatSighting:
    """Find the mat's markers that are in plain view, with all their corners, of which the border may cut some off.

    Parameters
    ----------
    frame_gray : uint8 array of shape (height, width)
    mat : Mat

    Returns
    -------
    MatSighting
        Possibly with no marker at all. A marker seen twice is left out: one of the two is something else.
    """
    return _sighting(_detected(frame_gray, mat), frame_gray, mat)


def sightings(frame_gray: UInt8Array, mat: Mat = BABEL_MAT) -> Iterator[MatSighting]:
    """A mat's markers in plain view of a picture of shape (height, width); before these, where they are few, together
    with those seen in even light alone."""
    found = _detected(frame_gray, mat)
    if len(found) < _FEW:
        yield _sighting(_detected(_evenly_lit(frame_gray), mat) | found, frame_gray, mat)
    yield _sighting(found, frame_gray, mat)


def _sighting(found: Mapping[int, Sequence[FloatArray]], frame_gray: UInt8Array, mat: Mat) -> MatSighting:
    """The markers that were seen once, of those that were found."""
    once = sorted((number, corners[0]) for number, corners in found.items() if len(corners) == 1)
    light = light_of(frame_gray)
    exact = ((number, _exact_corners(number, corners_xy, light)) for number, corners_xy in once)
    ours = {number: corners_xy for number, corners_xy in exact if corners_xy is not None}
    corners_xy = np.array([*ours.values()], np.float64).reshape(-1, 4, 2)
    return MatSighting(tuple(ours), corners_xy, len(found) - len(once), mat)


def _exact_corners(number: int, corners_xy: FloatArray, light: Float32Array) -> FloatArray | None:
    """The corners (4, 2) of one marker in a picture of linear light; None where it is cut off and fits badly."""
    beyond = np.array(light.shape[::-1]) - 1 - corners_xy
    if min(corners_xy.min(), beyond.min()) >= _AT_BORDER_PX:
        return refined_corners(corners_xy, light)
    fitted = fitted_marker(number, corners_xy, light)
    return fitted.corners_xy if fitted and fitted.alike > _ALIKE else None


def light_of(frame_gray: UInt8Array) -> Float32Array:
    """The linear light of a grey picture, shape (height, width), in which markers are fitted and refined."""
    return np.asarray(cv2.LUT(frame_gray, _LIGHT), np.float32)


def fitted_marker(number: int, corners_xy: FloatArray, light: Float32Array) -> FittedMarker | None:
    """A marker and the paper right round it, fitted to all that a picture shows of it.

    By the homography that maximises the enhanced correlation coefficient (Evangelidis and Psarakis 2008).

    Parameters
    ----------
    number : int
        The marker's id.
    corners_xy : float array of shape (4, 2)
        Where its corners are about, in pixels, in ArUco's order; a cell off or less.
    light : float32 array of shape (height, width)
        Linear light of the picture (`calibration.linear_light`).

    Returns
    -------
    FittedMarker or None
        None where no fit is found from there.
    """
    to_drawn = np.array([[_CELL_PX, 0, _CELL_PX - 0.5], [0, _CELL_PX, _CELL_PX - 0.5], [0, 0, 1]])
    drawn_xy = cv2.perspectiveTransform(CORNERS_IN_CELLS[None].astype(np.float32), to_drawn)
    start = np.asarray(cv2.getPerspectiveTransform(drawn_xy, corners_xy.astype(np.float32)), np.float32)
    try:
        alike, fitted = cv2.findTransformECC(
            drawn_marker(number, _CELL_PX), light, start, cv2.MOTION_HOMOGRAPHY, _FIT_STEPS
        )
    except cv2.error:
        return None  # it does not converge
    return FittedMarker(alike, np.asarray(fitted @ to_drawn, np.float64))


def drawn_marker(number: int, cell_px: int) -> Float32Array:
    """A marker with one cell of paper round it, 0 black and 1 white, each cell so many pixels along its side."""
    cells = np.pad(marker_cells(number), 1, constant_values=255) / np.float32(255)
    return np.asarray(np.kron(cells, np.ones((cell_px, cell_px), np.float32)), np.float32)


def refined_corners(corners_xy: FloatArray, light: Float32Array) -> FloatArray:
    """Corners of a marker where half the light is.

    A lens blurs light, not codes: halfway between the codes of black and white less than a quarter of the light is
    left, and lines drawn there lie inside the black. Of 4,396 corners in 224 rendered photos the median error is 0.36
    px; refined by the codes it was 0.77, mostly toward the marker's middle, and as the detector has them 1.18.

    Parameters
    ----------
    corners_xy : float array of shape (4, 2)
        As `marker_detector` has them, in pixels.
    light : float32 array of shape (height, width)
        Linear light of the picture (`calibration.linear_light`).

    Returns
    -------
    float64 array of shape (4, 2)
    """
    cell_px = np.linalg.norm(corners_xy - np.roll(corners_xy, 1, axis=0), axis=1).min() / MARKER_CELLS
    half = int(np.clip(round(_CORNER_CELLS * cell_px), 1, _CORNER_PX))
    start = corners_xy.astype(np.float32).reshape(-1, 1, 2)
    return np.asarray(cv2.cornerSubPix(light, start, (half, half), (-1, -1), _CORNER_STEPS), np.float64).reshape(4, 2)


def _detected(frame_gray: UInt8Array, mat: Mat) -> dict[int, list[FloatArray]]:
    """The corners (4, 2) of each marker of the mat that is seen, wherever it is."""
    detector = marker_detector(cv2.aruco.getPredefinedDictionary(MARKER_DICTIONARY))
    ours = set(mat.marker_ids)
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
    """OpenCV's detector as markers of a mat need it: small ones too, with corners that `refined_corners` refines."""
    parameters = cv2.aruco.DetectorParameters()
    # Cells are read on more pixels than usual: of slanted and blurred markers more are found.
    parameters.perspectiveRemovePixelPerCell = 8
    parameters.minMarkerPerimeterRate = 0.02
    # Markers of which the picture's border cuts a corner off are found too.
    parameters.minDistanceToBorder = 0
    return cv2.aruco.ArucoDetector(dictionary, parameters)
