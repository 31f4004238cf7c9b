"""Recorded games shown again, and the list of games."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from rules.games import load, names

RECORD = "game babel\noption finished=draw\nplayer 1 Ida\n1. a1.1=1E\n2. b1.1=0\nresult not over\n"


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.txt"
    path.write_text(RECORD)
    return path


def test_a_game_is_shown_move_by_move(run: Any, record: Path) -> None:
    result = run("replay", str(record))
    assert result.exit_code == 0
    assert "finished=draw" in result.stdout
    assert "player 1: Ida" in result.stdout
    assert result.stdout.count("above") == 2
    assert result.stdout.index("1. player 1: a1.1=1E") < result.stdout.index("2. player 2: b1.1=0")


def test_a_wrong_move_is_shown_with_its_rules_and_ends_with_1(run: Any, record: Path) -> None:
    record.write_text(RECORD.replace("b1.1=0", "b1.1=1E"))
    result = run("replay", str(record))
    assert result.exit_code == 1
    assert "2. b1.1=1E is not legal here:" in result.stdout
    assert "rule 5: The cube in b1 on level 1 shows a bulge on the outside, at face E." in result.stdout
    # Also to somebody who does not want to see the rest.
    assert "is not legal here:" in run("replay", str(record), "--step", stdin="q\n").stdout
    document = json.loads(run("replay", str(record), "--json").stdout)
    assert (document["wrong_move"]["number"], document["wrong_move"]["move"]) == (2, "b1.1=1E")
    assert [fault["rule"] for fault in document["wrong_move"]["faults"]] == ["5"]
    assert len(document["moves"]) == 1


def test_step_by_step_waits_and_ends_with_the_input(run: Any, record: Path) -> None:
    assert "2. player 2" in run("replay", str(record), "--step", stdin="\n\n").stdout
    assert "2. player 2" not in run("replay", str(record), "--step", stdin="\n").stdout
    assert "1. player 1" not in run("replay", str(record), "--step", stdin="q\n").stdout
    assert "1. player 1" not in run("replay", str(record), "--step", stdin=" QUIT \n").stdout


def test_json_has_every_position(run: Any, record: Path) -> None:
    document = json.loads(run("replay", str(record), "--json").stdout)
    assert document["game"] == "babel"
    assert document["options"]["finished"] == "draw"
    assert document["players"] == ["Ida", ""]
    assert document["start"] == "babel -,-,-,- 33132:33132 1"
    assert document["moves"][1] == {
        "number": 2,
        "who": "player 2",
        "move": "b1.1=0",
        "notation": "babel 1E,0,-,- 32132:23132 1",
    }
    assert (document["wrong_move"], document["result"], document["remarks"]) == (None, "not over", [])


def test_a_cut_is_told(run: Any, record: Path) -> None:
    record.write_text(RECORD[:-25])
    result = run("replay", str(record))
    assert result.exit_code == 0
    assert "The record is cut off in line 5" in result.stdout
    (remark,) = json.loads(run("replay", str(record), "--json").stdout)["remarks"]
    assert remark.startswith("The record is cut off in line 5")


def test_a_record_that_an_editor_saved_with_a_byte_order_mark_is_read(run: Any, record: Path) -> None:
    record.write_text(RECORD, encoding="utf-8-sig")
    assert "1. player 1: a1.1=1E" in run("replay", str(record)).stdout


def test_nothing_is_printed_of_a_game_of_which_nobody_can_tell_how_it_stands(
    run: Any, refused: Any, record: Path
) -> None:
    record.write_text("game tours\nstart tours 5b?,-,-/-,-,-/-,-,-\n")
    for words in ([], ["--json"]):
        refused(run("replay", str(record), *words), "game.txt: the top tile of a1 is not known")


def test_what_is_no_record_is_one_line(run: Any, refused: Any, tmp_path: Path) -> None:
    (tmp_path / "empty.txt").touch()
    (tmp_path / "nulls.txt").write_bytes(bytes(100))
    (tmp_path / "binary").write_bytes(bytes(range(256)))
    refused(run("replay", str(tmp_path / "empty.txt")), "is empty")
    refused(run("replay", str(tmp_path / "nulls.txt")), "is empty")
    refused(run("replay", str(tmp_path / "binary")), "is not UTF-8 text")
    refused(run("replay", str(tmp_path)), "is a folder")
    refused(run("replay", str(tmp_path / "none.txt")), "there is no such file")


def test_all_games_are_listed_with_their_options(run: Any) -> None:
    result = run("games")
    document = json.loads(run("games", "--json").stdout)
    assert [game["name"] for game in document["games"]] == list(names())
    for game in document["games"]:
        also = f" (also: {', '.join(game['aliases'])})" if game["aliases"] else ""
        assert f"{game['name']}{also}   players: {', '.join(map(str, game['players']))}" in result.stdout
        assert game["players"]
        assert game["baselines"][0] == "random"
        for option in game["options"]:
            assert option["name"] in result.stdout
    babel = next(game for game in document["games"] if game["name"] == "babel")
    assert babel["aliases"] == list(load("babel").aliases)
    assert babel["players"] == [2]
    assert babel["options"][2] == {
        "name": "finished",
        "default": "last_mover_wins",
        "choices": ["last_mover_wins", "draw"],
    }


def test_a_start_that_is_wrong_is_called_so(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text("game babel\nstart 1S,-,-,- 32132:33132\n")
    assert "start babel 1S,-,-,- 32132:33132 2 is not legal here:" in run("replay", str(path)).stdout
    assert run("export", str(path), "-o", str(tmp_path / "out.txt")).exit_code == 0
    assert "# start babel 1S,-,-,- 32132:33132 2  The cube in a1" in (tmp_path / "out.txt").read_text()


@pytest.mark.parametrize("words", [[], ["--json"]])
def test_a_record_whose_start_is_wrong_and_not_wholly_known_is_illegal(
    run: Any, tmp_path: Path, words: list[str]
) -> None:
    path = tmp_path / "game.txt"
    path.write_text("game babel\nstart 4?,-,-,- 33132:33131 2\n1. b1.1=0\n")
    result = run("replay", str(path), *words)
    assert result.exit_code == 1, result.stderr
    assert "The first cube" in result.stdout


@pytest.mark.parametrize("words", [["replay"], ["profile", "import"], ["card", "check"], ["building", "check"]])
def test_a_pipe_is_refused_as_what_it_is(run: Any, refused: Any, tmp_path: Path, words: list[str]) -> None:
    os.mkfifo(tmp_path / "pipe")
    refused(run(*words, str(tmp_path / "pipe")), "is a pipe")
