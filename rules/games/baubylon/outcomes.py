"""What a moment may have made of the stacks on a building: a turn as die and player make it, or one pawn put anywhere.

Called where what photos show is weighed against what may have happened.
"""

from collections.abc import Iterator
from dataclasses import replace

from rules.game import CHANCE

from .legality import legal_moves
from .moves import DIE
from .position import RED, Position, Stack
from .squares import Square


def random_turn(position: Position) -> dict[Position, float]:
    """The positions after the next turn, and how likely each is if the die is fair and any legal move as likely.

    Before the game a turn is one red pawn put down. Nothing comes after the end.

    Examples
    --------
    >>> from .notation import parse_position
    >>> chances = random_turn(parse_position("12/23 - 666 0:000 - 1"))
    >>> [(str(after).split()[1], round(chance, 3)) for after, chance in chances.items()]
    [('-', 0.667), ('a2:1', 0.167), ('a1:1', 0.083), ('b2:1', 0.083)]
    """
    rolled = [replace(position, roll=points) for points in DIE] if position.to_move == CHANCE else [position]
    chances: dict[Position, float] = {}
    for start in rolled:
        moves = legal_moves(start)
        for move in moves:
            after = start.applied(move)
            chances[after] = chances.get(after, 0.0) + 1 / (len(rolled) * len(moves))
    return chances


def displacements(position: Position) -> Iterator[dict[Square, Stack]]:
    """The stacks that change if somebody takes one pawn that can be taken and puts it anywhere, whether he may or not.

    It is put on top of what stands there, or takes the top pawn's place, or is taken away.

    Examples
    --------
    >>> from .notation import parse_position
    >>> {(0, 0): (), (1, 1): (2, 1)} in displacements(parse_position("12/23 a1:1,b2:2"))
    True
    """
    squares = position.ground.building.squares
    for square, stack in position.occupied():
        left, pawn = stack[:-1], stack[-1]
        yield {square: left}
        yield from ({square: now} for now in _with_pawn(left, pawn) if now != stack)
        for end in squares:
            if end != square:
                yield from ({square: left, end: now} for now in _with_pawn(position.stack(end), pawn))
    in_hand = [player for player, count in enumerate(position.home, start=1) if count]
    for pawn in (RED, *in_hand):
        for end in squares:
            yield from ({end: now} for now in _with_pawn(position.stack(end), pawn))


def _with_pawn(stack: Stack, pawn: int) -> Iterator[Stack]:
    yield (*stack, pawn)
    if stack and stack[-1] != pawn:
        yield (*stack[:-1], pawn)
