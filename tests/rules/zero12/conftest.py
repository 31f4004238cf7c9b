"""Positions to test on, and a second, literal reading of rules 2 to 4 and 6 that shares no code with the first."""

import random

import pytest

from rules.games.zero12 import GAME, Card, Options, card_notation

COLUMNS = "abcdefghijkl"
STEPS = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
NAMES = {(x, y): f"{COLUMNS[x]}{y + 1}" for x in range(12) for y in range(12)}


def touching(filled, square):
    """Letters of the faces of a cube on a square that touch the frame or a cube."""
    x, y = square
    near = {letter: (x + dx, y + dy) for letter, (dx, dy) in STEPS.items()}
    return {letter for letter, other in near.items() if other not in NAMES or other in filled}


def has_corner(faces):
    return any(pair <= faces for pair in ({"N", "E"}, {"E", "S"}, {"S", "W"}, {"W", "N"}))


def lines_by_rules_2_and_3(code, filled, stock, square, step):
    """Lines from a square in one direction, cube by cube until one cannot be laid."""
    filled, left, line = set(filled), list(stock), []
    while square in NAMES and square not in filled and has_corner(touching(filled, square)) and left[code[square]]:
        left[code[square]] -= 1
        filled.add(square)
        line.append(square)
        yield tuple(line)
        square = (square[0] + step[0], square[1] + step[1])


def by_rule_4(code, filled, squares, options):
    first = squares[0]
    if len(squares) == 1:
        faces = touching(filled, first)
        if len(faces) >= 3:
            return True
        around = {letter: (first[0] + dx, first[1] + dy) for letter, (dx, dy) in STEPS.items()}
        if options.free_faces == "whole_card":
            beside = [square for square in around.values() if square in NAMES]
        else:
            beside = [square for letter, square in around.items() if letter not in faces]
        return all(code[square] == code[first] for square in beside)
    if len(squares) == 2:
        if code[squares[0]] != code[squares[1]]:
            return True
        ends = squares if options.first_square == "either_end" else squares[1:]
        return any(len(touching({*filled, *squares}, end)) >= 3 for end in ends)
    return True


def singles_with_a_direction(code, filled, lines):
    """Runs of one cube by rule 4 where a direction is said, which one with three contacts or more does not need."""
    found = set()
    for ((x, y),) in lines:
        faces = touching(filled, (x, y))
        ahead = {letter: (x + dx, y + dy) for letter, (dx, dy) in STEPS.items() if letter not in faces}
        if len(faces) >= 3:
            found.add(NAMES[x, y])
        else:
            found |= {f"{NAMES[x, y]}{letter}1" for letter, near in ahead.items() if code[near] == code[x, y]}
    return found


def literal_moves(position):
    """The text of every legal run, found by trying each."""
    code = {square: position.card.code(square) for square in NAMES}
    filled = {square for square in NAMES if position.cube(square) is not None}
    stock = position.stocks[position.to_move - 1]
    possible = {}
    for square, name in NAMES.items():
        if not has_corner(touching(filled, square)):
            continue
        for letter, step in STEPS.items():
            for line in lines_by_rules_2_and_3(code, filled, stock, square, step):
                possible[f"{name}{letter}{len(line)}" if len(line) > 1 else name] = line
    if position.options.single_direction == "said":
        found = {
            text for text, line in possible.items() if len(line) > 1 and by_rule_4(code, filled, line, position.options)
        }
        found |= singles_with_a_direction(code, filled, [line for line in possible.values() if len(line) == 1])
    else:
        found = {text for text, line in possible.items() if by_rule_4(code, filled, line, position.options)}
    if found:
        return found
    single_coloured = {text: line for text, line in possible.items() if len({code[square] for square in line}) == 1}
    longest = max(map(len, single_coloured.values()), default=0)
    return {text for text, line in single_coloured.items() if len(line) == longest}


@pytest.fixture(scope="session", name="literal_moves")
def literal_moves_fixture():
    return literal_moves


def shuffled_card(seed, fair=True):
    chance = random.Random(seed)
    codes = [i % 3 for i in range(144)] if fair else [chance.choice((0, 0, 1, 2)) for _ in range(144)]
    chance.shuffle(codes)
    return Card(tuple(codes))


@pytest.fixture(scope="session")
def card():
    """A card from a number; not fair if that is asked for."""
    return shuffled_card


@pytest.fixture(scope="session")
def random_game():
    """Positions and moves of a random game on a random card, whose runs are short with the given probability."""

    def play(seed, fair=True, shortness=0.5, **options):
        chance = random.Random(seed)
        position = GAME.start(Options(card=card_notation(shuffled_card(seed, fair)), **options))
        positions, moves = [position], []
        while not position.is_over:
            short = GAME.baselines["shortest run"](position, chance)
            move = short if chance.random() < shortness else chance.choice(position.legal_moves())
            position = GAME.play(position, move)
            positions.append(position)
            moves.append(move)
        return positions, moves

    return play
