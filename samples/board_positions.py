"""Draws boards of 012x012 by lot: cards, positions of games, and faults.

Called by samples.boards, and by samples.board_story and samples.board_film.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
from scipy.ndimage import gaussian_filter

from rules.games.zero12 import (
    CODES,
    DEFAULT_CARD,
    FAIR_COUNT,
    SIDE,
    SQUARES,
    Card,
    Options,
    Position,
    Square,
    bit,
    card_notation,
    start,
    unreachable,
)
from rules.games.zero12.runs import supported
from rules.games.zero12.squares import BOARD, SquareSet, squares_in

Generator = np.random.Generator
Cube = tuple[Square, int]
"""Where a cube lies, and its code."""
#: How many of all boards have faults, were filled cube by cube by rule 3 alone, and follow the default card.
FAULTY_SHARE, CUBE_BY_CUBE_SHARE, DEFAULT_CARD_SHARE = 1 / 3, 0.2, 1 / 3
_PLAYERS = (1, 2, 3, 4)


def random_position(rng: Generator, colour: str) -> Position:
    """A board of 0 to 144 cubes as a camera sees it: nobody knows who has how many left."""
    card = usual_card(rng)
    options = Options(players=int(rng.choice(_PLAYERS)), card=card_notation(card), colour2=colour)
    count = int(rng.integers(0, SIDE**2 + 1))
    filled = _filled_by_rule_3(rng, count) if rng.random() < CUBE_BY_CUBE_SHARE else _played(rng, options, count)
    of_code = start(options).ground.sets.of_code
    legal = Position(options, (filled & of_code[0], filled & of_code[1], filled & of_code[2]), ())
    return with_faults(rng, legal, int(rng.integers(1, 3))) if rng.random() < FAULTY_SHARE else legal


def scattered_position(rng: Generator, colour: str) -> Position:
    """Any cubes on any squares: what a network learns from, which is not to learn what is legal."""
    options = Options(card=card_notation(random_card(rng)), colour2=colour)
    # Anything from specks to large patches, of squares that are filled and of codes alike.
    heights, tones = (gaussian_filter(rng.normal(size=(SIDE, SIDE)), rng.uniform(0, 2)) for _ in range(2))
    is_filled = heights < np.quantile(heights, rng.uniform())
    codes = np.searchsorted(np.quantile(tones, np.sort(rng.uniform(size=2))), tones)
    laid = [sum(bit(square) for square in SQUARES if is_filled[square] and codes[square] == code) for code in CODES]
    return Position(options, (laid[0], laid[1], laid[2]), ())


def usual_card(rng: Generator) -> Card:
    """The default card, or any other fair one."""
    return DEFAULT_CARD if rng.random() < DEFAULT_CARD_SHARE else random_card(rng)


def random_card(rng: Generator) -> Card:
    """A fair card: anything from specks to large patches."""
    tones = gaussian_filter(rng.normal(size=SIDE**2).reshape(SIDE, SIDE), rng.uniform(0, 2)).ravel()
    codes = np.empty(SIDE**2, int)
    codes[np.argsort(tones)] = np.repeat(rng.permutation(CODES), FAIR_COUNT)
    return Card(tuple(codes.tolist()))


def cubes_on(position: Position) -> tuple[Cube, ...]:
    """What lies on a board, from a1 to l12."""
    laid = ((square, position.cube(square)) for square in squares_in(position.filled))
    return tuple((square, code) for square, code in laid if code is not None)


def with_faults(rng: Generator, position: Position, count: int) -> Position:
    """The same with so many cubes changed into one of a wrong colour, or laid where none can have been laid."""
    for _ in range(count):
        lonely = [square for square in SQUARES if unreachable(position.filled | bit(square)) & bit(square)]
        laid = list(squares_in(position.filled))
        if lonely and (not laid or rng.random() < 0.5):
            square = _one_of(rng, lonely)
            position = with_cube(position, square, position.card.code(square))
        else:
            square = _one_of(rng, laid)
            wrong = [code for code in CODES if code != position.card.code(square)]
            position = with_cube(position, square, int(rng.choice(wrong)))
    return position


def with_cube(position: Position, square: Square, code: int) -> Position:
    """A cube of this code on a square, instead of what lies there."""
    others = [of_code & ~bit(square) for of_code in position.laid]
    others[code] |= bit(square)
    return replace(position, laid=(others[0], others[1], others[2]))


def _played(rng: Generator, options: Options, count: int) -> SquareSet:
    """The squares that random legal turns have filled, once there are so many of them or the game is over."""
    position = start(options)
    chance = Random(int(rng.integers(2**32)))
    while position.filled.bit_count() < count and not position.is_over:
        position = position.applied(chance.choice(position.legal_moves()))
    return position.filled


def _filled_by_rule_3(rng: Generator, count: int) -> SquareSet:
    """So many squares filled one by one, each with its two contacts."""
    filled = 0
    for _ in range(count):
        filled |= bit(_one_of(rng, list(squares_in(supported(filled) & BOARD))))
    return filled


def _one_of(rng: Generator, squares: list[Square]) -> Square:
    return squares[rng.integers(len(squares))]
