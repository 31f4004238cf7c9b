"""Which game's printed board is in view where a tower was looked for. Called by the reader of towers and by `watch`."""

from calibration.arrays import UInt8Array
from calibration.board_mat import BOARD_MAT
from calibration.building_mat import BUILDING_MAT
from calibration.markers import shows_mat
from calibration.tile_mat import TILE_MAT

_BOARDS = {"012x012": BOARD_MAT, "tours": TILE_MAT, "baubylon": BUILDING_MAT}


def shown_board(frame_gray: UInt8Array) -> str | None:
    """The name of the game whose board a picture of shape (height, width) shows; None if it shows none."""
    return next((game for game, mat in _BOARDS.items() if shows_mat(frame_gray, mat)), None)
