"""`judge` and `suggest` for whichever game the notation names, and for the change between two positions."""

import json
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from rich.console import Console

from referee.boards import board
from rules.games import load, names
from rules.search import rounds

GAMES = [load(name) for name in names()]
OTHERS = [game for game in GAMES if game.name != "babel"]


def after(game: Any, plies: int) -> list[Any]:
    """The positions of the beginning of a random game, ending where a player is to move, or of all of it."""
    chance, positions = Random(1), [game.start()]
    while not game.is_over(positions[-1]) and (len(positions) <= plies or game.to_move(positions[-1]) == 0):
        positions.append(game.play(positions[-1], chance.choice(game.legal_moves(positions[-1]))))
    return positions


def test_the_options_are_those_of_the_position(run: Any) -> None:
    tours = json.loads(run("judge", "tours -,-,-/-,-,-/-,-,- -:-", "--json").stdout)
    assert (tours["options"]["players"], len(tours["scores"])) == ("2", 2)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_position_of_any_game_is_judged_by_its_first_word(run: Any, game: Any) -> None:
    notation = game.position_notation(after(game, 4)[-1])
    result = run("judge", notation)
    assert result.exit_code == 0
    assert "LEGAL" in result.stdout
    document = json.loads(run("judge", notation, "--json").stdout)
    assert (document["game"], document["verdict"], document["faults"]) == (game.name, "legal", [])
    assert document["notation"] in notation


@pytest.mark.parametrize("game", OTHERS, ids=lambda game: game.name)
def test_moves_of_any_game_are_ranked(run: Any, game: Any) -> None:
    position = after(game, 4)[-1]
    words = ("suggest", game.position_notation(position), "--seconds", "0.05")
    assert "These values are" in run(*words).stdout
    document = json.loads(run(*words, "--json").stdout)
    assert (document["game"], document["to_move"]) == (game.name, game.to_move(position))
    assert {one["move"] for one in document["suggestions"]} == set(map(game.move_notation, game.legal_moves(position)))
    assert set(document) >= {"unit", "is_exact", "scores", "notation"}
    assert document["unit"]
    assert f" {document['unit']} " in run(*words).stdout.replace("\n", " ")


def test_chance_comes_out_otherwise_with_another_seed_and_the_same_with_the_same(
    run: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.playing.suggesting.for_seconds", lambda _: rounds(10))
    words = ("suggest", "tours 5b6b,-,-/-,-,-/-,-,- - 6b", "--json", "--seed")
    first, again, other = (json.loads(run(*words, seed).stdout)["suggestions"] for seed in ("3", "3", "4"))
    assert first == again != other


@pytest.mark.parametrize(
    ("notation", "trust"),
    [
        ("tours 5b6b,-,-/-,-,-/-,-,- - 4b", "These values are estimates."),
        ("tours 5b6b,-,-/-,-,-/-,-,- - 6b", "These values are estimates; more --seconds sharpen them."),
    ],
    ids=["squares that are all alike", "squares to choose from"],
)
def test_more_seconds_are_advised_only_where_they_tell_more(run: Any, notation: str, trust: str) -> None:
    assert run("suggest", notation, "--seconds", "0.05").stdout.splitlines()[-1] == trust


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_change_is_explained(run: Any, game: Any) -> None:
    positions = after(game, 4)
    before, now = next(pair for pair in pairwise(positions) if game.to_move(pair[0]) and pair[0] != pair[1])
    words = ("judge", game.position_notation(now), "--before", game.position_notation(before))
    assert run(*words).exit_code == 0
    document = json.loads(run(*words, "--json").stdout)
    assert (document["verdict"], document["faults"]) == ("legal", [])
    assert document["ways"]
    assert document["before"] == game.position_notation(before)


WRONG = ("tours 5b9c,-,-/-,-,-/-,-,- -:- -", "--option", "players=2")


def test_a_position_against_the_rules_is_told_with_its_rule_and_ends_with_1(run: Any, refused: Any) -> None:
    result = run("judge", *WRONG)
    assert result.exit_code == 1
    assert "ILLEGAL" in result.stdout
    assert "rule 4: a1: the 9 of circles may not lie on the 5 of bamboo" in result.stdout
    document = json.loads(run("judge", *WRONG, "--json").stdout)
    assert (document["verdict"], document["options"]["players"]) == ("illegal", "2")
    assert [(fault["rule"], fault["places"]) for fault in document["faults"]] == [("4", ["a1"])]
    assert "to_move" not in document
    refused(run("suggest", *WRONG), "no suggestion: Rule 4: a1")


def test_where_chance_moves_nothing_is_suggested(run: Any, refused: Any) -> None:
    refused(
        run("suggest", load("tours").position_notation(load("tours").start())),
        "chance moves next.*one of draw=1b",
    )


def test_nothing_is_printed_of_a_game_of_which_it_is_not_known_how_it_ended(run: Any, refused: Any) -> None:
    refused(run("suggest", f"tours {36 * '?'},-,-/-,-,-/-,-,- -"), "the top tile of a1 is not known")


def test_a_game_that_is_over_has_its_result_and_no_suggestion(run: Any) -> None:
    game = load("tours")
    over = game.position_notation(after(game, 10**6)[-1])
    told = run("suggest", over).stdout
    assert "The game is over: " in told
    assert "These values are" not in told
    document = json.loads(run("suggest", over, "--json").stdout)
    assert (document["to_move"], document["suggestions"]) == (None, [])
    assert document["result"] in run("judge", over).stdout


def test_a_wrong_change_is_told_with_its_rule_and_ends_with_1(run: Any) -> None:
    result = run("judge", "0,-,-,-", "--before", "1E,-,-,- 32132:33132")
    assert result.exit_code == 1
    assert "rule 3: The cube in a1 on level 1 has been turned or exchanged" in result.stdout
    document = json.loads(run("judge", "1E,1E,-,-", "--before", "1E,-,-,-", "--json").stdout)
    assert (document["verdict"], document["ways"]) == ("illegal", [])
    assert document["faults"][0]["rule"] == "5"
    assert document["faults"][0]["places"] == ["b1 on level 1"]


def test_a_change_that_cannot_be_told_is_undetermined(run: Any) -> None:
    result = run("judge", "1E,0,1S,2WS", "--before", "-,-,-,-")
    assert result.exit_code == 0
    assert "UNDETERMINED" in result.stdout
    assert "4 cubes are new" in result.stdout


@pytest.mark.parametrize(("now", "earlier"), [("1E,0,-,-", "1?,-,-,-"), ("1?,0,-,-", "1E,-,-,-")])
def test_what_either_look_showed_of_a_cube_is_kept(run: Any, now: str, earlier: str) -> None:
    assert "notation: babel 1E,0,-,- 32132:23132 1" in run("judge", now, "--before", earlier).stdout


def test_what_either_look_showed_of_a_tile_is_kept(run: Any) -> None:
    rows = "-,-/-,-,-/-,-,-"
    change = run("judge", f"tours 4b,{rows} ?", "--before", f"tours ?5b,{rows} -")
    assert f"notation: tours 4b,{rows} 5b -" in change.stdout


def test_how_many_play_need_not_be_said_again_of_the_later_position(run: Any) -> None:
    building = "2232/3441/2322/2222"
    climbed = run("judge", f"baubylon {building} d3:4", "--before", f"baubylon {building} - 6666 0:0000 3 4")
    assert (climbed.exit_code, "home-d3" in climbed.stdout) == (0, True)
    rows = "-,-/-,-,-/-,-,-"
    wrong = run("judge", f"tours 5b,3b,{rows[2:]}", "--before", f"tours 5b,{rows} -:-")
    assert wrong.exit_code == 1
    assert "notation: tours 5b,3b,-/-,-,-/-,-,- -:- -" in wrong.stdout


def test_several_ways_are_all_listed(run: Any) -> None:
    result = run("judge", "0,1W,1S,-", "--before", "0,-,-,-")
    assert "There are 2 ways" in result.stdout
    assert "b1.1=1W, then a2.1=1S" in result.stdout
    assert "more (--json lists all)" not in result.stdout


def test_of_many_ways_the_first_are_listed_and_how_many_more_there_are(
    run: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.playing.judging.SHOWN_WAYS", 1)
    words = ("judge", "0,1W,1S,-", "--before", "0,-,-,-")
    told = run(*words).stdout
    assert (told.count(", then "), "and 1 more (--json lists all)" in told) == (1, True)
    assert len(json.loads(run(*words, "--json").stdout)["ways"]) == 2


def test_the_name_of_a_game_may_be_an_alias_and_stand_in_any_case(run: Any) -> None:
    expected = run("judge", "1E,0,-,-", "--json").stdout
    for words in (["babel 1E,0,-,-"], ["Pico 1E,0,-,-"], ["babel", "1E,0,-,-"], ["1E,0,-,-", "--game", "babel pico"]):
        assert run("judge", *words, "--json").stdout == expected


def test_an_option_of_the_rule_set_is_as_good_as_babel_s_own(run: Any) -> None:
    opposite = "2EW,-,-,-"
    assert "No black cube" in run("judge", opposite).stdout
    assert "No black cube" not in run("judge", opposite, "--option", "type2=opposite").stdout


@pytest.mark.parametrize("command", ["judge", "suggest"])
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["0,-,-,-", "--option", "type5=x"], "'type5=x' is no option; expected name=value, with one of type2"),
        (["0,-,-,-", "--option", "type2=x"], "it can be adjacent, opposite, both"),
        (["0,-,-,-", "--game", "chess"], "no game is called 'chess'"),
        (["babbel 0,-,-,-"], "no game is called 'babbel'; there are: babel, "),
        (["012x012", "--option", "mode=puzzle"], "which one player plays.*give players=1"),
        (["babel"], "nothing is written"),
        (["chess e4"], "no game is called 'chess'"),
    ],
)
def test_what_cannot_be_used_is_told_in_a_line(
    run: Any, refused: Any, command: str, words: list[str], message: str
) -> None:
    refused(run(command, *words), message)


@pytest.mark.parametrize("game", OTHERS, ids=lambda game: game.name)
def test_two_games_in_one_request_are_one_too_many(run: Any, refused: Any, game: Any) -> None:
    notation = game.position_notation(game.start())
    refused(run("judge", notation, "--game", "babel"), "the notation is of .*, but --game says babel")
    refused(run("judge", notation, "--before", "babel 0,-,-,-"), "is a position of babel, not of")
    refused(run("judge", notation, "--type2", "both"), "'type2=both' is no option")
    refused(run("judge", f"{game.name} no sense!"), "expected")


def test_a_game_without_a_reader_is_not_read_from_photos(
    run: Any, refused: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    refused(run("check", "photo.jpg", "--game", "Baubylon"), "cannot be read from photos")


def test_what_follows_on_a_position_that_breaks_a_rule_is_not_judged(run: Any, refused: Any) -> None:
    before = "tours 5b7b,-,-/-,-,-/-,-,- - -"
    refused(run("judge", "tours 5b7b,1b,-/-,-,-/-,-,- - -", "--before", before), "the position before breaks a rule")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_every_board_is_drawn_within_a_terminal_of_80_columns(game: Any, encoding: str, tmp_path: Any) -> None:
    with (tmp_path / "terminal.txt").open("w+", encoding=encoding) as terminal:
        Console(file=terminal, width=80).print(board(game, after(game, 6)[-1]))
        terminal.seek(0)
        lines = terminal.read().splitlines()
    assert len(lines) > 3
    assert max(map(len, lines)) <= 80


def test_a_position_whose_standing_does_not_follow_is_judged_all_the_same(run: Any) -> None:
    result = run("judge", "tours 5b?,-,-/-,-,-/-,-,- *")
    assert result.exit_code == 0
    assert "the reserves are not known" in result.stdout


@pytest.mark.parametrize("command", ["judge", "suggest"])
def test_an_option_that_the_position_contradicts_is_refused(run: Any, refused: Any, command: str) -> None:
    position = "baubylon 2232/3441/2322/2222 - 666 0:000 3 1"
    refused(run(command, position, "--option", "players=4"), "with players=3, but players=4 is asked for")
    assert run(command, position, "--option", "players=3").exit_code == 0
