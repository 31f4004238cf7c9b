"""A game in progress: nine columns, the reserves, the drawn tile; which moves there are, points and the end.

Whose turn it is and what is left in the piles follows: every turn takes one tile from the own pile. Called by
everything else in this folder. Why a move is wrong is the question of `legality`; `applied` trusts that it is legal.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from rules.errors import ImpossiblePosition, IncompletePosition
from rules.game import CHANCE

from .moves import Aim, Draw, Fall, Move, Place, Reserve, Square
from .tiles import (
    COPIES,
    DEFAULT_OPTIONS,
    FAMILIES,
    FAMILY_SIZE,
    SQUARES,
    VALUES,
    Column,
    Options,
    Tile,
    TilesAside,
    aside,
    may_lie_on,
    worth,
)


@dataclass(frozen=True, slots=True)
class Position:
    """The columns, what each player has in reserve, and the tile that was drawn and is not yet placed.

    Attributes
    ----------
    columns : tuple of nine Column
        In the order of `SQUARES`.
    reserves : tuple of TilesAside, or None
        One for each player; None if nobody looked, and then whose turn it is cannot be told.
    drawn : Tile or None
        In the hand of the player whose turn it is.
    aim : Square or None
        The square that this player has named, with the option `drawing="unseen"`.
    options : Options
        The rule set.

    Raises
    ------
    ImpossiblePosition
        There are not nine columns, not as many reserves as players, or a square is named where none should be.
        Whether the tiles could be real is asked with `position_faults`.

    Examples
    --------
    >>> position = Position().applied(Draw(Tile("b", 5)))
    >>> len(position.legal_moves()), position.to_move
    (9, 1)
    >>> position.applied(position.legal_moves()[0]).scores
    (1,)
    """

    columns: tuple[Column, ...] = ((),) * len(SQUARES)
    reserves: tuple[TilesAside, ...] | None = ((),)
    drawn: Tile | None = None
    aim: Square | None = None
    options: Options = DEFAULT_OPTIONS

    def __post_init__(self) -> None:
        if len(self.columns) != len(SQUARES):
            raise ImpossiblePosition(f"{len(self.columns)} columns; there are {len(SQUARES)} squares")
        if self.reserves is not None and len(self.reserves) != self.options.players:
            raise ImpossiblePosition(f"{len(self.reserves)} reserves; {self.options.players} play")
        if self.aim is not None and self.options.drawing == "seen":
            raise ImpossiblePosition("a square is named before the tile is drawn, but not with the option drawing=seen")

    @property
    def known_reserves(self) -> tuple[TilesAside, ...]:
        """The reserves.

        Raises
        ------
        IncompletePosition
            Nobody looked at them.
        """
        if self.reserves is None:
            raise IncompletePosition("the reserves are not known, so neither whose turn it is nor the points follow")
        return self.reserves

    def tiles(self) -> Iterator[Tile | None]:
        """All tiles that have left the piles: of the columns, the reserves as far as looked at, the drawn one."""
        for column in self.columns:
            yield from column
        for reserve in self.reserves or ():
            yield from reserve
        if self.drawn is not None:
            yield self.drawn

    @property
    def tiles_out(self) -> int:
        """How many tiles have left the piles."""
        return sum(map(len, self.columns)) + sum(map(len, self.known_reserves)) + (self.drawn is not None)

    @property
    def player(self) -> int:
        """Whose turn it is, the player who draws, who places or who was last."""
        turns = self.tiles_out if self.drawn is None and not self.is_over else self.tiles_out - 1
        return turns % self.options.players + 1

    @property
    def to_move(self) -> int:
        """The player who places the drawn tile or has to name a square, or `CHANCE`, which draws."""
        return self.player if self.drawn is not None or self.must_aim else CHANCE

    @property
    def must_aim(self) -> bool:
        """Whether a square has to be named before the next tile is drawn."""
        unnamed = self.options.drawing == "unseen" and self.aim is None
        return unnamed and self.drawn is None and not self.is_over

    @property
    def family(self) -> str:
        """The family of the player whose turn it is."""
        return self.options.families[self.player - 1]

    @property
    def is_over(self) -> bool:
        """Whether the piles are empty and the last tile is placed."""
        return self.drawn is None and self.tiles_out >= self.options.players * FAMILY_SIZE

    def pile_size(self, player: int) -> int:
        """How many tiles a player has still to draw."""
        return max(0, FAMILY_SIZE - drawn_by(player, self.tiles_out, self.options.players))

    def unseen(self, family: str) -> dict[int, int]:
        """How many tiles of each value 1 to 9 of a family lie in its pile, or hidden in columns and reserves."""
        seen = Counter(tile.value for tile in self.tiles() if tile is not None and tile.family == family)
        return {value: max(0, COPIES - seen[value]) for value in VALUES}

    def open_squares(self, tile: Tile) -> tuple[Square, ...]:
        """Where rules 3 to 5 allow a tile, of the named square if there is one; an unknown top is left out."""
        squares = range(len(SQUARES)) if self.aim is None else (self.aim,)
        tops = ((square, self.columns[square][-1:]) for square in squares)
        return tuple(square for square, top in tops if not top or (top[0] is not None and may_lie_on(tile, top[0])))

    def legal_moves(self) -> tuple[Move, ...]:
        """All that chance may bring, or all legal squares in their order, or the reserve; falls are never among them.

        Raises
        ------
        IncompletePosition
            The top tile of a column is not known, or the reserves are not.
        """
        if self.is_over:
            return ()
        if self.must_aim:
            return tuple(map(Aim, range(len(SQUARES))))
        if self.drawn is None:
            return tuple(Draw(Tile(self.family, value)) for value, count in self.unseen(self.family).items() if count)
        self.require_tops()
        squares = self.open_squares(self.drawn)
        return tuple(Place(square, self.drawn) for square in squares) or (Reserve(self.drawn),)

    def chances(self) -> tuple[Fraction, ...]:
        """The probability of each tile that may be drawn; hidden tiles count as if they could be any that is unseen."""
        if self.drawn is not None or self.is_over or self.must_aim:
            return ()
        counts = [count for count in self.unseen(self.family).values() if count]
        return tuple(Fraction(count, sum(counts)) for count in counts)

    def applied(self, move: Move) -> "Position":
        """The position after a legal move; what an illegal one would make is not defined."""
        # Reserves that nobody looked at stay unknown.
        match move:
            case Aim(square):
                return replace(self, aim=square)
            case Draw(tile):
                return replace(self, drawn=tile)
            case Place(square):
                columns = (*self.columns[:square], (*self.columns[square], self.drawn), *self.columns[square + 1 :])
                return replace(self, columns=columns, drawn=None, aim=None)
            case Reserve(tile):
                reserves = self.reserves and self._with_reserve(self.player, (tile,))
                return replace(self, reserves=reserves, drawn=None, aim=None)
            case Fall(player, heights):
                standing = dict(heights)
                columns = tuple(column[: standing.get(square)] for square, column in enumerate(self.columns))
                fallen = tuple(tile for square, height in heights for tile in self.columns[square][height:])
                return replace(self, columns=columns, reserves=self.reserves and self._with_reserve(player, fallen))

    def require_tops(self) -> None:
        """Refuse columns of which the top tile is not known.

        Raises
        ------
        IncompletePosition
            Naming the first such column.
        """
        for square, column in enumerate(self.columns):
            if column and column[-1] is None:
                raise IncompletePosition(f"the top tile of {SQUARES[square]} is not known")

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of each player as the columns and reserves stand.

        Raises
        ------
        IncompletePosition
            The top tile of a column is not known, or the reserves are not.
        """
        self.require_tops()
        points = dict.fromkeys(FAMILIES, 0)
        for column in self.columns:
            if column and column[-1] is not None:
                points[column[-1].family] += worth(len(column))
        own = zip(self.options.families_in_play, self.known_reserves, strict=True)
        return tuple(points[family] - len(reserve) for family, reserve in own)

    @property
    def winners(self) -> tuple[int, ...]:
        """Who has most points at the end; alone, player 1 if the points suffice."""
        if not self.is_over:
            return ()
        scores = self.scores
        if self.options.players == 1:
            return (1,) if scores[0] >= self.options.solo_points else ()
        best = tuple(player for player, score in enumerate(scores, start=1) if score == max(scores))
        return best if len(best) == 1 or self.options.equal_points == "shared" else ()

    def _with_reserve(self, player: int, tiles: TilesAside) -> tuple[TilesAside, ...]:
        reserves = list(self.known_reserves)
        reserves[player - 1] = aside(*reserves[player - 1], *tiles)
        return tuple(reserves)


def drawn_by(player: int, tiles_out: int, players: int) -> int:
    """How many of the tiles that have left the piles a player has drawn, as the players take turns.

    Examples
    --------
    >>> [drawn_by(player, 7, 3) for player in (1, 2, 3)]
    [3, 2, 2]
    """
    return (tiles_out - player) // players + 1
