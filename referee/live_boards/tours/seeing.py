"""What a look tells of the columns, beside what was known of them. Called by `step` by way of `follow`."""

from collections.abc import Mapping
from dataclasses import replace

from referee.live_boards.following import SeenBoard
from rules.games.tours import SQUARES
from rules.games.tours.tiles import Column
from vision.games.tours.evidence import SURE, ColumnReading
from vision.games.tours.following import SeenColumn, column_after

from .game import Columns

#: So sure a look has to be of what has changed for somebody to be accused by it, in two looks; and so sure it has to be
#: for one look to be enough where only tiles have come.
ACCUSE = 0.999
# How much less likely a tile has come on one square more than on the first. Chosen: in some 4 of 100 looks two have,
# and then on one of eight other squares, against one of two where something stirred.
_SECOND = 0.01


def seen_columns(readings: Mapping[int, ColumnReading], before: Columns) -> SeenBoard[Columns]:
    """What stands on the squares.

    Parameters
    ----------
    readings : mapping of int to ColumnReading
        By the numbers of the squares that were looked at.
    before : Columns
        What was known to stand there: of a column that is not sure it is what is told.
    """
    laid, doubtful, unproven, least = list(before), 0, 0, 1.0
    for square, seen in _one_by_one(readings, before).items():
        if seen.chance < SURE:
            doubtful |= 1 << square
            if seen.height <= len(before[square]) or seen.height_chance < SURE:
                continue
            # A tile lies there, whichever it is.
            seen = replace(seen, top=None, chance=seen.height_chance)
        if seen.chance < ACCUSE:
            unproven |= 1 << square
        column = _column(before[square], seen)
        if column != before[square]:
            laid[square], least = column, min(least, seen.chance)
    return SeenBoard(tuple(laid), doubtful, least >= ACCUSE, least >= ACCUSE, unproven)


def _one_by_one(readings: Mapping[int, ColumnReading], before: Columns) -> dict[int, SeenColumn]:
    """What is seen of each column: tiles come one by one, so that a second one must be seen the more clearly."""
    seen = {square: column_after(reading, before[square]) for square, reading in readings.items()}
    grown = [square for square, one in seen.items() if _column(before[square], one) != before[square]]
    grown = [square for square in grown if seen[square].height >= len(before[square])]
    for square in sorted(grown, key=lambda square: seen[square].chance)[:-1]:
        chance = seen[square].chance
        chance = chance * _SECOND / (chance * _SECOND + 1 - chance)
        # That one lies there, whichever, is no surer: a column's side may be taken for a tile.
        seen[square] = replace(seen[square], chance=chance, height_chance=chance)
    return seen


def first_columns(readings: Mapping[int, ColumnReading]) -> SeenBoard[Columns]:
    """What stands on the squares if nothing was known; nothing where it is not sure."""
    laid: list[Column] = [()] * len(SQUARES)
    doubtful = unproven = 0
    for square, reading in readings.items():
        height, top = reading.height(), reading.top()
        if height is None or (height and top is None):
            doubtful |= 1 << square
        elif height:
            laid[square] = (*(None,) * (height - 1), top)
            unproven |= (reading.height(ACCUSE) is None or reading.top(ACCUSE) is None) << square
    return SeenBoard(tuple(laid), doubtful, is_plain=False, may_accuse=True, unproven=unproven)


def _column(before: Column, seen: SeenColumn) -> Column:
    """A column as it is seen, its hidden tiles as before."""
    return (*(*before, *(None,) * seen.height)[: seen.height - 1], seen.top) if seen.height else ()
