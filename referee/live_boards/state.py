"""The state of a live game of 012x012 as values: what was committed, and what the picture shows just now."""

from dataclasses import dataclass

from calibration.arrays import BoolArray, UInt8Array
from calibration.camera import CameraPose
from calibration.refusal import Unreadable
from referee.live.orders import MoveDone, Resync
from referee.live.pictures import Frame, SourceChange, SourceEnd
from referee.live.watched import Watched
from rules.games.zero12 import Laid
from vision.games.zero12.evidence import BoardReading

from .game import BoardGame


@dataclass(frozen=True, slots=True, eq=False)
class BoardRequest:
    """A look that `step` asks for.

    Attributes
    ----------
    source_time : float
    small_bgr : uint8 array of shape (h, w, 3)
        The frame, small.
    changed : bool array of shape (h, w), or None
        Where it differs from that of the last look that settled everything; None if there is none to compare with.
    is_covered : bool
        Whether an arm may lie over the board: then the look only tells whether the camera was moved.
    """

    source_time: float
    small_bgr: UInt8Array
    changed: BoolArray | None = None
    is_covered: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class BoardLook:
    """What the reader said of one still frame.

    Attributes
    ----------
    request : BoardRequest
    reading : BoardReading or Unreadable
    other_card : Unreadable or None
        Why the board may not be judged by the card that is played by.
    """

    request: BoardRequest
    reading: BoardReading | Unreadable
    other_card: Unreadable | None = None


@dataclass(frozen=True, slots=True)
class Unsettled:
    """What the last looks have shown without being committed.

    Attributes
    ----------
    laid : Laid
    looks : int
        In a row.
    """

    laid: Laid
    looks: int = 1


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class BoardState(Watched):
    """The whole state of `step`.

    Attributes
    ----------
    game : BoardGame
        What was committed: this part is saved.
    wanted : BoardRequest or None
    unsettled : Unsettled or None
    moved_to : CameraPose or None
        Where the last look saw the camera, if it had moved; another look must show the same.
    is_told_over : bool
        Whether a player has said that the turn is over, and no look has shown it yet.
    is_read_anew : bool
        Whether the next look tells what lies there, whatever was followed.
    """

    game: BoardGame
    wanted: BoardRequest | None = None
    unsettled: Unsettled | None = None
    moved_to: CameraPose | None = None
    is_told_over: bool = False
    is_read_anew: bool = False

    @property
    def lacks_its_end(self) -> bool:
        """Whether what happened last could not be followed."""
        return self.unsettled is not None

    @property
    def is_look_open(self) -> bool:
        """Whether a further look has to tell what the last one left open."""
        return self.unsettled is not None or self.moved_to is not None or self.is_told_over or self.is_read_anew


BoardOrder = MoveDone | Resync
BoardInput = Frame | BoardLook | SourceChange | SourceEnd | BoardOrder
