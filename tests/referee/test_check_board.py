"""`check` of a board of 012x012, with the reader and without."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import pytest

import samples
from rules.games.zero12 import DEFAULT_CARD, GAME, Card, card_file, parse_card

BOARDS = Path(samples.__file__).parent / "photos" / "board_develop"
PHOTOS = {photo: json.loads(photo.with_suffix(".json").read_text()) for photo in sorted(BOARDS.glob("*.jpg"))}
LEGAL = next(photo for photo, truth in PHOTOS.items() if truth["legal"] and truth["light"] == "led")
TRUTH = PHOTOS[LEGAL]
CHECK = ["check", str(LEGAL), "--game", "012x012", "--option", f"colour2={TRUTH['colour']}"]
RULES = ["--option", f"card={TRUTH['card']}"]


def test_a_photo_becomes_a_board_and_a_verdict(run: Any) -> None:
    result = run(*CHECK, *RULES)
    assert result.exit_code == 0
    assert "LEGAL" in result.stdout or "UNDETERMINED" in result.stdout
    assert f"notation: 012x012 {TRUTH['card']} " in result.stdout


def test_the_document_holds_squares_pose_and_rule_set(run: Any) -> None:
    document = json.loads(run(*CHECK, *RULES, "--json").stdout)
    assert document["game"] == GAME.name
    assert document["verdict"] in ("legal", "undetermined")
    assert document["options"]["card"] == TRUTH["card"]
    truly = {cube["square"]: cube["code"] for cube in TRUTH["cubes"]}
    told = {cube["square"]: cube["code"] for cube in document["cubes"]}
    assert len(told.items() & truly.items()) >= len(truly) - 2
    assert all(0.9 <= cube["confidence"] <= 1 for cube in document["cubes"])
    (view,) = document["views"]
    assert view["photo"] == str(LEGAL)
    assert view["pose"]["R"][0][0] == pytest.approx(TRUTH["camera"]["R"][0][0], abs=0.05)


def test_a_card_file_does_as_well_as_the_option(run: Any, tmp_path: Path) -> None:
    card = tmp_path / "card.csv"
    card.write_text(card_file(parse_card(TRUTH["card"])))
    by_file = json.loads(run(*CHECK, "--card", str(card), "--json").stdout)
    assert by_file == json.loads(run(*CHECK, *RULES, "--json").stdout)


def test_another_card_than_the_sheet_s_is_noticed(run: Any, tmp_path: Path) -> None:
    card = tmp_path / "card.csv"
    card.write_text(card_file(Card(tuple((code + 1) % 3 for code in DEFAULT_CARD.codes))))
    result = run(*CHECK, "--card", str(card))
    assert result.exit_code == 0
    assert "The sheet shows the signs of another card" in result.stdout


def test_the_reading_is_drawn_on_the_photo(run: Any, tmp_path: Path) -> None:
    drawn = tmp_path / "drawn.png"
    assert f"picture: {drawn}" in run(*CHECK, *RULES, "--annotate", str(drawn)).stdout.replace("\n", "")
    before, after = cv2.imread(str(LEGAL)), cv2.imread(str(drawn))
    assert after.shape[0] > before.shape[0]
    assert after.shape[1] == before.shape[1]


def test_nothing_changed_since_the_same_board(run: Any) -> None:
    notation = json.loads(run(*CHECK, *RULES, "--json").stdout)["notation"]
    rest = " ".join(notation.split()[:3])
    stocks = "16,16,16:16,16,16"
    result = run(*CHECK, "--before", f"{rest} {stocks} 1")
    # What is left does not fit the board, which breaks a rule before anything changed.
    assert result.exit_code == 2
    assert "the position before breaks a rule itself" in result.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([str(LEGAL), str(LEGAL)], "2 photos given; one photo shows the whole board"),
        ([], "0 photos given"),
        ([str(LEGAL), "--hands", "00000:00000"], "are for towers"),
        ([str(LEGAL), "--batch", "."], "are for towers"),
        ([str(LEGAL), "--profile", "mine"], "--profile is of no use for a board of 012x012; leave it out"),
        ([str(LEGAL), "--option", "colour2=pink"], "not read from photos; white and black ones and one other"),
        ([str(LEGAL), "--option", "colour1=blue"], "not read from photos"),
        ([str(LEGAL), "--option", "card=0"], "card"),
        ([str(LEGAL), "--card", "missing.csv"], "missing.csv"),
        ([str(LEGAL), "--before", "nonsense"], "expected|nonsense"),
        (["missing.jpg"], "there is no such file"),
    ],
)
def test_what_cannot_be_used_is_told_in_a_line(
    run: Any, refused: Callable[..., None], words: list[str], message: str
) -> None:
    refused(run("check", "--game", "012x012", *words), message)


@pytest.mark.parametrize("words", [["--card", "x.csv"], ["--before", "x"], ["--option", "players=3"]])
def test_what_is_of_boards_is_not_for_towers(run: Any, refused: Callable[..., None], words: list[str]) -> None:
    refused(run("check", "photo.jpg", *words), "--card, --before, --pawns and --option are for boards")


def test_a_board_that_is_taken_for_a_tower_is_told_apart(run: Any, refused: Callable[..., None]) -> None:
    refused(run("check", str(LEGAL)), "shows the printed board of 012x012; add --game 012x012 to read it", status=3)


def test_a_photo_without_the_board_is_not_read(run: Any, refused: Callable[..., None]) -> None:
    tower = BOARDS.parent / "develop" / "develop_01.jpg"
    refused(run("check", str(tower), "--game", "012x012"), "no marker of the mat was found", status=3)


@pytest.mark.parametrize(
    ("command", "words", "game", "what"),
    [("watch", ["0"], "baubylon", "followed live; check --game"), ("bench", ["."], "012x012", "measured")],
)
def test_games_that_cannot_be_followed_or_measured_yet_are_refused(
    run: Any, refused: Callable[..., None], command: str, words: list[str], game: str, what: str
) -> None:
    refused(run(command, *words, "--game", game), f"{game} cannot be {what}")
