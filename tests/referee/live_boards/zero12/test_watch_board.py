"""`watch --game 012x012` without a window: real pictures in, events and a journal out."""

import json
import shutil
from pathlib import Path

import pytest

PHOTOS = Path(__file__).parents[4] / "samples" / "photos" / "board_develop"
# Five boards by the default card; the first is legal, the second has a wrong colour and a cube without contacts.
LEGAL, WRONG = PHOTOS / "board_develop_07.jpg", PHOTOS / "board_develop_06.jpg"


def told_of(photo: Path) -> tuple[str, ...]:
    truth = json.loads(photo.with_suffix(".json").read_text())
    return "--option", f"colour2={truth['colour']}", "--option", f"card={truth['card']}"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    return pictures


def events_of(watched) -> list[dict]:
    return [json.loads(line) for line in watched.stdout.splitlines()]


def test_a_legal_board_is_joined_recorded_resumed_replayed_and_exported(run, folder, tmp_path) -> None:
    shutil.copy(LEGAL, folder / "1.jpg")
    journal = tmp_path / "game.jsonl"
    board = ("watch", str(folder), "--game", "012x012")
    watched = run(*board, *told_of(LEGAL), "--json-lines", "--record", str(journal))
    (joined,) = events_of(watched)
    assert (watched.exit_code, joined["event"]) == (0, "joined")
    resumed = run(*board, "--headless", "--resume", str(journal))
    assert (resumed.exit_code, resumed.stdout) == (0, "")
    replayed = run("replay", str(journal))
    assert replayed.exit_code == 0
    assert joined["message"] in replayed.stdout
    document = json.loads(run("replay", str(journal), "--json").stdout)
    assert (document["game"], document["events"][0], document["turns"]) == ("012x012", joined, [])
    assert run("export", str(journal), "-o", str(tmp_path / "game.txt")).exit_code == 0
    assert run("replay", str(tmp_path / "game.txt")).exit_code == 0
    assert run("export", str(journal), "-o", str(tmp_path / "game.svg")).exit_code == 0
    assert joined["message"].partition(";")[0] in (tmp_path / "game.svg").read_text()


def test_faults_of_a_board_are_told_with_rule_and_squares(run, folder) -> None:
    shutil.copy(WRONG, folder / "1.jpg")
    watched = run("watch", str(folder), "--game", "012x012", *told_of(WRONG), "--json-lines")
    truth = json.loads(WRONG.with_suffix(".json").read_text())
    told = {(event["rule"], square) for event in events_of(watched) for square in event.get("squares", ())}
    assert watched.exit_code == 1
    assert told == {(int(fault["rule"]), square) for fault in truth["faults"] for square in fault["squares"]}


def test_a_sheet_of_another_card_is_not_read(run, folder) -> None:
    other = PHOTOS / "board_develop_02.jpg"
    shutil.copy(other, folder / "1.jpg")
    colour = json.loads(other.with_suffix(".json").read_text())["colour"]
    watched = run("watch", str(folder), "--game", "012x012", "--option", f"colour2={colour}", "--headless")
    assert watched.exit_code == 3
    assert "name it with --card" in watched.stdout


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("--type2", "opposite"), "a board has no --type2"),
        (("--profile", "lamp"), "is read without a profile"),
        (("--language", "de"), "boards speak English only"),
        (("--option", "mode=sliding", "--option", "players=1"), "not followed live"),
        (("--option", "colour0=pink"), "are not read from photos"),
        (("--start", "nonsense"), "expected a card and a board"),
        (("--option", "players=5"), "players"),
    ],
)
def test_what_does_not_go_with_a_board_is_refused_in_one_line(run, folder, words, reason) -> None:
    shutil.copy(LEGAL, folder / "1.jpg")
    refused = run("watch", str(folder), "--game", "012x012", "--headless", *words)
    assert refused.exit_code == 2
    assert reason in refused.stderr
    assert len(refused.stderr.strip().splitlines()) == 1


def test_a_card_is_for_boards_and_a_journal_for_its_own_game(run, folder, tmp_path) -> None:
    shutil.copy(LEGAL, folder / "1.jpg")
    assert "are for boards" in run("watch", str(folder), "--headless", "--option", "players=3").stderr
    journal = tmp_path / "game.jsonl"
    run("watch", str(folder), "--game", "012x012", *told_of(LEGAL), "--headless", "--record", str(journal))
    wrong_game = run("watch", str(folder), "--headless", "--resume", str(journal))
    assert (wrong_game.exit_code, "game of 012x012" in wrong_game.stderr) == (2, True)
    twice = run("watch", str(folder), "--game", "012x012", "--headless", "--resume", str(journal), *told_of(LEGAL))
    assert "goes on by the rules of its journal" in twice.stderr
