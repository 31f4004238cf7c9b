"""Where a pawn can get to with how many points, by climbing stacks and by pushing. The heart of M1 to M7.

Called by `legality` and `outlook`, and by `alone` for a pawn on an empty building.
"""

from collections.abc import Iterable

from .ground import HOME, points_from_pawns
from .moves import Source
from .position import RED, Position, Stack, counted_pawns
from .squares import Square

Arrival = tuple[Square | Source, tuple[Square, ...]]
"""Where a way ends, `Source.HOME` off the building, and the stacks from which it pushes a pawn off, in order of their
squares."""

_Memory = tuple[Square | None, frozenset[Square], tuple[Square, ...]]
"""Of the way so far, what the rule set asks about: its direction, the squares passed, the stacks pushed."""
_NOTHING: _Memory = (None, frozenset(), ())


def arrivals(position: Position, start: Square | Source, most: int) -> list[set[Arrival]]:
    """Every end of a way, by its points.

    Parameters
    ----------
    position : Position
        Whose `player` moves.
    start : Square or Source
        Where the pawn is; on a square, the top pawn goes.
    most : int
        Points up to which ways are looked at.

    Returns
    -------
    list of set of Arrival
        Element n holds what can be reached with exactly n points; element 0 nothing.
    """
    return _Walk(position, start).arrivals(most)


def ground_square(end: Square | Source) -> Square:
    """The square by which the end of a way is sorted: off the building it is `HOME`, which comes before all others."""
    return HOME if isinstance(end, Source) else end


class _Walk:
    """All ways of one pawn, found together: what is reached with fewer points first."""

    def __init__(self, position: Position, start: Square | Source) -> None:
        self.options = position.options
        self.player = position.player
        self.ground = position.ground
        self.stacks: dict[Square, Stack] = dict(position.occupied())
        self.start = HOME if isinstance(start, Source) else start
        self.mover_is_red = start is Source.RED
        if not isinstance(start, Source):
            self.mover_is_red = self.stacks[start][-1] == RED
            self.stacks[start] = self.stacks[start][:-1]
        self.in_passing = self.options.push_when == "in_passing"
        self.remembers = self.in_passing or not (self.options.turning and self.options.squares_again)

    def arrivals(self, most: int) -> list[set[Arrival]]:
        found: list[set[Arrival]] = [set() for _ in range(most + 1)]
        reached: list[set[tuple[Square, _Memory]]] = [set() for _ in range(most + 1)]
        reached[0].add((self.start, (None, frozenset({self.start}), ())) if self.remembers else (self.start, _NOTHING))
        for spent in range(most):
            for square, memory in reached[spent]:
                for target, points in self._steps(square, memory):
                    total = spent + points
                    if total > most:
                        continue
                    after = self._remembered(memory, square, target) if self.remembers else memory
                    if after is None:
                        continue
                    if target not in self.stacks:
                        reached[total].add((target, after))
                        continue
                    stack = self._stack(target, after)
                    climbed = total + len(stack) * self.options.points_onto_pawn
                    if climbed <= most and self._may_climb(stack):
                        reached[climbed].add((target, after))
                    climbed -= self.options.points_onto_pawn
                    if climbed <= most and stack and self._may_push(square, target, stack):
                        pushed = tuple(sorted((*after[2], target)))
                        if self._may_stop(target):
                            found[climbed].add((target, pushed))
                        if self.in_passing:
                            reached[climbed].add((target, (after[0], after[1], pushed)))
        for points in range(1, most + 1):
            ends = ((square, memory[2]) for square, memory in reached[points] if self._may_stop(square))
            found[points].update((Source.HOME if self.ground.is_table(end) else end, pushed) for end, pushed in ends)
        return found

    def _steps(self, square: Square, memory: _Memory) -> Iterable[tuple[Square, int]]:
        steps = self.ground.steps[square]
        if square not in self.stacks:
            return steps
        under = len(self._stack(square, memory))
        if not under:
            return steps
        height = self.ground.building.height
        return (
            (target, points_from_pawns(self.options, height(target) - height(square), under)) for target, _ in steps
        )

    def _stack(self, square: Square, memory: _Memory) -> Stack:
        """The pawns on a square, without the one that moves and those that it has pushed off."""
        stack = self.stacks.get(square, ())
        return stack[: len(stack) - memory[2].count(square)] if memory[2] else stack

    def _remembered(self, memory: _Memory, square: Square, target: Square) -> _Memory | None:
        """What is known of the way after a step; None if the rule set forbids it."""
        direction, passed, pushed = memory
        if not self.options.squares_again:
            if target in passed:
                return None
            passed = passed | {target}
        if not self.options.turning and square != HOME:
            step = (target[0] - square[0], target[1] - square[1])
            if direction not in (None, step):
                return None
            direction = step
        return direction, passed, pushed

    def _may_climb(self, stack: Stack) -> bool:
        is_counted = self.options.limit_counts_red or not self.mover_is_red
        return not is_counted or counted_pawns(stack, self.options) < self.options.stack_limit

    def _may_push(self, square: Square, target: Square, stack: Stack) -> bool:
        if stack[-1] == self.player:
            return False
        has_room = self._may_climb(stack)
        # A red pawn that does not count makes no room for one that does.
        if not has_room and stack[-1] == RED and not self.options.limit_counts_red:
            return False
        if has_room and self.options.push_at == "full_stack":
            return False
        return self.options.push_level == "any" or self._level_allows(square, target)

    def _level_allows(self, square: Square, target: Square) -> bool:
        """Whether the last step is one from which M4 lets push, in editions that ask; entering is a way up."""
        height = self.ground.building.height
        rise = height(target) - (0 if square == HOME else height(square))
        return rise == 0 if self.options.push_level == "same" else rise >= 0

    def _may_stop(self, square: Square) -> bool:
        if self.ground.is_table(square):
            return self.options.table_stopping and (self.options.return_to_start or self.start != HOME)
        return self.options.return_to_start or square != self.start
