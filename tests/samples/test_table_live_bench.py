"""The bench of filmed games of Les Tours de Babel follows films by their sets; films and readers are left out."""

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import samples.table_live_bench as bench
from calibration.tile_set import TileSet, TileSize
from referee.live.game_events import EventKind
from referee.live.session import Moment
from referee.live_boards.events import BoardEvent
from rules.games.tours import Options, Position, Tile, position_notation
from samples.table_live_truth import load_truth

TILES = TileSet(TileSize(0.85, 0.62, 0.45), {Tile(family, 1): np.zeros((64, 48, 3), np.uint8) for family in "bcw"})
BEGUN = "tours 5b,-,-/-,-,-/-,-,- -:-"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A film of one turn, with its truth."""
    event = {"event": "turn", "player": 1, "move": "a1=5b", "squares": ["a1"], "first_frame": 10, "last_frame": 20}
    truth = {
        "players": 2,
        "families": "wbc",
        "start": position_notation(Position(reserves=((), ()), options=Options(players=2, families="wbc"))),
        "frames_per_second": 10,
        "frame_count": 60,
        "events": [{**event, "visible": {"a1": 1.0}}],
    }
    (tmp_path / "game.json").write_text(json.dumps(truth))
    for name in (
        "game.mp4",
        *(f"game_{words}.{kind}" for words in ("bamboo", "circles", "characters") for kind in ("jpg", "json")),
    ):
        (tmp_path / name).touch()
    return tmp_path


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[BoardEvent]:
    """What is told of the film: the turn, and what is added."""
    events = [BoardEvent(EventKind.PLACEMENT, 2.5, "", player=1, move="a1=5b", squares=("a1",))]

    class Session:
        def run(self):
            yield Moment(None, None, tuple(events))

    monkeypatch.setattr(bench, "known_set", lambda photos: TILES)
    monkeypatch.setattr(bench, "board_session", lambda source, game, following, looks: Session())
    return events


def test_a_folder_of_films_is_followed_and_summed_up(folder: Path, told: list[BoardEvent]) -> None:
    result = CliRunner().invoke(bench.table_live_bench, [str(folder)])
    assert result.exit_code == 0, result.output
    assert "following game.mp4" in result.stderr
    (row,) = (line for line in result.stdout.splitlines() if "tiles told" in line)
    assert row.count("1 of 1") == 2
    assert "0.5, most 0.5" in result.stdout


def test_a_false_alarm_shows_in_the_exit_status_and_among_the_misses(folder: Path, told: list[BoardEvent]) -> None:
    told.append(BoardEvent(EventKind.FAULT, 4.0, "It may not lie there.", rule=5, squares=("a1",)))
    result = CliRunner().invoke(bench.table_live_bench, [str(folder), "--misses"])
    assert result.exit_code == 1
    assert "game: 4.0 s: told besides: It may not lie there." in result.stdout


def test_of_a_set_that_does_not_get_known_nothing_is_told(
    folder: Path, told: list[BoardEvent], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench, "known_set", lambda photos: None)
    result = CliRunner().invoke(bench.table_live_bench, [str(folder)])
    assert result.exit_code == 0, result.output
    (row,) = (line for line in result.stdout.splitlines() if "tiles told" in line)
    assert row.count("0 of 1") == 2


def test_a_folder_without_films_or_without_a_family_is_refused(folder: Path, told: list[BoardEvent]) -> None:
    (folder / "game_circles.jpg").unlink()
    result = CliRunner().invoke(bench.table_live_bench, [str(folder)])
    assert result.exit_code == 1
    assert "game_circles.jpg: is missing" in result.stderr
    (folder / "game.mp4").unlink()
    result = CliRunner().invoke(bench.table_live_bench, [str(folder)])
    assert "samples.table_film" in result.stderr


def test_a_game_is_told_as_a_person_would(folder: Path) -> None:
    path = folder / "game.json"
    fresh = bench.game_of(load_truth(path), TILES)
    assert not fresh.has_begun
    assert {line.options.players for line in fresh.lines} == {2}
    assert len(fresh.lines) > 1
    path.write_text(json.dumps({**json.loads(path.read_text()), "start": BEGUN}))
    begun = bench.game_of(load_truth(path), TILES)
    assert begun.has_begun
    (line,) = begun.lines
    assert (line.options.players, line.options.families) == (2, "wbc")
