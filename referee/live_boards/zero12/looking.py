"""One look at a still frame of a board: the slow part, run apart from the frames. Called by the session."""

from calibration.arrays import UInt8Array
from calibration.refusal import Unreadable
from referee.live_boards.state import BoardLook, BoardRequest
from referee.verdicts.board import card_doubt
from rules.games.zero12 import Options
from vision.games.zero12.reader import read


def take_look(frame_bgr: UInt8Array, request: BoardRequest, options: Options, is_card_told: bool) -> BoardLook:
    """Read the board in a frame.

    Parameters
    ----------
    frame_bgr : uint8 array of shape (height, width, 3)
    request : BoardRequest
        That of the same frame.
    options : Options
        The rule set, with the card and what the colours are called.
    is_card_told : bool
        Whether somebody said that this is the card, or the signs on the sheet have to show it.
    """
    reading = read(frame_bgr, options.colours)
    if isinstance(reading, Unreadable):
        return BoardLook(request, reading)
    return BoardLook(request, reading, card_doubt(reading, options, is_card_told))
