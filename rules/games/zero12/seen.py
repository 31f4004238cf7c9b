"""What is wrong with a board whose history is not known. Called for every board that a camera sees or a person types.

Only what is proven is said: a faultless board may still have been filled by wrong runs.
"""

from collections.abc import Iterator

from rules.errors import listed
from rules.game import Fault

from .card import CODES, FAIR_COUNT
from .legality import colour_fault
from .position import Position
from .runs import supported
from .squares import SquareSet, square_names, squares_in


def position_faults(position: Position) -> tuple[Fault, ...]:
    """Each proven fault: colours against the card, cubes and stocks that no box gives, squares never reached.

    Examples
    --------
    >>> from .card import DEFAULT_CARD, card_notation
    >>> from .notation import parse_position
    >>> board = "./././././././././.0........../............/00.........."
    >>> for fault in position_faults(parse_position(f"{card_notation(DEFAULT_CARD)} {board}")):
    ...     print(fault.rule, *fault.places)
    2 b3
    3 b3
    """
    match position.options.mode:
        case "sliding":
            return tuple(_sliding_cubes(position))
        case "puzzle":
            return (*_colours(position), *_cubes(position))
        case _:
            return (*_colours(position), *_cubes(position), *_stranded(position))


def unreachable(filled: SquareSet) -> SquareSet:
    """The filled squares that no order of laying cubes one by one by rule 3 can fill.

    A further cube never takes a contact away, so laying whatever can be laid reaches all that can be reached.

    Examples
    --------
    >>> from .squares import bit
    >>> unreachable(bit((0, 0)) | bit((1, 0)) | bit((5, 5))) == bit((5, 5))
    True
    """
    reached = 0
    while further := supported(reached) & filled:
        reached |= further
    return filled & ~reached


def _colours(position: Position) -> Iterator[Fault]:
    of_code = position.ground.sets.of_code
    for code in CODES:
        for square in squares_in(position.laid[code] & ~of_code[code]):
            yield colour_fault(position, square, code)


def _cubes(position: Position) -> Iterator[Fault]:
    share = position.options.share
    for code, colour in enumerate(position.options.colours):
        laid = position.laid[code].bit_count()
        if laid > FAIR_COUNT:
            yield Fault("1", (), f"{laid} {colour} cubes lie on the board, and the box has {FAIR_COUNT}.")
        elif position.stocks and laid + sum(stock[code] for stock in position.stocks) != FAIR_COUNT:
            left = sum(stock[code] for stock in position.stocks)
            yield Fault(
                "1", (), f"Of {FAIR_COUNT} {colour} cubes {laid + left} are there: {laid} on the board, {left} left."
            )
        for player, stock in enumerate(position.stocks, start=1):
            if stock[code] > share:
                yield Fault("1", (), f"Player {player} has {stock[code]} {colour} cubes left of {share}.")


def _stranded(position: Position) -> Iterator[Fault]:
    stranded = unreachable(position.filled)
    if stranded:
        names = square_names(stranded)
        message = f"{listed(names)} cannot have had two contacts around one edge, in whatever order the cubes came."
        yield Fault("3", names, message)


def _sliding_cubes(position: Position) -> Iterator[Fault]:
    """One cube is outside; the others must be able to show the card."""
    surplus = {code: position.laid[code].bit_count() - position.ground.sets.of_code[code].bit_count() for code in CODES}
    for code, more in surplus.items():
        if more > 0:
            colour = position.options.colours[code]
            yield Fault(
                "8", (), f"The board has {more} {colour} more than the card asks for; it can never show the card."
            )
