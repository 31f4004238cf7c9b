"""The state of a live game on a printed board, as values: what was committed, and what the picture shows just now."""

from dataclasses import dataclass
from typing import Any

from calibration.arrays import BoolArray, UInt8Array
from calibration.camera import CameraPose
from calibration.refusal import Unreadable
from referee.live.pictures import Frame, SourceChange, SourceEnd
from referee.live.watched import Watched


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
    game : committed game, or None
        What is known of it; None if all that lies there is to be read, whatever was known.
    """

    source_time: float
    small_bgr: UInt8Array
    changed: BoolArray | None = None
    is_covered: bool = False
    game: Any = None


@dataclass(frozen=True, slots=True, eq=False)
class BoardLook:
    """What the reader said of one still frame.

    Attributes
    ----------
    request : BoardRequest
    reading : reading of the game, or Unreadable
        With the camera's `pose`.
    other_sheet : Unreadable or None
        Why a game may not begin on this sheet.
    """

    request: BoardRequest
    reading: Any
    other_sheet: Unreadable | None = None


@dataclass(frozen=True, slots=True)
class Unsettled:
    """What the last looks have shown without being committed.

    Attributes
    ----------
    laid : what lies on the board
    looks : int
        In a row.
    """

    laid: Any
    looks: int = 1


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class BoardState(Watched):
    """The whole state of `step`.

    Attributes
    ----------
    game : committed game
        What was committed: this part is saved. It has `laid`, `has_begun` and `is_over`.
    wanted : BoardRequest or None
    unsettled : Unsettled or None
    moved_to : CameraPose or None
        Where the last look saw the camera, if it had moved; another look must show the same.
    is_told_over : bool
        Whether a player has said that the turn is over, and no look has shown it yet.
    is_read_anew : bool
        Whether the next look tells what lies there, whatever was followed.
    """

    game: Any
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


BoardInput = Frame | BoardLook | SourceChange | SourceEnd
"""What `step` takes, beside orders."""
