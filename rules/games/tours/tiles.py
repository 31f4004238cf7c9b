"""The tiles and squares of Les Tours de Babel as data, the options, and which tile may lie on which.

Everything else in this folder builds on it.
"""

from dataclasses import dataclass
from typing import Literal

from rules.game import Fault
from rules.options import require_choices

FAMILIES = {"b": "bamboo", "c": "circles", "w": "characters"}
"""The three families by their letter; w is for wan, the ten thousand that each tile of characters bears."""
VALUES = range(1, 10)
COPIES = 4
"""Tiles of each value in a family."""
FAMILY_SIZE = COPIES * len(VALUES)
SQUARES = tuple(column + row for row in "123" for column in "abc")
"""Names of the nine squares in the order of the notation: a1 in the South-West, b1 East of it, a2 North of it."""

Families = Literal["bcw", "bwc", "cbw", "cwb", "wbc", "wcb"]
Drawing = Literal["seen", "unseen"]
EqualPoints = Literal["shared", "draw"]


@dataclass(frozen=True, slots=True, order=True)
class Tile:
    """A mah-jong tile of one of the three families.

    Attributes
    ----------
    family : {"b", "c", "w"}
        Bamboo, circles or characters.
    value : int
        1 to 9.

    Examples
    --------
    >>> str(Tile("b", 5)), Tile("b", 5).words
    ('5b', 'the 5 of bamboo')
    """

    family: str
    value: int

    @property
    def words(self) -> str:
        """The tile in a sentence."""
        return f"the {self.value} of {FAMILIES[self.family]}"

    def __str__(self) -> str:
        return f"{self.value}{self.family}"


Column = tuple[Tile | None, ...]
"""From the ground up; None is a tile that is there and not known."""
TilesAside = tuple[Tile | None, ...]
"""Sorted, those not known at the end."""

TILES = tuple(Tile(family, value) for family in FAMILIES for value in VALUES)
"""One of each, by family, then value."""


@dataclass(frozen=True, slots=True)
class Options:
    """How many play, and the decisions that the rule sheet leaves open.

    Attributes
    ----------
    players : int
        1 to 3. One is the default: it is the whole game, needs nobody else, and has a goal of its own.
    families : {"bcw", "bwc", "cbw", "cwb", "wbc", "wcb"}
        The family of player 1, of player 2 and of player 3.
    drawing : {"seen", "unseen"}
        Whether a player looks at the drawn tile before choosing its square, or names a square, then draws, and lays the
        tile there if it fits.
    equal_points : {"shared", "draw"}
        Whether those who have most points together all win, or nobody.
    solo_points : int
        Below so many points, 0 to 36, the game of one player is lost.

    Raises
    ------
    ValueError
        For any other value.
    """

    players: int = 1
    families: Families = "bcw"
    drawing: Drawing = "seen"
    equal_points: EqualPoints = "shared"
    solo_points: int = 15

    def __post_init__(self) -> None:
        if self.players not in (1, 2, 3):
            raise ValueError(f"option players is {self.players!r}; it can be 1, 2, 3")
        require_choices(self)
        if not 0 <= self.solo_points <= FAMILY_SIZE:
            raise ValueError(f"option solo_points is {self.solo_points!r}; it can be 0 to {FAMILY_SIZE}")

    @property
    def families_in_play(self) -> str:
        """The families of those who play, in the order of play."""
        return self.families[: self.players]


DEFAULT_OPTIONS = Options()
"""One player, with the family of bamboo."""


def may_lie_on(tile: Tile, below: Tile) -> bool:
    """Whether a tile may be placed on another by rules 4 and 5; who places it is the player of its family.

    Examples
    --------
    >>> [value for value in VALUES if may_lie_on(Tile("b", value), Tile("b", 3))]
    [2, 3, 4]
    >>> [value for value in VALUES if may_lie_on(Tile("c", value), Tile("b", 3))]
    [3]
    """
    return tile.value == below.value or (tile.family == below.family and abs(tile.value - below.value) == 1)


def aside(*tiles: Tile | None) -> TilesAside:
    """Tiles in the order in which a reserve is written.

    Examples
    --------
    >>> [str(tile) for tile in aside(Tile("c", 1), None, Tile("b", 2))]
    ['2b', '1c', 'None']
    """
    known = sorted(tile for tile in tiles if tile is not None)
    return (*known, *(None,) * (len(tiles) - len(known)))


def neighbour_fault(name: str, tile: Tile, below: Tile) -> Fault:
    """Why a tile may not lie on another, in the column of that name."""
    if tile.family == below.family:
        reason = "their values differ by more than 1"
        return Fault("5", (name,), f"{name}: {tile.words} may not lie on {below.words}; {reason}.")
    reason = "of another family only the same value may"
    return Fault("4", (name,), f"{name}: {tile.words} may not lie on {below.words}; {reason}.")


def worth(height: int) -> int:
    """Points of a column for the player of its top tile, by rule 9.

    Examples
    --------
    >>> [worth(height) for height in (0, 1, 2, 3, 4, 5)]
    [0, 1, 1, 2, 2, 3]
    """
    return (height + 1) // 2
