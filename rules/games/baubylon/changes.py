"""What happened between two looks at the building: the moves that explain it, or the fault.

Called for every change that a camera sees. Of the later position only the stacks count.
"""

from collections.abc import Iterator
from dataclasses import replace

from rules.errors import IncompletePosition
from rules.game import CHANCE, Budget, Explanation, Fault
from rules.search import rounds

from .ground import HOME, reachable
from .legality import legal_moves, move_faults
from .moves import DIE, Move, Pass, PlaceRed, Roll, Source, Travel, place_words
from .position import RED, Position, Stack
from .squares import Square, square_name

MOST_TURNS = 3
"""What so many turns may have made of red pawns, once the last were put down, is held against nobody."""
MOST_LOOKED_AT = 8_000
"""A change that this many positions, each after a roll, do not explain is left open: that is some seconds."""

_Left = tuple[Position, int, int]
"""A position, and how many turns and passes are left from there."""


def explain(before: Position, after: Position) -> Explanation[Move]:
    """The moves that lead from one position's stacks to another's.

    Parameters
    ----------
    before : Position
        Whose turn it is counts, and the roll if it is known; otherwise each roll is tried.
    after : Position
        Only its stacks count.

    Raises
    ------
    IncompletePosition
        More has changed than so few turns explain, and more turns might.

    Examples
    --------
    >>> from .notation import parse_position
    >>> change = explain(parse_position("12/23"), parse_position("12/23 a2:1"))
    >>> [[str(move) for move in way] for way in change.ways]
    [['roll=3', 'home-a2']]
    """
    if before.options.building != after.options.building:
        return Explanation((), (Fault("B4", (), "The building has changed; it stays as it is during the game."),))
    changed = _changed(before, after)
    if not changed:
        return Explanation(((),), ())
    if before.is_over:
        names = tuple(map(square_name, changed))
        return Explanation((), (Fault("M8", names, f"Player {before.winner} has won; nobody moves any more."),))
    if before.red_left and (before.red_left >= MOST_TURNS or _are_only_put_down(before, after)):
        placings = _placings(before, after, changed)
        if placings.faults:
            _require_placing_goes_on(before, after)
        return placings
    may_go_on = rounds(MOST_LOOKED_AT)
    for turns, passes in ((1, 0), (2, 0), (1, before.options.players - 1)):
        ways = tuple(_ways(before, after, turns, passes, may_go_on))
        if ways:
            return Explanation(ways, ())
    _require_placing_goes_on(before, after)
    # Who tells the roll looks at one turn after another, and who puts red pawns down makes no turns yet.
    if not (before.roll or before.red_left or _is_out_of_reach(before, after, changed)):
        turns_told = f"no two turns from player {before.player}'s on make this change"
        raise IncompletePosition(f"{turns_told}; more may have been played between the two looks")
    return Explanation((), tuple(_change_faults(before, after, changed)))


def _changed(before: Position, after: Position) -> list[Square]:
    pairs = zip(before.ground.building.squares, before.stacks, after.stacks, strict=True)
    return [square for square, first, second in pairs if first != second]


def _are_only_put_down(before: Position, after: Position) -> bool:
    """Whether red pawns were put on stacks, no more than there are left, and nothing else has happened."""
    added = [_red_added(*pair) for pair in zip(before.stacks, after.stacks, strict=True)]
    return None not in added and sum(filter(None, added)) <= before.red_left


def _require_placing_goes_on(before: Position, after: Position) -> None:
    """Accuse nobody of what turns may have done once the last red pawns were put down: move them, or throw them out."""
    may_take_many = before.options.push_when == "in_passing" or before.options.table_stopping
    standing, now = (sum(stack.count(RED) for stack in position.stacks) for position in (before, after))
    missing = standing + before.red_left - now
    # Red pawns are put on different squares first; a turn then throws one pawn out, or makes one stack higher.
    climbed = sum(max(0, len(stack) - 1) for stack in after.stacks) if before.options.red_setup == "spread" else 0
    climbers = sum(map(len, after.stacks)) - now
    if before.red_left and (may_take_many or missing + climbed <= max(MOST_TURNS, 2 * climbers)):
        raise IncompletePosition("the last red pawns may have been put down, and turns played, between the two looks")


def _red_added(before: Stack, after: Stack) -> int | None:
    """How many red pawns were put on a stack; None if anything else has happened to it."""
    added = after[len(before) :]
    is_all = after[: len(before)] == before and all(pawn == RED for pawn in added)
    return len(added) if is_all else None


def _ways(position: Position, goal: Position, turns: int, passes: int, may_go_on: Budget) -> Iterator[tuple[Move, ...]]:
    """Every row of so many turns, and at most so many passes beside them, that leads to the goal's stacks.

    Passes leave no trace, so of the rolls before one the lowest is told; `may_go_on` is asked at each position.
    """
    if not _is_near(position, goal, turns):
        return
    if not turns:
        yield ()
        return
    # Many moves lead to the same position, above all those that return to their start.
    onward: dict[_Left, tuple[tuple[Move, ...], ...]] = {}
    for moves, left in _next_turns(position, turns, passes, may_go_on):
        if left not in onward:
            after, turns_left, passes_left = left
            onward[left] = tuple(_ways(after, goal, turns_left, passes_left, may_go_on))
        for rest in onward[left]:
            yield (*moves, *rest)


def _is_out_of_reach(before: Position, after: Position, changed: list[Square]) -> bool:
    """Whether a pawn has come to where no steps lead, from its square or from the table.

    Nothing less speaks against any number of turns: pawns that come back to their squares leave no trace.
    """
    attempt = _attempt(before, after, changed)
    if attempt is None:
        return False
    starts = {HOME, HOME if isinstance(attempt.start, Source) else attempt.start}
    return all(attempt.end not in reachable(before.options, start) for start in starts)


def _is_near(position: Position, goal: Position, turns: int) -> bool:
    """Whether so many turns can change as many stacks as differ."""
    # One turn changes the stack it starts from, the one it ends on, and those that it pushes at in passing.
    changed_by_one = 2 if position.options.push_when == "at_the_end" else 2 + DIE[-1]
    return len(_changed(position, goal)) <= changed_by_one * turns


def _next_turns(
    position: Position, turns: int, passes: int, may_go_on: Budget
) -> Iterator[tuple[tuple[Move, ...], _Left]]:
    """The moves of each turn or pass that may come next, with what they lead to and how many of both are left then."""
    rolls = map(Roll, DIE) if position.to_move == CHANCE else (None,)
    has_passed = False
    for roll in rolls:
        if not may_go_on():
            raise IncompletePosition(
                "the change can come about in too many ways to look at; show the stacks more often"
            )
        rolled = position.applied(roll) if roll else position
        for move in legal_moves(rolled):
            is_beside = passes > 0 and isinstance(move, Pass)
            if is_beside and has_passed:
                continue
            has_passed |= is_beside
            yield (
                (*((roll,) if roll else ()), move),
                (rolled.applied(move), turns - (not is_beside), passes - is_beside),
            )


def _placings(before: Position, after: Position, changed: list[Square]) -> Explanation[Move]:
    """Red pawns put down one after another, in the order of their squares; any order would do."""
    row: list[Move] = []
    position = before
    for square in changed:
        added = _red_added(before.stack(square), after.stack(square))
        if added is None:
            message = f"{square_name(square)}: before the game red pawns are put down, one at a time, and nothing else."
            return Explanation((), (Fault("B5", (square_name(square),), message),))
        for _ in range(added):
            faults = move_faults(position, PlaceRed(square))
            if faults:
                return Explanation((), faults)
            row.append(PlaceRed(square))
            position = position.applied(row[-1])
    return Explanation((tuple(row),), ())


def _change_faults(before: Position, after: Position, changed: list[Square]) -> Iterator[Fault]:
    """What is wrong with a change that no turns explain, read as the one move that it looks like."""
    attempt = _attempt(before, after, changed)
    if attempt is not None:
        yield from _faults_with_any_roll(before, attempt)
        return
    stranger = _stranger(before, after, changed)
    if stranger is not None:
        yield stranger
        return
    names = tuple(map(square_name, changed))
    squares = f"{' '.join(names[:8])}{' ...' if len(names) > 8 else ''}"
    if before.roll and len(changed) == 1:
        first, second = before.stack(changed[0]), after.stack(changed[0])
        if first and second and first[0] != second[0]:
            yield Fault("M6", names, f"{squares}: the stack has changed below its top, where no pawn can move.")
            return
    turns = f"no turns from player {before.player}'s on that can be told apart make this change"
    raise IncompletePosition(f"{squares}: {turns}; more may have been played between the two looks")


def _attempt(before: Position, after: Position, changed: list[Square]) -> Travel | None:
    """The way that a change looks like: one pawn less here, that pawn on top there; None if it looks like none."""
    left = [square for square in changed if after.stack(square) == before.stack(square)[:-1]]
    come = [square for square in changed if square not in left]
    if len(come) != 1 or len(left) > 1:
        return None
    end = come[0]
    old, new = before.stack(end), after.stack(end)
    mover = new[-1] if new else None
    if mover is None or new[:-1] not in (old, old[:-1]):
        return None
    pushed = (end,) if new[:-1] != old else ()
    if left:
        return Travel(left[0], end, pushed) if before.stack(left[0])[-1] == mover else None
    if mover == before.player:
        return Travel(Source.HOME, end, pushed)
    return Travel(Source.RED, end, pushed) if mover == RED else None


def _stranger(before: Position, after: Position, changed: list[Square]) -> Fault | None:
    """The fault of a pawn that has entered out of turn; one of the player's own, or a red one, is an `_attempt`."""
    if len(changed) != 1:
        return None
    name, old, new = square_name(changed[0]), before.stack(changed[0]), after.stack(changed[0])
    if not new or new[:-1] not in (old, old[:-1]):
        return None
    return Fault(
        "M1", (name,), f"{name}: a pawn of player {new[-1]} has entered, but it is player {before.player}'s turn."
    )


def _faults_with_any_roll(before: Position, move: Travel) -> tuple[Fault, ...]:
    """The faults of a move with the roll if it is known, or before any roll; otherwise those of every roll."""
    if before.roll or before.red_left:
        return move_faults(before, move)
    by_roll = [move_faults(replace(before, roll=points), move) for points in DIE]
    if all(faults == by_roll[0] for faults in by_roll):
        return by_roll[0]
    places = tuple(dict.fromkeys(place for faults in by_roll for fault in faults for place in fault.places))
    message = f"{place_words(move.end)} cannot be reached from {place_words(move.start)} with any roll."
    return (Fault("M1", places, message),)
