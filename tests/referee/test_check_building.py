"""`check` of a building of Baubylon, mostly with readings that are made up."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

import referee.verdicts.building
import samples
from calibration.refusal import Unreadable
from referee.sheets.building_ground import building_ground_sheet
from rules.games.baubylon import GAME

TABLE = "00000000"
FAIR = "/".join([TABLE, TABLE, "00223200", "00344100", "00232200", "00222200", TABLE, TABLE])
UNFAIR = FAIR.replace("3441", "3444")
SOUTH, NORTH = (0.0, -12.0, 12.0), (0.0, 12.0, 12.0)
NO_MARKER = Unreadable("no marker of the mat was found", "show more of it")


@pytest.fixture
def shown(
    monkeypatch: pytest.MonkeyPatch, building_reading: Callable[..., Any], tmp_path: Path
) -> Callable[..., list[str]]:
    """Lets photos show a building, or nothing; the words of the command that checks them."""

    def shown(notation: str, eyes: tuple[Any, ...] = (SOUTH, NORTH), **more: Any) -> list[str]:
        reading = building_reading(notation, [eye for eye in eyes if eye], **more)
        poses = iter(reading.poses)
        sights = {number: (next(poses), None) if eye else NO_MARKER for number, eye in enumerate(eyes)}
        for number in sights:
            cv2.imwrite(str(tmp_path / f"{number}.png"), np.full((480, 640, 3), number, np.uint8))
        module = referee.verdicts.building
        monkeypatch.setattr(module, "see", lambda frame_bgr, _: sights[int(frame_bgr[0, 0, 0])])
        monkeypatch.setattr(module, "joined", lambda *_: reading)
        return ["check", "--game", "baubylon", *(str(tmp_path / f"{number}.png") for number in sights)]

    return shown


def test_a_fair_building_is_told_with_its_way_and_how_to_play_on_it(run: Any, shown: Callable[..., list[str]]) -> None:
    result = run(*shown(FAIR))
    assert result.exit_code == 0
    assert "LEGAL: nothing speaks against this building." in result.stdout
    assert "cheapest way:" in result.stdout
    assert f"to play on it: tower-referee play --game baubylon --option building={FAIR}\n" in result.stdout
    (notation,) = (line for line in result.stdout.splitlines() if line.startswith("notation: "))
    assert GAME.parse_position(notation.removeprefix("notation: baubylon ")).options.building == FAIR


def test_an_unfair_building_is_told_by_rule(run: Any, shown: Callable[..., list[str]]) -> None:
    result = run(*shown(UNFAIR))
    assert result.exit_code == 1
    assert "ILLEGAL" in result.stdout
    assert "rule B1: " in result.stdout
    doubtful = run(*shown(UNFAIR, sure=0.99))
    assert doubtful.exit_code == 0
    assert "UNDETERMINED" in doubtful.stdout
    assert "Not sure, but it may be: The highest squares" in doubtful.stdout


def test_options_decide_what_is_fair(run: Any, shown: Callable[..., list[str]]) -> None:
    result = run(*shown(FAIR), "--option", "summit=square")
    assert result.exit_code == 1
    assert "the goal must be one square." in " ".join(result.stdout.split())


def test_hidden_squares_are_question_marks_and_asked_for(run: Any, shown: Callable[..., list[str]]) -> None:
    result = run(*shown(FAIR.replace("00223200", "0022__00"), (SOUTH,)))
    assert result.exit_code == 0
    words = " ".join(result.stdout.split())
    assert "No photo shows how high e6 and f6 are; take one from the North." in words
    assert " 6 . . 2 2 ? ? . . " in words
    assert "notation:" not in words


def test_a_photo_that_cannot_be_read_is_left_out(run: Any, shown: Callable[..., list[str]]) -> None:
    words = shown(FAIR, (None, SOUTH))
    result = run(*words)
    assert result.exit_code == 0
    assert result.stderr == f"left out: {words[3]}: {NO_MARKER}\n"
    assert json.loads(run(*words, "--json").stdout)["left_out"] == [{"photo": words[3], "reason": str(NO_MARKER)}]


def test_where_no_photo_can_be_read_there_is_no_verdict(
    run: Any, refused: Callable[..., None], shown: Callable[..., list[str]]
) -> None:
    refused(run(*shown(FAIR, (None, None))), "0.png: no marker of the mat was found", status=3)


def test_the_document_holds_heights_verdict_and_views(run: Any, shown: Callable[..., list[str]]) -> None:
    words = shown(UNFAIR)
    document = json.loads(run(*words, "--json").stdout)
    assert (document["game"], document["verdict"], document["remark"]) == ("baubylon", "illegal", "")
    assert {fault["rule"] for fault in document["faults"]} >= {"B1"}
    assert document["heights"] == [[int(height) for height in row] for row in UNFAIR.split("/")]
    assert np.array(document["confidence"]) == pytest.approx(np.full((8, 8), 0.9999))
    assert [view["photo"] for view in document["views"]] == words[3:]
    assert document["views"][0]["pose"]["R"] != document["views"][1]["pose"]["R"]
    assert document["options"]["building"] == UNFAIR
    assert document["notation"].split()[:2] == ["baubylon", UNFAIR]


def test_what_is_not_known_is_null_in_the_document(run: Any, shown: Callable[..., list[str]]) -> None:
    document = json.loads(run(*shown(FAIR.replace("00223200", "00223?00")), "--json").stdout)
    assert document["heights"][2] == [0, 0, 2, 2, 3, None, 0, 0]
    assert document["confidence"][2][5] == 0.5
    assert (document["verdict"], document["notation"], document["options"]["building"]) == ("undetermined", None, None)
    assert document["remark"].startswith("It is not sure how high f6 is")


def test_the_reading_is_drawn_on_all_photos_side_by_side(
    run: Any, shown: Callable[..., list[str]], tmp_path: Path
) -> None:
    drawn = tmp_path / "drawn.jpg"
    result = run(*shown(FAIR), "--annotate", str(drawn))
    assert f"picture: {drawn}" in result.stdout.replace("\n", "")
    height, width, _ = cv2.imread(str(drawn)).shape
    assert width == 2 * 640
    assert height > 480


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "no photo was given; name one or more of the building"),
        (["photo.jpg", "photo.jpg"], "is given twice"),
        (["photo.jpg", "--card", "card.csv"], "--card is for the board of 012x012; leave it out"),
        (["photo.jpg", "--profile", "set"], "--profile is of no use for a building of Baubylon"),
        (["photo.jpg", "--hands", "33132:33132"], "--hands, --corners.* are for towers"),
        (["photo.jpg", "--option", f" Building={FAIR}"], "--option building is what the photos show"),
        (["photo.jpg", "--option", "blocks=0"], "blocks"),
        (["photo.jpg"], "there is no such file"),
        (["photo.jpg", "--annotate", "drawn.txt"], "drawn.txt"),
    ],
)
def test_what_does_not_belong_to_a_building_is_refused(
    run: Any, refused: Callable[..., None], words: list[str], message: str
) -> None:
    refused(run("check", "--game", "baubylon", *words), message)


def test_the_printed_ground_that_is_checked_as_a_tower_is_told_apart(
    run: Any, refused: Callable[..., None], tmp_path: Path
) -> None:
    sheet = np.frombuffer(building_ground_sheet(16, "a4", "png"), np.uint8)
    picture = cv2.resize(cv2.imdecode(sheet, cv2.IMREAD_COLOR), None, fx=0.3, fy=0.3, interpolation=cv2.INTER_AREA)
    photo = tmp_path / "ground.png"
    cv2.imwrite(str(photo), picture)
    message = "shows the printed board of baubylon; add --game baubylon to read it"
    refused(run("check", str(photo)), message, status=3)


def test_committed_photos_of_a_building_are_read_as_it_stands(run: Any, tmp_path: Path) -> None:
    folder = Path(samples.__file__).parent / "photos" / "building_develop"
    photos = sorted(folder.glob("building_develop_1_*.jpg"))
    picture = tmp_path / "read.jpg"
    result = run("check", "--game", "baubylon", *map(str, photos), "--annotate", str(picture), "--json")
    assert result.exit_code == 0
    document = json.loads(result.stdout)
    truth = json.loads(photos[0].with_suffix(".json").read_text())
    true = [list(map(int, row)) for row in truth["heights"].split("/")]
    told = [(height, true[row][x]) for row, line in enumerate(document["heights"]) for x, height in enumerate(line)]
    assert sum(height is None for height, _ in told) <= 4
    assert sum(height not in (None, right) for height, right in told) <= 1
    assert document["verdict"] == "legal"
    assert "however high" in document["remark"]
    assert cv2.imread(str(picture)).shape[0] > 900
