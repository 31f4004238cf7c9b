"""`check` of a game of Baubylon with its pawns, mostly with readings that are made up."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

import referee.verdicts.building
import referee.verdicts.pawns
import samples

TABLE = "00000000"
FAIR = "/".join([TABLE, TABLE, "00223200", "00344100", "00232200", "00222200", TABLE, TABLE])
BEFORE = f"{FAIR} c3:r,d4:2 656 0:000 - 1"


@pytest.fixture
def shown(
    monkeypatch: pytest.MonkeyPatch,
    building_reading: Callable[..., Any],
    pawn_reading: Callable[..., Any],
    tmp_path: Path,
) -> Callable[..., list[str]]:
    """Lets a photo show pawns on a building; the words of the command that checks it."""

    def shown(stacks: str, notation: str = FAIR, **more: Any) -> list[str]:
        building, photo = building_reading(notation), tmp_path / "now.png"
        cv2.imwrite(str(photo), np.full((480, 640, 3), 128, np.uint8))
        module = referee.verdicts.pawns
        monkeypatch.setattr(referee.verdicts.building, "see", lambda *_: (building.poses[0], None))
        monkeypatch.setattr(module, "as_known", lambda *_: building)
        monkeypatch.setattr(module, "see_pawns", lambda *_: None)
        monkeypatch.setattr(module, "joined_pawns", lambda _, names: pawn_reading(stacks, names, **more))
        return ["check", str(photo), "--game", "baubylon"]

    return shown


def test_turns_since_a_position_are_told_and_what_follows_from_them(run: Any, shown: Callable[..., list[str]]) -> None:
    words = shown("c3:r d4:2 f4:1")
    result = run(*words, "--before", BEFORE, "--json")
    assert result.exit_code == 0
    document = json.loads(result.stdout)
    assert document["verdict"] == "legal"
    assert document["confidence"] > 0.99
    assert document["perhaps"] == []
    assert document["ways"] == [["roll=6", "home-f4"]]
    assert document["notation"].split()[2:] == ["c3:r,d4:2,f4:1", "556", "0:000", "-", "2"]
    told = run(*words, "--before", BEFORE, "--pawns", "blue,white,green").stdout
    assert "home-f4" in told
    assert "players: 1 blue, 2 white, 3 green" in told


def test_a_turn_that_the_roll_does_not_allow_is_told_as_one_that_may_be(
    run: Any, shown: Callable[..., list[str]]
) -> None:
    result = run(*shown("c3:r d4:2 f4:1"), "--before", BEFORE.replace("- 1", "2 1"))
    assert result.exit_code == 0
    assert "UNDETERMINED" in result.stdout
    assert "Not sure, but it may be: " in result.stdout


def test_turns_that_may_have_been_played_are_told_with_how_likely_they_are(
    run: Any, shown: Callable[..., list[str]]
) -> None:
    words = (*shown("c3:r e4:? d3:?"), "--before", BEFORE.replace("- 1", "3 2"))
    document = json.loads(run(*words, "--json").stdout)
    assert document["confidence"] is None
    assert [one["moves"] for one in document["perhaps"]] == [["d4-d3"], ["d4-e4"]]
    assert document["perhaps"][0]["probability"] == pytest.approx(0.5, abs=0.02)
    assert "may be d4-d3 (50%) or d4-e4 (50%)." in " ".join(run(*words).stdout.split())


def test_the_document_holds_stacks_and_views(run: Any, shown: Callable[..., list[str]]) -> None:
    words = shown("c3:r1 d4:? e5:-2")
    document = json.loads(run(*words, "--before", BEFORE, "--json").stdout)
    assert [stack["square"] for stack in document["stacks"]] == ["c3", "d4", "e5"]
    assert [stack["pawns"] for stack in document["stacks"]] == [["red", "yellow"], None, [None, "blue"]]
    assert document["stacks"][0]["confidence"] == pytest.approx(0.9997, abs=1e-4)
    assert document["not_told"] == ["d4", "e5"]
    assert document["verdict"] == "undetermined"
    assert document["views"][0]["photo"] == words[1]
    assert document["left_out"] == []


def test_the_reading_is_drawn(run: Any, shown: Callable[..., list[str]], tmp_path: Path) -> None:
    drawn = tmp_path / "drawn.png"
    result = run(*shown("c3:r1 f5:3"), "--before", BEFORE, "--annotate", str(drawn))
    assert f"picture: {drawn}" in result.stdout.replace("\n", "")
    assert cv2.imread(str(drawn)).shape[0] > 480


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--pawns", "yellow,blue,green"], "pawns are read on a building that is known: name with --before"),
        (["--pawns", "yellow,blue"], "are not three to six different colours"),
        (["--pawns", "yellow,blue,blue"], "are not three to six different colours"),
        (["--pawns", "yellow,blue,pink"], "'pink' is not a colour of players' pawns"),
        (["--pawns", "yellow,blue,red"], "'red' is not a colour of players' pawns"),
        (["--pawns", "yellow,blue,green,white", "--before", BEFORE], "--pawns names 4 colours; 3 play in --before"),
        (["--before", "2232/3441/2322/2222"], "4x4 squares and the printed ground 8x8"),
    ],
)
def test_what_is_no_game_is_refused(
    run: Any, refused: Callable[..., None], shown: Callable[..., list[str]], words: list[str], message: str
) -> None:
    refused(run(*shown("c3:r"), *words), message)


@pytest.mark.parametrize("game", ["babel", "012x012", "tours"])
def test_other_games_have_no_pawns(run: Any, refused: Callable[..., None], tmp_path: Path, game: str) -> None:
    photo = tmp_path / "photo.png"
    cv2.imwrite(str(photo), np.full((480, 640, 3), 128, np.uint8))
    refused(run("check", str(photo), "--game", game, "--pawns", "yellow,blue,green"), "--pawns")


def test_committed_photos_of_a_game_are_read_as_it_stands(run: Any, tmp_path: Path) -> None:
    folder = Path(samples.__file__).parent / "photos" / "pawn_develop"
    photos = sorted(folder.glob("pawn_develop_0_*.jpg"))
    truth = json.loads(photos[0].with_suffix(".json").read_text())
    colours = sorted({pawn for stack in truth["pawns"].values() for pawn in stack} - {"red"})
    colours += [colour for colour in ("yellow", "blue", "green") if colour not in colours][: max(0, 3 - len(colours))]
    before = f"{truth['heights']} - {'6' * len(colours)} 0:{'0' * len(colours)} - 1"
    words = (*map(str, photos), "--before", before, "--pawns", ",".join(colours), "--json")
    result = run("check", "--game", "baubylon", *words, "--annotate", str(tmp_path / "read.jpg"))
    document = json.loads(result.stdout)
    told = {stack["square"]: stack["pawns"] for stack in document["stacks"] if stack["pawns"] is not None}
    right = sum(told.get(square) == stack for square, stack in truth["pawns"].items())
    assert right >= 2
    assert not set(told) - set(truth["pawns"])
    assert (tmp_path / "read.jpg").exists()
