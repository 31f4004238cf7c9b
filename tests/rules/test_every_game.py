"""What holds for every game, found by walking: a new folder is tested here without a line being added."""

import doctest
import random
from importlib import import_module, resources
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rules.games
from rules import IllegalMove, IncompletePosition, NotationError
from rules.game import CHANCE
from rules.games import load, names, of_notation
from rules.options import option_choices, options_notation, player_numbers, with_options
from rules.record import Record, record_notation
from rules.record_reading import parse_record
from rules.search import rounds

FOLDERS = sorted(path.parent.name for path in Path(rules.games.__file__).parent.glob("*/__init__.py"))
GAMES = [pytest.param(load(name), id=name) for name in names()]
LONGEST_LOOK = 60
"""Plies of a random game that the slower tests look at."""


def rule_sets(game):
    """The rule set for each number of players that the game takes; its own where that is no option."""
    if not hasattr(game.default_options, "players"):
        return [game.default_options]
    return [with_options(game.default_options, (f"players={number}",)) for number in player_numbers(game)]


RULE_SETS = [
    pytest.param(game.values[0], options, id=f"{game.id}-{getattr(options, 'players', '')}")
    for game in GAMES
    for options in rule_sets(game.values[0])
]


def data_lines(game, file_name):
    """The lines of a file in the game's folder, without comments."""
    folder = resources.files(import_module(type(game).__module__.rpartition(".")[0]))
    text = (folder / file_name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def random_game(game, seed, options=None, most_plies=None):
    """A game of random legal moves from start to end, or as many moves of it."""
    chance = random.Random(seed)
    record = Record.of(game, game.start(options))
    while not game.is_over(record.position) and len(record.moves) != most_plies:
        record = record.play(chance.choice(game.legal_moves(record.position)))
    return record


@pytest.fixture(scope="module")
def one_game():
    """One random game of each game, played once for all tests that look at it."""
    played = {}
    return lambda game: played.setdefault(game.name, random_game(game, 0))


def test_every_folder_is_a_game():
    assert len(FOLDERS) == len(names()) == len(set(names()))


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_found_under_each_of_its_names_and_by_its_notation(game):
    for name in (game.name, game.name.upper(), *game.aliases):
        assert load(name) is game
    assert len(game.name.split()) == 1
    written = game.position_notation(game.start())
    assert of_notation(written) is game
    titles = (alias.title().replace(" ", "-") for alias in game.aliases)
    for name in (game.name.upper(), f"{game.name}:", *game.aliases, *titles):
        renamed = written.replace(game.name, name, 1)
        assert of_notation(renamed) is game
        assert game.parse_position(renamed) == game.start()


@pytest.mark.parametrize("game", GAMES)
def test_a_notation_may_be_written_with_the_letters_of_a_word_processor(game, one_game):
    for position in one_game(game).positions[:LONGEST_LOOK]:
        written = game.position_notation(position)
        assert game.parse_position(other_letters(written), game.options(position)) == position
    for move in one_game(game).moves[:LONGEST_LOOK]:
        assert game.parse_move(other_letters(game.move_notation(move))) == move
    assert load(other_letters(game.name)) is game


def other_letters(text):
    """The same with a dash, a multiplication sign, wide digits and commas as in Japan, and marks of direction."""
    wide = {letter: chr(ord(letter) + 0xFEE0) for letter in "0123456789,"}
    other = text.translate(str.maketrans({**wide, "-": "\N{EN DASH}", "x": "\N{MULTIPLICATION SIGN}"}))
    return f"\N{LEFT-TO-RIGHT EMBEDDING}{other}\N{POP DIRECTIONAL FORMATTING}"


def test_an_unknown_name_lists_the_games():
    with pytest.raises(KeyError, match="babel"):
        load("chess")
    assert of_notation("chess e4") is of_notation("") is None


@pytest.mark.parametrize(("game", "options"), RULE_SETS)
def test_the_start_is_valid(game, options):
    start = game.start(options)
    assert game.options(start) == options
    assert not game.faults(start)
    assert not game.is_over(start)
    assert game.to_move(start) in (CHANCE, 1)
    assert game.result(start) == "not over"
    assert not game.winners(start)
    assert game.player_count(start) == getattr(options, "players", 2)
    assert start == game.start(options)
    assert game.start() == game.start(game.default_options)


@pytest.mark.parametrize(("game", "options"), RULE_SETS)
def test_options_are_written_and_read_back(game, options):
    texts = options_notation(options)
    assert with_options(game.default_options, texts) == options
    for text in texts:
        name, _, value = text.partition("=")
        choices = option_choices(options)[name]
        assert not choices or value in choices
        if choices:
            with pytest.raises(NotationError):
                with_options(options, (f"{name}=nonsense",))


@pytest.mark.parametrize(("game", "options"), RULE_SETS)
def test_random_games_are_sound_and_end(game, options):
    for seed in range(2):
        record = random_game(game, seed, options)
        assert len(record.moves) <= game.longest_game_plies
        for position, after, move in zip(record.positions, record.positions[1:], record.moves, strict=False):
            assert after != position
            assert 0 <= game.to_move(position) <= game.player_count(position)
            assert game.result(position) == "not over"
            assert not game.winners(position)
            assert game.parse_move(game.move_notation(move)) == move
        assert_end(game, record.position)


def assert_end(game, end):
    """A game that is over has an outcome, and points agree with it."""
    count = game.player_count(end)
    assert game.is_over(end)
    assert not game.legal_moves(end)
    assert game.result(end) != "not over"
    assert set(game.winners(end)) <= set(range(1, count + 1))
    scores = game.scores(end)
    assert len(scores) in (0, count)
    if scores and count > 1:
        assert game.winners(end) == tuple(i for i, score in enumerate(scores, start=1) if score == max(scores))


@pytest.mark.parametrize("game", GAMES)
def test_no_position_of_a_game_is_at_fault(game, one_game):
    for position in one_game(game).positions:
        assert not game.faults(position)


@pytest.mark.parametrize(("game", "options"), RULE_SETS)
def test_positions_are_written_and_read_back(game, options):
    positions = random_game(game, 1, options).positions
    for position in [*positions[:LONGEST_LOOK], *positions[LONGEST_LOOK:-1:7], positions[-1]]:
        again = game.parse_position(game.position_notation(position), options)
        assert again == position
        assert hash(again) == hash(position)


@pytest.mark.parametrize("game", GAMES)
def test_every_move_offered_is_legal(game, one_game):
    for position in one_game(game).positions[::5]:
        moves = game.legal_moves(position)
        assert len(set(moves)) == len(moves)
        assert moves == game.legal_moves(position)
        for move in moves:
            assert not game.move_faults(position, move)
            assert game.parse_move(game.move_notation(move)) == move


@pytest.mark.parametrize("game", GAMES)
def test_a_move_that_is_not_offered_is_refused_with_its_rules_and_changes_nothing(game, one_game):
    record = one_game(game)
    refused = 0
    for position in (record.positions[0], record.positions[len(record.moves) // 2], record.position):
        before = game.position_notation(position)
        offered = set(game.legal_moves(position))
        for move in {*record.moves[:LONGEST_LOOK], *record.moves[-3:]} - offered:
            refused += 1
            faults = game.move_faults(position, move)
            assert faults
            with pytest.raises(IllegalMove) as error:
                game.play(position, move)
            for fault in faults:
                assert fault.rule in str(error.value)
                assert fault.message in str(error.value)
                assert fault.message[-1] in ".!?"
        assert game.position_notation(position) == before
    assert refused


@pytest.mark.parametrize("game", GAMES)
def test_chances_add_up_to_one(game, one_game):
    for position in one_game(game).positions[:LONGEST_LOOK]:
        if not game.is_over(position) and game.to_move(position) == CHANCE:
            chances = game.chances(position)
            assert len(chances) == len(game.legal_moves(position))
            assert min(chances) > 0
            assert sum(chances) == 1


@pytest.mark.parametrize("game", GAMES)
def test_the_change_that_a_move_makes_is_explained_by_that_move(game, one_game):
    record = one_game(game)
    explained = 0
    for before, after, move in list(zip(record.positions, record.positions[1:], record.moves, strict=False))[:40]:
        if game.to_move(before) != CHANCE:
            change = game.explain(before, after)
            assert not change.faults
            # A pass leaves nothing to see.
            assert (move,) in change.ways or () in change.ways
            explained += (move,) in change.ways
    assert explained


@pytest.mark.parametrize("game", GAMES)
def test_suggestions_rank_the_legal_moves_and_come_out_the_same_again(game, one_game):
    record = one_game(game)
    positions = [position for position in record.positions if game.to_move(position) != CHANCE]
    # One of them without any time to think.
    for position, number in ((positions[0], 3), (positions[len(positions) // 2], 0), (positions[-2], 3)):
        advice = game.suggest(position, rounds(number), seed=5)
        assert advice == game.suggest(position, rounds(number), seed=5)
        assert sorted(map(game.move_notation, (ranked.move for ranked in advice.moves))) == sorted(
            map(game.move_notation, game.legal_moves(position))
        )
        values = [ranked.value for ranked in advice.moves]
        assert values == sorted(values, reverse=True)
        assert all(ranked.reason for ranked in advice.moves)
        assert advice.unit
    assert game.suggest(record.position, rounds(3)).moves == ()


@pytest.mark.parametrize("game", GAMES)
def test_more_thinking_changes_nothing_of_what_is_settled(game, one_game):
    positions = one_game(game).positions
    shown = (*positions[:: max(1, len(positions) // 8)], positions[-1])
    settled = [position for position in shown if game.suggest(position, rounds(3), seed=5).is_settled]
    assert settled
    for position in settled:
        assert game.suggest(position, rounds(30), seed=5) == game.suggest(position, rounds(3), seed=5)


@pytest.mark.parametrize("game", GAMES)
def test_simple_players_play_legal_moves(game, one_game):
    for name, player in game.baselines.items():
        assert name not in ("random", "computer", "you")
        for position in one_game(game).positions[:LONGEST_LOOK:7]:
            if not game.is_over(position) and game.to_move(position) != CHANCE:
                assert player(position, random.Random(1)) in game.legal_moves(position)


@pytest.mark.parametrize(("game", "options"), RULE_SETS)
def test_a_record_is_written_and_read_back(game, options):
    record = random_game(game, 2, options)
    reading = parse_record(record_notation(record))
    assert reading.record == record
    assert (reading.wrong_move, reading.remarks) == (None, ())


@pytest.mark.parametrize("game", GAMES)
@given(data=st.data())
@settings(max_examples=10, deadline=None)
def test_a_record_cut_off_anywhere_holds_the_whole_moves_before(game, data):
    record = random_game(game, data.draw(st.integers(0, 99)), most_plies=data.draw(st.integers(0, 20)))
    text = record_notation(record)
    cut = data.draw(st.integers(len(f"game {game.name}\n"), len(text) - 1))
    reading = parse_record(text[:cut])
    whole = sum(line[:1].isdigit() for line in text[:cut].splitlines(keepends=True) if line.endswith("\n"))
    assert reading.record.moves == record.moves[:whole]
    assert reading.wrong_move is None
    assert reading.remarks or text[cut:] == "\n"


@pytest.mark.parametrize("game", GAMES)
def test_a_wrong_move_in_a_record_is_told_by_its_number_and_rules(game, one_game):
    record = one_game(game)
    first, *rest = record_notation(record).splitlines()
    moves = [line.partition(". ")[2].partition(": ")[2] for line in rest if line[:1].isdigit()]
    played, wrong = next(
        (played, move)
        for played, position in list(enumerate(record.positions))[3:]
        for move in record.moves
        if move not in game.legal_moves(position)
    )
    notation = game.move_notation(wrong)
    options = [f"option {text}" for text in options_notation(game.default_options)]
    numbered = [f"{number}. {move}" for number, move in enumerate([*moves[:played], notation], start=1)]
    reading = parse_record("\n".join([first, *options, *numbered, f"{played + 2}. what is never read", ""]))
    assert reading.record.moves == record.moves[:played]
    assert reading.wrong_move is not None
    assert (reading.wrong_move.number, reading.wrong_move.notation) == (played + 1, notation)
    assert reading.wrong_move.faults == tuple(game.move_faults(record.positions[played], wrong))


@pytest.mark.parametrize("game", GAMES)
def test_taking_a_move_back_leads_to_the_game_before_it(game, one_game):
    record = one_game(game)
    back = record.undo()
    assert back.moves == record.moves[:-1]
    assert back.play(record.moves[-1]) == record
    with pytest.raises(IllegalMove):
        Record.of(game).undo()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("text", ["", "no sense!", "\0", "-" * 5000, "٩", "1" * 5000])
def test_garbage_is_refused_as_notation(game, text):
    for garbage in (text, f"{game.name} {text}!"):
        with pytest.raises(NotationError):
            game.parse_position(garbage)
    with pytest.raises(NotationError):
        game.parse_move(text)


@pytest.mark.parametrize("game", GAMES)
@given(data=st.data())
@settings(max_examples=25, deadline=None)
def test_a_slip_of_the_pen_is_read_or_refused(game, data):
    record = random_game(game, data.draw(st.integers(0, 20)), most_plies=data.draw(st.integers(0, 8)))
    text = game.position_notation(record.position)
    place = data.draw(st.integers(0, len(text)))
    letter = data.draw(st.text(st.characters(codec="utf-8"), max_size=2))
    try:
        position = game.parse_position(text[:place] + letter + text[place + data.draw(st.integers(0, 2)) :])
        game.faults(position)
    except (NotationError, IncompletePosition):
        return
    assert game.parse_position(game.position_notation(position)) == position


@pytest.mark.parametrize("game", GAMES)
@given(data=st.data())
@settings(max_examples=25, deadline=None)
def test_a_slip_of_the_pen_in_a_record_is_read_or_refused(game, data):
    text = record_notation(random_game(game, data.draw(st.integers(0, 20)), most_plies=6))
    place = data.draw(st.integers(0, len(text)))
    letters = data.draw(st.text(st.characters(codec="utf-8"), max_size=3))
    try:
        reading = parse_record(text[:place] + letters + text[place + data.draw(st.integers(0, 3)) :])
    except NotationError:
        return
    assert parse_record(record_notation(reading.record)).record == reading.record


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
    assert game.is_over(position)


def sequences(game, position, plies):
    """How many rows of that many moves there are, chance included."""
    if plies <= 1:
        return len(game.legal_moves(position)) if plies else 1
    return sum(sequences(game, game.play(position, move), plies - 1) for move in game.legal_moves(position))


@pytest.mark.parametrize("game", GAMES)
def test_the_pinned_numbers_of_move_sequences(game):
    pinned = [line.split() for line in data_lines(game, "counts.txt") if line.startswith("sequences ")]
    assert pinned
    for _, plies, count in pinned:
        assert sequences(game, game.start(), int(plies)) == int(count), f"{plies} plies"


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_example_in_the_rules_runs(folder):
    path = Path(rules.games.__file__).parent / folder / "README.md"
    results = doctest.testfile(str(path), module_relative=False, encoding="utf-8")
    assert results.attempted > 0
    assert results.failed == 0
