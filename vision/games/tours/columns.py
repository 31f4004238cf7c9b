"""From faces that are seen on the squares to how high each column is, and what lies on it."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from calibration.arrays import FloatArray
from calibration.camera import CameraPose
from calibration.tile_mat import middle_of
from calibration.tile_set import TileSet, TileSize
from rules.games.tours import SQUARES, TILES
from vision.patches import Pyramid

from .evidence import ColumnReading
from .face_bank import FaceBank, face_bank, ground_bank
from .levels import level_logs
from .looking import Sighting, View, sightings
from .planes import Column

#: The numbers of all squares in `rules.games.tours.SQUARES`.
ALL_SQUARES = range(len(SQUARES))
#: Higher columns than this are not looked for.
MOST_HEIGHT = 16
# A camera is at least this many lengths of a tile above a face: nearer ones are not looked for.
_LEAST_DISTANCE = 1.5
# A whole face tells as much as so many pixels that err by themselves; one that is less alike may be anything. Of 687
# changes to columns in view in 30 rendered photos 40 and 0.4 leave 25 open and these 14; neither gets one wrong.
_PIXELS, _ALIKE_BY_CHANCE = 45, 0.36
_BY_CHANCE = float(-0.5 * _PIXELS * np.log1p(-(_ALIKE_BY_CHANCE**2)))
# A face that no height of the column explains better than this (natural logarithm) lies on another, or is none.
_LEAST_FIT = -10.0
# Nothing is seen more exactly than this.
_MOST_ALIKE = 0.995


@dataclass(frozen=True, slots=True, eq=False)
class SquareSight:
    """What is seen on one square: faces of tiles, and the cross that is printed there, the most alike first."""

    faces: Sequence[Sighting]
    crosses: Sequence[Sighting]


def see_squares(
    pyramid: Pyramid,
    pose: CameraPose,
    tile_set: TileSet,
    heights: Sequence[int],
    squares: Collection[int],
) -> dict[int, SquareSight]:
    """Look at squares, from the nearest to the farthest, each with what nearer columns leave in view of it.

    Parameters
    ----------
    pyramid : Pyramid
    pose : CameraPose
        For this very picture size, in squares.
    tile_set : TileSet
    heights : sequence of int, length 9
        How many tiles lie on each square that is not looked at.
    squares : collection of int
        Which are looked at, by their numbers in `rules.games.tours.SQUARES`.

    Returns
    -------
    dict of int to SquareSight
    """
    banks = face_bank(tile_set), ground_bank(tile_set)
    sights: dict[int, SquareSight] = {}
    nearer: tuple[Column, ...] = ()
    for square in sorted(ALL_SQUARES, key=lambda square: np.linalg.norm(middle_of(square) - pose.centre[:2])):
        height = heights[square]
        if square in squares:
            sights[square] = _sight(View(pyramid, pose, nearer), square, *banks)
            height = int(column_reading(sights[square], square, pose, tile_set).heights.argmax())
        if height:
            x, y = middle_of(square).tolist()
            nearer = (*nearer, Column(x, y, height * tile_set.size.height))
    return sights


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
    logs = np.full((MOST_HEIGHT + 1, len(TILES)), _BY_CHANCE)
    known = [TILES.index(tile) for tile in tile_set.faces]
    for cross in sight.crosses:
        (off,) = level_logs(pose, tile_set.size, cross.corners_xy, np.zeros(1))[square]
        logs[0] = np.maximum(logs[0], _log_of(cross)[0] + off)
    for face in sight.faces:
        fits = _own_logs(face, square, pose, tile_set.size, levels)
        if fits.max() >= _LEAST_FIT:
            # Each is known upright and upside down.
            alike = _log_of(face).reshape(2, -1).max(axis=0)
            here = np.ix_(range(1, len(levels) + 1), known)
            logs[here] = np.maximum(logs[here], fits[:, None] + alike)
    return ColumnReading(np.exp(logs - logs.max()))


def _own_logs(face: Sighting, square: int, pose: CameraPose, size: TileSize, levels: FloatArray) -> FloatArray:
    """How well heights of this square's column explain a face: as logarithms, less what other columns explain of it.

    From low down a face is seen near the middle of another square too, as if it lay higher or lower there.
    """
    logs = level_logs(pose, size, face.corners_xy, levels)
    return np.asarray(logs[square] + np.logaddexp.reduce(logs[square]) - np.logaddexp.reduce(logs, axis=None))


def _log_of(face: Sighting) -> FloatArray:
    """How likely faces look so much alike, as logarithms, unnormalised: what they leave unexplained is noise.

    What is hidden tells nothing: of a face half of which is in view, the rest fits easily.
    """
    explained = np.clip(face.alike, 0.0, _MOST_ALIKE) ** 2
    return np.asarray(-0.5 * _PIXELS * face.in_view * np.log1p(-explained))


def log_of_faces(pose: CameraPose, sights: Mapping[int, SquareSight], size: TileSize) -> float:
    """How well the faces on squares are explained by columns that a camera at this place sees, as a logarithm."""
    levels = _levels(pose, size)
    total = 0.0
    for square, sight in sights.items():
        logs = (_log_of(face).max() + _own_logs(face, square, pose, size, levels).max() for face in sight.faces)
        total += max((_BY_CHANCE, *logs))
    return total
