"""Playing a move, and why one is wrong: each rule it breaks, with the squares and a sentence. Called by the game.

Only what the known tiles prove is held against a move.
"""

from collections.abc import Iterator

from rules.errors import require_legal
from rules.game import Fault

from .moves import Aim, Draw, Fall, Move, Place, Reserve, Square
from .position import Position
from .tiles import COPIES, FAMILIES, SQUARES, Tile, may_lie_on, neighbour_fault


def play(position: Position, move: Move) -> Position:
    """The position after a draw, a placed tile, a tile put aside or a fall.

    Raises
    ------
    IllegalMove
        With each rule that the move breaks.
    """
    require_legal(move, move_faults(position, move))
    return position.applied(move)


def move_faults(position: Position, move: Move) -> tuple[Fault, ...]:
    """Each rule that a move breaks; empty if it is legal."""
    match move:
        case Aim():
            return tuple(_aim_faults(position))
        case Draw(tile):
            return tuple(_draw_faults(position, tile))
        case Place(square, tile):
            return _hand_faults(position, tile, SQUARES[square]) or tuple(_place_faults(position, square))
        case Reserve(tile):
            return _hand_faults(position, tile) or tuple(_reserve_faults(position, tile))
        case Fall():
            return tuple(_fall_faults(position, move))


def _aim_faults(position: Position) -> Iterator[Fault]:
    if position.is_over:
        yield Fault("9", (), "The game is over: all piles are empty.")
    elif position.options.drawing == "seen":
        yield Fault("2", (), "No square is named before the tile is drawn.")
    elif not position.must_aim:
        yield Fault("2", (), "A square has been named already.")


def _draw_faults(position: Position, tile: Tile) -> Iterator[Fault]:
    if position.is_over:
        yield Fault("9", (), "The game is over: all piles are empty.")
    elif position.drawn is not None:
        yield Fault("2", (), f"{_start(position.drawn)} has been drawn and must be placed first.")
    elif position.must_aim:
        yield Fault("2", (), f"Player {position.player} must name a square before drawing.")
    elif tile.family != position.family:
        owns = FAMILIES[position.family]
        yield Fault("2", (), f"{_start(tile)} is none of player {position.player}, who draws from the {owns}.")
    elif not position.unseen(tile.family)[tile.value]:
        yield Fault("2", (), f"{_start(tile)} cannot be drawn: all {COPIES} of it are out already.")


def _hand_faults(position: Position, tile: Tile | None, *places: str) -> tuple[Fault, ...]:
    """Whether a tile is in hand, and this one if it is named."""
    if position.is_over:
        return (Fault("9", places, "The game is over: all piles are empty."),)
    if position.drawn is None:
        return (Fault("2", places, f"Player {position.player} must draw a tile first."),)
    if tile is not None and tile != position.drawn:
        return (Fault("2", places, f"{_start(tile)} was not drawn; the drawn tile is {position.drawn.words}."),)
    return ()


def _place_faults(position: Position, square: Square) -> Iterator[Fault]:
    if position.aim is not None and position.aim != square:
        message = f"{SQUARES[square]} is not {SQUARES[position.aim]}, the square that was named before drawing."
        yield Fault("2", (SQUARES[square],), message)
    top = position.columns[square][-1] if position.columns[square] else None
    if top is not None and position.drawn is not None and not may_lie_on(position.drawn, top):
        yield neighbour_fault(SQUARES[square], position.drawn, top)


def _reserve_faults(position: Position, tile: Tile) -> Iterator[Fault]:
    names = tuple(SQUARES[square] for square in position.open_squares(tile))
    if names:
        yield Fault("6", names, f"{_start(tile)} fits on {', '.join(names)}, so it must be placed.")


def _fall_faults(position: Position, fall: Fall) -> Iterator[Fault]:
    if not 1 <= fall.player <= position.options.players:
        yield Fault("8", (), f"There is no player {fall.player} who could have caused a fall.")
    if not fall.heights or len(dict(fall.heights)) < len(fall.heights):
        yield Fault("8", (), "A fall names the columns that fell, each once.")
    for square, height in fall.heights:
        name, tall = SQUARES[square], len(position.columns[square])
        if not 0 <= height < tall:
            yield Fault("8", (name,), f"{name} is {tall} high, so it cannot have fallen to {height}.")


def _start(tile: Tile) -> str:
    """The tile at the start of a sentence."""
    return tile.words.capitalize()
