"""What a photo shows of a board, before any rule is asked: the type between seeing and judging."""

from dataclasses import dataclass
from enum import Enum, auto

from calibration.arrays import FloatArray
from calibration.camera import CameraPose
from rules.games.zero12 import CODES, SQUARES, Square

#: What lies on a square is told from here on.
SURE = 0.9
#: What may lie on a square: a cube of each code, and last, none.
EMPTY = len(CODES)
KINDS = EMPTY + 1


class Doubt(Enum):
    """What makes a photo unfit to accuse anybody by."""

    COLOURLESS = auto()
    """It shows hardly any colour, as after a filter."""
    NO_COLOURED_CUBE = auto()
    """Nothing on the board shows the set's own colour: there may be no such cube yet, or a filter took it."""
    BURNT_OUT = auto()
    """White cubes look like the paper."""
    HAZY = auto()
    """Black looks grey, as through a greasy lens."""


@dataclass(frozen=True, slots=True, eq=False)
class BoardReading:
    """What lies on each square.

    Attributes
    ----------
    pose : CameraPose
        Of the photo as it was given, in squares from the board's middle.
    chances : float64 array of shape (12, 12, KINDS)
        By column and row: how likely a cube of code 0, 1 or 2 lies there, or none.
    sign_chances : float64 array of shape (12, 12, 3)
        If none does: how likely the sign of code 0, 1 or 2 is printed there.
    doubt : Doubt or None
        Why squares may be misjudged surely.
    """

    pose: CameraPose
    chances: FloatArray
    sign_chances: FloatArray
    doubt: Doubt | None = None

    def kind(self, square: Square, sure_from: float = SURE) -> int | None:
        """The code of the cube on a square, `EMPTY` if there is none, and None if that is not so sure."""
        likeliest = int(self.chances[square].argmax())
        return likeliest if self.chances[square][likeliest] >= sure_from else None

    @property
    def unsure(self) -> tuple[Square, ...]:
        """The squares of which it is not sure what lies there, by rows from the South."""
        return tuple(square for square in SQUARES if self.kind(square) is None)
