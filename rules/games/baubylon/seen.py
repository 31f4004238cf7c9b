"""What is wrong with a position seen without its history. Called for every state that a camera or a person gives."""

from collections.abc import Iterator

from rules.errors import counted, counted_are, listed
from rules.game import Fault

from .fairness import fairness
from .position import RED, Position, counted_pawns
from .squares import square_name


def position_faults(position: Position) -> tuple[Fault, ...]:
    """Each rule that a position proves broken; the building's own faults come first.

    Examples
    --------
    >>> from .notation import parse_position
    >>> [fault.message for fault in position_faults(parse_position("2232/3441/2322/2222 b1:111111"))]
    ['b1 holds 6 pawns; a stack is at most 5 high.']
    """
    found = (*fairness(position.options).faults, *_wrong_numbers(position), *_wrong_stacks(position))
    return (*found, *_wrong_end(position))


def _wrong_numbers(position: Position) -> Iterator[Fault]:
    options = position.options
    standing = [pawn for stack in position.stacks for pawn in stack]
    for player, home in enumerate(position.home, start=1):
        pawns = standing.count(player) + home
        if pawns != options.pawns:
            has = counted(pawns, "pawn")
            yield Fault("M1", (), f"Player {player} has {has}, {home} of them at home; there are {options.pawns}.")
    red = standing.count(RED) + sum(position.red_held) + position.red_left
    if red > options.red_pawns:
        yield Fault("B5", (), f"{counted_are(red, 'red pawn')} more than the game has: {options.red_pawns}.")
    if position.red_left > position.room_for_red:
        room = f"the building has room for {position.room_for_red}"
        left = counted_are(position.red_left, "red pawn")
        yield Fault("B5", (), f"{left} still to be put down; {room} more.")


def _wrong_stacks(position: Position) -> Iterator[Fault]:
    options = position.options
    for square, stack in position.occupied():
        name = square_name(square)
        if position.ground.is_table(square):
            yield Fault("M3", (name,), f"{name} is the table; a pawn may not stop there.")
        height = counted_pawns(stack, options)
        if height > options.stack_limit:
            holds = f"{name} holds {counted(height, 'pawn')}"
            yield Fault("M5", (name,), f"{holds}; a stack is at most {options.stack_limit} high.")
        if position.red_left and any(pawn != RED for pawn in stack):
            yield Fault("B5", (name,), f"{name}: a player's pawn stands there before all red ones are put down.")


def _wrong_end(position: Position) -> Iterator[Fault]:
    pawns = [(square, pawn) for square in sorted(position.ground.summit) for pawn in position.stack(square) if pawn]
    if len(pawns) > 1:
        names = tuple(square_name(square) for square, _ in pawns)
        players = listed(pawn for _, pawn in pawns)
        yield Fault("M8", names, f"Pawns of players {players} stand on the summit; the first one ends the game.")
    elif position.is_over and (position.player != position.winner or position.roll):
        yield Fault("M8", (), f"Player {position.winner} has won; nobody is to roll or to move.")
