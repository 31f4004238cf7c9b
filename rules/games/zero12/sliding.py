"""The sliding puzzle (rule 8): all cubes but one lie on the board and are slid until they show the card.

The empty square is where the shuffle left it; the picture lies when every cube is on a square that asks for its colour.
"""

from random import Random

from .card import CODES, CardSets
from .options import Options
from .squares import BOARD, SQUARES, STEPS, STRAIGHT, Square, SquareSet, bit, is_on_board, shifted, squares_in

# On a card of one colour no slide shows, however many there are.
_MORE_SLIDES = 200

Laid = tuple[SquareSet, SquareSet, SquareSet]
"""The squares on which a cube of each code lies."""


def hole(laid: Laid) -> SquareSet:
    """The empty squares: one, if the board is right."""
    return BOARD & ~(laid[0] | laid[1] | laid[2])


def is_solved(card: CardSets, laid: Laid) -> bool:
    """Whether every cube lies on a square that asks for its colour."""
    return not misplaced(card, laid)


def misplaced(card: CardSets, laid: Laid) -> SquareSet:
    """The squares with a cube of another colour than the card asks for."""
    return sum(laid[code] & ~card.of_code[code] for code in CODES)


def movable(laid: Laid) -> tuple[Square, ...]:
    """The squares whose cube can be slid."""
    empty = next(squares_in(hole(laid)))
    beside = (direction.beside(empty) for direction in STRAIGHT)
    return tuple(square for square in beside if is_on_board(square))


def slid(laid: Laid, square: Square) -> Laid:
    """The cubes after that of a square beside the empty one has been slid."""
    return moved(laid, bit(square), hole(laid))


def moved(laid: Laid, source: SquareSet, target: SquareSet) -> Laid:
    """The cubes after that of one square has gone to another."""
    first, second, third = (of_code & ~source | target if of_code & source else of_code for of_code in laid)
    return first, second, third


def shuffled(card: CardSets, options: Options) -> Laid:
    """The card's picture without the cube of the South-East corner, mixed by random slides that never go straight back.

    A few more are made where these only lead to the picture again.

    Examples
    --------
    >>> from .card import card_sets
    >>> options = Options(players=1, mode="sliding", shuffle=3)
    >>> misplaced(card_sets(options.card), shuffled(card_sets(options.card), options)).bit_count() <= 3
    True
    """
    chance = Random(options.seed)
    empty = bit(SQUARES[11])
    laid: Laid = (card.of_code[0] & ~empty, card.of_code[1] & ~empty, card.of_code[2] & ~empty)
    came_from = 0
    for number in range(options.shuffle + _MORE_SLIDES):
        if number >= options.shuffle and not is_solved(card, laid):
            break
        steps = [near for step in STEPS if (near := shifted(empty, step) & BOARD) and near != came_from]
        source = chance.choice(steps)
        laid, came_from, empty = moved(laid, source, empty), empty, source
    return laid
