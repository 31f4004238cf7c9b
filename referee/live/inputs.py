"""What `step` is given, one at a time: frames, looks and orders. Made by the session."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from calibration.arrays import BoolArray, UInt8Array
from calibration.camera import CameraPose
from calibration.locating import ON_OUTLINE, Place
from calibration.refusal import Unreadable
from rules.games.babel import Cell, Cube
from vision.games.babel.evidence import Reading

from .events import Choice
from .game_events import ViewChange
from .orders import MoveDone, Resync, Undo
from .pictures import Frame, SourceChange, SourceEnd


@dataclass(frozen=True, slots=True, eq=False)
class LookRequest:
    """A look that `step` asks for, and what the scene was like at that frame.

    Attributes
    ----------
    source_time : float
    small_bgr : uint8 array of shape (h, w, 3)
    changed : bool array of shape (h, w), or None
    is_covered : bool
        Whether an arm may lie over the tower.
    is_reached : bool
        Whether something may lie over it that reaches in from the border: an arm, or what has stayed too long for one.
    arm : bool array of shape (h, w), or None
        The changed pixels in one piece with the border, where they may be an arm's.
    before_markers : bool array of shape (h, w), or None
        The changed pixels in one piece with those before a marker of the mat that is not seen any more.
    is_in_place : bool
        Whether a marker of the mat is seen where it was, though a large thing lies over the picture.
    expected : frozenset of Cell
        Where cubes stood at the last look.
    mat_pose : CameraPose or None
        Of the mat, at the last look.
    place : Place
        Where on the mat the tower stood then.
    """

    source_time: float
    small_bgr: UInt8Array
    changed: BoolArray | None
    is_covered: bool = False
    is_reached: bool = False
    arm: BoolArray | None = None
    before_markers: BoolArray | None = None
    is_in_place: bool = False
    expected: frozenset[Cell] = frozenset()
    mat_pose: CameraPose | None = None
    place: Place = ON_OUTLINE


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """What the reader said of one still frame.

    Attributes
    ----------
    request : LookRequest
    reading : Reading or None
        None if no cube stands there, or nothing could be read.
    pose : CameraPose or None
        Of the tower, or of the mat where that is empty; None if the mat was not found, or the tower cannot be read.
    unread : Unreadable or None
        Why nothing could be read.
    poor : mapping of ViewChange to str
        What is wrong with light or sharpness (dark, bright, blurred), each with advice.
    mat_pose : CameraPose or None
        Of the mat alone, by its markers.
    is_in_vain : bool
        Whether the tower was not read, for something lies over it and the camera has not moved.
    remarks : tuple of str
        What of a profile does not fit and is not used, by this look and those before it.
    left_open : tuple of str
        The rules, as `name=value`, that the game goes by from now on, as the set may be another than the profile's. All
        later looks tell them too.
    """

    request: LookRequest
    reading: Reading | None
    pose: CameraPose | None
    unread: Unreadable | None = None
    poor: Mapping[ViewChange, str] = field(default_factory=dict)
    mat_pose: CameraPose | None = None
    is_in_vain: bool = False
    remarks: tuple[str, ...] = ()
    left_open: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Choose:
    """Answer a question with one of its choices; it says nothing if another question is open by then."""

    choice: Choice


@dataclass(frozen=True, slots=True)
class Correct:
    """Say what the cube in a cell is; None that there is none."""

    cell: Cell
    cube: Cube | None


Order = Undo | Choose | Correct | MoveDone | Resync
Input = Frame | Look | SourceChange | SourceEnd | Order
