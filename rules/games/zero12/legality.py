"""Playing a move, and why one is wrong: each rule it breaks, with the squares and a sentence. Called by the game.

Rule 3 is looked at cube by cube here, in the order of laying, where `runs` looks at whole sets of squares.
"""

from collections.abc import Iterable, Iterator

from rules.errors import counted, listed, require_legal
from rules.game import Fault

from . import sliding
from .moves import Mistake, Move, Pass, Run, Slide, move_notation
from .position import Position
from .runs import cubes_of, runs_by_rule_4, runs_of_rule_6
from .squares import ALONE, STRAIGHT, Direction, Square, SquareSet, bit, is_on_board, square_name

_SIDES = {Direction.N: "North", Direction.E: "East", Direction.S: "South", Direction.W: "West"}


def play(position: Position, move: Move) -> Position:
    """The position after a move, or after a mistake that was taken back.

    Raises
    ------
    IllegalMove
        Naming each rule that the move breaks.
    """
    require_legal(move_notation(move), move_faults(position, move))
    return position.applied(move)


def move_faults(position: Position, move: Move) -> tuple[Fault, ...]:
    """Each rule that a move breaks; empty if it is legal."""
    if position.is_over:
        return (Fault("7", (), "The game is over."),)
    match move:
        case Run():
            return _run_faults(position, move)
        case Mistake():
            return _mistake_faults(position, move)
        case Pass():
            return _pass_faults(position)
        case Slide():
            return _slide_faults(position, move)


def _run_faults(position: Position, run: Run) -> tuple[Fault, ...]:
    """Each rule that a run breaks; rules 4 and 6 only if the run keeps the others, for it must first be one."""
    if position.options.mode == "sliding":
        return (Fault("8", (), "In the sliding puzzle cubes are slid, not laid; say slide: and a square."),)
    faults = tuple(_shape_faults(position, run))
    if faults:
        return faults
    faults = tuple(_colour_faults(position, run))
    if position.options.mode == "puzzle":
        return faults or tuple(_puzzle_faults(run)) or tuple(_stock_faults(position, run))
    faults += tuple(_contact_faults(position, run))
    return faults or tuple(_stock_faults(position, run)) or tuple(_length_faults(position, run))


def _pass_faults(position: Position) -> tuple[Fault, ...]:
    """Why the player to move may not pass."""
    if position.options.mode != "game":
        return (Fault("8", (), "Nobody passes in a puzzle."),)
    moves = position.legal_moves()
    if position.has_privilege or not isinstance(moves[0], Run):
        return ()
    example = move_notation(moves[0])
    return (Fault("6", (), f"Player {position.to_move} can lay a run, such as {example}, and must."),)


def _mistake_faults(position: Position, mistake: Mistake) -> tuple[Fault, ...]:
    """Why a run is no mistake that could have been taken back."""
    name = move_notation(mistake.run)
    if position.options.mode != "game":
        return (Fault("8", (), "A puzzle keeps no mistakes."),)
    if _run_faults(position, mistake.run):
        return ()
    return (Fault("5", _names(mistake.run.squares), f"{name} is no wrong run, so it is not taken back."),)


def _slide_faults(position: Position, slide: Slide) -> tuple[Fault, ...]:
    """Why a cube cannot be slid."""
    name = square_name(slide.square)
    if position.options.mode != "sliding":
        return (Fault("2", (name,), "Cubes are slid in the sliding puzzle only."),)
    movable = sliding.movable(position.laid)
    if slide.square in movable:
        return ()
    near = listed(tuple(map(square_name, movable)))
    return (Fault("8", (name,), f"{name} does not lie beside the empty square; {near} do."),)


def colour_fault(position: Position, square: Square, code: int) -> Fault:
    """A cube that the card does not ask for."""
    asked, colours, name = position.card.code(square), position.options.colours, square_name(square)
    return Fault("2", (name,), f"{name} asks for {colours[asked]} ({asked}), not for {colours[code]} ({code}).")


def _shape_faults(position: Position, run: Run) -> Iterator[Fault]:
    if run.direction and not run.direction.is_straight:
        yield Fault("2", _names(run.squares), "A run is straight, to the N, E, S or W, and never diagonal.")
    beyond = [square for square in run.squares if not is_on_board(square)]
    if beyond:
        inside = _names(run.squares)
        yield Fault("2", inside, f"The run leaves the board after {inside[-1]}.")
    for name in _names(square for square in run.squares if is_on_board(square) and position.filled & bit(square)):
        yield Fault("2", (name,), f"{name} is filled already; a run lies on empty squares, without gaps.")


def _colour_faults(position: Position, run: Run) -> Iterator[Fault]:
    for square, code in zip(run.squares, map(int, run.colours), strict=False):
        if position.card.code(square) != code:
            yield colour_fault(position, square, code)


def _contact_faults(position: Position, run: Run) -> Iterator[Fault]:
    filled = position.filled
    for square in run.squares:
        sides = _contacts(filled, square)
        name, need = square_name(square), "a cube needs two on faces around one edge (corner contacts do not count)"
        if not sides:
            yield Fault("3", (name,), f"{name} has no contact when it is laid; {need}.")
        elif len(sides) == 1:
            yield Fault(
                "3", (name,), f"{name} has one contact only when it is laid, in the {_SIDES[sides[0]]}; {need}."
            )
        elif len(sides) == 2 and sides[0].opposite is sides[1]:
            both = " and ".join(_SIDES[side] for side in sides)
            yield Fault("3", (name,), f"{name} has contacts on opposite faces only, {both}, when it is laid; {need}.")
        filled |= bit(square)


def _stock_faults(position: Position, run: Run) -> Iterator[Fault]:
    needed = cubes_of(position.ground, position.squares_of(run))
    for colour, have, need in zip(position.options.colours, position.stock, needed, strict=True):
        if need > have:
            message = f"The run needs {need} {colour}, and player {position.to_move} has {have} left."
            yield Fault("1", _names(run.squares), message)


def _puzzle_faults(run: Run) -> Iterator[Fault]:
    if run.length > 1:
        yield Fault("8", _names(run.squares), "In the puzzle cubes are laid one by one.")


def _length_faults(position: Position, run: Run) -> Iterator[Fault]:
    """What rule 4 says of a run that keeps the others, or rule 6 if there is none by rule 4."""
    ground, filled, stock = position.ground, position.filled, position.stock
    allowed = runs_by_rule_4(ground, filled, stock)
    due = allowed or runs_of_rule_6(ground, filled, stock)
    steps = {run.direction.shift if run.direction else ALONE, *([ALONE] if run.length == 1 else [])}
    if any(runs.step in steps and runs.length == run.length and runs.starts & bit(run.start) for runs in due):
        return
    names = _names(run.squares)
    if allowed:
        yield Fault("4", names, _too_short(position, run))
        return
    longest = counted(due[0].length, "cube")
    example = move_notation(position.legal_moves()[0])
    message = f"Player {position.to_move} has no run by rules 2 to 4, so the longest of one colour is due: {longest}"
    yield Fault("6", names, f"{message}, such as {example}.")


def _too_short(position: Position, run: Run) -> str:
    """Why a run of one or two cubes has too few."""
    first, code = run.start, position.card.code
    name = square_name(first)
    if run.length == 2:
        second = square_name(run.squares[1])
        return (
            f"Two cubes are too few: {second} has the code of {name}, and once the run lies {second} has two contacts "
            "only; at least three are due in this direction."
        )
    free = [side for side in STRAIGHT if side not in _contacts(position.filled, first)]
    if position.options.free_faces == "whole_card":
        free = [side for side in STRAIGHT if is_on_board(side.beside(first))]
    others = tuple(square_name(side.beside(first)) for side in free if code(side.beside(first)) != code(first))
    if position.options.single_direction == "said" and len(others) < len(free):
        return (
            f"One cube is too few: {name} has two contacts only; say the direction of a free neighbour of its colour."
        )
    verb = "ask" if len(others) > 1 else "asks"
    return f"One cube is too few: {name} has two contacts only, and {listed(others)} {verb} for another colour."


def _contacts(filled: SquareSet, square: Square) -> tuple[Direction, ...]:
    """The sides on which a cube would touch the frame or another cube."""
    sides = ((side, side.beside(square)) for side in STRAIGHT)
    return tuple(side for side, near in sides if not is_on_board(near) or filled & bit(near))


def _names(squares: Iterable[Square]) -> tuple[str, ...]:
    return tuple(square_name(square) for square in squares if is_on_board(square))
