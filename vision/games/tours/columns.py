"""From faces that are seen on the squares to how high each column is, and what lies on it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from calibration.arrays import FloatArray
from calibration.camera import CameraPose
from calibration.locating import LocatedMat, located_by
from calibration.plane_pose import CORNER_SIGMA_PX
from calibration.tile_mat import middle_of
from calibration.tile_set import TileSet, TileSize
from rules.games.tours import SQUARES, TILES
from vision.logs import shares_of
from vision.patches import Pyramid

from .evidence import ColumnReading
from .face_bank import FaceBank, face_bank, ground_bank
from .levels import level_logs
from .looking import Sighting, View, sightings
from .planes import Column

#: Higher columns than this are not looked for.
MOST_HEIGHT = 16
# A camera is at least this many lengths of a tile above a face: nearer ones are not looked for.
_LEAST_DISTANCE = 1.5
# What is seen tells as much as so many pixels that err by themselves; a face that is less alike may be anything.
_PIXELS, _ALIKE_BY_CHANCE = 40, 0.4
_BY_CHANCE = float(-0.5 * _PIXELS * np.log1p(-(_ALIKE_BY_CHANCE**2)))
# A face that no height of the column explains better than this (natural logarithm) lies on another, or is none.
_LEAST_FIT = -10.0
# Nothing is seen more exactly than this.
_MOST_ALIKE = 0.995
# Columns err alike, so that what all explain of a look counts so much.
_OF_LOOKS = 0.25
# Focal lengths that are tried, as shares of the one that explains the markers best, as far as they explain them nearly
# as well: by so much less (natural logarithm).
_ZOOMS, _UNLIKELY = (0.92, 1.09, 0.84, 1.19, 0.77, 1.3), 8.0


@dataclass(frozen=True, slots=True, eq=False)
class SquareSight:
    """What is seen on one square: faces of tiles, and the cross that is printed there, the most alike first."""

    faces: Sequence[Sighting]
    crosses: Sequence[Sighting]


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """What is seen on all squares, in the order of `rules.games.tours.SQUARES`, if the camera is at this place."""

    pose: CameraPose
    sights: tuple[SquareSight, ...]


def see_squares(pyramid: Pyramid, pose: CameraPose, tile_set: TileSet) -> tuple[SquareSight, ...]:
    """Look at all squares, from the nearest to the farthest, each with what nearer columns leave in view of it.

    Parameters
    ----------
    pyramid : Pyramid
    pose : CameraPose
        For this very picture size, in squares.
    tile_set : TileSet

    Returns
    -------
    tuple of SquareSight
        In the order of `rules.games.tours.SQUARES`.
    """
    banks = face_bank(tile_set), ground_bank(tile_set)
    sights: dict[int, SquareSight] = {}
    nearer: tuple[Column, ...] = ()
    for square in sorted(range(len(SQUARES)), key=lambda square: np.linalg.norm(middle_of(square) - pose.centre[:2])):
        sights[square] = _sight(View(pyramid, pose, nearer), square, *banks)
        if height := int(column_reading(sights[square], square, pose, tile_set).heights.argmax()):
            x, y = middle_of(square).tolist()
            nearer = (*nearer, Column(x, y, height * tile_set.size.height))
    return tuple(sights[square] for square in range(len(SQUARES)))


def _sight(view: View, square: int, faces: FaceBank, ground: FaceBank) -> SquareSight:
    levels = _levels(view.pose, faces.tile_set.size)
    return SquareSight(sightings(view, faces, square, levels), sightings(view, ground, square, (0.0,)))


def _levels(pose: CameraPose, size: TileSize) -> FloatArray:
    """The heights of columns of 1, 2, ... tiles that end well below the camera, in squares."""
    highest = pose.centre[2] - _LEAST_DISTANCE * size.length
    most = max(1, min(MOST_HEIGHT, int(highest / size.height)))
    return np.asarray(size.height * np.arange(1, most + 1), np.float64)


def column_reading(sight: SquareSight, square: int, pose: CameraPose, tile_set: TileSet) -> ColumnReading:
    """How high the column on a square is, and what lies on it, from a camera at this place."""
    levels = _levels(pose, tile_set.size)
    heights, tops = (np.full(count, _BY_CHANCE) for count in (MOST_HEIGHT + 1, len(TILES)))
    known = [TILES.index(tile) for tile in tile_set.faces]
    for cross in sight.crosses:
        (off,) = level_logs(pose, tile_set.size, cross.corners_xy, np.zeros(1))[square]
        heights[0] = max(heights[0], _log_of(cross.alike)[0] + off)
    for face in sight.faces:
        fits = _own_logs(face, square, pose, tile_set.size, levels)
        if fits.max() < _LEAST_FIT:
            continue
        standing = slice(1, len(levels) + 1)
        heights[standing] = np.maximum(heights[standing], _log_of(face.alike).max() + fits)
        # Each is known upright and upside down.
        tops[known] = np.maximum(tops[known], _log_of(face.alike).reshape(2, -1).max(axis=0) + fits.max())
    return ColumnReading(shares_of(heights), shares_of(tops))


def _own_logs(face: Sighting, square: int, pose: CameraPose, size: TileSize, levels: FloatArray) -> FloatArray:
    """How well heights of this square's column explain a face: as logarithms, less what other columns explain of it.

    From low down a face is seen near the middle of another square too, as if it lay higher or lower there.
    """
    logs = level_logs(pose, size, face.corners_xy, levels)
    return np.asarray(logs[square] + np.logaddexp.reduce(logs[square]) - np.logaddexp.reduce(logs, axis=None))


def _log_of(alike: FloatArray) -> FloatArray:
    """How likely faces look so much alike, as logarithms, unnormalised: what they leave unexplained is noise."""
    explained = np.clip(alike, 0.0, _MOST_ALIKE) ** 2
    return np.asarray(-0.5 * _PIXELS * np.log1p(-explained))


def poses_by(located: LocatedMat) -> Iterator[CameraPose]:
    """The cameras that markers may have been seen by, the likeliest first: few of them tell little of its distance.

    Parameters
    ----------
    located : LocatedMat
        With the lens that is known, or was estimated from its markers.
    """
    yield located.pose
    if not located.is_lens_known:
        least = _log_of_markers(located) - _UNLIKELY
        for zoom in _ZOOMS:
            zoomed = located_by(located.pose.lens.zoomed(zoom), located)
            if isinstance(zoomed, LocatedMat) and _log_of_markers(zoomed) > least:
                yield zoomed.pose


def shares_of_looks(looks: Sequence[Look], size: TileSize) -> FloatArray:
    """How likely each of some looks is from where the camera was, by how well columns explain the faces, (n,)."""
    logs = np.array([log_of_faces(look.pose, look.sights, size) for look in looks])
    return shares_of(_OF_LOOKS * logs)


def column_by(looks: Sequence[Look], shares: FloatArray, square: int, tile_set: TileSet) -> ColumnReading:
    """How high the column on a square is, and what lies on it, by looks that are so likely."""
    readings = [column_reading(look.sights[square], square, look.pose, tile_set) for look in looks]
    heights, tops = (
        np.asarray(shares @ np.stack(chances))
        for chances in zip(*((reading.heights, reading.tops) for reading in readings), strict=True)
    )
    return ColumnReading(heights, tops)


def _log_of_markers(located: LocatedMat) -> float:
    """How well a camera explains where the corners of markers are seen, as a logarithm."""
    return -0.5 * len(located.corners_xyz) * (located.reprojection_error_px / CORNER_SIGMA_PX) ** 2


def log_of_faces(pose: CameraPose, sights: Sequence[SquareSight], size: TileSize) -> float:
    """How well faces are explained by columns that a camera at this place sees, as a logarithm."""
    levels = _levels(pose, size)
    total = 0.0
    for square, sight in enumerate(sights):
        logs = (_log_of(face.alike).max() + _own_logs(face, square, pose, size, levels).max() for face in sight.faces)
        total += max((_BY_CHANCE, *logs))
    return total
