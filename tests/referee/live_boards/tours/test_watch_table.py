"""`watch --game tours` without a window: real pictures in, events and a journal out."""

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import samples
from calibration.tile_set import TileSet, faces_as_png
from referee.profiles.files import add_profile, load_profile
from rules.games.tours import parse_position

PHOTOS = Path(samples.__file__).parent / "photos" / "tile_develop"
TABLE = PHOTOS / "tile_develop_1.jpg"
TRUTH = json.loads(TABLE.with_suffix(".json").read_text())
GAME = ("--game", "tours", "--profile", "set")


@pytest.fixture
def folder(learned_tiles: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one picture of columns; there is a profile of its tiles, and one of bamboo alone."""
    profiles = tmp_path / "profiles"
    shutil.copytree(learned_tiles, profiles)
    monkeypatch.setenv("TOWER_REFEREE_PROFILES", str(profiles))
    profile = load_profile("set")
    tiles = profile.tiles
    assert tiles is not None
    bamboo = {tile: face for tile, face in tiles.tile_set.faces.items() if tile.family == "b"}
    faces_png = faces_as_png(TileSet(tiles.tile_set.size, bamboo))
    add_profile(replace(profile, name="bamboo", tiles=replace(tiles, families="b", faces_png=faces_png)))
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
