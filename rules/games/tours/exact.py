"""The end of a game searched through: every order of the last tiles, every square. Called by the suggestion.

Each player takes the square with the most expected points more than the best other player, alone the most points.
"""

from collections.abc import Sequence

from rules.game import Budget

from .table import Table, tiles_of

MOST_TILES = 6
"""Tiles left in all piles up to which a search is tried: some thousand positions, and four times that for each more."""
_NODES_A_ROUND = 1000

Value = tuple[float, ...]
"""Expected lead of each player over the best other, alone the points; then the chance that the first reaches enough."""


class Stopped(Exception):
    """The budget ran out before the end was reached."""


class Endgame:
    """Exact values of positions near the end, where players see what they draw; remembers those that it has met.

    Parameters
    ----------
    enough : int
        Points whose chance is counted.
    may_go_on : Budget
        Asked every thousand positions.

    Raises
    ------
    Stopped
        By its methods, when the budget says so.
    """

    def __init__(self, enough: int, may_go_on: Budget) -> None:
        self._enough = enough
        self._may_go_on = may_go_on
        self._known: dict[object, Value] = {}

    def value(self, table: Table) -> Value:
        """The value before a draw."""
        family = table.families[table.turn]
        counts = [(tile, table.unseen[tile]) for tile in tiles_of(family) if table.unseen[tile]]
        if not counts:
            return leads(table.scores(), self._enough)
        key = self._key(table)
        if key not in self._known:
            if len(self._known) % _NODES_A_ROUND == _NODES_A_ROUND - 1 and not self._may_go_on():
                raise Stopped
            total = sum(count for _, count in counts)
            parts = [(count / total, self._after_draw(table, tile)) for tile, count in counts]
            self._known[key] = tuple(
                sum(share * value[index] for share, value in parts) for index in range(len(parts[0][1]))
            )
        return self._known[key]

    def after(self, table: Table, square: int | None, tile: int) -> Value:
        """The value once a tile is placed on a square, or put aside (None)."""
        table = table.copy()
        table.lay(square, tile)
        return self.value(table)

    def _after_draw(self, table: Table, tile: int) -> Value:
        table = table.copy()
        table.unseen[tile] -= 1
        squares: Sequence[int | None] = table.different_squares(tile) or [None]
        return max((self.after(table, square, tile) for square in squares), key=lambda value: value[table.turn])

    def _key(self, table: Table) -> object:
        columns = tuple(sorted(zip(table.tops, table.heights, strict=True)))
        return columns, tuple(table.aside), tuple(table.unseen), table.turn


def leads(scores: tuple[int, ...], enough: int) -> Value:
    """What final scores are worth to each player, and whether the first has enough.

    Examples
    --------
    >>> leads((12, 9, 10), 15), leads((15,), 15)
    ((2.0, -3.0, -2.0, 0.0), (15.0, 1.0))
    """
    reached = float(scores[0] >= enough)
    if len(scores) == 1:
        return float(scores[0]), reached
    best_others = [max(scores[:index] + scores[index + 1 :]) for index in range(len(scores))]
    return (*(float(own - other) for own, other in zip(scores, best_others, strict=True)), reached)
