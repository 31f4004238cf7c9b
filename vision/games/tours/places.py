"""The places that the camera may be at, and what is seen of squares from all of them.

Few markers tell little of how far away the camera is; the faces that are seen tell the rest, look by look.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from calibration.arrays import FloatArray, UInt8Array
from calibration.camera import CameraPose
from calibration.locating import LocatedMat, located_by
from calibration.plane_pose import CORNER_SIGMA_PX
from calibration.tile_set import TileSet
from vision.logs import normalised_logs
from vision.patches import Pyramid
from vision.printed_boards import WORKING_PX
from vision.shrinking import shrunk

from .columns import ALL_SQUARES, SquareSight, column_reading, log_of_faces, see_squares
from .evidence import ColumnReading

#: How high columns are taken to be where all squares are looked at.
NOTHING_KNOWN = (0,) * len(ALL_SQUARES)
# Columns err alike, so that what all explain of a look counts so much.
_OF_LOOKS = 0.25
# Focal lengths that are tried, as shares of the one that explains the markers best, as far as they explain them nearly
# as well: by so much less (natural logarithm).
_ZOOMS, _UNLIKELY = (0.92, 1.09, 0.84, 1.19, 0.77, 1.3), 8.0
# Places that are less likely than 1 in 100 are looked from no more.
_LEAST_LOG = float(np.log(0.01))


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """A place that the camera may be at.

    Attributes
    ----------
    pose : CameraPose
        In squares, for pictures of some size: it is scaled to those that are looked at.
    log : float
        How likely it is by all that was seen from there, as a natural logarithm, unnormalised.
    """

    pose: CameraPose
    log: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class SquaresReading:
    """What lies on the squares that were looked at.

    Attributes
    ----------
    columns : mapping of int to ColumnReading
        By the square's number in `rules.games.tours.SQUARES`.
    places : tuple of Place
        Where the camera may be after this look, the likeliest first.
    """

    columns: Mapping[int, ColumnReading]
    places: tuple[Place, ...]


def places_of(located: LocatedMat) -> tuple[Place, ...]:
    """The places that markers may have been seen from, none of them the likelier.

    Parameters
    ----------
    located : LocatedMat
        With the lens that is known, or was estimated from its markers.
    """
    return tuple(map(Place, _poses_by(located)))


def _poses_by(located: LocatedMat) -> Iterator[CameraPose]:
    """The cameras that markers may have been seen by; the one that explains them best comes first."""
    yield located.pose
    if not located.is_lens_known:
        least = _log_of_markers(located) - _UNLIKELY
        for zoom in _ZOOMS:
            zoomed = located_by(located.pose.lens.zoomed(zoom), located)
            if isinstance(zoomed, LocatedMat) and _log_of_markers(zoomed) > least:
                yield zoomed.pose


def _log_of_markers(located: LocatedMat) -> float:
    """How well a camera explains where the corners of markers are seen, as a logarithm."""
    return -0.5 * len(located.corners_xyz) * (located.reprojection_error_px / CORNER_SIGMA_PX) ** 2


def look_at_squares(
    picture_bgr: UInt8Array,
    places: Sequence[Place],
    tile_set: TileSet,
    heights: Sequence[int] = NOTHING_KNOWN,
    squares: Collection[int] = ALL_SQUARES,
) -> SquaresReading:
    """See how high columns are and which tile lies on top of each, from all places that the camera may be at.

    Parameters
    ----------
    picture_bgr : uint8 array of shape (height, width, 3)
        Of any size; it is read at `WORKING_PX`.
    places : sequence of Place
        One at least.
    tile_set : TileSet
    heights : sequence of int, length 9
        How many tiles lie on each square that is not looked at: they hide what is behind them.
    squares : collection of int
        Which are looked at, by their numbers in `rules.games.tours.SQUARES`.
    """
    picture = shrunk(picture_bgr, WORKING_PX)
    size_wh = picture.shape[1], picture.shape[0]
    here = [replace(place, pose=place.pose.scaled_to(size_wh)) for place in places]
    likeliest = max(here, key=_log)
    # From all of them faces are seen at the same spots of the picture; only what these tell differs.
    return joined(here, see_squares(Pyramid(picture), likeliest.pose, tile_set, heights, squares), tile_set)


def joined(places: Sequence[Place], sights: Mapping[int, SquareSight], tile_set: TileSet) -> SquaresReading:
    """What is seen of squares, as it is understood from each place, as much as the camera is likely to be there.

    Parameters
    ----------
    places : sequence of Place
        For the picture's very size.
    sights : mapping of int to SquareSight
        By the square's number in `rules.games.tours.SQUARES`.
    tile_set : TileSet
    """
    by_faces = [_OF_LOOKS * log_of_faces(place.pose, sights, tile_set.size) for place in places]
    logs = normalised_logs(np.add([place.log for place in places], by_faces))
    columns = {square: _column_by(places, np.exp(logs), square, sight, tile_set) for square, sight in sights.items()}
    likely = (replace(place, log=log) for place, log in zip(places, logs.tolist(), strict=True) if log > _LEAST_LOG)
    return SquaresReading(columns, tuple(sorted(likely, key=_log, reverse=True)))


def _log(place: Place) -> float:
    return place.log


def _column_by(
    places: Sequence[Place], shares: FloatArray, square: int, sight: SquareSight, tile_set: TileSet
) -> ColumnReading:
    """How high the column on a square is, and what lies on it, from places that are so likely."""
    readings = (column_reading(sight, square, place.pose, tile_set).chances for place in places)
    # Each tells as much as the others, however much it explains: that is in the shares.
    told = np.stack([chances / chances.max(axis=1).sum() for chances in readings])
    return ColumnReading(np.einsum("p,pht->ht", shares, told))
