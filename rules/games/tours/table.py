"""The table in small numbers for searching, and games played out on it by a quick rule of thumb.

A tile is its index in `TILES`; an empty square is `EMPTY`. Called by the search; nobody else needs to know the numbers.
"""

from collections import Counter
from dataclasses import dataclass
from random import Random

from .position import Position
from .tiles import COPIES, TILES, VALUES, may_lie_on, worth

EMPTY = len(TILES)
NUMBERS = {tile: number for number, tile in enumerate(TILES)}
FAMILY_NUMBERS = {tile.family: number // len(VALUES) for tile, number in NUMBERS.items()}
FITS = tuple((*(may_lie_on(tile, top) for top in TILES), True) for tile in TILES)
"""For each tile and each top, `EMPTY` the last, whether the one may lie on the other."""

_WORTH = tuple(map(worth, range(len(TILES) * COPIES + 1)))
_SPANS = tuple(slice(first, first + len(VALUES)) for first in range(0, len(TILES), len(VALUES)))
_FAMILY = tuple(number // len(VALUES) for number in range(len(TILES)))
_VALUE = tuple(number % len(VALUES) for number in range(len(TILES)))
_TAKEN = tuple(
    tuple(
        tuple(tile % len(VALUES) for tile in range(len(TILES)) if _FAMILY[tile] == family and FITS[tile][top])
        if top != EMPTY
        else ()
        for top in range(len(TILES) + 1)
    )
    for family in range(len(FAMILY_NUMBERS))
)
"""For each family and top, the values of that family which the top takes; an empty square is counted by its cost."""


def tiles_of(family: int) -> range:
    """The numbers of a family's tiles."""
    return range(family * len(VALUES), (family + 1) * len(VALUES))


# Chosen by the mean of 300 games alone and 400 of two against the first legal square; values nearby change it by less
# than a point.
_POINT = 0.3
_EMPTY_COST = 0.4
_UNCOVERED = (0.6, 0.2, 0.05, *(0.0,) * 7)
_RISK = 0.15


@dataclass(slots=True)
class Table:
    """Columns, reserves and piles, changed in place.

    Attributes
    ----------
    families : tuple of int
        The family of each player; player numbers count from 0 here.
    tops, heights : list of nine int
        The top tile of each column, and how many tiles it has.
    aside : list of int
        Tiles in each player's reserve.
    unseen : list of 27 int
        Of each tile, how many lie in the piles.
    turn : int
        The player who draws or places.
    sees : bool
        Whether players see the drawn tile before they choose its square.
    """

    families: tuple[int, ...]
    tops: list[int]
    heights: list[int]
    aside: list[int]
    unseen: list[int]
    turn: int
    sees: bool

    def copy(self) -> "Table":
        """A table of its own with the same on it."""
        aside, unseen = self.aside.copy(), self.unseen.copy()
        return Table(self.families, self.tops.copy(), self.heights.copy(), aside, unseen, self.turn, self.sees)

    def place(self, square: int, tile: int) -> None:
        """Lay a tile, and pass the turn."""
        self.tops[square] = tile
        self.heights[square] += 1
        self.turn = (self.turn + 1) % len(self.families)

    def put_aside(self) -> None:
        """Put a tile in the reserve, and pass the turn."""
        self.aside[self.turn] += 1
        self.turn = (self.turn + 1) % len(self.families)

    def scores(self) -> tuple[int, ...]:
        """The points of each player."""
        points = [0] * len(FAMILY_NUMBERS)
        for top, height in zip(self.tops, self.heights, strict=True):
            if height:
                points[_FAMILY[top]] += _WORTH[height]
        return tuple(points[family] - aside for family, aside in zip(self.families, self.aside, strict=True))

    def lay(self, square: int | None, tile: int) -> None:
        """Place a tile if it fits on the chosen square, put it aside if it does not or none was chosen."""
        if square is not None and FITS[tile][self.tops[square]]:
            self.place(square, tile)
        else:
            self.put_aside()

    def different_squares(self, tile: int) -> list[int]:
        """The legal squares for a tile, of those with the same top and height the first."""
        fits = FITS[tile]
        columns = enumerate(zip(self.tops, self.heights, strict=True))
        first: dict[tuple[int, int], int] = {}
        for square, column in columns:
            if fits[column[0]]:
                first.setdefault(column, square)
        return list(first.values())

    def play_out(self, piles: list[list[int]]) -> None:
        """Play to the end by the rule of thumb, each player drawing from the end of the own pile, which is used up."""
        while piles[self.turn]:
            tile = piles[self.turn].pop()
            aim = None if self.sees else self.likely_aim()
            self.unseen[tile] -= 1
            self.lay(self.likely_square(tile) if aim is None else aim, tile)

    def likely_aim(self) -> int:
        """The square that a sensible player names before drawing: by what it can gain and how likely a tile fits."""
        family = self.families[self.turn]
        own = tiles_of(family)

        def hope(square: int) -> int:
            top, height = self.tops[square], self.heights[square]
            fitting = sum(self.unseen[tile] for tile in own if FITS[tile][top])
            gain = _WORTH[height + 1] - (_WORTH[height] if top in own else -_WORTH[height])
            return fitting * (gain + 1)

        return max(range(len(self.tops)), key=hope)

    def likely_square(self, tile: int) -> int | None:
        """The square that a sensible player takes without much thought; None if there is none.

        Points now count, an empty square costs, for it takes any tile later; so does every tile of the own pile that
        few columns would take, and a high column that others can take.
        """
        family, value, fits, taken = _FAMILY[tile], _VALUE[tile], FITS[tile], _TAKEN[_FAMILY[tile]]
        own = self.unseen[_SPANS[family]]
        rivals = [0] * len(VALUES)
        for other in self.families:
            if other != family:
                rivals = [a + b for a, b in zip(rivals, self.unseen[_SPANS[other]], strict=True)]
        takers = [0] * len(VALUES)
        for top in self.tops:
            for one in taken[top]:
                takers[one] += 1
        best, chosen = 0.0, None
        tried = set()
        for square, top in enumerate(self.tops):
            height = self.heights[square]
            if not fits[top] or (top, height) in tried:
                continue
            tried.add((top, height))
            gain, risk = _WORTH[height + 1], _WORTH[height + 1] * rivals[value]
            if top == EMPTY:
                merit = -_EMPTY_COST
            elif _FAMILY[top] == family:
                merit = -_POINT * _WORTH[height]
                risk -= _WORTH[height] * rivals[_VALUE[top]]
            else:
                merit = _POINT * _WORTH[height]
            merit += _POINT * gain - _RISK * risk
            for one in taken[top]:
                takers[one] -= 1
            for one in taken[tile]:
                takers[one] += 1
            for one in range(len(VALUES)):
                if own[one]:
                    merit -= own[one] * _UNCOVERED[takers[one]]
            for one in taken[top]:
                takers[one] += 1
            for one in taken[tile]:
                takers[one] -= 1
            if chosen is None or merit > best:
                best, chosen = merit, square
        return chosen


def table_of(position: Position) -> Table:
    """The table of a position whose tops and reserves are known; the drawn tile is in nobody's pile."""
    options = position.options
    families = tuple(FAMILY_NUMBERS[family] for family in options.families_in_play)
    tops = [NUMBERS[column[-1]] if column and column[-1] is not None else EMPTY for column in position.columns]
    unseen = [0] * len(TILES)
    for family in options.families_in_play:
        for value, count in position.unseen(family).items():
            unseen[FAMILY_NUMBERS[family] * len(VALUES) + value - 1] = count
    aside = list(map(len, position.known_reserves))
    return Table(
        families, tops, list(map(len, position.columns)), aside, unseen, position.player - 1, options.drawing == "seen"
    )


def shuffled_piles(position: Position, table: Table, chance: Random) -> list[list[int]]:
    """An order in which the tiles of each pile may come; of more unseen tiles than a pile holds, any of them."""
    piles = []
    for player, family in enumerate(table.families, start=1):
        numbers = tiles_of(family)
        unseen = list(Counter({number: table.unseen[number] for number in numbers}).elements())
        chance.shuffle(unseen)
        piles.append(unseen[: position.pile_size(player)])
    return piles
