"""Who lays last with best play of two, once few squares are left. Called by the search.

A search through all turns with a memory of what was proven; it stops after a number of positions and goes on from there
when it is called again.
"""

from .runs import Ground, Stock, can_lay, cubes_of, run_squares, runs
from .squares import BOARD, SquareSet

State = tuple[SquareSet, tuple[Stock, ...], int, int, int]
"""What the rest of a game depends on: the filled squares, all stocks, who moves (from 0), the turns that this player
has before the next one's, and who still may pass by rule 7 (-1 for nobody)."""


class OutOfNodes(Exception):
    """The search has looked at as many positions as it may."""


class Table:
    """The turns of a game of any number of players, and for two of them who wins.

    Parameters
    ----------
    ground : Ground
        The card and the reading of the rules.
    """

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self._first_wins: dict[State, bool] = {}
        self._nodes_left = 0

    def after_run(self, state: State, squares: SquareSet) -> State:
        """The state after a run on these squares."""
        filled, stocks, mover, turns, passer = state
        have, used = stocks[mover], cubes_of(self.ground, squares)
        left = (have[0] - used[0], have[1] - used[1], have[2] - used[2])
        stocks = (*stocks[:mover], left, *stocks[mover + 1 :])
        if turns > 1:
            return filled | squares, stocks, mover, turns - 1, passer
        return filled | squares, stocks, (mover + 1) % len(stocks), 1, passer

    def after_pass(self, state: State, is_privilege: bool) -> State:
        """The state after a pass, forced or by rule 7."""
        filled, stocks, mover, turns, passer = state
        passer = -1 if is_privilege else passer
        if turns > 1:
            return filled, stocks, mover, turns - 1, passer
        return filled, stocks, (mover + 1) % len(stocks), 1, passer

    def is_over(self, state: State) -> bool:
        """Whether nobody can lay a cube."""
        filled, stocks = state[:2]
        if filled == BOARD:
            return True
        return not any(can_lay(self.ground, filled, stock) for stock in stocks)

    def replies(self, state: State) -> list[State]:
        """The states after each turn of a game that is not over, long runs first, each once."""
        filled, stocks, mover, _, passer = state
        sets = runs(self.ground, filled, stocks[mover])
        squares = sorted(set(run_squares(sets)), key=_size, reverse=True)
        after = [self.after_run(state, one) for one in squares]
        if passer == mover or not after:
            after.append(self.after_pass(state, bool(after)))
        return after

    def known(self, state: State) -> bool | None:
        """Whether the first of two players wins, if that was proven or noted."""
        return self._first_wins.get(state)

    def note(self, state: State, first_wins: bool) -> None:
        """Keep what was proven elsewhere."""
        self._first_wins[state] = first_wins

    def first_wins(self, state: State, nodes: int) -> bool | None:
        """Whether the first of two players lays last, with best play of both; None if `nodes` positions do not tell.

        The state is one of a game that is not over. Asked again, the search goes on from what it has proven.
        """
        self._nodes_left = nodes
        try:
            return self._prove(state)
        except OutOfNodes:
            return None

    def _search(self, state: State) -> bool:
        if self._nodes_left <= 0:
            raise OutOfNodes
        self._nodes_left -= 1
        wanted = state[2] == 0
        replies = self.replies(state)
        known = [self._look_up(after, wanted) for after in replies]
        unknown = (after for after, value in zip(replies, known, strict=True) if value is None)
        result = wanted if wanted in known or any(self._prove(after) is wanted for after in unknown) else not wanted
        self._first_wins[state] = result
        return result

    def _prove(self, state: State) -> bool:
        """Who wins, searched for unless the search of a sibling has met it meanwhile."""
        known = self._first_wins.get(state)
        return self._search(state) if known is None else known

    def _look_up(self, after: State, wanted: bool) -> bool | None:
        """What is known of a state: if the game is over there, the player who wanted it has laid last."""
        known = self._first_wins.get(after)
        if known is None and self.is_over(after):
            known = self._first_wins[after] = wanted
        return known


def _size(squares: SquareSet) -> int:
    return squares.bit_count()
