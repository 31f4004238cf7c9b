"""Ways to part what was laid into turns: how each goes on, and how it ends. Called by `turns`."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from rules.game import Fault
from rules.games.zero12 import CODES, SIDE, Laid, Mistake, Move, Pass, Position, Run, bit, cube_on
from rules.games.zero12.squares import STRAIGHT, SquareSet, squares_in

from .game import Line, Turn, filled, lies_within

# So many turns may be over between two sights.
_MOST_TURNS = 3
# With more ways than these nobody knows who has what left.
_MOST_LINES = 48


@dataclass(frozen=True, slots=True)
class Next:
    """The position of whoever lays next, and who has to pass before."""

    position: Position
    passed: tuple[int, ...] = ()


def next_to_lay(line: Line) -> Next:
    """Who lays next: whoever has nothing that fits has passed."""
    position = line.judged_from
    passed: list[int] = []
    while len(passed) < position.options.players and _legal_moves(position) == (Pass(),):
        passed.append(position.to_move)
        position = position.applied(Pass())
    return Next(position, tuple(passed) if line.is_sure else ())


def ways_on(line: Line, lying: SquareSet, laid: Laid, turns: int = _MOST_TURNS) -> Iterator[Line]:
    """Every way on to a board with so many turns more over and the rest of its cubes under way; those that lie there
    already are of the first."""
    up = next_to_lay(line)
    position = up.position
    new = filled(laid) & ~position.filled
    if any(laid[code] & new & ~position.ground.sets.of_code[code] for code in CODES):
        return
    if not new or _is_begun(position, new):
        yield line
    if not turns:
        return
    earlier = lying & new
    for squares, run in dict(_runs(position)).items():
        if squares != new and not squares & ~new and not earlier & ~squares:
            yield from ways_on(_with_run(line, up, run), 0, laid, turns - 1)


def kept(lines: Iterable[Line]) -> tuple[Line, ...]:
    """The lines without those that lead to the position of a likelier one; of too many the last are one that knows
    less."""
    those: dict[Position, Line] = {}
    for line in lines:
        less = line if len(those) < _MOST_LINES else line.unsure
        those.setdefault(less.position, less)
    return tuple(those.values())


def once_over(lines: Iterable[Line], laid: Laid) -> tuple[Line, ...]:
    """The lines in which the turn under way may be over, once it is."""
    over = []
    for line in lines:
        up = next_to_lay(line)
        run = dict(_runs(up.position)).get(filled(laid) & ~line.position.filled)
        after = None if run is None else _with_run(line, up, run)
        if after is not None and lies_within(after.position.laid, laid):
            over.append(after)
    return tuple(over)


def with_wrong_turn(line: Line, laid: Laid, faults: tuple[Fault, ...]) -> Line:
    """The line once wrong cubes are left lying; as it is if none are."""
    if not filled(laid) & ~line.position.filled:
        return line
    up = next_to_lay(line)
    position = up.position
    new = (now & ~before for now, before in zip(laid, position.laid, strict=True))
    left = [max(0, have - squares.bit_count()) for have, squares in zip(position.stock, new, strict=True)]
    stocks = tuple(
        (left[0], left[1], left[2]) if player == position.to_move else stock
        for player, stock in enumerate(position.stocks, start=1)
    )
    after = replace(position.applied(Pass()), laid=laid, stocks=stocks, last=position.to_move)
    return line.after(_turn(line, up, _nearest_run(line, laid), faults), after)


def with_mistake(line: Line, laid: Laid, faults: tuple[Fault, ...]) -> Line:
    """The line once wrong cubes were taken back: by rule 5 whoever laid them plays, and once more. As it is if there
    were none."""
    if not filled(laid) & ~line.position.filled:
        return line
    up, mistake = next_to_lay(line), Mistake(_nearest_run(line, laid))
    return line.after(_turn(line, up, mistake, faults), up.position.applied(mistake))


def turns_before(line: Line, laid: Laid) -> int | None:
    """How many turns of a line led to an earlier board; None if it never was."""
    counts = reversed(range(len(line.turns)))
    return next((count for count in counts if line.turns[count].before.laid == laid), None)


@lru_cache(maxsize=2**12)
def _legal_moves(position: Position) -> tuple[Move, ...]:
    """`Position.legal_moves`, kept: each sight asks for those of the same positions again."""
    return position.legal_moves()


@lru_cache(maxsize=2**12)
def _runs(position: Position) -> tuple[tuple[SquareSet, Run], ...]:
    """The legal runs, each with its squares; several may fill the same ones."""
    return tuple((position.squares_of(move), move) for move in _legal_moves(position) if isinstance(move, Run))


def _is_begun(position: Position, new: SquareSet) -> bool:
    """Whether cubes are the first of a legal run, or all of it."""
    count = new.bit_count()
    runs = (run for squares, run in _runs(position) if not new & ~squares)
    return any(sum(map(bit, run.squares[:count])) == new for run in runs)


def _with_run(line: Line, up: Next, run: Run) -> Line:
    """The line once a legal run is over."""
    return line.after(_turn(line, up, run), up.position.applied(run))


def _turn(line: Line, up: Next, move: Run | Mistake, faults: tuple[Fault, ...] = ()) -> Turn:
    return Turn(line.position, move, up.position.to_move if line.is_sure else None, faults, up.passed)


def _nearest_run(line: Line, laid: Laid) -> Run:
    """The cubes of the turn under way as a run, or the first of them if they are none."""
    new = filled(laid) & ~line.position.filled
    codes = {square: cube_on(laid, square) for square in squares_in(new)}
    first = next(iter(codes))
    lengths = (len(codes),) if 1 < len(codes) <= SIDE else ()
    for run in (Run(first, way, length) for length in lengths for way in STRAIGHT):
        if set(run.squares) == set(codes):
            return replace(run, colours="".join(str(codes[square]) for square in run.squares))
    return Run(first, colours=str(codes[first]))
