"""Finding a printed board, seen from above, in a photo. The first step of all games whose pieces lie on one."""

from dataclasses import dataclass

from calibration.arrays import UInt8Array
from calibration.colours import grey
from calibration.focal_prior import LensKnowledge
from calibration.locating import LocatedMat, locate_mat
from calibration.mat import Mat
from calibration.refusal import Unreadable

from .shrinking import shrunk
from .timing import timed

#: Pictures are read at this size of their longer side: of twelve squares one is then some 50 pixels wide, of three some
#: 150.
WORKING_PX = 1600
#: What readers answer where pieces hide what is behind them.
TOO_FLAT = Unreadable("the board is seen from too low", "hold the camera higher above the table, at 50 degrees or more")


@dataclass(frozen=True, slots=True, eq=False)
class BoardPhoto:
    """A photo of a printed board at the size at which it is read, and the board in it."""

    picture: UInt8Array
    located: LocatedMat


def find_board(frame_bgr: UInt8Array, lens: LensKnowledge, mat: Mat) -> BoardPhoto | Unreadable:
    """Find a board by its markers.

    Parameters
    ----------
    frame_bgr : uint8 array of shape (height, width, 3)
    lens : Lens, ClaimedFocal or None
        The lens, or what the photo's file claims of it, for this picture size.
    mat : Mat
        What the board's sheet bears.
    """
    picture = shrunk(frame_bgr, WORKING_PX)
    size_wh = (picture.shape[1], picture.shape[0])
    with timed("mat"):
        located = locate_mat(grey(picture), lens and lens.scaled_to(size_wh), mat)
    return located if isinstance(located, Unreadable) else BoardPhoto(picture, located)
