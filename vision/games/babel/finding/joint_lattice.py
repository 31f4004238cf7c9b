"""Where a tower of 2 x 2 columns of unit cubes stands before a camera whose rotation is known, by its edges and joints.

Called by `tower_pose`. The one or two sides in view show a lattice of unit squares. Two of its upright lines, whichever
they are, give the camera's place round the tower; the heights follow from the level lines.
"""

from dataclasses import dataclass
from itertools import combinations

import cv2
import numpy as np

from calibration.arrays import Float32Array, FloatArray, UInt8Array
from calibration.camera import CameraPose, Lens, rotation_about_vertical
from rules.games.babel import LEVELS, Face
from vision.faces import FaceSite
from vision.vanishing_points import Segments, first_of_each, misalignment_deg

#: One more than a tower may have: what stands there is judged afterwards.
LATTICE_LEVELS = LEVELS + 1


@dataclass(frozen=True, slots=True, eq=False)
class _View:
    """What a camera at a corner or before a side sees of the tower.

    Attributes
    ----------
    uprights : float64 array of shape (n, 2)
        The upright lines of the lattice, from left to right.
    along_sides : float64 array of shape (n, 2)
        Along the side on which each of them lies.
    sides : tuple of (column, Face), length n - 1
        The column and side of the squares between them.
    far_edges : float64 array of shape (n - 1, 2, 2, 2)
        For each of these, two edges of its column's top that are farther away than its side: from, to.
    top_shares : float64 array of shape (n - 1,)
        How much they count: half where two sides of a column are in view.
    least_xy, most_xy : float64 arrays of shape (2,)
        Between which the camera's place lies.
    """

    uprights: FloatArray
    along_sides: FloatArray
    sides: tuple[tuple[tuple[int, int], Face], ...]
    far_edges: FloatArray
    top_shares: FloatArray
    least_xy: FloatArray
    most_xy: FloatArray


_FRONT_TOP = [[[-1.0, 0.0], [0.0, 0.0]], [[0.0, -1.0], [0.0, 0.0]]]
#: From the South-West: the West side from the back, the South-West edge, the South side.
_CORNER = _View(
    uprights=np.array([[-1.0, 1.0], [-1.0, 0.0], [-1.0, -1.0], [0.0, -1.0], [1.0, -1.0]]),
    along_sides=np.array([[0.0, -1.0], [0.0, -1.0], [0.7, -0.7], [1.0, 0.0], [1.0, 0.0]]),
    sides=(((0, 1), Face.W), ((0, 0), Face.W), ((0, 0), Face.S), ((1, 0), Face.S)),
    far_edges=np.array(
        [
            [[[-1.0, 1.0], [0.0, 1.0]], [[0.0, 0.0], [0.0, 1.0]]],
            _FRONT_TOP,
            _FRONT_TOP,
            [[[0.0, 0.0], [1.0, 0.0]], [[1.0, -1.0], [1.0, 0.0]]],
        ]
    ),
    top_shares=np.array([1.0, 0.5, 0.5, 1.0]),
    least_xy=np.array([-np.inf, -np.inf]),
    most_xy=np.array([-1.02, -1.02]),
)
#: From the South, where neither the West nor the East side shows, or hardly.
_FRONT = _View(
    uprights=np.array([[-1.0, -1.0], [0.0, -1.0], [1.0, -1.0]]),
    along_sides=np.array([[1.0, 0.0], [1.0, 0.0], [1.0, 0.0]]),
    sides=(((0, 0), Face.S), ((1, 0), Face.S)),
    far_edges=np.array(
        [
            [[[-1.0, 0.0], [0.0, 0.0]], [[-1.0, -1.0], [-1.0, 0.0]]],
            [[[0.0, 0.0], [1.0, 0.0]], [[1.0, -1.0], [1.0, 0.0]]],
        ]
    ),
    top_shares=np.array([1.0, 1.0]),
    least_xy=np.array([-1.3, -np.inf]),
    most_xy=np.array([1.3, -1.02]),
)
# Edges' directions are told apart in this many steps of half a turn.
_DIRECTIONS = 12
# An edge is half as strong as can be where it is this many times as steep as the picture is in the mean within a
# twelfth of its longer side, and two grey levels more: below that there is nothing but noise.
_STEEPER, _NOISE, _ROUND = 1.2, 2.0, 1 / 12
# Edges reach two pixels to either side, which forgives a focal length or rotation that is a little off.
_REACH_PX = 5
# Samples along each unit edge, its ends left out, where marks and corners are rounded.
_ALONG = np.linspace(0.12, 0.88, 6)
#: An edge has to stand out by this much, or speaks against the lattice.
_BASELINE = 0.2
#: Heights are tried this many steps to a cube, and this many steps beside an edge none is expected.
_PER_LEVEL, _BESIDE = 12, 2
#: A line this near (degrees) to the upright vanishing point is upright.
_UPRIGHT_DEG = 4.0
# With 30 places the right one is among those kept in the same 172 of 180 rendered photos.
_UPRIGHT_LINES, _PLACES = 14, 14
# Upright lines nearer to each other than this (px) are one, and none counts more than so many of mean length.
_ONE_LINE_PX, _MOST_OF_A_LINE = 6.0, 1.5
# A lattice line lies on an upright line within this (cube edges); places nearer to each other than this share of their
# distance from the tower are one, of so many times as many as are kept.
_ON_A_LINE, _ONE_PLACE, _COMPARED = 0.05, 0.03, 12
# Lines of sight that cross at less than this (radians) tell no place.
_LEAST_CROSSING = 1e-3
#: Cubes smaller than this share of the picture's longer side are not looked for.
_SMALLEST = 1 / 40
# How near the front edge may be on the table, and how far, in cube edges: from steeply above, quite near.
_NEAREST, _FARTHEST = 0.7, 60.0
# From where to where the tower may reach over the camera, in cube edges, and how far out of the picture, in pictures.
_LOWEST, _HIGHEST, _OUTSIDE = -40, 12, 0.1
_HEIGHTS = np.arange(_LOWEST * _PER_LEVEL, _HIGHEST * _PER_LEVEL) / _PER_LEVEL
_FRONT_EDGE = np.stack([np.full_like(_HEIGHTS, -1.0), np.full_like(_HEIGHTS, -1.0), _HEIGHTS], axis=-1)


@dataclass(frozen=True, slots=True, eq=False)
class EdgeMaps:
    """How strongly a picture shows edges of each direction, brightness taken out.

    Attributes
    ----------
    strength : float32 array of shape (_DIRECTIONS, height + 2, width + 2), 0..1
        0 on the border, a pixel wide, which stands for all that lies outside.
    """

    strength: Float32Array

    def along(self, starts_xy: FloatArray, ends_xy: FloatArray) -> FloatArray:
        """Mean strength of edges that run from starts to ends, shape (...) for points of shape (..., 2); 0 outside."""
        _, height, width = self.strength.shape
        run = ends_xy - starts_xy
        angle = np.arctan2(run[..., 1], run[..., 0])
        direction = np.rint(angle / np.pi * _DIRECTIONS).astype(np.int64) % _DIRECTIONS
        # Sample by sample along the first axis: a mean over a last axis of six is many times slower.
        along = _ALONG.reshape(-1, *[1] * direction.ndim)
        # Cut off, not rounded, once half a pixel is added: a third of the time.
        x, y = (
            np.clip(starts_xy[..., axis] + 1.5 + run[..., axis] * along, 0, size - 1).astype(np.int64)
            for axis, size in enumerate((width, height))
        )
        place = (direction * height + y) * width + x
        return np.asarray(self.strength.reshape(-1).take(place).mean(axis=0), np.float64)


def edge_maps(frame_gray: UInt8Array) -> EdgeMaps:
    """Edges of each direction, compared with how busy the picture is round them.

    Parameters
    ----------
    frame_gray : uint8 array of shape (height, width)
    """
    smooth = cv2.GaussianBlur(frame_gray, (0, 0), 1.0).astype(np.float32)
    right, down = (cv2.Sobel(smooth, cv2.CV_32F, x, 1 - x, scale=1 / 8) for x in (1, 0))
    size = cv2.magnitude(right, down)
    window = int(max(frame_gray.shape) * _ROUND / 2) * 2 + 1
    busy = _STEEPER * (cv2.blur(size, (window, window)) + _NOISE)
    height, width = frame_gray.shape
    strength = np.zeros((_DIRECTIONS, height + 2, width + 2), np.float32)
    for within, angle in zip(strength[:, 1:-1, 1:-1], np.arange(_DIRECTIONS) / _DIRECTIONS * np.pi, strict=True):
        share = (down * np.float32(np.cos(angle)) - right * np.float32(np.sin(angle))) / (size + np.float32(1e-6))
        aligned = np.square(np.square(np.square(share))) * size
        within[:] = cv2.dilate(aligned / (aligned + busy), np.ones((_REACH_PX, _REACH_PX), np.uint8))
    return EdgeMaps(strength)


@dataclass(frozen=True, slots=True, eq=False)
class LatticeFit:
    """A pose that lays the lattice on edges of the picture.

    Attributes
    ----------
    pose : CameraPose
        Level 0 is the lowest level at which the lattice was found.
    score : float
        Sum over the squares of the lattice, and the tops of its columns, of how much more edge each has round it than
        chance gives.
    sites : tuple of FaceSite
        The faces whose squares were found.
    """

    pose: CameraPose
    score: float
    sites: tuple[FaceSite, ...]


def fit_lattices(maps: EdgeMaps, segments: Segments, rotation: FloatArray, lens: Lens, count: int) -> list[LatticeFit]:
    """Find where the tower could stand, the best first, for one rotation of the camera.

    Parameters
    ----------
    maps : EdgeMaps
    segments : Segments
        Of the same picture, told from the point through which the lens looks.
    rotation : float64 array of shape (3, 3)
        From axes East, North, up to the camera; known up to quarter turns about the vertical.
    lens : Lens
        For this picture, without distortion.
    count : int
        How many at most.

    Returns
    -------
    list of LatticeFit
    """
    focal_px = float(lens.matrix[0, 0])
    found: list[LatticeFit] = []
    for quarter in range(4):
        turned = rotation @ rotation_about_vertical(90.0 * quarter)
        bearings, weights = _upright_bearings(segments, turned, focal_px)
        found += [
            fit
            for view in (_CORNER, _FRONT)
            for xy in _places(view, bearings, weights)
            if (fit := _raised(maps, lens, turned, view, xy))
        ]
    return sorted(found, key=lambda fit: -fit.score)[:count]


def _places(view: _View, bearings: FloatArray, weights: FloatArray) -> FloatArray:
    """Places of the camera beside the tower (East, North), shape (n, 2), that lay lattice lines on upright lines."""
    rays = np.stack([np.cos(bearings), np.sin(bearings)], axis=1)
    if len(bearings) < 2:
        return np.empty((0, 2))
    # To the right in the picture is clockwise, so bearings fall from the lattice's first line to its last.
    order = np.argsort(-bearings)
    lines = np.array(list(combinations(order, 2)))
    corners = np.array(list(combinations(range(len(view.uprights)), 2)))
    # Each line of sight is a linear equation: cross(place, ray) = cross(corner, ray).
    across = np.stack([rays[:, 1], -rays[:, 0]], axis=1)
    one, other = across[lines[:, 0]], across[lines[:, 1]]
    sides = np.stack([one @ view.uprights[corners[:, 0]].T, other @ view.uprights[corners[:, 1]].T], axis=-1)
    crossing = one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]
    apart = abs(crossing) > _LEAST_CROSSING
    east = (sides[..., 0] * other[:, None, 1] - sides[..., 1] * one[:, None, 1])[apart] / crossing[apart, None]
    north = (sides[..., 1] * one[:, None, 0] - sides[..., 0] * other[:, None, 0])[apart] / crossing[apart, None]
    places = np.stack([east, north], axis=-1)
    before = [
        np.sum((view.uprights[corners[:, k]] - places) * rays[lines[apart, k]][:, None], axis=-1) > 0 for k in (0, 1)
    ]
    return _likeliest(view, places[before[0] & before[1]], bearings, weights)


def _likeliest(view: _View, places: FloatArray, bearings: FloatArray, weights: FloatArray) -> FloatArray:
    """Those places that belong to a view, and that lay the most lattice lines on upright lines."""
    nearest = _lengths(places[:, None] - view.uprights).min(axis=1)
    is_there = ((places > view.least_xy) & (places < view.most_xy)).all(axis=1)
    places = places[is_there & (nearest > _NEAREST) & (nearest < _FARTHEST)]
    to_lines = view.uprights - places[:, None]
    expected = np.arctan2(to_lines[..., 1], to_lines[..., 0])
    tolerance = _ON_A_LINE / _lengths(to_lines)
    # Line by line along the first axis: a reduction over a last one of fourteen is many times slower.
    off = _less_turns(expected - bearings[:, None, None])
    hits = (np.exp(-((off / tolerance) ** 2)) * np.minimum(weights, _MOST_OF_A_LINE)[:, None, None]).max(axis=0)
    places = places[np.argsort(-hits.sum(axis=1))[: _COMPARED * _PLACES]]
    is_same = _lengths(places[:, None] - places) <= _ONE_PLACE * _lengths(places)[:, None]
    return places[first_of_each(is_same, _PLACES)]


def _lengths(steps_xy: FloatArray) -> FloatArray:
    """Of steps (..., 2), shape (...); a norm along an axis of two takes many times as long."""
    return np.asarray(np.hypot(steps_xy[..., 0], steps_xy[..., 1]))


def _less_turns(angles: FloatArray) -> FloatArray:
    """Angles (radians) less whole turns, within half a turn; a remainder takes five times as long."""
    return np.asarray(angles - 2 * np.pi * np.rint(angles / (2 * np.pi)))


def _upright_bearings(segments: Segments, rotation: FloatArray, focal_px: float) -> tuple[FloatArray, FloatArray]:
    """Bearings (radians against the clock from East) of upright lines, and the length of each over the mean."""
    upright = misalignment_deg(segments, -rotation[:, 2], focal_px) < _UPRIGHT_DEG
    middles, lengths = segments.middles_xy[upright], segments.weights_px[upright]
    if not len(lengths):
        return np.empty(0), np.empty(0)
    rays = np.concatenate([middles / focal_px, np.ones((len(middles), 1))], axis=1) @ rotation
    bearings = np.arctan2(rays[:, 1], rays[:, 0])
    width = _ONE_LINE_PX / 2 / focal_px
    near = _less_turns(bearings[:, None] - bearings)
    density = np.exp(-((near / width) ** 2)) @ lengths
    order = np.argsort(-density)
    is_same = abs(near[np.ix_(order, order)]) <= 2 * width
    kept = order[first_of_each(is_same, _UPRIGHT_LINES)]
    return bearings[kept], density[kept] / density[kept].mean()


def _raised(maps: EdgeMaps, lens: Lens, rotation: FloatArray, view: _View, place_xy: FloatArray) -> LatticeFit | None:
    """The best heights of the lattice for a camera at a place."""
    camera = CameraPose(lens, rotation, -rotation @ np.array([*place_xy, 0.0]))
    heights = _heights_in_view(camera)
    if len(heights) < _PER_LEVEL + 1:
        return None
    # Each upright line, and lines on either side of it.
    beside = _BESIDE / _PER_LEVEL * view.along_sides
    uprights = np.stack([view.uprights, view.uprights - beside, view.uprights + beside])
    corners = np.empty((3, len(view.uprights), len(heights), 3))
    corners[..., :2] = uprights[:, :, None]
    corners[..., 2] = heights
    if (camera.depth(corners) <= 0.5).any():
        return None
    points = camera.project(corners)
    upright, *either = maps.along(points[:, :, :-_PER_LEVEL], points[:, :, _PER_LEVEL:])
    upright = upright - np.mean(either, axis=0) - _BASELINE
    level = _standing_out(maps.along(points[0, :-1], points[0, 1:])) - _BASELINE
    # One square: the level lines below and above it, the upright ones to its left and right.
    squares = level[:, :-_PER_LEVEL] + level[:, _PER_LEVEL:] + upright[:-1] + upright[1:]
    tops = _tops(maps, view, camera, heights)
    best, lowest, levels = _best_stack(squares, tops)
    if best <= 0:
        return None
    base = np.array([0.0, 0.0, heights[lowest]])
    stacks = list(zip(view.sides, levels, tops, strict=True))
    sites = [FaceSite((*column, z), face) for (column, face), top, _ in stacks for z in range(top)]
    found = [(column, top) for (column, _), top, edges in stacks if top and edges[lowest + top * _PER_LEVEL] > 0]
    sites += [FaceSite((*column, top - 1), Face.U) for column, top in dict.fromkeys(found)]
    return LatticeFit(CameraPose(lens, rotation, camera.translation + rotation @ base), best, tuple(sites))


def _tops(maps: EdgeMaps, view: _View, camera: CameraPose, heights: FloatArray) -> FloatArray:
    """How much edge lies where the column of each side has the farther edges of its top, if it ends at a height; at
    least 0, for a higher column may hide them."""
    ends = np.empty((*view.far_edges.shape[:3], len(heights), 3))
    ends[..., :2] = view.far_edges[..., None, :]
    ends[..., 2] = heights
    points = camera.project(ends)
    far = _standing_out(maps.along(points[:, :, 0], points[:, :, 1])) - _BASELINE
    # The camera's own height is 0: from below, no top is seen.
    tops = np.where(heights < 0, np.maximum(np.sum(far, axis=1), 0.0), 0.0)
    return np.asarray(view.top_shares[:, None] * tops)


def _standing_out(profile: FloatArray) -> FloatArray:
    """How much each value of a profile, along the last axis, exceeds those `_BESIDE` steps to either side."""
    steps = np.arange(profile.shape[-1])
    before, after = np.maximum(steps - _BESIDE, 0), np.minimum(steps + _BESIDE, len(steps) - 1)
    return np.asarray(profile - (profile[..., before] + profile[..., after]) / 2)


def _heights_in_view(camera: CameraPose) -> FloatArray:
    """Heights over the camera at which the South-West edge crosses the picture, `_PER_LEVEL` to a cube."""
    depths = camera.depth(_FRONT_EDGE)
    points = camera.project(_FRONT_EDGE)
    size_wh = np.array(camera.lens.size_wh)
    inside = np.all((points > -_OUTSIDE * size_wh) & (points < (1 + _OUTSIDE) * size_wh), axis=-1)
    large = camera.lens.matrix[0, 0] / np.maximum(depths, 0.1) > _SMALLEST * size_wh.max()
    return np.asarray(_HEIGHTS[inside & large & (depths > 1.0)])


def _best_stack(squares: FloatArray, tops: FloatArray) -> tuple[float, int, tuple[int, ...]]:
    """The best sum over four columns of squares, each stacked without gap from one common height and ending in a top;
    the place of that height, and how many squares each column has."""
    columns, steps = squares.shape
    most = min(LATTICE_LEVELS, -(-steps // _PER_LEVEL))
    stacks = np.full((1 + most, columns, steps), -np.inf)
    stacks[0] = running = np.zeros((columns, steps))
    for k in range(most):
        within = steps - k * _PER_LEVEL
        running = running[:, :within] + squares[:, k * _PER_LEVEL :]
        stacks[k + 1, :, :within] = running + tops[:, (k + 1) * _PER_LEVEL :]
    summed = stacks.max(axis=0).sum(axis=0)
    lowest = int(np.argmax(summed))
    return float(summed[lowest]), lowest, tuple(int(k) for k in np.argmax(stacks[:, :, lowest], axis=0))
