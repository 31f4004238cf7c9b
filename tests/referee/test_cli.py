import errno
import importlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

import referee.commands
from calibration.card_mat import CUBE_COLOURS_SRGB
from referee.cli import INTERNAL, INTERRUPTED, main
from referee.commands import building, judge
from referee.commands.card import COLOURS
from referee.errors import PipeClosedError
from referee.slips import OTHER_NAMES
from rules.games.babel import DEFAULT_OPTIONS
from rules.games.baubylon.building import MOST_BLOCKS
from rules.games.baubylon.squares import MOST_SIDE
from rules.games.zero12 import DEFAULT_CARD, card_file
from rules.options import option_choices

COMMANDS = tuple(sorted(path.stem for path in Path(referee.commands.__file__).parent.glob("[a-z]*.py")))


def in_a_process(*words: str, **settings: Any) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "referee", *words], capture_output=True, text=True, timeout=60, **settings
    )


def test_help_lists_every_command(run: Any) -> None:
    result = run("--help")
    assert result.exit_code == 0
    for name in COMMANDS:
        assert f"\n  {name} " in result.stdout


def test_a_fault_of_the_program_is_one_line_and_no_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> None:
        raise ZeroDivisionError("by\nnothing")

    monkeypatch.setattr("referee.cli.Program.list_commands", broken)
    result = CliRunner().invoke(main, ["games"])
    assert result.exit_code == INTERNAL
    assert "a fault of this program (ZeroDivisionError" in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-"])
def test_a_standard_stream_that_is_closed_does_no_harm(closed: str) -> None:
    done = subprocess.run(
        f"{sys.executable} -m referee judge 0,-,-,- {closed}", shell=True, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_without_a_command_the_help_is_shown(run: Any) -> None:
    result = run()
    assert result.exit_code == 0
    assert result.stdout == run("--help").stdout


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_an_example(run: Any, name: str) -> None:
    result = run(name, "--help")
    assert result.exit_code == 0
    assert f"Example:\n    tower-referee {name} " in result.stdout


@pytest.mark.parametrize(
    ("words", "allowed"),
    [
        (["--help"], set()),
        (["judge", "0,-,-,-"], {"rich"}),
        (["judge", "tours -,-,-/-,-,-/-,-,-", "--json"], {"msgspec"}),
        (["suggest", "-,-,-,-", "--json"], {"msgspec"}),
        (["suggest", "tours -,-,-/-,-,-/-,-,- - 5b", "--json", "--seconds", "0.1"], {"msgspec"}),
        (["replay", "FOLDER/game.txt"], {"rich"}),
        (["replay", "FOLDER/game.txt", "--json"], {"msgspec"}),
        (["card", "check", "FOLDER/card.csv"], set()),
    ],
)
def test_no_heavy_library_is_loaded_where_none_is_used(tmp_path: Path, words: list[str], allowed: set[str]) -> None:
    (tmp_path / "game.txt").write_text("game babel\n1. a1.1=0\nresult not over\n")
    (tmp_path / "card.csv").write_text(card_file(DEFAULT_CARD))
    script = (
        "import sys; from referee.cli import main\n"
        f"try: main({[word.replace('FOLDER', str(tmp_path)) for word in words]})\n"
        "except SystemExit as end: assert end.code == 0\n"
        "heavy = {'cv2', 'numpy', 'scipy', 'skimage', 'matplotlib', 'rich', 'PIL', 'msgspec'} & set(sys.modules)\n"
        f"heavy -= {allowed}\n"
        "sys.exit(f'imported {heavy}' if heavy else 0)"
    )
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    assert (result.returncode, result.stderr) == (0, "")


def test_other_words_for_commands_lead_to_commands_and_are_none() -> None:
    for command, names in OTHER_NAMES.items():
        *group, name = command.split()
        commands = main
        for word in group:
            commands = commands.get_command(None, word)
        known = commands.list_commands(None)
        assert name in known or name in {"--help", "--version"}
        assert not {*known} & {*names}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["chek", "a.jpg"], "there is no command 'chek'; did you mean 'check'?"),
        (["CHECK", "a.jpg"], "there is no command 'CHECK'; did you mean 'check'?"),
        (["read", "a.jpg"], "there is no command 'read'; did you mean 'check'?"),
        (["Camera"], "there is no command 'Camera'; did you mean 'watch'?"),
        (["help", "check"], "there is no command 'help'; did you mean '--help'?"),
        (["qqq"], "there is no command 'qqq'; there are: bench, .*check, "),
        (["profile", "lst"], "there is no command 'lst'; did you mean 'list'?"),
        (["profile", "rm"], "there is no command 'rm'; did you mean 'delete'?"),
        (["calibrate", "lens"], "there is no command 'lens'; did you mean 'camera'?"),
        (["calibrate", "foo"], "there are: camera, check, colours, rules"),
        ([__file__], "is no command; `check` before it reads a photo"),
        (["1E,-,-,-"], "'1E,-,-,-' is no command; `judge` before it judges a tower in notation"),
        (["-,-,-,-", "--json"], "'-,-,-,-' is no command; `judge` before it"),
        (["mat", "\u2014edge", "30"], "'\u2014edge' begins with a long dash; options begin with hyphens, as in --edge"),
        (["mat", "\u2013o", "a.pdf"], "as in -o$"),
        (["--jsn"], "No such option"),
        (["--json", "check", "a.jpg"], "'--json' stands before the command; type its options behind its name"),
        (["calibrate", "--save", "x", "colours", "a.jpg"], "'--save' stands before the command"),
        (["check", "a.jpg", "-json"], "there is no option '-json'; did you mean '--json'?"),
        (["suggest", "1E,-,-,-", "--hands", "32132:33132"], "write the hands behind the tower, such as"),
        (["watch", "0", "-headless"], "there is no option '-headless'; did you mean '--headless'?"),
        (["check", "-x"], "No such option '?-x"),
        (["judge"], "Missing argument 'NOTATION'"),
        (["judge", "--jsn", "0,-,-,-"], "Did you mean --json|Did you mean '--json'"),
        (["judge", "--type2", "wrong", "0,-,-,-"], "'wrong' is not one of"),
        (["judge", "--game", "chess", "0,-,-,-"], "no game is called 'chess'; there are: .*babel"),
        (["check"], "no photo was given"),
        (["check", "--batch", ""], "the name of a file or folder is empty"),
        (["check", "a.jpg", "--hands", "333"], "hands '333'; expected five digits for each player"),
        (["mat"], "Missing option '-o'"),
        (["play", "--seed", "one"], "'one' is not a valid whole number"),
        (["mat", "--edge", "wide", "-o", "a.pdf"], "'wide' is not a number such as 2.5"),
        (["mat", "--edge", "1,000", "-o", "a.pdf"], "'1,000' is not a number such as 2.5"),
        (["bench", "x", "--jobs", "0"], "0 is not in the range"),
    ],
)
def test_a_bad_request_is_one_line_and_status_2(run: Any, refused: Any, words: list[str], message: str) -> None:
    result = run(*words)
    refused(result, message)
    assert "--help" in result.stderr


def test_a_file_whose_name_begins_with_a_hyphen_is_told_how_to_be_named(
    run: Any, refused: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "-front.jpg").write_bytes(b"")
    monkeypatch.chdir(tmp_path)
    refused(run("check", "-front.jpg"), "'-front.jpg' is taken for an option; write ./-front.jpg for the file")
    refused(run("check", "./-front.jpg"), "is empty")


def test_an_option_too_long_for_the_name_of_a_file_is_a_bad_request(run: Any, refused: Any) -> None:
    refused(run("check", f"--{'x' * 300}"), "No such option")


def test_an_interrupt_ends_without_a_traceback(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(ctx: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(main.get_command(None, "judge"), "invoke", interrupted)
    result = run("judge", "0,-,-,-")
    assert result.exit_code == INTERRUPTED
    assert result.stderr.strip().endswith("error: interrupted")


@pytest.mark.parametrize("told", ["raise KeyboardInterrupt", "signal.raise_signal(signal.SIGTERM)"])
def test_ctrl_c_or_a_request_to_end_while_the_program_is_being_loaded_ends_it_without_a_traceback(told: str) -> None:
    pressed = (
        "import signal, sys\n"
        "class Pressed:\n"
        "    def find_spec(self, name, *_):\n"
        f"        if name == 'click': {told}\n"
        "sys.meta_path.insert(0, Pressed())\n"
        "from referee.__main__ import run\n"
        "run()\n"
    )
    done = subprocess.run([sys.executable, "-c", pressed], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (INTERRUPTED, "", "")


# Without --json, rich prints: its own way out would be status 1, which means that something illegal was found.
@pytest.mark.parametrize(
    "words", [["suggest", "-,-,-,-", "--json"], ["suggest", "-,-,-,-"], ["--help"], ["--version"], ["judge", "--help"]]
)
def test_a_reader_that_stops_early_ends_the_program_quietly(words: list[str]) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "referee", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    with process.stderr:
        assert process.stderr.read() == b""
    assert process.wait(60) == PipeClosedError.exit_status


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs the device /dev/full")
@pytest.mark.parametrize("words", [["judge", "0,-,-,-"], ["--help"], ["--version"]])
def test_an_output_that_takes_nothing_is_one_line(words: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        result = subprocess.run(
            [sys.executable, "-m", "referee", *words],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
        )
    assert result.returncode == 2
    assert result.stderr.startswith("error: the system refused")
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("file", "code", "message"),
    [
        (
            "locked/photos",
            errno.EACCES,
            "locked/photos: the system refused it: Permission denied; see to its permissions",
        ),
        (None, errno.ENOSPC, "the system refused: No space left on device; make room on the disk"),
        (3, errno.EIO, "the system refused: Input/output error; try it again"),
    ],
)
def test_a_refusal_of_the_system_says_what_to_do(
    run: Any, refused: Any, monkeypatch: pytest.MonkeyPatch, file: str | int | None, code: int, message: str
) -> None:
    def locked(ctx: Any) -> None:
        raise OSError(code, os.strerror(code), file)

    monkeypatch.setattr(main.get_command(None, "judge"), "invoke", locked)
    monkeypatch.setattr("referee.cli._silence", lambda _: None)
    refused(run("judge", "0,-,-,-"), message)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs the device /dev/full")
def test_an_error_that_cannot_be_told_is_no_illegal_tower() -> None:
    with Path("/dev/full").open("w") as full:
        words = [sys.executable, "-m", "referee", "check", "missing.jpg"]
        result = subprocess.run(words, stderr=full, timeout=60, check=False)
    assert result.returncode == 2


@pytest.mark.parametrize("words", [["watch", "0", "--record"], ["check", "tower.jpg", "--hands"], ["mat", "-o"]])
def test_an_option_without_its_value_points_to_the_help_of_its_command(run: Any, words: list[str]) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert result.stderr.strip().endswith(f" {words[0]} --help)")


def test_a_terminal_without_the_symbols_gets_letters() -> None:
    result = in_a_process("judge", "1U,-,-,-", env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert (result.returncode, result.stderr) == (0, "")
    assert "B bulge  H hollow" in result.stdout
    assert " 1B " in result.stdout


def test_a_user_meets_one_line_and_no_traceback(tmp_path: Path) -> None:
    (tmp_path / "empty.jpg").touch()
    result = in_a_process("check", str(tmp_path / "empty.jpg"))
    assert result.returncode == 2
    assert result.stderr == f"error: {tmp_path / 'empty.jpg'}: is empty; copy it again from the camera\n"


def test_the_decoder_adds_no_lines_of_its_own(tmp_path: Path) -> None:
    cut_off = tmp_path / "cut_off.mp4"
    cut_off.write_bytes(b"\0\0\0\x18ftypmp42" + bytes(1000))
    result = in_a_process("watch", str(cut_off), "--headless")
    assert result.returncode == 2
    assert result.stderr.startswith("error: ")
    assert result.stderr.count("\n") == 1


def test_commands_are_exactly_the_modules() -> None:
    assert tuple(main.list_commands(None)) == COMMANDS


@pytest.mark.parametrize("group", ["calibrate", "profile", "card", "building"])
def test_a_group_alone_names_its_commands_in_one_line(run, group):
    result = run(group)
    assert (result.exit_code, result.stdout) == (2, "")
    (line,) = result.stderr.splitlines()
    commands = importlib.import_module(f"referee.commands.{group}").command.commands
    assert f"there are: {', '.join(sorted(commands))} (try: " in line


def test_bounds_that_options_repeat_are_those_of_the_rooms():
    """They are written out in the commands so that `--help` imports nothing heavy."""
    sides = {side for side in range(40) if _takes(building.Size(), f"{side}x1")}
    assert sides == set(range(1, MOST_SIDE + 1))
    (blocks,) = (option for option in building.command.commands["make"].params if option.name == "blocks")
    assert (blocks.type.min, blocks.type.max) == (1, MOST_BLOCKS)
    assert {*COLOURS, "white", "black"} == CUBE_COLOURS_SRGB.keys()
    choices = option_choices(DEFAULT_OPTIONS)
    for option in (option for option in judge.command.params if option.name in choices):
        offered = tuple(choice.replace("-", "_") for choice in option.type.choices)
        default = getattr(DEFAULT_OPTIONS, option.name)
        assert (offered, option.show_default.replace("-", "_")) == (choices[option.name], default)


def _takes(kind: click.ParamType, text: str) -> bool:
    try:
        kind.convert(text, None, None)
    except click.BadParameter:
        return False
    return True


def test_json_loses_no_letter_where_the_output_cannot_show_it(tmp_path):
    """A Windows console, or a pipe from it, may know but a few hundred letters."""
    surroundings = {**os.environ, "PYTHONIOENCODING": "cp1252", "TOWER_REFEREE_PROFILES": str(tmp_path)}
    command = [sys.executable, "-m", "referee", "profile"]
    learned = [*command[:-1], "calibrate", "rules", "--type2", "both", "--save", "\u53f0\u6240"]
    subprocess.run(learned, env=surroundings, check=True, capture_output=True)
    listed = subprocess.run([*command, "list", "--json"], env=surroundings, check=True, capture_output=True)
    assert [profile["name"] for profile in json.loads(listed.stdout)["profiles"]] == ["\u53f0\u6240"]


def test_a_terminal_without_columns_is_written_to_as_one_of_80():
    command = [sys.executable, "-m", "referee", "judge", "1E,0,-,-"]
    shown = subprocess.run(command, env={**os.environ, "COLUMNS": "0"}, check=True, capture_output=True, text=True)
    assert "LEGAL" in shown.stdout
