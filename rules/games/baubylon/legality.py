"""Which moves are legal, and each rule that a wrong one breaks, in sentences.

Called by the game and by the explanations of what a camera saw.
"""

from collections.abc import Iterator

from rules.errors import counted, counted_are, require_legal
from rules.game import CHANCE, Fault

from .moves import DIE, Exchange, Move, Pass, PlaceRed, Roll, Source, Travel, place_words
from .position import RED, Position, counted_pawns
from .squares import Square, square_name
from .walking import Arrival, arrivals, ground_square


def legal_moves(position: Position) -> tuple[Move, ...]:
    """All legal moves, or all that the die may show, always in the same order.

    Ways come by their start (home, red, then square by square), then by their end; then exchanges; then passing.

    Examples
    --------
    >>> from .notation import parse_position
    >>> [str(move) for move in legal_moves(parse_position("12/23 - 666 0:000 3 1"))]
    ['home-a2']
    """
    if position.is_over:
        return ()
    if position.to_move == CHANCE:
        return tuple(map(Roll, DIE))
    if position.red_left:
        return tuple(
            PlaceRed(square) for square in position.ground.building.squares if _red_may_stand(position, square)
        )
    return tuple(_moves_of_roll(position))


def play(position: Position, move: Move) -> Position:
    """The position after a move.

    Raises
    ------
    IllegalMove
        With each rule that the move breaks.
    """
    require_legal(move, move_faults(position, move))
    return position.applied(move)


def move_faults(position: Position, move: Move) -> tuple[Fault, ...]:
    """Each rule that a move breaks; empty if it is legal.

    Examples
    --------
    >>> from .notation import parse_position
    >>> move_faults(parse_position("12/23 - 666 0:000 4 1"), Travel(Source.HOME, (0, 1)))[0].message
    'a2 cannot be reached from the table with exactly 4 points; with 3 it can.'
    """
    return tuple(_out_of_turn(position, move) or _faults_in_turn(position, move))


def _moves_of_roll(position: Position) -> Iterator[Move]:
    ways = [way for start in starts(position) for way in travels(position, start)]
    yield from ways
    yield from _exchanges(position)
    if _may_pass(position, ways):
        yield Pass()


def starts(position: Position) -> Iterator[Square | Source]:
    """Whence the player can try to move a pawn: own or red, at home, held, or on top of a stack."""
    if position.home[position.player - 1]:
        yield Source.HOME
    if position.red_held[position.player - 1]:
        yield Source.RED
    for square, stack in position.occupied():
        if stack[-1] in (RED, position.player):
            yield square


def travels(position: Position, start: Square | Source) -> Iterator[Travel]:
    """Each way of the pawn at `start` with exactly the roll."""
    for end, pushed in sorted(arrivals(position, start, position.roll)[position.roll], key=_by_row):
        yield Travel(start, end, pushed)


def _by_row(arrival: Arrival) -> tuple[int, int, tuple[Square, ...]]:
    end, pushed = arrival
    x, y = ground_square(end)
    return y, x, pushed


def _exchanges(position: Position) -> Iterator[Exchange]:
    if position.roll != 1 or position.options.one == "nothing":
        return
    for square, stack in position.occupied():
        levels = [level for level, pawn in enumerate(stack, start=1) if pawn == position.player]
        if levels and stack[-1] != position.player:
            # Taking the top off leaves all the others in place, whichever of them asks for it.
            for level in levels if position.options.one == "exchange" else levels[-1:]:
                yield Exchange(square, level)


def _may_pass(position: Position, ways: list[Travel]) -> bool:
    """Whether the roll may stay unused; an exchange is never a duty."""
    if position.options.passing == "always":
        return True
    if position.options.passing == "nothing_can_move":
        return not ways
    return not any(_is_own(position, way.start) for way in ways)


def _is_own(position: Position, start: Square | Source) -> bool:
    return start is Source.HOME or (not isinstance(start, Source) and position.stack(start)[-1] != RED)


def _out_of_turn(position: Position, move: Move) -> tuple[Fault, ...]:
    """What is wrong with the kind of move, whatever it is in detail."""
    name = f"{move}"
    if position.is_over:
        return (Fault("M8", (), f"Player {position.winner} stands on the summit and has won; nobody moves any more."),)
    if position.red_left and not isinstance(move, PlaceRed):
        left = counted_are(position.red_left, "red pawn")
        return (Fault("B5", (), f"{left} still to be put on the building; {name} comes later."),)
    if not position.red_left and isinstance(move, PlaceRed):
        return (Fault("B5", (square_name(move.square),), "Red pawns are put on the building only before the game."),)
    if position.to_move == CHANCE and not isinstance(move, Roll):
        return (Fault("M1", (), f"Player {position.player} rolls the die first; {name} comes after that."),)
    if position.roll and isinstance(move, Roll):
        return (Fault("M1", (), f"The die is rolled once a turn and shows {position.roll}; now a pawn moves."),)
    return ()


def _faults_in_turn(position: Position, move: Move) -> Iterator[Fault]:
    match move:
        case PlaceRed(square):
            return _faults_of_placing(position, square)
        case Travel():
            return _faults_of_travel(position, move)
        case Exchange():
            return _faults_of_exchange(position, move)
        case Pass():
            return _faults_of_passing(position)
        case Roll(points):
            if points not in DIE:
                return iter((Fault("M1", (), f"The die shows 1 to 6, not {points}."),))
    return iter(())


def _red_may_stand(position: Position, square: Square) -> bool:
    return not any(_faults_of_placing(position, square))


def _faults_of_placing(position: Position, square: Square) -> Iterator[Fault]:
    name, stack = square_name(square), position.stack(square)
    if position.ground.is_table(square):
        yield Fault("B5", (name,), f"{name} is not on the building.")
    elif position.options.red_setup == "spread":
        if stack:
            yield Fault("B5", (name,), f"{name} has a red pawn already; they are spread over different squares.")
        if square in position.ground.summit:
            yield Fault("B5", (name,), f"{name} is the summit; it stays free.")
    elif len(stack) >= position.options.stack_limit and position.options.limit_counts_red:
        yield Fault("M5", (name,), f"{name} holds {counted(len(stack), 'pawn')} already; a stack holds no more.")


def _faults_of_travel(position: Position, move: Travel) -> Iterator[Fault]:
    refused = tuple(_faults_of_start(position, move.start))
    if refused:
        yield from refused
        return
    unfit = _why_no_end(position, move.end)
    if unfit is not None:
        yield unfit
        return
    found = arrivals(position, move.start, DIE[-1])
    if (move.end, move.pushed) not in found[position.roll]:
        yield _why_not_reached(position, move, found)


def _why_no_end(position: Position, end: Square | Source) -> Fault | None:
    may_leave = position.options.table_stopping
    if isinstance(end, Source):
        return None if may_leave else Fault("M3", (), "A pawn may not stop on the table.")
    if not position.ground.is_table(end):
        return None
    where = "the table" if position.ground.building.holds(end) else "no square of the building"
    told = "who stops beside the building is home" if may_leave else "a pawn may not stop there"
    return Fault("M3", (square_name(end),), f"{square_name(end)} is {where}; {told}.")


def _faults_of_start(position: Position, start: Square | Source) -> Iterator[Fault]:
    player = position.player
    if start is Source.HOME:
        if not position.home[player - 1]:
            yield Fault("M3", (), f"Player {player} has no pawn left that could enter.")
        return
    if isinstance(start, Source):
        if not position.red_held[player - 1]:
            yield Fault("M5", (), f"Player {player} has thrown out no red pawn that could be brought back.")
        return
    name, stack = square_name(start), position.stack(start)
    if not stack:
        yield Fault("M1", (name,), f"No pawn stands on {name}.")
    elif stack[-1] not in (RED, player):
        if player in stack:
            yield Fault(
                "M6", (name,), f"{name}: the pawn is shut in under one of player {stack[-1]}; only the top moves."
            )
        else:
            yield Fault(
                "M1", (name,), f"{name}: the pawn on top belongs to player {stack[-1]}, not to player {player}."
            )


def _why_not_reached(position: Position, move: Travel, found: list[set[Arrival]]) -> Fault:
    """The rule that keeps a pawn from ending there, the most special one first."""
    end, from_where, roll = place_words(move.end), place_words(move.start), position.roll
    rolled = counted(roll, "point")
    places = tuple(square_name(place) for place in (move.start, move.end) if not isinstance(place, Source))
    refused = _why_not_pushed(position, move) if move.pushed else _why_not_climbed(position, move)
    if refused is not None:
        return refused
    other_way = next((pushed for square, pushed in found[roll] if square == move.end and pushed != move.pushed), None)
    if other_way is not None:
        told = str(Travel(move.start, move.end, other_way))
        how = "by pushing" if other_way else "by climbing the stack"
        return Fault("M4", places, f"{end} is reached with {rolled} {how} ({told}), not as {move}.")
    numbers = [str(points) for points in DIE if (move.end, move.pushed) in found[points]]
    told = f"with {' or '.join(numbers)} it can" if numbers else "with no other number either"
    rule = "M3" if isinstance(move.start, Source) and roll < 1 + position.options.points_up else "M1"
    return Fault(rule, places, f"{end} cannot be reached from {from_where} with exactly {rolled}; {told}.")


def _why_not_pushed(position: Position, move: Travel) -> Fault | None:
    options = position.options
    if options.push_when == "at_the_end" and move.pushed != (move.end,):
        names = tuple(map(square_name, move.pushed))
        return Fault("M4", names, f"{' '.join(names)}: a pawn is pushed off only where the move ends.")
    for square in move.pushed:
        name, stack = square_name(square), position.stack(square)
        if square == move.start:
            stack = stack[:-1]
        if not stack:
            return Fault("M4", (name,), f"{name} has no pawn that could be pushed off.")
        if stack[-1] == position.player and len(move.pushed) == 1:
            return Fault(
                "M4", (name,), f"{name}: the top pawn is player {position.player}'s own and is not pushed off."
            )
        if options.push_at == "full_stack" and (height := counted_pawns(stack, options)) < options.stack_limit:
            holds = f"{name} holds {counted(height, 'pawn')}"
            return Fault("M5", (name,), f"{holds}; pushed is only at {options.stack_limit}.")
    return None


def _why_not_climbed(position: Position, move: Travel) -> Fault | None:
    if isinstance(move.end, Source):
        return None
    name, stack = square_name(move.end), position.stack(move.end)
    height = counted_pawns(stack, position.options)
    if height < position.options.stack_limit or move.end == move.start:
        return None
    if not position.options.limit_counts_red and (
        move.start is Source.RED or (not isinstance(move.start, Source) and position.stack(move.start)[-1] == RED)
    ):
        return None
    is_own = stack[-1] == position.player
    told = "its top pawn is your own, so nothing can come here" if is_own else "its top pawn can only be pushed off"
    return Fault("M5", (name,), f"{name} holds {counted(height, 'pawn')} and is full; {told}.")


def _faults_of_exchange(position: Position, move: Exchange) -> Iterator[Fault]:
    name, stack, player = square_name(move.square), position.stack(move.square), position.player
    if position.options.one == "nothing":
        yield Fault("M6", (name,), "Nothing is exchanged in this edition.")
    elif position.roll != 1:
        yield Fault("M6", (name,), f"{name}: a pawn is exchanged only with a 1; the die shows {position.roll}.")
    elif not 1 <= move.level <= len(stack) or stack[move.level - 1] != player:
        yield Fault("M6", (name,), f"{name}: pawn {move.level} from below is not one of player {player}.")
    elif stack[-1] == player:
        yield Fault("M6", (name,), f"{name}: the top pawn is player {player}'s own, so nobody shuts it in.")
    elif move not in tuple(_exchanges(position)):
        yield Fault("M6", (name,), f"{name}: only the pawn on top goes back; name the highest pawn of player {player}.")


def _faults_of_passing(position: Position) -> Iterator[Fault]:
    moves = legal_moves(position)
    if Pass() not in moves:
        moves = tuple(move for move in moves if not isinstance(move, Exchange))
        shown = f"{', '.join(map(str, moves[:4]))}{' ...' if len(moves) > 4 else ''}"
        yield Fault("M1", (), f"The {position.roll} can be used, so it must be: {shown}.")
