"""Looks at still frames of columns of tiles: the slow part, run apart from the frames. Called by the session."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from calibration.arrays import BoolArray, UInt8Array
from calibration.camera import CameraPose, Lens
from calibration.locating import LocatedMat
from calibration.profile import LensFields
from calibration.refusal import Unreadable
from calibration.tile_mat import TILE_MAT, top_corners
from calibration.tile_set import TileSet, TileSize
from referee.live_boards.state import BoardLook, BoardRequest
from referee.verdicts.table import table_lens
from vision.camera_moves import has_moved, is_in_place
from vision.games.tours.columns import ALL_SQUARES
from vision.games.tours.evidence import ColumnReading
from vision.games.tours.places import NOTHING_KNOWN, Place, look_at_squares, places_of
from vision.games.tours.reader import LOWEST_DEG
from vision.printed_boards import TOO_FLAT, find_board
from vision.regions import region_of

from .game import Columns, TableGame

# Where a tile comes or goes at least so much of the top changes: in filmed games a quarter or more.
_MUCH = 0.1


@dataclass(frozen=True, slots=True, eq=False)
class TableLook:
    """What a look shows of the squares that it was taken for.

    Attributes
    ----------
    pose : CameraPose
        Of full pictures of the source, in squares from the mat's middle.
    columns : mapping of int to ColumnReading
        By the square's number.
    """

    pose: CameraPose
    columns: Mapping[int, ColumnReading]


class TableLooks:
    """Takes the looks of one game, and learns from each where the camera is, as long as nobody moves it.

    Parameters
    ----------
    tile_set : TileSet
    lens : LensFields, optional
        That of the camera, which is not used if it does not fit the pictures.
    complain : function
        Told then why.
    """

    def __init__(
        self, tile_set: TileSet, lens: LensFields | None = None, complain: Callable[[str], None] = print
    ) -> None:
        self._tile_set = tile_set
        self._lens_fields, self._complain = lens, complain
        self._lens: Lens | None = None
        self._places: tuple[Place, ...] = ()

    def __call__(self, frame_bgr: UInt8Array, request: BoardRequest) -> BoardLook:
        """Read the columns in a frame where something has changed, or all of them.

        Parameters
        ----------
        frame_bgr : uint8 array of shape (height, width, 3)
        request : BoardRequest
            That of the same frame.
        """
        size_wh = frame_bgr.shape[1], frame_bgr.shape[0]
        if self._lens_fields is not None and not self._places:
            # The first look at a board shows whether it fits.
            self._lens = table_lens(frame_bgr, size_wh, self._lens_fields, self._complain)
        photo = find_board(frame_bgr, self._lens, TILE_MAT)
        if isinstance(photo, Unreadable):
            return BoardLook(request, photo)
        is_elsewhere = not self._places or _is_elsewhere(self._places[0].pose, photo.located, size_wh)
        if is_elsewhere:
            self._places = _scaled(places_of(photo.located), size_wh)
        pose = self._places[0].pose
        if pose.elevation_deg < LOWEST_DEG:
            return BoardLook(request, TOO_FLAT)
        if request.is_covered:
            return BoardLook(request, TableLook(pose, {}))
        heights = NOTHING_KNOWN if request.game is None else tuple(map(len, request.game.laid))
        squares = ALL_SQUARES if is_elsewhere else self._asked(request)
        reading = look_at_squares(photo.picture, self._places, self._tile_set, heights, squares)
        self._places = _scaled(reading.places, size_wh)
        return BoardLook(request, TableLook(self._places[0].pose, reading.columns))

    def _asked(self, request: BoardRequest) -> Collection[int]:
        """The squares where something has changed, or that are in doubt; all where nobody knows."""
        game: TableGame | None = request.game
        if game is None or request.changed is None:
            return ALL_SQUARES
        stirred = stirred_squares(request.changed, self._places[0].pose, game.laid, self._tile_set.size)
        return [square for square in ALL_SQUARES if square in stirred or game.doubtful >> square & 1]


def _scaled(places: Iterable[Place], size_wh: tuple[int, int]) -> tuple[Place, ...]:
    return tuple(replace(place, pose=place.pose.scaled_to(size_wh)) for place in places)


def _is_elsewhere(held: CameraPose, located: LocatedMat, size_wh: tuple[int, int]) -> bool:
    """Whether the camera, or the mat, was moved; what is held is for pictures of the source, of this size."""
    is_off = has_moved(held, located.pose.scaled_to(size_wh), TILE_MAT)
    return is_off and not is_in_place(held.scaled_to(located.pose.lens.size_wh), located)


def stirred_squares(changed: BoolArray, pose: CameraPose, known: Columns, size: TileSize) -> frozenset[int]:
    """The squares where a small picture has changed so much as a tile that came there or went would have it; where it
    has nowhere, those where it has changed at all.

    Parameters
    ----------
    changed : bool array of shape (h, w)
    pose : CameraPose
        Of full pictures, in squares from the mat's middle.
    known : Columns
    size : TileSize
    """
    shares = dict(enumerate(_changed_shares(changed, pose, known, size)))
    much = frozenset(square for square, share in shares.items() if share >= _MUCH)
    return much or frozenset(square for square, share in shares.items() if share)


def _changed_shares(changed: BoolArray, pose: CameraPose, known: Columns, size: TileSize) -> Iterator[float]:
    """How much of what was seen on top of each column has changed: a tile that comes covers it."""
    size_wh = changed.shape[1], changed.shape[0]
    for square, column in enumerate(known):
        top = region_of(top_corners(square, len(column), size), pose, size_wh)
        yield float(changed[top].mean()) if top.any() else 0.0
