import io
import json
import re
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from referee.notation_argument import read_notation
from rules.games.babel import parse_tower

LEGAL = "1E,0,1S,2WS/4ENUD,-,-,-"
OVER = "2NU,2WN,1E,0/3ENU,-,-,1D 23022:31032 1"


def test_judge_says_legal_and_ends_with_0(run: Any) -> None:
    result = run("judge", LEGAL)
    assert result.exit_code == 0
    assert "LEGAL" in result.stdout
    assert f"notation: {LEGAL}" in result.stdout


@pytest.mark.parametrize("command", ["judge", "suggest"])
def test_the_line_that_the_program_prints_is_taken_whole(run: Any, command: str) -> None:
    [line] = (line for line in run("judge", "1E,-,-,-").stdout.splitlines() if line.startswith("notation: "))
    assert run(command, line).stdout == run(command, line.removeprefix("notation: ")).stdout
    assert run(command, "-", stdin=line).exit_code == 0


def test_judge_names_each_fault_by_rule_and_ends_with_1(run: Any) -> None:
    result = run("judge", "1W,0,-,-")
    assert result.exit_code == 1
    assert "ILLEGAL" in result.stdout
    assert "rule 5" in result.stdout
    assert "rule 6" in result.stdout


def test_judge_json_has_every_field_of_the_contract(run: Any) -> None:
    result = run("judge", "1?,0,-,-", "--json")
    document = json.loads(result.stdout)
    assert document["game"] == "babel"
    assert document["verdict"] == "legal"
    assert document["faults"] == []
    assert document["notation"] == "1?,0,-,-"
    assert document["arrangements"] == 1
    west, east = document["cubes"]
    # The grey cube has no bulge, so the white one's only bulge must face it.
    assert west == {
        "cell": [0, 0, 0],
        "type": 1,
        "faces": {"E": "bulge", "W": "hollow", "N": "hollow", "S": "hollow", "U": "hollow", "D": "hollow"},
        "seen": [],
        "confidence": 1.0,
    }
    assert east["seen"] == ["E", "W", "N", "S", "U", "D"]


@pytest.mark.parametrize("notation", ["-,-,-,-", "3?,?,1?,?/-,-,?,-", "1E,0,1S,2WS/4?,-,-,-"])
def test_judge_shows_a_legal_arrangement_that_agrees_with_what_is_known(run: Any, notation: str) -> None:
    document = json.loads(run("judge", notation, "--json").stdout)
    shown = json.loads(run("judge", document["witness"], "--json").stdout)
    assert (shown["verdict"], shown["arrangements"], shown["problems"]) == ("legal", 1, [])
    assert explains(notation, document["witness"])
    is_printed = f"one arrangement: {document['witness']}" in run("judge", notation).stdout
    assert is_printed == (document["arrangements"] > 1)


def explains(known: str, whole: str) -> bool:
    """Whether a tower that is known wholly agrees with one that is known in part."""
    seen, found = parse_tower(known), parse_tower(whole)
    return set(seen) == set(found) and all(cube.could_be(found[cell].bulges) for cell, cube in seen.items())


def test_an_illegal_tower_has_no_witness(run: Any) -> None:
    assert json.loads(run("judge", "1S,-,-,-", "--json").stdout)["witness"] is None


def test_of_a_tower_that_is_legal_in_no_way_no_arrangements_are_said_to_be_left(run: Any) -> None:
    # By its marks alone the white cube could lie in several ways; but the two cubes do not touch.
    document = json.loads(run("judge", "1?,-,-,0", "--json").stdout)
    assert document["arrangements"] == 0
    view = document["further_view"]
    assert (view["arrangements"], view["expected_arrangements"]) == (None, None)
    assert view["message"].endswith("would come into view.")


def test_judge_json_gives_faults_as_in_the_contract(run: Any) -> None:
    result = run("judge", "1S,-,-,-", "--json")
    assert result.exit_code == 1
    (fault,) = json.loads(result.stdout)["faults"]
    message = fault.pop("message")
    facts = [{"cell": [0, 0, 0], "face": "S", "said": "bulge"}]
    assert fault == {"rule": 5, "cell": [0, 0, 0], "faces": ["S"], "by": "seen", "confidence": 1.0, "facts": facts}
    assert "a1" in message


def test_a_fault_that_only_follows_is_called_deduced(run: Any) -> None:
    faults = json.loads(run("judge", "1?,0,0,0", "--json").stdout)["faults"]
    assert [fault["by"] for fault in faults] == ["seen", "seen", "deduced"]


def test_of_an_illegal_tower_no_further_photo_is_asked_for(run: Any) -> None:
    assert "Photograph it" not in run("judge", "1?,0,0,0").stdout
    assert "Photograph it" in run("judge", "0,?,-,-").stdout


def test_judge_json_tells_what_a_further_photo_would_show(run: Any) -> None:
    view = json.loads(run("judge", "0,?,-,-", "--json").stdout)["further_view"]
    assert view.pop("message").startswith("Photograph it from the South-East: 1 cube of unknown colour and 3")
    counted = {"cubes": 1, "faces": 3, "levels": [1, 1], "arrangements": 4, "expected_arrangements": 1.0}
    assert view == {"from": "South-East", **counted}


def test_a_notation_may_be_typed_in_words_or_come_from_standard_input(run: Any) -> None:
    expected = run("judge", "1E,0,-,- 23132:32132 1", "--json").stdout
    assert run("judge", "1E,0,-,-", "23132:32132", "1", "--json").stdout == expected
    assert run("judge", "--json", "-", stdin="1E,0,-,- 23132:32132 1\n").stdout == expected


def test_a_line_that_the_program_printed_may_be_given_back(run: Any) -> None:
    assert run("judge", "notation: 1E,0,-,-", "--before", "notation: 1E,-,-,-").exit_code == 0


@pytest.mark.parametrize(
    "typed",
    [
        "'1E,0,-,-'",
        '"notation": "1E,0,-,-",',
        "Notation: `1E,0,-,-`",
        "\N{LEFT DOUBLE QUOTATION MARK}1E,0,\N{EN DASH},\N{EN DASH}\N{RIGHT DOUBLE QUOTATION MARK}",
        "1E,0,-,-,",
    ],
)
def test_quotes_and_labels_round_a_notation_mean_nothing(run: Any, typed: str) -> None:
    expected = run("judge", "1E,0,-,-").stdout
    assert run("judge", typed).stdout == run("judge", "-", stdin=typed).stdout == expected
    changed = typed.replace("1E,0", "1E,-")
    assert run("judge", typed, "--before", changed).stdout == run("judge", "1E,0,-,-", "--before", "1E,-,-,-").stdout


def test_a_comma_at_the_end_makes_up_no_cell(refused: Any, run: Any) -> None:
    refused(run("judge", "1E,0,-,"), "does not have four cells")


@pytest.mark.parametrize("options", [[], ["--json"]], ids=["text", "json"])
def test_what_a_command_prints_may_be_given_to_the_next_one(run: Any, options: list[str]) -> None:
    printed = run("judge", "1E,0,-,- 32132:23132 1", *options).stdout
    suggested = run("suggest", "-", stdin=printed)
    assert suggested.stdout == run("suggest", "1E,0,-,- 32132:23132 1").stdout


def test_several_notations_at_once_are_refused(refused: Any, run: Any) -> None:
    refused(run("judge", "-", stdin="notation: 1E,0,-,-\nnotation: 0,-,-,-\n"), "several lines")


def test_the_empty_tower_is_no_option(run: Any) -> None:
    assert "empty" in run("judge", "-,-,-,-").stdout
    assert json.loads(run("suggest", "-,-,-,-", "--type2", "adjacent", "--json").stdout)["plies"] == 15


def test_hands_that_do_not_belong_to_the_tower_are_noted(run: Any) -> None:
    result = run("judge", "1E,0,-,- 33132:33132 1")
    assert result.exit_code == 0
    assert "note: The players hold 24 of the cubes, but this tower leaves 22." in result.stdout


def test_the_notation_keeps_hands_and_player(run: Any) -> None:
    for notation in ("1E,0,-,- 32132:23132 1", "1E,0,-,- 1", "1E,0,-,-"):
        assert json.loads(run("judge", notation, "--json").stdout)["notation"] == notation


def test_an_illegal_tower_is_told_before_hands_are_asked_for(run: Any, refused: Any) -> None:
    refused(run("suggest", "1E,-,-,0"), "Rule 7")


def test_a_player_who_cannot_be_to_move_is_noted(run: Any) -> None:
    assert json.loads(run("judge", "1E,0,-,- 2", "--json").stdout)["problems"] == [
        "After 2 cubes it is the turn of player 1."
    ]
    assert json.loads(run("judge", "1E,0,-,- 1", "--json").stdout)["problems"] == []


def test_rule_options_change_the_verdict(run: Any) -> None:
    opposite = "2EW,-,-,-"
    assert "No black cube" in run("judge", opposite).stdout
    assert "No black cube" not in run("judge", opposite, "--type2", "opposite").stdout


def test_the_player_may_be_given_without_hands(run: Any) -> None:
    assert run("judge", "0,-,-,- 2").exit_code == 0


def test_suggest_refuses_a_tower_that_breaks_a_rule(run: Any, refused: Any) -> None:
    refused(run("suggest", "1S,0,-,- 23132:32132"), "a bulge on the outside")


def test_suggest_lists_every_legal_placement_best_first(run: Any) -> None:
    document = json.loads(run("suggest", "-,-,-,-", "--json").stdout)
    assert (document["to_move"], document["outcome"], document["plies"]) == (1, "win", 15)
    suggestions = document["suggestions"]
    assert len(suggestions) == 32
    outcomes = [suggestion["outcome"] for suggestion in suggestions]
    assert outcomes == sorted(outcomes, key=["win", "draw", "loss"].index)
    assert set(suggestions[0]) >= {"cell", "type", "bulges", "outcome", "plies"}


def test_bulges_of_a_suggestion_come_in_the_order_of_the_faces(run: Any) -> None:
    suggestions = json.loads(run("suggest", "1E,-,-,- 32132:33132 2", "--json").stdout)["suggestions"]
    bulges = [suggestion["bulges"] for suggestion in suggestions]
    assert max(map(len, bulges)) > 2
    assert all(faces == sorted(faces, key="EWNSUD".index) for faces in bulges)


def test_suggest_prints_the_best_five_in_words(run: Any) -> None:
    result = run("suggest", "1E,-,-,- 32132:33132 2")
    assert result.exit_code == 0
    assert "player 1 holds  3 grey  2 white  1 black  3 beige  2 blue" in result.stdout
    assert "to move: player 2, who loses" in result.stdout
    assert "leaves player 1" in result.stdout
    assert re.search("0 grey +b1 on level 1 +none +loss in 14", result.stdout)
    assert "and 3 more" in result.stdout


@pytest.mark.parametrize("command", ["judge", "suggest"])
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["1U,3X,-,-"], "level 1, cell b1: '3X' is no cube; expected"),
        (["1U,-,-"], "does not have four cells; expected a1 b1 a2 b2"),
        (["5,-,-,-"], "cell a1"),
        (["1EW,-,-,-"], "cell a1"),
        (["1E,-,-,- 3213:33132"], "five digits"),
        (["1E,-,-,- 32132:33132 3"], "1 or 2"),
        ([""], "nothing is written"),
        (["tower.jpg"], "level 1"),
    ],
)
def test_a_typo_is_shown_with_its_place(run: Any, refused: Any, command: str, words: list[str], message: str) -> None:
    refused(run(command, *words), message)


@pytest.mark.parametrize(
    ("stdin", "message"),
    [
        ("", "holds nothing"),
        ("0,-,-,-\n0,-,-,-\n", "several lines"),
        ("0,-,-,-\n".encode("utf-16"), "not UTF-8 text"),
    ],
)
def test_standard_input_must_hold_one_notation(run: Any, refused: Any, stdin: str, message: str) -> None:
    refused(run("judge", "-", stdin=stdin), message)


def test_a_terminal_is_told_how_standard_input_ends(
    run: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("judge", "-", stdin=LEGAL).stderr == ""
    monkeypatch.setattr("sys.stdin", _Terminal(io.BytesIO(LEGAL.encode())))
    assert read_notation(("-",)) == LEGAL
    assert re.fullmatch("type or paste one line .* Ctrl-.*\n", capsys.readouterr().err)


class _Terminal(io.TextIOWrapper):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("notation", "message"),
    [
        ("1E,0,-,-", "2 pairs of hands are possible"),
        ("1E,?,-,-", "the type of the cube in b1 on level 1 is not known, .*; give the hands"),
        ("1?,-,-,- 32132:33132 2", "face . of the cube in a1 on level 1 is not known"),
        ("1E,0,-,- 33132:33132", "this tower leaves 22"),
        ("1E,0,-,- 93132:33132", "at most 33132"),
        ("?Nu,?Nu,-,- 33131:33131", "No types that the unknown cubes can have leave the players these hands"),
    ],
)
def test_suggest_asks_for_what_it_needs(run: Any, refused: Any, notation: str, message: str) -> None:
    refused(run("suggest", notation), message)


def test_a_game_that_is_over_has_a_result_and_no_suggestion(run: Any) -> None:
    # Both free cells ask player 1 for a 2, and the only one is spent.
    over = run("suggest", OVER, "--json")
    document = json.loads(over.stdout)
    assert (over.exit_code, document["suggestions"], document["plies"]) == (0, [], 0)
    assert document["outcome"] == "loss"
    told = run("suggest", OVER).stdout
    assert "The game is over: player 2 wins." in told
    assert "to move" not in told


@pytest.mark.parametrize(
    "words",
    [
        ["1E, 0, -, -"],
        ["1E,", "0,", "-,", "-"],
        ["1E,0,-,- 1"],
        ["- , -, -, -"],
        ["babel pico 1E,-,-,-"],
        ["tours", "5b,-,-/-,-,-/-,-,-", "-:-"],
        ["0,1W,-,- 23132:32132 1"],
    ],
)
def test_a_position_may_be_written_with_spaces_and_with_a_part_of_its_fields(run: Any, words: list[str]) -> None:
    assert run("judge", *words).exit_code == 0


def test_what_check_prints_of_a_cube_beside_the_tower_can_be_judged(run: Any) -> None:
    result = run("judge", "0,1W,-,- +2,0,0=1enu?")
    assert result.exit_code == 1
    assert "rule 3" in result.stdout


def test_suggest_knows_the_faces_that_follow(run: Any) -> None:
    known, hidden = (
        json.loads(run("suggest", f"0,{cube},-,- 23132:32132 1", "--json").stdout) for cube in ("1W", "1?")
    )
    assert hidden["suggestions"] == known["suggestions"] != []


def test_suggest_knows_the_types_that_follow_from_hands_where_they_differ(run: Any) -> None:
    known, hidden = (
        json.loads(run("suggest", f"{cubes},-,- 32132:23132", "--json").stdout) for cubes in ("1E,0", "?E,?")
    )
    assert hidden["suggestions"] == known["suggestions"] != []


def test_suggest_knows_the_types_that_follow_and_the_hands_from_them(run: Any) -> None:
    level_by_level = "1E,0,3ESU,2SU/2ED,1D,1S,3WSU/1D,4WNUD,4ESUD,0/1D,3WNU,3ESU,1D/4ENUD,0,0,4WSUD/-,{b1},{a2},0"
    known, hidden = (
        json.loads(run("suggest", level_by_level.format(b1=b1, a2=a2), "--json").stdout)
        for b1, a2 in (("3WND", "3ESD"), ("?", "3?"))
    )
    assert hidden["suggestions"] == known["suggestions"] != []


def test_a_text_that_is_far_too_long_is_not_repeated(refused: Any, run: Any) -> None:
    result = run("judge", "-", stdin="9," * 50_000)
    refused(result, "more than any position has")
    assert len(result.stderr) < 500


@pytest.mark.parametrize("choice", ["last-mover-wins", "last_mover_wins", "Last-Mover-Wins"])
def test_a_rule_may_be_written_as_any_command_lists_it(run: Any, choice: str) -> None:
    assert run("judge", LEGAL, "--finished", choice).exit_code == 0


@pytest.mark.parametrize("command", ["judge", "suggest"])
def test_a_file_in_place_of_a_notation_is_told(run: Any, refused: Any, tmp_path: Path, command: str) -> None:
    photo = tmp_path / "tower.jpg"
    photo.touch()
    refused(run(command, str(photo)), "is a file, and a line of notation is wanted")


def test_what_a_position_breaks_is_told_once(run: Any) -> None:
    told = run("judge", "3ENU,1U,2NU,-/?,-,-,- 32132:33032 2").stdout
    assert told.count("Level 2 is begun (a1) although level 1 lacks b2.") == 1
    assert "note: " in told


@pytest.mark.parametrize(
    ("after", "before", "notation"),
    [
        # Who placed which of the two does not show; nor does it of a placement that is at fault.
        ("1E,0,-,-", "-,-,-,-", "babel 1E,0,-,-"),
        ("0,0,-,-", "0,-,-,- 23132:33132 2", "babel 0,0,-,-"),
        ("1E,0,-,-", "1E,-,-,-", "babel 1E,0,-,- 32132:23132 1"),
    ],
)
def test_hands_that_do_not_follow_from_a_change_are_left_out(run: Any, after: str, before: str, notation: str) -> None:
    words = ("judge", after, "--before", before)
    shown = run(*words).stdout
    assert shown.endswith(f"notation: {notation}\n")
    assert ("player 1 holds" in shown) == (":" in notation)
    assert json.loads(run(*words, "--json").stdout)["notation"] == notation
    assert run("judge", notation).exit_code == run(*words).exit_code


def test_people_see_that_a_change_is_looked_for(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr("referee.playing.judging.waiting", lambda words: nullcontext(told.append(words)))
    run("judge", "1E,0,-,-", "--before", "1E,-,-,-")
    assert told == ["looking for the moves"]


@pytest.mark.parametrize("width", [40, 60])
def test_in_a_narrow_terminal_no_word_of_a_suggestion_is_broken(
    run: Any, monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    shown = run("suggest", "1E,-,-,-").stdout
    assert max(map(len, shown.splitlines())) <= width
    assert "1 white in b1 on level 1, bulges N: loss in 10; leaves player 1 with 8 replies" in " ".join(shown.split())
