"""What a look tells of the board, beside what was known of it. Called by `step` by way of `follow`.

Whether a cube lies on a square is much surer than which: a colour that is in doubt is taken to be the one that the card
asks for, so that nobody is accused by it.
"""

from dataclasses import dataclass

import numpy as np

from calibration.arrays import BoolArray
from calibration.camera import CameraPose
from referee.live_boards.following import SeenBoard
from rules.games.zero12 import SIDE, SQUARES, Card, Laid, Square, bit, cube_on
from rules.games.zero12.squares import SquareSet
from vision.games.zero12.evidence import EMPTY, SURE, BoardReading, Doubt
from vision.games.zero12.reader import ALWAYS
from vision.regions import region_of

# So sure it has to be that a cube lies there, or none, for somebody to be accused by it, in two looks: of the squares
# of 92 rendered photos that are told so surely one of 13,206 is told wrong, and of 15 with glossy paints none of 2,067.
ACCUSE = 0.97
# So sure a colour has to be that is not the one which the card asks for: glossy black cubes may look white.
_OTHER_COLOUR = 0.999
# So many small pixels of a cube, of some 100, change where it comes or goes.
_FEW_PIXELS = 6
# One look is enough for cubes that are as sure as this.
_PLAIN = 0.999


def seen_board(
    reading: BoardReading, before: Laid, card: Card, colours: tuple[str, str, str], stirred: SquareSet
) -> SeenBoard[Laid]:
    """What lies on the board.

    Parameters
    ----------
    reading : BoardReading
    before : Laid
        What was known to lie there.
    card : Card
    colours : tuple of str
        What codes 0, 1 and 2 are called.
    stirred : SquareSet
        The squares where the picture has changed since. Elsewhere only what is all but certain is believed.
    """
    laid, doubtful, is_contested, least = [0, 0, 0], 0, False, 1.0
    for square in SQUARES:
        known = cube_on(before, square)
        seen = _seen(reading, square, card.code(square) if known is None else known)
        is_sure = seen.chance >= (SURE if bit(square) & stirred else _PLAIN)
        if seen.code != known and is_sure:
            least = min(least, seen.chance)
        elif seen.code != known:
            doubtful |= bit(square) if known is None else 0
            is_contested |= known is not None and seen.chance >= SURE
        code = seen.code if is_sure else known
        if code is not None:
            laid[code] |= bit(square)
    lies: Laid = (laid[0], laid[1], laid[2])
    may_accuse = least >= ACCUSE and not is_contested and is_fit(reading, lies, colours)
    return SeenBoard(lies, doubtful, least >= _PLAIN, may_accuse)


@dataclass(frozen=True, slots=True)
class _Seen:
    """Which cube most likely lies on a square, None for none, and how likely it is that one does, or that none does."""

    code: int | None
    chance: float


def _seen(reading: BoardReading, square: Square, expected: int) -> _Seen:
    """What a look shows on a square; a cube is of the expected code, unless another is sure."""
    empty = float(reading.chances[square][EMPTY])
    if empty >= 0.5:
        return _Seen(None, empty)
    shares = reading.chances[square][:EMPTY] / (1 - empty)
    likeliest = int(shares.argmax())
    return _Seen(likeliest if shares[likeliest] >= _OTHER_COLOUR else expected, 1 - empty)


def stirred_squares(changed: BoolArray | None, pose: CameraPose) -> SquareSet:
    """The squares where a small picture has changed, as far as a cube on them would show.

    Parameters
    ----------
    changed : bool array of shape (h, w), or None
    pose : CameraPose
        Of full pictures, in squares from the board's middle.
    """
    if changed is None:
        return 0
    height, width = changed.shape
    stirred: SquareSet = 0
    for square in SQUARES:
        x, y = square[0] - SIDE / 2, square[1] - SIDE / 2
        cube = np.array([[x + i, y + j, k] for i in (0, 1) for j in (0, 1) for k in (0.0, 1.0)])
        if np.count_nonzero(changed & region_of(cube, pose, (width, height))) >= _FEW_PIXELS:
            stirred |= bit(square)
    return stirred


def is_fit(reading: BoardReading, laid: Laid, colours: tuple[str, str, str]) -> bool:
    """Whether a look is fit to accuse anybody by; that no cube shows the set's own colour is no wonder if none lies
    there."""
    own = next(code for code, name in enumerate(colours) if name not in ALWAYS)
    return reading.doubt is None or (reading.doubt is Doubt.NO_COLOURED_CUBE and not laid[own])
