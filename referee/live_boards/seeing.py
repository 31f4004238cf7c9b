"""What a look tells of the board, beside what was known of it. Called by `step`.

Whether a cube lies on a square is much surer than which: a colour that is in doubt is taken to be the one that the card
asks for, so that nobody is accused by it.
"""

from dataclasses import dataclass

from rules.games.zero12 import SQUARES, Card, Laid, Square, bit
from rules.games.zero12.squares import SquareSet, squares_in
from vision.games.zero12.evidence import EMPTY, SURE, BoardReading, Doubt
from vision.games.zero12.reader import ALWAYS

# So sure everything has to be that somebody is accused by, in two looks: of 13,248 squares of 92 rendered photos one is
# told wrong so surely. And so sure a colour has to be if it is not the one that the card asks for.
ACCUSE = 0.97
# One look is enough for cubes that are as sure as this.
_PLAIN = 0.999


@dataclass(frozen=True, slots=True)
class SeenBoard:
    """What lies on the board by a look.

    Attributes
    ----------
    laid : Laid
        What cannot be told is as it was.
    doubtful : SquareSet
        Empty squares on which a cube may lie.
    is_plain : bool
        Whether the look is all but certain of all that has changed.
    may_accuse : bool
        Whether it is sure enough of that to tell that somebody is wrong, once another look shows the same.
    """

    laid: Laid
    doubtful: SquareSet
    is_plain: bool
    may_accuse: bool


def seen_board(reading: BoardReading, before: Laid, card: Card, colours: tuple[str, str, str]) -> SeenBoard:
    """What lies on the board.

    Parameters
    ----------
    reading : BoardReading
    before : Laid
        What was known to lie there.
    card : Card
    colours : tuple of str
        What codes 0, 1 and 2 are called.
    """
    laid, doubtful = [0, 0, 0], 0
    for square in SQUARES:
        known = next((code for code, squares in enumerate(before) if squares & bit(square)), None)
        empty = reading.chances[square][EMPTY]
        if SURE > empty > 1 - SURE:
            doubtful |= bit(square) if known is None else 0
            code = known
        else:
            code = None if empty >= SURE else _code(reading, square, card.code(square) if known is None else known)
        if code is not None:
            laid[code] |= bit(square)
    changed: SquareSet = 0
    for then, now in zip(before, laid, strict=True):
        changed |= then ^ now
    chances = [reading.chances[square][EMPTY] for square in squares_in(changed)]
    least = min((max(empty, 1 - empty) for empty in chances), default=1.0)
    lies: Laid = (laid[0], laid[1], laid[2])
    may_accuse = is_fit(reading, lies, colours) and least >= ACCUSE
    return SeenBoard(lies, doubtful, bool(least >= _PLAIN), bool(may_accuse))


def is_fit(reading: BoardReading, laid: Laid, colours: tuple[str, str, str]) -> bool:
    """Whether a look is fit to accuse anybody by; that no cube shows the set's own colour is no wonder if none lies
    there."""
    own = next(code for code, name in enumerate(colours) if name not in ALWAYS)
    return reading.doubt is None or (reading.doubt is Doubt.NO_COLOURED_CUBE and not laid[own])


def _code(reading: BoardReading, square: Square, expected: int) -> int:
    """Of which code the cube on a square is: the expected one, unless another is sure."""
    shares = reading.chances[square][:EMPTY] / reading.chances[square][:EMPTY].sum()
    likeliest = int(shares.argmax())
    return likeliest if shares[likeliest] >= ACCUSE else expected
