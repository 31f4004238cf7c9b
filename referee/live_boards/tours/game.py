"""The state of a live game of Les Tours de Babel, as values: the turns that are over, and what stands there.

Made by `turns`, saved by `saving`, drawn by the window.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import permutations

from rules.game import Fault
from rules.games.tours import FAMILIES, SQUARES, Options, Position, Tile
from rules.games.tours.moves import Move
from rules.games.tours.tiles import Column
from rules.options import with_options

Columns = tuple[Column, ...]
"""What stands on the nine squares, in the order of `rules.games.tours.SQUARES`."""
EMPTY: Columns = ((),) * len(SQUARES)


@dataclass(frozen=True, slots=True)
class Turn:
    """A tile that was laid, with those put aside unseen before it; or columns that fell.

    Attributes
    ----------
    before : tuple of Position
        What may have been there, likeliest first.
    moves : tuple of Move
        Of the likeliest.
    faults : tuple of Fault
        The rules that it broke.
    """

    before: tuple[Position, ...]
    moves: tuple[Move, ...]
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True, slots=True)
class TableGame:
    """All that was committed.

    Attributes
    ----------
    lines : tuple of Position
        What may have come about, likeliest first, one at least: who plays which family, and what was put aside where no
        camera saw it. One without reserves is of a table of which nobody knows how it came about.
    laid : Columns
        What stands there: also tiles that break a rule.
    turns : tuple of Turn
        Those that were told.
    faults : tuple of Fault
        What was told to be wrong with the tiles beside those of the lines.
    doubtful : int
        The squares, a bit each, of which it is not sure whether a tile came or went.
    unproven : frozenset of (int, int)
        The tiles, by square and level from 0, that were told, but not so surely that anybody may be accused by them.
    drawn : Tile or None
        What a person says was drawn.
    has_begun : bool
        Whether a first look, or a person, has told the position.
    is_over : bool
        Whether it was told that the game is over.
    knows_players : bool
        Whether a person has said how many play: only then somebody may have played out of turn.
    """

    lines: tuple[Position, ...]
    laid: Columns = EMPTY
    turns: tuple[Turn, ...] = ()
    faults: tuple[Fault, ...] = ()
    doubtful: int = 0
    unproven: frozenset[tuple[int, int]] = frozenset()
    drawn: Tile | None = None
    has_begun: bool = False
    is_over: bool = False
    knows_players: bool = False

    @staticmethod
    def of(options: Options, told: Collection[str] = (), families: str = "".join(FAMILIES)) -> "TableGame":
        """A game of which nothing was seen yet.

        Parameters
        ----------
        options : Options
        told : collection of str
            The options that a person has named: the others of who plays which family are left open.
        families : str
            The letters of those whose tiles are known.
        """
        starts = (Position(reserves=((),) * one.players, options=one) for one in _possible(options, told, families))
        return TableGame(tuple(starts), knows_players="players" in told)

    @staticmethod
    def from_position(position: Position) -> "TableGame":
        """A game that goes on from a known position."""
        line = replace(position, drawn=None)
        return TableGame((line,), line.columns, drawn=position.drawn, has_begun=True, knows_players=True)

    def without(self, tiles: Collection[tuple[int, int]], columns: Columns) -> Columns:
        """Columns without some tiles, by square and level, as far as these lie there by what was told."""
        unknown = {(square, level, self.laid[square][level]) for square, level in tiles}
        return tuple(
            tuple(None if (square, level, tile) in unknown else tile for level, tile in enumerate(column))
            for square, column in enumerate(columns)
        )

    @property
    def position(self) -> Position:
        """After the last turn, as far as is known."""
        return self.lines[0]

    @property
    def player(self) -> int | None:
        """Whose turn it is; None if that is not known."""
        players = {None if line.reserves is None else line.player for line in self.lines}
        return players.pop() if len(players) == 1 else None

    @property
    def family(self) -> str | None:
        """Whose family is to be drawn from; None if that is not known."""
        families = {None if line.reserves is None else line.family for line in self.lines}
        return families.pop() if len(families) == 1 else None


def _possible(options: Options, told: Collection[str], families: str) -> Iterator[Options]:
    """The rule sets that a person has left open, the usual one first."""
    counts: Iterable[int] = (1, 2, 3)
    if "players" in told:
        counts = (options.players,)
    orders: Iterable[str] = ("".join(order) for order in permutations(options.families))
    if "families" in told:
        orders = (options.families,)
    kept = set()
    for order in orders:
        for count in counts:
            one = with_options(options, (f"players={count}", f"families={order}"))
            if one.families_in_play not in kept and set(one.families_in_play) <= set(families):
                kept.add(one.families_in_play)
                yield one
