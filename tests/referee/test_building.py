import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from referee.boards.baubylon import board
from referee.buildings import building_text, parse_building_text
from rules import NotationError
from rules.games.baubylon import DEFAULT_OPTIONS, parse_building, parse_position, propose

FAIR = "1 2 2 3\n"
UNFAIR = "1 1\n4 4\n"


@pytest.fixture
def hill(tmp_path: Path) -> Path:
    """A file with a fair building."""
    path = tmp_path / "hill.txt"
    path.write_text(FAIR)
    return path


def test_make_writes_a_fair_building_that_check_accepts(run: Any, tmp_path: Path) -> None:
    target = tmp_path / "new.txt"
    made = run("building", "make", "--blocks", "20", "--size", "5x4", "--seed", "2", "-o", str(target))
    assert made.exit_code == 0
    assert "a fair building of" in made.stdout
    text = target.read_text()
    assert parse_building_text(text) == propose(DEFAULT_OPTIONS, 20, 5, 4, 2)
    checked = run("building", "check", str(target))
    assert checked.exit_code == 0
    assert "FAIR" in checked.stdout
    # As nobody has changed it, it may be replaced.
    assert run("building", "make", "--blocks", "20", "--size", "5x4", "--seed", "3", "-o", str(target)).exit_code == 0
    again = tmp_path / "again.txt"
    run("building", "make", "--blocks", "20", "--size", "5 × 4", "--seed", "2", "-o", str(again))
    assert again.read_text() == text


def test_a_building_that_somebody_changed_is_not_replaced(run: Any, refused: Any, tmp_path: Path) -> None:
    target = tmp_path / "hill.txt"
    words = ("building", "make", "--blocks", "20", "--size", "5x4", "--seed", "2", "-o", str(target))
    run(*words)
    changed = f"{target.read_text()}# steeper in the West\n"
    target.write_text(changed)
    refused(run(*words), "or changed since")
    assert target.read_text() == changed


def test_check_tells_how_to_play_on_a_fair_building(run: Any, hill: Path) -> None:
    words = run("building", "check", str(hill)).stdout.splitlines()[-1].removeprefix("to play on it: tower-referee ")
    assert run(*words.split()).exit_code == 0


def test_what_is_fair_only_by_other_options_is_told_to_be_played_by_them(run: Any, tmp_path: Path) -> None:
    target = tmp_path / "big.txt"
    size = ("--size", "8x8", "--seed", "1", "-o", str(target))
    made = run("building", "make", "--blocks", "60", "--option", "blocks=60", *size)
    told = made.stdout.splitlines()[-1]
    assert told.endswith("--option blocks=60")
    assert run(*told.removeprefix("to play on it: tower-referee ").split()).exit_code == 0


def test_more_blocks_than_there_are_are_refused(run: Any, refused: Any, tmp_path: Path) -> None:
    words = ("building", "make", "-o", str(tmp_path / "big.txt"), "--blocks", "60")
    refused(run(*words), "there are 48; add --option blocks=60")


def test_check_tells_what_a_pawn_can_expect(run: Any, hill: Path) -> None:
    checked = run("building", "check", str(hill))
    assert checked.exit_code == 0
    assert "cheapest way: 10 points by a1 b1 c1 d1" in checked.stdout
    assert "entries: a1" in checked.stdout
    document = json.loads(run("building", "check", str(hill), "--json").stdout)
    assert document["fair"]
    assert (document["entries"], document["summit"], document["points"]) == (["a1"], ["d1"], 10)
    assert document["rolls_by_square"]["d1"] == 0
    assert document["rolls"] > document["rolls_by_square"]["c1"] > 0


def test_check_tells_the_expected_rolls_as_a_fraction_too(run: Any, hill: Path) -> None:
    document = json.loads(run("building", "check", str(hill), "--json").stdout)
    exact = Fraction(document["rolls_exact"])
    assert exact.denominator > 1
    assert float(exact) == document["rolls"]


def test_squares_that_no_way_leads_to_are_told(run: Any, hill: Path) -> None:
    hill.write_text("1 2 5\n5 2 2\n")
    checked = run("building", "check", str(hill))
    assert "no way leads to a1 c2" in checked.stdout
    document = json.loads(run("building", "check", str(hill), "--json").stdout)
    assert document["reachable"] == ["b1", "c1", "a2", "b2"]


def test_an_unfair_building_is_told_with_its_rules(run: Any, hill: Path, tmp_path: Path) -> None:
    hill.write_text(UNFAIR)
    heat = tmp_path / "heat.svg"
    checked = run("building", "check", str(hill), "--heat-map", str(heat))
    assert checked.exit_code == 1
    assert "B3: a1 b1: no way leads there" in checked.stdout
    assert checked.stderr == "an unfair building has no heat map\n"
    assert not heat.exists()
    document = json.loads(run("building", "check", str(hill), "--json").stdout)
    assert [fault["rule"] for fault in document["faults"]] == ["B3"]
    assert document["rolls"] is None
    assert run("building", "check", str(hill), "--option", "highest-step=3").exit_code == 0


@pytest.mark.usefixtures("full_disk")
def test_the_judgement_is_printed_though_the_disk_is_full(run: Any, hill: Path, tmp_path: Path) -> None:
    checked = run("building", "check", str(hill), "--picture", str(tmp_path / "plan.svg"))
    assert checked.exit_code == 2
    assert "FAIR" in checked.stdout
    assert "saved" not in checked.stdout
    assert "make room there" in checked.stderr


@pytest.mark.parametrize("suffix", ["svg", "png", "pdf"])
def test_pictures_show_the_building_and_are_the_same_again(run: Any, hill: Path, tmp_path: Path, suffix: str) -> None:
    paths = [tmp_path / f"{name}.{suffix}" for name in ("plan", "heat", "plan2", "heat2")]
    for picture, heat in (paths[:2], paths[2:]):
        words = ("--picture", str(picture), "--heat-map", str(heat))
        assert run("building", "check", str(hill), *words).exit_code == 0
    assert paths[0].read_bytes() == paths[2].read_bytes()
    assert paths[1].read_bytes() == paths[3].read_bytes()
    assert paths[0].read_bytes() != paths[1].read_bytes()
    if suffix == "svg":
        assert "storeys" in paths[0].read_text()
        assert "expected rolls" in paths[1].read_text()
        assert all("★ summit   ▲ entry" in path.read_text() for path in paths)
        # The highest square is dark brown.
        assert "#f5f5f5" in paths[0].read_text()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "nothing is built"),
        ("# only a comment\n", "nothing is built"),
        ("1 2\n1\n", "row 2 from the North has 1 square; expected 2"),
        ("3 10 9 1\n", "10 beside single digits: write ten storeys and more as A"),
        ("game babel\n1. player 1: a1.1=1E\n", "'1:' is no height; expected rows such as"),
        ("blocks\n", "nothing is built"),
        ("hello world\n", "row 1 from the North has 'h'; expected heights 0 to 9 and A to Z"),
        ("3x1:a1e,c1u\n", "'3x1:a1e' is no height"),
        ("blocks 3x1\na1x\n", "block 'a1x'"),
        ("1 2\nblocks 2x1\na1e\n", "the blocks make the heights 11, but 12 are written"),
    ],
)
def test_what_is_no_building_file_is_refused(run: Any, refused: Any, hill: Path, text: str, message: str) -> None:
    hill.write_text(text)
    refused(run("building", "check", str(hill)), message)


def test_a_file_that_cannot_be_read_or_written_is_refused(run: Any, refused: Any, hill: Path, tmp_path: Path) -> None:
    refused(run("building", "check", str(tmp_path / "none.txt")), "there is no such file")
    refused(run("building", "check", str(tmp_path)), "is a folder")
    hill.write_bytes(b"\xff\xfe\x00")
    refused(run("building", "check", str(hill)), "is not UTF-8 text")
    hill.write_text("1 " * 60_000)
    refused(run("building", "check", str(hill)), "larger than 100,000 bytes")
    hill.write_text(FAIR)
    refused(run("building", "check", str(hill), "--picture", str(tmp_path / "plan.gif")), "ending must be one of")
    refused(run("building", "make", "-o", str(tmp_path / "none" / "new.txt")), "make it first")


def test_no_picture_is_written_over_another_file_of_the_same_call(
    run: Any, refused: Any, hill: Path, tmp_path: Path
) -> None:
    same = str(tmp_path / "a.svg")
    refused(run("building", "check", str(hill), "--picture", same, "--heat-map", same), "named for both pictures")
    building = tmp_path / "hill.svg"
    building.write_text(FAIR)
    refused(run("building", "check", str(building), "--picture", str(building)), "is the file that is read")
    assert building.read_text() == FAIR


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--size", "0x3"], "is no size"),
        (["--size", "3"], "is no size"),
        (["--blocks", "0"], "0 is not in the range"),
        (["--blocks", "2", "--size", "2x1"], "no fair building was found with 2 blocks on 2x1 squares"),
        (["--blocks", "1", "--size", "2x1"], "no fair building was found with 1 block on 2x1 squares"),
        (["--option", "height=3"], "is no option"),
    ],
)
def test_a_building_that_cannot_be_made_is_refused(
    run: Any, refused: Any, tmp_path: Path, words: list[str], message: str
) -> None:
    refused(run("building", "make", *words, "-o", str(tmp_path / "new.txt")), message)
    assert list(tmp_path.iterdir()) == []


def test_the_text_of_a_building_is_read_back() -> None:
    for word in ("3x2:a1e,c1u,a2e,b1n", "1223", "A1/23"):
        assert parse_building_text(building_text(parse_building(word))) == parse_building(word)
    assert parse_building_text(". 1 2\n") == parse_building_text("012")
    assert parse_building_text("Blocks: 2×1\nA1E, B1U\n") == parse_building("2x1:a1e,b1u")
    with pytest.raises(NotationError):
        parse_building_text("1 ! 2")


def drawn(text: str) -> str:
    console = Console(width=80, color_system=None)
    with console.capture() as capture:
        console.print(board(parse_position(text)))
    return capture.get()


def test_the_board_shows_storeys_stacks_and_what_is_beside_it() -> None:
    shown = drawn("2232/3441/2322/2222 d3:2r1,a1:r 455 0:010 4 2")
    assert "1<1" in shown
    # A pawn belongs to the square before it.
    assert "2 r 2 " in shown
    assert "4* " in shown
    assert "stacks from below: d3: 2r1" in shown
    assert "player 2: 5 at home, 1 red" in shown
    assert "player 2 has rolled 4" in shown
    assert "6 red pawns are still to be put" in drawn("2232/3441/2322/2222 - 666 6:000 - 1")


def test_the_board_lists_two_pawns_on_a_square_as_a_stack_and_one_alone_as_none() -> None:
    assert "stacks from below: d3: 21\n" in drawn("2232/3441/2322/2222 d3:21,a1:r 555 0:010 4 2")
    assert "from below" not in drawn("2232/3441/2322/2222 d3:2,a1:r 656 0:010 4 2")


def test_the_widest_board_fits_a_terminal_without_colours_and_letters_beyond_ascii() -> None:
    shown = drawn(f"1{'2' * 24}3 a1:123456 666555")
    assert max(map(len, shown.splitlines())) <= 80
    assert shown.isascii()


def test_expected_rolls_are_shown_in_full_on_wide_grounds(run: Any, tmp_path: Path) -> None:
    hill = tmp_path / "long.txt"
    hill.write_text(" ".join(["1 3"] * 12 + ["2 4"]))
    checked = run("building", "check", str(hill))
    rolls = json.loads(run("building", "check", str(hill), "--json").stdout)["rolls_by_square"]
    assert f" {rolls['c1']:.0f} {rolls['d1']:.0f}" in checked.stdout


def test_the_group_has_help(run: Any) -> None:
    for words in ((), ("make",), ("check",)):
        assert "Example:" in run("building", *words, "--help").stdout
