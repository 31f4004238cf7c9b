"""Games to test on, and a second, literal reading of the placing rule that shares no code with the first."""

import random
from dataclasses import replace

import pytest

from rules.games.tours import GAME, SQUARES, Fall, Options, Position


@pytest.fixture(scope="session")
def play():
    """A game of random legal moves as rows of positions and moves, with falls as often as told, until it is over."""

    def play(seed, players=1, fall_share=0.0, most_moves=400):
        chance = random.Random(seed)
        position = Position(reserves=((),) * players, options=Options(players=players))
        positions, moves = [position], []
        while not position.is_over and len(moves) < most_moves:
            move = chance.choice(position.legal_moves())
            standing = [square for square in range(len(SQUARES)) if position.columns[square]]
            if standing and chance.random() < fall_share:
                fallen = sorted(chance.sample(standing, chance.randint(1, min(3, len(standing)))))
                heights = tuple((square, chance.randrange(len(position.columns[square]))) for square in fallen)
                move = Fall(chance.randint(1, players), heights)
            position = GAME.play(position, move)
            positions.append(position)
            moves.append(move)
        return positions, moves

    return play


@pytest.fixture(scope="session")
def literal_squares():
    """Names of the squares for a tile such as "5b", from tops such as "4c" or "" and the own family, by the letter.

    Rule 3: an empty square, always. Rule 4: the same value, any family. Rule 5: the top is of the player's own family
    and the values differ by at most 1.
    """

    def literal_squares(tile, own_family, tops):
        value = int(tile[0])
        found = []
        for name, top in tops.items():
            if top == "":
                found.append(name)
                continue
            top_value, top_family = int(top[0]), top[1]
            if value == top_value or (top_family == own_family and value in (top_value - 1, top_value + 1)):
                found.append(name)
        return found

    return literal_squares


@pytest.fixture(scope="session")
def hide():
    """A position with tiles hidden that random numbers choose, never a top."""

    def hide(position, seed, share=0.5):
        chance = random.Random(seed)
        columns = tuple(
            tuple(
                None if height < len(column) - 1 and chance.random() < share else tile
                for height, tile in enumerate(column)
            )
            for column in position.columns
        )
        return replace(position, columns=columns)

    return hide
