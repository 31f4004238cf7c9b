"""What to play: a tree search, with proofs where two play and the rest can be searched to the end. Called by the game.

The aim is to lay last. Until the end is near that means being slow: who has cubes left when the others have none lays
last. A leaf of the tree is weighed by the cubes that each player has left, and the best child's weight is carried up;
random trial games say less, for they are full of long runs that no good player lays. Near the end it is a fight for
parity, and whoever first sees through to the end decides it: half of the work of each round goes into the proof.
"""

from math import exp, log, sqrt
from random import Random
from statistics import fmean

from rules.errors import counted
from rules.game import Advice, Budget, RankedMove

from .endgame import State, Table
from .moves import Move, Run
from .position import Position
from .runs import shortest_runs
from .squares import BOARD

PROOF_SQUARES = 44
"""With more empty squares than these no proof is tried. Chosen: a proof of more hardly ever ends within a second."""

PROOF_NODES = 100
"""Positions that one round looks at for the proof: some two milliseconds, as long as a round's step in the tree."""

CURIOSITY = 0.1
"""Weight of what was seldom looked at, as in UCB1 (Auer et al. 2002); with 0.3 the tree stays broad and shallow."""

CUBE_WEIGHT = 0.75
"""How much a cube more makes a win more likely: e to this power in odds, against each other player. Measured: in 150
games of two players of random shortest runs, with 45 to 100 squares empty, the one to move won 0.37, 0.51, 0.64, 0.81
and 0.99 of them with 0 to 4 cubes more than the other."""


def advise(position: Position, may_go_on: Budget, seed: int = 0) -> Advice[Move]:
    """All legal moves ranked by the chance to lay last.

    Parameters
    ----------
    position : Position
        Of a game, not of a puzzle, with stocks.
    may_go_on : Budget
        Asked before each round: one state more in the tree, and `PROOF_NODES` positions of the proof.
    seed : int
        The same seed and number of rounds give the same advice.
    """
    moves = position.legal_moves()
    if not moves:
        return Advice((), _UNIT, is_exact=True, is_settled=True)
    search = _Search(position, Random(seed))
    after = [search.after(move) for move in moves]
    while not search.is_settled and may_go_on():
        search.round()
    ranked = sorted(zip(map(search.ranked, moves, after), map(search.is_over, after), strict=True), key=_best_first)
    return Advice(tuple(one for one, _ in ranked), _UNIT, search.is_proven, search.is_settled)


_UNIT = "chance to win"


def _best_first(move: tuple[RankedMove[Move], bool]) -> tuple[float, bool, int]:
    """By value; of equals what ends the game, which wins it, then the shorter, which leaves a lost game the longest."""
    one, ends_the_game = move
    return -one.value, not ends_the_game, one.move.length if isinstance(one.move, Run) else 0


class _Node:
    """A state in the tree: how often it was looked at, each player's chance to win, and who surely wins, if anybody.

    It is settled once more looks tell no more: somebody surely wins, or who does is the choice of one who does not.
    """

    __slots__ = ("chances", "children", "is_settled", "state", "visits", "winner")

    def __init__(self, state: State, chances: tuple[float, ...]) -> None:
        self.state = state
        self.winner: int | None = None
        self.is_settled = False
        self.chances = chances
        self.visits = 0
        self.children: list[_Node] = []


class _Search:
    """The tree below one position, and what was proven on the way. Players are counted from 0 here."""

    def __init__(self, position: Position, chance: Random) -> None:
        self._position = position
        self._chance = chance
        self._table = Table(position.ground)
        passer = position.options.guesser - 1 if position.may_pass else -1
        root: State = (position.filled, position.stocks, position.to_move - 1, position.turns, passer)
        self._is_duel = len(position.stocks) == 2
        self._root = _Node(root, self._weighed(root))
        self._expand(self._root)
        self._nodes = {child.state: child for child in self._root.children}

    @property
    def is_settled(self) -> bool:
        """Whether more rounds tell no more of any move."""
        return all(child.is_settled for child in self._root.children)

    @property
    def is_proven(self) -> bool:
        """Whether every move's value is proven."""
        return all(child.winner is not None for child in self._root.children)

    def after(self, move: Move) -> State:
        """The state after a legal move."""
        if isinstance(move, Run):
            return self._table.after_run(self._root.state, self._position.squares_of(move))
        return self._table.after_pass(self._root.state, self._position.pass_is_free)

    def is_over(self, state: State) -> bool:
        """Whether the game ends in a state."""
        return self._table.is_over(state)

    def round(self) -> None:
        """One state more in the tree, and a step of the proof."""
        self._descend(self._root)
        if not self._is_duel or (BOARD & ~self._root.state[0]).bit_count() > PROOF_SQUARES:
            return
        # The position itself first: that finds the best move soonest. Then the other moves.
        goal = next((node for node in (self._root, *self._root.children) if node.winner is None), self._root)
        self._table.first_wins(goal.state, PROOF_NODES)
        for node in (self._root, *self._root.children):
            self._look_up(node)

    def ranked(self, move: Move, state: State) -> RankedMove[Move]:
        """A move's value and why."""
        node, mover = self._nodes[state], self._root.state[2]
        if node.winner == mover:
            by = "wins against every defence" if len(state[1]) > 1 else "lays the last cube too: nobody else plays"
            return RankedMove(move, 1.0, "lays the last cube" if self.is_over(state) else by)
        if node.winner is not None:
            return RankedMove(move, 0.0, "loses to the best reply")
        return RankedMove(move, node.chances[mover], self._why(state, mover))

    def _why(self, state: State, mover: int) -> str:
        left = [sum(stock) for stock in state[1]]
        others = max(cubes for player, cubes in enumerate(left) if player != mover)
        whom = "the other" if self._is_duel else "the richest other"
        return f"leaves {counted(left[mover], 'cube')} to player {mover + 1} and {others} to {whom}"

    def _descend(self, node: _Node) -> None:
        """Follow what promises most down to a node without children, give it some, and carry back what that says."""
        self._look_up(node)
        if node.is_settled and node is not self._root:
            return
        node.visits += 1
        if node.children:
            self._descend(self._chosen(node))
        else:
            self._expand(node)
        self._carry_back(node)

    def _carry_back(self, node: _Node) -> None:
        """Note what a node's children say of it."""
        mover = node.state[2]
        winners = {child.winner for child in node.children}
        if mover in winners:
            self._settle(node, mover)
        elif len(winners) == 1 and (winner := winners.pop()) is not None:
            self._settle(node, winner)
        if node.winner is None:
            node.chances = _carried(mover, [child.chances for child in node.children])
            node.is_settled = all(child.is_settled for child in node.children)

    def _expand(self, node: _Node) -> None:
        for state in self._table.replies(node.state):
            is_last = len(node.state[1]) == 1 or self.is_over(state)
            child = _Node(state, self._weighed(state))
            node.children.append(child)
            if is_last:
                self._settle(child, node.state[2])
            self._look_up(child)
        self._chance.shuffle(node.children)

    def _chosen(self, node: _Node) -> _Node:
        """The child to look at next: of those that are not settled one that promises much, or was seldom looked at."""
        mover = node.state[2]
        among = [child for child in node.children if not child.is_settled]
        spread = CURIOSITY * sqrt(log(node.visits + 1))
        return max(among, key=lambda child: child.chances[mover] + spread / sqrt(child.visits + 1))

    def _settle(self, node: _Node, winner: int) -> None:
        """Note who surely wins."""
        node.winner = winner
        node.is_settled = True
        node.chances = tuple(float(player == winner) for player in range(len(node.chances)))
        if self._is_duel:
            self._table.note(node.state, winner == 0)

    def _look_up(self, node: _Node) -> None:
        """Take over what the proof has found; it is about two players."""
        if node.winner is None and self._is_duel:
            first_wins = self._table.known(node.state)
            if first_wins is not None:
                self._settle(node, 1 - int(first_wins))

    def _weighed(self, state: State) -> tuple[float, ...]:
        """The chance of each player to lay last, from the cubes that each has left after half of the next turn.

        Half, so that positions before and after a turn compare: otherwise each look a turn deeper would seem worse.
        """
        filled, stocks, mover, _, _ = state
        sets = shortest_runs(self._table.ground, filled, stocks[mover])
        cubes: list[float] = [sum(stock) for stock in stocks]
        cubes[mover] -= sets[0].length / 2 if sets else 0
        most = max(cubes)
        weights = [exp(CUBE_WEIGHT * (count - most)) for count in cubes]
        return tuple(weight / sum(weights) for weight in weights)


def _carried(mover: int, children: list[tuple[float, ...]]) -> tuple[float, ...]:
    """The chances that the mover's best child gives; of several that are equal to the mover the mean.

    So what somebody may do either way is certain for nobody.

    Examples
    --------
    >>> _carried(2, [(1.0, 0.0, 0.0), (0.0, 1.0, 0.0)])
    (0.5, 0.5, 0.0)
    """
    most = max(chances[mover] for chances in children)
    # Each outcome once: a mean of many that are the same is rounded.
    best = dict.fromkeys(chances for chances in children if chances[mover] == most)
    return tuple(map(fmean, zip(*best, strict=True)))
