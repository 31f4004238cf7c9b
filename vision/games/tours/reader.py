"""Reads the columns of Les Tours de Babel from one photo, from above: the pipeline, step by step.

Called by the program. A set of tiles is known by its faces, which `calibrate tiles` learns: no design is.
"""

from calibration.arrays import UInt8Array
from calibration.focal_prior import LensKnowledge
from calibration.refusal import Unreadable
from calibration.tile_mat import TILE_MAT
from calibration.tile_set import TileSet
from vision.printed_boards import TOO_FLAT, find_board
from vision.timing import timed

from .columns import ALL_SQUARES
from .evidence import TableReading
from .places import look_at_squares, places_of

#: From lower down columns hide each other's tops.
LOWEST_DEG = 35.0


def read(frame_bgr: UInt8Array, tile_set: TileSet, lens: LensKnowledge = None) -> TableReading | Unreadable:
    """See how high the columns are and which tile lies on top of each.

    1. find the mat by its markers, and with it the camera; 2. from the nearest square to the farthest, look for each
    face of the set at each height that a column can have, and for the cross on an empty square, hidden by nearer
    columns; 3. lay those that look most alike over what is seen; 4. tell the height by where and how large it is seen.
    Where the markers leave open how far away the camera is, 4 is done for several places that it may be in.

    Parameters
    ----------
    frame_bgr : uint8 array of shape (height, width, 3)
    tile_set : TileSet
    lens : Lens or ClaimedFocal, optional
        The lens, or what the photo's file claims of it, for this picture size.

    Returns
    -------
    TableReading or Unreadable
    """
    photo = find_board(frame_bgr, lens, TILE_MAT)
    if isinstance(photo, Unreadable):
        return photo
    with timed("columns"):
        reading = look_at_squares(photo.picture, places_of(photo.located), tile_set)
    pose = reading.places[0].pose
    if pose.elevation_deg < LOWEST_DEG:
        return TOO_FLAT
    columns = tuple(reading.columns[square] for square in ALL_SQUARES)
    return TableReading(pose.scaled_to((frame_bgr.shape[1], frame_bgr.shape[0])), columns)
