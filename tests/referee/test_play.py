"""Games at the terminal: what is typed, what is refused, what is saved, what comes back after a kill."""

import os
import re
import select
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from referee.errors import OutputError
from referee.players import Players
from referee.playing.records import read_record, write_record
from rules.games import load, names
from rules.options import player_numbers

PEOPLE = ("play", "--players", "you,you")


def flat(text: str) -> str:
    """The words of a text that was broken into lines."""
    return " ".join(text.split())


def typed(*lines: str) -> str:
    return "\n".join([*lines, ""])


@pytest.mark.parametrize("name", names())
def test_players_without_people_play_every_game_to_its_end_and_the_same_again(
    run: Any, tmp_path: Path, name: str
) -> None:
    count = player_numbers(load(name))[0]
    words = ("play", "--game", name, "--players", ",".join(["random"] * count), "--seed", "3")
    path = tmp_path / "game.txt"
    result = run(*words, "--save", str(path))
    assert result.exit_code == 0
    assert "The game is over" in result.stdout
    assert run(*words).stdout == result.stdout
    reading = read_record(path)
    assert (reading.wrong_move, reading.remarks) == (None, ())
    assert load(name).is_over(reading.record.position)


def test_a_game_that_goes_on_for_ever_without_people_is_stopped(run: Any) -> None:
    options = ("--option", "mode=sliding", "--option", "players=1")
    result = run("play", "--game", "012x012", *options, "--players", "random", "--seed", "1")
    assert result.exit_code == 0
    assert "stopped after 1152 moves" in result.stdout
    whole = run("play", "--players", "computer,computer", "--seconds", "0.01", "--seed", "1")
    assert "stopped" not in whole.stdout


def test_names_of_players_may_be_written_with_strokes_and_more_blanks(run: Any) -> None:
    for name in ("First_Square", "first-square", " first  square"):
        result = run("play", "--game", "tours", "--players", name, "--seed", "1")
        assert (result.exit_code, "(first square)" in result.stdout) == (0, True)


def test_the_computer_stops_where_it_finds_no_way_on(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    options = ("--option", "mode=sliding", "--option", "shuffle=200", "--seconds", "0.01", "--save", str(path))
    result = run("play", "--game", "012x012", *options, "--players", "computer")
    assert result.exit_code == 0
    assert "; nothing better was found" in " ".join(result.stdout.split())
    assert "the computer finds no way on" in result.stdout
    *before, last = read_record(path).record.positions
    assert last in before
    assert len(set(before)) == len(before)


@pytest.mark.parametrize("name", names())
def test_a_person_sees_the_board_and_the_legal_moves_of_every_game(run: Any, name: str) -> None:
    count = player_numbers(load(name))[0]
    result = run("play", "--game", name, "--players", ",".join(["you"] * count), "--seed", "1", stdin=typed("?", "1"))
    assert result.exit_code == 0
    assert " 1 " in result.stdout
    assert "1. " in result.stdout
    assert "This is its record" in result.stdout


def test_a_move_is_typed_in_notation_or_as_a_number_of_the_list(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    result = run(*PEOPLE, "--save", str(path), stdin=typed("?", "2", "b1.1=0", "quit"))
    assert "2 a1.1=1E" in result.stdout
    assert [str(move) for move in read_record(path).record.moves] == ["a1.1=1E", "b1.1=0"]


def test_the_computer_answers_with_its_best_move_and_the_reason(run: Any) -> None:
    result = run("play", stdin=typed("a1.1=0"))
    assert "1. player 1 (you): a1.1=0" in result.stdout
    assert "2. player 2 (computer): b1.1=" in result.stdout
    assert "leaves player 1" in result.stdout


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("a1.1=1S", "rule 5: The cube in a1 on level 1 shows a bulge on the outside, at face S."),
        ("a1.1=1EW", "expected a cube that exists"),
        ("33", "33 is not on the list of legal moves, which has 32"),
        ("0", "0 is not on the list"),
        ("9" * 5000, "is not on the list"),
        ("castle", "'castle' is no placement; expected column, level and cube such as `b1.3=3ENU`"),
        ("undo", "There is no move of yours to take back."),
        ("save", "name a file"),
        ("save /nowhere/game.txt", "the folder /nowhere does not exist"),
        ("save .", "is a folder"),
        ("save ~nobody-of-this-name/game.txt", "home directory"),
        ('save "/nowhere/my game.txt"', "the folder /nowhere does not exist"),
        (f"save {'n' * 300}", "choose another name"),
        ("save game\0", "choose another name"),
        ("", "list the legal moves"),
        ("help", "take back to your last turn"),
        ("h", "take back to your last turn"),
        ("suggest", "win in 15"),
        ("hint", "win in 15"),
        ("?", "1 a1.1=0"),
        ("moves", "1 a1.1=0"),
        ("\N{FULLWIDTH QUESTION MARK}", "1 a1.1=0"),
    ],
)
def test_whatever_is_typed_the_game_goes_on(run: Any, line: str, message: str) -> None:
    result = run(*PEOPLE, stdin=typed(line, "a1.1=0", "quit"))
    assert result.exit_code == 0
    assert message in " ".join(result.stdout.split())
    assert "1. player 1 (you): a1.1=0" in result.stdout
    assert result.stderr == ""


def test_players_are_named_in_capitals_or_not(run: Any) -> None:
    first = run("play", "--players", "You, Random", "--seed", "1").stdout
    assert first == run("play", "--players", "you,random", "--seed", "1").stdout
    assert first == run("play", "--players", "you; random", "--seed", "1").stdout


@pytest.mark.parametrize(("game", "page"), [("babel", "babel"), ("tours", "tours"), ("012x012", "zero12")])
def test_help_shows_a_move_and_where_all_are_told(run: Any, game: str, page: str) -> None:
    shown = run("play", "--game", game, "--players", "you,you", stdin="help\n?\nquit\n").stdout
    example = re.search(r"such as (\S+),", shown)
    assert example is not None
    assert f" 1 {example[1]}" in shown
    assert f"rules/games/{page}/README.md" in shown


@pytest.mark.parametrize("undo", ["undo", "u", "Back"])
def test_undo_goes_back_to_the_last_turn_of_a_person(run: Any, tmp_path: Path, undo: str) -> None:
    path = tmp_path / "game.txt"
    run("play", "--save", str(path), stdin=typed("a1.1=0", undo, "a1.1=1E", "1", undo, "quit"))
    moves = [str(move) for move in read_record(path).record.moves]
    assert moves[0] == "a1.1=1E"
    assert len(moves) == 2


def test_the_end_of_input_leaves_a_saved_game(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    result = run(*PEOPLE, "--save", str(path), stdin="a1.1=0\n")
    assert (result.exit_code, result.stderr) == (0, "")
    assert "The game is saved in" in result.stdout
    assert len(read_record(path).record.moves) == 1


def test_a_game_that_nobody_saved_is_printed_at_the_end(run: Any) -> None:
    result = run(*PEOPLE, stdin="a1.1=0\n")
    assert "1. player 1: a1.1=0" in result.stdout
    assert "game babel" in result.stdout


@pytest.mark.parametrize("word", ["quit", "exit", "q"])
def test_a_game_is_left_by_any_word_for_it(run: Any, word: str) -> None:
    assert "a1.1=0" not in run(*PEOPLE, stdin=typed(word, "a1.1=0")).stdout


def test_a_game_is_saved_from_the_prompt_and_from_then_on(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "late.txt"
    result = run(*PEOPLE, stdin=typed("a1.1=0", f"save {path}", "b1.1=1W", "quit"))
    assert "Saved in" in result.stdout
    assert len(read_record(path).record.moves) == 2


def test_a_game_is_never_saved_over_another_file(run: Any, refused: Any, tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ida")
    refused(run(*PEOPLE, "--save", str(path)), "is there already")
    assert "is there already" in " ".join(run(*PEOPLE, stdin=typed(f"save {path}")).stdout.split())
    assert path.read_text() == "Dear Ida"


def test_a_device_keeps_no_game(run: Any, refused: Any) -> None:
    refused(run(*PEOPLE, "--save", os.devnull), "is a pipe or device, which keeps no game; name a file")


def test_a_resumed_game_goes_on_as_it_would_have(run: Any, tmp_path: Path) -> None:
    whole, halved = tmp_path / "whole.txt", tmp_path / "halved.txt"
    words = ("--seed", "7")
    run("play", "--players", "random,random", "--save", str(whole), *words)
    lines = whole.read_text().splitlines(keepends=True)
    halved.write_text("".join(lines[:11]))
    result = run("play", "--resume", str(halved), *words)
    assert "it may be cut off; it holds 4 whole moves" in " ".join(result.stdout.split())
    assert halved.read_text() == whole.read_text()


def test_a_game_cut_off_within_a_letter_or_a_line_resumes_at_its_last_whole_move(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    torn = "game babel\nplayer 1 Zoë\n1. a1.1=0\n2. b1.1=1W\n3. Zoë".encode()[:-1]
    path.write_bytes(torn)
    result = run("play", "--resume", str(path), "--players", "you,you", stdin=typed("quit"))
    assert result.exit_code == 0
    assert "The record is cut off in line 5" in result.stdout
    assert path.read_bytes() == torn
    run("play", "--resume", str(path), "--players", "you,you", stdin=typed("1", "quit"))
    record = read_record(path).record
    assert (len(record.moves), record.players) == (3, ("Zoë", "you"))


def test_remarks_in_a_record_outlive_a_further_move(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text("game babel\n# played on Sunday\n1. a1.1=0\nresult not over\n# a good beginning")
    assert run("play", "--resume", str(path), "--players", "you,you", stdin=typed("1", "quit")).exit_code == 0
    assert path.read_text().startswith("# played on Sunday\n# a good beginning\n")


def test_an_interrupted_game_is_not_lost(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter(["1"])

    def answer(prompt: object) -> str:
        try:
            return next(answers)
        except StopIteration:
            raise KeyboardInterrupt from None

    monkeypatch.setattr("builtins.input", answer)
    result = run("play", "--players", "you,you")
    assert result.exit_code == 130
    assert "This is its record" in result.stdout


def test_a_game_that_nobody_could_play_is_refused(run: Any, refused: Any) -> None:
    refused(run("play", "--game", "baubylon", "--option", "building=55/55"), "no game can be played like this: Rule B")
    words = ["strength", "--game", "baubylon", "--option", "building=55/55", "--games", "1", "--rounds", "0"]
    refused(run(*words), "no game can be played like this")


def test_a_game_with_a_wrong_move_is_not_resumed_and_not_touched(run: Any, refused: Any, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text("game babel\n1. a1.1=0\n2. b1.1=1E\n")
    refused(run("play", "--resume", str(path)), r"2\. b1.1=1E is not legal. Rule 5: .* Rule 6: ")
    assert path.read_text().endswith("2. b1.1=1E\n")
    path.write_text("game babel\nstart 1S,-,-,- 32132:33132\n")
    refused(run("play", "--resume", str(path)), r": start babel 1S,-,-,- 32132:33132 2 is not legal. Rule 5: ")


def test_a_game_of_which_nobody_can_tell_how_it_stands_is_not_resumed_and_not_touched(
    run: Any, refused: Any, tmp_path: Path
) -> None:
    path = tmp_path / "game.txt"
    path.write_text(begun := "game tours\noption players=1\nstart tours 5b?,-,-/-,-,-/-,-,-\n")
    for words in (("play", "--resume"), ("replay", "--json")):
        refused(run(*words, str(path), stdin="quit\n"), "game.txt: the top tile of a1 is not known")
    assert path.read_text() == begun
    assert run("replay", str(path)).stderr == f"error: {path}: the top tile of a1 is not known\n"
    refused(run("export", str(path), "-o", str(tmp_path / "game.json")), "game.txt: the top tile of a1 is not known")
    assert run("export", str(path), "-o", str(tmp_path / "other.txt")).exit_code == 0


def test_a_finished_game_is_shown(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    run("play", "--players", "random,random", "--save", str(path), "--seed", "1")
    assert "The game is over" in run("play", "--resume", str(path)).stdout


def test_a_killed_game_resumes_after_its_last_move(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    process = subprocess.Popen(
        [sys.executable, "-m", "referee", *PEOPLE, "--save", str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdin is not None
    process.stdin.write("a1.1=0\nb1.1=1W\n")
    process.stdin.flush()
    deadline = time.monotonic() + 60
    while not (path.exists() and "2. player 2: b1.1=1W" in path.read_text()):
        assert time.monotonic() < deadline
        time.sleep(0.02)
    process.kill()
    process.wait()
    process.stdin.close()
    assert list(tmp_path.iterdir()) == [path]
    assert "3. player 1 (you): a2.1=1S" in run("play", "--resume", str(path), stdin=typed("a2.1=1S")).stdout


@pytest.mark.skipif(sys.platform == "win32", reason="there it is the console that does it")
def test_at_a_terminal_a_slip_is_mended_with_the_arrow_keys(tmp_path: Path) -> None:
    import pty

    path = tmp_path / "game.txt"
    left, up, backspace = b"\x1b[D", b"\x1b[A", b"\x7f"
    typed_at = (
        (b"player 1> ", b"a1.=1E" + 3 * left + b"1\n"),
        (b"player 2> ", up + 2 * backspace + b"0" + 5 * left + backspace + b"b\n"),
        (b"player 1> ", b"quit\n"),
    )
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "referee", *PEOPLE, "--save", str(path)]
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs):
        os.close(theirs)
        try:
            for prompt, keys in typed_at:
                shown = b""
                # What is typed before the prompt is there, the terminal itself takes.
                while prompt not in shown:
                    assert select.select([ours], [], [], 60)[0], shown.decode()
                    shown += os.read(ours, 4096)
                os.write(ours, keys)
        finally:
            os.close(ours)
    assert [str(move) for move in read_record(path).record.moves] == ["a1.1=1E", "b1.1=0"]


def test_people_may_throw_their_own_dice(run: Any) -> None:
    for game in map(load, names()):
        start = game.start()
        if game.to_move(start) == 0:
            bring = game.move_notation(game.legal_moves(start)[-1])
            count = game.player_count(start)
            words = ("play", "--game", game.name, "--own-dice", "--players", ",".join(["you"] * count))
            result = run(*words, stdin=typed("suggest", bring))
            assert "there is nothing to choose" in result.stdout
            assert f"1. chance: {bring}" in result.stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--game", "chess"], "no game is called 'chess'"),
        (["--players", "me"], "'me' is not a player; babel has: you, computer, random"),
        (["--players", ""], "'' is not a player"),
        (["--players", "you,you,you"], "2 players play, not 3"),
        (["--option", "finished"], "'finished' is no option"),
        (["--option", "finished=won"], "it can be last_mover_wins, draw"),
        (["--seconds", "0"], "not in the range"),
        (["--seconds", "nan"], "is not a number"),
        (["--seed", "-1"], "not in the range"),
        (["--save", "/nowhere/game.txt"], "does not exist"),
        (["--save", "/"], "is a folder"),
        (["--resume", "/nowhere/game.txt"], "there is no such file"),
        (["--resume", "/"], "is a folder"),
        (["--resume", "/dev/null"], "is a pipe or device"),
        (["--resume", sys.executable], "is not UTF-8 text|is larger than"),
        (["--resume", __file__], "line 1 of the record: .* does not name a game"),
        (["--resume", "x", "--game", "babel"], "--game and --option stand in the saved game"),
        (["tours"], "'tours' is no option; name a game by --game, a saved one by --resume"),
    ],
)
def test_a_request_that_cannot_be_used_is_one_line(run: Any, refused: Any, words: list[str], message: str) -> None:
    refused(run("play", *words), message)


def test_the_journal_of_a_live_game_is_sent_to_export(run: Any, refused: Any, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text('{"journal":"tower-referee","version":1,"source":"0"}\n')
    refused(run("play", "--resume", str(path)), "is the journal of a live game; `export .* -o game.txt` makes a game")


def test_a_game_that_could_not_be_saved_is_printed_at_its_end_or_when_it_is_left(
    run: Any, tmp_path: Path, monkeypatch: Any
) -> None:
    def refuse(path: Path, *_: Any) -> None:
        raise OutputError(f"{path}: cannot be written (No space left on device)")

    monkeypatch.setattr("referee.playing.terminal.write_record", refuse)
    path = tmp_path / "game.txt"
    result = run("play", "--players", "random,random", "--seed", "1", "--save", str(path))
    assert result.exit_code == 2
    assert "result player" in result.stdout
    assert result.stderr == f"error: {path}: cannot be written (No space left on device)\n"
    left = run(*PEOPLE, "--save", str(path), stdin=typed("a1.1=0", "quit"))
    assert left.exit_code == 2
    assert "1. player 1: a1.1=0" in left.stdout
    assert left.stderr == result.stderr


def test_a_saved_game_that_cannot_be_saved_elsewhere_goes_on_being_saved_where_it_was(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, full = tmp_path / "game.txt", tmp_path / "full.txt"

    def refuse_full(target: Path, *words: Any) -> bytes:
        if target == full:
            raise OutputError(f"{target}: cannot be written (No space left on device)")
        return write_record(target, *words)

    monkeypatch.setattr("referee.playing.terminal.write_record", refuse_full)
    result = run(*PEOPLE, "--save", str(path), stdin=typed("a1.1=0", f"save {full}", "b1.1=1W", "quit"))
    assert "It goes on being saved in" in flat(result.stdout)
    assert len(read_record(path).record.moves) == 2


def test_what_someone_else_put_into_the_file_meanwhile_is_not_written_over(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.txt"
    choose = Players.choose

    def choose_while_someone_writes(*args: Any) -> Any:
        path.write_text("# won by Ida\n")
        return choose(*args)

    monkeypatch.setattr(Players, "choose", choose_while_someone_writes)
    result = run("play", "--save", str(path), stdin=typed("a1.1=0", "quit"))
    assert "was changed meanwhile, by hand or in another window; the game is not saved" in flat(result.stdout)
    assert "2. player 2: b1.1=" in result.stdout
    assert path.read_text() == "# won by Ida\n"


def test_a_person_is_told_once_what_can_be_typed(run: Any) -> None:
    words = "Type a move; ? lists the legal ones, help what else can be typed."
    assert run(*PEOPLE, stdin=typed("a1.1=0", "b1.1=1W", "quit")).stdout.count(words) == 1
    assert words not in run("play", "--players", "random,random", "--seed", "1").stdout


def test_a_slip_on_the_last_move_may_be_taken_back(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    options = ("--game", "tours", "--seed", "5", "--save", str(path))
    finished = run("play", *options, stdin="1\n" * 36 + "\n").stdout
    assert finished.count("The game is over") == 1
    # A tower may fall after the last tile as well (rule 8).
    fallen = run("play", "--resume", str(path), stdin="FALL=1:a1.0\n\n").stdout
    assert fallen.count("The game is over") == 2
    again = run("play", "--resume", str(path), stdin="undo\nquit\n").stdout
    assert "player 1> " in again


def test_what_is_no_text_is_no_move(run: Any) -> None:
    result = run(*PEOPLE, stdin=b"\xff\xfe\n")
    assert (result.exit_code, "That is not text; help lists what can be typed." in result.stdout) == (0, True)


def test_at_the_end_enter_leaves_and_help_needs_no_move_to_show(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    finished = "3ENU,1N,2EU,0/2EN,1D,1U,4WSUD/4ENUD,1D,0,3WSU/1U,3WND,4ESUD,1U/0,4WNUD,3ESU,0/3END,0,0,3WSD"
    path.write_text(f"game babel\nstart {finished} 00000:00000 1\n")
    assert run("play", "--resume", str(path), stdin="\nhelp\n").stdout.count("take back to your last turn") == 0
    helped = run("play", "--resume", str(path), stdin="help\n\n").stdout
    assert "a move    in the game's notation, or its number in the list" in helped


def test_a_game_that_is_to_be_saved_is_in_its_file_before_the_first_move(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    run(*PEOPLE, "--save", str(path), stdin="quit\n")
    assert read_record(path).record.moves == ()


def test_who_throws_the_dice_for_others_is_told_what_can_be_typed(run: Any) -> None:
    words = ("play", "--game", "tours", "--players", "random", "--option", "players=1", "--own-dice")
    assert "Type a move; ? lists the legal ones" in run(*words, stdin="quit\n").stdout


def test_comments_of_a_saved_game_are_kept(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text("# Sunday\ngame babel\n# slow\n1. a1.1=1E\n")
    assert run("play", "--resume", str(path), "--players", "you,you", stdin="b1.1=0\nquit\n").exit_code == 0
    assert path.read_text().splitlines()[:3] == ["# Sunday", "# slow", "game babel"]
    assert len(read_record(path).record.moves) == 2


def test_with_own_dice_it_is_said_for_whom_and_a_number_or_tile_is_what_came(run: Any) -> None:
    told = run(
        "play",
        "--game",
        "baubylon",
        "--own-dice",
        "--players",
        "you,you,you",
        "--option",
        "red_pawns=0",
        stdin="3\nquit\n",
    ).stdout
    assert "chance moves for player 1" in told
    assert "roll=3" in told
    words = ("play", "--game", "tours", "--own-dice", "--players", "you,you")
    draws = run(*words, stdin=typed("6", "a1", "5C", "a2", "draw=4b", "quit")).stdout
    for number, tile in ((1, "6b"), (3, "5c"), (5, "4b")):
        assert f"{number}. chance: draw={tile}" in draws
