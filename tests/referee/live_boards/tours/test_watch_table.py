"""`watch --game tours` without a window: real pictures in, events and a journal out."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import samples
from referee.cli import main
from rules.games.tours import parse_position

PHOTOS = Path(samples.__file__).parent / "photos" / "tile_develop"
FAMILIES = [str(PHOTOS / f"tile_develop_{family}.jpg") for family in ("bamboo", "circles", "characters")]
TABLE = PHOTOS / "tile_develop_1.jpg"
TRUTH = json.loads(TABLE.with_suffix(".json").read_text())
TILE = "x".join(f"{42 * side:.1f}" for side in TRUTH["tile_size"])
GAME = ("--game", "tours", "--profile", "set")


@pytest.fixture(scope="module")
def learned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the profile of the set, which takes a second to learn."""
    folder = tmp_path_factory.mktemp("profiles")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TOWER_REFEREE_PROFILES", str(folder))
        learning = ["calibrate", "tiles", *FAMILIES, "--tile", TILE, "--save", "set"]
        assert CliRunner().invoke(main, learning).exit_code == 0
        only_bamboo = ["calibrate", "tiles", FAMILIES[0], "--families", "b", "--tile", TILE, "--save", "bamboo"]
        assert CliRunner().invoke(main, only_bamboo).exit_code == 0
    return folder


@pytest.fixture
def folder(learned: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one picture of columns."""
    monkeypatch.setenv("TOWER_REFEREE_PROFILES", str(learned))
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    shutil.copy(TABLE, pictures / "1.jpg")
    return pictures


def test_columns_are_joined_recorded_resumed_replayed_and_exported(run: Any, folder: Path, tmp_path: Path) -> None:
    journal = tmp_path / "game.jsonl"
    watched = run("watch", str(folder), *GAME, "--json-lines", "--record", str(journal))
    (joined,) = map(json.loads, watched.stdout.splitlines())
    assert (watched.exit_code, joined["event"]) == (0, "joined")
    told, lying = (parse_position(text).columns for text in (joined["position"], TRUTH["position"]))
    assert [(len(column), column[-1:]) for column in told] == [(len(column), column[-1:]) for column in lying]
    resumed = run("watch", str(folder), *GAME, "--headless", "--resume", str(journal))
    assert (resumed.exit_code, resumed.stdout) == (0, "")
    assert joined["message"] in run("replay", str(journal)).stdout
    document = json.loads(run("replay", str(journal), "--json").stdout)
    assert (document["game"], document["events"], document["turns"]) == ("tours", [joined], [])
    assert run("export", str(journal), "-o", str(tmp_path / "game.txt")).exit_code == 0
    assert run("replay", str(tmp_path / "game.txt")).exit_code == 0
    assert run("export", str(journal), "-o", str(tmp_path / "game.svg")).exit_code == 0
    assert joined["message"].partition(";")[0] in (tmp_path / "game.svg").read_text()


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("--type2", "opposite", *GAME), "a board has no --type2"),
        (("--card", "card.csv", *GAME), "--card is for the board of 012x012"),
        (("--game", "tours"), "name with --profile the set"),
        (
            ("--game", "tours", "--profile", "bamboo", "--option", "players=2"),
            "does not know the tiles",
        ),
        (("--option", "players=5", *GAME), "players"),
        (("--start", "nonsense", *GAME), "expected three, from South to North"),
        (("--start", "5b9b,-,-/-,-,-/-,-,-", *GAME), "the position breaks a rule"),
    ],
)
def test_what_does_not_go_with_tiles_is_refused_in_one_line(run: Any, folder: Path, words, reason: str) -> None:
    (folder.parent / "card.csv").write_text("")
    words = tuple(str(folder.parent / word) if word == "card.csv" else word for word in words)
    refused = run("watch", str(folder), "--headless", *words)
    assert refused.exit_code == 2
    assert reason in refused.stderr
    assert len(refused.stderr.strip().splitlines()) == 1


def test_a_journal_brings_its_own_rules(run: Any, folder: Path, tmp_path: Path) -> None:
    journal = tmp_path / "game.jsonl"
    run("watch", str(folder), *GAME, "--headless", "--record", str(journal))
    twice = run("watch", str(folder), *GAME, "--headless", "--resume", str(journal), "--option", "players=2")
    assert (twice.exit_code, "leave --option out" in twice.stderr) == (2, True)
