"""What holds for every game, found by walking: a new folder is tested here without a line being added."""

import random
from importlib import import_module, resources

import pytest

from rules import IllegalMove, NotationError
from rules.games import load, names

GAMES = [pytest.param(load(name), id=name) for name in names()]


def data_lines(game, file_name):
    """The lines of a file in the game's folder, without comments."""
    folder = resources.files(import_module(type(game).__module__.rpartition(".")[0]))
    text = (folder / file_name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def random_game(game, seed):
    """Positions and moves of a game of random legal moves, from start to end."""
    chance = random.Random(seed)
    positions, moves = [game.start()], []
    while not game.is_over(positions[-1]):
        moves.append(chance.choice(game.legal_moves(positions[-1])))
        positions.append(game.play(positions[-1], moves[-1]))
    return positions, moves


def test_babel_is_found_under_both_its_names():
    assert load("babel") is load("Babel-Pico")


def test_an_unknown_name_lists_the_games():
    with pytest.raises(KeyError, match="babel"):
        load("chess")


@pytest.mark.parametrize("game", GAMES)
def test_the_start_is_valid(game):
    start = game.start()
    assert not game.faults(start)
    assert not game.is_over(start)
    assert game.to_move(start) == 1
    assert game.result(start) == "not over"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(10))
def test_random_games_are_sound_and_end(game, seed):
    positions, moves = random_game(game, seed)
    assert len(moves) <= game.longest_game_plies
    assert game.result(positions[-1]) != "not over"
    assert not game.legal_moves(positions[-1])
    for position, move in zip(positions, moves, strict=False):
        assert not game.faults(position)
        assert game.play(position, move) != position
        assert game.parse_move(game.move_notation(move)) == move
    for position in positions:
        assert game.parse_position(game.position_notation(position)) == position


@pytest.mark.parametrize("game", GAMES)
def test_a_move_of_another_position_is_refused_with_its_rule_and_changes_nothing(game):
    positions, moves = random_game(game, 0)
    before = game.position_notation(positions[-1])
    with pytest.raises(IllegalMove, match="Rule"):
        game.play(positions[-1], moves[0])
    assert game.position_notation(positions[-1]) == before


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("text", ["", "nonsense", "\0", "-" * 5000])
def test_garbage_is_refused_as_notation(game, text):
    with pytest.raises(NotationError):
        game.parse_position(text)
    with pytest.raises(NotationError):
        game.parse_move(text)


@pytest.mark.parametrize("game", GAMES)
def test_the_playthrough_replays_line_by_line(game):
    lines = data_lines(game, "playthrough.txt")
    position = game.start()
    replayed = [f"position {game.position_notation(position)}", f"legal {len(game.legal_moves(position))}"]
    for line in lines:
        word, _, text = line.partition(" ")
        if word == "move":
            position = game.play(position, game.parse_move(text))
            replayed += [
                line,
                f"position {game.position_notation(position)}",
                f"legal {len(game.legal_moves(position))}",
            ]
    assert [*replayed, f"result {game.result(position)}"] == lines


@pytest.mark.parametrize("game", GAMES)
def test_the_pinned_numbers_of_move_sequences(game):
    pinned = [line.split() for line in data_lines(game, "counts.txt") if line.startswith("sequences ")]
    assert pinned
    for _, plies, count in pinned:
        positions = [game.start()]
        for _ in range(int(plies)):
            positions = [game.play(position, move) for position in positions for move in game.legal_moves(position)]
        by_move = {
            game.move_notation(move): len(game.legal_moves(game.play(game.start(), move)))
            for move in game.legal_moves(game.start())
        }
        assert len(positions) == int(count), f"replies after each first move: {by_move}"
