"""What to play: exact near the end, before it by games played out in thought. Called by the game's `suggest`.

Every round draws one order of the unseen tiles and plays it to the end after each square in turn, so that luck in the
draw is the same for all.
"""

from collections.abc import Sequence
from random import Random

from rules.errors import ImpossiblePosition
from rules.game import CHANCE, Advice, Budget, RankedMove

from .exact import MOST_TILES, Endgame, Stopped, Value, leads
from .moves import Aim, Draw, Move, Place
from .position import Position
from .seen import count_faults
from .table import NUMBERS, Table, shuffled_piles, table_of
from .tiles import FAMILIES, SQUARES, worth

UNIT_ALONE = "expected points"
UNIT_TOGETHER = "expected points more than the best other player"
_ROUNDS_WITHOUT_CHOICE = 16
"""Enough for a rough value where there is nothing to choose."""
_Kind = tuple[int, int] | None
"""Top and height of a column; None for the reserve."""


def advise(position: Position, may_go_on: Budget, seed: int = 0) -> Advice[Move]:
    """Every legal square, best first; nothing where chance moves.

    Parameters
    ----------
    position : Position
        Tops and reserves known. Tiles hidden below count as if they could be any that is unseen.
    may_go_on : Budget
        Asked every round where there is something to choose; there is always one.
    seed : int
        Of the orders in which the tiles come.

    Raises
    ------
    IncompletePosition
        A top or the reserves are not known.
    ImpossiblePosition
        More tiles are out than there are, or than turns were taken, so that what is to come cannot be told.
    """
    if faults := count_faults(position):
        raise ImpossiblePosition(faults[0].message)
    options = position.options
    unit = UNIT_ALONE if options.players == 1 else UNIT_TOGETHER
    moves = () if position.to_move == CHANCE else position.legal_moves()
    if not moves:
        return Advice((), unit, is_exact=True, is_settled=True)
    # Naming a square needs no tops, weighing one does.
    position.require_tops()
    table = table_of(position)
    tile = None if position.drawn is None else NUMBERS[position.drawn]
    squares = _different(moves, table)
    exact = _exact_values(position, table, tile, squares, may_go_on)
    values = exact or _likely_values(position, table, tile, squares, may_go_on, Random(seed))
    ranked = []
    for move in moves:
        value = values[squares[_kind(move, table)]]
        ranked.append(RankedMove(move, value[table.turn], _reason(position, move, value)))
    ranked.sort(key=lambda one: -one.value)
    # Of equally good squares a rival may take any: with one rival, what is left for the player is the same.
    is_exact = exact is not None and position.options.players < 3
    return Advice(tuple(ranked), unit, is_exact, is_settled=exact is not None or len(squares) == 1)


def _different(moves: Sequence[Move], table: Table) -> dict[_Kind, int | None]:
    """The first square of each kind, None for the reserve: those with the same top and height are worth the same."""
    first: dict[_Kind, int | None] = {}
    for move in moves:
        first.setdefault(_kind(move, table), move.square if isinstance(move, Place | Aim) else None)
    return first


def _kind(move: Move, table: Table) -> _Kind:
    return (table.tops[move.square], table.heights[move.square]) if isinstance(move, Place | Aim) else None


def _exact_values(
    position: Position, table: Table, tile: int | None, squares: dict[_Kind, int | None], may_go_on: Budget
) -> dict[int | None, Value] | None:
    """The true value of each square; None if there is too much to search, or the piles or the tile are not known."""
    if tile is None or not table.sees or None in position.tiles() or sum(table.unseen) > MOST_TILES:
        return None
    endgame = Endgame(position.options.solo_points, may_go_on)
    try:
        return {square: endgame.after(table, square, tile) for square in squares.values()}
    except Stopped:
        return None


def _likely_values(
    position: Position,
    table: Table,
    tile: int | None,
    squares: dict[_Kind, int | None],
    may_go_on: Budget,
    chance: Random,
) -> dict[int | None, Value]:
    """The mean over games played out after each square; without a tile, the next one is laid there if it fits."""
    sums = {square: [0.0] * (len(table.families) + 1) for square in squares.values()}
    rounds = 0
    while (not rounds or may_go_on()) if len(sums) > 1 else rounds < _ROUNDS_WITHOUT_CHOICE:
        rounds += 1
        piles = shuffled_piles(position, table, chance)
        now = piles[table.turn].pop() if tile is None else tile
        for square, total in sums.items():
            end = table.copy()
            end.unseen[now] -= tile is None
            end.lay(square, now)
            end.play_out([pile.copy() for pile in piles])
            for index, part in enumerate(leads(end.scores(), position.options.solo_points)):
                total[index] += part
    return {square: tuple(part / rounds for part in total) for square, total in sums.items()}


def _reason(position: Position, move: Move, value: Value) -> str:
    if position.options.players == 1:
        enough = position.options.solo_points
        outlook = f"{value[0]:.1f} points at the end on average, {enough} or more in {value[1]:.0%}"
    else:
        lead = value[position.player - 1]
        outlook = f"{abs(lead):.1f} points {'ahead' if lead >= 0 else 'behind'} at the end on average"
    return f"{_effect(position, move)}; {outlook}"


def _effect(position: Position, move: Move) -> str:
    """What a move does now, in words."""
    if isinstance(move, Aim):
        return f"for the next tile, where {_chance_to_fit(position, move):.0%} fit"
    if not isinstance(move, Place):
        return "fits nowhere"
    column, name = position.columns[move.square], SQUARES[move.square]
    if not column or column[-1] is None:
        return f"begins a column on {name}"
    grown = f"makes {name} {len(column) + 1} high, worth {worth(len(column) + 1)}"
    if column[-1].family != position.family:
        return f"{grown}, and takes it from the {FAMILIES[column[-1].family]}"
    return grown


def _chance_to_fit(position: Position, aim: Aim) -> float:
    aimed = position.applied(aim)
    draws = zip(aimed.legal_moves(), aimed.chances(), strict=True)
    return float(sum(chance for draw, chance in draws if isinstance(draw, Draw) and aimed.open_squares(draw.tile)))
