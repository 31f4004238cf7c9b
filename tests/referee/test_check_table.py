"""`calibrate tiles` and `check` of a table of Les Tours de Babel, with the reader."""

import json
from pathlib import Path
from typing import Any

import cv2
import pytest

import referee.games.tours
import samples
from referee.profiles.files import load_profile, profile_names
from rules.games.tours import SQUARES, parse_position

FOLDER = Path(samples.__file__).parent / "photos" / "tile_develop"
FAMILIES = [str(FOLDER / f"tile_develop_{family}.jpg") for family in ("bamboo", "circles", "characters")]
TABLE = FOLDER / "tile_develop_1.jpg"
TRUTH = json.loads(TABLE.with_suffix(".json").read_text())
COLUMNS = parse_position(TRUTH["position"]).columns
#: A tile's measures in millimetres on squares of 42 mm.
TILE = "x".join(f"{42 * side:.1f}" for side in TRUTH["tile_size"])
CHECK = ["check", str(TABLE), "--game", "tours"]


@pytest.fixture
def profile(learned_tiles: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The options that name the profile of the set."""
    monkeypatch.setenv("TOWER_REFEREE_PROFILES", str(learned_tiles))
    return ["--profile", "set"]


def test_a_profile_holds_the_faces_and_measures_of_a_set(run: Any, profile: list[str]) -> None:
    tiles = load_profile("set").tiles
    assert tiles is not None
    assert (tiles.families, len(tiles.tile_set.faces)) == ("bcw", 27)
    assert (tiles.length, tiles.width, tiles.height) == pytest.approx(TRUTH["tile_size"], abs=0.002)
    assert "holds tiles" in run("profile", "list").stdout
    assert "tiles: bamboo, circles and characters" in run("profile", "show", "set").stdout


def test_a_photo_becomes_columns_points_and_a_verdict(run: Any, profile: list[str]) -> None:
    document = json.loads(run(*CHECK, *profile, "--json").stdout)
    assert (document["game"], document["verdict"], document["faults"]) == ("tours", "legal", [])
    told = {column["square"]: (column["height"], column["top"]) for column in document["columns"]}
    assert told == {name: (len(tiles), str(tiles[-1])) for name, tiles in zip(SQUARES, COLUMNS, strict=True)}
    assert all(0.9 <= column["confidence"] <= 1 for column in document["columns"])
    assert sum(document["points"].values()) == sum((len(tiles) + 1) // 2 for tiles in COLUMNS)
    (view,) = document["views"]
    assert view["photo"] == str(TABLE)
    assert view["pose"]["R"][0][0] == pytest.approx(TRUTH["camera"]["R"][0][0], abs=0.05)


def before(top: str) -> list[str]:
    """The options for a position in which another tile lies on a1, and that which the photo shows there is in hand."""
    tops = ["?" * (len(tiles) - 1) + str(tiles[-1]) for tiles in COLUMNS]
    tops[0] = "?" * (len(COLUMNS[0]) - 2) + top
    rows = "/".join(",".join(tops[start : start + 3]) for start in (0, 3, 6))
    # So that it is the turn of the player of bamboo.
    return ["--before", f"tours {rows} -:-:- {COLUMNS[0][-1]}", "--option", "families=cbw"]


def test_the_turn_since_a_position_is_told(run: Any, profile: list[str]) -> None:
    assert str(COLUMNS[0][-1]) == "1b"
    document = json.loads(run(*CHECK, *profile, *before("2b"), "--json").stdout)
    assert (document["verdict"], document["ways"]) == ("legal", [["a1=1b"]])
    assert document["notation"].startswith("tours ?2b1b,")


def test_a_tile_that_may_not_lie_there_is_told_by_rule_and_square(run: Any, profile: list[str]) -> None:
    result = run(*CHECK, *profile, *before("9b"), "--json")
    assert result.exit_code == 1
    (fault,) = json.loads(result.stdout)["faults"]
    assert (fault["rule"], fault["places"]) == ("5", ["a1"])


def test_the_reading_is_drawn_on_the_photo(run: Any, profile: list[str], tmp_path: Path) -> None:
    drawn = tmp_path / "drawn.png"
    assert f"picture: {drawn}" in run(*CHECK, *profile, "--annotate", str(drawn)).stdout.replace("\n", "")
    before, after = cv2.imread(str(TABLE)), cv2.imread(str(drawn))
    assert after.shape[0] > before.shape[0]
    assert after.shape[1] == before.shape[1]


def test_another_set_is_not_taken_for_this_one(run: Any, profile: list[str]) -> None:
    # What was learned of one family tells nothing of the others.
    run("calibrate", "tiles", FAMILIES[1], "--families", "c", "--tile", TILE, "--save", "circles")
    document = json.loads(run(*CHECK, "--profile", "circles", "--json").stdout)
    told = {column["square"]: column["top"] for column in document["columns"] if column["top"]}
    truly = {name: str(tiles[-1]) for name, tiles in zip(SQUARES, COLUMNS, strict=True) if tiles[-1].family == "c"}
    assert told.items() <= truly.items()
    assert document["verdict"] == "undetermined"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--profile", "none"], "there is no profile 'none'"),
        ([], "tiles differ from maker to maker: name with --profile the set"),
        (["--profile", "set", "--card", "card.csv"], "--card is for the board of 012x012"),
        (["--profile", "set", "--hands", "33132:33132"], "--hands, --corners.* are for towers"),
        (["--profile", "set", "--option", "drawn=1"], "drawn"),
        (["--profile", "set", "--before", "tours 5b9b,-,-/-,-,-/-,-,-"], "the position before breaks a rule itself"),
    ],
)
def test_what_does_not_belong_to_a_table_is_refused(
    run: Any, refused: Any, profile: list[str], words: list[str], message: str
) -> None:
    refused(run(*CHECK, *words), message)


def test_a_profile_that_does_not_know_what_is_played_is_refused(run: Any, refused: Any, own_folder: Path) -> None:
    run("calibrate", "rules", "--type2", "opposite", "--save", "cubes")
    refused(run(*CHECK, "--profile", "cubes"), "knows no tiles; learn them with calibrate tiles --save cubes")
    run("calibrate", "tiles", FAMILIES[0], "--tile", TILE, "--save", "cubes")
    words = ["--before", "tours -,-,-/-,-,-/-,-,- -:- -"]
    refused(run(*CHECK, "--profile", "cubes", *words), "does not know circles, which is played")


def test_a_photo_of_a_table_that_is_checked_as_a_tower_is_told_apart(run: Any, refused: Any) -> None:
    refused(run("check", str(TABLE)), "shows the printed board of tours; add --game tours to read it", status=3)


def test_a_game_that_is_only_read_from_photos_is_not_followed_live(run: Any, refused: Any, monkeypatch) -> None:
    monkeypatch.delattr(referee.games.tours, "watch")
    refused(
        run("watch", str(FOLDER), "--game", "tours"),
        "tours cannot be followed live; check --game tours reads it from photos",
    )


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--tile", "39x30"], "'39x30' is no tile; expected length, width and height"),
        (["--tile", "30x39x23"], "give its length, its width and its height, the longest first"),
        (["--tile", "44 x 30 x 23 mm"], "does not fit squares of 42 mm; print the mat with --edge 46"),
        (["--tile", "39,5*30*3"], "cannot be told by its height"),
        (["--tile", "39x30x23", "--edge", "inf"], "10<=x<=200"),
        (["--tile", "39x30x23", "--families", "bb"], "'bb' names no families"),
        (["--tile", "39x30x23", "--families", "b"], "is of no family; --families b names 1"),
    ],
)
def test_what_is_no_set_of_tiles_is_refused(
    run: Any, refused: Any, own_folder: Path, words: list[str], message: str
) -> None:
    refused(run("calibrate", "tiles", *FAMILIES[:2], *words, "--save", "set"), message)
    assert profile_names() == ()


def test_the_learned_faces_are_drawn_to_be_looked_over(run: Any, own_folder: Path, tmp_path: Path) -> None:
    preview = tmp_path / "faces.png"
    words = ["--tile", TILE, "--save", "set", "--preview", str(preview), "--set", "green backs"]
    assert f"preview: {preview}" in run("calibrate", "tiles", FAMILIES[0], *words).stdout.replace("\n", "")
    assert cv2.imread(str(preview)).shape[1] > cv2.imread(str(preview)).shape[0]
    assert load_profile("set").set == "green backs"


def test_two_faces_that_look_the_same_are_not_saved(run: Any, own_folder: Path, tmp_path: Path) -> None:
    """As if the same nine tiles lay there for two families."""
    again = tmp_path / "again.png"
    cv2.imwrite(str(again), cv2.imread(FAMILIES[0]) // 2 * 2)
    result = run("calibrate", "tiles", FAMILIES[0], str(again), "--tile", TILE, "--save", "set")
    assert result.exit_code == 3
    assert result.stdout.startswith("not usable: ")
    assert "look the same" in result.stdout
    assert profile_names() == ()


def test_a_photo_that_is_burnt_out_is_told(run: Any, own_folder: Path, tmp_path: Path) -> None:
    bright = tmp_path / "bright.png"
    cv2.imwrite(str(bright), cv2.convertScaleAbs(cv2.imread(FAMILIES[0]), alpha=2.2))
    result = run("calibrate", "tiles", str(bright), "--tile", TILE, "--save", "set")
    assert result.exit_code == 0
    assert result.stdout.startswith("usable: bamboo burnt out in the photo; take light away")


def test_a_photo_without_the_mat_teaches_nothing(run: Any, refused: Any, own_folder: Path) -> None:
    tower = FOLDER.parent / "develop" / "develop_17.jpg"
    refused(run("calibrate", "tiles", str(tower), "--tile", TILE, "--save", "set"), "no marker of the mat", status=3)


def test_the_board_is_printed(run: Any, refused: Any, tmp_path: Path) -> None:
    target = tmp_path / "board.pdf"
    result = run("mat", "--game", "tours", "-o", str(target))
    assert "board of Les Tours de Babel with squares of 42 mm on a4" in result.stdout
    assert target.stat().st_size > 0
    refused(run("mat", "--game", "tours", "--card", "x.csv", "-o", str(tmp_path / "x.pdf")), "--card is for the board")
    refused(
        run("mat", "--game", "tours", "--charuco", "-o", str(tmp_path / "x.pdf")), "--charuco is a sheet of its own"
    )
