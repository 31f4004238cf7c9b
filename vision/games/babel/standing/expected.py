"""Where cubes stand, given where they stood a moment ago: a tower seldom changes by two cubes. Used by the reader.

A cube that is half hidden behind others is easily missed, or taken for one in front. Against the tower of the last look
such errors are towers that change in two places at once.
"""

from collections.abc import Collection, Iterator
from dataclasses import replace

from rules.games.babel import COLUMNS, Cell, from_the_ground
from vision.faces import Sightlines

from .candidates import next_cells, top_level, tops
from .occupancy import FaceOdds, Occupancy, presence_of, score
from .one_view import Standing

# What speaks against one cube more than there were, against each further one, against one less, and against both at
# once (nats). Chosen: a face that is clearly there weighs up to six, so that real changes outweigh it; mostly one cube
# is placed at a time, and it may hide another.
_FIRST, _FURTHER, _REMOVED, _BOTH = 1.0, 5.0, 4.0, 6.0
# No more than this (nats) ever speaks against a change: a tower that is cleared away goes all at once.
_ANOTHER = 20.0


def near(standing: Standing, expected: Collection[Cell]) -> Standing:
    """Weigh where cubes stand against where they stood.

    Parameters
    ----------
    standing : Standing
        As the picture alone tells.
    expected : collection of Cell
        Where cubes stood at the last look; empty if nothing is known.

    Returns
    -------
    Standing
        The same unless a tower nearer to the expected one explains the picture nearly as well.
    """
    known = frozenset(expected)
    if not known or known == frozenset(standing.occupancy.cells) or not known <= frozenset(standing.lines.cells):
        return standing
    found = frozenset(standing.occupancy.cells)
    towers = dict.fromkeys([found, *_neighbours(known, found)])
    best = max(towers, key=lambda cells: _value(standing.lines, standing.odds, cells, known))
    if best == found:
        return standing
    cells = tuple(sorted(best, key=from_the_ground))
    presence = presence_of(standing.lines, standing.odds, cells)
    # A cube that the picture alone shows, but not clearly enough against what stood there, may be there all the same.
    top = top_level(best)
    doubtful = (cell for cell in found - best if cell[:2] in COLUMNS and cell[2] < top)
    untold = {*standing.occupancy.untold, *doubtful} - best
    return replace(standing, occupancy=Occupancy(cells, presence, tuple(sorted(untold, key=from_the_ground))))


def _value(lines: Sightlines, odds: FaceOdds, cells: frozenset[Cell], known: frozenset[Cell]) -> float:
    added, removed = len(cells - known), len(known - cells)
    against = (
        _FIRST * min(added, 1) + _FURTHER * max(added - 1, 0) + _REMOVED * removed + _BOTH * min(added, removed, 1)
    )
    return score(lines, odds, tuple(cells)) - min(against, _ANOTHER)


def _neighbours(known: frozenset[Cell], found: frozenset[Cell]) -> Iterator[frozenset[Cell]]:
    """The known tower with all that was found, and with up to two cubes more and up to one less."""
    yield known | found
    beside = frozenset(cell for cell in found if cell[:2] not in COLUMNS)
    for start in (known, *(known - {top} for top in tops(known))):
        yield start
        yield start | beside
        for first in next_cells(start):
            yield start | {first}
            for second in next_cells(start | {first}):
                yield start | {first, second}
