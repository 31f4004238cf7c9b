"""From what a look shows to what is committed: which cubes are new, gone or others. Called by `looks`.

Pure: a game and a difference in, the next game and its events out. What stands is followed as what it is; what is
legal is said beside it.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from itertools import takewhile

from referee.verdicts.verdict import deliver
from rules.errors import counted
from rules.games.babel import Cell
from vision.games.babel.evidence import Reading
from vision.games.babel.following import Difference
from vision.games.babel.memory import CubeMemory

from .changing import is_exchanged, is_unseen, judged_without, put_back, take_away, take_one_away, turn, was_there
from .events import Event
from .game_events import EventKind
from .outcome import Outcome, ply_number, ply_of, standing_fault, start_event, then
from .placing import place_all
from .state import GameState

#: As many cubes gone at once are a tower that fell, as many others a tower misread; as many new ones are no placements.
FALLEN, TOO_MANY = 3, 4


def begin(reading: Reading | None, game: GameState, time: float, kind: EventKind = EventKind.JOINED) -> Outcome:
    """The first look: a game before its first cube, its first cube, or a game that is joined, told as `kind`."""
    begun = replace(game, has_begun=True)
    if reading is None:
        return Outcome(begun, (start_event(begun, time),))
    if is_first_cube(reading):
        (cube,) = reading.cubes
        outcome = place_all(begun, {cube.cell: CubeMemory().seen(cube)}, time)
        return replace(outcome, events=(start_event(begun, time), *outcome.events))
    return _joined(begun, reading, time, kind)


def is_first_cube(reading: Reading) -> bool:
    """Whether one cube stands on the mat, and no other can: a game with its first placement."""
    return len(reading.cubes) == 1 and not reading.hidden


def _joined(game: GameState, reading: Reading, time: float, kind: EventKind) -> Outcome:
    """Go on from the tower as it stands: what was known of the cubes of another one says nothing about these.

    What is illegal about it is said, as `check` would: who placed which cube does not show.
    """
    cubes = {cube.cell: CubeMemory().seen(cube) for cube in reading.cubes}
    cubes |= {cell: CubeMemory() for cell in _holding(reading)}
    number = len(cubes)
    joined = GameState(
        options=game.options,
        cubes=cubes,
        start_hands=None,
        start_number=number,
        start_player=1 + number % 2,
        has_begun=True,
    )
    words = "Joined a game in progress" if kind is EventKind.JOINED else "In step again"
    message = f"{words}: {counted(number, 'cube')}; player {joined.to_move} is to move."
    event = Event(kind, time, message, position=joined.notation)
    faults = deliver(reading, game.options).faults
    return Outcome(joined, (event, *(standing_fault(fault, reading, joined, time) for fault in faults)))


def _holding(reading: Reading) -> tuple[Cell, ...]:
    """Cells out of view below the highest cube: taken to hold one, for levels are completed one after the other."""
    top = max(cube.cell[2] for cube in reading.cubes)
    return tuple(cell for cell in reading.hidden if cell[2] < top)


def commit(game: GameState, difference: Difference, time: float) -> Outcome:
    """Commit what a look shows; both witnesses agree, or two looks did."""
    gone, new = len(difference.removed), len(difference.added) + len(difference.hidden)
    if game.is_played_out and _is_taken_down(game, difference, time):
        if gone == len(game.cubes) and not new:
            return begin(None, GameState(options=game.options), time)
        message = "The game is over and its tower is taken down; the next game begins once the mat is empty."
        return Outcome(game, (Event(EventKind.TAKEN_DOWN, time, message),), None, is_lost=True)
    if gone >= FALLEN:
        message = f"{gone} cubes are gone at once: the tower fell, or was taken down. Build it up again, or begin anew."
        return Outcome(game, (Event(EventKind.TOPPLED, time, message),), None, is_lost=True)
    if new >= TOO_MANY:
        message = f"{new} cubes are new at once; in which order they came cannot be told."
        return Outcome(game, (Event(EventKind.OUT_OF_STEP, time, message),), None, is_lost=True)
    if len(difference.altered) >= FALLEN:
        message = f"{len(difference.altered)} cubes look otherwise than before; the tower is read anew."
        return Outcome(game, (Event(EventKind.OUT_OF_STEP, time, message),), None, is_lost=True)
    outcome, again = _touched(game, difference, time)
    added = again | {cube.cell: CubeMemory().seen(cube) for cube in difference.added}
    added |= {cell: CubeMemory() for cell in difference.hidden}
    back = {cell: memory for cell, memory in added.items() if ply_of(outcome.game, cell) is not None}
    for cell, memory in back.items():
        outcome = then(outcome, put_back(outcome.game, cell, memory, time))
    late = {cell: memory for cell, memory in added.items() if is_unseen(outcome.game, cell)}
    for cell, memory in late.items():
        outcome = then(outcome, was_there(outcome.game, cell, memory, time))
    placed = {cell: memory for cell, memory in added.items() if cell not in back and cell not in late}
    if not placed:
        return outcome
    turns_open = _turns_open(outcome.game, difference, placed)
    plies = (
        replace(ply, is_order_known=ply.is_order_known and ply.cell not in turns_open) for ply in outcome.game.plies
    )
    known = replace(outcome.game, plies=tuple(plies))
    return then(outcome, place_all(known, placed, time, difference.unseen, turns_open))


def _turns_open(game: GameState, difference: Difference, placed: Collection[Cell]) -> frozenset[Cell]:
    """The cells of which nobody knows who filled them, now that these were placed.

    Whoever took the last cube back may have placed another one, and the next player in its place; and of one that a
    person told nobody has seen yet whether it came first.
    """
    others = {*difference.doubtful, *(cube.cell for cube in difference.altered)}
    others |= {cell for cell, memory in game.cubes.items() if memory.told is not None and not memory.type_looks}
    exchanged = frozenset(ply.cell for ply in takewhile(lambda ply: ply.cell in others, reversed(game.plies)))
    return exchanged.union(placed) if exchanged else exchanged


def _touched(game: GameState, difference: Difference, time: float) -> tuple[Outcome, dict[Cell, CubeMemory]]:
    """What becomes of the cubes that stood there, and what is seen of those placed anew where others were taken back.

    If an earlier one is gone or another, cubes placed after it that do not surely look as before were taken back first.
    """
    altered = {cube.cell: cube for cube in difference.altered}
    now = {cell: game.cubes[cell] for cell in difference.doubtful}
    now |= {cell: CubeMemory().seen(cube) for cell, cube in altered.items()}
    first = min((ply_number(game, cell) for cell in (*difference.removed, *altered)), default=game.number)
    outcome, again = Outcome(game), {}
    # Of those that stood there when the game was joined, the highest came last.
    for cell in sorted({*difference.removed, *now}, key=lambda cell: (-ply_number(game, cell), -cell[2])):
        if cell in now and is_exchanged(outcome.game, cell, now[cell], ply_number(game, cell) > first):
            again[cell] = now[cell]
        if cell in difference.removed or cell in again:
            outcome = then(outcome, take_one_away(outcome.game, cell, time))
        elif cell in altered:
            outcome = then(outcome, turn(outcome.game, altered[cell], time))
    return then(outcome, judged_without(game, outcome, time)), again


def _is_taken_down(game: GameState, difference: Difference, time: float) -> bool:
    """Whether another cube than the last one is gone or lies otherwise: after the end nobody is blamed for that."""
    touched = {*difference.removed, *(cube.cell for cube in difference.altered)}
    if touched <= {ply.cell for ply in game.plies[-1:]}:
        return False
    if len(touched) > 1 or difference.altered:
        return True
    (cell,) = touched
    return not _may_be_taken_back(game, cell, time)


def _may_be_taken_back(game: GameState, cell: Cell, time: float) -> bool:
    """Whether a cube may have been the last one, as each of those that came at once, with nobody to blame then."""
    kinds = {event.kind for event in take_away(game, cell, time).events}
    return EventKind.UNDO in kinds and EventKind.FAULT not in kinds


def forget(game: GameState, cells: Iterable[Cell]) -> GameState:
    """The game with nothing known of the cubes in these cells but that one stands there: none empties a hand."""
    unknown = dict.fromkeys(cells, CubeMemory())
    plies = tuple(replace(ply, confidence=0.0) if ply.cell in unknown else ply for ply in game.plies)
    return replace(game, cubes={**game.cubes, **unknown}, plies=plies)


def remember(game: GameState, reading: Reading, but: Sequence[Cell]) -> GameState:
    """The game with one more look at every cube that was there before."""
    cubes = dict(game.cubes)
    for cube in reading.cubes:
        if cube.cell in cubes and cube.cell not in but:
            cubes[cube.cell] = cubes[cube.cell].seen(cube)
    return replace(game, cubes=cubes)
