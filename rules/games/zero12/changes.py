"""What happened between two looks at the board: the turns that explain it, or the fault.

Called for every change that a camera sees. Only the boards count: whose turn it is and what is left comes from the
position before.
"""

from collections.abc import Iterator
from dataclasses import replace

from rules.errors import IncompletePosition, listed
from rules.game import Explanation, Fault

from .card import CODES
from .legality import colour_fault, move_faults
from .moves import Move, Pass, Run
from .position import Position
from .squares import SIDE, Direction, Square, SquareSet, is_on_board, square_name, square_names, squares_in

MOST_TURNS = 3
"""More turns than these between two looks are not explained one by one."""


def explain(before: Position, after: Position) -> Explanation[Move]:
    """The fewest turns that lead from one board to the other, in every way there is.

    Parameters
    ----------
    before : Position
        With stocks.
    after : Position
        Only its card and board count.

    Raises
    ------
    IncompletePosition
        More has changed than so few turns explain, and more turns might.

    Examples
    --------
    >>> from .moves import move_notation, parse_move
    >>> from .position import start
    >>> first = start()
    >>> [list(map(move_notation, way)) for way in explain(first, first.applied(parse_move("a1E3"))).ways]
    [['a1E3']]
    """
    if before.options.card != after.options.card:
        return Explanation((), (Fault("1", (), "The card is another one; it stays the same during the game."),))
    if before.laid == after.laid:
        return Explanation(((),), ())
    if before.options.mode == "sliding":
        return _explain_slides(before, after)
    faults = tuple(_alterations(before, after)) or tuple(_wrong_colours(before, after))
    if faults:
        return Explanation((), faults)
    new = after.filled & ~before.filled
    if before.is_over:
        told = f"The game was over before {listed(square_names(new))} came."
        return Explanation((), (Fault("7", square_names(new), told),))
    longest = SIDE if before.options.mode == "game" else 1
    fewest = -(-new.bit_count() // longest)
    for turns in range(max(1, fewest), MOST_TURNS + 1):
        ways = tuple(_ways(before, new, turns))
        if ways:
            return Explanation(ways, ())
    may_have_erred = before.options.mode == "game" and before.options.replay == "after_correction"
    if fewest <= MOST_TURNS and may_have_erred and any(_ways(before, new, MOST_TURNS, may_have_erred=True)):
        names = listed(square_names(new))
        raise IncompletePosition(f"{names} are new, which is legal if a mistake was taken back before (rule 5)")
    return Explanation((), _faults(before, new))


def _alterations(before: Position, after: Position) -> Iterator[Fault]:
    """Cubes that were there and are gone or have become others."""
    for square in squares_in(before.filled):
        name, now = square_name(square), after.cube(square)
        if now is None:
            yield Fault("2", (name,), f"The cube on {name} has been taken away; a turn only adds cubes.")
        elif now != before.cube(square):
            yield Fault("2", (name,), f"The cube on {name} has been exchanged; a turn only adds cubes.")


def _wrong_colours(before: Position, after: Position) -> Iterator[Fault]:
    for code in CODES:
        for square in squares_in(after.laid[code] & ~before.filled & ~before.ground.sets.of_code[code]):
            yield colour_fault(before, square, code)


def _ways(position: Position, new: SquareSet, turns: int, may_have_erred: bool = False) -> Iterator[tuple[Move, ...]]:
    """Every row of so many turns with cubes, and passes where they are forced, that fills just these squares.

    With `may_have_erred`, mistakes that were taken back, which leave no trace, may have come before any of them: then
    the same player has two turns.
    """
    if not new:
        yield ()
    if not new or not turns:
        return
    for standing in (position, replace(position, turns=2)) if may_have_erred else (position,):
        for move in standing.legal_moves():
            if isinstance(move, Pass):
                if standing.turns > position.turns:
                    continue  # a pass out of the turn after a mistake only leads back here
                ways = _ways(standing.applied(move), new, turns, may_have_erred)
            elif isinstance(move, Run) and _fits(standing.squares_of(move), new, turns):
                ways = _ways(standing.applied(move), new & ~standing.squares_of(move), turns - 1, may_have_erred)
            else:
                continue
            for way in ways:
                yield (move, *way)


def _fits(squares: SquareSet, new: SquareSet, turns: int) -> bool:
    """Whether a run lies among the new cubes, and leaves no more of them than the turns after it can lay."""
    return not squares & ~new and (new & ~squares).bit_count() <= SIDE * (turns - 1)


def _faults(before: Position, new: SquareSet) -> tuple[Fault, ...]:
    """Why the new cubes, all of the card's colours, are no run."""
    squares, names = tuple(squares_in(new)), square_names(new)
    told = f"{listed(names)} are new, and {MOST_TURNS} turns or fewer do not explain them"
    if len(squares) > MOST_TURNS:
        raise IncompletePosition(f"{told}; more may have been played between the two looks")
    if before.options.mode == "puzzle":
        return (Fault("8", names, f"{listed(names)} are new; in the puzzle cubes are laid one by one."),)
    column_step, row_step = (_sign(end - start) for start, end in zip(squares[0], squares[-1], strict=True))
    way = None if len(squares) == 1 else Direction((column_step, row_step))
    line = _squares_between(squares[0], squares[-1], way)
    if not set(squares) <= set(line):
        return (Fault("2", names, f"{told}: they do not lie in one straight line."),)
    if way and not way.is_straight:
        return (Fault("2", names, f"{told}: they lie on a diagonal, and a run goes N, E, S or W."),)
    gaps = tuple(square_name(square) for square in line if square not in squares)
    if gaps:
        return (Fault("2", names, f"{told}: a run has no gaps, and they leave out {listed(gaps)}."),)
    readings = [Run(squares[0], way, len(squares))]
    if way:
        readings.append(Run(squares[-1], way.opposite, len(squares)))
    # Of readings with as many faults one that keeps rules 2 and 3 is meant: the others are only asked of such a run.
    return min((move_faults(before, run) for run in readings), key=lambda faults: (len(faults), faults[0].rule in "23"))


def _squares_between(first: Square, last: Square, way: Direction | None) -> tuple[Square, ...]:
    """The squares from one to another, both included, going one way until the board ends if it misses the other."""
    if way is None:
        return (first,)
    squares = [first]
    while squares[-1] != last and is_on_board(way.beside(squares[-1])):
        squares.append(way.beside(squares[-1]))
    return tuple(squares)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _explain_slides(before: Position, after: Position) -> Explanation[Move]:
    """The fewest slides."""
    changed = 0
    for old, now in zip(before.laid, after.laid, strict=True):
        changed |= old ^ now
    names = square_names(changed)
    if any(old.bit_count() != now.bit_count() for old, now in zip(before.laid, after.laid, strict=True)):
        return Explanation((), (Fault("8", names, "Other cubes lie there than before; slides only move them."),))
    reached: list[tuple[Position, tuple[Move, ...]]] = [(before, ())]
    for _ in range(MOST_TURNS):
        reached = [(place.applied(move), (*way, move)) for place, way in reached for move in place.legal_moves()]
        ways = tuple(way for place, way in reached if place.laid == after.laid)
        if ways:
            return Explanation(ways, ())
    raise IncompletePosition(f"{listed(names)} have changed, and {MOST_TURNS} slides or fewer do not explain them")
